"""A card whose tag is broken, at the virtual table: people put it down by hand."""

import pytest
from driven import Driven
from test_virtual_table import plain, replayed

from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.words import trouble_text

HAND = "5H 6H 7H 2C 3D 4S 6D 8C 9S TH JD QC KS"
RULES = {"first_lay_points": 0, "first_lay_pure_run": False}


@pytest.fixture
def table(table: Driven) -> Driven:
    """A table at which Luc is on turn with 5H 6H 7H; the tag of 6H is broken."""
    table.deal(rules=RULES, seed=5)
    assert table.cards("discard")[0] not in HAND.split()
    table.hold(1, HAND)
    table.do("fault", what="tag", card="6H", on=True)
    table.do("draw", seat=1)
    table.lay("5H 6H 7H", "meld1")
    return table


def test_a_turn_is_played_with_a_broken_tag(table: Driven) -> None:
    sections = table.snapshots.sections()
    assert sections["faults"]["tag"] == ["6H"]
    assert sections["by_hand"] == {}
    assert sections["cards"]["meld1"] == ["5H", "6H", "7H"]  # people see it
    table.do("by_hand", card="6H", zone="meld1", on=True, sure=True)
    assert table.snapshots.sections()["by_hand"] == {"meld1": ["6H"]}
    table.lay("2C", "discard")
    assert table.verdict("turn")["seat"] == 1
    log = table.do("log")["log"]
    moved = [each for each in log if each.get("by") == "hand"]
    assert [(each["zone"], each["in"]) for each in moved] == [("meld1", ["6H"])]
    assert [plain(each) for each in table.verdicts()] == replayed(log)
    table.do("by_hand", card="6H", zone="meld1", on=False, sure=True)
    assert table.snapshots.sections()["by_hand"] == {}
    table.do("fault", what="tag", card="6H", on=False)
    table.wait(2000)
    sections = table.snapshots.sections()
    assert (sections["faults"]["tag"], sections["melds"]["meld1"]["points"]) == ([], 18)


def test_a_new_match_is_played_with_whole_cards(table: Driven) -> None:
    table.lay("6H", "discard")
    assert table.snapshots.sections()["unseen"] == {"discard": ["6H"]}
    table.begin(rules=RULES, seed=5)
    sections = table.snapshots.sections()
    assert (sections["faults"]["tag"], sections["unseen"]) == ([], {})


def test_what_cannot_be_is_said_in_one_line(table: Driven) -> None:
    table.wait(1000)
    for card, zone, on, why in (
        ("5H", "meld2", True, "card_lies"),
        ("KS", "seat1", True, "hand_secret"),
        *((card, "meld1", False, "not_by_hand") for card in ("5H", "6H")),
        ("X9", "meld1", True, "no_such_card"),
        ("6H", "meld99", True, "no_place"),
        ("6H", "meld1", 1, "bad_value"),
    ):
        with pytest.raises(Trouble, match=why) as caught:
            table.do("by_hand", card=card, zone=zone, on=on)
        for language in ("en", "fr"):
            assert len(trouble_text(caught.value, language).splitlines()) == 1
    table.lay("2C", "discard")  # without a hand the turn is refused
    assert table.verdict("refused")["seat"] == 1


@pytest.mark.longer
def test_computers_put_their_broken_cards_down_by_hand(table: Driven) -> None:
    players = [{"name": "Ana", "computer": True}, {"name": "Luc", "computer": True}]
    rules = {"first_lay_points": 0, "hand": 5, "target": 1000}
    table.do("new", game="rami7", players=players, rules=rules, seed=3, sure=True)
    table.told.clear()
    for card in ("5H", "6H", "7H", "8S", "9S", "TD", "JD", "QC", "KC", "2S", "3S", "4C"):
        table.do("fault", what="tag", card=card, on=True)
    table.do("pace", turn=1)
    table.until(lambda: len([each for each in table.told if each.get("by") == "hand"]) >= 3)
    table.verdict("turn")
    assert {each["event"] for each in table.verdicts()} == {"turn"}
    assert table.play.computers == [True, True]
