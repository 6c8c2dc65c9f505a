"""`tierce logs`: lists the games in the store, one per line."""

import sys
from typing import TYPE_CHECKING

from tierce_tools.cli.choosing import Games, Players, Since, chosen
from tierce_tools.cli.options import AsJson, StoreAt
from tierce_tools.cli.streams import print_json, tell
from tierce_tools.cli.words import Lang, Language, names, say

if TYPE_CHECKING:
    from tierce_tools.logs.store import MatchRow


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
        tell(say("logs", lang)["empty" if empty else "none_fits"])


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


def _show(found: "list[MatchRow]", lang: Language) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from tierce_tools.cli.consoles import console
    from tierce_tools.logs.scores import date, result
    from tierce_tools.plain import plain

    words = {**say("export", lang), **say("logs", lang)}
    games = names(lang).GAMES
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for key in ("number", "date", "game", "players", "rounds", "result", "events", "from"):
        justify = "right" if key in ("number", "rounds", "events") else "left"
        shown.add_column(words[key], justify=justify, overflow="fold")
    for match in found:
        people = [plain(name) or words["nameless"] for name in match.players]
        seats = zip(people, match.totals, strict=False)
        told = result(match, people, words)
        if not match.whole:
            told += words["torn"]
        shown.add_row(
            str(match.id),
            date(match, words),
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
