"""`tierce study`: its figures, the same on any number of processes, whatever is killed."""

import csv
import io
import json
import statistics
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache, partial, reduce
from operator import iadd
from pathlib import Path
from typing import Any

import psutil
import pytest
import ring
from hypothesis import given, settings
from hypothesis import strategies as st
from verbs import complaint, here

from tierce.cards import CARDS, in_deck, parse
from tierce.hints import Question
from tierce.presets import PRESETS, rules_of
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.tallies import Tally
from tierce_tools.players import chances
from tierce_tools.players.contract import may_meet
from tierce_tools.study import grid, run
from tierce_tools.study.figures import Figures, mean, share, share_of_seats
from tierce_tools.study.rounds import Setting, play

RAMI7 = Setting("rami7", ("good",) * 3, {}, 7)
GIN = [Setting("gin", ("good", "beginner"), {"knock_limit": limit}, 7) for limit in (5, 10)]
ROUNDS = 14
LAYING = sorted(game for game in PRESETS if PRESETS[game]["family"] == "laying")


studied = partial(here, "study")


# --- the grid


def test_a_grid_has_each_combination_in_order():
    vary = grid.varied(["first_lay_points=30,51", "not_laid=hand,100"])
    assert grid.cells("rami51", 3, {"target": 500}, vary) == [
        {"target": 500, "first_lay_points": points, "not_laid": not_laid}
        for points in (30, 51)
        for not_laid in ("hand", 100)
    ]
    assert grid.cells("gin", 2, {}, {}) == [{}]


def test_what_is_no_list_of_values_is_refused():
    for key, *texts in (("no_values", "=3"), ("no_values", "hand="), ("varied_twice", "hand=13", "hand=14")):
        with pytest.raises(Trouble, match=key):
            grid.varied(texts)


# --- the figures


@given(st.lists(st.integers(-50, 400), min_size=2, max_size=60))
def test_a_mean_has_the_interval_of_its_rounds(values: list[int]):
    found = mean(Tally(values), 3)
    assert found is not None
    half = 1.959964 * statistics.stdev(values) / len(values) ** 0.5 / 3
    assert found.value == pytest.approx(statistics.mean(values) / 3)
    assert (found.low, found.high) == pytest.approx((found.value - half, found.value + half))


def test_the_share_of_seats_that_depend_on_each_other() -> None:
    # One seat in each round: as many independent ones.
    assert share_of_seats(Tally([0] * 25 + [1] * 15), 1) == pytest.approx(share(15, 40), abs=0.002)
    # All seats of a round alike: rounds count; each for itself: seats do.
    alike = share_of_seats(Tally([0] * 25 + [4] * 15), 4)
    assert alike == pytest.approx(share(15, 40), abs=0.002)
    # None and all have an interval, which stays within 0 and 1.
    for tally, end in ((Tally([0] * 10), 0.0), (Tally([4] * 10), 1.0), (Tally([0] * 9 + [1]), 0.025)):
        found = share_of_seats(tally, 4)
        assert found is not None
        assert found.value == end
        assert 0 <= found.low < found.high <= 1
    assert share_of_seats(Tally(), 4) is None


def test_a_share_has_wilsons_interval():
    # Wilson, 1927; the figures are those of R's prop.test(15, 40, correct = FALSE).
    found = share(15, 40)
    assert found is not None
    assert found == pytest.approx((0.375, 0.2422, 0.5297), abs=1e-4)
    assert share(0, 0) is None


def test_figures_add_up_in_any_order():
    parts = [play(RAMI7, range(at, at + 2)) for at in range(0, 8, 2)]
    forth, back = (reduce(iadd, each, Figures()) for each in (parts, parts[::-1]))
    assert forth == back == play(RAMI7, range(8))
    assert forth.rounds + forth.void == 8
    assert sum(forth.ends.values()) == forth.turns.total() == forth.rounds


@pytest.mark.parametrize("game", ring.FAMILIES)
def test_every_game_can_be_studied(game: str):
    seats = PRESETS[game]["seats"][0]
    found = play(Setting(game, ("good",) * seats, {}, 1), range(ring.rounds(1, 4)))
    assert found.played == ring.rounds(1, 4)
    # In one pack it happens that nothing fits any more.
    assert found.unfinished <= (ring.rounds(0, 2) if PRESETS[game]["decks"] == 1 else 0)
    if PRESETS[game]["family"] == "laying" and found.rounds:
        assert 0 <= max(found.never) < seats


def test_all_cells_have_the_same_deals():
    """What changes nothing in a round changes no figure."""
    with_target = RAMI7._replace(rules={"target": 10**6})
    assert play(with_target, range(6)) == play(RAMI7, range(6))


def test_a_beginner_wins_less():
    found = play(Setting("gin", ("good", "beginner"), {}, 3), range(20))
    assert found.wins[0] > found.wins[1]


# --- processes


@pytest.fixture(autouse=True)
def three_tasks_a_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "_CHUNK", 5)


def ended(jobs: int, advance: Any = lambda _: None) -> list[Figures]:
    return run.study(GIN, ROUNDS, lambda: run.processes(jobs), advance)


@cache
def wanted() -> list[Figures]:
    return [play(each, range(ROUNDS)) for each in GIN]


@pytest.mark.parametrize("number", ring.longer(1, 0, 2))
def test_a_killed_process_changes_nothing(number: int):
    killed: list[int] = []

    def advance(_: int) -> None:
        for each in psutil.Process().children():
            with suppress(psutil.NoSuchProcess):  # one that has ended, or is a zombie
                if "spawn_main" in " ".join(each.cmdline()) and each.pid not in killed and len(killed) < number:
                    each.kill()
                    killed.append(each.pid)
                    break

    assert ended(2, advance) == wanted()
    assert len(killed) == number


