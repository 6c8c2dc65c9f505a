"""What commands print, as the guides show it: run, and written into the pages.

In a page stands

    <!-- run: tierce doctor --port modelled --config small -->
    ```text
    $ tierce doctor --ask
    ...
    ```

The comment is what is run here, on the modelled table; the line with `$` is what a maker types at a
real one. With `wrong:` instead of `run:` the rows of an examination that are in order are left out,
and "..." stands for them. `python hardware/guides/shown.py` writes all pages anew.
"""

import re
import shlex
from contextlib import chdir
from pathlib import Path

from typer.testing import CliRunner

from tierce_tools.cli.main import app

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BLOCK = re.compile(
    r"(<!-- (run|wrong): ([^\n]*) -->\n```text\n\$ [^\n]*\n)(.*?)(```\n)", re.DOTALL
)
IN_ORDER = ("ok", "bon")


def pages() -> list[Path]:
    """Return the pages of the guides, in both languages."""
    return sorted(HERE.glob("*.md"))


def language(page: Path) -> str:
    """Return the language of a page."""
    return "fr" if page.name.endswith(".fr.md") else "en"


def printed(command: str, lang: str) -> str:
    """Return what a command prints, in a language, on a terminal of 80 columns."""
    words = shlex.split(command)
    if words[0] != "tierce":
        raise ValueError(command)
    # In this process: a new one for each command would take four times as long.
    runner = CliRunner(env={"COLUMNS": "80", "TERM": "dumb"})
    with chdir(ROOT):
        done = runner.invoke(app, [*words[1:], "--lang", lang])
    if done.exit_code not in (0, 1) or done.stderr:
        raise ValueError(f"{command}: {done.exception!r} {done.stderr}")
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def without_order(told: str) -> str:
    """Return what `tierce doctor` has printed, without the rows of what is in order."""
    kept: list[str] = []
    keep = True
    for line in told.splitlines(keepends=True):
        if line.startswith("│"):
            cells = [cell.strip() for cell in line.strip().strip("│").split("│")]
            if cells[0] or cells[-1]:  # else it goes on with the row above
                keep = cells[-1] not in IN_ORDER
            if not keep:
                if kept[-1] != "...\n":
                    kept.append("...\n")
                continue
        kept.append(line)
    return "".join(kept)


def shown(kind: str, command: str, lang: str) -> str:
    """Return what a page shows of a command."""
    told = printed(command, lang)
    return without_order(told) if kind == "wrong" else told


def refreshed(page: Path) -> str:
    """Return a page with what its commands print now."""
    lang = language(page)
    return BLOCK.sub(
        lambda found: found[1] + shown(found[2], found[3], lang) + found[5], page.read_text("utf-8")
    )


if __name__ == "__main__":
    for each in pages():
        each.write_text(refreshed(each), encoding="utf-8")
