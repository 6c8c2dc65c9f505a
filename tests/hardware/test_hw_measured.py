"""Reports of `tierce doctor --reach`: their schema and check agree, and plans use what was measured."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hw_sources import PLANS

from tierce_plans import antennas, checks, field_budget, fields, reached, schema, timing
from tierce_plans.pages import Page
from tierce_tools.base import paths
from tierce_tools.base.trouble import Trouble
from tierce_tools.description import descriptions, reach
from tierce_tools.logs.words import trouble_text

pytestmark = PLANS

SMALL: dict[str, Any] = json.loads(descriptions.shipped("small").read_text("utf-8"))
ACCEPTS = jsonschema.Draft202012Validator(schema.reach_schema())
REPORT: dict[str, Any] = {
    **{"tierce_reach": 1, "date": "2026-11-28", "zone": "meld1", "reader": "pn5180", "antenna": [280, 100]},
    **{"height_cards": 90, "four_at_18": [100, 100, 100, 98], "sideways_mm": 30},
    **{"fan_cards": 13, "fan_pitch": 18, "fan": [100] * 12 + [99]},
    **{"scan_us": [9000, 14000, 30000, 75000], "gain": [600, 590, 560, 480]},
}


def table(folder: Path, **changes: Any) -> descriptions.Description:
    """Return the small table, which names a report of its melds' loops; a change to None is not measured."""
    (folder / "mine.json").write_text(json.dumps({**REPORT, **changes}), "utf-8")
    given = {**SMALL, "build": {**SMALL["build"], "measured": ["mine.json"]}}
    assert descriptions.errors(given) == []
    return descriptions.from_config(given, "small", folder)


PLAIN = descriptions.load("small", "en")
KEPT = [each for each in paths.measured().glob("*.json") if each.name != reach.SCHEMA]
NONE = pytest.param(None, marks=pytest.mark.skip(reason="no loop of a real table has been measured yet"))


def meld(of: descriptions.Description) -> dict[str, Any]:
    """Return the figures of the melds' loop."""
    return next(each for each in fields.figures(of) if each["zone"] == "meld1")


@pytest.mark.parametrize("path", KEPT or [NONE])
def test_a_report_that_is_kept_was_measured(path: Path):
    """Each is sound, of a real table, and drawn."""
    given = json.loads(path.read_text("utf-8"))
    assert list(ACCEPTS.iter_errors(given)) == []
    assert reach.errors(given) == []
    assert not reach.report(given).modelled
    assert reached.svg(reach.report(given), "fr").startswith("<svg")


def test_the_schema_and_the_check_judge_alike():
    jsonschema.Draft202012Validator.check_schema(schema.reach_schema())
    assert ACCEPTS.is_valid(REPORT)
    strange = (None, True, -1, 0, 1, 1.5, 10**9, "", "x", "meld1", "pn5180", [], [1], [280, 100], [100] * 13, {})
    verdicts: list[bool] = []
    for name in [row[0] for row in reach.rows()]:
        without = {key: each for key, each in REPORT.items() if key != name}
        for given in (without, *({**REPORT, name: value} for value in strange)):
            verdicts.append(not reach.errors(given))
            assert ACCEPTS.is_valid(given) == verdicts[-1], (name, given)
    assert {*verdicts} == {True, False}
    assert reach.errors({**REPORT, "more": 1})


@pytest.mark.parametrize(
    ("language", "high", "word"), [("en", "27.0 mm", "not measured"), ("fr", "27,0 mm", "pas mesuré")]
)
def test_a_picture_shows_each_step(language: str, high: str, word: str):
    whole = reached.svg(reach.report(REPORT), language)
    assert "90" in whole
    assert high in whole
    assert whole.count("<rect") > 2 * (4 + 13)
    empty = {key: REPORT[key] for key in ("tierce_reach", "zone", "reader", "antenna")}
    assert reached.svg(reach.report(empty), language).count(word) == 6


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        *((None, "there is no report"), ("{", "not JSON"), ("[]", "makes no sense")),
        (json.dumps({**REPORT, "reader": "x"}), "reader:"),
        (json.dumps({**REPORT, "modelled": True}), "modelled table"),
    ],
)
def test_a_report_that_is_none_is_one_line(wrong: str | None, said: str, tmp_path: Path):
    found = table(tmp_path)  # what needs no plans does not read it
    (tmp_path / "mine.json").unlink()
    if wrong is not None:
        (tmp_path / "mine.json").write_text(wrong, "utf-8")
    with pytest.raises(Trouble) as caught:
        checks.problems(found)
    line = trouble_text(caught.value, "en")
    assert said in line
    assert "mine.json" in line
    assert "\n" not in line


