"""Referees and shows one log, in this process or another, for `tierce replay`."""

import io
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, BinaryIO

from tierce.outcomes import line_of
from tierce.referee import Referee
from tierce_tools.base.plain import spelt
from tierce_tools.base.texts import texts
from tierce_tools.cli.bars import bar
from tierce_tools.cli.consoles import console
from tierce_tools.cli.streams import tell
from tierce_tools.logs.reader import Record, numbered, open_input, records
from tierce_tools.logs.replay import Step, dealt, steps
from tierce_tools.logs.summary import Summary
from tierce_tools.logs.words import error_text, os_error_text
from tierce_tools.rules.reasons import line_in

if TYPE_CHECKING:  # slow imports happen where needed; `--json` does without
    from rich.console import Console
    from rich.live import Live

    from tierce_tools.logs.store import Store

# bytes; longer inputs get a progress bar
LONG_INPUT = 1 << 20
# seconds; no pause is longer, even if the log's clock jumped
LONGEST_SLEEP = 86_400.0
_STRIDE = 1 << 18  # bytes between two updates of a bar


@dataclass(frozen=True)
class ConsoleLook:
    """The terminal that another process prints for, as `rich.console.Console` takes it."""

    force_terminal: bool
    width: int
    color_system: Any


@dataclass(frozen=True)
class How:
    """How logs are refereed and shown."""

    lang: str
    as_json: bool = False
    melds: bool = False
    hints: bool = False
    deals: bool = False  # as JSON only: people are told of each
    keep_going: bool = False
    table: bool = False
    speed: float | None = None
    summary: bool = False
    look: ConsoleLook | None = None  # None: this process's own terminal


@dataclass(frozen=True)
class Log:
    """A log to referee: a file, or a match in a store."""

    name: str = ""
    path: str = ""  # the file's path, if `name` is not it
    store: str = ""
    match: int = 0
    head: str = ""  # a line before its outcomes, which names it among several

    def title(self, lang: str) -> str:
        """Return the name of a log in error messages."""
        if self.match:
            return texts(lang).gettext("match {number}", number=self.match)
        return "<stdin>" if self.name == "-" else spelt(self.name)


@dataclass
class Done:
    """The result of one log: `bad` if the file or a line was bad; the numbers of the bad lines."""

    bad: bool = False
    no_header: bool = False  # without a header nothing can be refereed
    bad_lines: list[int] = field(default_factory=lambda: [])
    summary: Summary | None = None


def referee(log: Log, how: How, advance: Callable[[int], None] | None = None) -> Done:
    """Referee one log and print the results. `advance` is called with the number of bytes read."""
    done = Done(summary=Summary(files=1) if how.summary else None)
    if log.head:
        print(log.head, flush=True)
    with ExitStack() as opened:
        try:
            read, stream = _records(log, opened)
        except OSError as error:
            _report(f"{log.name}: {unreadable(log.name, error, how.lang)}", done)
        else:
            _play(log, steps(read, _referee_for(how, opened)), stream, how, done, advance)
    if done.summary:
        done.summary.bad_lines = len(done.bad_lines)
        done.summary.bad_files = int(done.bad)
    return done


def recorded(given: tuple[Log, How]) -> tuple[Done, list[tuple[bool, str]]]:
    """Referee one log in another process.

    Returns its result and its output in order: (whether it is an error message, text).
    """
    record = _Record()
    with redirect_stdout(record.stream(False)), redirect_stderr(record.stream(True)):
        done = referee(*given)
    return done, record.pieces()


class _Record:
    """Records the output on two streams, in order."""

    def __init__(self) -> None:
        self._printed: list[tuple[bool, list[str]]] = []

    def stream(self, complaints: bool) -> io.TextIOBase:
        """Return the stream for error messages or for the rest."""
        return _Stream(self._printed, complaints)

    def pieces(self) -> list[tuple[bool, str]]:
        """Return all output."""
        return [(complaint, "".join(texts)) for complaint, texts in self._printed]


class _Stream(io.TextIOBase):
    encoding = "utf-8"

    def __init__(self, printed: list[tuple[bool, list[str]]], complaints: bool) -> None:
        self._printed = printed
        self._complaints = complaints

    def write(self, text: str, /) -> int:
        if not self._printed or self._printed[-1][0] is not self._complaints:
            self._printed.append((self._complaints, []))
        self._printed[-1][1].append(text)
        return len(text)


def _records(log: Log, opened: ExitStack) -> tuple[Iterator[Record], BinaryIO | None]:
    """Return the records of a log, and its stream if it has one. Raises OSError."""
    if log.match:
        kept = open_store(log.store).log(log.match)
        return numbered(kept), None
    path = log.path or log.name
    stream = open_input(path)
    if path != "-":
        opened.enter_context(stream)
    return records(stream), stream


