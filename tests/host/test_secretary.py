"""The secretary's page: its requests are steps of `tierce league`, and whatever else comes does no harm."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
import ring
from evenings import of_names

from tierce_tools.base.texts import languages
from tierce_tools.cli.league import PARTS
from tierce_tools.club.secretary import STEPS, answer, read
from tierce_tools.league.rules import rule_of
from tierce_tools.league.season import Plan
from tierce_tools.league.store import Leagues
from tierce_tools.logs.store import Store

Json = dict[str, Any]
NAMES = ["Ana", "Luc", "Max", "Zoé"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(str(tmp_path / "games.db")) as made:
        Leagues(made).begin("Club", NAMES, Plan("rami51", "swiss", 2, 2, rule_of("places"), 1))
        yield made


def ask(store: Store, **asked: Any) -> Json:
    request = read(json.dumps(asked).encode())
    assert request is not None, asked
    return answer(store, request)


def test_a_league_from_an_empty_store(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        assert ask(store, do="look") == {"leagues": [], "league": None, "now": ANY}
        told = ask(store, do="new", league="Club", game="gin", players=NAMES)
        assert told["leagues"] == ["Club"]
        made = told["league"]
        assert [made[key] for key in ("season", "game", "seats", "rounds")] == [1, "gin", 2, 5]
        assert [each["name"] for each in made["members"]] == NAMES
        more = {"system": "round-robin", "rounds": 2, "seats": 3}
        made = ask(store, do="new", league="Lundi", game="rami51", players=NAMES, **more)["league"]
        assert [made[key] for key in ("system", "seats", "rounds")] == ["round-robin", 3, 2]
        made = ask(store, do="season", league="Lundi", players=["Ida"])["league"]
        assert [made[key] for key in ("season", "game", "system", "seats")] == [2, "rami51", "round-robin", 3]
        assert [each["name"] for each in made["members"]] == [*NAMES, "Ida"]
        good = {"league": "B", "game": "gin", "players": NAMES}
        for wrong in (
            *({"league": "club"}, {"league": ""}, {"game": "whist"}, {"seats": 4}, {"system": "lots"}),
            *({"points": "/etc/passwd"}, {"players": ["Ana"]}, {"players": ["Ana", "ana"]}),
        ):
            assert "error" in ask(store, do="new", **{**good, **wrong}), wrong
        assert "error" in ask(store, do="new", league="B", players=NAMES)
        assert Leagues(store).names() == ["Club", "Lundi"]


def test_an_evening(store: Store) -> None:
    done: set[str] = set()

    def do(step: str, **asked: Any) -> Json:
        done.add(step)
        told = ask(store, do=step, league="club", **asked)
        assert "error" not in told, told
        return told["league"]

    def tables(league: Json) -> dict[int, list[str]]:
        return {one["number"]: [each["name"] for each in one["players"]] for one in league["round"]["tables"]}

    assert ask(store, do="look")["league"]["round"] is None
    do("apart", player="Ana", other="Luc")
    do("fixed", player="Max", table=5)
    do("pair")
    league = do("pair", again=True)
    assert 5 in tables(league)
    one, five = (tables(league)[number] for number in sorted(tables(league)))
    assert sorted([one, five], key=lambda two: "Max" in two) == [one, five]
    store.journal("board", "club").keep(of_names(one, 2))
    league = do("find")
    assert [each["closed"] for each in league["round"]["tables"]] == [True, False]
    assert league["round"]["tables"][0]["match"] == 1
    assert "error" in ask(store, do="find")
    other = next(each for each in five if each != "Max")
    league = do("replace", player=other, other="Noé")
    assert sorted(tables(league)[5]) == ["Max", "Noé"]
    assert {each["name"]: each["away"] for each in league["members"]}[other]
    assert league["undo"]["en"] == f"{other} → Noé: replaced"
    assert other in tables(do("undo"))[5]
    do("withdraw", players=[other])
    league = do("add", players=["Ida"], waits=True)
    assert league["round"]["byes"] == ["Max"]
    do("undo")
    do("undo")
    five = tables(do("clock", minutes=50))[5]
    league = do("enter", table=5, players=[f"{name}={at * 10}/1" for at, name in enumerate(five)])
    assert league["round"]["ends"] > 1_700_000_000
    assert [each["counts"] for each in league["round"]["tables"][1]["players"]] == [12, 0]
    league = do("unplayed", table=5, players=["Max"], correct=True)
    assert {each["name"]: each["forfeit"] for each in league["round"]["tables"][1]["players"]}["Max"]
    league = do("penalty", player="Ana", points="0,5", why="late")
    assert league["penalties"] == [{"name": "Ana", "points": 0.5, "why": "late"}]
    do("add", players=["Ida", "Kim"])
    league = do("pair", players=["Kim"])
    assert "Kim" not in str(league["round"])
    number, two = next((number, each) for number, each in tables(league).items() if "Ida" in each)
    across = next(each for at, each in tables(league).items() if at != number)
    swapped = do("swap", player="Ida", other=across[0])
    assert sorted(tables(swapped)[number]) == sorted([across[0], *(each for each in two if each != "Ida")])
    do("rename", player="Ida", other="Ida B.")
    assert "Kim" not in [each["name"] for each in do("remove", player="Kim")["members"]]
    assert do("apart", player="Ana", other="Luc", off=True)["apart"] == []
    assert done == set(STEPS) - {"new", "season"}, "each step is done here"
    # Each is a verb too.
    other = {"season": "new", "unplayed": "enter", "find": "enter"}  # by its options
    assert {other.get(step, step) for step in STEPS} <= set(PARTS)


def test_what_fails_is_told_in_all_languages_and_changes_nothing(store: Store) -> None:
    before = Leagues(store).league("Club")
    for asked in (
        {"do": "swap", "player": "Ana", "other": "Luc"},
        {"do": "penalty", "player": "Ana", "points": "1e3", "why": "x"},
        {"do": "penalty", "player": "Ana", "points": "1", "why": " "},
        {"do": "add", "players": ["a=b"]},
        {"do": "fixed", "player": "Bob", "table": 3},
        {"do": "drop"},
        {"do": "look", "league": "Nobody"},
    ):
        told = ask(store, **asked)["error"]
        assert set(told) == set(languages())
        assert all("\n" not in text for text in told.values())
        assert Leagues(store).league("Club") == before


def test_whatever_comes_does_no_harm(store: Store) -> None:
    dice = random.Random("secretary")
    things = [None, True, -1, 7, 1 << 70, 1.5, "", "Ana", "x" * 400, "\0", [], ["Ana"], [["Ana"]], {}, {"a": 1}]
    keys = [*"league players player other points why table minutes off again more waits correct game seats".split()]
    refused = 0
    for _ in range(ring.rounds(150, 1000)):
        asked = {"do": dice.choice([*STEPS, "look", 3]), **{key: dice.choice(things) for key in dice.sample(keys, 3)}}
        request = read(json.dumps(asked).encode())
        refused += request is None
        if request is not None:
            json.dumps(answer(store, request))
    assert refused
    assert read(b"[" * 60_000) is None
    assert read(b'{"do": "look"}' + b" " * 70_000) is None
    assert Leagues(store).league("Club").name == "Club"
