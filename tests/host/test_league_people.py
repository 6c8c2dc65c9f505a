"""`tierce league`: people who come, go and change places, tables that are not played, and undo."""

import json
import random
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import ring
from evenings import of_names
from test_league import NAMES, plan, refuses, run
from verbs import complaint

from tierce_tools.base.trouble import Trouble
from tierce_tools.league import decisions, schema
from tierce_tools.league.rules import NAMED, SEATS, rule_of
from tierce_tools.league.season import League
from tierce_tools.league.standings import Seat, awarded, match_points, places
from tierce_tools.league.store import Leagues
from tierce_tools.logs.store import Store


def enter(leagues: Leagues, number: int) -> League:
    people = leagues.league("Club").table(number)[1].members
    points = [10 * (each + 1) for each in range(len(people))]
    seats = [Seat(*each) for each in zip(people, points, places(points, True), strict=True)]
    return leagues.enter("Club", None, number, seats)


def sits(league: League) -> dict[int, str]:
    """Return who sits at each table of the last round, 0 for a bye, in the order of names."""
    found: dict[int, list[str]] = {}
    for member, table in league.round().seats.items():
        found.setdefault(table, []).append(league.members[member])
    return {table: " ".join(sorted(names)) for table, names in sorted(found.items())}


# --- any steps: nobody sits twice, results stay, who has gone is not paired; undo takes back each


def step(leagues: Leagues, drawn: random.Random, number: int) -> None:
    known = leagues.league("Club")
    one, other = (known.members[each] for each in drawn.sample(known.decided.inside, 2))
    table = drawn.randint(1, 4)
    choices: list[Callable[[], Any]] = [
        lambda: leagues.pair("Club", again=drawn.random() < 0.2, more=True),
        lambda: leagues.pair("Club", absent=[one], new=[f"New {number}"]),
        lambda: enter(leagues, table),
        lambda: leagues.enter("Club", None, table, [], forfeits=known.table(table)[1].members[:1]),
        lambda: leagues.charge("Club", one, Fraction(1), "late"),
        lambda: leagues.decide("Club", "withdraw", decisions.withdraw([one])),
        lambda: leagues.decide("Club", "add", decisions.add([one], None, drawn.random() < 0.3)),
        lambda: leagues.decide("Club", "add", decisions.add(["Guest"], table, False), ["Guest"]),
        lambda: leagues.decide("Club", "replace", decisions.replace(one, f"Other {number}"), [f"Other {number}"]),
        lambda: leagues.decide("Club", "replace", decisions.replace(one, other)),
        lambda: leagues.decide("Club", "swap", decisions.swap(one, other)),
        lambda: leagues.decide("Club", "apart", decisions.apart(one, other, False)),
        lambda: leagues.decide("Club", "fixed", decisions.fixed(one, table)),
        lambda: leagues.decide("Club", "clock", decisions.clock(50, 1_800_000_000)),
        lambda: leagues.decide("Club", "remove", decisions.remove([one])),
        lambda: leagues.decide("Club", "rename", decisions.rename(one, f"{one[:9]} {number}")),
    ]
    drawn.choice(choices)()


@pytest.mark.parametrize("seats", [2, 4])
def test_any_steps_leave_each_at_one_table_and_are_taken_back_one_by_one(tmp_path: Path, seats: int):
    for seed in range(ring.rounds(1, 3)):
        drawn, before = random.Random(seed), list[League]()
        with Store.open(str(tmp_path / f"{seats}-{seed}.db")) as store:
            leagues = Leagues(store)
            known = leagues.begin("Club", NAMES, plan(seats))
            known = leagues.pair("Club")
            for number in range(ring.rounds(24, 60)):
                if number % 12 == 11:
                    for table in leagues.league("Club").round().lacking:
                        enter(leagues, table)
                    known = leagues.league("Club")
                    before.append(known)
                    with suppress(Trouble):  # too few are left
                        leagues.pair("Club", more=True)
                previous, known = known, leagues.league("Club")
                if previous != known:
                    check(known, previous)
                try:
                    step(leagues, drawn, number)
                except Trouble:
                    assert leagues.league("Club") == known, "what is refused has changed something"
            done = leagues.league("Club")
            for state in reversed(before):
                while done != state:
                    done, _ = leagues.undo("Club")
            while done.decided.last.kind:
                done, _ = leagues.undo("Club")
            assert done.rounds == []
            assert [done.members[each] for each in done.decided.inside] == NAMES


