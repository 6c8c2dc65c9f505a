"""Says in which slots some cards answer, which questions tell them apart, and how long that takes.

    python hardware/lessons/air_time.py 4H 5H 6H 7H 8H 9H
    python hardware/lessons/air_time.py --lang fr 4H 5H 6H 7H 8H 9H

The cards are those of the lesson's tag sheets, or any others; their tags are the modelled ones.
The times are those of ISO 15693 alone, as tierce_tools.twin.inventory has them.
"""

import argparse

from draw_lessons import name

from tierce.cards import JOKER, parse
from tierce_tools.twin.assembly import uid_of
from tierce_tools.twin.inventory import SLOTS, grouped, limit_a, questions, slots

WORDS = {
    "en": {
        "slot": "slot {:2}  {}",
        "ask": "         ends in {}: {}",
        "comma": ".",
        "count": "silent {}, with voices {}, extra questions {}",
        "air": "on the air: {} ms",
        "no_card": "{} is not a card: write them as 5H, TS, KD2",
    },
    "fr": {
        "slot": "créneau {:2}  {}",
        "ask": "            finit par {} : {}",
        "comma": ",",
        "count": "silences {}, avec voix {}, questions de plus {}",
        "air": "à l'antenne : {} ms",
        "no_card": "{} n'est pas une carte : écrivez-les comme 5H, TS, KD2",
    },
}


def lines(cards: list[str], language: str) -> list[str]:
    """Return what is to be said of some cards."""
    words = WORDS[language]
    uids = [uid_of(card) for card in cards]
    names = {int.from_bytes(uid, "big"): name(card, language) for uid, card in zip(uids, cards, strict=True)}

    def who(numbers: list[int]) -> str:
        return "✱ " * (len(numbers) > 1) + " ".join(names[number] for number in numbers)

    found: list[str] = []
    extra = 0
    answered = slots(uids)
    for slot, here in answered.items():
        found.append(words["slot"].format(slot, who(here)))
        for value, count, answer in questions(here):
            extra += 1
            found.append(words["ask"].format(grouped(value, count), who(answer)))
    voices = len(answered)
    found.append(words["count"].format(SLOTS - voices, voices, extra))
    ms = f"{limit_a(uids) / 1000:.1f}"
    return [*found, words["air"].format(ms.replace(".", words["comma"]))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--lang", choices=sorted(WORDS), default="en")
    parser.add_argument("cards", nargs="+", metavar="CARD")
    options = parser.parse_args()
    cards = [card.upper() for card in options.cards]
    for card in cards:
        if not 0 <= parse(card) < JOKER:
            parser.exit(2, WORDS[options.lang]["no_card"].format(card) + "\n")
    print("\n".join(lines(list(dict.fromkeys(cards)), options.lang)))


if __name__ == "__main__":
    main()
