"""Slow motion of the air: the readers of a modelled table, driven by the real firmware."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tierce_tools.board.twin_transport import ModelledTransport
from tierce_tools.virtual.scans import Scans

CARDS = ["5H", "6H", "7H", "8H", "9H"]
BOOT_MS = 3000
MOST_MS = 20000  # longest table time for any wait


@pytest.fixture
def transport() -> Iterator[ModelledTransport]:
    transport = ModelledTransport(pace=0)
    transport.run(BOOT_MS)
    yield transport
    transport.close()


def until(transport: ModelledTransport, true: Callable[[], object], ms: float = 5) -> None:
    """Let the table's time pass until `true()` holds."""
    for _ in range(int(MOST_MS / ms)):
        if true():
            return
        transport.run(ms)
    raise AssertionError("it never came to that")


def section(scans: Scans) -> dict[str, Any]:
    found = scans.section()
    assert found is not None
    return found


def test_five_cards_in_a_meld_are_found_in_their_slots(transport: ModelledTransport) -> None:
    scans = Scans(transport.table)
    scans.attach()
    for card in CARDS:
        transport.table.put("meld1", card)
    heard: dict[str, int] = {}
    kinds: set[str] = set()

    def all_heard() -> bool:
        seen = section(scans)
        if seen["zone"] == "meld1":
            for slot, (kind, card) in enumerate(seen["slots"]):
                kinds.add(kind)
                assert (card is not None) == (kind == "card")
                if card is not None and seen["what"] == "inventory":
                    heard[card] = slot
        return sorted(heard) == sorted(CARDS)

    until(transport, all_heard, 0.2)
    assert "silent" in kinds
    # Without a mask, the last four bits of its UID are a card's slot.
    first = {card: transport.table.tag(card).uid[-1] & 15 for card in CARDS}
    alone = [card for card in CARDS if list(first.values()).count(first[card]) == 1]
    assert alone, first
    assert {card: heard[card] for card in alone} == {card: first[card] for card in alone}
    assert set(heard) == set(CARDS)  # and nothing else


def test_cards_that_answer_in_one_slot_collide_and_are_told_apart(transport: ModelledTransport) -> None:
    slots: dict[int, list[str]] = {}
    for card in [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]:
        slots.setdefault(transport.table.tag(card).uid[-1] & 15, []).append(card)
    pair = next(cards for cards in slots.values() if len(cards) > 1)[:2]
    scans = Scans(transport.table)
    scans.attach()
    for card in pair:
        transport.table.put("meld2", card)
    kinds: set[str] = set()
    found: set[str] = set()

    def both() -> bool:
        seen = section(scans)
        if seen["zone"] == "meld2":
            kinds.update(kind for kind, _ in seen["slots"])
            found.update(card for _, card in seen["slots"] if card is not None)
        return found == set(pair)

    until(transport, both, 0.2)
    assert "collision" in kinds


@pytest.mark.parametrize("middle", [False, True])
def test_the_air_time_is_that_of_the_fields(transport: ModelledTransport, middle: bool) -> None:
    """Attached in the middle of a scan it counts the rest."""
    air = transport.table.air
    until(transport, lambda: len(air.on) == middle, 0.1)
    before, switches, begin = air.on_us, air.switches - middle, transport.table.clock.now
    scans = Scans(transport.table)
    scans.attach()
    assert section(scans)["field"] == (air.on[0].name if middle else None)
    for card in CARDS:
        transport.table.put("meld1", card)
    seen = section(scans)
    for _ in range(40):  # at any moment, even in the middle of a scan
        transport.run(7.3)
        seen = section(scans)
        assert seen["total_us"] == air.on_us - before
        assert seen["total_us"] == sum(zone["air_us"] for zone in seen["zones"].values())
        assert sum(zone["scans"] for zone in seen["zones"].values()) == air.switches - switches
        assert seen["elapsed_us"] == transport.table.clock.now - begin
        assert 0 <= seen["slot"] < 16
        assert (seen["field"] is not None) == bool(air.on)
    shares = [zone["share"] for zone in seen["zones"].values()]
    assert sum(shares) == pytest.approx(seen["total_us"] / seen["elapsed_us"], abs=0.01)
    assert seen["zones"]["meld1"]["scans"] > 0
    assert 0 < seen["air_us"] <= seen["zones"][seen["zone"]]["air_us"] or seen["field"]


def test_detached_it_leaves_no_trace(transport: ModelledTransport) -> None:
    table = transport.table
    plain = [set(vars(each)) for each in (table.air, *table.antennas.values())]
    scans = Scans(table)
    assert scans.section() is None
    scans.attach()
    scans.attach()
    transport.run(100)
    assert section(scans)["total_us"] > 0
    scans.detach()
    scans.detach()
    assert scans.section() is None
    assert [set(vars(each)) for each in (table.air, *table.antennas.values())] == plain
    transport.run(100)
    scans.attach()  # the counts start again
    assert section(scans)["total_us"] == 0
    counts = [zone["scans"] for zone in section(scans)["zones"].values()]
    assert sum(counts) == len(table.air.on)  # a running scan counts


def test_a_tag_that_is_no_card_is_heard_without_a_code(transport: ModelledTransport) -> None:
    scans = Scans(transport.table)
    scans.attach()
    transport.table.stranger("meld3")

    def heard() -> bool:
        seen = section(scans)
        return seen["zone"] == "meld3" and ["card", None] in seen["slots"]

    until(transport, heard, 0.2)
