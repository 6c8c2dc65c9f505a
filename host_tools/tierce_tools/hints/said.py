"""The answer to a question for people: sentences, and groups of cards to draw. Draws nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tierce.said import contract_line
from tierce_tools.base.texts import in_table, of_table, texts


@dataclass(frozen=True)
class Sentence:
    """A text, and its kind: "head", "note" or "good"."""

    text: str
    kind: str


@dataclass(frozen=True)
class Group:
    """Melds under a title; `new` are the cards in them that come from the hand."""

    title: str
    melds: list[list[str]]
    new: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Stands:
    """A joker, and the card that it stands for."""

    joker: str
    card: str


Part = Sentence | Group | Stands


def parts(found: dict[str, Any], hand: list[str], language: str) -> Iterator[Part]:
    """Yield what is said of an answer about a hand, in order."""
    say = texts(language)
    hints = of_table("said", language).HINTS
    melds: list[list[str]] = found.get("melds", [])
    if "deadwood" in found:
        yield Sentence(hints["deadwood"].format(found["deadwood"]), "head")
        used = {card for meld in melds for card in meld}
        for change in found.get("lay_offs", []):
            used.update(change["in"])
        if melds:
            yield Group(say("Melds"), melds)
        left = [card for card in hand if card not in used and card != found["discard"]]
        if left:
            yield Group(say("Left over"), [left])
        if found["discard"]:
            yield Group(say("Discard"), [[found["discard"]]])
    elif not found["cards"] and not found["points"]:
        yield Sentence(hints["nothing"], "head")
        yield from _at_least(found, hints)
        yield from _contract(found, language)
    else:
        yield Sentence(hints["down"].format(found["cards"], found["points"]), "head")
        yield from _at_least(found, hints)
        yield from _contract(found, language)
        if melds:
            yield Group(say("Melds"), melds)
        if "table" in found:
            yield Group(say("The table then"), found["table"], frozenset(hand))
            for joker, card in sorted(found["jokers"].items()):
                yield Stands(joker, card)
    for change in found.get("lay_offs", []):
        number = change["zone"].removeprefix("meld")
        if "out" in change:
            title = say("Add to meld {number} and take its joker", number=number)
        else:
            title = say("Lay off on meld {number}", number=number)
        yield Group(title, [change["in"]])
    if "first_lay" in found:
        yield Group(say("As a first lay"), found["first_lay"])
    elif "contract" not in found and not found.get("can_lay", True) and found["cards"] and not found["rami_sec"]:
        yield Sentence(hints["too_little"], "note")
    if found.get("rami_sec"):
        yield Sentence(hints["rami_sec"], "good")


def _at_least(found: dict[str, Any], hints: dict[str, str]) -> Iterator[Part]:
    if found.get("at_least"):
        yield Sentence(hints["at_least"], "note")


def _contract(found: dict[str, Any], language: str) -> Iterator[Sentence]:
    """Yield whether the hand meets its contract, in contrat."""
    if "contract" in found:
        line = contract_line("met" if found["can_lay"] else "lacks", found["contract"], in_table(language))
        yield Sentence(line[:1].upper() + line[1:], "good" if found["can_lay"] else "note")
