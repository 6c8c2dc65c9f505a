"""`tierce logs`: the list of games for people and as JSON, and its error messages."""

import json
import os
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from evenings import BEGAN, EVENING, log_of, of_names, records_of, store_at
from processes import Completed
from verbs import complaint, tierce_here

from tierce_tools.logs.store import Store

NAMES = ["rami51-1", "gin-2", "manipulation-2", "rami51-4"]


def tierce(*args: str | Path, **env: str) -> Completed[str]:
    return tierce_here("logs", *args, env={**os.environ, "TZ": "Europe/Paris", **env})


def listed(*args: str | Path) -> list[dict[str, Any]]:
    done = tierce("--json", *args)
    assert done.returncode == 0, done.stderr
    return [json.loads(each) for each in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evening") / "games.db"
    store_at(path, records_of(map(log_of, NAMES)))
    with Store.open(str(path)) as store:
        store.add_log(log_of("rami7-2"), "letter.jsonl")
    return path


def test_each_game_is_an_object_of_facts(evening: Path) -> None:
    found = listed("--store", evening)
    # The letter's game was added before the evening began, by the clocks.
    played = [(log_of(name)[0]["game"], "club", None) for name in NAMES]
    assert [(each["game"], each["table"], each["file"]) for each in found] == [("rami7", None, "letter.jsonl"), *played]
    assert sorted({each["id"] for each in found}) == [1, 2, 3, 4, 5]
    log, expected = log_of("manipulation-2"), log_of("manipulation-2.expected")
    assert expected[-1]["event"] == "match"
    wanted = {key: expected[-1][key] for key in ("winners", "ranking", "totals")}
    wanted |= {"ended": True, "whole": True, "rounds": sum(each["event"] == "round" for each in expected)}
    wanted |= {"events": len(log) - 1, "players": log[0]["players"]}
    assert {key: found[3][key] for key in wanted} == wanted
    assert not found[1]["ended"]
    assert found[1]["winners"] == []


def test_dates_are_when_the_matches_began(evening: Path, tmp_path: Path) -> None:
    found = [each for each in listed("--store", evening) if each["table"]]
    began = [datetime.fromisoformat(each["began"]).timestamp() for each in found]
    assert began == [BEGAN + EVENING * number for number in range(4)]
    assert found[0]["began"] == "2027-01-15T09:00:00+01:00"
    # Without a clock there is none.
    store = store_at(tmp_path / "games.db", records_of([log_of("gin-1")], began=None))
    (found,) = listed("--store", store)
    assert found["began"] is None
    assert datetime.fromisoformat(found["kept"]).timestamp() == BEGAN + 10 * EVENING
    assert "by 2027-01-20" in tierce("--store", store).stdout


def test_people_see_a_line_a_game_the_newest_last(evening: Path) -> None:
    done = tierce("--store", evening, COLUMNS="40")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    lines = [each.split() for each in done.stdout.splitlines() if each.strip()][2:]
    assert [each[0] for each in lines] == ["5", "1", "2", "3", "4"]
    for said in ("2027-01-15 09:00", "Max wins", "letter.jsonl", "Manipulation", "club"):
        assert said in done.stdout


def test_it_speaks_french(evening: Path) -> None:
    text = tierce("--store", evening, "--lang", "fr").stdout
    assert "15/01/2027 09:00" in text
    assert "Max gagne" in text
    assert "manches" in text


def test_options_choose(evening: Path) -> None:
    def ids(*args: str) -> list[int]:
        return sorted(each["id"] for each in listed("--store", evening, *args))

    assert ids("--game", "rami51") == [1, 4]
    assert ids("--game", "GIN", "--game", "manipulation") == [2, 3]
    with_ida = [each["id"] for each in listed("--store", evening) if "Ida" in each["players"]]
    assert ids("--player", "ida") == sorted(with_ida) != []
    assert ids("--player", "Ida", "--player", "Ana", "--game", "rami51") == [4]
    # In Paris, 2027-01-16 begins after the second match and before the third.
    assert ids("--since", "2027-01-16") == [3, 4]
    assert ids("--since", "2027-01-15T09:00:00+01:00") == [1, 2, 3, 4]
    assert ids("--since", "2020-01-01") == [1, 2, 3, 4, 5]


def test_nothing_that_fits_is_said_and_an_empty_store_says_what_to_do(tmp_path: Path) -> None:
    store, empty = store_at(tmp_path / "games.db", records_of([log_of("rami51-1")])), tmp_path / "empty.db"
    Store.open(str(empty)).close()
    for path, args, said in (
        *((store, args, "without options") for args in ("--game gin", "--player Nobody", "--since 2999-01-01")),
        *((empty, args, "tierce pull") for args in ("", "--json", "--game gin")),
    ):
        done = tierce("--store", path, *args.split())
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (0, "", 1)
        assert said in done.stderr


def test_ones_own_store_need_not_be_there(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "LOCALAPPDATA": str(tmp_path / "data")}
    done = tierce(**home)
    assert (done.returncode, done.stdout) == (0, "")
    assert "tierce pull" in done.stderr


def test_a_bad_request_is_one_line(evening: Path, tmp_path: Path) -> None:
    for date in ("yesterday", "", "2026-13-01", "31/12/2026", "9" * 30, "\n"):
        assert "2026-11-21" in complaint("logs", "--store", evening, "--since", date)

    assert "tierce pull" in complaint("logs", "--store", tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()
    assert "rami51" in complaint("logs", "--store", evening, "--game", "poker")


def test_what_is_lost_is_said_and_a_match_without_its_header_is_not_listed(tmp_path: Path) -> None:
    records = records_of(map(log_of, NAMES[:2]))
    store = store_at(tmp_path / "torn.db", [*records[:60], {"lost": 20, "from": 61}, *records[80:]])
    assert [each["whole"] for each in listed("--store", store)] == [False, True]
    assert "a part is missing" in tierce("--store", store).stdout
    store = store_at(tmp_path / "games.db", [{"lost": 10, "from": 1}, *records[10:]])
    assert [each["game"] for each in listed("--store", store)] == ["gin"]


def test_names_steer_no_terminal_and_break_no_line(tmp_path: Path) -> None:
    names = ["\x1b[31mred", "two\nlines", "[bold]b", "明子", "\u202eleft"]
    store = store_at(tmp_path / "games.db", of_names(names, 2))
    done = tierce("--store", store)
    assert done.returncode == 0, done.stderr
    assert not {"\x1b", "\u202e"} & set(done.stdout)
    assert all(said in done.stdout for said in ("[bold]b", "two lines", "明子"))
    assert [each["players"] for each in listed("--store", store)] == [names]
