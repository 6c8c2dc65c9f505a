"""`tierce logs`: lists the games in the store, one per line."""

import sys
from typing import TYPE_CHECKING, Literal

from tierce_tools.base.texts import N_, texts
from tierce_tools.cli.games import Games, Players, Since, chosen
from tierce_tools.cli.language import Lang
from tierce_tools.cli.options import AsJson, StoreAt
from tierce_tools.cli.streams import print_json, tell
from tierce_tools.logs.words import names

if TYPE_CHECKING:
    from tierce_tools.logs.store import MatchRow

_COLUMNS: dict[str, Literal["left", "right"]] = {
    N_("no."): "right",
    N_("date"): "left",
    N_("game"): "left",
    N_("players and points"): "left",
    N_("rounds"): "right",
    N_("result"): "left",
    N_("events"): "right",
    N_("from"): "left",
}


def logs(
    store: StoreAt = "auto",
    game: Games = None,
    player: Players = None,
    since: Since = None,
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """List the games in the store."""
    from tierce_tools.logs.store import Store

    with Store.open(store, make=False) as opened:
        found = chosen(opened, game, player, since)
        empty = not found and not opened.matches()
    if as_json:
        for match in found:
            print_json(_facts(match))
    elif found:
        _show(found, lang)
    if not found:
        tell(
            texts(lang).gettext(
                N_("The store is empty: fetch the games of a table with tierce pull.")
                if empty
                else N_("No game in the store matches; without options tierce logs lists them all.")
            )
        )


def _facts(match: "MatchRow") -> dict[str, object]:
    from tierce_tools.logs.scores import moment

    return {
        "id": match.id,
        "began": None if match.began is None else moment(match.began).isoformat(),
        "kept": moment(match.kept).isoformat(),
        "game": match.game,
        "players": match.players,
        "dealer": match.dealer,
        "rules": match.rules,
        "rounds": match.rounds,
        "totals": match.totals,
        "winners": match.winners,
        "ranking": match.ranking,
        "ended": match.ended,
        "whole": match.whole,
        "events": match.events,
        "table": match.name,
        "board": match.board,
        "file": match.source,
    }


def _show(found: "list[MatchRow]", lang: str) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from tierce_tools.base.plain import plain
    from tierce_tools.cli.consoles import console
    from tierce_tools.logs.scores import date, result

    say = texts(lang)
    games = names(lang).GAMES
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name, justify in _COLUMNS.items():
        shown.add_column(say(name), justify=justify, overflow="fold")
    for match in found:
        people = [plain(name) or say("(no name)") for name in match.players]
        seats = zip(people, match.totals, strict=False)
        told = result(match, people, say, brief=True)
        if not match.whole:
            told += say("; a part is missing")
        shown.add_row(
            str(match.id),
            date(match, say),
            games.get(match.game) or Text(plain(match.game)),
            Text(", ".join(f"{name} {total}" for name, total in seats)),
            str(match.rounds),
            Text(told),
            str(match.events),
            Text(plain(match.source or match.name or "?")),
        )
    # Off a terminal lines are not wrapped.
    out = console() if sys.stdout.isatty() else console(width=1000)
    out.print(shown)
