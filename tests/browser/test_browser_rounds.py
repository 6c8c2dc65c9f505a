"""Whole rounds played on the page have the score that the replay of their log gives."""

import json
from typing import Any

import pytest
from pageplay import Move, Seen, play
from playwright.sync_api import expect
from tablepage import MS, TablePage, violations

from tierce.outcomes import keys
from tierce_tools.logs.replay import steps_of

# Game, deal number, house rules: short rounds that contain the play to test.
RAMI51 = ("rami51", 23, {})
GIN = ("gin", 35, {})
MANIPULATION = ("manipulation", 193, {"knock_limit": 60})
ROUNDS = [RAMI51, GIN, MANIPULATION]


def outcomes_of(log: list[dict[str, Any]], language: str = "en") -> list[dict[str, Any]]:
    """Return the engine's outcomes for a log; each line must be valid."""
    found: list[dict[str, Any]] = []
    for step in steps_of(log, language):
        assert step.error is None, f"{step.event}: {step.error}"
        found += [{"event": each[0], **dict(zip(keys(each), each[2:], strict=True))}
                  for each in step.outcomes]
    return found


def lays_off(move: Move, seen: Seen) -> bool:
    """Tell whether a move adds cards to a meld on the table."""
    return move[0] == "move" and move[2] in seen.melds()


def rearranges(move: Move, seen: Seen) -> bool:
    """Tell whether a move takes cards from one meld to another."""
    lying = {card for codes in seen.melds().values() for card in codes}
    return move[0] == "move" and move[2].startswith("meld") and bool(lying & set(move[1]))


@pytest.mark.parametrize(
    ("game", "seed", "rules", "hand"),
    [pytest.param(*each, hand, id=f"{each[0]}-{hand}",
                  marks=[pytest.mark.longer] * ((each, hand) != (GIN, "mouse")))
     for each in ROUNDS for hand in ("mouse", "keys")])
def test_a_round_ends_with_the_score_of_its_log(
    page: TablePage, game: str, seed: int, rules: dict[str, Any], hand: str
) -> None:
    page.hand = hand
    page.count_mouse()
    page.begin(game, seed=seed, **rules)
    kinds: set[str] = set()
    for move in play(page.look, rules.get("knock_limit")):
        seen = page.look()
        kinds |= {kind.__name__ for kind in (lays_off, rearranges) if kind(move, seen)}
        if move[0] == "press":
            kinds.add(move[2])
        page.do(move)
        assert page.said() != "refused", page.state()

    page.expect_verdict("round")
    log = page.log()
    found = outcomes_of(log)
    rounds = [each for each in found if each["event"] == "round"]
    assert log[0]["game"] == game
    assert len(rounds) == 1
    assert not [each for each in found if each["event"] == "refused"], found
    assert page.sheet() == ([rounds[0]["scores"]], rounds[0]["totals"])
    if game == "rami51":
        assert any(each["event"] == "turn" and each["laid"] >= 51 for each in found), found
        assert rounds[0]["how"] in ("out", "rami_sec")
    elif game == "gin":
        assert rounds[0]["how"] in ("knock", "undercut")
        assert kinds >= {"knock", "lays_off"}
    else:
        assert kinds >= {"rearranges", "knock"}
    if hand == "keys":
        assert page.mouse_events() == 0
    # The log names only cards that were laid, never cards in hand.
    shown = {card for line in log for card in line.get("in", [])}
    assert set(json.dumps(log).split('"')) & every_card() <= shown
    expect(page.locator("#end")).to_be_visible(timeout=MS)
    if hand == "mouse":
        assert violations(page) == []
        page.locator("#language").select_option("fr")
        page.click("#projector")
        assert violations(page) == [], "in French, on a projector"
        page.click("#projector")
    page.click("#end-read")
    expect(page.locator("#end")).to_be_hidden(timeout=MS)


def every_card() -> set[str]:
    from tierce.cards import CARDS, code

    return {code(card) for card in range(CARDS)}
