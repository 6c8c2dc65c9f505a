"""`tierce replay` over many logs: --jobs, folders, --summary, --store, and interruptions."""

import json
import os
import shlex
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Thread

import psutil
import pytest
import ring
from processes import PIPE, STDOUT, TIERCE, Process, run, run_on_terminal, until
from test_replay import DEAL, HEADER, SAMPLES, TURN, UPCARD
from verbs import here

from tierce_tools.base.paths import games
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.many import in_order

SOME = SAMPLES[:: ring.rounds(8, 1)]
REFUSED = b'{"t":9,"seat":1,"press":"knock"}\n'


tierce = partial(here, "replay")


@pytest.fixture
def mixed(tmp_path: Path) -> list[Path]:
    """Good logs with three bad ones among them; one of these is missing."""
    good = HEADER + DEAL + UPCARD + TURN
    bad = good + b"rubbish\n" + TURN.replace(b"2D", b"3D") + b"[]\n"
    logs = {"1": good, "2": bad, "3": good, "4": b"", "6": good + REFUSED}
    for name, log in logs.items():
        (tmp_path / f"{name}.jsonl").write_bytes(log)
    return [tmp_path / f"{name}.jsonl" for name in "123456"]


@pytest.mark.parametrize(
    ("mode", "jobs"), ring.longer(("--melds", "2"), ("--lang=fr", "0"), ("--json", "2"), ("--summary", "2"))
)
def test_jobs_print_the_same(mode: str, jobs: str):
    one = tierce(mode, *SOME)
    many = tierce(mode, "--jobs", jobs, *SOME)
    assert many.returncode == one.returncode == 0
    assert many.stderr == one.stderr == b""
    shown = [each.stdout.decode().splitlines() for each in (many, one)]
    if mode == "--summary":  # except the time taken, which also changes the width
        shown = [[line.strip(" ─┌┐└┘").split() for line in lines[:12]] for lines in shown]
    assert shown[0] == shown[1]


@pytest.mark.parametrize(("mode", "going"), [("--json", True), *ring.longer(("--lang=en", False), ("--summary", True))])
def test_jobs_complain_the_same(mode: str, going: bool, mixed: list[Path]):
    flags = [mode, "--keep-going"] if going else [mode]
    one, many = tierce(*flags, *mixed), tierce(*flags, "--jobs", "3", *mixed)
    assert one.returncode == many.returncode == 2
    said = one.stderr.decode()
    assert many.stderr.decode() == said
    assert said.count("\n") == (4 if going else 1)
    assert said.startswith(f"{mixed[1]}:5: not JSON")
    if mode != "--summary":
        assert many.stdout.decode() == one.stdout.decode()
        assert one.stdout.count(b"6.jsonl") == going


def test_both_streams_come_in_order(mixed: list[Path]):
    command = (TIERCE, "replay", "--json", "--keep-going", *mixed)
    one, many = (run(*command, *jobs, stderr=STDOUT).stdout for jobs in ((), ("--jobs", "3")))
    assert many.decode() == one.decode()


def test_standard_input_with_jobs():
    log = HEADER + DEAL + UPCARD + TURN
    one = tierce("--json", "-", SAMPLES[0], stdin=log)
    many = tierce("--json", "--jobs", "2", "-", SAMPLES[0], stdin=log)
    assert many.stdout.decode() == one.stdout.decode()
    assert many.stdout.startswith(b'{"file":"-"}\n')
    bad = tierce("--json", "--jobs", "2", "-", SAMPLES[0], stdin=log + b"x\n")
    assert bad.stderr.decode() == "<stdin>:5: not JSON (column 1)\n"


