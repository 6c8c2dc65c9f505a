"""The hands and tables of the hint benchmark, the same in every run."""

import json
import random
from pathlib import Path
from typing import NamedTuple

from tierce.cards import parse

REFERENCE = Path(__file__).resolve().parents[1] / "reference" / "data" / "manipulation.jsonl"


class Position(NamedTuple):
    """A table of manipulation and a hand; `most` is the number of cards it can play, if known."""

    table: list[list[int]]
    hand: list[int]
    most: int | None


def uniform_hand(rng: random.Random, size: int = 10) -> list[int]:
    """Return a hand dealt from one deck."""
    return rng.sample(range(52), size)


def rich_hand(rng: random.Random, size: int = 10) -> list[int]:
    """Return a hand from five neighbouring ranks only: many melds that compete for cards.

    Harder than any real hand; hands late in a round are closer to it than to a uniform one.
    """
    first = rng.randrange(9)
    return rng.sample([suit * 13 + first + i for suit in range(4) for i in range(5)], size)


def positions(size: int, number: int) -> list[Position]:
    """Return `number` positions with `size` cards on the table, and those of the reference."""
    found = [_position(size, i) for i in range(number)]
    with REFERENCE.open(encoding="utf-8") as file:
        for row in map(json.loads, file):
            if sum(map(len, row["table"])) == size:
                used: set[int] = set()
                table = [_cards(meld, used) for meld in row["table"]]
                hand = _cards(row["hand"], used)
                found.append(Position(table, hand, row["max_cards"]))
    return found


def _cards(codes: list[str], used: set[int]) -> list[int]:
    """Return cards by their codes; the second of a face is of the second deck."""
    found = []
    for card in map(parse, codes):
        found.append(card + 52 if card in used else card)
        used.add(found[-1])
    return found


def _position(size: int, number: int) -> Position:
    """Return random melds of two decks without jokers, `size` cards in all, and a hand of 14."""
    rng = random.Random(f"manipulation {size} {number}")
    table = None
    while table is None:
        left = [[face, face + 52] for face in range(52)]
        table = _table(rng, left, size)
    rest = [card for cards in left for card in cards]
    return Position(table, rng.sample(rest, 14), None)


def _table(rng: random.Random, left: list[list[int]], size: int) -> list[list[int]] | None:
    """Return random melds from the cards left, or None at a dead end."""
    table: list[list[int]] = []
    missing = size
    for _ in range(3000):
        if not missing:
            return table
        if rng.random() < 0.5:
            rank = rng.randrange(13)
            faces = [suit * 13 + rank for suit in rng.sample(range(4), rng.choice((3, 3, 4)))]
        else:
            length = rng.choice((3, 3, 3, 4, 5, 6))
            suit, first = rng.randrange(4), rng.randrange(15 - length)
            faces = [suit * 13 + (first + i) % 13 for i in range(length)]
        fits = len(faces) == missing or len(faces) <= missing - 3
        if fits and all(left[face] for face in faces):
            table.append([left[face].pop(0) for face in faces])
            missing -= len(faces)
    return None
