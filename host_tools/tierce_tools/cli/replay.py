"""`tierce replay`: referee recorded games, for people or as outcome lines."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, nullcontext
from stat import S_ISREG
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from tierce.outcomes import line
from tierce_tools.cli.streams import open_input
from tierce_tools.cli.words import WORDS, Lang, Language, error_text, os_error_text
from tierce_tools.logs.replay import Step, steps

if TYPE_CHECKING:  # rich is imported where it is used: `--json` and `--help` do without
    from rich.console import Console
    from rich.live import Live
    from rich.progress import Progress

# Whoever has waited for so many bytes may wonder how far it is.
LONG_INPUT = 1 << 20
# Nobody waits a day for a card; a clock that jumped must not stop the replay for good.
LONGEST_SLEEP = 86_400.0


def replay(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Logs; - is standard input.")
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print outcome lines, as the log format has them.")
    ] = False,
    melds: Annotated[
        bool, typer.Option("--melds", help="Say too what lies in each meld zone as it changes.")
    ] = False,
    hints: Annotated[
        bool, typer.Option("--hints", help="Answer too what a seat asks that presses hint.")
    ] = False,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Report bad lines and go on.")
    ] = False,
    table: Annotated[
        bool,
        typer.Option("--on-table", help="Play it at a modelled table; its firmware referees."),
    ] = False,
    *,
    lang: Lang,
    speed: Annotated[
        float | None,
        typer.Option(min=0.001, help="Play back live: 1 is real time, 10 ten times as fast."),
    ] = None,
) -> None:
    """Referee recorded games: every turn judged, rounds and matches scored."""
    if table and melds:
        typer.echo(WORDS[lang]["table_melds"], err=True)
        raise typer.Exit(2)
    bad = False
    for name in files:
        if as_json and len(files) > 1:
            print(json.dumps({"file": name}, ensure_ascii=False, separators=(",", ":")))
        elif len(files) > 1:
            print(f"\n== {name} ==", flush=True)
        try:
            stream = open_input(name)
        except OSError as error:
            reason = WORDS[lang]["unreadable"].format(os_error_text(error, lang))
            bad = _report(f"{name}: {reason}")
            if keep_going:
                continue
            break
        with nullcontext() if name == "-" else stream:
            lines = steps(stream, lang, melds, hints)
            if table:
                from tierce_tools.modelled import on_table

                lines = on_table(lines, lang, hints)
            played = _play(name, lines, stream, lang, as_json, keep_going, speed)
        bad = bad or not played
        if bad and not keep_going:
            break
    sys.stdout.flush()
    if bad:
        raise typer.Exit(2)


def _report(text: str) -> bool:
    """Say one line on standard error, after what was printed already."""
    sys.stdout.flush()
    print(text, file=sys.stderr)
    return True


def _play(
    name: str,
    played: Iterator[Step],
    stream: BinaryIO,
    lang: Language,
    as_json: bool,
    keep_going: bool,
    speed: float | None,
) -> bool:
    """Play one log; return whether every line of it was good."""
    good = True
    if speed is not None:
        played = _paced(played, speed)
    if as_json:
        show, console, screen = _json_printer(name == "-" or speed is not None), None, None
    else:
        show, console, screen = _people(lang, speed is not None)
    bar = None
    with ExitStack() as shown:
        if screen:
            shown.enter_context(screen)
        read = 0
        for count, step in enumerate(played):
            if not screen and read < LONG_INPUT <= read + step.size:
                bar = _bar(name, stream, lang, console)
                if bar:
                    shown.enter_context(bar)
            read += step.size
            if bar and count % 1000 == 0:
                bar.update(bar.task_ids[0], completed=read)
            if step.error:
                where = "<stdin>" if name == "-" else name
                good = not _report(f"{where}:{step.line}: {error_text(step.error, lang)}")
                if not keep_going:
                    break
            else:
                show(step)
    return good


def _json_printer(flush: bool) -> Callable[[Step], None]:
    write = sys.stdout.write

    def show(step: Step) -> None:
        for outcome in step.outcomes:
            write(line(outcome) + "\n")
        if flush and step.outcomes:
            sys.stdout.flush()

    return show


def _people(lang: Language, live: bool) -> "tuple[Callable[[Step], None], Console, Live | None]":
    """Return (show, console, screen): lines for people, the live table below them on a terminal."""
    from rich.console import Console
    from rich.live import Live

    from tierce_tools.cli.view import VERDICTS, View

    console = Console(highlight=False, soft_wrap=True)
    screen = None
    if live and console.is_terminal:
        # The table goes at the end: what stays on the terminal is the rounds and the score sheet.
        screen = Live(console=console, auto_refresh=False, transient=True)
    view: View | None = None

    def show(step: Step) -> None:
        nonlocal view
        event = step.event or {}
        if view is None:
            view = View(event, lang)
            console.print(view.title())
            return
        shown = bool(step.outcomes) and all(o[0] in VERDICTS for o in step.outcomes)
        for each in view.lines(step):
            if not screen or not shown:
                console.print(each)
        if screen and step.referee:
            screen.update(view.live(step.referee, event["t"]), refresh=True)

    return show, console, screen


def _bar(
    name: str, stream: BinaryIO, lang: Language, console: "Console | None"
) -> "Progress | None":
    """Return a progress bar where it is of use and in nobody's way, or None."""
    from rich.console import Console
    from rich.progress import Progress

    if not (console and console.is_terminal):
        # Outcomes go to a file or a pipe: the bar may have the terminal to itself.
        if sys.stdout.isatty() or not sys.stderr.isatty():
            return None
        console = Console(stderr=True)
    bar = Progress(console=console, transient=True)
    about = os.fstat(stream.fileno())
    size = about.st_size if S_ISREG(about.st_mode) else None  # nobody knows what a pipe will bring
    bar.add_task(WORDS[lang]["refereeing"].format(name), total=size)
    return bar


def _paced(played: Iterator[Step], speed: float) -> Iterator[Step]:
    """Hold each step back until its time has come."""
    last: int | None = None
    for step in played:
        # Bad lines and the header have no time of their own.
        if step.referee and step.line > 1 and not step.error:
            t = step.referee.game.t
            if last is not None:
                time.sleep(min((t - last) / 1000 / speed, LONGEST_SLEEP))
            last = t
        yield step
