"""`tierce league`: pairing, match points, standings, and what is kept of them."""

import csv
import io
import itertools
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import ring
from evenings import of_names, store_at
from hypothesis import given, settings
from hypothesis import strategies as st
from processes import Completed
from sqlalchemy import func, select
from verbs import complaint, tierce_here

from tierce_tools.base import extras
from tierce_tools.base.trouble import Trouble
from tierce_tools.league import rules, schema
from tierce_tools.league import store as kept
from tierce_tools.league.pairing import History, pair, pairs, sizes
from tierce_tools.league.ratings import ratings
from tierce_tools.league.rules import NAMED, Rule, rule_of
from tierce_tools.league.season import Plan
from tierce_tools.league.standings import Penalty, Seat, places, standings
from tierce_tools.league.store import Leagues
from tierce_tools.logs.store import Store

NAMES = ["Ana", "Luc", "Max", "Zoé", "Eva", "Tom", "Lea"]

# --- pairing: each sits once, tables differ by one seat at most


def level_groups(players: Iterable[int], points: Mapping[int, int]) -> list[list[int]]:
    ranked = sorted(players, key=lambda each: (-points[each], each))
    return [[*group] for _, group in itertools.groupby(ranked, lambda each: points[each])]


@settings(max_examples=ring.rounds(10, 60), deadline=None)
@given(st.integers(2, 22), st.integers(2, 5), st.booleans(), st.integers(0, 10**6))
def test_each_sits_once_a_round_and_tables_are_alike(players: int, seats: int, swiss: bool, seed: int):
    drawn, history, points = random.Random(seed), History(), Counter[int]()
    for number in range(4):
        groups = level_groups(range(players), points)
        tables, byes = pair(groups, seats, history, f"{seed}/{number}", swiss)
        assert (tables, byes) == pair(groups, seats, history, f"{seed}/{number}", swiss)
        assert sorted([each for table in tables for each in table] + byes) == list(range(players))
        assert all(2 <= len(table) <= seats for table in tables)
        assert max(map(len, tables)) - min(map(len, tables)) <= 1
        assert len(byes) == (players % 2 if seats == 2 else 0)
        if swiss:
            level = {each: at for at, group in enumerate(groups) for each in group}
            assert tables == sorted(tables, key=lambda table: sorted(level[each] for each in table)), "the best first"
        history.add(tables, byes)
        byes_of = [history.byes[each] for each in range(players)]
        assert max(byes_of) - min(byes_of) <= 1
        for table in tables:
            points.update({each: drawn.randrange(5) for each in table})


