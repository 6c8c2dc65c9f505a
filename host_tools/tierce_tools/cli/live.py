"""The displays of `tierce watch`: for people, on a terminal or not, and as JSON."""

from collections.abc import Iterator
from typing import Any

from rich.console import Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from tierce_tools.base.texts import N_, Texts, texts
from tierce_tools.cli.consoles import console
from tierce_tools.cli.streams import print_json, tell
from tierce_tools.cli.view import VERDICTS, View
from tierce_tools.logs.records import Record, is_outcome
from tierce_tools.logs.replay import Step
from tierce_tools.logs.words import line_of
from tierce_tools.match.lines import WARNINGS
from tierce_tools.match.sentences import OF_BOARD, warning_name
from tierce_tools.match.watcher import Began, Damaged, Differs, Happening, Left, Lost, Restarted, Said, Watcher
from tierce_tools.match.why import said, warned
from tierce_tools.rules.reasons import sentences

# What a record of the board, or of its connection, means.
_NOTICES = {
    "idle": N_("no match is in play: waiting for one"),
    "gone": N_("the board is gone; waiting for it to come back"),
    "back": N_("the board is back"),
    "anew": N_("the board has a different log than before: its memory was wiped, or it is another board"),
    "restarted": N_("the board has restarted"),
    "taken_back": N_("the board has restarted without the last cards: it goes on from what it has saved"),
    "left": N_("the match was abandoned"),
    "lost": N_(
        "{value} records are lost: this match can no longer be refereed here; what the board says of it follows"
    ),
    "damaged": N_(
        "the board's journal is damaged, and a part of this match is lost: the players "
        "are asked at the table whether these totals are right: {value}"
    ),
    "doubt": N_("the board's journal is damaged: the players are asked at the table which totals are right"),
    "differs": N_("the board and this computer judge differently: update both, the board with tierce deploy"),
}
# The warnings after which `tierce doctor` helps.
_FOR_DOCTOR = ("reader_lost", "not_recording")
_PASSING = ("back", "restarted", "taken_back")


class Lines:
    """Prints every record as a line of JSON, and each connection; to a refusal it adds the sentences, `why`."""

    def __init__(self, title: str, say: Texts) -> None:
        self._title = title
        self._say = say

    def __enter__(self) -> "Lines":
        tell(self._title)
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def gone(self) -> None:
        """The board is disconnected."""
        self.record({"board": "gone"})

    def back(self, hello: Record, anew: bool) -> None:
        """The board is connected. `anew`: its log is a different one."""
        self.record({"board": "back", "name": hello["name"], "boot": hello["boot"], "anew": anew})
        if "game" not in hello:
            tell(self._say("no match is in play: waiting for one"))

    def record(self, thing: Record) -> None:
        """Print a record."""
        if thing.get("event") == "refused" and is_outcome(thing):
            thing = {**thing, "why": sentences(thing, self._say.language)}
        print_json(thing)

    def show(self, happening: Happening) -> None:
        """Do nothing: the records are printed already."""

    def refresh(self) -> None:
        """Do nothing: every line was printed at once."""


