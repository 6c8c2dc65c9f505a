"""What commands print, as the guides show it: run, and written into the pages.

In a page stands

    <!-- run: tierce doctor --port modelled --config small -->
    ```text
    $ tierce doctor --ask
    ...
    ```

The comment is what is run here, on the modelled table; the line with `$` is what a maker types at a
real one. With `step:` instead of `run:` only the findings are shown that the examination before it
in the page did not have, with `wrong:` those that are not in order; "..." stands for the others.
`python hardware/guides/shown.py` writes all pages anew.
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
    r"(<!-- (run|step|wrong): ([^\n]*) -->\n```text\n\$ [^\n]*\n)(.*?)(```\n)", re.DOTALL
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


def row(line: str) -> list[str]:
    """Return the cells of a line of a table: what, where, found, verdict; none of other lines."""
    return [cell.strip() for cell in line.strip("│\n").split("│")] if line[0] == "│" else []


def part(kind: str, told: str, before: str) -> str:
    """Return what a page shows of an examination, after another one: rows, and what to do."""
    if kind == "run":
        return told
    known = {tuple(row(line)[:2]) for line in before.splitlines() if row(line)}
    lines = told.splitlines(keepends=True)
    end = max(at for at, line in enumerate(lines) if line.startswith("└"))
    kept = ["...\n"]
    keep = False
    for line in lines[:end]:
        cells = row(line)
        if cells and (cells[0] or cells[-1]):  # else it goes on with the row above
            keep = tuple(cells[:2]) not in known if kind == "step" else cells[-1] not in IN_ORDER
        if cells and keep:
            kept.append(line)
        elif cells and kept[-1] != "...\n":
            kept.append("...\n")
    return "".join([*kept, *(lines[end + 2 : -1] if kind == "wrong" else lines[-1:])])


def refreshed(page: Path) -> str:
    """Return a page with what its commands print now."""
    lang = language(page)
    before = ""

    def again(found: re.Match[str]) -> str:
        nonlocal before
        told = printed(found[3], lang)
        text = part(found[2], told, before)
        before = before if found[2] == "wrong" else told
        return found[1] + text + found[5]

    return BLOCK.sub(again, page.read_text("utf-8"))


if __name__ == "__main__":
    for each in pages():
        each.write_text(refreshed(each), encoding="utf-8")
