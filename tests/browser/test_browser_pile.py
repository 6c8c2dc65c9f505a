"""The discard pile of Rami 500 lies spread: a card is taken with all above it, by click or drag."""

import itertools

from playwright.sync_api import expect
from tablepage import MS, ON_SERVER, TablePage

from tierce_tools.hints.questions import answer


def trio(hand: list[str], card: str) -> list[str]:
    """Return a set of three of a card and two of a hand, or []."""
    for pair in itertools.combinations([each for each in hand if each[0] == card[0] != "X"], 2):
        if len({each[1] for each in (card, *pair)}) == 3:
            return [card, *pair]
    return []


def buried(page: TablePage) -> tuple[int, str, list[str]]:
    """Discard until a card that the seat on turn can lay lies under others.

    Return the seat, the card and a set with it.
    """
    wanted: dict[int, str] = {}  # seat -> a card in the pile that it can lay
    for turn in range(8):
        seen = page.look()
        seat, pile = seen.seat, seen.cards["discard"]
        card = wanted.get(seat, "")
        if card in pile[:-1] and turn > 1:
            return seat, card, trio(seen.hand(seat), card)
        page.draw(seat)
        seen = page.look()
        hand, other = seen.hand(seat), seen.hand(1 - seat)
        useful = [each for each in hand if trio(other, each)]
        if useful and 1 - seat not in wanted:
            wanted[1 - seat] = useful[0]
        keep = {each for card in wanted.values() for each in hand if each[0] == card[0]}
        plain = [each for each in hand if each not in keep and each[0] != "X"]
        discard = wanted[1 - seat] if wanted.get(1 - seat) in hand else plain[0]
        page.move([discard], "discard")
    raise AssertionError("choose another deal")


@ON_SERVER
def test_a_click_on_a_deeper_card_takes_all_above_it(page: TablePage) -> None:
    page.begin("rami500", seed=2)
    seat, card, melds = buried(page)
    seen = page.look()
    pile = seen.cards["discard"]
    assert len(pile) >= 3
    page.select(card)
    taken = pile[pile.index(card) :]
    chosen = page.locator('[data-place="discard"] [aria-pressed="true"]')
    assert chosen.count() == len(taken) > 1
    page.place(f"hand{seat}").click()
    page.until(lambda: set(taken) <= set(page.look().hand(seat)), "all above it are taken")
    assert page.look().cards["discard"] == pile[: pile.index(card)]
    page.move(melds, "meld1")
    rest = [each for each in page.look().hand(seat) if each[0] != "X"]
    page.move([rest[0]], "discard")
    page.expect_verdict("turn")
    held = len(page.look().hand(seat))
    assert held == len(seen.hand(seat)) + len(taken) - 4
    points = dict(answer({"game": "rami500", "hand": melds}))["points"]
    tags = page.locator(f'.rack:has([data-place="hand{seat}"]) .rack-tags')
    expect(tags).to_contain_text(f"laid {points} pt", timeout=MS)


def test_a_card_dragged_from_the_pile_takes_all_above_it(page: TablePage) -> None:
    page.begin("rami500", seed=2)
    for _ in range(3):
        seat = page.look().seat
        page.draw(seat)
        page.move([next(c for c in page.look().hand(seat) if c[0] != "X")], "discard")
    seat, pile = page.look().seat, page.look().cards["discard"]
    page.move([pile[1]], f"hand{seat}")
    page.until(lambda: set(pile[1:]) <= set(page.look().hand(seat)), "all above it are taken")
    assert page.look().cards["discard"] == pile[:1]
    # Put back, they lie as they lay there.
    page.ask({"do": "move", "cards": pile[:0:-1], "to": "discard"})
    page.until(lambda: page.look().cards["discard"] == pile, "the pile is as it was")
