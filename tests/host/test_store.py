"""The store of games, in SQLite and in a real PostgreSQL: each record once, always."""

import json
import os
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import cache, partial
from operator import attrgetter
from pathlib import Path
from typing import Any

import psycopg
import pytest
import ring
from evenings import log_of
from hypothesis import given, settings
from hypothesis import strategies as st
from players import Deciding, Players
from postgres import Server
from processes import PIPE, Process, run_text, until
from published import records_from
from sqlalchemy import MetaData, create_engine, event, update
from sqlalchemy.schema import CreateIndex, CreateTable
from verbs import tierce_here

from tierce.presets import LogError
from tierce_tools.base.paths import games
from tierce_tools.base.texts import languages
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs import databases, schema
from tierce_tools.logs.store import Journal, MatchRow, Store
from tierce_tools.logs.words import trouble_text

UNIX = 1_800_000_000
Record = dict[str, Any]


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    with Store.open(where) as opened:
        yield opened


@pytest.fixture
def any_store(anywhere: str) -> Iterator[Store]:
    with Store.open(anywhere) as opened:
        yield opened


sent = partial(records_from, over=False)  # a game as a board sends it, numbered


def note(seq: int, **told: Any) -> Record:
    return {"seq": seq, "note": told}


def unnumbered(things: Iterable[Record]) -> list[Record]:
    return [{key: value for key, value in each.items() if key != "seq"} for each in things]


def outcomes_of(log: list[Record]) -> list[Record]:
    return unnumbered(each for each in sent(log) if "event" in each)


def kept(store: Store, records: Iterable[Record], board: str = "board") -> list[MatchRow]:
    """Keep records of a board; return its matches."""
    store.journal(board, "club").keep(records, now=UNIX + 10_000)
    return [match for match in store.matches() if match.board == board]


_OF_A_MATCH = "board source game players began events rounds totals winners ranking ended whole".split()


def content(store: Store) -> list[Any]:
    """Return everything in a store about its games except their numbers and arrival times."""
    told = attrgetter(*_OF_A_MATCH)
    return [(*told(match), list(store.log(match.id)), list(store.outcomes(match.id))) for match in store.matches()]


# --- keeping records


def test_a_game_comes_out_as_it_went_in(any_store: Store):
    log = log_of("demo")
    journal = any_store.journal("e6614c", "club")
    assert (journal.next, journal.boot, journal.last) == (0, 0, None)
    records = [note(7, boot=3, after=0), *sent(log, 8)]
    assert journal.keep(records, now=UNIX) == len(records)
    assert (journal.next, journal.boot, journal.last) == (records[-1]["seq"] + 1, 3, records[-1])
    [match] = any_store.matches()
    assert list(any_store.log(match.id)) == log
    outcomes = outcomes_of(log)
    assert list(any_store.outcomes(match.id)) == outcomes
    assert (match.board, match.name, match.source) == ("e6614c", "club", None)
    assert (match.game, match.players, match.dealer) == (log[0]["game"], log[0]["players"], log[0]["dealer"])
    assert (match.events, match.kept, match.began) == (len(log) - 1, UNIX, None)
    assert (match.winners, match.ranking) == (outcomes[-1]["winners"], outcomes[-1]["ranking"])
    assert (match.totals, match.ended, match.whole) == (outcomes[-1]["totals"], True, True)
    assert match.rounds == sum(each["event"] == "round" for each in outcomes)


def test_the_same_records_are_kept_once(store: Store):
    records = sent(log_of("rami51-1"))
    journal = store.journal("board", "club")
    assert (journal.keep(records[:50]), journal.keep(records[20:80])) == (50, 30)
    assert journal.keep([*records, *records]) == len(records) - 80
    assert journal.keep(records) == 0
    assert store.journal("board", "other name").next == len(records) + 1
    assert journal.keep([{"t": 1, "draw": 1}, {"seq": "x"}, {"seq": -1}, {"seq": 1 << 80}, {}]) == 0
    [match] = store.matches()
    assert match.name == "other name"
    assert list(store.log(match.id)) == log_of("rami51-1")


