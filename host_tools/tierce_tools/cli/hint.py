"""`tierce hint`: the best play for one hand on the command line, or for a file of questions."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from tierce.cards import parse
from tierce.presets import LogError
from tierce_tools.base.texts import N_, of_table, texts
from tierce_tools.cli.language import Lang
from tierce_tools.cli.streams import open_input, tell
from tierce_tools.logs.reader import BadLine
from tierce_tools.logs.words import error_text, os_error_text, table_words

if TYPE_CHECKING:  # rich is imported where needed; the filter does without it
    from rich.text import Text

    from tierce_tools.hints.answers import Bad

# Other ways to write a rank or suit, besides the log's letters.
_RANKS = {"10": "T", "1": "A", "V": "J", "D": "Q", "R": "K"}
_SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def hint(
    cards: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CARD... | FILE...]",
            help=N_(
                "With --game the cards of a hand; else files of questions, - is standard input."
            ),
        ),
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="NAME", help=N_(
        "The game, as in a log."
    ))] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(metavar="MELD", help=N_('A meld on the table: "5H 6H 7H". May be repeated.')),
    ] = None,
    joker: Annotated[
        list[str] | None,
        typer.Option(metavar="X1=CARD", help=N_("What a joker on the table stands for.")),
    ] = None,
    laid: Annotated[
        bool, typer.Option("--laid", help=N_("This seat has laid in this round."))
    ] = False,
    rule: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help=N_("A house rule. May be repeated.")),
    ] = None,
    goal: Annotated[
        str | None,
        typer.Option(metavar="cards|points", help=N_(
            "Lay as many cards as possible, or as many points."
        )),
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help=N_("Print the answer as JSON."))] = False,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help=N_("Report bad lines and go on."))
    ] = False,
    jobs: Annotated[
        int, typer.Option(min=0, metavar="N", help=N_("Number of processes; 0: one for each core."))
    ] = 1,
    lang: Lang,
) -> None:
    """Say what a hand could do: best melds, discard, lay-offs."""
    given = cards or []
    if game is None:
        if table or joker or laid or rule or goal:
            _usage(texts(lang).gettext("which game? name it with --game, as in --game gin"))
        if not given and sys.stdin is not None and sys.stdin.isatty():  # pyright: ignore
            _usage(
                texts(lang).gettext("give --game and the cards of a hand, or a file of questions")
            )
        for each in given:
            if parse(_code(each)) >= 0 and not os.path.exists(each):
                _usage(texts(lang).gettext("which game? name it with --game, as in --game gin"))
        _filter(given or ["-"], jobs or os.cpu_count() or 1, keep_going, lang)
        return
    if not given:
        _usage(texts(lang).gettext("give --game and the cards of a hand, or a file of questions"))
    asked: dict[str, Any] = {"game": game, "hand": [_code(card) for card in _split(given)]}
    if table:
        asked["table"] = [[_code(card) for card in _split([meld])] for meld in table]
    asked["jokers"] = {}
    for each in joker or []:
        name, _, card = each.partition("=")
        asked["jokers"][_code(name)] = _code(card)
    asked["laid"] = laid
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
        _show(dict(found), asked, lang)


def _usage(text: str) -> None:
    typer.echo(text, err=True)
    raise typer.Exit(2)


def _split(cards: list[str]) -> list[str]:
    return " ".join(cards).replace(",", " ").split()


def _code(card: str) -> str:
    """Return the code of a card as typed: 10h, V♠ and Th are accepted too."""
    text = card.upper()
    for written, letter in _SUITS.items():
        text = text.replace(written, letter)
    for written, letter in _RANKS.items():
        if text.startswith(written) and len(text) > len(written):
            text = letter + text[len(written) :]
            break
    # An unknown card is returned as typed, for the error message.
    return text if parse(text) >= 0 else card


# --- the filter


def _filter(names: list[str], jobs: int, keep_going: bool, lang: str) -> None:
    from tierce.outcomes import line_of
    from tierce_tools.hints.answers import Bad

    bad = False
    for name in names:
        shown = "<stdin>" if name == "-" else name
        with ExitStack() as opened:
            blocks = _blocks(name, jobs, opened)
            while True:
                try:
                    block = next(blocks, None)
                except OSError as error:
                    reason = (os_error_text(error, lang),)
                    tell(f"{shown}: {error_text(BadLine(0, 'unreadable', reason), lang)}")
                    bad = True
                    break
                if block is None:
                    break
                for at, each in enumerate(block):
                    if isinstance(each, Bad):
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


def _blocks(name: str, jobs: int, opened: ExitStack) -> "Iterator[list[str | Bad]]":
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


def _show(found: dict[str, Any], asked: dict[str, Any], lang: str) -> None:
    """Print an answer: the melds drawn as cards, and the advice."""
    from rich.console import Console

    console = Console(highlight=False)
    say = texts(lang)
    hints = of_table("hints", lang).HINTS
    melds: list[list[str]] = found.get("melds", [])

    def draw(title: str, cards: list[list[str]], new: set[str] | None = None) -> None:
        console.print(title, style="bold")
        for row in _rows(cards, console.width):
            console.print(_drawn(row, lang, new))

    if "deadwood" in found:
        console.print(hints["deadwood"].format(found["deadwood"]), style="bold")
        used = {card for meld in melds for card in meld}
        for change in found.get("lay_offs", []):
            used.update(change["in"])
        if melds:
            draw(say("Melds"), melds)
        left = [c for c in asked["hand"] if c not in used and c != found["discard"]]
        if left:
            draw(say("Left over"), [left])
        if found["discard"]:
            draw(say("Discard"), [[found["discard"]]])
    elif not found["cards"]:
        console.print(hints["nothing"], style="bold")
    else:
        console.print(hints["down"].format(found["cards"], found["points"]), style="bold")
        if melds:
            draw(say("Melds"), melds)
        if "table" in found:
            draw(say("The table then"), found["table"], set(asked["hand"]))
            for code, card in sorted(found["jokers"].items()):
                text = _text(code, lang).append(" = ").append_text(_text(card, lang))
                console.print(text)
    for change in found.get("lay_offs", []):
        number = change["zone"].removeprefix("meld")
        if "out" in change:
            title = say("Add to meld {number} and take its joker", number=number)
        else:
            title = say("Lay off on meld {number}", number=number)
        draw(title, [change["in"]])
    if "first_lay" in found:
        draw(say("As a first lay"), found["first_lay"])
    elif not found.get("can_lay", True) and found["cards"] and not found["rami_sec"]:
        console.print(hints["too_little"], style="yellow")
    if found.get("rami_sec"):
        console.print(hints["rami_sec"], style="bold green")


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


def _drawn(melds: list[list[str]], lang: str, new: set[str] | None) -> "Text":
    """Return melds drawn side by side, each card in a frame; new cards stand out."""
    from rich.text import Text

    lines = [Text(), Text(), Text()]
    for at, meld in enumerate(melds):
        for each in lines:
            each.append("  " if at else "")
        for card in meld:
            style = "bold green" if new and card in new else "dim"
            text = _text(card, lang)
            lines[0].append("┌───┐", style=style)
            lines[1].append("│", style=style).append_text(text)
            lines[1].append(" " * (3 - len(text)) + "│", style=style)
            lines[2].append("└───┘", style=style)
    return Text("\n").join(lines)


def _text(code: str, lang: str) -> "Text":
    from rich.text import Text

    from tierce.cards import JOKER, text

    card = parse(code)
    if card >= JOKER:
        return Text("★", style="bold magenta")
    return Text(text(card, table_words(lang)), style="red" if code[1] in "HD" else "bold")
