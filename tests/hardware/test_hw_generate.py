"""All files of a table: those in hardware/<table>/ are fresh; the same bytes in each process."""

import hashlib
import json
import os
import re
import sys
import zlib

import pytest
from processes import run

from tierce_plans import generate, schema
from tierce_plans.schematics import circuits, symbols
from tierce_tools.base.paths import firmware, tables
from tierce_tools.description import descriptions

HOW = "write it anew: make plans"
SMALL = [pytest.param(name, marks=() if name == "small" else pytest.mark.longer) for name in descriptions.names()]
pytestmark = pytest.mark.made_from("hardware/*", "host_tools/tierce_tools/*.py", "host_tools/*.po", "firmware/app/*.py")


def text_of(data: bytes) -> bytes:
    """Return the drawing commands of a PDF. Compression and fonts depend on libraries."""
    found: list[bytes] = []
    for packed in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL):
        try:
            drawn = zlib.decompress(packed)
        except zlib.error:
            continue
        if b" Tf" in drawn or b" re" in drawn:
            found.append(drawn)
    return b"\n".join(found)


@pytest.mark.parametrize("name", SMALL)
def test_what_a_browser_shows_is_fresh(name: str):
    folder = tables().parent / name
    made = generate.shown(generate.files(descriptions.load(name, "en")))
    there = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert set(there) == set(made), HOW
    for file, data in made.items():
        if there[file] != data and file.endswith(".pdf"):
            assert text_of(there[file]) == text_of(data) != b"", f"{file} is stale: {HOW}"
        else:
            assert there[file] == data, f"{file} is stale: {HOW}"


def test_what_the_package_has_is_fresh():
    for path, text in schema.files().items():
        assert path.read_text("utf-8") == text, HOW
    kept = symbols.kept([*(kind.symbol for kind in circuits.KINDS.values()), "power:PWR_FLAG"])
    assert (symbols.HERE / symbols.KEPT).read_text("utf-8") == kept, HOW


_HASHES = """
import hashlib, json
from tierce_tools.description import descriptions
from tierce_plans import generate
print(json.dumps({
    f"{name}/{file}": hashlib.sha256(data).hexdigest()
    for name in ("small", "club")
    for file, data in generate.files(descriptions.load(name, "en")).items()
}))
"""


@pytest.mark.longer
def test_another_process_makes_the_same_bytes():
    """With another order of sets, elsewhere, and without KiCad."""
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    env = {**os.environ, "PYTHONHASHSEED": seed, "TZ": "Pacific/Auckland", "KICAD6_SYMBOL_DIR": "/nowhere"}
    elsewhere = json.loads(run(sys.executable, "-c", _HASHES, check=True, env=env).stdout)
    here = {
        f"{name}/{file}": hashlib.sha256(data).hexdigest()
        for name in ("small", "club")
        for file, data in generate.files(descriptions.load(name, "en")).items()
    }
    assert elsewhere == here


@pytest.mark.longer
def test_a_table_that_is_not_shipped():
    """The firmware's own: a carrier with twelve zones and four address lines."""
    table = descriptions.load(str(firmware() / "config.json"), "en")
    assert len(generate.files(table)) > 20
    facts = generate.figures(table)
    assert (facts["zones"], facts["gpios_free"], len(facts["gpios_used"])) == (12, [], 26)
    assert 0 < facts["typical_ma"] < facts["max_ma"] < facts["fuse_ma"] <= facts["supply_ma"]
    assert facts["spi_hz"] <= facts["spi_most_hz"]
    assert facts["scan_ms"]["empty"] < facts["scan_ms"]["typical"] < facts["scan_ms"]["full"]