def test_the_height_of_one_tag_says_what_current_is_given(tmp_path: Path):
    given = [meld(table(tmp_path, height_cards=cards))["given_ma"] for cards in (40, 110, 150)]
    assert all(low == high for low, high in given)
    assert given[0] < given[1] < given[2]
    # 33 mm above the felt is what the model computes for somewhat more than 0.3 W.
    low, high = meld(PLAIN)["given_ma"]
    assert low < given[1][0] < high
    assert meld(table(tmp_path, height_cards=None)) == meld(PLAIN)


def test_a_report_of_another_loop_or_reader_changes_nothing(tmp_path: Path):
    for other in ({"antenna": [120, 100]}, {"reader": "pn532"}):
        found = table(tmp_path, **other)
        assert fields.figures(found) == fields.figures(PLAIN)
        assert timing.states(found) == timing.states(PLAIN)
    assert meld(table(tmp_path, antenna=[100, 280])) == meld(table(tmp_path))  # turned, it is the same loop


def test_a_fan_that_was_read_is_no_problem_and_one_that_was_not_is(tmp_path: Path):
    read = checks.problems(table(tmp_path, height_cards=0))  # as computed from this height, none would be read
    assert [each.key for each in read if each.error] == []
    (problem,) = [each for each in checks.problems(table(tmp_path, fan=[100] * 9 + [40] * 4)) if each.error]
    assert (problem.key, problem.details) == ("field_measured", ("meld1", 13, 18, 9, "mine"))
    (other,) = [each for each in checks.problems(table(tmp_path, height_cards=0, fan=None)) if each.error]
    assert other.key == "field_single"


def test_a_reach_that_was_measured_says_how_far_loops_must_be(tmp_path: Path):
    near = [each for each in checks.problems(table(tmp_path, sideways_mm=150)) if each.key == "loops_near"]
    assert {each.details[3] for each in near} >= {round(150 - 9 - antennas.loop_of((280, 100)).band)}
    assert len(near) > len([each for each in checks.problems(PLAIN) if each.key == "loops_near"])


def test_the_times_of_scans_are_the_measured_ones(tmp_path: Path):
    """Six loops of 280 mm; the discard's is not of the report."""
    before, after = ({each.key: each for each in timing.states(one)} for one in (PLAIN, table(tmp_path)))
    discard = timing.states(PLAIN)[0].estimated.total - 6 * timing.visit("pn5180", 0, 5000, 1_000_000).total
    assert after["empty"].estimated.total == pytest.approx(6 * 9000 + discard)
    assert after["empty"].modelled == before["empty"].modelled
    # Between four cards and thirteen in line; 5 ms more where the zone settles longer.
    report = reach.report(REPORT)
    assert [report.scan(cards) for cards in (0, 1, 4, 7, 13)] == [9000, 14000, 30000, 45000, 75000]
    assert reach.report({**REPORT, "scan_us": [9000, 0, 0, 0]}).scan(1) is None


def test_the_budget_says_what_was_measured(tmp_path: Path):
    found, page = table(tmp_path), Page("en")
    field_budget._measured(page, found, list(fields.fans(found).values()))
    assert "- mine, 2026-11-28: a tag on 90 cards is read, for which" in str(page)
    assert "Of 13 cards, 18 mm apart, 13 are read. A tag 30 mm outside the wire is read." in str(page)
