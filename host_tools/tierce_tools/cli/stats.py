"""`tierce stats`: who wins, how rounds end, what is refused, and more, from logs or the store."""

import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tierce.presets import PRESETS
from tierce_tools.base.texts import N_, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.base.whole import write_whole
from tierce_tools.cli.bars import bar
from tierce_tools.cli.consoles import console
from tierce_tools.cli.games import Games, Players, wanted_of
from tierce_tools.cli.language import Lang
from tierce_tools.cli.options import AsJson, StoreAt, argument, option
from tierce_tools.cli.replay_log import unreadable
from tierce_tools.cli.streams import print_json, tell
from tierce_tools.logs.files import log_files, size_of
from tierce_tools.logs.reader import numbered, open_input, records
from tierce_tools.logs.replay import Step, steps
from tierce_tools.logs.words import error_text, names, os_error_text
from tierce_tools.rules.clauses import CLAUSES, HOW

if TYPE_CHECKING:
    from tierce_tools.logs.sheets import Terms
    from tierce_tools.logs.statistics import Facts

_NAMES_SHOWN = 12
_STRIDE = 1 << 18  # bytes between two updates of the bar


def stats(
    files: Annotated[
        list[str] | None, argument("FILE", N_("Logs, or folders of them; - is standard input. Without any: the store."))
    ] = None,
    store: StoreAt = "auto",
    game: Games = None,
    player: Players = None,
    as_json: AsJson = False,
    plots: Annotated[
        Path | None, option("FOLDER", N_("Draw plots into this folder, as SVG and PNG."), "--plots")
    ] = None,
    html: Annotated[Path | None, option("FILE", N_("Write a report in one file, to send to others."), "--html")] = None,
    *,
    lang: Lang,
) -> None:
    """Show who wins, how rounds end, what is refused, and more."""
    wanted = wanted_of(game)
    if html and str(html) == "-":
        raise Trouble("stats.no_stream", "a report does not go to standard output; name a file with --html")
    counted = _Counted(wanted, player or [], lang)
    if files:
        counted.files(files)
    else:
        counted.store(store)
    counted.check()
    from tierce_tools.logs import statistics

    games = dict(statistics.in_order(counted.games, PRESETS))
    total = statistics.overall(games.values())
    if not games and not counted.lost:
        if counted.left_out:
            tell(texts(lang).gettext("no match fits: leave out --game or --player, or name others"))
        elif not counted.bad:
            tell(texts(lang).gettext("there is nothing to count: play a game and `tierce pull` it, or name log files"))
    if html or plots:
        _draw(games, total, terms_of(lang), html, plots)
    if as_json:
        print_json(_json(games, total))
    elif games:
        _show(games, total, terms_of(lang))
    sys.stdout.flush()
    if counted.bad:
        raise typer.Exit(2)


def terms_of(lang: str) -> "Terms":
    """Return the words of statistics."""
    from tierce_tools.logs.sheets import Terms

    return Terms(
        texts(lang),
        {how: texts(lang)(HOW[how]) for how in HOW},
        {clause: texts(lang)(CLAUSES[clause]) for clause in CLAUSES},
        {name: names(lang).GAMES[name] for name in PRESETS},
    )


