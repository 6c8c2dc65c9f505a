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
from driven import TWO, Driven

HEARTS = [rank + "H" for rank in "A23456789TJQK"]


def test_the_tag_cards_are_the_modelled_tags():
    module = draw_lessons
    every = [card for sheet in module.TAGS for card in sheet]
    assert len(every) == len(set(every)) == 32
    for number, sheet in enumerate(module.TAGS, 1):
        text = (LESSONS / f"tags-{number}.svg").read_text("utf-8")
        for card in sheet:
            assert uid_of(card).hex(" ").upper() in text, card
    assert module.slot("7H") == module.slot("4H") == 5
    assert module.same_end("4H", "7H") == 8


# --- figures of the second lesson


def rounds() -> dict[str, list[str]]:
    tags = draw_lessons.TAGS
    return {"A": HEARTS[4:8], "B": HEARTS[3:9], "C": HEARTS, "D": [*tags[0], *tags[1]]}


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("2-")])
def test_the_reckoned_times(name: str):
    text = (LESSONS / name).read_text("utf-8").replace(",", ".")
    module = draw_lessons
    for title, cards in rounds().items():
        row = re.search(rf"^\| {title} \|([ \d.|]+)\|$", text, re.MULTILINE)
        assert row, title
        figures = [float(each) for each in re.findall(r"\d+(?:\.\d+)?", row[1])]
        uids = [uid_of(card) for card in cards]
        numbers = [int.from_bytes(uid, "big") for uid in uids]
        slots = [[number for number in numbers if number & 15 == slot] for slot in range(16)]
        silent = sum(not each for each in slots)
        extra = sum(1 for each in slots for _ in questions(each))
        school = (
            module.QUESTION_MS + module.SILENT_MS * silent + module.HEARD_MS * (16 - silent) + module.EXTRA_MS * extra
        )
        exact = limit_a(uids) / 1000
        assert figures == [len(cards), silent, 16 - silent, extra, round(school, 1), round(exact, 1)], title
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


# --- the page's behaviour in the lessons


@pytest.fixture
def pupils(tmp_path: Path) -> Iterator[Driven]:
    made = Driven(tmp_path)
    yield made
    made.play.close()


def test_the_deal_of_the_first_lesson(pupils: Driven):
    """Deal 43 gives Luc these cards; the refusal and its repair are as in the lesson."""
    pupils.do("new", game="rami51", players=TWO, rules={}, seed=43)
    pupils.do("deal")
    hand = pupils.play.scene.places["hand1"]
    assert sorted(hand) == sorted("3S 4S2 5S 7S2 8S QS2 6H 6H2 QD2 9C JC2 QC X2".split())
    pupils.do("draw", seat=1)
    assert "TC" in hand
    pupils.lay("3S 4S2 5S", "meld1")
    pupils.lay("6H 6H2 X2", "meld2")
    pupils.lay("7S2", "discard")
    assert pupils.verdict("refused")["codes"] == ["set_same_suit", "first_lay_points"]
    pupils.lay("6H 6H2 X2", "hand1")
    pupils.lay("QS2 QD2 QC", "meld2")
    pupils.lay("9C TC JC2", "meld3")
    pupils.asks(None, "act", seat=1, press="done")
    turn = pupils.verdict("turn")
    assert (turn["laid"], turn["hand"]) == (71, 4)


def test_the_round_of_the_first_lesson(pupils: Driven):
    """Deal 56 of Classroom Rami: the table says what is wrong before the turn is judged."""
    pupils.do("what", cards="3C 4C 6C", zone="meld1", game="atelier")
    assert pupils.play.match.header is None
    pupils.do("new", game="atelier", players=TWO, rules={}, seed=56)
    pupils.do("deal")
    places = pupils.play.scene.places
    assert sorted(places["hand1"]) == sorted("5S 2H JH 5D 8D 9D TD".split())
    assert {"AS", "AD", "AC"} < set(places["hand0"])
    pupils.do("draw", seat=1)
    assert "JD" in places["hand1"]
    pupils.lay("8D 9D JD", "meld1")
    pupils.wait(3000)
    checks = pupils.play.match.sections()["checks"]
    assert "neither a run nor a set" in checks["meld1"]["en"][0]
    assert any("Meld 1: no meld" in each for each in pupils.play.machine.screen_text())
    assert not pupils.verdicts()
    pupils.lay("TD", "meld1")
    pupils.wait(3000)
    assert pupils.play.match.sections()["checks"]["meld1"]["en"] == []
    pupils.lay("2H", "discard")
    assert pupils.verdict("turn")["hand"] == 3


def test_slow_motion_shows_the_slots_of_the_lesson(pupils: Driven):
    """Each reading of a step in slow motion: the slots, the questions, the time."""
    text = (LESSONS / "slots.jsonl").read_text("utf-8")
    pupils.do("open", name="slots.jsonl", text=text)
    pupils.do("playback", paused=True)
    play = pupils.play

    def scan() -> dict[str, Any]:
        section = play.scans.section()
        assert section
        return section

    def shown() -> str:
        """Return the sixteen slots of the last full round, in the lesson's words."""
        section = scan()
        if section["zone"] != "meld1" or section["what"] != "inventory":
            return ""
        return " ".join({"silent": "·", "collision": "✱", "card": card}[heard] for heard, card in section["slots"])

    def step() -> None:
        playback = play.playback
        assert playback
        at = playback.section()["at"]
        pupils.do("playback", step=True)
        pupils.until(lambda: playback.section()["at"] > at)

    def read(expected: str, least: float, most: float) -> None:
        """Look until a whole reading has shown `expected`; check its time in ms."""
        pupils.do("pace", slow=True)
        end = play.machine.ms() + 5000
        since, took = -1, 0.0
        while since < 0 or scan()["since"] == since:
            assert play.machine.ms() < end, (expected, shown())
            play.advance(0.3)
            section = scan()
            if shown() == expected and section["rounds"] == 1 and since in (-1, section["since"]):
                since, took = section["since"], section["air_us"] / 1000
            elif since == section["since"]:
                since = -1  # it asked more questions
        assert least < took < most, took
        pupils.do("pace", slow=False)

    for _ in range(3):
        step()
    pupils.wait(500)
    read("8H · · · · 7H · · · · · · 6H · 5H ·", 33, 38)
    step()
    pupils.wait(500)
    read("8H · · · · 7H · · · · · · 6H · 5H 9H", 37, 42)
    step()
    pupils.wait(500)
    read("8H · · · · ✱ · · · · · · 6H · 5H 9H", 37, 42)
    step()
    pupils.wait(500)
    read("✱ 3H 2H · · ✱ · TH · · QH AH 6H · ✱ 9H", 55, 62)
