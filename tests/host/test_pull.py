"""`tierce pull` at a real board: each record once, whatever happens to the cable."""

import json
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from journals import EVENT, Files, Journal, kept, open_journal, played
from verbs import tierce_text
from vmboard import VmBoard, club_files

from tierce_tools.logs.store import Store

TIERCE = Path(sys.executable).with_name("tierce")


@pytest.fixture(scope="module")
def evening() -> dict[str, bytes]:
    """Return the flash of a board on which two matches were played."""
    return {**club_files(), **played(range(2), turns=80)}


@pytest.fixture
def board(evening: dict[str, bytes]) -> Iterator[VmBoard]:
    with VmBoard(evening) as made:
        yield made


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def start(board: VmBoard, store: Path, *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [str(TIERCE), "pull", "--port", board.port, "--store", str(store), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def pull(board: VmBoard, store: Path, *more: str) -> tuple[int, str, str]:
    done = tierce_text("pull", "--port", board.port, "--store", store, *more)
    return done.returncode, done.stdout, done.stderr


def held(store: Path, lineage: int = 1) -> list[dict[str, Any]]:
    """Return the records in a store, as the link sends them."""
    with closing(sqlite3.connect(store)) as database:
        rows = database.execute("select seq, text from records where journal = ? order by seq", (lineage,)).fetchall()
    return [{"seq": seq, **json.loads(text)} for seq, text in rows]


def same(found: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> None:
    for mine, theirs in zip(found, wanted, strict=False):
        assert mine == theirs
    assert len(found) == len(wanted)


def on_flash(board: VmBoard) -> list[dict[str, Any]]:
    board.ready()
    board.do("program.journal.sync()")
    return kept(board.files())


def fetched(store: Path, more_than: int) -> None:
    """Wait until a pull has kept `more_than` records."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        try:
            if len(held(store)) > more_than:
                return
        except sqlite3.OperationalError:  # the file is just being created
            pass
        time.sleep(0.02)
    raise AssertionError("nothing was kept")


def test_everything_once(board: VmBoard, store: Path) -> None:
    wanted = on_flash(board)
    code, out, err = pull(board, store)
    # Plus the note of the time, which the pull itself requested.
    assert (code, out, err) == (0, f"club: {len(wanted) + 1} records, 2 new matches\n", "")
    same(held(store), on_flash(board))
    assert "unix" in held(store)[-1]["note"]
    plain = [{key: record[key] for key in record if key != "seq"} for record in wanted]
    with Store.open(str(store)) as games:
        matches = list(games.matches())
        assert all(match.whole and (match.began is None or match.began > 1500000000) for match in matches)
        assert [each for match in matches for each in games.log(match.id)] == [
            each for each in plain if "event" not in each and "note" not in each
        ]
        assert [each for match in matches for each in games.outcomes(match.id)] == [
            each for each in plain if "event" in each
        ]
    code, out, err = pull(board, store, "--lang", "fr")
    assert (code, out, err) == (0, "club : rien de nouveau\n", "")
    code, out, err = pull(board, store, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "board": "club",
        "records": 0,
        "matches": 0,
        "lost": 0,
        "anew": False,
        "next": wanted[-1]["seq"] + 2,
        "whole": True,
    }


@pytest.mark.longer
def test_a_restart_of_the_board_is_no_loss(board: VmBoard, store: Path) -> None:
    pull(board, store)
    on_flash(board)
    board.cut()
    code, out, err = pull(board, store, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["lost"] == 0
    assert json.loads(out)["records"] >= 2
    same(held(store), on_flash(board))


def test_a_wiped_board_begins_another_journal(board: VmBoard, store: Path, evening: dict[str, bytes]) -> None:
    pull(board, store)
    before = held(store)
    board.set_files(club_files())
    board.ready()
    code, out, err = pull(board, store, "--json")
    assert code == 0
    assert "wiped" in err
    assert json.loads(out)["anew"] is True
    same(held(store, 1), before)
    same(held(store, 2), on_flash(board))
    assert pull(board, store)[1] == "club: nothing new\n"


@pytest.mark.longer
def test_a_wiped_board_that_has_as_many_records(board: VmBoard, store: Path) -> None:
    """Only the records themselves show that it is another journal."""
    pull(board, store)
    board.set_files({**club_files(), **played([7, 8, 9], turns=200)})
    board.ready()
    assert json.loads(pull(board, store, "--json")[1])["anew"] is True
    same(held(store, 2), on_flash(board))


@pytest.mark.longer
def test_the_cable_goes_and_comes_back(board: VmBoard, store: Path) -> None:
    process = start(board, store)
    fetched(store, 100)
    board.pull()
    time.sleep(0.5)
    board.plug()
    code, out, err = ended(process)
    assert code == 0, err
    assert "2 new matches" in out
    assert err == "club: the board has gone, waiting 10 s for it\n"
    same(held(store), on_flash(board))


@pytest.mark.longer
def test_the_cable_goes_for_good(board: VmBoard, store: Path) -> None:
    process = start(board, store, "--wait", "0.5", "--json")
    fetched(store, 100)
    board.pull()
    code, out, err = ended(process)
    assert code == 2
    some = len(held(store))
    facts = json.loads(out)
    assert (facts["records"], facts["whole"]) == (some, False)
    assert err.splitlines()[-1].startswith(f"the board has gone; {some} records are kept.")
    same(held(store), on_flash(board)[:some])
    board.plug()
    code, out, err = pull(board, store)
    assert code == 0
    same(held(store), on_flash(board))


@pytest.mark.longer
def test_an_interrupt_keeps_what_came(board: VmBoard, store: Path) -> None:
    process = start(board, store)
    fetched(store, 100)
    process.send_signal(signal.SIGINT)
    code, _, err = ended(process)
    assert code == 130
    assert "Traceback" not in err
    some = held(store)
    same(some, on_flash(board)[: len(some)])
    assert pull(board, store)[0] == 0
    same(held(store), on_flash(board))


@pytest.mark.longer
def test_two_at_once(board: VmBoard, store: Path) -> None:
    found = [ended(process) for process in [start(board, store), start(board, store)]]
    for code, _, err in found:
        assert code == 0 or (code == 2 and "in use" in err), found
    assert 0 in [code for code, _, _ in found]
    same(held(store), on_flash(board))


@pytest.mark.longer
def test_what_the_board_let_go_is_a_loss(store: Path) -> None:
    """Its journal was full, so the oldest records were dropped since the last pull."""
    with VmBoard(club_files()) as board, tempfile.TemporaryDirectory() as folder:
        assert pull(board, store)[0] == 0
        before = held(store)
        there = board.files().items()
        flash = {name: data for name, data in there if not name.startswith("journal/")}
        same(on_flash(board), before)
        for name, data in board.files().items():
            if name.startswith("journal/"):
                (Path(folder) / "journal").mkdir(exist_ok=True)
                (Path(folder) / name).write_bytes(data)
        journal = Journal(Files(folder), limit=16384)
        open_journal(journal)
        for number in range(2000):
            journal.put(number, EVENT, ("press", number, 0, "done"))
        journal.close()
        for path in (Path(folder) / "journal").iterdir():
            flash[f"journal/{path.name}"] = path.read_bytes()
        board.set_files(flash)
        wanted = on_flash(board)
        assert wanted[0]["seq"] > before[-1]["seq"] + 1
        code, out, err = pull(board, store, "--json")
    lost = wanted[0]["seq"] - before[-1]["seq"] - 1
    facts = json.loads(out)
    assert (code, facts["anew"], facts["lost"]) == (0, False, lost)
    assert f"{lost} records are lost" in err


@pytest.mark.longer
def test_what_is_damaged_is_a_loss(store: Path, evening: dict[str, bytes]) -> None:
    name = sorted(name for name in evening if name.startswith("journal/"))[0]
    data = bytearray(evening[name])
    for at in (2000, 4000):
        data[at] ^= 0xFF
    with VmBoard({**evening, name: bytes(data)}) as board:
        wanted = on_flash(board)
        code, out, err = pull(board, store, "--json")
        assert code == 0
        whole = [record["seq"] for record in kept(evening)]
        lost = len(set(whole) - {record["seq"] for record in wanted})
        assert lost >= 2
        assert json.loads(out)["lost"] == lost
        assert f"{lost} records are lost" in err
        same(held(store), on_flash(board))
        assert json.loads(pull(board, store, "--json")[1])["lost"] == 0
    with Store.open(str(store)) as games:
        assert not all(match.whole for match in games.matches())


@pytest.mark.parametrize(
    ("args", "said"),
    [(["--port", "/dev/nothing"], "there is no port /dev/nothing"), (["--port", "modelled", "--store", "/"], "folder")],
)
def test_what_can_be_mended_is_one_line(args: list[str], said: str, store: Path) -> None:
    done = tierce_text("pull", "--store", store, *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr
    assert not store.exists()


def test_a_modelled_table(store: Path) -> None:
    done = tierce_text("pull", "--port", "modelled", "--store", store)
    assert (done.returncode, done.stdout) == (0, "club: 2 records\n")
