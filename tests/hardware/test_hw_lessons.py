"""The lessons: each figure computed, each step played. test_hw_docs.py runs their commands."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hw_documents import LESSONS, NAMES

from tierce_plans import visits
from tierce_tools.twin.assembly import uid_of
from tierce_tools.twin.inventory import limit_a, questions

sys.path.insert(0, str(LESSONS))
sys.path.insert(0, str(Path(__file__).parents[1] / "host"))

import draw_lessons
from driven import Driven

HEARTS = [rank + "H" for rank in "A23456789TJQK"]


def test_the_tag_cards_are_the_modelled_tags():
    every = [card for sheet in draw_lessons.TAGS for card in sheet]
    assert len(every) == len(set(every)) == 32
    for number, sheet in enumerate(draw_lessons.TAGS, 1):
        text = (LESSONS / f"tags-{number}.svg").read_text("utf-8")
        assert all(uid_of(card).hex(" ").upper() in text for card in sheet)
    assert draw_lessons.slot("7H") == draw_lessons.slot("4H") == 5
    assert draw_lessons.same_end("4H", "7H") == 8


ROUNDS = {"A": HEARTS[4:8], "B": HEARTS[3:9], "C": HEARTS, "D": [*draw_lessons.TAGS[0], *draw_lessons.TAGS[1]]}


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("2-")])
def test_the_reckoned_times(name: str):
    text = (LESSONS / name).read_text("utf-8").replace(",", ".")
    module = draw_lessons
    for title, cards in ROUNDS.items():
        row = re.search(rf"^\| {title} \|([ \d.|]+)\|$", text, re.MULTILINE)
        assert row, title
        figures = [float(each) for each in re.findall(r"\d+(?:\.\d+)?", row[1])]
        uids = [uid_of(card) for card in cards]
        numbers = [int.from_bytes(uid, "big") for uid in uids]
        slots = [[number for number in numbers if number & 15 == slot] for slot in range(16)]
        heard = sum(map(bool, slots))
        extra = sum(1 for each in slots for _ in questions(each))
        air = module.SILENT_MS * (16 - heard) + module.HEARD_MS * heard
        school, exact = module.QUESTION_MS + air + module.EXTRA_MS * extra, limit_a(uids) / 1000
        assert figures == [len(cards), 16 - heard, heard, extra, round(school, 1), round(exact, 1)], title
        assert abs(school - exact) < 0.02 * exact


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("2-")])
def test_how_likely_a_collision_is(name: str):
    text = (LESSONS / name).read_text("utf-8").replace(",", ".")
    shown = re.findall(r"^\| (\d+) \| ([\d.]+)\s%", text, re.MULTILINE)
    assert [int(cards) for cards, _ in shown] == [2, 4, 5, 7, 13]
    for cards, share in shown:
        assert abs(float(share) - 100 * visits.shared(int(cards))) < 0.051, cards
    assert "10.4" in text
    assert round(13.56 / 1.7**0.5, 1) == 10.4  # two touching tags, from hardware/guides/TAGS.md


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Driven]:
    made = Driven(tmp_path)
    yield made
    made.play.close()


def test_the_deal_of_the_first_lesson(table: Driven):
    """Deal 43 gives Luc these cards; the refusal and its repair are as in the lesson."""
    table.begin(seed=43)
    table.do("deal")
    hand = table.cards("hand1")
    assert sorted(hand) == sorted("3S 4S2 5S 7S2 8S QS2 6H 6H2 QD2 9C JC2 QC X2".split())
    table.do("draw", seat=1)
    assert "TC" in hand
    for cards, to in (("3S 4S2 5S", "meld1"), ("6H 6H2 X2", "meld2"), ("7S2", "discard")):
        table.lay(cards, to)
    assert table.verdict("refused")["codes"] == ["set_same_suit", "first_lay_points"]
    for cards, to in (("6H 6H2 X2", "hand1"), ("QS2 QD2 QC", "meld2"), ("9C TC JC2", "meld3")):
        table.lay(cards, to)
    table.asks(None, "act", seat=1, press="done")
    turn = table.verdict("turn")
    assert (turn["laid"], turn["hand"]) == (71, 4)


def test_the_round_of_the_first_lesson(table: Driven):
    """Deal 56 of Classroom Rami: the table says what is wrong before the turn is judged."""
    table.do("what", cards="3C 4C 6C", zone="meld1", game="atelier")
    assert table.play.match.header is None
    table.begin("atelier", seed=56)
    table.do("deal")
    assert sorted(table.cards("hand1")) == sorted("5S 2H JH 5D 8D 9D TD".split())
    assert {"AS", "AD", "AC"} < set(table.cards("hand0"))
    table.do("draw", seat=1)
    assert "JD" in table.cards("hand1")
    said = lambda: table.play.match.sections()["checks"]["meld1"]["en"]  # noqa: E731
    table.lay("8D 9D JD", "meld1")
    table.wait(3000)
    assert "neither a run nor a set" in said()[0]
    assert any("Meld 1: no meld" in each for each in table.play.machine.screen_text())
    assert not table.verdicts()
    table.lay("TD", "meld1")
    table.wait(3000)
    assert said() == []
    table.lay("2H", "discard")
    assert table.verdict("turn")["hand"] == 3


def test_slow_motion_shows_the_slots_of_the_lesson(table: Driven):
    """Each reading of a step in slow motion: the slots, the questions, the time."""
    table.do("open", name="slots.jsonl", text=(LESSONS / "slots.jsonl").read_text("utf-8"))
    table.do("playback", paused=True)
    play: Any = table.play

    def shown() -> str:
        """Return the sixteen slots of the last full round, in the lesson's words."""
        section = play.scans.section()
        if section["zone"] != "meld1" or section["what"] != "inventory":
            return ""
        return " ".join({"silent": "·", "collision": "✱", "card": card}[heard] for heard, card in section["slots"])

    def step() -> None:
        at = play.playback.section()["at"]
        table.do("playback", step=True)
        table.until(lambda: play.playback.section()["at"] > at)

    for steps, expected, least, most in (
        (3, "8H · · · · 7H · · · · · · 6H · 5H ·", 33, 38),
        (1, "8H · · · · 7H · · · · · · 6H · 5H 9H", 37, 42),
        (1, "8H · · · · ✱ · · · · · · 6H · 5H 9H", 37, 42),
        (1, "✱ 3H 2H · · ✱ · TH · · QH AH 6H · ✱ 9H", 55, 62),
    ):
        for _ in range(steps):
            step()
        table.wait(500)
        # Look until a whole reading has shown what is expected; its time is in ms.
        table.do("pace", slow=True)
        end = play.machine.ms() + 5000
        since, took = -1, 0.0
        while since < 0 or play.scans.section()["since"] == since:
            assert play.machine.ms() < end, (expected, shown())
            play.advance(0.3)
            section = play.scans.section()
            if shown() == expected and section["rounds"] == 1 and since in (-1, section["since"]):
                since, took = section["since"], section["air_us"] / 1000
            elif since == section["since"]:
                since = -1  # it asked more questions
        assert least < took < most, took
        table.do("pace", slow=False)
