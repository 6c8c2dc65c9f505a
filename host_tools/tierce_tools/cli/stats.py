"""`tierce stats`: who wins, how rounds end, what is refused, and more, from logs or the store."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tierce.presets import PRESETS
from tierce_tools.cli.options import AsJson
from tierce_tools.cli.streams import log_files, open_input
from tierce_tools.cli.words import (
    WORDS,
    Lang,
    Language,
    clauses,
    error_text,
    names,
    os_error_text,
    say,
)
from tierce_tools.logs.replay import Step, steps, steps_of
from tierce_tools.trouble import Trouble

if TYPE_CHECKING:
    from tierce_tools.logs.sheets import Terms
    from tierce_tools.logs.statistics import Facts

_NAMES_SHOWN = 12


def stats(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE...]",
            help="Logs, or folders of them; - is standard input. Without any: the store.",
        ),
    ] = None,
    store: Annotated[
        str,
        typer.Option(
            "--store",
            envvar="TIERCE_STORE",
            show_envvar=False,
            metavar="STORE",
            help="The store of games: a file, or a URL as postgresql://user@host/games; auto is "
            "your own.",
        ),
    ] = "auto",
    game: Annotated[
        list[str] | None,
        typer.Option("--game", metavar="NAME", help="Only this game. May be repeated."),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player", metavar="NAME",
            help="Only matches in which this player sat. May be repeated: all of them.",
        ),
    ] = None,
    as_json: AsJson = False,
    plots: Annotated[
        Path | None,
        typer.Option("--plots", metavar="FOLDER", help="Draw plots there, as SVG and PNG."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="FILE", help="Write a report that can be sent; - is standard output."
        ),
    ] = None,
    *,
    lang: Lang,
) -> None:
    """Say who wins, how rounds end, what is refused, and more."""
    for each in game or []:
        if each not in PRESETS:
            raise Trouble("stats", "no_game", each, ", ".join(PRESETS))
    counted = _Counted(set(game or []), player or [], lang)
    if files:
        counted.files(files)
    else:
        counted.store(store)
    counted.check()
    from tierce_tools.logs import statistics

    games = dict(statistics.in_order(counted.games, PRESETS))
    total = statistics.overall(games.values())
    if not games:
        key = "none_fits" if counted.left_out else "nothing"
        print(say("stats", lang)[key], file=sys.stderr)
    if html or plots:
        _draw(games, total, terms_of(lang), plots, html)
    if as_json:
        print(json.dumps(_json(games, total), ensure_ascii=False, separators=(",", ":")))
    elif games and str(html) != "-":
        _show(games, total, terms_of(lang))
    sys.stdout.flush()
    if counted.bad:
        raise typer.Exit(2)


def terms_of(lang: Language) -> "Terms":
    """Return what statistics are said in."""
    from tierce_tools.logs.sheets import Terms

    return Terms(
        lang.value,
        say("stats", lang),
        clauses(lang).HOW,
        clauses(lang).CLAUSES,
        {name: names(lang).GAMES[name] for name in PRESETS},
    )


class _Counted:
    """The facts of each game, as logs are read; `bad`: some line was no good."""

    def __init__(self, games: set[str], players: list[str], lang: Language) -> None:
        from tierce_tools.logs.statistics import person

        self.only = games
        self.wanted = {person(name): name for name in players}
        self.lang = lang
        self.games: dict[str, Facts] = {}
        self.seen: set[str] = set()
        self.left_out = 0
        self.bad = False

    def files(self, given: list[str]) -> None:
        """Count logs in files and folders; bad lines are said, and end their match."""
        for name in log_files(given):
            try:
                stream = open_input(name)
                with stream:
                    played = steps(stream, self.lang)
                    self._count("<stdin>" if name == "-" else name, played, name == "-")
            except OSError as error:
                reason = os_error_text(error, self.lang)
                self._complain(f"{name}: " + WORDS[self.lang]["unreadable"].format(reason))

    def store(self, where: str) -> None:
        """Count the matches of the store."""
        from tierce_tools.logs.store import Store

        with Store.open(where, make=where == "auto") as kept:
            for row in kept.matches():
                if self._fits(row.game, row.players):
                    where = say("stats", self.lang)["match"].format(row.id)
                    self._count(where, steps_of(kept.log(row.id), self.lang))

    def check(self) -> None:
        """Raise Trouble where a player is asked for whom nobody knows."""
        for name, asked in self.wanted.items():
            if self.seen and name not in self.seen:
                known = sorted(self.seen)
                shown = ", ".join(known[:_NAMES_SHOWN])
                if len(known) > _NAMES_SHOWN:
                    shown += ", ..."
                raise Trouble("stats", "no_player", asked, shown)

    def _fits(self, game: str, players: list[str]) -> bool:
        from tierce_tools.logs.statistics import person

        people = {person(name) for name in players}
        self.seen |= people
        fits = (not self.only or game in self.only) and people.issuperset(self.wanted)
        self.left_out += not fits
        return fits

    def _count(self, where: str, played: Iterator[Step], to_the_end: bool = False) -> None:
        from tierce_tools.logs.statistics import Counting, Facts

        counting = Counting()
        for step in played:
            if step.error:
                self._complain(f"{where}:{step.line}: {error_text(step.error, self.lang)}")
                break
            counting.take(step)
            if step.line and counting.game and counting.facts.matches and step.event:
                pass
        if counting.game:
            self.games.setdefault(counting.game, Facts()).__iadd__(counting.facts)

    def _complain(self, text: str) -> None:
        print(text, file=sys.stderr)
        self.bad = True


def _json(games: "dict[str, Facts]", total: "Facts") -> dict[str, Any]:
    from tierce_tools.logs.statistics import PAUSE_MS, as_json

    return {
        "pause_seconds": PAUSE_MS // 1000,
        "overall": as_json(total, one_game=False),
        "games": {name: as_json(facts, one_game=True) for name, facts in games.items()},
    }