def test_processes_that_die_again_and_again_end_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(run, "play", _dies)
    monkeypatch.setattr(run, "_TRIES", 2)
    with pytest.raises(Trouble, match="processes_gone"):
        ended(1)


def _dies(*_: Any) -> None:
    import os

    os._exit(1)


@pytest.mark.longer
def test_a_cluster_gives_the_same_though_a_worker_is_killed():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True) as cluster:
        workers = {
            each.pid for each in psutil.Process().children(recursive=True) if "spawn_main" in " ".join(each.cmdline())
        }
        killed: list[int] = []

        def advance(_: int) -> None:
            if not killed:
                killed.append(min(workers))
                psutil.Process(killed[0]).kill()

        found = run.study(GIN, ROUNDS, lambda: run.cluster(cluster.scheduler_address), advance)
    assert killed
    assert found == wanted()


# --- the verb


def test_it_prints_a_table_csv_json_and_a_plot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    args = ("--game", "rami7", "--vary", "first_lay_points=30,51", "--games", "2", "--seed", "2", "--jobs", "1")
    done = studied(*args, "--csv", tmp_path / "s.csv", "--plot", tmp_path / "s.svg")
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode()
    assert "Rami 7" in text
    assert "first_lay_points" in text
    rows = list(csv.DictReader(io.StringIO((tmp_path / "s.csv").read_text("utf-8"))))
    assert [row["first_lay_points"] for row in rows] == ["30", "51"]
    assert (tmp_path / "s.svg").read_text("utf-8").startswith("<?xml")
    monkeypatch.setattr(run, "processes", ThreadPoolExecutor)  # a process loads for a second
    again = studied(*args, "--json")
    assert again.returncode == 0, again.stderr
    cells = [json.loads(line) for line in again.stdout.splitlines()]
    for row, cell in zip(rows, cells, strict=True):
        assert int(row["rounds"]) == cell["rounds"]
        assert [float(row[f"turns{end}"]) for end in ("", "_low", "_high")] == cell["turns"]


NO_CLUSTER = [
    ("--game rami7 --games 1 --scheduler tcp://127.0.0.1:9".split(), "scheduler answers at tcp://127.0.0.1:9")
]


def test_bad_input_is_one_line():
    for args, said in (
        (("--game", "rami52"), "did you mean rami5"),
        (("--game", "rami51", "--vary", "first_lay_points"), "as in first_lay_points=30,40,51"),
        (("--game", "rami51", "--vary", "hand=0,13"), "0 makes no sense"),
        (("--game", "rami51", "--vary", "hnad=13"), 'no option "hnad"'),
        (("--game", "rami51", "--players", "good,best"), "there is no level best"),
        (("--game", "gin", "--players", "good,good,good"), "is for 2 players"),
        (("--game", "rami51", "--plot", "s.pdf"), "neither .svg nor .png"),
        (("--game", "rami51", "--games", "1", "--csv", "/nowhere/s.csv"), "/nowhere/s.csv"),
        *(NO_CLUSTER if ring.ALL else ()),  # its package takes seconds to load
    ):
        assert said in complaint("study", *args), args


# --- what computers leave unasked


@st.composite
def hands(draw: st.DrawFn) -> tuple[str, dict[str, Any], list[int], list[list[int]]]:
    """A game, its rules, a hand, and melds on the table."""
    game = draw(st.sampled_from(LAYING))
    rules = rules_of(game, 2, {})
    deck = [card for card in range(CARDS) if in_deck(card, rules["decks"], rules["jokers"])]
    hand = draw(st.lists(st.sampled_from(deck), min_size=1, max_size=12, unique=True))
    runs = [
        [suit * 13 + rank for rank in range(at, at + rules.get("run_least", 3))]
        for suit in range(4)
        for at in range(0, 9, 4)
    ]
    melds = [
        meld for meld in draw(st.lists(st.sampled_from(runs), max_size=3, unique_by=min)) if not set(meld) & set(hand)
    ]
    return game, rules, hand, melds


def test_a_hand_that_goes_out_by_a_lay_off_is_asked_for():
    hand = [parse(card) for card in "AS 4H 8S2 2H 3H2".split()]
    melds = [[parse(card) for card in "5S 6S 7S".split()]]
    rules = rules_of("chamberliens", 2, {})
    assert dict(Question(rules, hand, melds, ["meld1"], {}).answer())["rami_sec"]
    assert chances.may_lay_first(hand, rules, False, melds)
    assert not chances.may_lay_first(hand, rules, False)


@settings(max_examples=ring.rounds(80, 600), deadline=None)
@given(hands(), st.booleans(), st.integers(1, 7))
def test_nothing_that_can_be_laid_is_left_unasked(
    dealt: tuple[str, dict[str, Any], list[int], list[list[int]]], laid: bool, number: int
):
    _, rules, hand, melds = dealt
    names = [f"meld{at + 1}" for at in range(len(melds))]
    question = Question(rules, hand, melds, names, {})
    question.laid = laid
    question.round = number
    answer = dict(question.answer())
    if laid:
        lays = answer["cards"] > 0
        asked = bool(chances.useful(hand, rules)[0]) or chances.may_add(hand, melds, {})
    else:
        lays = answer["can_lay"] or answer["rami_sec"]
        if "contracts" in rules:
            contract = rules["contracts"][number - 1]
            asked = may_meet(hand, contract, rules["jokers_per_meld"])
        else:
            asked = chances.may_lay_first(hand, rules, False, melds, {})
        asked |= rules["lay_off_before_laying"] and chances.may_add(hand, melds, {})
    assert asked or not lays, (hand, melds, answer)
