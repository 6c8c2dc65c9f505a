"""Parses a question for a hint from JSON; the engine answers it.

firmware/LOG.md "Hints". Boards do not use this module: a table asks without JSON.
"""

from typing import Any, cast

from tierce import cards
from tierce.cards import JOKER
from tierce.hints import Question
from tierce.presets import MOST_SEATS, PRESETS, LogError, rules_of


def answer(asked: object) -> list[tuple[str, Any]]:
    """Return the answer to a question. Raises LogError."""
    return parse(asked).answer()


def _rules(game: object, house: object) -> dict[str, Any]:
    """Return the rules of a question, which does not say how many play. Raises LogError.

    Where few players have one deck and more have two, more are assumed: with two the answer is the same. If that
    many can't have such a hand, two play.
    """
    preset = PRESETS.get(game) if isinstance(game, str) else None
    larger = preset["larger_from"] if preset else 2
    try:
        return rules_of(game, larger if larger <= MOST_SEATS else 2, house)
    except LogError as error:
        if error.details[:1] != ("hand",):
            raise
        return rules_of(game, 2, house)


def parse(asked: object) -> Question:
    """Return a question in the engine's form. Raises LogError."""
    if not isinstance(asked, dict):
        raise LogError("not_question")
    asked = cast("dict[str, Any]", asked)
    rules = _rules(asked.get("game"), asked.get("rules", {}))
    given: dict[int, str] = {}  # card -> its code as given

    def cards_of(codes: object, key: str) -> list[int]:
        if not isinstance(codes, list):
            raise LogError("not_list", key)
        found: list[int] = []
        for code in cast("list[Any]", codes):
            card = cards.parse(code) if isinstance(code, str) else -1
            # A question may name a face twice without the deck; the second is the other deck's
            # card.
            if card in given and card < 52 and rules["decks"] > 1:
                card += 52
            if card < 0 or not cards.in_deck(card, rules["decks"], rules["jokers"]):
                raise LogError("unknown_card", code)
            if card in given:
                raise LogError("card_twice", code)
            given[card] = code
            found.append(card)
        return found

    if "hand" not in asked:
        raise LogError("no_hand")
    # A code with its deck means that card; a code without takes the face's first free card.
    melds = asked.get("table", [])
    if not isinstance(melds, list):
        raise LogError("not_list", "table")
    hand = cards_of(asked["hand"], "hand")
    table = [cards_of(meld, "table") for meld in cast("list[Any]", melds)]
    stands = _jokers(asked.get("jokers", {}), table)
    laid = asked.get("laid", False)
    if laid is not True and laid is not False:
        raise LogError("not_bool", "laid", laid)
    zones = [f"meld{number}" for number in range(1, len(table) + 1)]
    question = Question(rules, hand, table, zones, stands)
    question.laid = laid
    last = len(rules.get("contracts", ()))
    number = asked.get("round", 1)
    if last and (type(number) is not int or not 1 <= number <= last):
        raise LogError("question_round", number, last)
    question.round = number
    goal = asked.get("goal")
    if goal is not None:
        if goal not in ("cards", "points"):
            raise LogError("goal", goal)
        question.goal = goal
    if rules["family"] == "gin" and table:
        question.readings()  # checks the melds, as the answer at gin does not
    question.name = lambda card: given[card]
    return question


def _jokers(jokers: object, table: list[list[int]]) -> dict[int, int]:
    """Return the face that each joker on the table stands for. Raises LogError."""
    if not isinstance(jokers, dict):
        raise LogError("not_object", "jokers")
    stands: dict[int, int] = {}
    on_table = [card for meld in table for card in meld]
    for code, as_code in cast("dict[str, Any]", jokers).items():
        joker = cards.parse(code)
        face = cards.parse(as_code) if isinstance(as_code, str) else -1
        if joker < JOKER or joker not in on_table:
            raise LogError("no_joker_there", code)
        if not 0 <= face < JOKER:
            raise LogError("joker_as", as_code)
        stands[joker] = face % 52
    return stands
