"""`tierce watch` at a real board: display and log, through power cuts and pulled cables."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from journals import kept, played
from verbs import tierce_text
from vmboard import VmBoard, club_config, club_files

from tierce_tools.base.paths import games

TIERCE = Path(sys.executable).with_name("tierce")
EASY = {"first_lay_points": 0, "first_lay_pure_run": False}
HEADER = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": EASY}


class Watched:
    """The running verb; `out` and `err` are its lines so far."""

    def __init__(self, *args: str) -> None:
        self.out: list[str] = []
        self.err: list[str] = []
        self.process = subprocess.Popen(
            [str(TIERCE), "watch", *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._threads = [
            threading.Thread(target=self._read, args=pair)
            for pair in ((self.process.stdout, self.out), (self.process.stderr, self.err))
        ]
        for thread in self._threads:
            thread.start()

    @staticmethod
    def _read(stream: Any, lines: list[str]) -> None:
        for line in stream:
            lines.append(line.rstrip("\n"))

    def until(self, true: Callable[[], object], seconds: float = 120) -> None:
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, (self.out, self.err)
            assert self.process.poll() is None, (self.out, self.err)
            time.sleep(0.02)

    def says(self, text: str, times: int = 1) -> None:
        """Wait until `text` is in `times` lines."""
        self.until(lambda: len([each for each in self.out + self.err if text in each]) >= times)

    def interrupt(self) -> int:
        """Press Ctrl-C; return the exit code."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(20)
        for thread in self._threads:
            thread.join()
        return code

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join()


@pytest.fixture
def watch() -> Iterator[Callable[..., Watched]]:
    running: list[Watched] = []

    def start(*args: object) -> Watched:
        running.append(Watched(*map(str, args)))
        return running[-1]

    yield start
    for each in running:
        each.close()


@pytest.fixture
def table() -> Iterator[VmBoard]:
    with VmBoard(club_files(club_config(rules=EASY)), speed=4) as made:
        yield made


def deal(board: VmBoard) -> None:
    board.begin(HEADER)
    board.act({"seat": 0, "press": "deal"})
    board.act({"zone": "discard", "in": ["9C"]})


def turn(board: VmBoard, card: str) -> None:
    board.act({"zone": "discard", "in": [card]})


def replayed(file: Path) -> list[dict[str, Any]]:
    done = tierce_text("replay", "--json", file)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def told(board: VmBoard) -> list[dict[str, Any]]:
    """Return the outcomes that the board keeps of its match, without those of its devices."""
    board.do("program.journal.sync()")
    records = kept(board.files())
    begin = max(at for at, record in enumerate(records) if "tierce" in record)
    plain = [{key: record[key] for key in record if key != "seq"} for record in records[begin:] if "event" in record]
    of_table = ("not_your_turn", "table_not_clear", "count_mismatch", "duplicate_card")
    return [each for each in plain if each.get("code", "not_your_turn") in of_table]


def test_lines_as_the_match_is_played(table: VmBoard, watch: Callable[..., Watched]) -> None:
    seen = watch("--port", table.port)
    seen.says("no match is in play")
    deal(table)
    turn(table, "2C")
    seen.says("Luc draws from the stock, discards 2♣")
    table.act({"zone": "meld1", "in": ["5H", "6H"]})
    turn(table, "3C")
    seen.says("Ana: refused")
    seen.says("[meld_too_short]")
    assert seen.interrupt() == 0
    assert "Rami 51: Ana, Luc" in seen.out
    assert "\x1b" not in "".join(seen.out + seen.err)


@pytest.mark.longer
def test_in_french_joined_in_the_middle(table: VmBoard, watch: Callable[..., Watched]) -> None:
    deal(table)
    turn(table, "2C")
    seen = watch("--port", table.port, "--lang", "fr")
    seen.says("Luc pioche, défausse 2♣")
    turn(table, "3C")
    seen.says("Ana pioche, défausse 3♣")
    assert seen.interrupt() == 0
    assert seen.err == [f"On suit club sur {table.port} ; Ctrl-C pour finir"]


