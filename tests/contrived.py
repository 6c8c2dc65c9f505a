"""Contrived hands, the worst that a hint can be asked for: one long suit, two jokers, six melds."""

import random
from typing import Any

from tierce.cards import JOKER
from tierce.hints import Question
from tierce.melds import BROKEN, STANDS, form_of, read
from tierce.presets import OPTIONS, PRESETS, rules_of

Asked = dict[str, Any]

# The same question on both Pythons, from a dict as `contrived` has it.
QUESTION = """
def question(asked):
    rules = rules_of(asked["game"], asked["seats"], asked["house"])
    stands = {}
    for joker, face in asked["stands"]:
        stands[joker] = face
    table = asked["table"]
    made = Question(rules, asked["hand"], table, ["meld%d" % (i + 1) for i in range(len(table))], stands)
    made.laid, made.round = asked["laid"], asked["round"]
    return made
"""


def question(asked: Asked) -> Question:
    """Return a question of `contrived`."""
    scope: dict[str, Any] = {"rules_of": rules_of, "Question": Question}
    exec(QUESTION, scope)
    return scope["question"](asked)


def contrived(number: int, first: int = 0) -> list[Asked]:
    """Return that number of questions, the same in every run: each game in turn."""
    games = sorted(PRESETS)
    return [of_long_suit(random.Random(f"contrived {i}"), games[i % len(games)]) for i in range(first, first + number)]


def of_long_suit(rng: random.Random, game: str) -> Asked:
    """Return a question about a hand of one long suit, and what lies on the table."""
    house = house_of(rng, game)
    seats = 3 if game == "manipulation" else 2
    rules = rules_of(game, seats, house)
    suit = rng.randrange(4)
    decks, jokers = rules["decks"], list(range(JOKER, JOKER + rules["jokers"]))
    suited = [suit * 13 + rank + 52 * deck for rank in range(13) for deck in range(decks)]
    others = [card for card in range(52 * decks) if card not in suited]
    rng.shuffle(jokers)
    rng.shuffle(others)
    size = 11 if game == "gin" else 18
    hand = jokers[: 2 if rules["jokers"] > 2 else rng.choice((0, 1, 2, 2))]
    jokers = jokers[len(hand) :]
    spread = sorted(suited, key=lambda card: (card >= 52) + rng.random() * rng.choice((0, 1, 2)))
    hand += spread[: rng.randint(size - 7, size - 2)][: size - len(hand)]
    near = [card for card in others if card % 13 in {each % 13 for each in hand if each < JOKER}]
    hand += (near if rng.random() < 0.7 else others)[: size - len(hand)]
    left = [card for card in suited + others if card not in hand]
    table, stands = melds_on_table(rng, rules, suit, left, jokers if rng.random() < 0.7 else [])
    if game == "gin":
        table = [meld for meld in table if len(meld) > 2][: rng.choice((0, 3))]
        hand = hand[: rng.choice((10, 11)) if not table else 10]
    return {
        "game": game, "seats": seats, "house": house, "hand": hand, "table": table,
        "stands": sorted(stands.items()), "laid": rng.random() < 0.6, "round": rng.randint(1, 7),
    }  # fmt: skip


def house_of(rng: random.Random, game: str) -> dict[str, Any]:
    """Return options with which such hands are heaviest, some of them."""
    options = OPTIONS.get(PRESETS[game]["plays"]) or OPTIONS[PRESETS[game]["family"]]
    most = {
        "hand": 17, "jokers": 4, "jokers_per_meld": rng.choice((1, 2, 2, 3, 4)), "joker_swap": True,
        "joker_kept": rng.random() < 0.3, "same_suit_twice": rng.random() < 0.5, "joker_swap_set": "one",
        "lay_off_before_laying": rng.random() < 0.5,
    }  # fmt: skip
    if rng.random() < 0.3:
        most = {"hand": 17}
    return {name: value for name, value in most.items() if name in options}


def melds_on_table(
    rng: random.Random, rules: dict[str, Any], suit: int, left: list[int], jokers: list[int]
) -> tuple[list[list[int]], dict[int, int]]:
    """Return up to six melds of cards that are left, and what their jokers stand for."""
    table: list[list[int]] = []
    stands: dict[int, int] = {}
    jokers = list(jokers)
    form = form_of(rules)
    for _ in range(60):
        if len(table) == 6:
            break
        if rng.random() < 0.6:
            first, size = rng.randrange(11), rng.choice((3, 4, 4, 5))
            faces = [(suit if rng.random() < 0.7 else rng.randrange(4)) * 13] * size
            faces = [faces[0] + rank % 13 for rank in range(first, min(first + size, 14))]
        else:
            faces = [each * 13 + rng.randrange(13) % 13 for each in rng.sample(range(4), 4)][:3]
            faces = [face // 13 * 13 + faces[0] % 13 for face in faces]
        cards: list[int] = []
        for face in faces:
            there = [card for card in left if card % 52 == face and card not in cards]
            if there:
                cards.append(there[0])
            elif jokers and form[0]:
                cards.append(jokers[0])
        if len(set(cards)) < max(3, len(faces)):
            continue
        if jokers and form[0] and jokers[0] not in cards and rng.random() < 0.8:
            cards[rng.randrange(len(cards))] = jokers[0]
        pins = {card: face for card, face in zip(cards, faces, strict=True) if card >= JOKER}
        reading = read(cards, pins, {}, form)
        if reading[BROKEN]:
            continue
        stands.update(reading[STANDS])
        table.append(cards)
        left[:] = [card for card in left if card not in cards]
        jokers = [joker for joker in jokers if joker not in cards]
    return table, stands