def check(known: League, previous: League) -> None:
    for one in known.rounds:
        there = [*one.byes, *(each for table in one.tables for each in table.members)]
        assert len(there) == len(set(there))
        assert all(2 <= len(table.members) <= known.plan.seats for table in one.tables)
        assert len(one.byes) <= 1 or known.plan.seats == 2
    last = known.last
    if last is None:
        return
    gone = set(known.members) - set(known.decided.inside) | known.decided.away
    for table in last.tables:
        assert table.entries or not gone & set(table.members)
    old = previous.last
    if old and old.id == last.id:
        closed = {table.number: table.members for table in old.tables if table.entries}
        now = {table.number: table.members for table in last.tables}
        assert {number: now[number] for number in closed} == closed


# --- where people sit after a decision


def evening(tmp_path: Path, seats: int, names: list[str]) -> Leagues:
    leagues = Leagues(Store.open(str(tmp_path / "games.db")))
    leagues.begin("Club", names, plan(seats))
    leagues.pair("Club")
    return leagues


def add(leagues: Leagues, *names: str, table: int | None = None) -> League:
    return leagues.decide("Club", "add", decisions.add([*names], table, False), [*names])


def test_who_leaves_a_table_of_two_leaves_the_other_a_bye_or_the_latecomer(tmp_path: Path):
    leagues = evening(tmp_path, 2, NAMES[:4])
    known = leagues.league("Club")
    left, alone = (known.members[each] for each in known.table(2)[1].members)
    enter(leagues, 1)
    known = leagues.decide("Club", "withdraw", decisions.withdraw([left]))
    assert sits(known)[0] == alone
    assert known.round().lacking == []
    assert known.standings()[1].byes + known.standings()[2].byes == 1
    # Nothing is played any more: who comes now waits for the next round.
    known = add(leagues, "Noé")
    assert "Noé" not in " ".join(sits(known).values())
    leagues.undo("Club")
    leagues.undo("Club")
    known = leagues.decide("Club", "replace", decisions.replace(left, "Noé"), ["Noé"])
    assert sits(known)[2] == " ".join(sorted([alone, "Noé"]))
    enter(leagues, 2)
    there = " ".join(sits(leagues.pair("Club")).values())
    assert (left in there, "Noé" in there) == (False, True)


def test_latecomers_sit_with_who_has_a_bye_where_there_is_room_or_by_themselves(tmp_path: Path):
    leagues = evening(tmp_path, 2, NAMES[:3])
    bye = sits(leagues.league("Club"))[0]
    assert sits(add(leagues, "Noé"))[2] == " ".join(sorted([bye, "Noé"]))
    assert set(sits(add(leagues, "Bob"))) == {1, 2}, "without anybody to sit with, Bob waits"
    assert sits(add(leagues, "Ida", "Kim"))[3] == "Ida Kim"


def test_who_is_left_alone_at_a_larger_table_sits_where_there_is_room(tmp_path: Path):
    leagues = evening(tmp_path, 3, NAMES[:5])
    known = leagues.league("Club")
    small, three = sorted(known.round().tables, key=lambda table: len(table.members))
    names = [known.members[each] for each in three.members]
    add(leagues, "Noé", table=small.number)
    known = leagues.decide("Club", "withdraw", decisions.withdraw(names[:2]))
    assert sits(known)[0] == names[2], "the other table is full"
    leagues.undo("Club")
    leagues.undo("Club")
    known = leagues.decide("Club", "withdraw", decisions.withdraw(names[:2]))
    assert list(sits(known)) == [small.number]


def test_pairings_keep_to_what_was_decided(tmp_path: Path):
    leagues = evening(tmp_path, 2, NAMES[:6])
    leagues.decide("Club", "apart", decisions.apart("Ana", "Luc", False))
    leagues.decide("Club", "apart", decisions.apart("Ana", "Max", False))
    leagues.decide("Club", "fixed", decisions.fixed("Eva", 7))
    leagues.decide("Club", "fixed", decisions.fixed("Tom", 2))
    for _ in range(4):
        for table in leagues.league("Club").round().lacking:
            enter(leagues, table)
        known = leagues.pair("Club")
        at = {known.members[each]: table for each, table in known.round().seats.items()}
        assert (at["Eva"], at["Tom"]) == (7, 2)
        assert at["Ana"] not in (at["Luc"], at["Max"])
        assert sorted(set(at.values())) == [1, 2, 7]
    for number in leagues.league("Club").round().lacking:
        enter(leagues, number)
    with pytest.raises(Trouble, match="all_paired"):
        leagues.pair("Club")
    known = leagues.pair("Club", more=True)
    assert (len(known.rounds), known.planned) == (6, 6)


