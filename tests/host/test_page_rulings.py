"""The players decide on the page: what each ruling does, and who has to agree to it."""

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
import ring
from driven import TWO, Driven
from evenings import log_of, records_of

from tierce.phases import RULINGS
from tierce_tools.base.paths import games
from tierce_tools.base.trouble import Doubt, Trouble
from tierce_tools.logs.reader import records
from tierce_tools.logs.replay import steps
from tierce_tools.logs.words import trouble_text
from tierce_tools.match.match import FollowedMatch
from tierce_tools.page import views
from tierce_tools.page.views import Viewer
from tierce_tools.virtual import rulings
from tierce_tools.virtual.agreement import LASTS_S


def question(table: Driven, **action: Any) -> str:
    """Return what the table asks before a ruling, in English."""
    with pytest.raises(Doubt) as doubt:
        table.do("ruling", **action)
    assert doubt.value.text == "{question}"
    return trouble_text(doubt.value, "en")


def rule(table: Driven, **action: Any) -> str:
    """Rule, once the table has said what it does; return that."""
    asked = question(table, **action)
    table.do("ruling", sure=True, **action)
    return asked


def section(table: Driven, name: str) -> Any:
    return table.snapshots.sections()[name]


def ruled(table: Driven) -> list[dict[str, Any]]:
    """Return the rulings in the match's log, without their times."""
    log = table.do("log")["log"]
    return [{key: each[key] for key in each if key != "t"} for each in log if "ruling" in each]


# --- each ruling


def test_a_turn_is_taken_back_on_the_page(table: Driven) -> None:
    table.begin()
    with pytest.raises(Trouble, match="no_ruling"):
        table.do("ruling", ruling="undo")
    table.do("deal")
    table.do("draw", seat=1)
    table.lay(table.cards("hand1")[0], "discard")
    table.verdict("turn")
    assert section(table, "undo") == {"seat": 1, "offered": False}
    assert question(table, ruling="undo").startswith("Take back Luc's turn? It is open again, with 13 cards in hand")
    table.do("ruling", ruling="undo", sure=True)
    assert table.match()["seat"] == 1
    assert section(table, "undo") is None
    assert section(table, "verdict")["event"] == "ruling"


def test_a_low_first_lay_passes_and_a_score_is_corrected(table: Driven) -> None:
    table.begin()
    assert section(table, "rulings") == {"points": [0, 1], "end": []}
    table.do("deal")
    table.hold(1, "TH JH QH 9S 9H 9D 3C 4C 8C2 6C 2D 2C 5S")
    table.do("draw", seat=1)
    assert "accept" not in section(table, "rulings"), "a discard is missing"
    with pytest.raises(Trouble, match="not_waived"):
        table.do("ruling", ruling="accept")
    table.lay("TH JH QH", "meld1")
    table.lay("2D", "discard")
    table.verdict("refused")
    assert "accept" in section(table, "rulings")
    asked = rule(table, ruling="accept")
    assert asked.startswith("Let Luc's turn stand?")
    assert "30" in asked, "the points of the lay, as the refusal has them"
    table.until(lambda: table.match()["seat"] == 0)
    assert table.match()["hands"][1] == 10
    assert rule(table, ruling="points", seat=1, points=-20) == ("Correct Luc's score by −20? 0 becomes −20.")
    assert table.match()["totals"] == [0, -20]
    assert rule(table, ruling="hand", seat=0, cards=12).startswith("Does Ana hold 12 cards, and not 13?")
    assert table.match()["hands"] == [12, 10]
    assert rule(table, ruling="reshuffle").startswith("Was the pile shuffled?")
    assert rule(table, ruling="void") == "Does round 1 not count? Nobody scores, and Ana deals again."
    assert table.match()["phase"] == "deal"
    assert sorted(section(table, "rulings")) == ["end", "points", "undo"]
    assert "The match goes to Luc: Ana 0, Luc −20." in rule(table, ruling="end")
    assert table.match()["phase"] == "over"
    assert sorted(section(table, "rulings")) == ["points", "undo"]
    assert [each["ruling"] for each in ruled(table)] == ["accept", "points", "hand", "reshuffle", "void", "end"]
    assert ruled(table)[1:3] == [
        {"ruling": "points", "seat": 1, "points": -20},
        {"ruling": "hand", "seat": 0, "cards": 12},
    ]


def test_what_a_hand_counts_is_said(table: Driven) -> None:
    table.deal("manipulation", rules={"knock_limit": 1000})
    for _ in range(3):
        table.do("draw", seat=1)
    table.do("act", seat=1, press="knock")
    table.until(lambda: table.match()["phase"] == "count")
    assert section(table, "rulings")["count"] == [0, 1]
    assert rule(table, ruling="count", seat=1, points=37) == "Does Luc's hand count 37 points, whatever lies there?"
    assert "Round 1 is scored with it" in rule(table, ruling="count", seat=0, points=20)
    assert table.match()["phase"] == "deal"


