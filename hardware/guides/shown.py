"""What the guides show: what commands print on the modelled table, and computed tables.

In a page stands, between the marks of cog, as `[[[cog run("...", "tierce doctor --ask") ]]]`, the
command that is run here, and the one that a maker types at a real table. `step` shows only the
findings that the examination before it in the page did not have, `wrong` those that are not in
order; "..." stands for the others. `table` is one of figures.TABLES.
`python hardware/guides/shown.py` writes all pages anew.
"""

import shlex
import sys
from collections.abc import Callable
from contextlib import chdir
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import figures
from cogapp import Cog
from typer.testing import CliRunner

from tierce_tools.cli.main import app

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
IN_ORDER = ("ok", "bon")
_before: dict[str, str] = {}  # the last examination of a page


def printed(command: str, lang: str) -> str:
    """Return what a command prints, in a language, on a terminal of 80 columns."""
    # In this process: a new one for each command would take four times as long.
    runner = CliRunner(env={"COLUMNS": "80", "TERM": "dumb"})
    # The width of a table must not depend on the Python here.
    python = SimpleNamespace(**{**vars(sys.implementation), "version": (3, 11, 7)})
    with chdir(ROOT), patch.object(sys, "implementation", python):
        done = runner.invoke(app, [*shlex.split(command)[1:], "--lang", lang])
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


def block(kind: str, page: str, command: str, typed: str) -> str:
    """Return a block with what a maker types, and what it prints."""
    told = printed(command, "fr" if page.endswith(".fr.md") else "en")
    text = part(kind, told, _before.get(page, ""))
    if kind != "wrong":
        _before[page] = told
    return f"```text\n$ {typed}\n{text}```\n"


def table(page: str, name: str) -> str:
    """Return a computed table."""
    return "\n" + figures.TABLES[name]("fr" if page.endswith(".fr.md") else "en") + "\n"


def marks(cog: Any) -> dict[str, Callable[..., None]]:
    """Return what the pages call."""
    made = {kind: partial(block, kind) for kind in ("run", "step", "wrong")} | {"table": table}
    return {name: lambda *words, make=make: cog.out(make(cog.inFile, *words)) for name, make in made.items()}


def renew(*args: str) -> int:
    """Run cog over pages: `-r` writes them, `--check` finds stale ones."""
    return Cog().main(["cog", "-p", "import cog, shown; globals().update(shown.marks(cog))", *args])


if __name__ == "__main__":
    sys.exit(renew("-r", *map(str, sorted(HERE.glob("*.md")))))
