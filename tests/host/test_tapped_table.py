"""The virtual table of one reader: what people lay on the felt is tapped, and they press OK."""

import json
from pathlib import Path

import pytest
from driven import Driven

from tierce_tools.base.trouble import Trouble
from tierce_tools.description.descriptions import shipped

TAP = json.loads(shipped("tap").read_text("utf-8"))


def test_cards_that_are_laid_are_tapped_and_ok_confirms(tmp_path: Path) -> None:
    table = Driven(tmp_path, 1, TAP)
    table.deal("rami51", rules={"first_lay_points": 0, "first_lay_pure_run": False})
    table.wait(3000)
    assert len(table.cards("discard")) == 1
    table.hold(1, "5H 6H 7H 3C 9C")
    table.lay("5H 6H 7H", "meld1")
    table.lay("3C", "discard")
    table.wait(4000)
    assert " ".join(table.play.machine.screen_text()).startswith("Your turn, Luc Tapped: 5♥ 6♥ 7♥ 3♣")
    table.do("act", seat=1, press="done")
    table.wait(600)
    assert "New: 5♥ 6♥ 7♥" in table.play.machine.screen_text()
    table.do("act", seat=1, press="done")
    table.until(table.verdicts)
    assert table.verdicts()[0]["laid"] == 18
    assert table.cards("meld1") == ["5H", "6H", "7H"]
    assert {"discard", "meld12", "seat1"} <= {zone["zone"] for zone in table.snapshots.sections()["table"]["zones"]}


def test_no_computer_plays_where_cards_are_tapped(tmp_path: Path) -> None:
    table = Driven(tmp_path, 1, TAP)
    with pytest.raises(Trouble) as caught:
        table.begin(players=[{"name": "Ana"}, {"name": "Luc", "computer": True}])
    assert caught.value.key == "computer_taps"
