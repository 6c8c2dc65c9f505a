"""`tierce hint`: the best play for one hand on the command line, or for a file of questions."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from tierce.cards import parse
from tierce.presets import LogError
from tierce_tools.base.texts import N_, texts
from tierce_tools.cli.language import Lang
from tierce_tools.cli.options import argument, flag, games, option
from tierce_tools.cli.streams import tell
from tierce_tools.hints.typed import code, codes, split
from tierce_tools.logs.reader import BadLine, open_input
from tierce_tools.logs.words import error_text, os_error_text, table_words

if TYPE_CHECKING:  # rich is imported where needed; the filter does without it
    from rich.text import Text

    from tierce_tools.hints.answers import BadQuestion

_STYLES = {"head": "bold", "note": "yellow", "good": "bold green"}  # of a sentence


def hint(
    cards: Annotated[
        list[str] | None,
        argument(
            "[CARD... | FILE...]",
            N_("With --game the cards of a hand, such as 5♥ or 5H; otherwise files of questions, - is standard input."),
        ),
    ] = None,
    game: Annotated[str | None, option("NAME", N_("The game, as in a log."), autocompletion=games)] = None,
    table: Annotated[list[str] | None, option("MELD", N_('A meld on the table: "5H 6H 7H". May be repeated.'))] = None,
    joker: Annotated[list[str] | None, option("X1=CARD", N_("What a joker on the table stands for."))] = None,
    laid: Annotated[bool, flag("--laid", N_("This seat has laid in this round."))] = False,
    number: Annotated[int | None, option("N", N_("The round, for its contract (contrat)."), "--round")] = None,
    rule: Annotated[list[str] | None, option("NAME=VALUE", N_("A house rule. May be repeated."))] = None,
    goal: Annotated[str | None, option("cards|points", N_("Lay as many cards as possible, or as many points."))] = None,
    *,
    as_json: Annotated[bool, flag("--json", N_("Print the answer as JSON."))] = False,
    keep_going: Annotated[bool, flag("--keep-going", N_("Report bad lines and go on."))] = False,
    jobs: Annotated[int, option("N", N_("Number of processes; 0: one for each core."), min=0)] = 1,
    lang: Lang,
) -> None:
    """Say what a hand could do: best melds, discard, lay-offs."""
    given = cards or []
    if game is None:
        if table or joker or laid or number or rule or goal:
            _usage(texts(lang).gettext("which game? name it with --game, as in --game gin"))
        if not given and sys.stdin is not None and sys.stdin.isatty():  # pyright: ignore
            _usage(texts(lang).gettext("give --game and the cards of a hand, or a file of questions"))
        for each in given:
            if parse(code(each, lang)) >= 0 and not os.path.exists(each):
                _usage(texts(lang).gettext("which game? name it with --game, as in --game gin"))
        _filter(given or ["-"], jobs or os.cpu_count() or 1, keep_going, lang)
        return
    if not given:
        _usage(texts(lang).gettext("give --game and the cards of a hand, or a file of questions"))
    asked: dict[str, Any] = {"game": game, "hand": [code(card, lang) for card in split(given)]}
    if table:
        asked["table"] = [codes(meld, lang) for meld in table]
    asked["jokers"] = {}
    for each in joker or []:
        name, _, card = each.partition("=")
        asked["jokers"][code(name, lang)] = code(card, lang)
    asked["laid"] = laid
    if number is not None:
        asked["round"] = number
    if rule:
        from tierce_tools.cli.test import house_rules

        asked["rules"] = house_rules(rule, lang)
    if goal is not None:
        asked["goal"] = goal
    from tierce.outcomes import line_of
    from tierce_tools.hints.questions import answer

    try:
        found = answer(asked)
    except LogError as error:
        _usage(error_text(error, lang))
        raise
    if as_json:
        print(line_of(found))
    else:
        _show(dict(found), asked["hand"], lang)


def _usage(text: str) -> None:
    typer.echo(text, err=True)
    raise typer.Exit(2)


# --- the filter


def _filter(names: list[str], jobs: int, keep_going: bool, lang: str) -> None:
    from tierce.outcomes import line_of
    from tierce_tools.hints.answers import BadQuestion

    bad = False
    for name in names:
        shown = "<stdin>" if name == "-" else name
        with ExitStack() as opened:
            blocks = _blocks(name, jobs, opened)
            while True:
                try:
                    block = next(blocks, None)
                except OSError as error:
                    reason = os_error_text(error, lang)
                    tell(f"{shown}: {error_text(BadLine('unreadable', reason), lang)}")
                    bad = True
                    break
                if block is None:
                    break
                for at, each in enumerate(block):
                    if isinstance(each, BadQuestion):
                        bad = True
                        text = error_text(each.error, lang)
                        if not keep_going:
                            _write(cast("list[str]", block[:at]))
                            tell(f"{shown}:{each.line}: {text}")
                            raise typer.Exit(2)
                        block[at] = line_of([("error", text)])
                        tell(f"{shown}:{each.line}: {text}")
                _write(cast("list[str]", block))
        if bad and not keep_going:
            break
    if bad:
        raise typer.Exit(2)


def _blocks(name: str, jobs: int, opened: ExitStack) -> "Iterator[list[str | BadQuestion]]":
    from tierce_tools.hints.answers import answers

    stream = open_input(name)
    if name != "-":
        opened.enter_context(stream)
    yield from answers(stream, jobs)


def _write(lines: list[str]) -> None:
    if lines:
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()


# --- for people


def _show(found: dict[str, Any], hand: list[str], lang: str) -> None:
    """Print an answer: the melds drawn as cards, and the advice."""
    from rich.console import Console

    from tierce_tools.hints.said import Group, Sentence, parts

    console = Console(highlight=False)
    for part in parts(found, hand, lang):
        if isinstance(part, Sentence):
            console.print(part.text, style=_STYLES[part.kind])
        elif isinstance(part, Group):
            console.print(part.title, style="bold")
            for row in _rows(part.melds, console.width):
                console.print(_drawn(row, lang, part.new))
        else:
            text = _text(part.joker, lang)
            console.print(text.append(" = ").append_text(_text(part.card, lang)))


def _rows(melds: list[list[str]], width: int) -> list[list[list[str]]]:
    """Return the melds in rows that fit the width."""
    rows: list[list[list[str]]] = []
    room = 0
    most = max(1, width // 5)
    for meld in [cards[i : i + most] for cards in melds for i in range(0, len(cards), most)]:
        needed = 5 * len(meld) + 2
        if not rows or needed > room:
            rows.append([])
            room = width
        rows[-1].append(meld)
        room -= needed
    return rows


def _drawn(melds: list[list[str]], lang: str, new: frozenset[str]) -> "Text":
    """Return melds drawn side by side, each card in a frame; new cards stand out."""
    from rich.text import Text

    lines = [Text(), Text(), Text()]
    for at, meld in enumerate(melds):
        for each in lines:
            each.append("  " if at else "")
        for card in meld:
            style = "bold green" if card in new else "dim"
            text = _text(card, lang)
            lines[0].append("┌───┐", style=style)
            lines[1].append("│", style=style).append_text(text)
            lines[1].append(" " * (3 - len(text)) + "│", style=style)
            lines[2].append("└───┘", style=style)
    return Text("\n").join(lines)


def _text(face: str, lang: str) -> "Text":
    from rich.text import Text

    from tierce.cards import JOKER, text

    card = parse(face)
    if card >= JOKER:
        return Text("★", style="bold magenta")
    return Text(text(card, table_words(lang)), style="red" if face[1] in "HD" else "bold")
