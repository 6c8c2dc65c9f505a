"""`tierce watch`: display and log, through power cuts and pulled cables."""

import errno
import json
import re
import signal
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from io import FileIO
from pathlib import Path
from typing import Any

import pytest
from attable import AtTable
from journals import kept
from processes import TIERCE, Process
from verbs import complaint, tierce_here
from vmboard import VmBoard, club_config, club_files

from tierce_tools.base.paths import games
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import log_files
from tierce_tools.board.log_files import Recorder
from tierce_tools.cli.watch import _take
from tierce_tools.match.watcher import Watcher

EASY = {"first_lay_points": 0, "first_lay_pure_run": False}
HEADER = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": EASY}
DEAL = ({"seat": 0, "press": "deal"}, {"zone": "discard", "in": ["9C"]})


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AtTable]:
    with closing(AtTable(tmp_path / "flash", club_config(rules=EASY))) as made:
        yield made


def deal(table: AtTable) -> Callable[[], None]:
    """Return a step: a match begins."""

    def step() -> None:
        table.people.begin(HEADER)
        for event in DEAL:
            table.people.do(event)

    return step


def does(table: AtTable, zone: str, cards: str, out: bool = False) -> Callable[[], None]:
    """Return a step: somebody lays cards, or takes them away."""
    return lambda: table.people.do({"zone": zone, "out" if out else "in": cards.split()})


def replayed(file: Path) -> list[dict[str, Any]]:
    done = tierce_here("replay", "--json", file)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def told(table: AtTable) -> list[dict[str, Any]]:
    """Return the outcomes that the board keeps of its match, without those of its devices."""
    records = kept(table.files())
    begin = max(at for at, record in enumerate(records) if "tierce" in record)
    plain = [{key: value for key, value in record.items() if key != "seq"} for record in records[begin:]]
    of_table = ("not_your_turn", "table_not_clear", "count_mismatch", "duplicate_card")
    return [each for each in plain if "event" in each and each.get("code", "not_your_turn") in of_table]


def test_lines_as_the_match_is_played_at_a_real_machine() -> None:
    with VmBoard(club_files(club_config(rules=EASY))) as board, Process(TIERCE, "watch", "--port", board.port) as seen:
        seen.err.until("no match is in play")
        board.begin(HEADER)
        for event in (*DEAL, {"zone": "discard", "in": ["2C"]}):
            board.act(event)
        out = seen.out.until("Luc draws from the stock, discards 2♣")
        board.act({"zone": "meld1", "in": ["5H", "6H"]})
        board.act({"zone": "discard", "in": ["3C"]})
        out += seen.out.until("Ana: refused") + seen.out.until("[meld_too_short]")
        assert seen.end(signal.SIGINT) == 0
        assert "Rami 51: Ana, Luc" in out
        assert b"\x1b" not in seen.out.all + seen.err.all


def test_in_french_joined_in_the_middle(table: AtTable) -> None:
    deal(table)()
    does(table, "discard", "2C")()
    code, out, err = table.tierce("watch", "--lang", "fr", steps=[does(table, "discard", "3C")])
    assert (code, err) == (0, "Suivi de club sur modelled\u202f; Ctrl-C pour finir\n")
    assert "Luc pioche, défausse 2♣" in out
    assert "Ana pioche, défausse 3♣" in out


def test_pulled_and_cut_it_goes_on_where_it_was(table: AtTable, tmp_path: Path) -> None:
    """The record's replay gives the board's outcomes, even if the last card was lost."""
    file = tmp_path / "evening.jsonl"

    def cut() -> None:
        """A card was read and sent, but not yet written to flash by a turn."""
        assert "5S" in file.read_text()
        table.cut()

    steps = [
        deal(table),
        does(table, "discard", "2C"),
        lambda: (table.pull(), does(table, "discard", "3C")()),
        table.plug,
        does(table, "meld1", "5S"),
        cut,
        lambda: (table.people.read(), table.people.wait()),
        does(table, "meld1", "5S", out=True),
        does(table, "discard", "4C"),
    ]
    code, out, err = table.tierce("watch", "--record", file, steps=steps)
    assert code == 0
    at = 0
    for line in ("no match is in play", "the board is gone", "the board is back", "without the last cards"):
        at = err.index(line, at)
    assert "judge differently" not in err
    assert (out.count("Luc draws"), out.count("Ana draws")) == (2, 1)
    assert "turn" in [each["event"] for each in told(table)]
    assert replayed(file) == told(table)
    assert file.read_text().endswith("}\n")