@pytest.mark.parametrize(
    "action",
    [
        {},
        *({"ruling": ruling} for ruling in (None, ["undo"], "redo", "x" * 4000, "points", "reshuffle", "accept")),
        *({"ruling": "points", "seat": 0, "points": points} for points in (0, 1.5, "5", 10**400)),
        *({"ruling": "points", "seat": seat, "points": 5} for seat in (2, True)),
        *({"ruling": "hand", "seat": 0, **number} for number in ({"cards": 0}, {"points": 3})),
        *({"ruling": "count", "seat": 0, "points": points} for points in (-1, 5)),
    ],
)
def test_what_is_no_ruling_is_refused_in_one_line(ruled_table: Driven, action: Any) -> None:
    for sure in ({}, {"sure": True}):
        with pytest.raises(Trouble) as trouble:
            ruled_table.do("ruling", **action, **sure)
        assert not isinstance(trouble.value, Doubt)
        for language in ("en", "fr"):
            said = trouble_text(trouble.value, language)
            assert "\n" not in said
            assert len(said) < 500
    assert not ruled(ruled_table)


@pytest.fixture(scope="module")
def ruled_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driven]:
    """Return a table at which a turn has begun, and nothing else."""
    made = Driven(tmp_path_factory.mktemp("table"))
    made.deal()
    yield made
    made.play.close()


LOGS = sorted(path.stem for path in games().glob("*.jsonl") if "expected" not in path.name)


FEW = ("rulings", "gin-1", "manipulation-2")


@pytest.mark.parametrize(
    "name", [name if name.startswith(FEW) else pytest.param(name, marks=pytest.mark.longer) for name in LOGS]
)
def test_what_the_page_offers_is_what_the_engine_rules_on(name: str) -> None:
    """At moments of a log: a ruling that is offered does something, any other one does not."""
    data = (games() / f"{name}.jsonl").read_bytes()
    for at, step in enumerate(steps(records(io.BytesIO(data)))):
        if step.referee is None or step.error or at % ring.rounds(5, 1):
            continue
        offered = rulings.may(step.referee)
        for ruling, key in RULINGS.items():
            for seat in range(step.referee.seats) if key else (-1,):
                event = {"ruling": ruling, "seat": seat, key: 7} if key else {"ruling": ruling}
                _, told = rulings.tried(step.referee, event) or (None, [])
                wanted = ruling in offered and (not key or seat in offered[ruling])
                assert any(each["event"] == "ruling" for each in told) == wanted, (at, step.event, event, told)


# --- somebody else agrees

FIVE = {"ruling": "points", "seat": 0, "points": 5}


@pytest.fixture
def phones(table: Driven) -> Driven:
    """Return a table with a page for each seat, and the owner's."""
    table.begin()
    table.play.agreement.here = (None, 0, 1)
    return table


def test_another_seat_or_the_owner_agrees(phones: Driven) -> None:
    for asks, agrees in ((0, 1), (1, None), (None, 1)):
        before = phones.match()["totals"][0]
        asked = phones.asks(asks, "ruling", **FIVE, sure=True)
        shown = section(phones, "asked")
        assert (shown["by"], shown["left"]) == (asks, LASTS_S)
        assert shown["text"]["en"].startswith("Correct Ana's score by +5?")
        assert {"en", "fr"} <= set(shown["text"])
        phones.wait(200)
        assert phones.match()["totals"][0] == before
        with pytest.raises(Trouble, match="own_request"):
            phones.do("agree", asks, n=shown["n"])
        with pytest.raises(Trouble, match="not_own_request"):
            phones.do("unask", agrees, n=shown["n"])
        with pytest.raises(Trouble, match="not_asked"):
            phones.do("agree", agrees, n=shown["n"] + 1)
        with pytest.raises(Trouble, match="asked_already"):
            phones.do("ruling", agrees, **FIVE, sure=True)
        phones.asks(agrees, "agree", n=shown["n"])
        assert phones.answer(asked) == {}
        assert section(phones, "asked") is None
        assert phones.match()["totals"][0] == before + 5
        with pytest.raises(Trouble, match="not_asked"):
            phones.do("agree", agrees, n=shown["n"])


def test_it_is_taken_back_or_lapses_after_a_minute(phones: Driven) -> None:
    asked = phones.asks(1, "ruling", **FIVE, sure=True)
    phones.asks(1, "unask", n=section(phones, "asked")["n"])
    with pytest.raises(Trouble, match="taken_back"):
        phones.answer(asked)
    assert not ruled(phones)
    agreement = phones.play.agreement
    agreement.pass_time(1000.0)
    asked = phones.asks(0, "ruling", **FIVE, sure=True)
    agreement.here = (None, 0)  # a phone sleeps, and comes back
    agreement.pass_time(1000.0 + LASTS_S - 0.5)
    assert section(phones, "asked")["left"] == 1
    agreement.here = ()
    agreement.pass_time(1000.0 + LASTS_S)
    with pytest.raises(Trouble, match="nobody_agreed"):
        phones.answer(asked)
    assert section(phones, "asked") is None
    assert phones.match()["totals"] == [0, 0]


