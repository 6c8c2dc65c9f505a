"""The virtual table: moves by people, and the firmware's reactions."""

import contextlib
import importlib
import json
import random
import re
import statistics
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
import ring
from driven import JUDGED, TWO, Driven

from tierce.arrange import gin as arrange
from tierce.cards import CARDS, parse
from tierce.outcomes import line
from tierce_tools import players
from tierce_tools.base.paths import firmware
from tierce_tools.base.trouble import Doubt, Trouble
from tierce_tools.description import felt
from tierce_tools.logs.reader import numbered
from tierce_tools.logs.replay import steps
from tierce_tools.logs.words import trouble_text
from tierce_tools.machines.modelled import Maker
from tierce_tools.page.views import Viewer
from tierce_tools.server.table_thread import TableThread
from tierce_tools.virtual import board
from tierce_tools.virtual.actions import ask
from tierce_tools.virtual.faults import KINDS
from tierce_tools.virtual.scene import by_rank, by_suit

OWNER = Viewer(None)
HELD = ("TS JS QS KS 5D 5C 5S 3H 4D 9C 8C 2H2 6S2", "TH JH QH KH 9S 9H 9D 3C 4C 5C2 6C 2D 2C", "7D 2S KD KC2")


def replayed(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the verdicts of a log's replay, without words."""
    found = [json.loads(line(outcome)) for step in steps(numbered(log)) for outcome in step.outcomes]
    return [plain(each) for each in found if each["event"] in JUDGED]


def plain(verdict: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in verdict.items() if key not in ("seq", "why")}


# --- a round


def test_a_round_of_rami51_played_by_hand_scores_as_its_log_does(table: Driven) -> None:
    table.deal(seed=2)
    assert (table.match()["phase"], table.match()["seat"]) == ("turn", 1)
    assert len(table.cards("hand0")) == len(table.cards("hand1")) == 13
    assert len(table.cards("stock")) == 81 == table.match()["stock"]
    (up,) = table.cards("discard")
    for seat in (0, 1):
        table.hold(seat, HELD[seat])
    table.stack(HELD[2])

    table.do("draw", seat=1)
    assert (table.cards("hand1")[-1], table.match()["draws"]) == ("KC2", 1)
    table.lay("9S 9H 9D", "meld2")
    table.lay("KC2", "discard")
    assert table.verdict("refused")["codes"] == ["first_lay_pure_run", "first_lay_points"]
    table.lay("TH JH QH KH", "meld1")
    table.lay("3C 4C 5C2 6C", "meld3")
    table.do("act", seat=1, press="done")
    assert table.verdict("turn")["laid"] == 85
    table.do("draw", seat=0)
    table.lay("TS JS QS KS", "meld4")
    table.lay("5D 5C 5S", "meld5")
    table.lay("KD", "discard")
    assert table.verdict("turn")["laid"] == 55
    table.do("draw", seat=1)
    table.lay("2D 2C 2S", "meld6")
    table.do("act", seat=1, press="done")
    table.verdict("turn")
    table.until(lambda: table.match()["phase"] == "count")
    assert table.match()["awaited"] == [0]
    held = [*table.cards("stock")]
    for seat in (0, 1):
        with pytest.raises(Trouble, match="no_draw_in_count"):
            table.do("draw", seat=seat)
    assert table.cards("stock") == held
    table.lay(" ".join(table.cards("hand0")), "seat0")
    table.do("act", seat=0, press="done")
    table.until(lambda: table.match()["phase"] == "deal")
    assert table.match()["totals"] == table.snapshots.sections()["sheet"]["totals"] == [32, 0]
    assert table.match()["dealer"] == 1
    log = table.do("log")["log"]
    assert {"zone": "discard", "in": [up]}.items() <= log[2].items()
    assert [plain(each) for each in table.verdicts()] == replayed(log)


def test_the_stock_takes_back_only_what_was_drawn_and_gives_only_its_top(table: Driven) -> None:
    table.deal()
    held = table.cards("hand1")[0]

    def refused(key: str, cards: list[str], to: str) -> None:
        before = {place: list(lie) for place, lie in table.play.scene.places.items()}
        for sure in (False, True):
            with pytest.raises(Trouble) as trouble:
                table.do("move", cards=cards, to=to, sure=sure)
            assert trouble.value.key == key
        assert table.play.scene.places == before

    refused("not_drawn", [held], "stock")  # a dealt card is not a drawn one
    for place in (3, -1):
        refused("stock_covered", [table.cards("stock")[place]], "hand1")
    table.do("draw", seat=1)
    drawn = table.cards("hand1")[-1]
    for cards in ([held], [drawn, held]):  # instead of the drawn one, and with it
        refused("not_drawn", cards, "stock")
    table.do("draw", seat=1)
    assert table.match()["draws"] == 2
    back = table.cards("hand1")[-1]
    table.do("move", cards=[back], to="stock")
    assert (table.match()["draws"], table.cards("stock")[-1]) == (1, back)
    table.lay(held, "discard")
    assert table.verdict("turn")["took"] == "stock"
    # In the next turn it is a hand card like any other.
    refused("not_drawn", [drawn], "stock")
    table.do("draw", seat=0)
    refused("not_drawn", [drawn], "stock")


@pytest.mark.longer
def test_a_computer_puts_back_what_it_was_made_to_draw(table: Driven) -> None:
    """A person draws twice for it: it puts back one of these, not a card of its hand."""
    table.begin(players=[{"name": "Ana"}, {"name": "Luc", "computer": True}])
    table.do("pace", turn=3)
    table.do("deal")
    dealt = set(table.cards("hand1"))
    for _ in range(2):
        table.do("draw", seat=1)
    drawn = set(table.cards("hand1")) - dealt
    table.until(lambda: table.match()["seat"] == 0)
    stock = set(table.cards("stock"))
    assert (dealt & stock, len(drawn & stock)) == (set(), 1)
    held = ("hand1", *(place for place in table.play.scene.zones if place != "discard"))
    assert sum(len(table.cards(place)) for place in held) == 13


# Whose page it is (None: one screen for all), the card, where it is put, and whether they are asked first.
MOVES = [
    (0, "mine", "meld1", True),  # a seat's page: a card from or to its own places is out of turn
    (0, "up", "hand0", True),
    (0, "up", "meld1", True),
    (0, "mine", "hand0", False),
    (0, "mine", "seat0", False),
    (1, "other", "meld1", False),
    (1, "other", "hand1", False),
    (None, "mine", "discard", True),  # the hand that a card comes from or goes to tells who moves it
    (None, "up", "hand0", True),
    (None, "mine", "hand1", True),
    (None, "mine", "hand0", False),
    (None, "other", "meld1", False),
    (None, "other", "hand1", False),
]


def test_who_is_not_on_turn_is_told_and_moves_if_he_insists(table: Driven) -> None:
    table.deal()
    (up,) = table.cards("discard")
    cards = {"mine": table.cards("hand0")[0], "other": table.cards("hand1")[0], "up": up}

    def doubt(seat: int | None, card: str, to: str, **more: Any) -> str:
        try:
            ask(table.play, {"do": "move", "cards": [cards[card]], "to": to, **more}, Future(), seat)
        except Doubt as said:
            return f"{trouble_text(said, 'en')} {trouble_text(said, 'fr')}"
        return ""

    asked = "Luc is on turn. Move it all the same? C'est à Luc de jouer. Déplacer quand même\u202f?"
    for seat, card, to, wanted in MOVES:
        assert doubt(seat, card, to) == asked * wanted, (seat, card, to)
    assert table.cards("discard") == [up]
    assert not doubt(None, "up", "hand0", sure=True)
    assert table.cards("hand0")[-1] == up
    assert not doubt(0, "up", "discard", sure=True)
    assert table.cards("discard") == [up]
    # A person playing alone against computers is known on the page.
    table.do("computer", seat=1, on=True)
    assert doubt(None, "up", "meld1")


def test_nobody_is_asked_while_no_turn_is_played(table: Driven) -> None:
    table.begin()
    card = table.cards("stock")[0]
    for place in ("hand0", "meld1", "hand1", "stock"):
        ask(table.play, {"do": "move", "cards": [card], "to": place}, Future(), None)
        assert card in table.cards(place)


def test_who_draws_and_discards_in_haste_has_drawn_in_his_own_turn(table: Driven) -> None:
    table.deal()
    for seat in (1, 0):
        card = table.cards(f"hand{seat}")[0]
        ask(table.play, {"do": "draw", "seat": seat}, Future())
        for to in ("meld1", "discard"):
            ask(table.play, {"do": "move", "cards": [card], "to": to}, Future())
        assert table.cards("discard")[-1] == card
        assert table.verdict("turn")["took"] == "stock"
        assert table.match()["draws"] == 0
        assert table.match()["seat"] != seat
        assert table.play.machine.table.pile == table.cards("discard")


def test_the_pile_is_the_new_stock_when_the_old_one_has_run_out(table: Driven) -> None:
    table.deal("rami7", rules={"hand": 24})
    assert table.match()["stock"] == len(table.cards("stock")) == 4
    for turn in range(5):
        seat = table.match()["seat"]
        if turn:  # the first turn of this game does not draw
            table.do("draw", seat=seat)
        table.lay(table.cards(f"hand{seat}")[0], "discard")
        table.until(lambda seat=seat: table.match()["seat"] != seat)
    table.until(lambda: any(each.get("event") == "reshuffle" for each in table.told))
    table.wait(500)
    assert len(table.cards("discard")) == 1
    assert len(table.cards("stock")) == table.match()["stock"] == 5
    assert table.play.machine.table.pile == table.cards("discard")


def test_tags_lie_where_the_cards_do(table: Driven, seed: int) -> None:
    rng = random.Random(seed)
    table.deal()
    scene = table.play.scene
    places = [place for place in scene.places if place != "box"]
    for _ in range(150):
        cards = rng.sample([card for place in places for card in scene.places[place]], 3)
        action = {"do": "move", "cards": cards, "to": rng.choice(places), "at": rng.choice([None, 0, 2]), "sure": True}
        with contextlib.suppress(Trouble):  # the stock may refuse it
            ask(table.play, action, Future())
        twin = table.play.machine.table
        for zone in scene.zones:
            lying = [card for card, where in twin.zones.items() if where == zone]
            assert sorted(lying) == sorted(scene.places[zone])
        assert twin.pile == scene.places["discard"]


def test_who_deals_and_how_large_the_table_is_can_be_chosen(table: Driven) -> None:
    """And the same seed deals the same cards."""
    players = [{"name": name} for name in ("Ana", "Luc", "Éva", "Jo", "Zoé")]
    table.do("new", game="manipulation", players=players, dealer=3, rules={})
    sections = table.snapshots.sections()
    assert len(sections["table"]["zones"]) == 22
    assert all(len(zone["at"]) == 4 for zone in sections["table"]["zones"])
    assert (sections["match"]["players"], sections["match"]["dealer"]) == (["Ana", "Luc", "Éva", "Jo", "Zoé"], 3)
    table.do("deal")
    table.until(lambda: table.match()["seat"] == 4)
    assert not table.cards("discard")
    assert [len(table.cards(f"hand{seat}")) for seat in range(5)] == [10] * 5
    dealt: list[list[str]] = []
    for seed in (5, 6, 5):
        table.deal(rules={"first_lay_points": 30}, dealer=1, seed=seed)
        dealt.append(list(table.cards("hand0")))
    assert dealt[0] == dealt[2] != dealt[1]
    assert (table.match()["dealer"], table.match()["players"]) == (1, ["Ana", "Luc"])
    assert table.do("log")["log"][0]["rules"] == {"first_lay_points": 30}
    assert len(table.snapshots.sections()["table"]["zones"]) == 18


def test_a_table_of_ones_own_has_the_zones_that_it_has(tmp_path: Path) -> None:
    config = json.loads((firmware() / "config.json").read_text("utf-8"))
    config["zones"] = [zone for zone in config["zones"] if zone["zone"] != "discard"]
    table = Driven(tmp_path, config=config)
    with pytest.raises(Trouble) as caught:
        table.begin("gin")
    assert caught.value.key == "zones_missing"
    table.begin("manipulation")
    assert table.snapshots.sections()["room"] == {"melds": 6, "full": False, "add": False}
    with pytest.raises(Trouble, match="no_more_zones"):
        table.do("zone")
    table.play.close()


# --- faults, power, language, hints


def test_a_table_that_cannot_be_set_leaves_one_to_play_at(table: Driven, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin()

    def failing(config: Any) -> Any:
        monkeypatch.undo()
        table.play._machine_for(config).close()
        raise Trouble("table.fault", "a fault")

    monkeypatch.setattr(table.play, "_machine_for", failing)
    with pytest.raises(Trouble, match=r"\.fault'"):
        table.begin("gin")
    table.deal("gin")
    assert table.match()["game"] == "gin"


def test_the_match_goes_on_after_a_power_cut_in_the_middle_of_a_turn(table: Driven) -> None:
    table.deal()
    table.do("draw", seat=1)
    table.do("fault", what="power", on=True)
    sections = table.snapshots.sections()
    assert (set(sections["lights"]), sections["faults"]["power"]) == ({"0"}, True)
    with pytest.raises(Trouble, match="no_power"):
        table.do("act", seat=1, press="done")
    table.lay(table.cards("hand1")[0], "discard")  # cards can be moved during a power cut
    table.do("fault", what="power", on=False)
    table.wait(3000)
    table.do("act", seat=1, press="done")
    table.until(lambda: table.match()["seat"] == 0)
    assert table.verdicts()[-1]["event"] == "turn"
    assert [plain(each) for each in table.verdicts()] == replayed(table.do("log")["log"])


def test_zones_run_out_and_one_is_added_in_the_middle_of_a_turn(table: Driven) -> None:
    """It is announced when the last one is used; then the match goes on unchanged."""
    table.deal(players=[*TWO, {"name": "Zoé"}])
    table.do("draw", seat=1)
    room = lambda: table.snapshots.sections()["room"]  # noqa: E731
    told = lambda: [each for each in table.told if each.get("event") == "warning"]  # noqa: E731
    hand = list(table.cards("hand1"))
    for number, card in enumerate(hand[:12], 1):
        assert not room()["full"]
        table.lay(card, f"meld{number}")
    assert room() == {"melds": 12, "full": True, "add": True}
    table.until(told)
    table.until(lambda: "12 meld zones" in " ".join(table.play.machine.screen_text()))
    assert [(each["code"], each["zones"]) for each in told()] == [("zones_full", 12)]
    places = {place: list(cards) for place, cards in table.play.scene.places.items()}
    before = table.match()

    assert table.do("zone") == {"zone": "meld13"}
    assert table.play.scene.places == {**places, "meld13": []}
    assert room() == {"melds": 13, "full": False, "add": True}
    assert {each["zone"] for each in table.snapshots.sections()["table"]["zones"]} == set(table.play.scene.zones)
    table.do("pace", slow=True)
    assert "meld13" in table.snapshots.sections()["scan"]["zones"]
    table.do("pace", slow=False)
    table.until(lambda: table.match() == before)
    table.lay(hand[12], "meld13")
    table.until(lambda: table.play.match.sections()["melds"].get("meld13", {}).get("kind"))
    assert [each["code"] for each in told()] == ["zones_full", "zones_full"]
    table.lay(" ".join(hand[:13]), "hand1")
    table.lay(hand[13], "discard")
    assert table.verdict("turn")["took"] == "stock"
    assert [plain(each) for each in table.verdicts()] == replayed(table.do("log")["log"])


@pytest.mark.longer
def test_a_table_has_48_zones_and_then_no_more(table: Driven) -> None:
    table.begin()
    for zone in [f"meld{number}" for number in range(13, 43)]:
        table.play.config = felt.complete(board.with_zone(table.play.config, zone))
        table.play.scene.add(zone)
    assert len(table.play.scene.zones) == board.READERS
    with pytest.raises(Trouble, match="no_more_zones"):
        table.do("zone")
    check: Any = importlib.import_module("app.config").check
    assert check(table.play.config) == []
    machine: Any = table.play.machine
    machine.extend(table.play.config)
    table.wait(4000)
    table.lay(table.cards("stock")[0], "meld42")
    at = [zone.name for zone in machine.program.board.zones].index("meld42")
    table.until(lambda: machine.program.presence.lying[at])


@pytest.mark.parametrize("kind", ["epaper", "lcd1602"])
def test_the_screen_is_for_the_seat_whose_hint_it_shows(kind: str, tmp_path: Path) -> None:
    screen = {} if kind == "epaper" else {"screen": {"kind": kind, "i2c": 1, "sda": 10, "scl": 11}}
    table = Driven(tmp_path, config=board.config_for({"game": "rami51", "players": ["Ana", "Luc"]}, "en") | screen)
    table.deal()
    shown_to = lambda: table.snapshots.sections()["screen"]["for"]  # noqa: E731
    before = table.snapshots.sections()["screen"]["bits"]
    assert shown_to() is None
    table.lay(" ".join(table.cards("hand1")), "seat1")
    table.do("act", seat=1, press="hint")
    table.until(lambda: shown_to() == 1)
    table.until(lambda: table.snapshots.sections()["screen"]["bits"] != before)
    assert "answer" in table.do("hint", seat=1)["hint"]
    table.lay(" ".join(table.cards("seat1")), "hand1")
    table.do("draw", seat=1)
    table.lay(table.cards("hand1")[0], "discard")
    table.until(lambda: shown_to() is None)
    assert table.match()["seat"] == 0
    table.play.close()


def test_a_joker_is_said_on_the_page(table: Driven) -> None:
    table.deal()
    table.hold(1, "5H 6H X1 9S")
    table.lay("5H 6H X1", "meld1")
    table.until(lambda: table.snapshots.sections()["jokers"])
    said: dict[str, Any] = {"zone": "meld1", "joker": "X1", "as": "4H"}
    table.do("declare", **said)
    assert table.play.match.sections()["melds"]["meld1"]["jokers"] == {"X1": "4H"}


def test_the_table_speaks_another_language(table: Driven) -> None:
    table.begin()
    table.do("language", to="fr")
    machine: Any = table.play.machine
    table.until(lambda: machine.program.config["language"] == "fr")
    table.begin()
    machine = table.play.machine
    assert machine.program.config["language"] == "fr"


def test_slow_motion_shows_a_scan(table: Driven) -> None:
    table.begin()
    table.do("pace", slow=True)
    assert (table.play.rate, table.snapshots.sections()["pace"]["slow"]) == (0.02, True)
    table.wait(300)
    scan = table.snapshots.sections()["scan"]
    assert len(scan["slots"]) == 16
    assert scan["zones"]
    table.do("pace", slow=False)
    assert (table.play.rate, table.snapshots.sections()["scan"]) == (1, None)


# --- sorted hands, deadwood


def test_a_hand_sorts_itself_until_hands_put_it_in_order(table: Driven) -> None:
    table.deal("gin")
    shown = lambda: table.snapshots.sections()["cards"]["hand0"]  # noqa: E731
    assert shown() == sorted(table.cards("hand0"), key=by_suit)
    table.do("sort", seat=0, by="rank")
    assert shown() == sorted(table.cards("hand0"), key=by_rank)
    assert table.match()["sorts"] == ["rank", "suit"]
    *others, last = shown()
    table.do("move", cards=[last], to="hand0", at=0)  # within the rack: the others keep their order
    assert shown() == [last, *others]
    assert table.match()["sorts"] == ["hand", "suit"]
    (top,) = table.cards("discard")
    table.do("move", cards=[top], to="hand0", sure=True)  # last, until it is sorted again
    assert shown() == [last, *others, top]
    table.do("sort", seat=0, by="suit")
    assert shown() == sorted([last, *others, top], key=by_suit)


def test_deadwood_is_what_the_engine_arranges(table: Driven) -> None:
    table.begin("gin")
    shown = lambda: table.snapshots.sections()["deadwood"]  # noqa: E731
    assert shown() == {}
    table.do("deal")
    active = table.match()["seat"]
    hand = lambda seat: [parse(card) for card in table.cards(f"hand{seat}")]  # noqa: E731
    for seat in (0, 1):
        assert shown()[str(seat)]["points"] == arrange.least(hand(seat))[0]
    table.do("move", cards=table.cards("discard")[-1:], to=f"hand{active}")
    table.wait(1500)
    cards = hand(active)
    assert shown()[str(active)]["points"] == arrange.least_discarding(cards, cards[-1])[0]
    table.deal("rami51")
    assert shown() == {}


# --- computers, playback


@pytest.mark.longer
@pytest.mark.parametrize("seconds", [0.5, 8])
def test_a_computers_turn_takes_as_long_as_it_is_told_to(table: Driven, seconds: float) -> None:
    players = [{**each, "computer": True} for each in TWO]
    table.do("pace", turn=seconds)
    assert table.snapshots.sections()["pace"]["turn"] == seconds
    table.begin("rami51", players=players, seed=3, rules={"first_lay_points": 1000})
    took: list[float] = []
    since, turns = 0.0, 0
    while len(took) < 5:
        rate, before = table.play.rate, table.play.machine.ms()
        table.play.advance(10)
        since += (table.play.machine.ms() - before) / rate / 1000
        assert since < 200
        if turns != (turns := sum(each.get("event") == "turn" for each in table.told)):
            took.append(since)
            since = 0.0
    assert statistics.median(took[1:]) == pytest.approx(seconds, rel=0.25)


def test_a_computer_plays_at_the_level_that_is_chosen(table: Driven) -> None:
    players = [{"name": "Ana"}, {"name": "Luc", "computer": True, "level": "beginner"}]
    table.begin("gin", players=players)
    assert table.match()["levels"] == ["good", "beginner"]
    table.do("computer", seat=0, on=True, level="beginner")
    assert table.match()["levels"] == ["beginner", "beginner"]


@pytest.mark.longer
def test_a_computer_at_a_loss_gives_its_seat_back(table: Driven, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise IndexError("on purpose")

    monkeypatch.setattr(players, "plan", fails)
    monkeypatch.setattr(players, "fallback", lambda *_: [])
    table.do("pace", turn=0.5)
    table.deal()
    table.do("computer", seat=1, on=True)
    table.until(lambda: not table.match()["computers"][1])
    table.do("draw", seat=1)
    table.lay(table.cards("hand1")[0], "discard")
    table.until(lambda: table.match()["seat"] == 0)


def test_nobody_plays_at_a_table_that_plays_back(table: Driven) -> None:
    sections = table.snapshots.sections
    table.do("play", log=next(each["name"] for each in sections()["table"]["recorded"] if each["game"] == "gin"))
    table.do("playback", speed=100)
    with pytest.raises(Trouble, match="busy_playback"):
        table.do("move", cards=["5H"], to="meld1")
    hidden = sections()["cards"]
    assert hidden["hand0"] == [None] * len(hidden["hand0"])
    assert isinstance(hidden["stock"], int)
    table.do("playback", stop=True)
    table.until(lambda: not table.play.busy)
    with pytest.raises(Trouble, match="played_back"):
        table.do("draw", seat=0)
    table.begin()
    assert sections()["playback"] is None


# --- invalid requests


ANA, LUC = TWO
ANA_AND_LUC = {"do": "new", "game": "rami51", "players": TWO}
BAD: list[dict[str, Any]] = [
    *({}, {"do": None}, {"do": "fly"}, {"do": ["move"]}, {"do": "move"}, {"do": "deal"}, {"do": "hint", "seat": "1"}),
    *({"do": "move", "cards": cards, "to": "meld1"} for cards in ([], "5H", ["5H", "5H"], ["ZZ"], [7], [["5H"]])),
    *({"do": "move", "cards": ["5H"], "to": to} for to in ("meld99", "box", None)),
    *({"do": "move", "cards": ["5H"], "to": "meld1", "at": at} for at in (-1, True, "2")),
    *({"do": "draw", **more} for more in ({}, {"seat": 7}, {"seat": True}, {"seat": 0}, {"seat": 1, "to": "stock"})),
    *({"do": "sort", "seat": seat, "by": by} for seat, by in ((1, "luck"), (-1, "suit"))),
    *({"do": "act", "seat": seat, "press": press} for seat, press in ((1, "jump"), (9, "done"))),
    *({"do": "key", "button": key, "down": down} for key, down in (("reset", True), ([], True), ("ok", 1))),
    *({"do": "declare", "zone": zone, "joker": "X1", "as": "5H"} for zone in ("meld1", "hand1")),
    {"do": "declare", "zone": "meld1", "joker": None, "as": "5H"},
    *({**ANA_AND_LUC, "players": players} for players in ([], [ANA], [ANA, ANA], ["Ana", "Luc"])),
    *({**ANA_AND_LUC, "players": [{"name": name}, LUC]} for name in (" ", "A" * 99, "A\n")),
    *({**ANA_AND_LUC, "game": game} for game in ("chess", [])),
    *({**ANA_AND_LUC, "rules": rules} for rules in ({"hand": 99}, {"luck": 1}, [1])),
    *({"do": "new"}, {**ANA_AND_LUC, "dealer": 2}, {**ANA_AND_LUC, "seed": "x"}),
    {"do": "new", "game": "gin", "players": [*TWO, {"name": "Éva"}]},
    *({"do": "computer", "seat": 0}, {"do": "computer", "seat": 5, "on": True}),
    *({"do": "computer", "seat": 0, "on": True, "level": level} for level in ("best", 1, "")),
    *({"do": "play"}, {"do": "play", "log": "none"}, {"do": "playback", "speed": 3}),
    *({"do": "open", "name": name, "text": text} for name, text in (("x", ""), ("x", "{"), (3, "x"), ("x", "\ud800"))),
    *({"do": "pace", "turn": turn} for turn in (0.4, 8.1, True, "2", None, float("nan"))),
    *({"do": "pace"}, {"do": "pace", "slow": "yes"}, {"do": "language", "to": "xx"}),
    *(
        {"do": "fault", "what": what, "zone": "meld1", "on": on}
        for what in ("flood", "", "dead\n")
        for on in (True, False)
    ),
    *({"do": "fault", "what": what, "zone": "meld77", "on": on} for what in KINDS for on in (True, False)),
    *({"do": "fault", "what": "dead", "zone": zone, "on": True} for zone in (None, "", "stock", ["meld1"])),
    {"do": "fault", "what": "power", "on": "x"},
    *({"do": "fault", "what": "tag", "card": card, "on": True} for card in ("Z9", ["7H"])),
    *({"do": "by_hand", "card": "7H", "zone": zone, "on": on} for zone, on in (("meld77", True), ("meld1", False))),
]


def test_what_makes_no_sense_is_a_trouble_in_words_and_changes_nothing(table: Driven) -> None:
    table.deal()
    before = table.snapshots.sections()
    for action in BAD:
        with pytest.raises(Trouble) as caught:
            table.do(action.get("do"), **{k: v for k, v in action.items() if k != "do"})  # type: ignore[arg-type]
        for language in ("en", "fr"):
            assert re.fullmatch(r"(?!.*\{\w*\}).*\S.*", trouble_text(caught.value, language), re.DOTALL), action
    after = table.snapshots.sections()
    for name in ("cards", "match", "faults", "busy", "pace", "playback", "table"):
        assert before[name] == after[name]


def test_whatever_people_do_the_table_goes_on(table: Driven, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    rng = random.Random(seed)
    players = [{"name": "Ana"}, {"name": "Luc", "computer": True}, {"name": "Jo"}]

    def some(*of: Any) -> Any:
        return rng.choice(of)

    def doing() -> dict[str, Any]:
        places = table.play.scene.places
        cards = [card for place in places if place != "box" for card in places[place]]
        seat, zone, on = rng.randrange(3), some(*table.play.scene.zones), some(True, False)
        number, game = rng.randrange(2, 4), some("rami51", "rami7", "manipulation")
        return some(
            {"do": "move", "cards": rng.sample(cards, rng.randrange(1, 4)), "to": some(*places)},
            {"do": "move", "cards": [some(*cards)], "to": "discard"},
            {"do": "draw", "seat": seat},
            {"do": "sort", "seat": seat, "by": "rank"},
            {"do": "act", "seat": seat, "press": some("done", "knock", "pass", "hint", "deal")},
            {"do": "key", "button": some("ok", "plus", "minus", 0), "down": on},
            {"do": "fault", "what": some(*KINDS), "zone": zone, "on": on},
            {"do": "fault", "what": "power", "on": some(True, False, False)},
            {"do": "fault", "what": "tag", "card": some(*cards), "on": on},
            {"do": "by_hand", "card": some(*cards), "zone": zone, "on": on},
            {"do": "declare", "zone": zone, "joker": "X1", "as": "5H"},
            {"do": "computer", "seat": 1, "on": on},
            {"do": "pace", "slow": some(True, False, False, False)},
            {"do": "language", "to": some("en", "fr")},
            *({"do": "deal"}, {"do": "hint", "seat": seat}, {"do": "playback", "stop": True}),
            {"do": "play", "log": some(*table.snapshots.sections()["table"]["recorded"])["name"]},
            {"do": "new", "game": game, "rules": {}, "players": players[:number], "table": some("club", 7)},
        )

    table.do("new", game="rami51", players=players, rules={}, sure=True)
    for _ in range(ring.rounds(25, 120)):
        action, future = doing(), Future[Any]()
        with contextlib.suppress(Trouble):
            ask(table.play, action, future)
        table.wait(some(20, 300, 2000))
        json.dumps(table.snapshots.sections())
        for _, answer in table.play.answered:
            assert not isinstance(answer, Exception) or isinstance(answer, Trouble), action
        table.play.answered.clear()
        assert sum(map(len, table.play.scene.places.values())) == CARDS
    assert not caplog.records
    table.deal()
    assert table.match()["phase"] == "turn"


# --- the thread


@pytest.fixture
def running(tmp_path: Path) -> Iterator[TableThread]:
    made = TableThread(Maker(tmp_path), seed=1)
    made.start()
    yield made
    made.close()


def do(running: TableThread, do: str, **more: Any) -> dict[str, Any]:
    return running.do(OWNER, {"do": do, **more}).result(300)


def test_snapshots_are_whole_and_their_numbers_grow(running: TableThread) -> None:
    seen = []
    end = running.subscribe(lambda: seen.append(running.state))
    do(running, "new", game="gin", players=TWO, rules={})
    do(running, "deal")
    end()
    count = len(seen)
    do(running, "sort", seat=0, by="rank")
    assert len(seen) == count
    assert running.state.number > seen[-1].number
    numbers = [state.number for state in seen]
    assert numbers == sorted(set(numbers))
    assert {tuple(state.sections) for state in seen} == {tuple(seen[0].sections)}
    assert "deal" in [state.sections["busy"] for state in seen]
    # Unchanged sections are the same object.
    assert seen[-1].sections["table"] is running.state.sections["table"]


def test_a_failing_callback_or_action_stops_nothing(running: TableThread, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise RuntimeError("on purpose")

    running.subscribe(fails)
    monkeypatch.setattr("tierce_tools.virtual.hands.Hands.move", fails)
    with pytest.raises(RuntimeError):
        do(running, "move", cards=["5H"], to="meld1")
    monkeypatch.undo()
    do(running, "move", cards=["5H"], to="meld1")
    assert running.state.sections["cards"]["meld1"] == ["5H"]


def test_a_table_that_is_closed_says_so(running: TableThread) -> None:
    do(running, "new", game="rami51", players=TWO, rules={})
    waits = [running.do(OWNER, {"do": "act", "seat": 0, "press": "done"}) for _ in range(3)]
    running.close()
    last = running.do(OWNER, {"do": "deal"})
    assert {type(future.exception(300)) for future in waits} <= {type(None), Trouble}
    assert isinstance(last.exception(300), Trouble)
