"""The count on the page: one press lays the hand down; a void knock takes the cards back."""

from driven import Driven


def knocked(table: Driven, hand: str) -> None:
    """Luc, who is first, has pressed Knock with a hand of eleven."""
    table.deal("gin")
    table.do("act", seat=1, press="pass")
    table.until(lambda: table.match()["seat"] == 0)
    table.do("act", seat=0, press="pass")
    table.until(lambda: table.match()["seat"] == 1)
    table.do("draw", seat=1)
    table.hold(1, hand)
    table.do("act", seat=1, press="knock")


def knock(table: Driven, hand: str, discard: str) -> None:
    knocked(table, hand)
    table.lay(discard, "discard")
    table.until(lambda: table.match()["phase"] == "count")


def test_one_press_lays_the_hand_down_arranged(table: Driven) -> None:
    knock(table, "5H 6H 7H 9S 9D 9C 2S 3S 4S 6D KC", "KC")
    table.do("act", seat=1, press="done")
    table.until(lambda: table.match()["awaited"] == [0])
    laid = [set(table.cards(f"meld{zone}")) for zone in (1, 2, 3)]
    assert sorted(map(sorted, laid)) == [["2S", "3S", "4S"], ["5H", "6H", "7H"], ["9C", "9D", "9S"]]
    assert table.cards("seat1") == ["6D"]
    # Who has begun to arrange keeps that, and the rest is laid down too: nobody is counted short.
    table.hold(0, "TH TS TC 2H 3D 8C 8H JD QD KS")
    table.lay("TH TS TC", "meld5")
    table.do("act", seat=0, press="done")
    table.until(lambda: table.match()["phase"] != "count")
    assert sorted(table.cards("seat0")) == sorted("2H 3D 8C 8H JD QD KS".split())
    scored = next(each for each in table.verdicts() if each["event"] == "round")
    assert not scored.get("short")
    assert any(table.match()["totals"])
    table.do("back", seat=1, sure=True)  # the turn of the knock, with the end of the round
    sections = table.snapshots.sections()
    assert (sections["match"]["phase"], sections["match"]["seat"], sections["match"]["totals"]) == ("turn", 1, [0, 0])
    assert (sections["end"], sections["sheet"]["rows"]) == (None, [])


def test_one_press_lays_a_big_gin_down(table: Driven) -> None:
    knocked(table, "5H 6H 7H 9S 9D 9C 2S 3S 4S 5S KC")
    table.do("act", seat=1, press="done")
    assert (table.match()["phase"], table.cards("meld1")) == ("turn", [])  # one card is left over
    table.hold(1, "5H 6H 7H 8H 9S 9D 9C 2S 3S 4S 5S")
    table.do("act", seat=1, press="done")
    table.until(lambda: table.match()["phase"] == "count")
    assert table.match()["awaited"] == [0]
    assert len([card for zone in (1, 2, 3) for card in table.cards(f"meld{zone}")]) == 11
    table.hold(0, "TH TS TC 2H 3D 8C 8D JD QD KS")
    table.do("act", seat=0, press="done")
    table.until(lambda: table.snapshots.sections()["end"])
    table.do("read")
    assert table.snapshots.sections()["end"] is None


def test_a_void_knock_takes_the_cards_back_into_the_hand(table: Driven) -> None:
    knock(table, "5H 6H 7H 9S 9D 9C QS 3S 4D 6D KC", "KC")
    table.do("act", seat=1, press="done")
    table.until(lambda: table.match()["phase"] == "turn")
    table.wait(1000)
    assert sorted(table.cards("hand1")) == sorted("5H 6H 7H 9S 9D 9C QS 3S 4D 6D".split())
    assert not any(table.cards(zone) for zone in table.play.scene.zones if zone != "discard")
    assert table.snapshots.sections()["verdict"]["event"] == "refused"
