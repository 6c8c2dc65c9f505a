"""The documents of the hardware folder: both languages alike, prices, examples."""

import re
from pathlib import Path

import pytest
from test_hw_lessons import Block, blocks_of, run_commands

from tierce_plans import bom
from tierce_tools.description import descriptions

ROOT = Path(__file__).resolve().parents[2]
HARDWARE = ROOT / "hardware"
DOCUMENTS = sorted(str(path.relative_to(ROOT)) for path in HARDWARE.rglob("*.md"))
# A design is in one language.
ENGLISH = [name for name in DOCUMENTS if not name.endswith((".fr.md", "hardware/SCALING.md"))]
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
# Blocks of these kinds are identical in both languages. Other kinds hold sentences; their number is
# the same.
SAME = ("python", "diff", "jsonl", "json")


def prose(name: str) -> str:
    """Return a document without its fenced blocks."""
    return FENCE.sub("", (ROOT / name).read_text("utf-8"))


def french(name: str) -> str:
    return name.removesuffix(".md") + ".fr.md"


@pytest.mark.parametrize("name", ENGLISH)
def test_both_languages_are_alike(name: str):
    ours, theirs = ROOT / name, ROOT / french(name)
    assert theirs.exists(), f"{name} has no French one"
    heads = [re.findall(r"^(#+) ", prose(each), re.MULTILINE) for each in (name, french(name))]
    assert heads[0] == heads[1]
    mine, other = blocks_of(ours), blocks_of(theirs)
    assert [block.kind for block in mine] == [block.kind for block in other]
    for block, same in zip(mine, other, strict=True):
        if block.kind in SAME:
            assert block.lines == same.lines, f"{name}:{block.at}"
        assert typed(block) == typed(same), f"{name}:{block.at}"
    images = [re.findall(r"!\[[^]]*\]\(([^)]*)\)", prose(each)) for each in (name, french(name))]
    assert images[0] == [image.replace(".fr.", ".") for image in images[1]]


def typed(block: Block) -> list[str]:
    """Return the commands of a block, without their language option."""
    return [line.replace(" --lang fr", "") for line in block.lines if line.startswith("$ ")]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_builds_and_their_prices(language: str):
    """README.md gives the cost of each build's parts, which is the sum of its list."""
    text = (HARDWARE / ("README.md" if language == "en" else "README.fr.md")).read_text("utf-8")
    for name in descriptions.names():
        table = descriptions.load(name, language)
        row = next(line for line in text.splitlines() if line.startswith(f"| [{name}](guides/"))
        cells = [cell.strip() for cell in row.split("|")]
        seats = sum(zone["zone"].startswith("seat") for zone in table.zones)
        assert cells[3] == f"{seats}, {len(table.zones)}", name
        totals = bom.totals(table)
        euros = [int(figure) for figure in re.findall(r"(\d+) EUR", cells[4])]
        deck = totals["all"] - totals["built"]
        wanted = [totals["built"], *([deck] if deck else [])]
        assert [abs(100 * shown - cents) <= 50 for shown, cents in zip(euros, wanted, strict=True)] == [True] * len(
            wanted
        ), (name, euros, wanted)


@pytest.mark.parametrize("name", ["README.md", pytest.param("README.fr.md", marks=pytest.mark.longer)])
def test_the_commands_print_what_is_shown(name: str):
    run_commands(HARDWARE / name)
