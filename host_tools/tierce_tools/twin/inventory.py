"""The inventory of some tags: who answers when, who has to be asked again, how long it takes.

All times are in microseconds, in the air: ISO/IEC 15693 at the high data rate, one subcarrier,
100 % modulation, with nominal times; only a silent slot has its longest. No reader can be faster.
"""

from collections.abc import Iterator, Sequence

# From the standard, unrounded
FC = 13.56
BIT, SOF, EOF = 512 / FC, 2048 / FC, 512 / FC  # SOF of a reply; that of a request is half as long
T1, T1_MAX, T2 = 4352 / FC, 4384 / FC, 4192 / FC
SLOTS = 16


def request_us(size: int) -> float:
    """Return how long a request of `size` bytes, checksum included, is in the air."""
    return SOF / 2 + 8 * size * BIT + EOF


def reply_us(size: int) -> float:
    """Return how long a reply of `size` bytes, checksum included, is in the air."""
    return SOF + 8 * size * BIT + SOF


# An inventory's request has 5 bytes and its reply 12, with checksums.
HEARD = T1 + reply_us(12) + T2
SILENT = T1_MAX + SOF


def query_us(mask: int = 0, heard: bool = True) -> float:
    """Return the time of one slot, for tags whose numbers end in `mask` given bits."""
    return request_us(5 + (mask + 7) // 8) + (HEARD if heard else SILENT)


def round_us(heard: float) -> float:
    """Return the time of sixteen slots, of which `heard` have an answer."""
    return request_us(5) + (SLOTS - 1) * EOF + (SLOTS - heard) * SILENT + heard * HEARD


def limit_c(uids: Sequence[bytes]) -> float:
    """Return the least time of a check of these tags, with the field on and settled."""
    if len(uids) < 2:
        return query_us(heard=bool(uids))
    return round_us(len(slots(uids)))


def limit_a(uids: Sequence[bytes]) -> float:
    """Return the least time of a full inventory of these tags."""
    again = (bits for here in slots(uids).values() for _, bits, _ in questions(here))
    return limit_c(uids) + sum(map(query_us, again))


def slots(uids: Sequence[bytes]) -> dict[int, list[int]]:
    """Return the slots with an answer, in their order, each with the numbers of its tags."""
    numbers = [int.from_bytes(uid, "big") for uid in uids]
    found = {slot: [each for each in numbers if each % SLOTS == slot] for slot in range(SLOTS)}
    return {slot: here for slot, here in found.items() if here}


def questions(numbers: Sequence[int]) -> Iterator[tuple[int, int, list[int]]]:
    """Yield the questions that tell tags apart: (digits asked for, how many, who answers)."""
    if len(numbers) < 2:
        return
    differ = [numbers[0] ^ other for other in numbers[1:]]
    place = min((each & -each).bit_length() - 1 for each in differ)
    for side in (0, 1):
        here = [each for each in numbers if each >> place & 1 == side]
        yield here[0] & (2 << place) - 1, place + 1, here
        yield from questions(here)


def grouped(value: int, count: int) -> str:
    """Return `count` binary digits of a value in groups of four, as the tag cards have them."""
    digits = f"{value:0{count}b}"
    first = count % 4
    return " ".join([digits[:first]] * bool(first) + [digits[at : at + 4] for at in range(first, count, 4)])