def test_two_boards_and_two_lineages_are_kept_apart(any_store: Store):
    records = sent(log_of("rami51-1"))
    first = any_store.journal("one", "club")
    for journal in (first, any_store.journal("two", "club")):
        assert journal.keep(records) == len(records)
    wiped = any_store.new_journal("one", "club", after=first)
    assert wiped.next == 0
    assert wiped.keep(records) == len(records)
    # Another program noticed it too, and goes on in the same journal.
    assert any_store.new_journal("one", "club", after=first).key == wiped.key
    assert any_store.journal("one", "club").key == wiped.key
    assert any_store.new_journal("one", "club", after=wiped).key != wiped.key
    assert len(any_store.matches()) == 3


def test_odd_names_and_texts_are_kept(any_store: Store):
    log = log_of("rami51-1")
    log[0] |= {"players": ["Zoé \0 ♥", "\ud800 = 1"], "more": {"any": [1e300, None, "\\"]}}
    any_store.journal("bo\0ard\udc80", "na\0me \udcff").keep(sent(log))
    any_store.add_log(log, "na\udcffme.jsonl")
    for match in any_store.matches():
        assert list(any_store.log(match.id)) == log
    assert any_store.journal("bo\0ard\udc80", "name").next > 0


def test_garbage_with_numbers_does_no_harm(any_store: Store):
    log = log_of("rami51-1")
    records = sent(log)
    end = records[-1]["seq"] + 1
    bad: list[Record] = [
        *({"tierce": 1}, {"tierce": 1, "game": 3, "players": 4}),
        *({"note": each} for each in (7, {"boot": "x"}, {"boot": -1, "after": {}}, {"unix": None})),
        *({"event": []}, {"event": "round"}, {"event": "match", "totals": 3}, {"t": [], "zone": {}}),
    ]
    journal = any_store.journal("board", "club")
    journal.keep([*records, *({"seq": end + i, **each} for i, each in enumerate(bad))])
    [match] = any_store.matches()
    assert match.totals == [each for each in outcomes_of(log) if "totals" in each][-1]["totals"]
    assert list(any_store.log(match.id))[: len(log)] == log
    assert journal.boot == 0


# --- logs from files


def test_a_log_from_a_file_is_kept_once(store: Store):
    log = log_of("gin-1")
    first = store.add_log(log, "gin.jsonl")
    assert first is not None
    assert store.add_log(log, "again.jsonl") is None
    [match] = store.matches()
    assert (match.id, match.source, match.board, match.whole) == (first, "gin.jsonl", None, True)
    assert list(store.log(first)) == log
    assert list(store.outcomes(first)) == outcomes_of(log)
    assert store.add_log(log[:-1], "shorter.jsonl") not in (None, first)


def test_what_stands_in_a_line_besides_is_kept_and_means_nothing(store: Store):
    log = log_of("gin-1")
    log[1] |= {"seq": 5, "note": {"boot": 9}, "event": "round", "lost": 3, "from": 1, "tierce": 1}
    log[2] |= {"seq": 5}
    number = store.add_log(log, "odd.jsonl")
    assert number is not None
    assert (list(store.log(number)), list(store.outcomes(number))) == (unnumbered(log), outcomes_of(log_of("gin-1")))
    assert [(match.events, match.whole) for match in store.matches()] == [(len(log) - 1, True)]


def test_a_bad_log_leaves_nothing(store: Store):
    line = [*log_of("gin-1")[:5], {"t": 9, "seat": 77, "press": "done"}]
    for log in ([], [{}], [{"tierce": 1, "game": "whist"}], line):
        with pytest.raises(LogError):
            store.add_log(log, "bad.jsonl")
        assert store.matches() == []


# --- the ends of matches, and missing records


def test_a_loss_ends_a_match(store: Store):
    records = sent(log_of("rami51-1"))
    at = len(records) // 2
    loss = {"lost": 5, "from": at + 1}
    kept(store, [*records[:at], loss, *records[at + 5 :]])
    [match] = kept(store, [loss])
    assert not match.whole
    there = [*store.log(match.id), *store.outcomes(match.id)]
    assert sorted(map(str, there)) == sorted(map(str, unnumbered(records[:at])))
    assert match.events == sum(1 for _ in store.log(match.id)) - 1
    [match] = kept(store, records)  # another host fetched them
    assert match.whole
    assert list(store.log(match.id)) == log_of("rami51-1")