def test_what_people_have_read_is_what_is_done(phones: Driven) -> None:
    """A request ends when something else would come of it, and with the table or its power."""
    for change in (
        lambda: phones.play.run(phones.play.hands.start("ruling", FIVE)),  # by the table's buttons
        lambda: phones.asks(None, "fault", what="power", on=True),
        lambda: phones.begin("gin"),
    ):
        asked = phones.asks(0, "ruling", **FIVE, sure=True)
        change()
        phones.until(lambda: section(phones, "asked") is None, "the request's end")
        answers = [answer for each, answer in phones.play.answered if each is asked]
        assert not answers or isinstance(answers[0], Trouble), answers
        phones.play.answered.clear()
        if section(phones, "faults")["power"]:
            phones.do("fault", what="power", on=False)
            phones.wait(5000)


def test_one_device_rules_at_once(table: Driven) -> None:
    table.begin()
    for here in ((), (None,)):
        table.play.agreement.here = here
        rule(table, **FIVE)
    assert table.match()["totals"] == [10, 0]
    table.begin(players=[TWO[0], {"name": "Luc", "computer": True}])
    table.play.agreement.here = (None, 0)
    table.do("ruling", 0, **FIVE, sure=True)  # the only person
    assert table.match()["totals"] == [5, 0]


def test_seats_may_ask_and_agree(phones: Driven) -> None:
    phones.do("fault", what="tag", card="6H", on=True)
    sections = phones.snapshots.sections()
    for seat in (0, 1):
        seen = views.filter(sections, Viewer(seat))
        assert {"rulings", "asked", "undo"} <= set(seen)
        assert seen["faults"] == {**sections["faults"], "tag": []}, "it may be in a hand"
        for do in ("ruling", "agree", "unask"):
            views.allowed(Viewer(seat), {"do": do, "n": 1, "ruling": "undo"}, sections)
    assert json.dumps(sections["rulings"])


# --- a match that goes on


def test_a_match_goes_on_with_its_totals_and_other_players(table: Driven) -> None:
    table.deal()
    rule(table, **FIVE)
    more = {"players": [*TWO, {"name": "Zoé"}], "game": "rami51", "rules": {"target": 300}, "dealer": 2}
    more |= {"totals": [5, 0, 40], "rounds": 3}
    with pytest.raises(Doubt, match="leave_round"):
        table.do("new", **more)
    table.begin(**more)
    assert (table.match()["totals"], table.match()["round"]) == ([5, 0, 40], 3)
    header = table.do("log")["log"][0]
    assert (header["totals"], header["rounds"], header["dealer"]) == ([5, 0, 40], 3, 2)
    assert section(table, "sheet")["carried"] == [5, 0, 40]
    table.do("deal")
    assert table.match()["round"] == 4


@pytest.mark.parametrize(
    "more",
    [
        *({"totals": each} for each in ([99999, 0], [1], "x" * 9000, [0, None], [0, 1.5], {}, [0, 10**40])),
        *({"rounds": -1}, {"rounds": "7"}, {"dealer": "luck"}, {"dealer": 2}),
    ],
)
def test_what_can_not_go_on_is_refused_in_one_line(ruled_table: Driven, more: Any) -> None:
    with pytest.raises(Trouble) as trouble:
        ruled_table.do("new", game="rami51", players=TWO, sure=True, **more)
    said = trouble_text(trouble.value, "fr")
    assert "\n" not in said
    assert len(said) < 500
    assert ruled_table.match()["phase"] == "turn"


def test_an_emulated_pico_takes_no_totals(ruled_table: Driven, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(ruled_table.play.machine), "kind", "pico")
    with pytest.raises(Trouble, match="pico_totals"):
        ruled_table.do("new", game="rami51", players=TWO, sure=True, totals=[1, 2])
    assert ruled_table.match()["phase"] == "turn"


def test_the_first_dealer_is_drawn_by_lot(table: Driven) -> None:
    for seed, drawn in ((0, 1), (1, 0)):
        table.begin(dealer="lot", seed=seed)
        assert table.do("log")["log"][0]["dealer"] == drawn, "the same number, the same lot"


def test_the_page_sheet_adds_up_after_the_bonuses_of_the_end() -> None:
    ended = 0
    for name in LOGS:
        if name.startswith("manipulation-"):
            match = FollowedMatch()
            match.take(records_of([log_of(name)]))
            sheet = match.sections()["sheet"]
            scores = [sheet.get("bonuses", [0] * len(sheet["totals"])), *(row["scores"] for row in sheet["rows"])]
            assert [sum(each) for each in zip(*scores, strict=True)] == sheet["totals"], name
            ended += "bonuses" in sheet
    assert ended
