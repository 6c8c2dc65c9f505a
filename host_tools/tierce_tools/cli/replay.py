"""`tierce replay`: referees recorded games, for people or as JSON lines, one or many."""

import os
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from tierce_tools.base.plain import as_json as json_of
from tierce_tools.base.texts import N_, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.bars import bar
from tierce_tools.cli.language import Lang
from tierce_tools.cli.options import argument, flag, option
from tierce_tools.cli.replay_log import ConsoleLook, Done, How, Log, recorded, referee
from tierce_tools.cli.replay_results import Keeper, show_summary
from tierce_tools.cli.streams import tell
from tierce_tools.logs.files import log_files, size_of
from tierce_tools.logs.many import in_order
from tierce_tools.logs.reader import open_input
from tierce_tools.logs.summary import Summary


def replay(
    files: Annotated[
        list[str] | None,
        argument("FILE", N_("Logs, or folders of them; - is standard input. May be left out with --store.")),
    ] = None,
    as_json: Annotated[bool, flag("--json", N_("Print outcomes as lines of the log format."))] = False,
    melds: Annotated[bool, flag("--melds", N_("Also print each meld zone's cards when they change."))] = False,
    hints: Annotated[bool, flag("--hints", N_("Also print the hint when a seat presses hint."))] = False,
    deals: Annotated[bool, flag("--deals", N_("With --json, also print each deal that is accepted."))] = False,
    keep_going: Annotated[bool, flag("--keep-going", N_("Report bad lines and go on."))] = False,
    table: Annotated[bool, flag("--on-table", N_("Play the logs at a modelled table, which referees them."))] = False,
    summary: Annotated[bool, flag("--summary", N_("Print totals at the end instead of each turn."))] = False,
    store: Annotated[
        str | None,
        option(
            "STORE",
            N_(
                "Store the games there: a file, or a URL such as postgresql://user@host/games; "
                "auto is your own store. Without FILE, the store's games are refereed."
            ),
            "--store",
        ),
    ] = None,
    jobs: Annotated[int, option("N", N_("Number of processes; 0: one for each core."), min=0)] = 1,
    *,
    lang: Lang,
    speed: Annotated[
        float | None,
        option("SPEED", N_("Play back live at this speed: 1 is real time, 10 is ten times as fast."), min=0.001),
    ] = None,
) -> None:
    """Referee recorded games: each turn judged, rounds scored."""
    if table and melds:
        typer.echo(texts(lang).gettext("--melds and --on-table do not go together: a table shows no melds"), err=True)
        raise typer.Exit(2)
    if speed is not None and (summary or jobs != 1):
        raise Trouble("replay.speed_jobs", "--speed plays one log at a time: leave out --jobs and --summary")
    if not files and store is None:
        raise Trouble(
            "replay.what", "name a log to referee, - being standard input; --store auto takes the games of your store"
        )
    if store == "auto":  # --store auto was given: the default store
        store = os.environ.get("TIERCE_STORE") or store
    begun = time.monotonic()
    keeper: Keeper | None = None
    with ExitStack() as opened:
        logs = [Log(name) for name in log_files(files)] if files else _kept(store or "")
        if not logs:
            tell(texts(lang).gettext("the store has no game yet: name logs to keep, or `tierce pull` a table's"))
        how = How(lang, as_json, melds, hints, deals, keep_going, table, speed, summary)
        if not summary and (len(logs) > 1 or not files):
            logs = [replace(log, head=_head(log, how)) for log in logs]
        jobs = max(1, min(jobs or os.cpu_count() or 1, len(logs)))
        if jobs > 1 or (files and store is not None):
            logs = [_at_hand(log, opened) for log in logs]
        results = opened.enter_context(_results(logs, how, jobs))
        if files and store is not None:
            keeper = opened.enter_context(Keeper(store))
        bad, total = _take(logs, results, how, keeper)
    sys.stdout.flush()
    if total is not None:
        show_summary(total, keeper, time.monotonic() - begun, as_json, lang)
    elif keeper:
        stored, known, left_out = keeper.counts()
        say = texts(lang)
        tell(
            say(
                "kept in the store: {stored}; there already: {known}; left out for bad lines: {left_out}",
                stored=stored,
                known=known,
                left_out=left_out,
            )
        )
    if bad:
        raise typer.Exit(2)


def _kept(where: str) -> list[Log]:
    """Return the games of a store, oldest first."""
    from tierce_tools.logs.store import Store

    with Store.open(where, make=False) as kept:
        return [Log(store=where, match=row.id) for row in kept.matches()]


def _head(log: Log, how: How) -> str:
    if how.as_json:
        return json_of({"match": log.match} if log.match else {"file": log.name})
    return f"\n== {log.title(how.lang) if log.match else log.name} =="


def _at_hand(log: Log, opened: ExitStack) -> Log:
    """Return a log that other processes can read, and that can be read more than once."""
    if log.name != "-":
        return log
    import shutil

    from tierce_tools.base.scratch import Scratch

    try:
        stream = open_input("-")
    except OSError:  # refereeing it will report the error
        return log
    path = Path(opened.enter_context(Scratch()), "stdin.jsonl")
    with path.open("wb") as copy:
        shutil.copyfileobj(stream, copy)
    return replace(log, path=str(path))


@contextmanager
def _results(logs: list[Log], how: How, jobs: int) -> Generator[Iterator[Done], None, None]:
    """Referee the logs, one after another or in several processes; results come in order."""
    sizes = [size_of(log.path or log.name) if log.name else 1 for log in logs]
    if how.summary or jobs > 1:
        text = texts(how.lang).gettext("Refereeing")
        quiet = not how.summary and sys.stdout.isatty()  # the turns are printed on the terminal
    else:
        text, quiet = "", True
    if jobs == 1:
        with bar(text, sum(sizes) or None, quiet) as advance:
            yield (referee(log, how, advance) for log in logs)
        return
    how = replace(how, look=_look(how))
    # Start the processes before the bar, as they would inherit the locks of its thread.
    with (
        in_order(recorded, [(log, how) for log in logs], jobs) as found,
        bar(text, sum(sizes) or None, quiet) as advance,
    ):
        yield _printed(found, sizes, advance)


def _printed(
    found: Iterator[tuple[Done, list[tuple[bool, str]]]], sizes: list[int], advance: Callable[[int], None]
) -> Iterator[Done]:
    """Print the output of other processes; yield the results."""
    for size, (done, printed) in zip(sizes, found, strict=False):
        for complaint, text in printed:
            if complaint:
                sys.stdout.flush()
            (sys.stderr if complaint else sys.stdout).write(text)
        advance(size)
        yield done


def _look(how: How) -> ConsoleLook | None:
    if how.as_json or how.summary:
        return ConsoleLook(False, 80, None)
    from rich.console import Console

    console = Console()
    return ConsoleLook(console.is_terminal, console.width, console.color_system)


def _take(logs: list[Log], results: Iterator[Done], how: How, keeper: Keeper | None) -> tuple[bool, Summary | None]:
    """Take the results in order; return whether any was bad, and the sum of the summaries."""
    total = Summary() if how.summary else None
    bad = False
    for log, done in zip(logs, results, strict=False):
        if total is not None and done.summary is not None:
            total += done.summary
        bad = bad or done.bad
        if keeper:
            keeper.take(log, done, how.keep_going)
        if bad and not how.keep_going:
            break
    return bad, total