def test_a_folder_stands_for_its_logs(tmp_path: Path):
    for name in ("b.jsonl", "a.jsonl", "a.expected.jsonl", "notes.txt"):
        (tmp_path / name).write_bytes(HEADER + DEAL if name != "notes.txt" else b"hello")
    done = tierce("--json", tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == [f"{tmp_path}/{a}.jsonl" for a in "ab"]
    (tmp_path / "empty").mkdir()
    done = tierce(tmp_path / "empty")
    assert done.returncode == 2
    assert done.stderr.decode() == (f"{tmp_path / 'empty'}: cannot be read: there is no log (*.jsonl) in this folder\n")


def test_the_summary(mixed: list[Path]):
    done = tierce("--summary", "--json", "--keep-going", *mixed)
    assert done.returncode == 2
    found = json.loads(done.stdout)
    assert found.pop("seconds") >= 0
    assert found.pop("events_per_second") >= 0
    counts = {"files": 6, "bad_files": 3, "bad_lines": 3, "matches": 4, "ended": 0, "rounds": 0, "turns": 5}
    assert found == {**counts, "refused": 1, "warnings": 0, "events": 3 + 4 + 3 + 4}
    # Stopped at the first bad one.
    found = json.loads(tierce("--summary", "--json", *mixed).stdout)
    assert (found["files"], found["bad_files"], found["turns"]) == (2, 1, 2)


def test_the_summary_of_recorded_games():
    logs = [*SOME, games() / "rulings-void-rami7.jsonl"]
    texts = [path.with_name(path.stem + ".expected.jsonl").read_text("utf-8") for path in logs]
    told = [[json.loads(line)["event"] for line in text.splitlines()] for text in texts]
    found = summary(*logs)
    for key in ("turn", "refused", "round", "warning"):
        assert found[key if key == "refused" else f"{key}s"] == sum(each.count(key) for each in told), key
    # A ruling may end a match anew, or reopen it.
    ends = [[event for event in each if event in ("match", "ruling")] for each in told]
    assert found["ended"] == sum(each[-1:] == ["match"] for each in ends)
    for lang, word in (("en", "events per second"), ("fr", "événements par seconde")):
        shown = tierce("--summary", "--lang", lang, *SOME[:2]).stdout.decode()
        assert word in shown
        assert "\x1b" not in shown


def test_a_reader_that_goes_away():
    files = shlex.join(map(str, SAMPLES * 5))
    command = f"'{TIERCE}' replay --json --jobs 2 {files} | head -2; echo ${{PIPESTATUS[0]}}"
    done = run("bash", "-c", command)
    assert (done.stdout.splitlines()[2:], done.stderr) == ([b"0"], b"")
    ours, theirs = os.pipe()
    os.close(ours)
    done = here("replay", *SAMPLES[:3], out=theirs)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("everybody", ring.longer(True, False))
def test_an_interrupt_ends_all_processes(everybody: bool, tmp_path: Path):
    """Ctrl-C goes to all processes of a terminal; `kill -INT` to one."""
    log = tmp_path / "long.jsonl"
    event = b'{"t":0,"zone":"seat0","in":["5H"]}\n'
    log.write_bytes(HEADER + DEAL + event * 1_000_000)
    with Process(TIERCE, "replay", "--json", "--jobs", "2", log, log, log) as process:
        family = psutil.Process(process.pid)
        until(lambda: len(family.children(recursive=True)) == 2, "two processes")
        begun = family.children(recursive=True)
        until(lambda: all(child.cpu_times().user >= 0.05 for child in begun), "they work")
        (os.killpg if everybody else os.kill)(process.pid, signal.SIGINT)
        assert process.wait() == 130
        assert process.err.rest().split() in (["Aborted!"], [])
        until(lambda: not any(child.is_running() for child in begun), "the others go on")


def _half(number: int) -> int:
    if number == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    if number < 0:
        raise ValueError(number)
    return number // 2


def _then_fails(numbers: list[int]) -> Iterator[int]:
    yield from numbers
    raise OSError("gave out")


@pytest.mark.parametrize("tasks", [range(20, 200), range(0)], ids=len)
def test_results_come_in_order(tasks: range):
    with in_order(_half, tasks, 3) as found:
        assert list(found) == [number // 2 for number in tasks]


def test_what_goes_wrong_comes_in_its_place():
    for tasks, error, good in ((iter([2, 4, -1, 6]), ValueError, 2), (_then_fails([2, 4, 6]), OSError, 3)):
        seen: list[int] = []
        with pytest.raises(error), in_order(_half, tasks, 2) as found:  # noqa: PT012
            for number in found:
                seen.append(number)
        assert seen == [1, 2, 3][:good]


def test_a_process_that_dies_is_said():
    with pytest.raises(Trouble, match=r"'replay\.process_gone',"), in_order(_half, [13] * 4, 2) as found:
        list(found)


def test_an_interrupt_waits_until_all_is_started(monkeypatch: pytest.MonkeyPatch):
    """Raised inside `Thread.start`, it came out as a RuntimeError now and then."""
    started: list[Thread] = []
    start = Thread.start

    def interrupted(thread: Thread) -> None:
        signal.raise_signal(signal.SIGINT)
        start(thread)
        started.append(thread)

    monkeypatch.setattr(Thread, "start", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), in_order(_half, [2, 4], 2) as found:
            list(found)
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(started) == 2


def test_progress_is_for_terminals():
    done = run_on_terminal(TIERCE, "replay", "--summary", "--json", "--jobs", "2", *SAMPLES[:2], stdout=PIPE)
    assert (done.returncode, json.loads(done.stdout)["files"]) == (0, 2)
    assert "Refereeing" in done.stderr
    assert done.stderr.count("\x1b[?25l") == done.stderr.count("\x1b[?25h")  # the cursor is back


def test_the_terminals_colours_come_through():
    one, many = (run_on_terminal(TIERCE, "replay", "--jobs", jobs, *SAMPLES[:2]).stderr for jobs in "12")
    assert "\x1b[31m" in one
    assert many.splitlines() == one.splitlines()


# --- the store


def summary(*args: str | Path) -> dict[str, int]:
    return json.loads(tierce("--summary", "--json", *args).stdout)


@pytest.mark.parametrize("jobs", ring.longer("2", "1"))
def test_games_are_kept_once_and_refereed_again(jobs: str, tmp_path: Path):
    kept = tmp_path / "games.db"
    first = summary("--store", kept, "--jobs", jobs, *SOME)
    assert (first["kept"], first["known"], first["left_out"]) == (len(SOME), 0, 0)
    # Again, and as a copy without a name: nothing new.
    done = tierce("--json", "--store", kept, "--jobs", jobs, "-", *SOME, stdin=SAMPLES[0].read_bytes())
    assert done.returncode == 0
    assert done.stderr.decode() == (
        f"kept in the store: 0; there already: {len(SOME) + 1}; left out for bad lines: 0\n"
    )
    files = tierce("--json", *SOME)
    again = tierce("--json", "--store", kept, "--jobs", jobs)
    assert (again.returncode, again.stderr) == (0, b"")
    printed = [each.stdout.decode().splitlines() for each in (files, again)]
    ours, theirs = ([line for line in lines if '"event"' in line] for lines in printed)
    assert ours == theirs
    heads = [set(json.loads(line)) for line in printed[1] if '"event"' not in line]
    assert heads == [{"match"}] * len(SOME)
    counts = summary("--store", kept, "--jobs", jobs)
    for key in ("matches", "rounds", "turns", "refused", "events"):
        assert counts[key] == first[key], key
    assert "kept" not in counts


def test_a_log_with_bad_lines_is_left_out(mixed: list[Path], tmp_path: Path):
    kept = tmp_path / "games.db"
    (tmp_path / "good.jsonl").write_bytes(SAMPLES[0].read_bytes())
    logs = [tmp_path / "good.jsonl", *mixed]
    done = tierce("--json", "--store", kept, *logs)
    assert done.returncode == 2
    # 1.jsonl is good; the run ends at 2.jsonl.
    assert done.stderr.decode().splitlines()[1] == ("kept in the store: 2; there already: 0; left out for bad lines: 1")
    done = tierce("--json", "--keep-going", "--store", kept, *logs)
    # 2.jsonl without its bad lines and 6.jsonl are new; 3.jsonl equals 1.jsonl; two have no header.
    assert done.stderr.decode().splitlines()[-1] == (
        "kept in the store: 2; there already: 3; left out for bad lines: 2"
    )
    assert summary("--store", kept)["turns"] == summary("--keep-going", logs[0], mixed[0], mixed[1], mixed[5])["turns"]


def test_an_empty_store(tmp_path: Path):
    kept = tmp_path / "games.db"
    tierce("--store", kept, "-", stdin=b"")  # a log that is left out
    done = tierce("--store", kept)
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.startswith(b"the store has no game yet: ")
    done = here("stats", "--json", "--store", kept)
    assert (done.returncode, json.loads(done.stdout)["games"]) == (0, {})
    assert done.stderr.startswith(b"there is nothing to count: ")


@pytest.mark.longer
def test_at_the_table_in_several_processes(mixed: list[Path]):
    logs = [mixed[0], mixed[5]]
    one, many = (tierce("--json", "--on-table", "--jobs", jobs, *logs) for jobs in "12")
    assert one.returncode == many.returncode == 0
    assert many.stdout.decode() == one.stdout.decode()
