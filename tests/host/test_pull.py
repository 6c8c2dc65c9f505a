"""`tierce pull`: each record once, whatever happens to the cable and to the board."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from attable import AtTable
from journals import EVENT, Files, Journal, kept, open_journal, played
from verbs import complaint, tierce_here
from vmboard import VmBoard, club_files

from tierce_tools.logs.store import Store


@pytest.fixture(scope="module")
def evening() -> dict[str, bytes]:
    """Return the journal of a board on which two matches were played."""
    return played(range(2), turns=40)


@pytest.fixture
def table(evening: dict[str, bytes], tmp_path: Path) -> Iterator[AtTable]:
    with closing(AtTable(tmp_path / "flash", files=evening)) as made:
        yield made


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def pull(table: AtTable, store: Path, *more: str) -> tuple[int, str, str]:
    return table.tierce("pull", "--store", store, *more)


def facts(table: AtTable, store: Path) -> dict[str, Any]:
    """Pull successfully; return the facts."""
    code, out, _ = pull(table, store, "--json")
    assert code == 0
    return json.loads(out)


def held(store: Path, lineage: int = 1) -> list[dict[str, Any]]:
    """Return the records in a store, as the link sends them."""
    with closing(sqlite3.connect(store)) as database:
        rows = database.execute("select seq, text from records where journal = ? order by seq", (lineage,)).fetchall()
    return [{"seq": seq, **json.loads(text)} for seq, text in rows]


def same(found: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> None:
    for mine, theirs in zip(found, wanted, strict=False):
        assert mine == theirs
    assert len(found) == len(wanted)


def test_everything_once_from_a_real_machine(evening: dict[str, bytes], store: Path) -> None:
    with VmBoard({**club_files(), **evening}) as board:

        def on_flash() -> list[dict[str, Any]]:
            board.ready()
            board.do("program.journal.sync()")
            return kept(board.files())

        def pull(*more: str) -> tuple[int, str, str]:
            done = tierce_here("pull", "--port", board.port, "--store", store, *more)
            return done.returncode, done.stdout, done.stderr

        wanted = on_flash()
        # Plus the note of the time, which the pull itself requested.
        assert pull() == (0, f"club: {len(wanted) + 1} records, 2 new matches\n", "")
        same(held(store), on_flash())
        assert pull("--lang", "fr") == (0, "club : rien de nouveau\n", "")
    assert "unix" in held(store)[-1]["note"]
    plain = [{key: record[key] for key in record if key != "seq"} for record in wanted]
    with Store.open(str(store)) as games:
        matches = list(games.matches())
        assert all(match.whole and (match.began is None or match.began > 1500000000) for match in matches)
        logs = [each for match in matches for each in games.log(match.id)]
        assert logs == [each for each in plain if "event" not in each and "note" not in each]
        said = [each for match in matches for each in games.outcomes(match.id)]
        assert said == [each for each in plain if "event" in each]


def test_a_restart_of_the_board_is_no_loss(table: AtTable, store: Path) -> None:
    pull(table, store)
    number = held(store)[-1]["seq"] + 1
    nothing = {"board": "club", "records": 0, "matches": 0, "lost": 0, "anew": False, "next": number, "whole": True}
    assert facts(table, store) == nothing
    table.files()  # nothing is lost by the cut
    table.cut()
    found = facts(table, store)
    assert (found["lost"], found["anew"]) == (0, False)
    assert found["records"] >= 2
    same(held(store), kept(table.files()))


def test_a_wiped_board_begins_another_journal(table: AtTable, store: Path) -> None:
    pull(table, store)
    before = held(store)
    table.wipe()
    code, _, err = pull(table, store)
    assert code == 0
    assert "wiped" in err
    same(held(store, 1), before)
    same(held(store, 2), kept(table.files()))
    # If it has as many records as before, only these show that it is another journal.
    table.wipe(played([7, 8], turns=60))
    assert facts(table, store)["anew"] is True
    same(held(store, 3), kept(table.files()))
    assert pull(table, store)[1] == "club: nothing new\n"


def test_the_cable_goes_and_comes_back(table: AtTable, store: Path) -> None:
    table.bytes_left = 7000
    table.at_end = lambda: (table.pull(), table.steps.append(table.plug))
    code, out, err = pull(table, store)
    assert code == 0, err
    assert "2 new matches" in out
    assert err == "club: the board is gone, waiting 10 s for it\n"
    same(held(store), kept(table.files()))


def test_the_cable_goes_for_good(table: AtTable, store: Path) -> None:
    table.bytes_left = 7000
    code, out, err = pull(table, store, "--wait", "0.01", "--json")
    some = len(held(store))
    assert (code, some > 20) == (2, True)
    found = json.loads(out)
    assert (found["records"], found["whole"]) == (some, False)
    assert err.splitlines()[-1].startswith(f"the board is gone; {some} records are kept.")
    table.plug()
    same(held(store), kept(table.files())[:some])
    assert pull(table, store)[0] == 0
    same(held(store), kept(table.files()))


def test_an_interrupt_keeps_what_came(table: AtTable, store: Path) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    table.bytes_left, table.at_end = 7000, interrupt
    assert pull(table, store)[0] == 130
    some = held(store)
    same(some, kept(table.files())[: len(some)])
    assert len(some) > 20


def test_what_the_board_let_go_is_a_loss(tmp_path: Path, store: Path) -> None:
    """Its journal was full, so the oldest records were dropped since the last pull."""
    with closing(AtTable(tmp_path / "flash")) as table:
        assert pull(table, store)[0] == 0
        before = held(store)
        files = table.files()
        same(kept(files), before)
        journal = Journal(Files(str(table.folder)), limit=16384)
        open_journal(journal)
        for number in range(2000):
            journal.put(number, EVENT, ("press", number, 0, "done"))
        journal.close()
        table.wipe({path.relative_to(table.folder).as_posix(): path.read_bytes() for path in table.folder.glob("*/*")})
        wanted = kept(table.files())
        lost = wanted[0]["seq"] - before[-1]["seq"] - 1
        assert lost > 0
        code, out, err = pull(table, store, "--json")
    found = json.loads(out)
    assert (code, found["anew"], found["lost"]) == (0, False, lost)
    assert f"{lost} records are lost" in err


def test_what_is_damaged_is_a_loss(tmp_path: Path, store: Path, evening: dict[str, bytes]) -> None:
    name = min(evening)
    data = bytearray(evening[name])
    for at in (1000, 2000):
        data[at] ^= 0xFF
    with closing(AtTable(tmp_path / "flash", files={**evening, name: bytes(data)})) as table:
        wanted = kept(table.files())
        lost = len({record["seq"] for record in kept(evening)} - {record["seq"] for record in wanted})
        assert lost >= 2
        code, out, err = pull(table, store, "--json")
        assert (code, json.loads(out)["lost"]) == (0, lost)
        assert f"{lost} records are lost" in err
        same(held(store), kept(table.files()))
        assert facts(table, store)["lost"] == 0
    with Store.open(str(store)) as games:
        assert not all(match.whole for match in games.matches())


@pytest.mark.parametrize(
    ("args", "said"),
    [(["--port", "/dev/nothing"], "there is no port /dev/nothing"), (["--port", "modelled", "--store", "/"], "folder")],
)
def test_what_can_be_mended_is_one_line(args: list[str], said: str, store: Path) -> None:
    assert said in complaint("pull", "--store", store, *args)
    assert not store.exists()