def _referee_for(how: How, opened: ExitStack) -> Callable[[object], Referee]:
    """Return what makes the referee of a log from its header."""
    if not how.table:
        return partial(Referee, show_melds=how.melds, show_hints=how.hints)
    from tierce_tools.base.scratch import Scratch
    from tierce_tools.virtual.on_table import OnTable

    folder = Path(opened.enter_context(Scratch()))
    return partial(OnTable, language=how.lang, folder=folder, show_hints=how.hints)


@lru_cache(1)
def open_store(where: str) -> "Store":
    """Return a store to read games from; each process opens its own."""
    from tierce_tools.logs.store import Store

    return Store.open(where, make=False)


def unreadable(name: str, error: OSError, lang: str) -> str:
    """Return why a log cannot be read; for a folder, that it holds no logs."""
    reason = os_error_text(error, lang)
    if name and Path(name).is_dir():
        reason = texts(lang).gettext("there is no log (*.jsonl) in this folder")
    return texts(lang).gettext("cannot be read: {reason}", reason=reason)


def _report(text: str, done: Done) -> None:
    """Print a line on standard error, after the output so far."""
    tell(text)
    done.bad = True


def _report_line(log: Log, step: Step, how: How, done: Done) -> None:
    assert step.error
    _report(f"{log.title(how.lang)}:{step.line}: {error_text(step.error, how.lang)}", done)
    done.bad_lines.append(step.line)
    done.no_header = step.referee is None


def _play(
    log: Log,
    played: Iterator[Step],
    stream: BinaryIO | None,
    how: How,
    done: Done,
    advance: Callable[[int], None] | None,
) -> None:
    """Referee one log, and show or count it step by step."""
    live = how.speed is not None
    if how.speed is not None:
        played = _paced(played, how.speed)
    there = screen = None
    if done.summary:
        show = done.summary.take
    elif how.as_json:
        show = _json_printer(how, log.name == "-" or live)
    else:
        show, there, screen = _people(how, live)
    with ExitStack() as shown:
        if screen:
            shown.enter_context(screen)
        read = told = 0
        for step in played:
            if not done.summary and not screen and read < LONG_INPUT <= read + step.size:
                advance = shown.enter_context(_bar(log.name, stream, how, there))
            read += step.size
            if advance and read > told + _STRIDE:
                advance(read - told)
                told = read
            if step.error:
                _report_line(log, step, how, done)
                if not how.keep_going:
                    break
            else:
                show(step)
        if advance:
            advance(read - told)


def _json_printer(how: How, flush: bool) -> Callable[[Step], None]:
    write = sys.stdout.write

    def show(step: Step) -> None:
        for outcome in step.outcomes:
            write(line_in(outcome, how.lang) + "\n")
        deal = dealt(step) if how.deals else None
        if deal:
            write(line_of(deal) + "\n")
        if flush and (step.outcomes or deal):
            sys.stdout.flush()

    return show


def _people(how: How, live: bool) -> "tuple[Callable[[Step], None], Console, Live | None]":
    """Return (show, console, screen): lines for people; on a terminal also the live table."""
    from tierce_tools.cli.view import VERDICTS, View

    as_there: dict[str, Any] = vars(how.look) if how.look else {}
    there = console(soft_wrap=True, **as_there)
    screen = None
    if live and there.is_terminal:
        from rich.live import Live

        # Transient: at the end the rounds and the score sheet stay on the terminal.
        screen = Live(console=there, auto_refresh=False, transient=True)
    view: View | None = None

    def show(step: Step) -> None:
        nonlocal view
        event = step.event or {}
        if view is None:
            view = View(event, how.lang)
            there.print(view.title())
            return
        shown = bool(step.outcomes) and all(o[0] in VERDICTS for o in step.outcomes)
        for each in view.lines(step):
            if not screen or not shown:
                there.print(each)
        if screen and step.referee:
            screen.update(view.live(step.referee, event["t"]), refresh=True)

    return show, there, screen


def _bar(
    name: str, stream: BinaryIO | None, how: How, there: "Console | None"
) -> AbstractContextManager[Callable[[int], None]]:
    """Return a progress bar, which is shown if it is useful and disturbs no other output."""
    on = there if there and there.is_terminal else None
    # Another process has the terminal, or the outcomes go there.
    quiet = stream is None or how.look is not None or (on is None and sys.stdout.isatty())
    about = os.fstat(stream.fileno()) if stream and not quiet else None
    size = about.st_size if about and S_ISREG(about.st_mode) else None  # a pipe's size is unknown
    return bar(texts(how.lang).gettext("Refereeing {name}", name=name), size, quiet, on)


def _paced(played: Iterator[Step], speed: float) -> Iterator[Step]:
    """Delay each step until its time in the log."""
    last: int | None = None
    for step in played:
        # Bad lines and the header have no time.
        if step.referee and step.line > 1 and not step.error:
            t = step.referee.view.t
            if last is not None:
                time.sleep(min((t - last) / 1000 / speed, LONGEST_SLEEP))
            last = t
        yield step
