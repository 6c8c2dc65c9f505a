"""`tierce pull`: fetches the table's journal into the store of games."""

import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from tierce_tools.cli.options import AsJson, Port, StoreAt
from tierce_tools.cli.streams import print_json, tell
from tierce_tools.cli.words import Lang, Language, line_of, say
from tierce_tools.trouble import Trouble

if TYPE_CHECKING:  # slow to import, and not needed for --help
    from rich.progress import Progress

    from tierce_tools.board.follow import Gone
    from tierce_tools.board.pulling import Pulled


def pull(
    port: Port = "auto",
    store: StoreAt = "auto",
    wait: Annotated[
        float,
        typer.Option(
            min=0.0,
            metavar="SECONDS",
            help="How long to wait for a board whose cable was pulled; 0: not at all.",
        ),
    ] = 10.0,
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Fetch the table's journal into the store of games."""
    from tierce_tools.board import ports, pulling
    from tierce_tools.logs.store import Store

    words = say("pull", lang)
    ports.choose(port)  # without a board no store is needed
    pulled = pulling.Pulled()
    shown, bar = _bar()
    with Store.open(store) as kept, shown:
        try:
            pulling.pull(port, kept, _progress(words, bar, wait), wait, pulled=pulled)
        except Trouble as trouble:
            if not pulled.breaks or trouble.area not in ("ports", "link"):
                raise
            if as_json:
                _facts(pulled, False)
            raise Trouble("pull", "broken_off", pulled.records) from None
    if pulled.anew:
        tell(words["anew"].format(line_of(pulled.name)))
    if pulled.lost:
        tell(words["lost"].format(pulled.lost))
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


def _sentence(pulled: "Pulled", lang: Language) -> str:
    words = say("pull", lang)
    name = line_of(pulled.name)
    if not pulled.records:
        return words["none"].format(name)
    text = words["one" if pulled.records == 1 else "some"].format(name, pulled.records)
    if pulled.matches:
        text += words["match" if pulled.matches == 1 else "matches"].format(pulled.matches)
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


def _progress(
    words: Mapping[str, str], bar: "Progress | None", wait: float
) -> "Callable[[Pulled, Gone | None], None]":
    begun: list[int] = []

    def progress(pulled: "Pulled", gone: "Gone | None") -> None:
        name = line_of(pulled.name)
        if gone is not None:
            if not wait:
                return
            text = words["gone"].format(name, f"{wait:g}")
            if bar:
                bar.console.print(text, markup=False, highlight=False)
            else:
                tell(text)
        elif bar:
            if not begun:
                from rich.markup import escape

                begun.append(pulled.at)
                bar.add_task(escape(words["pulling"].format(name)), records=0)
            total = max(pulled.until - begun[0], 1)
            done = min(max(pulled.at - begun[0], 0), total)
            bar.update(bar.task_ids[0], total=total, completed=done, records=pulled.records)

    return progress
