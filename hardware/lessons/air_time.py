"""Says in which slots some cards answer, which questions tell them apart, and how long that takes.

    python hardware/lessons/air_time.py 4H 5H 6H 7H 8H 9H
    python hardware/lessons/air_time.py --lang fr 4H 5H 6H 7H 8H 9H

The cards are those of the lesson's tag sheets, or any others; their tags are the modelled ones.
The times are those of ISO 15693 alone, as tierce_plans.timing has them.
"""

import argparse
from collections.abc import Iterator

from draw_lessons import name

from tierce.cards import JOKER, parse
from tierce_plans.timing import limit_a
from tierce_tools.twin.assembly import uid_of

WORDS = {
    "en": {
        "slot": "slot {:2}  {}", "ask": "         ends in {}: {}", "comma": ".",
        "count": "silent {}, with voices {}, extra questions {}", "air": "on the air: {} ms",
        "no_card": "{} is no card: write them as 5H, TS, KD2",
    },
    "fr": {
        "slot": "créneau {:2}  {}", "ask": "            finit par {} : {}", "comma": ",",
        "count": "silences {}, avec voix {}, questions de plus {}",
        "air": "à l'antenne : {} ms",
        "no_card": "{} n'est pas une carte : écrivez-les comme 5H, TS, KD2",
    },
}


def questions(numbers: list[int]) -> Iterator[tuple[int, int, list[int]]]:
    """Yield the questions that tell tags apart: (digits asked for, how many, who answers)."""
    if len(numbers) < 2:
        return
    place = next(bit for bit in range(64) if len({each >> bit & 1 for each in numbers}) > 1)
    for side in (0, 1):
        here = [each for each in numbers if each >> place & 1 == side]
        yield here[0] & (2 << place) - 1, place + 1, here
        yield from questions(here)


def grouped(value: int, count: int) -> str:
    """Return `count` binary digits of a value in groups of four, as the tag cards have them."""
    digits = f"{value:0{count}b}"
    first = count % 4
    return " ".join([digits[:first]] * bool(first)
                    + [digits[at : at + 4] for at in range(first, count, 4)])


def lines(cards: list[str], language: str) -> list[str]:
    """Return what is to be said of some cards."""
    words = WORDS[language]
    names = {int.from_bytes(uid_of(card), "big"): name(card, language) for card in cards}
    found: list[str] = []
    voices = extra = 0
    for slot in range(16):
        here = [number for number in names if number & 15 == slot]
        if not here:
            continue
        voices += 1
        who = " ".join(names[number] for number in here)
        found.append(words["slot"].format(slot, who if len(here) == 1 else f"✱ {who}"))
        for value, count, answer in questions(here):
            extra += 1
            who = " ".join(names[number] for number in answer)
            found.append(words["ask"].format(grouped(value, count), who if len(answer) == 1
                                             else f"✱ {who}"))
    found.append(words["count"].format(16 - voices, voices, extra))
    ms = f"{limit_a([uid_of(card) for card in cards]) / 1000:.1f}"
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