def test_a_league_of_a_store_from_before_goes_on(where: str):
    """It has no acts: what it has stands, and from now on each step can be taken back."""
    with Store.open(where) as store:
        leagues = Leagues(store)
        leagues.begin("Club", NAMES[:4], plan(2))
        leagues.pair("Club")
        before = enter(leagues, 1)
        with store.writing() as connection:
            schema.acts_metadata.drop_all(connection)
    with Store.open(where) as store:
        leagues = Leagues(store)
        known = leagues.league("Club")
        assert known.rounds == before.rounds
        with pytest.raises(Trouble, match="nothing"):
            leagues.undo("Club")
        leagues.decide("Club", "rename", decisions.rename("Ana", "Anna"))
        leagues.decide("Club", "add", decisions.add(["Ana"], None, True), ["Ana"])
        done = leagues.decide("Club", "withdraw", decisions.withdraw(["Anna"]))
        assert [done.members[each] for each in done.decided.inside] == ["Anna", *NAMES[1:4], "Ana"]
        assert [done.members[each] for each in done.decided.away] == ["Anna"]
        for _ in range(3):
            done, _ = leagues.undo("Club")
        assert done.rounds == before.rounds
        assert done.members == before.members


# --- a table that was not played


@pytest.mark.parametrize("name", sorted(NAMED))
def test_a_forfeit_counts_in_all_as_much_as_a_table_that_was_played(name: str):
    rule = rule_of(name)
    for seats in SEATS:
        members = list(range(seats))
        points = [Seat(each, 10 * each, each + 1) for each in members]
        whole = sum(match_points(points, rule, True).values())
        assert awarded(members, [], rule) == {}
        for count in range(1, seats):
            found = awarded(members, members[:count], rule)
            assert all(found[each] == 0 for each in members[:count])
            assert len({found[each] for each in members[count:]}) == 1
            assert sum(found.values()) <= whole
            assert count > 1 or sum(found.values()) == whole
        assert set(awarded(members, members, rule).values()) == {0}


def test_a_rule_says_what_a_forfeit_counts(tmp_path: Path):
    path = tmp_path / "rule.json"
    path.write_text('{"by": "place", "places": [3, 1], "forfeit": 0.5}', "utf-8")
    assert awarded([1, 2], [1], rule_of(str(path))) == {1: Fraction(1, 2), 2: 3}


def test_a_table_that_is_not_played_counts_and_is_no_meeting(tmp_path: Path):
    leagues = evening(tmp_path, 2, NAMES[:4])
    first = leagues.league("Club").table(1)[1].members
    leagues.enter("Club", None, 1, [], forfeits=first[:1])
    known = leagues.enter("Club", None, 2, [])
    assert known.round().lacking == []
    rows = {row.member: row for row in known.standings()}
    assert [rows[each].points for each in first] == [0, 12]
    assert sum(row.points for row in rows.values()) == 12
    assert not any(row.played or row.met or row.difference for row in rows.values())
    assert known.results == []
    known = leagues.enter("Club", None, 2, [], correct=True, forfeits=known.table(2)[1].members)
    assert known.table(2)[1].entries == 2


