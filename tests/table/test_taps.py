"""Taps on one reader become events of zones: whole matches are played again as taps, and come out the same."""

from pathlib import Path

import pytest
import ring
import tapping
from players import Players
from tapping import Again, Tapped

from app.sensing.taps import BACK, JOKER_OUT, LAID, LIES, NOT_NOW, TOOK, UPCARD
from tierce.cards import parse
from tierce.presets import PRESETS
from tierce.taps import LEGAL, ZONES
from tierce.zones import NOWHERE
from tierce_tools.base.paths import firmware
from tierce_tools.rules import vm


@pytest.mark.parametrize(
    ("game", "seed"),
    [(game, seed) for game in PRESETS for seed in ring.seeds(f"taps-{game}", 1, 4) if game in ring.FAMILIES],
)
def test_a_match_comes_out_as_it_was_laid(game, seed):
    """Exactly the cards laid are arranged, in a way that the referee accepts; honest random players of three seats."""
    seats = min(3, PRESETS[game]["seats"][1])
    match = Again(Players(game, seed, seats=seats, rules={}, honest=True).play(60).log)
    assert match.arranged == match.laying

    def facts(outcomes):
        # In gin the best arrangement of a tapped hand may beat the one that was laid.
        return [outcome[2:4] if game == "gin" and outcome[0] == "round" else outcome[2:] for outcome in outcomes]

    assert facts(match.told[:30]) == facts(match.wanted[:30])
    assert game == "gin" or facts(match.told) == facts(match.wanted)


def begun(game, upcard="KD", **rules):
    header = {"tierce": 1, "game": game, "players": ["Ana", "Luc"], "dealer": 0, "rules": rules}
    match = Tapped(header)
    match.press("deal")
    if upcard:
        assert match.tap(upcard) == [UPCARD]
    return match


def test_a_card_that_is_tapped_again_is_taken_back():
    match = begun("rami51", first_turn_discard=True)
    assert match.tap("5H", "6H", "5H") == [LAID, LAID, BACK]
    assert match.taps.laid == [parse("6H")]
    # The card taken from the pile must be laid: it is in hand and laid with one tap.
    assert match.tap("6H", "KD", "KD", "KD") == [BACK, TOOK, BACK, TOOK]
    assert match.taps.laid == match.taps.taken == [parse("KD")]


def test_a_card_that_may_stay_in_hand_is_taken_then_laid_then_put_back():
    match = begun("rami51", first_turn_discard=True, discard_to_hand=True)
    assert match.tap("KD", "KD", "KD") == [TOOK, LAID, BACK]
    assert match.taps.laid == match.taps.taken == []


def test_a_card_that_lies_elsewhere_says_where():
    match = begun("rami51", first_lay_points=0, first_lay_pure_run=False)
    match.tap("5H", "6H", "7H", "X1", "2C")
    match.done()
    assert match.told[-1][:1] + match.told[-1][2:4] == ("turn", 1, "stock")
    assert match.tap("5H", "KD", "2C", "X1") == [(LIES, 1), (LIES, 0), TOOK, JOKER_OUT]


def test_a_refused_turn_is_taken_back():
    match = begun("rami51")
    match.tap("2H", "3H", "4H", "2C")
    match.taps.done()
    assert not match.taps.ways[0][0][LEGAL]
    refused = match.done()[-1]
    assert (refused[0], refused[3]) == ("refused", ["first_lay_points"])
    assert match.tap("9C") == [NOT_NOW], "the cards lie on the table: Take back comes first"
    match.feed(match.taps.take_back(0))
    assert [match.view.zone_of(parse(card)) for card in ("2H", "2C")] == [NOWHERE, NOWHERE]
    match.tap("2C")
    match.done()
    assert match.told[-1][2:] == (1, "stock", 0, 13)


def test_a_joker_is_the_card_again_that_it_was_before_the_turn():
    match = begun("rami51", first_lay_points=0, first_lay_pure_run=False)
    match.tap("5H", "6H", "7H", "8H", "X1", "2C")
    match.done()
    match.tap("9H", "3C")
    assert match.done()[-1][0] == "refused", "Ana has not laid"
    assert match.view.reading(1)[2] == {parse("X1"): parse("TH")}
    match.feed(match.taps.take_back(0))
    match.tap("TS")
    assert match.done()[-1][0] == "turn"


def test_the_discard_need_not_be_the_last_tap():
    match = begun("rami30")
    match.tap("2C", "TH", "TS", "TD")
    match.taps.done()
    (way, discard), *others = match.taps.ways
    assert (list(way[ZONES].values()), discard, others) == ([[parse(c) for c in ("TS", "TH", "TD")]], parse("2C"), [])


def test_an_accepted_turn_that_is_undone_is_taken_back():
    match = begun("rami30")
    match.tap("TH", "TS", "TD", "2C")
    match.done()
    match.feed([("ruling", 0, "undo", None, None)])
    match.feed(match.taps.take_back(0))
    assert match.view.seat == 1
    assert match.view.zones() == [0]
    match.tap("2C")
    match.done()
    assert match.told[-1][2:] == (1, "stock", 0, 13)


PLAYED = """
from tapping import Tapped
from tierce.taps import ZONES

def play(game, turns):
    match = Tapped({"tierce": 1, "game": game, "players": ["Ana", "Luc"], "dealer": 0, "rules": {}})
    match.press("deal")
    for turn in turns:
        print(match.tap(*turn.split()))
        match.taps.done()
        print([(sorted(way[ZONES].items()), sorted(way[1].items()), way[2], card) for way, card in match.taps.ways])
        if len(turn) > 2:
            print([each[:4] for each in match.feed(match.taps.events(0))])

play("rami30", ["KD", "TH TS TD X1 2C", "TC 6S 7S 8S KH KS 3C", "X2 4C", "TC 4C"])
play("contrat", ["KD", "2S", "9H", "5H 5C X1 9S 9C 9D 3H"])
play("manipulation", ["3H 4H 5H 7S 7C 7D", "6H 7H", "8H"])
"""


def test_the_same_in_micropython(capsys):
    files = {name: firmware() / name for name in ("app", "tierce")} | {"tapping.py": Path(tapping.__file__)}
    exec(PLAYED, {})
    done = vm.find()[0].run([PLAYED], files, ["."])
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == capsys.readouterr().out.splitlines()
