"""The figures of a study as a table of words, of JSON and of CSV."""

import csv
import io
from collections.abc import Sequence
from typing import Any, NamedTuple

from tierce_tools.base.texts import Texts
from tierce_tools.rules.clauses import HOW
from tierce_tools.study.figures import Estimate, Figures, mean, share, share_of_seats
from tierce_tools.study.grid import Rules

NONE = "–"


class Column(NamedTuple):
    """A figure of a cell: its key, its title, whether it is a share, and its estimate."""

    key: str
    title: str
    per_cent: bool
    of: Estimate | None


class Cell(NamedTuple):
    """A cell of the grid: its varied options, how many rounds were scored, its figures."""

    rules: Rules
    figures: Figures
    columns: list[Column]


def cells(
    vary: Sequence[str], grid: Sequence[Rules], figures: Sequence[Figures], levels: Sequence[str], say: Texts
) -> list[Cell]:
    """Return the cells of a study, each with the same columns."""
    ends = sorted({how for each in figures for how in each.ends}, key=list(HOW).index)
    laying = any(each.never for each in figures)
    found: list[Cell] = []
    for rules, each in zip(grid, figures, strict=True):
        found.append(Cell({name: rules[name] for name in vary}, each, list(_columns(each, levels, ends, laying, say))))
    return found


def _columns(figures: Figures, levels: Sequence[str], ends: Sequence[str], laying: bool, say: Texts) -> "list[Column]":
    seats, rounds = len(levels), figures.rounds
    found = [
        Column("turns", say("turns per seat"), False, mean(figures.turns, seats)),
        Column("points", say("points per seat"), False, mean(figures.points, seats)),
    ]
    if laying:
        found.append(Column("never_lays", say("never lays"), True, share_of_seats(figures.never, seats)))
    for place in range(seats):
        title = say("seat {place} wins", place=place + 1)
        if len(set(levels)) > 1:
            title = f"{title} ({levels[place]})"
        found.append(Column(f"wins_{place + 1}", title, True, share(figures.wins[place], rounds)))
    for how in ends if len(ends) > 1 else ():
        found.append(Column(f"ends_{how}", say(HOW[how]), True, share(figures.ends[how], rounds)))
    if figures.void or figures.unfinished:
        lost = figures.void + figures.unfinished
        found.append(Column("void", say("void"), True, share(lost, figures.played)))
    return found


def text(column: Column, say: Texts) -> str:
    """Return a figure with the distance to the farther end of its interval: 34.2 ±1.1 %."""
    if column.of is None:
        return NONE
    value, low, high = column.of
    times = 100 if column.per_cent else 1
    half = max(value - low, high - value) * times
    shown = f"{say.number(f'{value * times:.1f}')} ±{say.number(f'{half:.1f}')}"
    return f"{shown}\N{NO-BREAK SPACE}%" if column.per_cent else shown


def as_json(cell: Cell) -> dict[str, Any]:
    """Return a cell for programs: shares from 0 to 1, each figure with the ends of its interval."""
    figures = cell.figures
    found: dict[str, Any] = {
        "rules": cell.rules,
        "rounds": figures.rounds,
        "void": figures.void,
        "unfinished": figures.unfinished,
    }
    for column in cell.columns:
        found[column.key] = None if column.of is None else [_shown(part) for part in column.of]
    return found


def as_csv(found: Sequence[Cell]) -> str:
    """Return the cells as CSV, a line each; `_low` and `_high` are the ends of the intervals."""
    out = io.StringIO()
    rows = [_row(cell) for cell in found]
    names = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(out, names, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _row(cell: Cell) -> dict[str, Any]:
    figures = cell.figures
    row = {**cell.rules, "rounds": figures.rounds, "void": figures.void, "unfinished": figures.unfinished}
    for column in cell.columns:
        if column.of:
            ends = ("", "_low", "_high")
            row |= {column.key + end: _shown(part) for end, part in zip(ends, column.of, strict=True)}
    return row


def _shown(value: float) -> float:
    return round(value, 5)