def test_a_loss_at_the_end_and_a_hole_that_nobody_spoke_of(store: Store):
    records = sent(log_of("rami51-1"))
    [match] = kept(store, [*records, {"lost": 7, "from": len(records) + 1}])
    assert not match.whole
    journal = store.journal("board", "club")
    assert (journal.next, journal.last) == (len(records) + 8, records[-1])
    [match] = kept(store, records[:40] + records[41:], "other")
    assert not match.whole
    assert len([*store.log(match.id), *store.outcomes(match.id)]) == 40
    # The hole may be just before the next match.
    both = kept(store, [*records[:-1], *sent(log_of("rami51-1"), len(records) + 1)], "last")
    assert [match.whole for match in both] == [False, True]
    assert [match.whole for match in kept(store, records, "last")] == [True, True]


def test_what_is_lost_after_a_match_does_not_touch_it(store: Store):
    log = log_of("demo")
    records = sent(log)
    end = len(records)
    tail = [{**each, "seq": each["seq"] + end + 100} for each in records[60:]]
    [match] = kept(store, [*records, {"lost": 160, "from": end + 1}, *tail])
    assert (match.whole, match.ended, match.events) == (True, True, len(log) - 1)
    assert list(store.log(match.id)) == log


def test_what_a_board_forgot_with_its_power_is_left_out(store: Store):
    log = log_of("rami51-1")
    records = sent(log)
    at = 60
    while "event" in records[at] or "event" in records[at - 1]:
        at += 1
    jump = 16384
    again = [{**each, "seq": each["seq"] + jump} for each in records[at:]]
    forgotten = [{"seq": at + each, "t": 1, "draw": 1} for each in (1, 2)]
    [match] = kept(store, [*records[:at], *forgotten, note(at + jump, boot=2, after=at), *again])
    assert (match.whole, match.events) == (True, len(log) - 1)
    assert (list(store.log(match.id)), list(store.outcomes(match.id))) == (log, outcomes_of(log))


def test_damage_that_a_board_noted_ends_a_match(store: Store):
    """The next match goes on from the totals that people confirmed, like any other match."""
    log = log_of("demo")
    records = sent(log)
    told = next(each for each in records if each.get("event") == "round")
    at = records.index(told) + 5
    begun = {"rounds": 1, "totals": told["totals"]}
    damaged = [*records[:at], note(at + 20000, boot=2, after=at), note(at + 20001, damaged=True, **begun)]
    first, second = kept(store, [*damaged, *sent([{**log[0], **begun}, *log[1:]], at + 20002)])
    assert (first.whole, first.ended, first.totals) == (False, False, told["totals"])
    assert (second.whole, second.before, second.carried) == (True, 1, told["totals"])
    # If people give the match up instead, it is incomplete all the same.
    assert [match.whole for match in kept(store, [*damaged, note(at + 20002, over=True)], "other")] == [False]


# --- dates


def test_a_match_is_dated_by_what_a_computer_told_the_board(store: Store):
    def began(*records: Record, board: str = "board") -> list[float | None]:
        return [match.began for match in kept(store, records, board)]

    log = log_of("demo")
    records = sent(log)
    end = records[-1]["seq"] + 1
    last = log[-1]["t"] / 1000
    assert began(*records, note(end, unix=UNIX)) == [UNIX - last]
    # Exact, if the note has the match's time.
    assert began(note(end + 1, unix=UNIX + 3600, at=7_200_000)) == [UNIX - 3600]
    # The board restarted, so its clock was stopped; later notes say nothing about earlier matches.
    second = sent(log, end + 3)
    assert began(note(end + 2, boot=2, after=end + 1), *second) == [UNIX - 3600, None]
    assert began(note(second[-1]["seq"] + 1, unix=UNIX + 9000)) == [UNIX - 3600, UNIX + 9000 - last]
    # By the next match, and by a note before.
    both = [*records, *sent(log, end)]
    assert began(*both, note(len(both) + 1, unix=UNIX), board="next") == [UNIX - 2 * last, UNIX - last]
    assert began(note(1, unix=UNIX - 1000), *sent(log, 2), board="before") == [UNIX - 1000]


