"""A player's card: a tag that stands for a person, laid on a seat before a match's first deal.

A board knows no such card. It records it as the warning `unknown_card` on a seat's zone.
"""

import re

from tierce_tools.logs.records import EVENT, HEADER, MATCH, OUTCOME, OVER, RULING, Record, kind_of

_UID = re.compile(r"[0-9a-f]{8,20}")


class Seated:
    """Takes a journal's records in order.

    `match` is the number of the last match's header, 0 before there is one; `cards` are its
    players' cards, seat -> UID. A card counts from the end of the match before to the first deal.
    """

    def __init__(self) -> None:
        self.match = 0
        self.cards: dict[int, str] = {}
        self._open = True  # whether a card counts
        self._next: dict[int, str] | None = {}  # the next match's cards; None: this one goes on

    def take(self, record: Record) -> bool:
        """Take a record or a loss; tell whether it is a player's card that counts."""
        kind = "" if "lost" in record else kind_of(record)
        if kind == HEADER:
            self.match, self.cards = record["seq"], self._next or {}
            self._open, self._next = True, None
        elif kind in (MATCH, OVER):
            self._open, self._next = True, {}
        elif (
            not kind
            or (kind == EVENT and record.get("press") == "deal")
            or (kind == RULING and record["ruling"] == "undo")
        ):
            self._open = False
        elif kind == OUTCOME and self._open:
            return self._lay(record)
        return False

    def _lay(self, record: Record) -> bool:
        found = card_of(record)
        if found is None:
            return False
        seat, uid = found
        cards = self.cards if self._next is None else self._next
        for other in [each for each in cards if cards[each] == uid]:
            del cards[other]
        cards[seat] = uid
        return True


def card_of(outcome: Record) -> tuple[int, str] | None:
    """Return the seat and UID of a tag on a seat that is not a card of the game."""
    # Other outcomes may have a key "code" too, as further keys are allowed.
    if (outcome.get("event"), outcome.get("code")) != ("warning", "unknown_card"):
        return None
    if not outcome["zone"].startswith("seat"):
        return None
    uid = outcome["card"].lower()
    return (int(outcome["zone"][4:]), uid) if _UID.fullmatch(uid) else None
