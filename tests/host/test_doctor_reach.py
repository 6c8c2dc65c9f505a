"""`tierce doctor --reach`: the experiment on the modelled table, what it asks, and what it keeps."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from verbs import tierce_here

from tierce_plans.reached import fan_of
from tierce_tools.base.trouble import Trouble
from tierce_tools.board.benches import Hands, ModelledBench, modelled_table
from tierce_tools.board.reach import Reach
from tierce_tools.cli.doctor_reach import measure
from tierce_tools.description import descriptions, reach
from tierce_tools.worker import reaching

CONFIG = descriptions.load("classroom-pn5180", "en").config
Fact = dict[str, Any]


class Person(Hands):
    """Notes what is asked, and leaves out what `leaves` names."""

    def __init__(self, table: Any, leaves: tuple[str, ...] = ()) -> None:
        super().__init__(table)
        self.leaves = leaves
        self.asked: list[tuple[str, int]] = []

    def place(self, what: str, zone: str, number: int) -> bool:
        self.asked.append((what, number))
        return what not in self.leaves and super().place(what, zone, number)


@pytest.fixture
def bench(tmp_path: Path) -> ModelledBench:
    return modelled_table(str(tmp_path / "flash"), CONFIG)


def run(bench: ModelledBench, person: Person | None = None) -> Iterator[Fact]:
    return Reach(bench, lambda what, zone: None, "en", 10, fan_of).run(person)


def experiment(bench: ModelledBench, person: Person) -> Fact:
    reports = [fact for fact in run(bench, person) if fact["fact"] == "reach"]
    assert len(reports) == 5  # the empty field, and the four steps
    return reports[-1]


def test_it_asks_for_four_steps_and_measures_them(bench: ModelledBench):
    person = Person(bench.table)
    found = experiment(bench, person)
    del found["fact"]
    assert reach.errors(found) == []
    told = reach.report(found)
    assert (told.zone, told.reader, told.antenna, told.fan_pitch) == ("meld1", "pn5180", [70, 50], 18)
    assert (told.height_cards, told.sideways_mm) == (person.CARDS, person.MM)
    assert (told.four_at_18, told.four_at_10) == ([100] * 4, [100, 100, 100, 0])
    assert (told.fan_read, told.fan_cards) == (3, 3)  # what the loop of a module holds at 18 mm
    assert 0 < told.scan_us[0] < told.scan_us[1] < told.scan_us[2]
    assert [what for what, _ in person.asked].index("four") > [what for what, _ in person.asked].index("height")
    heights = [number for what, number in person.asked if what == "height"]
    assert heights == [4, 8, 16, 32, 24, 20, 22, 23]


def test_what_a_person_leaves_out_is_not_measured(bench: ModelledBench):
    told = experiment(bench, Person(bench.table, ("four", "height", "fan")))
    # The tag lay on the felt and was read; without cards to put under it, this is what was seen.
    assert (told["height_cards"], told["sideways_mm"]) == (0, 30)
    assert not {"four_at_18", "four_at_12", "fan", "fan_cards"} & set(told)


@pytest.mark.parametrize("flicker", [0.4, 1.0])
def test_a_tag_that_is_read_too_seldom_was_not_read(tmp_path: Path, flicker: float):
    bench = modelled_table(str(tmp_path), CONFIG, flicker=flicker)
    told = experiment(bench, Person(bench.table))
    assert "height_cards" not in told
    assert max(told["four_at_18"]) < reach.READ


def test_cards_that_lie_there_and_a_reader_that_is_gone(bench: ModelledBench):
    bench.table.put("meld1", "7H")
    with pytest.raises(Trouble, match="reach_covered"):
        list(run(bench, Person(bench.table)))
    bench.table.clear()
    with pytest.raises(Trouble, match="reach_alone"):
        list(run(bench))


def test_a_reader_that_fails_in_the_middle_keeps_what_was_measured(bench: ModelledBench, tmp_path: Path):
    class Clumsy(Person):
        def place(self, what: str, zone: str, number: int) -> bool:
            if what == "sideways":
                bench.table.faults.miso_high(bench.table.readers["meld1"])
            return super().place(what, zone, number)

    path = tmp_path / "kept.json"
    with pytest.raises(Trouble, match="reach_reader"):
        measure(run(bench, Clumsy(bench.table)), path, True, False, "en")
    kept = json.loads(path.read_text("utf-8"))
    assert (kept["height_cards"], kept["four_at_12"], kept["modelled"]) == (22, [100] * 4, True)
    assert "<svg" in path.with_suffix(".svg").read_text("utf-8")


def test_the_verb_writes_a_report_and_a_picture_once(tmp_path: Path):
    how = ("doctor", "--port", "modelled", "--config", "classroom-pn5180", "--reach")
    said = tierce_here(*how, cwd=tmp_path)
    assert "  height of one tag: 22 plain cards, 6.6 mm\n" in said.stdout
    assert said.stdout.endswith("Written to reach.json, reach.svg\n")
    again = tierce_here(*how, cwd=tmp_path)
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == "reach.json is there already: move it away, or name another with --out\n"
    several = tierce_here(*how[:3], "--config", "small", "--reach", "--out", "other.json", cwd=tmp_path)
    assert several.stderr.startswith("the reach is of one zone: name it with --zone; this table has discard, meld1")
    assert not (tmp_path / "other.json").exists()


# --- on the site's page Build


def at_page(bench: ModelledBench, monkeypatch: pytest.MonkeyPatch, zone: str, *answers: str) -> tuple[list[str], Fact]:
    """Return what the page asks for, a card with a tag lying there from its first answer on, and what it gets."""
    asked: list[str] = []
    given = iter(answers)

    def ask(text: str) -> str:
        asked.append(text)
        if len(asked) == 1:
            bench.table.put("meld1", "7H")
        return next(given)

    def on_board(device: str, said: Any, language: str, helper: Any, kind: Any, **how: Any) -> Any:
        return kind(bench, said, language, 10).run(helper, **how)

    monkeypatch.setattr(reaching, "on_board", on_board)
    grown: list[Fact] = []
    told = reaching.reach(zone, "en", ask, lambda what, zone: None, grown.append)
    assert grown[-1:] in ([], [told])
    return asked, told


def test_the_page_asks_for_the_same_and_keeps_what_was_measured(bench: ModelledBench, monkeypatch: pytest.MonkeyPatch):
    asked, told = at_page(bench, monkeypatch, "", "done", "done", "skip", "end")
    assert asked == [
        "Lay one card with a tag on meld1, the tag in the middle, and nothing else.",
        "Put 4 plain cards without tags under it.",
        "Put 8 plain cards without tags under it.",
        "Lay four cards in a fan on meld1, 18 mm from card to card.",
    ]
    assert (told["report"]["height_cards"], "four_at_18" in told["report"]) == (4, False)
    assert told["lines"][:2] == ["meld1, loop of 70 × 50 mm:", "  height of one tag: 4 plain cards, 1.2 mm"]
    assert told["picture"].startswith("<svg")
    assert reaching.shown(json.loads(json.dumps(told["report"])), "fr")["lines"][1].startswith("  hauteur")


def test_the_page_lets_one_of_several_zones_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    bench = modelled_table(str(tmp_path), descriptions.load("small", "en").config)
    asked, told = at_page(bench, monkeypatch, "")
    assert (asked, told["zones"][:2]) == ([], ("discard", "meld1"))
    assert at_page(bench, monkeypatch, "meld1", "end")[1]["report"]["zone"] == "meld1"


def test_a_broken_reader_is_said_without_a_command(bench: ModelledBench, monkeypatch: pytest.MonkeyPatch):
    bench.table.faults.miso_high(bench.table.readers["meld1"])
    with pytest.raises(Trouble, match="examine the board"):
        at_page(bench, monkeypatch, "")


@pytest.mark.parametrize("given", [None, [], {"tierce_reach": 1}, {"zone": "<b>"}])
def test_what_is_no_report_is_refused(given: Any):
    with pytest.raises(Trouble, match="this is no report"):
        reaching.shown(given, "en")
