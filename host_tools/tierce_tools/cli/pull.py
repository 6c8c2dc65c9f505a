"""`tierce pull`: fetches the table's journal into the store of games."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Annotated

from tierce_tools.base.texts import N_, Texts, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.language import Lang
from tierce_tools.cli.options import AsJson, Port, StoreAt, option
from tierce_tools.cli.streams import print_json, tell
from tierce_tools.logs.words import line_of

if TYPE_CHECKING:  # slow to import, and not needed for --help
    from rich.progress import Progress

    from tierce_tools.board.follow import Gone
    from tierce_tools.board.journal import Pulled


def pull(
    port: Port = "auto",
    store: StoreAt = "auto",
    wait: Annotated[
        float, option("SECONDS", N_("How long to wait for a board whose cable was pulled; 0: do not wait."), min=0.0)
    ] = 10.0,
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Fetch the table's journal into the store of games."""
    from tierce_tools.board import journal, ports
    from tierce_tools.logs.store import Store

    say = texts(lang)
    ports.choose(port)  # without a board no store is needed
    pulled = journal.Pulled()
    shown, bar = _bar()
    with Store.open(store) as kept, shown:
        try:
            journal.pull(port, kept, _progress(say, bar, wait), wait, pulled=pulled)
        except Trouble as trouble:
            if not pulled.breaks or trouble.area not in ("ports", "link"):
                raise
            if as_json:
                _facts(pulled, False)
            raise Trouble(
                "pull.broken_off",
                "the board is gone; {records} records are kept. Plug it in again and repeat tierce pull: it "
                "goes on from there",
                records=pulled.records,
            ) from None
    if pulled.anew:
        tell(
            say(
                "{name}: its memory was wiped since the last time; its games are kept apart from the earlier ones",
                name=line_of(pulled.name),
            )
        )
    if pulled.lost:
        tell(say("{lost} records are lost: the board could not keep them, or has dropped the oldest", lost=pulled.lost))
    if as_json:
        _facts(pulled, True)
    else:
        print(_sentence(pulled, lang))


def _facts(pulled: "Pulled", whole: bool) -> None:
    """Print what was fetched; `whole`: everything the board had."""
    facts = {
        "board": pulled.name,
        "records": pulled.records,
        "matches": pulled.matches,
        "lost": pulled.lost,
        "anew": pulled.anew,
        "next": pulled.at,
        "whole": whole,
    }
    print_json(facts)


def _sentence(pulled: "Pulled", lang: str) -> str:
    say = texts(lang)
    name = line_of(pulled.name)
    if not pulled.records:
        return say("{name}: nothing new", name=name)
    text = say.ngettext("{name}: 1 record", "{name}: {n} records", pulled.records, name=name)
    if pulled.matches:
        text += say.ngettext(", 1 new match", ", {n} new matches", pulled.matches)
    return text


def _bar() -> "tuple[AbstractContextManager[object], Progress | None]":
    """Return a progress bar on standard error, if that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():  # pyright: ignore
        return nullcontext(), None
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    # No remaining time: record numbers jump at each start of the board, and so does the bar.
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[records]}")
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    return bar, bar


def _progress(say: Texts, bar: "Progress | None", wait: float) -> "Callable[[Pulled, Gone | None], None]":
    begun: list[int] = []

    def progress(pulled: "Pulled", gone: "Gone | None") -> None:
        name = line_of(pulled.name)
        if gone is not None:
            if not wait:
                return
            text = say("{name}: the board is gone, waiting {seconds} s for it", name=name, seconds=f"{wait:g}")
            if bar:
                bar.console.print(text, markup=False, highlight=False)
            else:
                tell(text)
        elif bar:
            if not begun:
                from rich.markup import escape

                begun.append(pulled.at)
                bar.add_task(escape(say("Fetching from {name}", name=name)), records=0)
            total = max(pulled.until - begun[0], 1)
            done = min(max(pulled.at - begun[0], 0), total)
            bar.update(bar.task_ids[0], total=total, completed=done, records=pulled.records)

    return progress