def test_pulled_and_cut_it_goes_on_where_it_was(table: VmBoard, watch: Callable[..., Watched], tmp_path: Path) -> None:
    """The record's replay gives the board's outcomes, even if the last card was lost."""
    file = tmp_path / "evening.jsonl"
    seen = watch("--port", table.port, "--record", file)
    seen.says("no match is in play")
    deal(table)
    turn(table, "2C")
    seen.says("Luc draws")
    table.pull()
    seen.says("the board has gone")
    turn(table, "3C")
    table.plug()
    seen.says("the board is back")
    seen.says("Ana draws")
    # A card that was read and sent, but not yet written to flash by a turn.
    table.act({"zone": "meld1", "in": ["5S"]})
    seen.until(lambda: "5S" in file.read_text())
    table.cut()
    seen.says("without the last cards")
    table.ready()
    table.do("people.read()", turn=True)
    table.do("people.wait()", turn=True)
    table.act({"zone": "meld1", "out": ["5S"]})
    turn(table, "4C")
    seen.says("Luc draws", 2)
    assert seen.interrupt() == 0
    assert not [line for line in seen.err if "judges otherwise" in line]
    board = told(table)
    assert [each for each in board if each["event"] == "turn"]
    assert replayed(file) == board
    assert file.read_text().endswith("}\n")