def test_matches_are_chosen(any_store: Store):
    for name in ("gin-1", "rami51-1", "rami51-2"):
        any_store.add_log(log_of(name), name)
    assert [match.source for match in any_store.matches()] == ["gin-1", "rami51-1", "rami51-2"]
    assert [match.source for match in any_store.matches(game="rami51")] == ["rami51-1", "rami51-2"]
    assert [match.source for match in any_store.matches(player="Max")] == ["rami51-2"]
    assert any_store.matches(since=UNIX * 2) == []
    assert len(any_store.matches(since=1_700_000_000)) == 3
    ids = [match.id for match in any_store.matches()]
    assert [match.id for match in any_store.matches(ids=[ids[2], ids[0], ids[2]])] == [ids[0], ids[2]]
    with pytest.raises(Trouble, match="no_match"):
        any_store.matches(ids=[ids[0], 4711])
    for number in (4711, 0, -1, 1 << 31, 1 << 70):
        for read in (any_store.log, any_store.outcomes, lambda each: any_store.matches(ids=[each])):
            with pytest.raises(Trouble, match="no_match"):
                list(read(number))


# --- several programs, and programs that are killed

KEEP = """
import json, sys
from tierce_tools.logs.store import Store
where, path, size = sys.argv[1:]
records = [json.loads(each) for each in open(path, encoding="utf-8")]
print("ready", flush=True)
sys.stdin.readline()
new = 0
for turn in range(2):
    with Store.open(where) as store:
        journal = store.journal("board", "club")
        for at in range(0, len(records), int(size)):
            new += journal.keep(records[at:at + int(size)])
        print("batch", flush=True)
print(new)
"""


def keeping(where: str, records: list[Record], folder: Path, size: int) -> Process:
    """Return a program that keeps records once it is told to begin."""
    path = folder / "records"
    path.write_text("".join(json.dumps(each) + "\n" for each in records), encoding="utf-8")
    process = Process(sys.executable, "-c", KEEP, where, path, str(size), stdin=PIPE)
    assert process.out.line() == "ready", process.err.rest()
    return process


def test_programs_that_keep_the_same_at_once(anywhere: str, tmp_path: Path):
    records = sent(log_of("rami51-1"))
    records += sent(log_of("gin-1"), len(records) + 1)
    told: list[int] = []
    with keeping(anywhere, records, tmp_path, 7) as one, keeping(anywhere, records, tmp_path, 300) as two:
        for process in (one, two):
            process.say("go\n")
        for process in (one, two):
            assert (process.wait(), process.err.rest()) == (0, "")
            told.append(int(process.out.rest().splitlines()[-1]))
    assert sum(told) == len(records)
    with Store.open(anywhere) as store:
        assert [match.game for match in store.matches()] == ["rami51", "gin"]
        assert [list(store.log(match.id)) for match in store.matches()] == [log_of("rami51-1"), log_of("gin-1")]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
@pytest.mark.parametrize("batches", ring.longer(1, 0, 2, 5, 9))
def test_a_program_that_is_killed_keeps_all_of_a_step_or_nothing(where: str, tmp_path: Path, batches: int):
    """It is killed after a number of batches, wherever it is then."""
    records = sent(log_of("rami51-1"))
    for _ in range(8):
        records += sent(log_of("rami51-1"), len(records) + 1)
    size = 150
    with Store.open(where) as store:
        store.journal("board", "club")
        with keeping(where, records, tmp_path, size) as process:
            process.say("go\n")
            until(lambda: store.journal("board", "club").next > batches * size - size, "batches")
            process.end(signal.SIGKILL)
        journal = store.journal("board", "club")
        kept = journal.next - 1 if journal.next else 0
        assert kept % size == 0 or kept == len(records)
        assert journal.keep(records) == len(records) - kept
        assert {match.events for match in store.matches()} == {len(log_of("rami51-1")) - 1}
        assert len(store.matches()) == 9


# --- what the players decided


