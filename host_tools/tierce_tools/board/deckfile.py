"""The deck as a JSON or CSV file on the host: which tag belongs to which card.

A deck is a dict from a card's code ("7H", "7H2", "X1") to its tag, the UID in lower-case
hexadecimal. Files are written in the order of the cards, so the same deck always gives the same
bytes.
"""

import csv
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tierce.cards import CARDS, code, in_deck, parse
from tierce_tools.base.jsontext import loads
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.base.whole import write_whole

UNWRITABLE = N_("{path}: cannot be written: {error}; name another file, or make room")

Deck = dict[str, str]

VERSION = 1
KINDS = (".json", ".csv")

# Other ways to write a rank or suit, besides the log's letters.
_RANKS = {"10": "T", "1": "A", "V": "J", "D": "Q", "R": "K"}
_SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


@dataclass(frozen=True)
class BadEntry:
    """An error in a line of a file: a key of the words of `register`, and its details."""

    line: int
    key: str
    details: tuple[object, ...] = ()


class BadDeck(Exception):
    """A file that is not a valid deck: `name`, and all its errors in `found`."""

    def __init__(self, name: str, found: list[BadEntry]) -> None:
        super().__init__(name, found)
        self.name = name
        self.found = found


# --- cards and tags


def card_of(text: str) -> str | None:
    """Return the code of a card as people write it ("7H", "10♥", "dS2", "x1"); None if invalid."""
    asked = text.strip().upper()
    match = re.fullmatch(r"(10|[1-9TJQKAVDR])([SHDC♠♥♦♣])(2?)", asked)
    if match:
        rank, suit, pack = match.groups()
        asked = _RANKS.get(rank, rank) + _SUITS.get(suit, suit) + pack
    return asked if parse(asked) >= 0 else None


def cards_of(decks: int, jokers: int) -> list[str]:
    """Return the codes of a number of packs and jokers, in the deck's order."""
    return [code(card) for card in range(CARDS) if in_deck(card, decks, jokers)]


def in_order(deck: Deck) -> Deck:
    """Return a deck sorted by card."""
    return dict(sorted(deck.items(), key=lambda each: parse(each[0])))


def tag_of(text: str) -> str | None:
    """Return a tag given as "E0:04:01..." or plain digits; None if it is not a lasting UID."""
    try:
        uid = bytes.fromhex(re.sub(r"[\s:-]", "", text))
    except ValueError:
        return None
    return uid.hex() if is_uid(uid) else None


def is_uid(uid: bytes) -> bool:
    """Tell whether a UID is permanent (not random); as app.people.teach.is_uid does."""
    size = len(uid)
    if size == 8:
        return uid[0] == 0xE0
    return size in (7, 10) or (size == 4 and uid[0] not in (0x08, 0x88))


# --- files


def kind_of(path: Path) -> str:
    """Return ".json" or ".csv". Raises Trouble for another extension."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise Trouble("register.extension", "{path}: the name must end in .json or .csv", path=path)
    return kind


def read(path: Path) -> Deck:
    """Read a deck's file. Raises Trouble if it can't be read, BadDeck with all its errors."""
    kind = kind_of(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Trouble(
            "register.unreadable", "{path}: cannot be read: {error}; name another file", path=path, error=error
        ) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadDeck(str(path), [BadEntry(line, "not_utf8")]) from None
    rows, bad = _json_rows(text) if kind == ".json" else _csv_rows(text)
    deck = _checked(rows, bad)
    if bad:
        raise BadDeck(str(path), sorted(bad, key=lambda each: each.line))
    return deck


def write(path: Path, deck: Deck) -> None:
    """Write a deck's file whole; on failure the old one stays. Raises Trouble."""
    text = text_of(deck, kind_of(path))
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise Trouble("register.unwritable", UNWRITABLE, path=path, error=error) from None


def text_of(deck: Deck, kind: str) -> str:
    """Return the text of a deck's file, one line per card."""
    rows = list(in_order(deck).items())
    if kind == ".csv":
        return "card,tag\n" + "".join(f"{card},{tag}\n" for card, tag in rows)
    lines = ",".join(f'\n"{card}":"{tag}"' for card, tag in rows)
    return f'{{"tierce_deck":{VERSION},"cards":{{{lines}\n}}}}\n'


