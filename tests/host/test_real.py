"""A match with real cards: requests in, what the page shows out; the log goes on where it was left."""

import json
from typing import Any

from tierce.referee import Referee
from tierce_tools.page.real import Session
from tierce_tools.page.workbench import answer

HEADER = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": {}}


class Page:
    """A page that keeps the log."""

    def __init__(self, **header: Any) -> None:
        self.session = Session()
        self.log: list[dict[str, Any]] = [{**HEADER, **header}]
        self.told = self.session.act({"act": "begin", "log": self.log}, "en")

    def do(self, act: str, **values: Any) -> dict[str, Any]:
        self.told = self.session.act({"act": act, "t": len(self.log), **values}, "en")
        self.log += self.told["new"]
        return self.told

    def tap(self, *cards: str) -> list[str]:
        return [self.do("tap", card=card)["said"]["key"] for card in cards]

    def again(self) -> dict[str, Any]:
        """Reload the page."""
        return Session().act({"act": "begin", "log": json.loads(json.dumps(self.log))}, "en")


def begun(*upcard: str, **header: Any) -> Page:
    page = Page(**header)
    page.do("press", button="deal")
    page.tap(*upcard)
    return page


def test_a_lay_is_shown_then_confirmed_and_may_be_taken_back() -> None:
    page = begun("KD", game="rami30")
    assert (page.told["phase"], page.told["seat"], page.told["pile"]) == ("turn", 1, ["KD"])
    assert page.tap("TH", "TS", "TD", "2C") == ["laid"] * 4
    assert page.do("done")["new"] == []
    assert page.told["ways"]["parts"] == [
        {"kind": "new", "cards": ["TS", "TH", "TD"], "jokers": {}},
        {"kind": "discard", "cards": ["2C"]},
    ]
    told = page.do("ok")
    assert (told["said"]["key"], told["seat"], told["pile"], told["laid"]) == ("turn", 0, ["2C"], [])
    assert told["melds"] == [{"zone": 1, "owner": 1, "cards": ["TS", "TH", "TD"], "jokers": {}}]
    referee = Referee(page.log[0])  # of any table
    assert [outcome[0] for line in page.log[1:] for outcome in referee.feed(line)] == ["turn"]
    assert page.tap("TC", "TH") == ["laid", "lies"]
    assert (page.told["said"]["zone"], page.told["said"]["owner"]) == (1, 1)
    again = page.again()
    assert {**again, "said": 0, "laid": 0} == {**page.told, "said": 0, "laid": 0}
    told = page.do("ruling", name="undo")
    assert (told["seat"], told["melds"], told["pile"]) == (1, [], ["KD"])


def test_what_was_tapped_is_there_again() -> None:
    page = begun("KD", rules={"first_turn_discard": True})
    page.tap("KD", "KH", "KS", "2C")
    tapped = {key: page.told[key] for key in ("taken", "laid", "counted")}
    again = Session().act({"act": "begin", "log": page.log, "tapped": tapped}, "fr")
    assert tapped == {"taken": ["KD"], "laid": ["KD", "KH", "KS", "2C"], "counted": []}
    assert again == {**again, **tapped}
    odd = Session().act({"act": "begin", "log": page.log, "tapped": {"laid": ["5H", 7, "XX", "9C"], "taken": 3}}, "fr")
    assert odd["laid"] == ["5H", "9C"]


def test_a_plain_turn_needs_no_ok_and_done_without_a_card_leaves_nothing_to_take_back() -> None:
    page = begun("KD")
    told = page.do("done")
    assert (told["said"]["key"], told["refused"]) == ("refused", False)
    page.tap("2C")
    assert page.do("done")["said"] == {"key": "turn", "mood": "good"}


def test_a_refused_turn_says_why_and_is_taken_back() -> None:
    page = begun("KD")
    page.tap("2H", "3H", "4H", "2C")
    told = page.do("done")
    assert told["said"] == {"key": "refused", "mood": "bad"}
    assert told["refused"]
    assert [event for event, _ in told["happened"]][-2:] == ["refused", "refused"]
    assert page.again()["refused"]
    assert "accept" in told["rulings"]
    told = page.do("back")
    assert (told["refused"], told["melds"], told["laid"]) == (False, [], [])
    # Or the players let it pass.
    page.tap("2H", "3H", "4H", "2C")
    page.do("done")
    assert page.do("ruling", name="accept")["seat"] == 0


def test_a_keyboard_picks_the_copy_that_is_free() -> None:
    page = begun("KD", game="rami30")
    for _ in range(3):
        page.do("face", card="TH")
    assert page.told["laid"] == ["TH2"], "both copies, then one of them is taken back"
    page.do("face", card="X1")
    page.do("face", card="X1")
    assert page.told["laid"] == ["TH2", "X1", "X2"]


def test_the_count_of_gin() -> None:
    page = begun("KD", game="gin")
    for _ in range(2):
        page.do("press", button="pass")
    page.tap("QD")
    told = page.do("press", button="knock")
    assert (told["phase"], told["seat"], told["due"]) == ("count", 1, 10)
    page.tap("AH", "AS", "AD", "2H", "3H", "4H", "7C", "8C", "9C")
    told = page.do("done")
    assert (told["short"], told["seat"], told["may_accept"]) == (True, 1, True)  # 9 of 10 are there
    page.tap("TC")
    told = page.do("done")
    assert (told["seat"], told["counted"]) == (0, [])
    page.tap("KS", "KH", "KC", "2S", "4S", "6D", "8D", "TS", "QS", "5H")
    assert page.do("done")["said"]["key"] == "round"
    assert page.told["sheet"]["totals"][1] > 0
    assert page.do("press", button="deal")["melds"] == []


def test_what_is_no_request_is_one_sentence() -> None:
    def asked(**values: Any) -> Any:
        return json.loads(answer(json.dumps({"id": 1, "do": "real", **values})))

    assert "match" in asked(act="begin", log=[])["error"]["en"]
    assert asked(act="begin", log=[{"tierce": 1}])["error"]["en"]
    assert "error" not in asked(act="begin", log=[{**HEADER, "game": "gin"}, 5, {"t": 1}, {"t": 2, "zone": "meld1"}])
    for values in (
        {"act": "tap", "card": "X1"},
        {"act": "tap", "card": ["5H"]},
        {"act": "nothing"},
        {"act": "press", "button": "hint"},
        {"act": "ruling", "name": "count", "points": "many"},
    ):
        assert asked(**values)["error"]["en"], values