@pytest.mark.longer
def test_the_next_match_has_a_file_of_its_own(table: VmBoard, watch: Callable[..., Watched], tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    taken = tmp_path / "evening-2.jsonl"
    taken.write_text("mine")
    seen = watch("--port", table.port, "--record", file)
    seen.says("no match is in play")
    deal(table)
    turn(table, "2C")
    table.do("people.end()", turn=True)
    seen.says("the match was left")
    table.do("table.clear()")
    table.do("people.wait()", turn=True)
    deal(table)
    turn(table, "3D")
    seen.says("discards 3♦")
    assert seen.interrupt() == 0
    assert taken.read_text() == "mine"
    assert len(replayed(file)) == 1
    assert replayed(tmp_path / "evening-3.jsonl") == told(table)


@pytest.mark.longer
def test_a_board_that_was_wiped_is_another_one(table: VmBoard, watch: Callable[..., Watched], tmp_path: Path) -> None:
    seen = watch("--port", table.port, "--record", tmp_path / "a.jsonl")
    deal(table)
    turn(table, "2C")
    seen.says("Luc draws")
    table.set_files(club_files(club_config(rules=EASY)))
    seen.says("another log than before")
    table.ready()
    table.do("table.clear()")
    deal(table)
    seen.says("Ana deals round 1", 2)
    turn(table, "2D")
    seen.says("discards 2♦")
    assert seen.interrupt() == 0
    assert len(replayed(tmp_path / "a.jsonl")) == 1
    assert replayed(tmp_path / "a-2.jsonl") == told(table)


def test_json_is_the_records_of_the_match(table: VmBoard, watch: Callable[..., Watched]) -> None:
    deal(table)
    seen = watch("--port", table.port, "--json")
    seen.until(lambda: len(seen.out) >= 3)
    table.act({"zone": "seat1", "in": ["KD", "KH"]})
    turn(table, "2C")
    seen.says('"event":"turn"')
    table.pull()
    seen.says('{"board":"gone"}')
    table.plug()
    seen.says('"board":"back"', 2)
    assert seen.interrupt() == 0
    things = [json.loads(line) for line in seen.out]
    assert things[0] == {"board": "back", "name": "club", "boot": 1, "anew": False}
    assert things[1]["tierce"] == 1
    numbers = [each["seq"] for each in things if "seq" in each]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    # Hands stay private.
    assert not re.search("K[DH]", "".join(seen.out))


@pytest.mark.longer
def test_the_match_is_found_far_back_without_fetching_all(watch: Callable[..., Watched]) -> None:
    """Of some thousand records only those of the match in play are fetched, and some before."""
    flash = {**club_files(), **played(range(5), whole=False)}
    with VmBoard(flash, speed=4) as board:
        records = kept(flash)
        header = max(at for at, record in enumerate(records) if "tierce" in record)
        assert 0 < header < len(records) - 512, "the first look back would find it"
        seen = watch("--port", board.port, "--json")
        seen.until(lambda: len(seen.out) > len(records) - header)
        assert seen.interrupt() == 0
        assert [json.loads(line) for line in seen.out][1 : 1 + len(records) - header] == (records[header:])


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--port", "/dev/nothing"], "there is no port /dev/nothing"),
        (["--port", "/"], "is no serial port"),
        (["--port", "modelled", "--record", "/"], "is there already"),
        (["--port", "modelled", "--record", "/no/such/a.jsonl"], "there is no folder"),
    ],
)
def test_what_can_be_mended_is_one_line(args: list[str], said: str) -> None:
    done = tierce_text("watch", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr


@pytest.mark.longer
def test_a_port_in_use(table: VmBoard, watch: Callable[..., Watched]) -> None:
    seen = watch("--port", table.port)
    seen.says("no match is in play")
    done = tierce_text("watch", "--port", table.port)
    assert done.returncode == 2
    assert "in use by another program" in done.stderr
    assert seen.interrupt() == 0


def test_a_board_without_tierce(bare_board: VmBoard) -> None:
    done = tierce_text("watch", "--port", bare_board.port)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "tierce deploy" in done.stderr


def test_a_modelled_table_at_rest(watch: Callable[..., Watched]) -> None:
    seen = watch("--port", "modelled")
    seen.says("no match is in play")
    assert seen.interrupt() == 0


@pytest.mark.longer
@pytest.mark.skipif(sys.platform == "win32", reason="no limit on files there")
def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """The file then holds whole lines only."""
    file = tmp_path / "evening.jsonl"
    with VmBoard({**club_files(), **played([1], whole=False)}) as board:
        done = subprocess.run(
            [
                "bash",
                "-c",
                'ulimit -f 4; exec "$0" "$@"',
                str(TIERCE),
                "watch",
                "--port",
                board.port,
                "--record",
                str(file),
            ],
            capture_output=True,
            text=True,
            timeout=300,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )
    assert done.returncode == 2
    assert "the lines in it are complete" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    data = file.read_bytes()
    assert 2000 < len(data) <= 4096
    assert data.endswith(b"}\n")
    assert replayed(file)


def test_half_a_letter_in_a_name_is_recorded(tmp_path: Path):
    """A lone surrogate cannot be UTF-8, but JSON can escape it."""
    from tierce_tools.board.log_files import Recorder

    path = tmp_path / "match.jsonl"
    recorder = Recorder(path, lambda _: None)
    header = {**HEADER, "players": ["\ud800", "Zoé", "\u009b31m"]}
    recorder.begin(header)
    recorder.write({"t": 0, "seat": 0, "press": "deal"})
    recorder.close()
    first, event = path.read_text("utf-8").splitlines()
    assert json.loads(first) == header
    assert "Zoé" in first
    assert json.loads(event) == {"t": 0, "seat": 0, "press": "deal"}
    assert replayed(file=path) == []


@pytest.mark.parametrize("lost", [False, True])
def test_it_says_what_the_players_decide(lost: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """Each ruling has a line, also in a match that this computer can no longer referee."""
    from evenings import log_of, records_of

    from tierce_tools.cli.live import People
    from tierce_tools.match.watcher import Watcher

    watching = Watcher("en")
    people = People("club", "en", watching)
    log = log_of("rulings-mixed-manipulation")
    log += [
        {"t": 66_000, "ruling": "undo"},
        {"t": 67_000, "ruling": "hand", "seat": 0, "cards": 5},
        {"t": 68_000, "ruling": "reshuffle"},
        {"t": 69_000, "ruling": "void"},
        {"t": 70_000, "ruling": "end"},
    ]
    for record in records_of([log], None):
        for happening in watching.take(record):
            people.show(happening)
        if lost and "tierce" in record:
            for happening in watching.take({"lost": 1, "from": 3}):
                people.show(happening)
    said = capsys.readouterr().out
    for line in (
        "Luc's turn is taken back",
        "Ana's turn is let pass, in spite of: who draws",
        "Ana's hand counts 25 points",
        "Ana's score is corrected: +60",
        "Ana's hand has 5 cards",
        "there is no pile to shuffle now",
        "this round does not count",
        "the players end the match",
    ):
        assert line in said, line


def test_what_is_said_is_written_already(tmp_path: Path):
    """Ctrl-C comes while a turn is being shown: the log has that turn."""
    from tierce_tools.board.log_files import Recorder
    from tierce_tools.cli.watch import _take
    from tierce_tools.match.watcher import Watcher

    class Screen:
        def record(self, thing: object) -> None:
            pass

        def show(self, happening: object) -> None:
            raise KeyboardInterrupt

    log = [json.loads(line) for line in (games() / "demo.jsonl").read_text("utf-8").splitlines()]
    path = tmp_path / "match.jsonl"
    recorder = Recorder(path, lambda _: None)
    watching = Watcher("en")
    for seq, thing in enumerate(log, 1):
        try:
            _take({"seq": seq, **thing}, watching, recorder, Screen(), {})  # pyright: ignore
        except KeyboardInterrupt:
            written = path.read_text("utf-8").splitlines()
            assert [json.loads(line) for line in written] == log[:seq]
    recorder.close()
    assert len(path.read_text("utf-8").splitlines()) == len(log)