def test_rulings_are_kept_and_listed_as_they_stand(store: Store):
    """Rounds, totals and winners are those of the referee, also of reopened and ended matches."""
    played = [(game, seed) for game, seed in ring.matches(2, 4) if game in ring.FAMILIES]
    players = [Deciding(game, f"store-{seed}", goes_on=bool(seed % 2)).play(90) for game, seed in played]
    records: list[Record] = []
    for each in players:
        records += sent(each.log, len(records) + 1)
    store.journal("board", "club").keep(records)
    for match, each in zip(store.matches(), players, strict=True):
        print(each.header["game"], match.id)
        view = each.view
        told = outcomes_of(each.log)
        assert list(store.log(match.id)) == each.log
        assert list(store.outcomes(match.id)) == [outcome for outcome in told if outcome["event"] != "meld"]
        assert match.totals == view.totals
        assert match.ended == (view.phase == "over")
        playing = view.phase in ("turn", "count")
        # Contrat plays a void round again, under the same number.
        voids = sum(each.get("how") == "void" for each in told)
        more = match.before + match.rounds - (view.round - playing)
        assert more == 0 or (view.contract and 0 < more <= voids)
        if match.ended:
            last = [outcome for outcome in told if outcome["event"] == "match"][-1]
            assert (match.winners, match.ranking) == (last["winners"], last["ranking"])
    assert any(match.ended for match in store.matches())
    assert any(each.get("ruling") == "end" for each in records if each.get("event") == "ruling")


# --- random pulls


@cache
def played(game: str, seed: int) -> list[Record]:
    return Players(game, seed, honest=True).play(12).log


@settings(max_examples=ring.rounds(4, 12))
@given(data=st.data())
def test_pulls_cut_anywhere_and_repeated_end_the_same(data: st.DataObject):
    """Two hosts pull a board with interruptions; the store must equal that of one pull."""
    games = data.draw(st.lists(st.sampled_from(["gin", "rami7"]), min_size=1, max_size=3))
    records = [note(1, boot=1, after=0)]
    for number, game in enumerate(games):
        records += sent(played(game, number), records[-1]["seq"] + 1)
        if data.draw(st.booleans()):
            records.append(note(records[-1]["seq"] + 1, unix=UNIX + number * 10_000))
        if data.draw(st.booleans()):
            seq = records[-1]["seq"]
            records.append(note(seq + 16384, boot=number + 2, after=seq))
        if data.draw(st.booleans()):
            seq = records[-1]["seq"] + 1
            records.append({"lost": 3, "from": seq})
            records.append(note(seq + 3, other=1))
    with Store.open(":memory:") as store:
        for _ in range(data.draw(st.integers(0, 6))):
            journal = store.journal("board", "club")
            known = sum(each.get("seq", each.get("from", 0)) < journal.next for each in records)
            begin = max(known - data.draw(st.integers(0, 5)), 0)
            end = data.draw(st.integers(begin, len(records)))
            size = data.draw(st.integers(1, 60))
            for at in range(begin, end, size):
                journal.keep(records[at : min(at + size, end)])
        journal = store.journal("board", "club")
        journal.keep(records)
        assert journal.keep(records) == 0
        with Store.open(":memory:") as once:
            once.journal("board", "club").keep(records)
            assert content(store) == content(once)
            assert len(content(once)) == len(games)


# --- the schema


def made_of(path: str | Path) -> list[str]:
    """Return what makes the tables and indexes of an SQLite store."""
    engine = create_engine(f"sqlite:///{path}")
    found = MetaData()
    found.reflect(engine)
    indexes = [CreateIndex(index) for table in found.sorted_tables for index in table.indexes]
    made = [*map(CreateTable, found.sorted_tables), *sorted(indexes, key=str)]
    return [str(each.compile(engine)) for each in made]


def test_a_store_of_this_version_is_read_and_written_to_and_made_the_same(tmp_path: Path):
    """As Tierce 0.1.0 first made one, with alembic."""
    old = tmp_path / "old.db"
    with closing(sqlite3.connect(old)) as made:
        made.executescript((Path(__file__).parent / "store_0001.sql").read_text("utf-8"))
    Store.open(str(tmp_path / "new.db")).close()
    assert made_of(tmp_path / "new.db") == made_of(old) != {}
    with Store.open(str(old)) as store:
        assert list(store.log(1)) == log_of("demo-gin")[:4]
        kept(store, sent(log_of("demo-gin")))
        assert list(store.log(1)) == log_of("demo-gin")