# --- the verbs


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Return a folder with a league of four in pairs, table 1 of the round with a result."""
    evening(tmp_path, 2, NAMES[:4])
    with Store.open(str(tmp_path / "games.db")) as store:
        enter(Leagues(store), 1)
    return tmp_path


def test_a_matchs_old_name_is_its_players(club: Path):
    with Store.open(str(club / "games.db")) as store:
        known = Leagues(store).league("Club")
        two = [known.members[each] for each in known.table(2)[1].members]
        store.journal("board", "club").keep(of_names(two, 2))
    assert run(club, "rename", "Club", two[0], "Somebody") == f"{two[0]} → Somebody: renamed\n"
    assert run(club, "enter", "Club") == "Round 1: results entered of table 2\n"
    assert "Somebody" in run(club, "standings", "Club", "--rounds")


def test_an_evening_with_people_who_come_and_go(club: Path):
    with Store.open(str(club / "games.db")) as store:
        known = Leagues(store).league("Club")
        left, stays = (known.members[each] for each in known.table(2)[1].members)
        done = known.members[known.table(1)[1].members[0]]
    assert f"{left} → Noé: replaced\nRound 1\n" in run(club, "replace", "Club", left, "Noé")
    assert (
        run(club, "undo", "Club")
        == f"Taken back: {left} → Noé: replaced\nBefore it: round 1, table 1: result entered\n"
    )
    assert f"Not playing: {left}" in run(club, "withdraw", "Club", left)
    assert f"Withdrawn, until added again: {left}\n" in run(club, "standings", "Club")
    assert run(club, "clock", "Club", "50") == "round 1: a clock of 50 minutes\n"
    assert run(club, "remove", "Club", left) == f"{left}: removed\n"
    assert run(club, "pair", "Club", "--also", "Marc").count("Marc") == 1
    assert run(club, "enter", "Club", "--table", "1", "--void").startswith("Round 2: results entered of table 1")
    assert run(club, "fixed", "Club", stays, "3") == f"{stays}: always at table 3\n"
    assert run(club, "fixed", "Club", stays, "0") == f"{stays}: at any table\n"
    assert (
        run(club, "apart", "Club", stays, done) == f"{', '.join(sorted([stays, done], key=NAMES.index))}: stay apart\n"
    )
    assert "may meet again" in run(club, "apart", "Club", stays, done, "--off")
    assert run(club, "enter", "Club", "--table", "2", "--void").endswith("table 2\n")
    assert run(club, "new", "Club", "--season", "--players", "Ida") == "Club, season 2: 5 members\n"
    assert complaint("league", "undo", "Club", "--store", str(club / "games.db")).startswith("there is nothing to take")
    facts = json.loads(run(club, "add", "Club", left, "--json"))
    assert [each["player"] for each in facts["members"] if not each["away"]].count(left) == 1


BAD_INPUT = """
withdraw Club Bob -> nobody called Bob is in Club
withdraw Club Ana,Ana -> Ana is there twice
withdraw Club Zoé -> Zoé has been withdrawn already
add Club Luc -> Luc sits at table 1 already
add Club Noé --table 2 -> table 2 of round 1 has its result; it stays as it is
add Club Noé --table 1 -> table 1 has no room: 2 sit at a table at most
add Club Noé --table 4 -> round 1 of Club has no table 4; it has 1, 2
add Club A=B -> not a name for a member
replace Club Zoé Noé -> Zoé does not sit in round 1
replace Club Luc Ana -> Ana sits at table 1 already; tierce league swap
replace Club Max Zoé -> table 2 of round 1 has its result
swap Club Luc Ana -> Luc and Ana sit at one table already
swap Club Luc Max -> table 2 of round 1 has its result
apart Club Ana ana -> Ana is there twice
apart Club Ana Luc --off -> Ana and Luc may meet already
fixed Club Ana 0 -> Ana has no fixed table
fixed Club Ana 1000 -> TABLE
remove Club Ana,Luc,Max,Eva -> a league needs at least two members
rename Club Ana luc -> luc is in Club already
rename Club Ana Ana -> Ana has this name already
enter Club --void -> --void goes with --table
enter Club Ana=1 --void --table 1 -> give one of them
enter Club --forfeit Max --table 1 -> Max does not sit at table 1 of round 1
enter Club --forfeit Max,Luc -> not at the same table in round 1
enter Club --forfeit Max -> table 2 of round 1 has a result already
pair Club -> round 1 lacks results, tables: 1; enter them, or --void what was not played
pair Club --again -> round 1 has results already
new Club --season --players members.txt -> members.txt: there is no such file
"""


def test_bad_input_is_one_line_and_changes_nothing(tmp_path: Path):
    with Store.open(str(tmp_path / "games.db")) as store:
        leagues = Leagues(store)
        leagues.begin("Club", ["Ana", "Luc", "Max", "Eva", "Zoé"], plan(2))
        leagues.decide("Club", "withdraw", decisions.withdraw(["Zoé"]))
        leagues.pair("Club")
        assert sits(enter(leagues, 2)) == {1: "Ana Luc", 2: "Eva Max"}
        refuses(leagues, BAD_INPUT, tmp_path)