class Terminal:
    """A line per turn; on a terminal, the live table below rounds and score sheets."""

    def __init__(self, title: str, lang: str, watching: Watcher) -> None:
        self._title = title
        self._lang: str = lang
        self._say = texts(lang)
        self._watching = watching
        self._view: View | None = None
        self._console = console(soft_wrap=True)
        self._live = None
        if self._console.is_terminal:
            self._live = Live(console=self._console, auto_refresh=False)
        self._status = ""
        self._passing = False  # whether the next event clears the status line
        self._away = False
        self._boot = 0  # the board's last known start

    def __enter__(self) -> "Terminal":
        if self._live:
            self._live.start()
            self._draw()
        else:
            tell(self._title)
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()

    # --- the board

    def gone(self) -> None:
        """See Lines."""
        self._away = True
        self._notice("gone")

    def back(self, hello: Record, anew: bool) -> None:
        """See Lines."""
        if anew:
            self._view = None
            self._notice("anew")
        elif self._away:
            self._notice("back")
        self._away = False
        self._boot = self._boot or hello["boot"]
        if "game" not in hello:
            self._view = None
            self._notice("doubt" if hello.get("doubt") is True else "idle")

    def record(self, thing: Record) -> None:
        """Do nothing: `show` prints what the record means."""

    # --- the match

    def show(self, happening: Happening) -> None:
        """Print what happened, except what the live table shows."""
        match happening:
            case Step():
                self._step(happening)
            case Began():
                self._view = View(happening.header, self._lang)
                self._status = ""
                self._console.print(self._view.title())
            case Left():
                self._view = None
                self._notice("left")
            case Lost():
                if self._watching.header is not None:
                    self._notice("lost", value=happening.count)
            case Damaged():
                self._damaged(happening)
            case Restarted():
                self._restarted(happening)
            case Said():
                for line in self._said(happening.outcome):
                    if not self._live or self._watching.referee is None:
                        self._console.print(line)
            case Differs():
                self._notice("differs")

    def _step(self, step: Step) -> None:
        if self._view is None:
            return
        verdicts = all(outcome[0] in VERDICTS for outcome in step.outcomes)
        for line in self._view.lines(step):
            if not (self._live and step.outcomes and verdicts):
                self._console.print(line)

    def _damaged(self, happening: Damaged) -> None:
        header, totals = self._watching.header, happening.totals
        names = header["players"] if header else ()
        if len(names) == len(totals):
            told = [f"{line_of(name)} {total}" for name, total in zip(names, totals, strict=True)]
        else:
            told = [str(total) for total in totals]
        self._notice("damaged", value=", ".join(told))

    def _restarted(self, happening: Restarted) -> None:
        header = self._watching.header
        if happening.boot <= self._boot:  # an old start, already known
            return
        self._boot = happening.boot
        if self._view is None or header is None:
            return
        self._notice("taken_back" if happening.back else "restarted")
        if happening.back:
            self._view = View(header, self._lang)
            for step in self._watching.again():
                if isinstance(step, Step):
                    for _ in self._view.lines(step):
                        pass

    def _said(self, outcome: Record) -> Iterator[Text]:
        """Return the lines of an outcome that only the board gives."""
        values: dict[str, Any] = {key: outcome[key] for key in outcome if key not in ("t", "event")}
        code = str(values.get("code"))
        view, is_warning = self._view, outcome["event"] == "warning"
        if not is_warning or code not in OF_BOARD:
            if view is not None and (not is_warning or warning_name(values) in WARNINGS):
                yield from view.outcome(outcome["event"], outcome["t"], values)
            return
        players = view.told.players if view else []
        text = said("LINES", [(code, warned(values, players))], players)[self._lang]
        if code in _FOR_DOCTOR:
            text = self._say("{warning}; tierce doctor says why", warning=text)
        line = Text(" " * 10).append("! ", style="yellow").append(line_of(text))
        if view is not None:
            view.note(line)
        yield line

    # --- the display

    def _notice(self, key: str, **details: object) -> None:
        """Set the status; on a terminal it is a line beside the table."""
        self._status = self._say(_NOTICES[key], **details)
        self._passing = key in _PASSING
        if self._live:
            self._draw()
        else:
            tell(self._status)

    def refresh(self) -> None:
        """Redraw the table after events."""
        if self._passing:
            self._status = ""
        self._draw()

    def _draw(self) -> None:
        if self._live:
            self._live.update(self._picture(), refresh=True)

    def _picture(self) -> RenderableType:
        referee = self._watching.referee
        style = "bold red" if self._away else "yellow"
        status = Text(self._status, style, overflow="fold", no_wrap=False)
        title = Text(self._title, style="dim", overflow="ellipsis", no_wrap=True)
        if self._view is None or referee is None:
            return Group(Panel(status, border_style="green"), title)
        # A short terminal cuts off the end, so the status comes first.
        table = self._view.live(referee, referee.view.t)
        return Group(status, table, title) if self._status else Group(table, title)