def test_the_next_match_has_a_file_of_its_own(table: AtTable, tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    taken = tmp_path / "evening-2.jsonl"
    taken.write_text("mine")
    steps = [
        deal(table),
        does(table, "discard", "2C"),
        table.people.end,
        lambda: (table.transport.table.clear(), table.people.wait()),
        deal(table),
        does(table, "discard", "3D"),
    ]
    code, out, err = table.tierce("watch", "--record", file, steps=steps)
    assert code == 0
    assert "the match was abandoned" in err
    assert "discards 3♦" in out
    assert taken.read_text() == "mine"
    assert len(replayed(file)) == 1
    assert replayed(tmp_path / "evening-3.jsonl") == told(table)


def test_a_board_that_was_wiped_is_another_one(table: AtTable, tmp_path: Path) -> None:
    wipe = lambda: (table.transport.table.clear(), table.wipe())  # noqa: E731
    steps = [deal(table), does(table, "discard", "2C"), wipe, deal(table), does(table, "discard", "2D")]
    code, out, err = table.tierce("watch", "--record", tmp_path / "a.jsonl", steps=steps)
    assert code == 0
    assert "a different log than before" in err
    assert out.count("Ana deals round 1") == 2
    assert "discards 2♦" in out
    assert len(replayed(tmp_path / "a.jsonl")) == 1
    assert replayed(tmp_path / "a-2.jsonl") == told(table)


def test_json_is_the_records_of_the_match(table: AtTable) -> None:
    deal(table)()
    steps = [does(table, "seat1", "KD KH"), does(table, "discard", "2C"), table.pull, table.plug]
    code, out, _ = table.tierce("watch", "--json", steps=steps)
    assert code == 0
    things = [json.loads(line) for line in out.splitlines()]
    back = {"board": "back", "name": "club", "boot": 1, "anew": False}
    assert [each for each in things if "board" in each] == [back, {"board": "gone"}, back]
    assert things[1]["tierce"] == 1
    assert "turn" in [each.get("event") for each in things]
    numbers = [each["seq"] for each in things if "seq" in each]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    # Hands stay private.
    assert not re.search("K[DH]", out)


@pytest.mark.parametrize(("path", "said"), [("/", "is there already"), ("/no/such/a.jsonl", "there is no folder")])
def test_what_can_be_mended_is_one_line(path: str, said: str) -> None:
    assert said in complaint("watch", "--port", "modelled", "--record", path)


def test_a_board_without_tierce(bare_board: VmBoard) -> None:
    assert "tierce deploy" in complaint("watch", "--port", bare_board.port)


def test_on_a_full_disk_the_file_holds_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.jsonl"

    class Full(FileIO):
        def write(self, data: Any, /) -> int:
            room = 200 - self.tell()
            if room <= 0:
                raise OSError(errno.ENOSPC, "no space")
            return super().write(data[:room])

    monkeypatch.setattr(log_files, "FileIO", Full)
    recorder = Recorder(path, lambda _: None)
    recorder.begin(HEADER)
    with pytest.raises(Trouble, match=r"'watch\.unwritable',"):
        deque(recorder.write({"t": t, "seat": 0, "press": "deal"}) for t in range(99))
    lines = path.read_text("utf-8")
    assert 100 < len(lines) <= 200
    assert [json.loads(line)["t"] for line in lines.splitlines()[1:]] == list(range(lines.count("\n") - 1))
    assert lines.endswith("}\n")


def test_what_is_said_is_written_already(tmp_path: Path):
    """Ctrl-C comes while a turn is being shown: the log has that turn."""

    class Screen:
        def record(self, thing: object) -> None:
            pass

        def show(self, happening: object) -> None:
            raise KeyboardInterrupt

    log = [json.loads(line) for line in (games() / "demo.jsonl").read_text("utf-8").splitlines()]
    path = tmp_path / "match.jsonl"
    recorder = Recorder(path, lambda _: None)
    watching = Watcher()
    for seq, thing in enumerate(log, 1):
        try:
            _take({"seq": seq, **thing}, watching, recorder, Screen(), {})  # pyright: ignore
        except KeyboardInterrupt:
            written = path.read_text("utf-8").splitlines()
            assert [json.loads(line) for line in written] == log[:seq]
    recorder.close()
    assert len(path.read_text("utf-8").splitlines()) == len(log)
