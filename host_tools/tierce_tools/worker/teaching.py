"""A board at the page's USB learns its deck: what `tierce register` does, for the page Build."""

import json
from typing import Any

from tierce_tools.board import deckfile
from tierce_tools.board.follow import tell_time
from tierce_tools.board.registration import Quit, Walk, connected, plan_of
from tierce_tools.board.registration_texts import card_text, sentence
from tierce_tools.worker.boarding import Told, told_here
from tierce_tools.worker.cable import DEVICE

_PATIENCE_S = 600.0  # without a card or a key


class Keys:
    """What a person answers on the page: see registration.Keys. What was pressed before is forgotten."""

    closed = False

    def __init__(self, line: Any) -> None:
        self._line = line
        while self.get():
            pass

    def get(self) -> str | None:
        """Return the next key, or None."""
        return str(self._line.key()) or None


def register(asked: Told, language: str, line: Any) -> Told:
    """Ask for the cards of a deck, and tell the page of each step by `line`; return what is registered then.

    `packs` and `jokers` say which deck; with `again` its registered cards are asked for, too. Raises Trouble.
    """
    plan = plan_of(*(value if type(value := asked.get(key)) is int else -1 for key in ("packs", "jokers")))
    session, again, _ = connected(DEVICE)
    first = [session]

    def tell(what: str, **facts: Any) -> None:
        if "why" in facts:
            facts["why"] = told_here(facts["why"])
        known = sum(card in course.deck for card in plan)
        said = {
            "what": what,
            "text": sentence(what, facts, known, len(plan), language),
            "card": facts.get("card"),
            "names": [card_text(facts[each], language) for each in ("card", "was") if each in facts],
        }
        line.tell(json.dumps({"walk": said}))

    with session:
        tell_time(session)
        keys = Keys(line)
        course = Walk(lambda: first.pop() if first else again(), keys, tell, lambda _: None, _PATIENCE_S)
        try:
            course.run(plan if asked.get("again") is True else [card for card in plan if card not in course.deck])
        except Quit:
            pass
        finally:
            course.close()
    missing = [card_text(card, language) for card in plan if card not in course.deck]
    return {"of": len(plan), "missing": missing, "deck": deckfile.text_of(course.deck, ".json")}