def partitions(players: tuple[int, ...], shape: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Yield all ways to seat players at tables of these sizes; the naive way."""
    if not players:
        yield []
        return
    for size in set(shape):
        rest = list(shape)
        rest.remove(size)
        for mates in itertools.combinations(players[1:], size - 1):
            table = (players[0], *mates)
            left = tuple(each for each in players if each not in table)
            for tables in partitions(left, tuple(rest)):
                yield [table, *tables]


def worth(tables: list[tuple[int, ...]], history: History, level: dict[int, int]) -> tuple[int, int, int, int]:
    """Return what counts against a round, the weightiest first; written anew from the manual."""
    most = max(map(len, tables))
    byes = again = short = spread = 0
    for table in tables:
        if len(table) == 1:
            byes += history.byes[table[0]] - min(history.byes[each] for each in level)
            spread += (max(level.values()) - level[table[0]]) ** 2
            continue
        if len(table) < most:
            short += sum(history.short[each] for each in table)
        for a, b in itertools.combinations(table, 2):
            again += history.met[min(a, b), max(a, b)]
            spread += (level[a] - level[b]) ** 2
    return byes, again, short, spread


@settings(max_examples=ring.rounds(60, 200), deadline=None)
@given(st.integers(2, 9), st.integers(2, 5), st.integers(0, 10**6), st.booleans())
def test_no_round_is_better_than_the_one_found(players: int, seats: int, seed: int, swiss: bool):
    """An exhaustive search over all rounds of a small league finds none that is better."""
    drawn, history = random.Random(seed), History()
    shape = tuple(sizes(players, seats))
    people = list(range(players))
    for _ in range(drawn.randrange(6)):
        drawn.shuffle(people)
        at = list(itertools.accumulate(shape))
        tables = [people[end - size : end] for size, end in zip(shape, at, strict=True)]
        history.add([each for each in tables if len(each) > 1], [each[0] for each in tables if len(each) == 1])
    level = {each: drawn.randrange(3) for each in range(players)}
    groups = level_groups(level, level)
    level = {each: at for at, group in enumerate(groups) for each in group}
    tables, byes = pair(groups, seats, history, str(seed), swiss)
    if not swiss:
        level = dict.fromkeys(level, 0)
    found = worth([*map(tuple, tables), *((each,) for each in byes)], history, level)
    best = min(worth(each, history, level) for each in partitions(tuple(range(players)), shape))
    assert found == best, (players, seats, seed, swiss)


@pytest.mark.parametrize(
    ("players", "seats", "rounds"),
    [(2, 2, 1), (3, 2, 3), (4, 2, 3), (7, 2, 7), (10, 2, 9), (9, 3, 4), (16, 4, 5), (25, 5, 6), (5, 5, 1), (3, 3, 1)],
)
def test_a_round_robin_lets_all_meet_once(players: int, seats: int, rounds: int):
    history = History()
    for number in range(rounds):
        tables, byes = pair([range(players)], seats, history, str(number), swiss=False)
        history.add(tables, byes)
    assert history.met == Counter(pairs(range(players)))
    assert {history.byes[each] for each in range(players)} == {players % 2 if seats == 2 else 0}


@pytest.mark.parametrize(("players", "seats"), [(40, 2), (41, 3)])
def test_many_do_not_meet_twice_in_five_rounds(players: int, seats: int):
    history, points = History(), Counter[int]()
    for number in range(5):
        groups = level_groups(range(players), points)
        tables, byes = pair(groups, seats, history, f"7/{number}")
        history.add(tables, byes)
        for table in tables:
            points.update({each: len(table) - at for at, each in enumerate(sorted(table))})
    assert max(history.met.values()) == 1
    assert max(history.short[each] for each in range(players)) <= 1


# --- match points and standings, against a naive oracle


def naive_points(table: list[Seat], rule: str, lowest: bool) -> dict[int, Fraction]:
    """Return the match points of the named rules, from their description in the manual."""
    size, found = len(table), dict[int, Fraction]()
    worst = (max if lowest else min)(seat.points for seat in table)
    sum_ahead = sum(abs(seat.points - worst) for seat in table)
    for seat in table:
        others = [other.place for other in table if other is not seat]
        first = [each for each in table if each.place == 1]
        if rule == "winner":
            found[seat.member] = Fraction(seat in first, len(first))
        elif rule == "places":
            won = sum(12 * (place > seat.place) + 6 * (place == seat.place) for place in others)
            found[seat.member] = Fraction(won, size - 1)
        else:
            share = Fraction(abs(seat.points - worst), sum_ahead) if sum_ahead else Fraction(1, size)
            found[seat.member] = 6 * size * share
    return found


def naive(
    members: int, tables: list[list[Seat]], byes: list[int], fines: list[Penalty], name: str, lowest: bool
) -> list[set[int]]:
    """Return the members in order, equal ones together, without the lot."""
    bye = {"places": 6, "winner": 1, "share": 6}[name]
    total = {each: Fraction(byes.count(each) * bye) for each in range(members)}
    for member, points in [won for table in tables for won in naive_points(table, name, lowest).items()]:
        total[member] += points
    for fine in fines:
        total[fine.member] -= fine.points
    sat = {each: [(s, table) for table in tables for s in table if s.member == each] for each in total}
    met = {each: [(own, other) for own, table in sat[each] for other in table if other is not own] for each in total}

    def ahead(one: Seat, other: Seat) -> int:
        return (one.place < other.place) - (one.place > other.place)

    def direct(group: set[int]) -> dict[int, int]:
        """Nobody is ahead unless all of the group have met."""
        if any(group - {each} - {other.member for _, other in met[each]} for each in group):
            return dict.fromkeys(group, 0)
        return {each: sum(ahead(*two) for two in met[each] if two[1].member in group) for each in group}

    def mean(values: Iterable[Any]) -> Fraction:
        found = [*values]
        return Fraction(sum(found), len(found)) if found else Fraction(0)

    gaps = {
        each: sum(own.points - mean(other.points for other in table if other is not own) for own, table in sat[each])
        for each in total
    }
    keys = (
        {each: mean(total[other.member] for _, other in met[each]) for each in total},
        {each: -gaps[each] if lowest else gaps[each] for each in total},
        {each: sum(own.rounds for own, _ in sat[each]) for each in total},
    )

    def apart(group: set[int], key: Mapping[int, Any]) -> list[set[int]]:
        return [{each for each in group if key[each] == value} for value in sorted({key[each] for each in group})[::-1]]

    order = apart(set(total), total)
    order = [part for group in order for part in apart(group, direct(group))]
    for key in keys:
        order = [part for group in order for part in apart(group, key)]
    return order


@st.composite
def results(draw: st.DrawFn) -> tuple[int, list[list[Seat]], list[int], list[Penalty], bool]:
    members, lowest, tables = draw(st.integers(2, 7)), draw(st.booleans()), list[list[Seat]]()
    for _ in range(draw(st.integers(1, 6))):
        people = draw(st.permutations(range(members)))[: draw(st.integers(2, min(6, members)))]
        points = draw(st.lists(st.integers(-3, 3), min_size=len(people), max_size=len(people)))
        order = sorted(points, reverse=not lowest)
        seats = zip(people, points, strict=True)
        tables.append([Seat(each, own, order.index(own) + 1, draw(st.integers(0, 1))) for each, own in seats])
    byes = draw(st.lists(st.integers(0, members - 1), max_size=3))
    fined = draw(st.lists(st.tuples(st.integers(0, members - 1), st.integers(-3, 3)), max_size=2))
    return members, tables, byes, [Penalty(member, Fraction(half, 2)) for member, half in fined], lowest


@settings(max_examples=ring.rounds(100, 500), deadline=None)
@given(results(), st.sampled_from(sorted(NAMED)))
def test_standings_are_those_of_a_naive_count(
    played: tuple[int, list[list[Seat]], list[int], list[Penalty], bool], name: str
):
    members, tables, byes, fines, lowest = played
    whole = rule_of(name)
    rule = Rule("", whole.places, whole.pool, whole.bye, whole.ties[:-1])  # without the lot
    found = standings(range(members), tables, byes, fines, rule, lowest, "1")
    expected = naive(members, tables, byes, fines, name, lowest)
    assert [{row.member for row in group} for _, group in itertools.groupby(found, lambda row: row.place)] == expected
    # With the lot, all are told apart, and nobody passes another group.
    drawn = standings(range(members), tables, byes, fines, whole, lowest, "1")
    assert [row.place for row in drawn] == list(range(1, members + 1))
    rows = iter(drawn)
    assert [{next(rows).member for _ in group} for group in expected] == expected


def test_places_are_by_points_and_shared():
    assert places([120, 85, 240, 85], lowest_wins=True) == [3, 1, 4, 1]
    assert places([120, 85, 240, 85], lowest_wins=False) == [2, 3, 1, 3]


def test_ratings_follow_the_places_and_share_where_equal():
    found = ratings([[Seat(1, 0, 1), Seat(2, 5, 2), Seat(3, 9, 3)]])
    assert found[1].mean > found[2].mean > found[3].mean
    assert all(each.unsure < 25 / 3 for each in found.values())
    equal = ratings([[Seat(1, 0, 1), Seat(2, 0, 1)]])
    assert equal[1] == pytest.approx(equal[2])
    again = ratings([[Seat(1, 0, 1), Seat(2, 5, 2)]] * 8)
    assert again[1].mean > ratings([[Seat(1, 0, 1), Seat(2, 5, 2)]])[1].mean


# --- a rule's file is hostile until read


SHARE, PLACE = '"by": "share", "pool": ', '"by": "place", "places": '
BAD_RULES = [
    *(b"", b"{", b"[]", b"7", b"\xff\xfe", b"[" * 5000, b" " * 70_000, b"{" + SHARE.encode() + b"9" * 5000 + b"}"),
    *(
        f"{{{each}}}".encode()
        for each in (
            *('"by": "place"', '"by": "share"', '"by": [], "pool": 10'),
            *(SHARE + pool for pool in ("1e999999999", "NaN", "-1", "true", "0.0001", '"10"', '10, "pool": 11')),
            *(f'{SHARE}10, "ties": {ties}' for ties in ('["luck"]', "[[]]", '["lot", "lot"]')),
            *(SHARE + more for more in ('10, "tie": []', '10, "name": 7')),
            *(f"{PLACE}{{{each}}}" for each in ('"2": [1]', '"6": [1]', '"2": [0, 1]', "", '"2": 1')),
            *(PLACE + more for more in ("[1, 2]", '{"2": [1, 0]}, "pool": 3')),
        )
    ),
]


def test_a_bad_rule_is_one_line(tmp_path: Path):
    path = tmp_path / "rule.json"
    for data in BAD_RULES:
        path.write_bytes(data)
        with pytest.raises(Trouble) as caught:
            rule_of(str(path))
        assert caught.value.key == "bad_rule", data
        assert "\n" not in caught.value.text.format(**caught.value.details)


def test_a_rule_comes_back_as_it_was_kept(tmp_path: Path):
    path = tmp_path / "rule.json"
    path.write_text(
        '{"name": "Eté", "by": "place", "places": [5, 3, 1.5, 0.125, 0], "bye": 2.5, "ties": ["wins", "lot"]}', "utf-8"
    )
    rule = rule_of(str(path))
    assert rule.places is not None
    assert rule.places[4] == (5, 3, Fraction(3, 2), Fraction(1, 8))
    assert rules.parsed(rule.text, "store") == rule


# --- what is kept, in SQLite and PostgreSQL


def plan(seats: int = 4, rounds: int = 5, system: str = "swiss", game: str = "rami51") -> Plan:
    return Plan(game, system, seats, rounds, rule_of("places"), 1)


def play(leagues: Leagues, name: str, drawn: random.Random) -> None:
    known = leagues.league(name)
    for table in known.round().tables:
        points = [drawn.randrange(300) for _ in table.members]
        seats = zip(table.members, points, places(points, known.lowest_wins), strict=True)
        leagues.enter(name, None, table.number, [Seat(*each, 1) for each in seats])


def test_a_season_comes_back_as_it_was_played(where: str):
    drawn = random.Random(1)
    with Store.open(where) as store:
        assert Leagues(store).names() == []
        Leagues(store).begin("Club", NAMES, plan())
    for number in range(1, 4):  # each round after a restart
        with Store.open(where) as store:
            paired = Leagues(store).pair("club")
            assert paired.round() == Leagues(store).league("CLUB").round(number)
            play(Leagues(store), "Club", drawn)
    with Store.open(where) as store:
        known = Leagues(store).league("Club")
        assert [each.number for each in known.rounds] == [1, 2, 3]
        assert all(table.result for each in known.rounds for table in each.tables)
        first = known.standings()
        assert sum(row.played for row in first) == 3 * len(NAMES)
        assert sum(row.points for row in first) == 3 * 6 * len(NAMES)
        # The next season has the members, and all earlier results for the ratings.
        after = Leagues(store).go_on("Club", ["Noé"], plan(2, 7, "round-robin"))
        assert (after.number, list(after.members.values())) == (2, [*NAMES, "Noé"])
        assert after.earlier == known.results
        assert Leagues(store).league("Club", 1).standings() == first
        assert Leagues(store).names() == ["Club"]


def test_what_was_paired_or_entered_before_is_kept(where: str):
    """A round that is paired anew has those who are there then; a corrected result stands."""
    with Store.open(where) as store:
        leagues = Leagues(store)
        leagues.begin("Club", NAMES, plan(4, 2))
        leagues.pair("Club")
        known = leagues.pair("Club", absent=["ana"], again=True)
        assert known.member("Ana") not in known.round().seats
        known = leagues.pair("Club", new=["Noé"], again=True)
        assert (len(known.rounds), len(known.round().seats)) == (1, 8)
        for step in (1, -1):
            members, points = [*known.table(1)[1].members], [10, 20, 30, 40][::step]
            seats = zip(members, points, places(points, True), strict=True)
            known = leagues.enter("Club", 1, 1, [Seat(*each) for each in seats], correct=step < 0)
            assert [row.member for row in known.standings() if row.member in members] == members[::step]
        assert known.table(1)[1].entries == 2
        with pytest.raises(Trouble, match="begun"):
            leagues.pair("Club", again=True)
        with store.reading() as connection:
            for table, rows in ((schema.rounds, 3), (schema.scores, 8)):
                assert connection.scalar(select(func.count()).select_from(table)) == rows


def test_a_change_during_the_pairing_is_noticed(where: str, monkeypatch: pytest.MonkeyPatch):
    """The search runs without a lock: what somebody else enters meanwhile is not overlooked."""
    with Store.open(where) as store, Store.open(where) as other:
        Leagues(store).begin("Club", NAMES, plan())
        found = kept._paired

        def meanwhile(*args: Any) -> Any:
            with monkeypatch.context() as own:
                own.setattr(kept, "_paired", found)
                Leagues(other).pair("Club")
            return found(*args)

        monkeypatch.setattr(kept, "_paired", meanwhile)
        with pytest.raises(Trouble, match="changed"):
            Leagues(store).pair("Club")
        assert len(Leagues(store).league("Club").rounds) == 1


def test_games_and_leagues_have_versions_of_their_own(where: str):
    """A store of games stays as it is until it has a league, and an older Tierce reads it then."""
    with Store.open(where) as store:
        assert not store.has(schema.PART)
        Leagues(store).begin("Club", NAMES, plan())
        assert store.has(schema.PART)
    with Store.open(where) as store:
        with store.writing() as connection:
            connection.execute(schema.version.update().values(version_num="0009"))
        assert store.matches() == []
        with pytest.raises(Trouble, match="newer"):
            Leagues(store).league("Club")


# --- the command


@pytest.fixture
def club(tmp_path: Path) -> Path:
    new = "new Club --game rami51 --players Ana,Luc,Max,Zoé --tables 2 --system round-robin"
    assert run(tmp_path, *new.split()) == "Club, season 1: 4 members\n"
    return tmp_path


def league(at: Path, *args: str) -> Completed[str]:
    return tierce_here("league", *args, "--store", str(at / "games.db"), cwd=at)


def run(at: Path, *args: str) -> str:
    done = league(at, *args)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


def rows(at: Path) -> list[dict[str, Any]]:
    return json.loads(run(at, "standings", "Club", "--json"))["standings"]


def ruled(records: list[dict[str, Any]], seat: int, points: int) -> list[dict[str, Any]]:
    """Return a match, and after it what a correction of a total makes the board say."""
    totals = [total + points * (at == seat) for at, total in enumerate(records[-1]["totals"])]
    ranking = sorted(range(len(totals)), key=lambda at: totals[at])
    ruling = {"ruling": "points", "seat": seat, "points": points}
    added = [
        *(ruling, {"event": "ruling", **ruling, "totals": totals}),
        {"event": "match", "winners": ranking[:1], "ranking": ranking, "totals": totals},
    ]
    return [*records, *({"seq": len(records) + at, "t": 10**6, **each} for at, each in enumerate(added, 1))]


def test_results_come_from_the_matches_with_their_rulings(club: Path):
    store = club / "games.db"
    store_at(store, of_names(["Ana", "Luc"], 3), "before")  # played before the pairing: not of this round
    tables = json.loads(run(club, "pair", "Club", "--json"))["tables"]
    one, two = ([*each["players"]] for each in tables)
    match = of_names([name.upper() for name in reversed(one)], 3)
    store_at(store, match, "a")
    assert run(club, "enter", "Club") == "Round 1: results entered of table 1\nNo result yet: table 2\n"
    for board in ("b", "c"):
        store_at(store, of_names(two, 2), board)
    done = league(club, "enter", "Club")
    assert (done.returncode, done.stderr) == (2, "table 2: the matches 3, 4 fit; name one with --table and --match\n")
    assert league(club, "enter", "Club", "--table", "1", "--match", "4").stderr == (
        f"match 4 was played by {', '.join(two)}, table 1 is {', '.join(one)}\n"
    )
    assert run(club, "enter", "Club", "--table", "2", "--match", "4") == "Round 1: results entered of table 2\n"
    before = rows(club)
    # A second result is refused.
    done = league(club, "enter", "Club", f"{one[0]}=1", f"{one[1]}=2")
    assert done.stderr == "table 1 of round 1 has a result already; --correct puts another in its place\n"
    # A ruling after the end changes the totals; the next look takes it in.
    store_at(store, ruled(match, 0, 500), "a")
    assert run(club, "enter", "Club") == "Round 1: results entered of table 1\n"
    assert run(club, "enter", "Club") == "Round 1: no result entered\n"
    after = rows(club)
    won = {row["player"]: row["match_points"] for row in after}
    assert [won[name] for name in one] == [12, 0]
    rounds = [{row["player"]: row["rounds"] for row in each} for each in (before, after)]
    assert (rounds[0], sum(rounds[1].values())) == (rounds[1], 3 + 2)


def test_a_season_by_hand_from_the_pairing_to_the_files(club: Path):
    for number in range(1, 4):
        facts = json.loads(run(club, "pair", "Club", "--json"))
        assert facts["round"] == number
        if number == 1:  # sheets to fill in have the players
            run(club, "export", "Club", "--what", "sheets", "--out", "empty.html")
            page = (club / "empty.html").read_text("utf-8")
            assert all(name in page for table in facts["tables"] for name in table["players"])
        for table in facts["tables"]:
            points = [f"{name}={len(name) * 10 + ord(name[0])}/2" for name in table["players"]]
            run(club, "enter", "Club", *points)
            assert number > 1 or league(club, "enter", "Club", *points, "--correct").returncode == 0
    assert run(club, "penalty", "Club", "ana", "1,5", "--why", "late").endswith("penalties: -1.5\n")
    league(club, "penalty", "Club", "ana", "+0.5", "--why", "excused")
    table = run(club, "standings", "Club")
    assert "Club, season 1" in table
    assert "excused" in table
    ranked = rows(club)
    assert sum(row["match_points"] for row in ranked) == 3 * 2 * 12 - 1
    assert {row["tables"] for row in ranked} == {3}
    for name in ("t.html", "t.pdf", "t.csv"):
        assert run(club, "export", "Club", "--out", name) == f"{name}\n"
    page = (club / "t.html").read_text("utf-8")
    assert page.count("<h2>") == 5
    assert "Zoé" in page
    assert (club / "t.pdf").read_bytes().startswith(b"%PDF")
    found = list(csv.DictReader(io.StringIO((club / "t.csv").read_text("utf-8-sig"))))
    assert [(row["player"], float(row["match_points"])) for row in found] == [
        (row["player"], row["match_points"]) for row in ranked
    ]
    text = run(club, "export", "Club", "--what", "sheets", "--to", "csv", "--out", "-")
    every = list(csv.DictReader(io.StringIO(text)))
    assert len(every) == 12
    assert [row["entries"] for row in every] == ["2"] * 4 + ["1"] * 8
    run(club, "export", "Club", "--what", "sheets", "--round", "2", "--out", "s.html")
    assert (club / "s.html").read_text("utf-8").count("<article>") == 2
    assert run(club, "new", "Club", "--season") == "Club, season 2: 4 members\n"


def test_names_from_outside_do_no_harm(tmp_path: Path):
    (tmp_path / "names.txt").write_text("<b>Ana</b>\n+1+1\n\u202eLuc\nMax\x1b[31m\n" + "W" * 60 + "\n", "utf-8")
    league(tmp_path, "new", "<i>", "--game", "rami51", "--players", "names.txt", "--tables", "6")
    run(tmp_path, "pair", "<i>")
    for name in ("t.html", "t.pdf", "t.csv"):
        run(tmp_path, "export", "<i>", "--out", name)
    page = (tmp_path / "t.html").read_text("utf-8")
    assert "&lt;b&gt;Ana" in page
    assert "<b>" not in page
    text = (tmp_path / "t.csv").read_text("utf-8-sig")
    assert "'+1+1" in text
    assert "\x1b" not in text + page + run(tmp_path, "standings", "<i>")


# A line, and what is said of it.
BAD_INPUT = """
pair Culb -> there is no league Culb; there are Club; did you mean Club?
standings Nobody -> there is no league Nobody
new club --game rami51 --players A,B -> there is a league club already
new Two --game rami51 -> a new league needs --game and --players
new Two --game rami51 --players Ana,ana -> ana is there twice
new Two --game rami51 --players Ana, -> not a name for a member
new Two --game rami51 --players nofile -> nofile: there is no such file
new Two --game rami51 --players games.db -> it is not UTF-8
new Two --game rami5 --players A,B -> did you mean rami5
new Two --game gin --players A,B --tables 3 -> gin, which has 2 places
new Two --game gin --players A,B --points x.json -> x.json
new Two --game gin --players A,B --tables 7 -> --tables
new Club --season -> season 1 of Club still lacks results: 2; enter them first
pair Club -> round 1 lacks results, tables: 1, 2
pair Club --also ana -> ana is in Club already
pair Club --again --absent Ana,Luc,Max -> at least two players
pair Club --again --absent Anna -> nobody called Anna is in Club; there are Ana, Luc, Max, Zoé; did you mean Ana?
enter Club --table 3 --match 1 -> round 1 of Club has no table 3; it has 1, 2
enter Club --table 1 --match 9 -> there is no game 9
enter Club --match 1 -> --match goes with --table
enter Club --round 2 -> has no round 2; the last one is 1
enter Club --season 2 -> has no season 2; the last one is 1
enter Club Ana=1 Luc -> Luc: write a player's points as in Ana=120
enter Club Ana=1 Luc=1e3 -> Luc=1e3: write
enter Club Ana=1 ana=2 -> Ana is there twice
enter Club Ana=1 Luc=2 Max=3 -> no table of round 1 has just these players
penalty Club Ana 0 --why x -> 0: not match points
penalty Club Ana two --why x -> two: not match points
penalty Club Bob 2 --why x -> nobody called Bob is in Club
export Club --out x.doc -> x.doc: there is no such format
export Club --out games.db --to csv -> games.db: is there already
export Club --out none/x.html -> none/x.html: cannot be written
export Club --what sheets --round 5 --out y.html -> no round 5
ne -> there is no verb ne; did you mean new?
pair Club --agian -> did you mean --again?
"""


def refuses(leagues: Leagues, rows: str, at: Path) -> None:
    """Check that each line gets its complaint, and changes nothing of the league Club."""
    before = leagues.names(), leagues.league("Club")
    for row in rows.strip().splitlines():
        line, _, said = row.partition(" -> ")
        assert said in complaint("league", *line.split(), "--store", str(at / "games.db"), cwd=at), row
        assert (leagues.names(), leagues.league("Club")) == before, row


def test_bad_input_is_one_line_and_changes_nothing(tmp_path: Path):
    with Store.open(str(tmp_path / "games.db")) as store:
        leagues = Leagues(store)
        leagues.begin("Club", NAMES[:4], plan(2))
        leagues.pair("Club")
        refuses(leagues, BAD_INPUT, tmp_path)


def test_without_the_ratings_package_the_standings_are_there(club: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(extras, "find_spec", lambda package: None)
    done = league(club, "standings", "Club", "--lang", "en")
    assert ("Ana" in done.stdout, "rating" in done.stdout) == (True, False)
    assert done.stderr.startswith("no ratings: this needs openskill")
    assert done.stderr.count("\n") == 1
