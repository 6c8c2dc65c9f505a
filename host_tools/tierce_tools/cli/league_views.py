"""What the parts of `tierce league` share: arguments, tables on a terminal, facts as JSON."""

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from tierce_tools.base.texts import N_, texts
from tierce_tools.cli.options import argument, leagues, option

if TYPE_CHECKING:
    from tierce_tools.base.sheet import Sheet
    from tierce_tools.league.ratings import Rating
    from tierce_tools.league.season import League, Round

Name = Annotated[str, argument("LEAGUE", N_("The league's name."), autocompletion=leagues)]
Season = Annotated[int | None, option("N", N_("The season; by default the last one."), "--season", min=1)]


def ratings_of(league: "League", lang: str) -> "Mapping[int, Rating] | None":
    """Return the ratings; None, and a line that says what to type, without their package."""
    from tierce_tools.base.extras import need
    from tierce_tools.base.trouble import Trouble
    from tierce_tools.cli.streams import tell
    from tierce_tools.logs.words import trouble_text

    try:
        need("league", "openskill")
    except Trouble as trouble:
        say = texts(lang)
        tell(say("no ratings: {reason}", reason=trouble_text(trouble, lang)))
        return None
    from tierce_tools.league.ratings import ratings

    return ratings([*league.earlier, *league.results])


def show(sheets: "Sequence[Sheet]", columns: int | None = None) -> None:
    """Print tables; only the first `columns`, if given."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from tierce_tools.base.plain import plain
    from tierce_tools.cli.consoles import console

    out = console() if sys.stdout.isatty() else console(width=1000)
    for number, sheet in enumerate(sheets):
        if number:
            out.print()
        out.print(Text(sheet.title, style="bold"))
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for at, head in enumerate(sheet.head[:columns]):
            table.add_column(Text(head), justify="left" if at in sheet.text else "right", overflow="fold")
        for row in sheet.rows:
            table.add_row(*(Text(plain(each)) for each in row[:columns]))
        out.print(table)
        for note in sheet.notes:
            out.print(Text(note, style="dim"))


def pairing_facts(league: "League", one: "Round") -> dict[str, Any]:
    """Return a round as facts."""
    names = league.members
    return {
        "league": league.name,
        "season": league.number,
        "round": one.number,
        "tables": [{"table": table.number, "players": [names[each] for each in table.members]} for table in one.tables],
        "byes": [names[each] for each in one.byes],
    }


def standings_facts(league: "League", ratings: "Mapping[int, Rating] | None") -> dict[str, Any]:
    """Return the standings as facts."""
    from tierce_tools.league.sheets import figure

    rows: list[dict[str, Any]] = []
    for row in league.standings():
        rating = (ratings or {}).get(row.member)
        rows.append(
            {
                "place": row.place,
                "player": league.members[row.member],
                "match_points": figure(row.points),
                "tables": row.played,
                "byes": row.byes,
                "penalties": figure(row.penalties),
                "opponents": figure(row.opponents),
                "difference": figure(row.difference),
                "wins": figure(row.wins),
                "rounds": row.rounds,
                "rating": None if rating is None else [round(each, 4) for each in rating],
            }
        )
    return {
        "league": league.name,
        "season": league.number,
        "game": league.plan.game,
        "rounds": league.plan.rounds,
        "paired": len(league.rounds),
        "standings": rows,
    }