class _Counted:
    """The facts of each game, counted from logs; `bad` if a line was bad."""

    def __init__(self, games: set[str], players: list[str], lang: str) -> None:
        from tierce_tools.logs.statistics import person

        self.only = games
        self.wanted = {person(name).casefold(): name for name in players}
        self.lang = lang
        self.games: dict[str, Facts] = {}
        self.seen: set[str] = set()
        self.left_out = 0
        self.lost = 0
        self.bad = False

    def files(self, given: list[str]) -> None:
        """Count logs. Bad lines are reported; their match counts up to there."""
        names = log_files(given)
        sizes = sum(map(size_of, names))
        with bar(texts(self.lang).gettext("Counting"), sizes or None) as advance:
            for name in names:
                try:
                    stream = open_input(name)
                    with nullcontext() if name == "-" else stream:
                        played = steps(records(stream))
                        self._count("<stdin>" if name == "-" else name, played, advance)
                except OSError as error:
                    self._complain(f"{name}: {unreadable(name, error, self.lang)}")

    def store(self, where: str) -> None:
        """Count the matches in the store."""
        from tierce_tools.logs.store import Store

        say = texts(self.lang)
        with Store.open(where, make=False) as kept:
            rows = [row for row in kept.matches() if self._fits(row.game, row.players)]
            # After missing records the rest cannot be judged, so such matches are left out.
            lost = [row for row in rows if not row.whole]
            self.lost = len(lost)
            if lost:
                tell(say("matches with lost records, not counted: {matches}", matches=len(lost)))
            rows = [row for row in rows if row.whole]
            with bar(say("Counting"), len(rows)) as advance:
                for row in rows:
                    played = steps(numbered(kept.log(row.id)))
                    self._count(say("match {number}", number=row.id), played)
                    advance(1)

    def check(self) -> None:
        """Raise Trouble if a player asked for has not played."""
        for name, asked in self.wanted.items():
            if self.seen and name not in map(str.casefold, self.seen):
                known = sorted(self.seen)
                shown = ", ".join(known[:_NAMES_SHOWN])
                if len(known) > _NAMES_SHOWN:
                    shown += ", ..."
                raise Trouble(
                    "stats.no_player",
                    "nobody called {player} has played; the players are: {players}",
                    player=asked,
                    players=shown,
                )

    def _fits(self, game: str, players: list[str]) -> bool:
        from tierce_tools.logs.statistics import person

        people = {person(name) for name in players}
        self.seen |= people
        fits = (not self.only or game in self.only) and set(self.wanted) <= {name.casefold() for name in people}
        self.left_out += not fits
        return fits

    def _count(self, where: str, played: Iterator[Step], advance: Callable[[int], None] | None = None) -> None:
        from tierce_tools.logs.statistics import Counting, Facts

        counting = Counting()
        read = 0
        for step in played:
            if step.error:
                self._complain(f"{where}:{step.line}: {error_text(step.error, self.lang)}")
                break
            header = not counting.game
            counting.take(step)
            if header and not self._fits(counting.game, counting.names):
                return
            read += step.size
            if advance and read > _STRIDE:
                advance(read)
                read = 0
        if advance:
            advance(read)
        if counting.game:
            whole = self.games.setdefault(counting.game, Facts())
            whole += counting.facts

    def _complain(self, text: str) -> None:
        tell(text)
        self.bad = True


def _json(games: "dict[str, Facts]", total: "Facts") -> dict[str, Any]:
    from tierce_tools.logs.statistics import PAUSE_MS
    from tierce_tools.logs.statistics_json import as_json

    return {
        "pause_seconds": PAUSE_MS // 1000,
        "overall": as_json(total, one_game=False),
        "games": {name: as_json(facts, one_game=True) for name, facts in games.items()},
    }


def _draw(games: "dict[str, Facts]", total: "Facts", terms: "Terms", html: Path | None, folder: Path | None) -> None:
    """Write the plots of each game to a folder, and the report to a file."""
    from tierce_tools.logs.plots import plots, png, svg
    from tierce_tools.logs.report import page

    drawn = [(name, facts, list(plots(facts, terms))) for name, facts in games.items()]
    if folder:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            raise Trouble(
                "stats.not_folder",
                "{folder} is not a folder to write plots in: name another with --plots",
                folder=folder,
            ) from None
        for name, _, figures in drawn:
            for plot in figures:
                stem = f"{name}-{plot.key}".replace("_", "-")
                _write(folder / f"{stem}.svg", svg(plot).encode(), terms)
                _write(folder / f"{stem}.png", png(plot), terms)
        tell(terms.say("written: {folder}", folder=folder))
    if html:
        _write(html, page(drawn, total, terms).encode(), terms)
        tell(terms.say("written: {folder}", folder=html))


def _write(path: Path, data: bytes, terms: "Terms") -> None:
    try:
        write_whole(path, data)
    except FileNotFoundError:
        raise Trouble(
            "stats.no_folder", "there is no folder {folder}: make it, or name another place", folder=path.parent
        ) from None
    except OSError as error:
        reason = os_error_text(error, terms.say.language)
        raise Trouble(
            "stats.unwritable", "{path} cannot be written: {reason}; name another place", path=path, reason=reason
        ) from None


def _show(games: "dict[str, Facts]", total: "Facts", terms: "Terms") -> None:
    """Print the tables: for all games together if there are several, then for each."""
    from rich.table import Table
    from rich.text import Text

    from tierce_tools.logs.sheets import headline, sheets

    out = console()

    def show(title: str, facts: "Facts", one_game: bool) -> None:
        out.print(Text(title, style="bold"))
        out.print(Text(headline(facts, terms)))
        for sheet in sheets(facts, terms, one_game):
            table = Table()
            for place, head in enumerate(sheet.head):
                table.add_column(Text(head), justify="right" if place else "left", overflow="fold")
            for row in sheet.rows:
                table.add_row(*map(Text, row))
            out.print()
            out.print(Text(sheet.title, style="bold"))  # rich wraps a table's own title
            out.print(table)
            for note in sheet.notes:
                out.print(Text(note, style="dim"))
        out.print()

    if len(games) > 1:
        show(terms.say("All games"), total, one_game=False)
    for name, facts in games.items():
        show(terms.games[name], facts, one_game=True)