def default_path(serial: str | None, name: str) -> Path:
    """Return the path of a board's deck file, by its USB serial number or else its name.

    Creates the folder. Raises Trouble.
    """
    import platformdirs

    folder = platformdirs.user_data_path("tierce", appauthor=False) / "decks"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble("register.unwritable", UNWRITABLE, path=folder, error=error) from None
    return folder / ((re.sub(r"[^\w.-]+", "_", serial or name).strip("._") or "deck") + ".json")


def set_aside(path: Path, known: Deck) -> tuple[int, Path] | None:
    """Rename a deck's file if it has cards that the board no longer knows.

    This keeps a known deck after its board was wiped. Returns the number of these cards and the new
    path; None if the board knows all. Raises Trouble, BadDeck.
    """
    if not path.exists():
        return None
    lost = [card for card in read(path) if card not in known]
    if not lost:
        return None
    number = 1
    while (aside := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists():
        number += 1
    try:
        path.rename(aside)
    except OSError as error:
        raise Trouble("register.unwritable", UNWRITABLE, path=aside, error=error) from None
    return len(lost), aside


# (line, card, tag); card and tag are unchecked values from the file
_Rows = list[tuple[int, Any, Any]]


def _csv_rows(text: str) -> tuple[_Rows, list[BadEntry]]:
    lines = text.splitlines()
    head = lines[0] if lines else ""
    # Spreadsheets write semicolons or tabs in some countries.
    by = max(",;\t", key=head.count)
    reader = csv.reader(lines, delimiter=by)
    names: list[str] | None = None
    rows: _Rows = []
    bad: list[BadEntry] = []
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if names is None:
                names = [cell.strip().lower() for cell in cells]
                if "card" not in names or "tag" not in names:
                    return [], [BadEntry(reader.line_num, "header")]
            elif len(cells) != len(names):
                bad.append(BadEntry(reader.line_num, "columns", (len(cells), len(names))))
            else:
                row = dict(zip(names, cells, strict=True))
                rows.append((reader.line_num, row["card"], row["tag"]))
    except csv.Error as error:
        bad.append(BadEntry(reader.line_num, "not_csv", (error,)))
    if names is None:
        bad.append(BadEntry(1, "header"))
    return rows, bad


def _json_rows(text: str) -> tuple[_Rows, list[BadEntry]]:
    # Parse objects to pairs, not dicts, so that a repeated card is seen.
    try:
        top = loads(text, object_pairs_hook=_Pairs)
    except json.JSONDecodeError as error:
        return [], [BadEntry(error.lineno, "not_json", (error.colno,))]
    except ValueError:
        return [], [BadEntry(1, "no_deck")]
    found = dict(top) if isinstance(top, _Pairs) else {}
    if found.get("tierce_deck") != VERSION:
        return [], [BadEntry(1, "no_deck")]
    cards: Any = found.get("cards")
    if not isinstance(cards, _Pairs):
        return [], [BadEntry(1, "no_deck")]
    rows: _Rows = []
    at = 0
    for card, tag in cards:
        # The parser does not give line numbers; search for the keys in order.
        match = re.compile(re.escape(json.dumps(card, ensure_ascii=False)) + r"\s*:").search(text, at)
        at = match.end() if match else at
        rows.append((text.count("\n", 0, at) + 1, card, tag))
    return rows, []


class _Pairs(list[tuple[str, Any]]):
    """A JSON object as a list of pairs, so that repeated keys are kept."""


def _checked(rows: _Rows, bad: list[BadEntry]) -> Deck:
    """Return the deck in some rows; errors are appended to `bad`."""
    deck: Deck = {}
    card_line: dict[str, int] = {}
    tag_line: dict[str, tuple[str, int]] = {}
    for line, said_card, said_tag in rows:
        card = card_of(said_card) if isinstance(said_card, str) else None
        if card is None:
            bad.append(BadEntry(line, "bad_card", (said_card,)))
            continue
        if card in card_line:
            bad.append(BadEntry(line, "card_twice", (card, card_line[card])))
            continue
        card_line[card] = line
        if said_tag is None or str(said_tag).strip() == "":
            continue  # a card without a tag yet
        tag = tag_of(said_tag) if isinstance(said_tag, str) else None
        if tag is None:
            bad.append(BadEntry(line, "bad_tag_line", (card, said_tag)))
        elif tag in tag_line:
            bad.append(BadEntry(line, "tag_twice", (tag, *tag_line[tag])))
        else:
            tag_line[tag] = (card, line)
            deck[card] = tag
    return in_order(deck)