@pytest.mark.parametrize("version", ["0002", "zzz", "0000"])
def test_a_version_that_is_unknown_here_is_refused(where: str, version: str):
    with Store.open(where) as store, store.writing() as connection:
        connection.execute(update(schema.version), {"version_num": version})
    assert trouble(where) == "newer"


def test_tables_that_cannot_all_be_made_leave_nothing(anywhere: str, monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as broken:
        broken.setattr(schema, "GAMES", schema.GAMES._replace(number=None))
        assert trouble(anywhere) == "failed"
    with Store.open(anywhere) as store:
        assert content(store) == []


# --- errors


def trouble(where: str, make: bool = True, secret: str | None = None) -> str:
    """Return the key of a store's Trouble; check that it is one line, without the secret."""
    with pytest.raises(Trouble) as caught, Store.open(where, make) as store:
        store.matches()
    told = caught.value
    assert told.area == "store"
    for language in languages():
        text = trouble_text(told, language)
        assert "\n" not in text
        assert secret is None or secret not in text
    return told.key


def test_files_that_are_no_store(tmp_path: Path):
    for data in (bytes(range(256)) * 20, b"x" * 30):
        (tmp_path / "garbage.db").write_bytes(data)
        assert trouble(str(tmp_path / "garbage.db")) == "no_store"
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE bookmarks (id INTEGER)")
    assert trouble(str(other)) == "other"
    with sqlite3.connect(other) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (1,)
    cut = tmp_path / "cut.db"
    with Store.open(str(cut)) as store:
        store.journal("board", "club").keep(sent(log_of("rami51-1")))
    cut.write_bytes(cut.read_bytes()[:20_000])
    assert trouble(str(cut)) in ("no_store", "failed")


@pytest.mark.skipif(os.name == "nt", reason="no such files there")
def test_devices_and_pipes_are_no_store(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    assert [trouble(where) for where in ("/dev/null", str(tmp_path / "pipe"))] == ["no_store"] * 2


def test_places_where_no_store_can_be(tmp_path: Path):
    (tmp_path / "file").touch()
    for where, key in (
        *((str(tmp_path), "folder"), ("", "folder"), ("games\0.db", "bad_url"), ("x" * 5000, "cannot_open")),
        *((str(tmp_path / name / "games.db"), "no_folder") for name in ("no", "\udcff", "file")),
        ("~nobody-of-that-name/games.db", "no_folder"),
        *((f"{scheme}://root@localhost/games", "bad_url") for scheme in ("mysql", "http", "nonsense", "")),
        *((url, "bad_url") for url in ("postgresql://host:port/games", "sqlite://", "nonsense://", "://")),
        ("postgresql+asyncpg://u:topsecret@h/d", "bad_url"),
    ):
        assert trouble(where, secret="topsecret") == key, where
    assert trouble(str(tmp_path / "games.db"), make=False) == "missing"
    assert not (tmp_path / "games.db").exists()


def test_a_database_with_somebody_elses_tables(server: Server):
    """Beside our tables, others are fine."""
    for table in ("customers", "matches"):
        where = server.database()
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(f"CREATE TABLE {table} (id INTEGER)".encode())
        if table == "customers":
            Store.open(where).close()
        else:
            assert trouble(where) == "other"


def test_a_server_that_cannot_be_reached(server: Server):
    assert trouble(server.at("nosuch")) == "server"
    for where in (
        server.at("postgres", password="topsecret"),
        f"postgresql://tierce@127.0.0.1:{server.port}/postgres?password=topsecret",
        "postgresql://tierce:topsecret@127.0.0.1:1/games",
    ):
        assert trouble(where, secret="topsecret") == "server"
    assert trouble("postgresql:///games?host=/nonexistent") == "server"
    assert trouble(server.at("na\udcffme")) == "bad_url"
    assert trouble(f"{server.at('postgres')}?nosuch=1") in ("server", "failed")


def test_a_server_that_goes_away(server: Server):
    with Store.open(server.database()) as store:
        journal = store.journal("board", "club")
        with psycopg.connect(server.at("postgres"), autocommit=True) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname <> 'postgres'")
        with pytest.raises(Trouble, match=r"\.server',"):
            journal.keep(sent(log_of("rami51-1")))
        # The server is back, and so is the store.
        assert journal.keep(sent(log_of("rami51-1"))) > 0


def test_without_the_package_for_postgresql(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Trouble) as caught:
        Store.open("postgresql://u:topsecret@127.0.0.1/games")
    assert (caught.value.area, caught.value.details["package"]) == ("extras", "psycopg")
    assert "topsecret" not in str(caught.value)


def test_a_store_that_another_program_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    where = str(tmp_path / "games.db")
    Store.open(where).close()
    monkeypatch.setattr(databases, "_PATIENCE_S", 0.1)
    holder = sqlite3.connect(where, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    assert trouble(where) == "busy"
    holder.execute("ROLLBACK")
    holder.execute("BEGIN IMMEDIATE")
    with Store.open(where) as store:
        assert store.matches() == []  # readers need not wait
        with pytest.raises(Trouble, match="busy"):
            store.journal("board", "club")
    holder.close()


def test_a_store_that_may_only_be_read():
    if not hasattr(os, "geteuid") or os.name != "posix":
        pytest.skip("only POSIX has the rights of files that this test sets")
    with tempfile.TemporaryDirectory() as folder:
        where = f"{folder}/games.db"
        with Store.open(where) as store:
            store.add_log(log_of("rami51-1"), "a log")
        os.chmod(where, 0o444)
        os.chmod(folder, 0o555)
        # root may write anywhere, so switch to another user
        become = "os.setgid(65534); os.setuid(65534)" if os.geteuid() == 0 else ""
        script = (
            f"import os, sys\n{become}\n"
            "from tierce_tools.logs.store import Store, __file__ as program\n"
            "from tierce_tools.base.trouble import Trouble\n"
            "if not os.access(program, os.R_OK): sys.exit('unreadable')\n"
            "with Store.open(sys.argv[1], make=False) as store:\n"
            "    print(len(store.matches()))\n"
            "    try: store.journal('board', 'club')\n"
            "    except Trouble as told: print(told.key)\n"
        )
        done = run_text(sys.executable, "-c", "import tierce_tools.logs.store\n" + script, where)
        os.chmod(folder, 0o755)
        if done.stderr == "unreadable\n":
            pytest.skip("the user nobody, who tries the store, may not read the program here")
        assert (done.stdout, done.stderr) == ("1\nread_only\n", "")


def test_a_disk_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with Store.open(str(tmp_path / "games.db")) as store:
        journal: Journal = store.journal("board", "club")

        @event.listens_for(store._engine, "connect")
        def small(connection: Any, _: Any) -> None:  # pyright: ignore[reportUnusedFunction]
            connection.execute("PRAGMA max_page_count=30")

        store.close()  # for connections from now on
        records = sent(log_of("rami51-1"))
        for _ in range(20):
            records += sent(log_of("rami51-1"), len(records) + 1)
        with pytest.raises(Trouble, match="full"):
            journal.keep(records)
        assert journal.next == 0


def test_ones_own_store_is_made(tmp_path: Path):
    log = games() / "gin-1.jsonl"
    share = str(tmp_path / "share")
    env = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": share, "LOCALAPPDATA": share}
    for _ in range(2):
        assert tierce_here("replay", log, "--store", "auto", "--json", env=env).returncode == 0
    done = tierce_here("logs", "--json", env=env)
    assert [json.loads(each)["file"] for each in done.stdout.splitlines()] == ["gin-1.jsonl"]


# --- queries


def test_many_games_take_few_queries(store: Store):
    """One for each match or event would take minutes."""
    things = [{"note": {"unix": UNIX}}, *unnumbered(sent(log_of("rami51-1")))]
    records = [{"seq": seq, **each} for seq, each in enumerate(things * 40, 1)]
    journal = store.journal("board", "club")
    queries: list[str] = []

    @event.listens_for(store._engine, "before_cursor_execute")
    def asked(*told: Any) -> None:  # pyright: ignore[reportUnusedFunction]
        queries.append(told[2])

    batches = range(0, len(records), 1000)
    for at in batches:
        journal.keep(records[at : at + 1000])
    kept = len(queries)
    assert 0 < kept <= 6 * len(batches)
    assert len(store.matches()) == 40
    assert 0 < len(queries) - kept <= 10
