"""`tierce deploy`, on a real MicroPython behind a pseudo-terminal, interrupted at any point."""

import json
import random
import signal
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import ring
from processes import TIERCE, Process
from verbs import tierce_here, tierce_text
from vmboard import VmBoard, club_config, club_files, deployed_files

from tierce.cards import CARDS
from tierce_tools.base.paths import engine, firmware
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import deployment
from tierce_tools.board.build import build, compiled, constants_marked, folder_of, placed
from tierce_tools.board.deployment import OnBoard, Plan, carry_out, check_room, check_version, look, make_plan, stopped
from tierce_tools.board.repl import Board, Repl
from tierce_tools.cli.deploy import run_mounted

_BLOCK = 4096
_PICO_2 = 768  # blocks of its file system: its flash is twice as large


def deploy(board: VmBoard, *arguments: str) -> dict[str, Any]:
    """Deploy successfully; return the facts."""
    done = tierce_here("deploy", "--port", board.port, "--json", *arguments)
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


def program(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the program that these files start, without other folders."""
    folder = folder_of(files.get("main.py", b""))
    start = f"{folder}/" if folder else ""
    found = {
        name.removeprefix(start): data
        for name, data in files.items()
        if name.startswith(tuple(start + each for each in ("app/", "drivers/", "tierce/")))
    }
    if "main.py" in files:
        found["main.py"] = files["main.py"].replace(f'"{folder}"'.encode(), b'""', 1)
    return found


def spare(files: dict[str, bytes]) -> set[str]:
    """Return the names of program files that do not belong to the started program."""
    active = folder_of(files.get("main.py", b""))
    tops = {name.partition("/")[0] for name in files if name.endswith((".mpy", ".py", ".words", "~"))}
    return (tops & {"p1", "p2", "p3", "p0.1.0", "app", "drivers", "tierce"}) - {active or "app"}


def plays(board: VmBoard) -> str:
    """Return the name of a board's table, once its readers scan."""
    board.until("program.readers.scans > 3")
    return board.do("program.config['name']")


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> set[str]:
    """Return the names of files that differ."""
    return {name for name in {**one, **other} if one.get(name) != other.get(name)}


# --- compiling


def test_everything_is_compiled_and_nothing_else() -> None:
    files = build()
    assert list(files)[-1] == "main.py"
    assert {name.rpartition(".")[2] for name in files} == {"mpy", "py", "words"}
    assert not [name for name in files if "example" in name or "config" in name.split("/")[0]]
    source = build(source=True)
    assert [name.replace(".mpy", ".py") for name in files] == list(source)
    assert "app/link/link.mpy" in files
    assert "tierce/games/gin.mpy" in files


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("_WAIT_MS = 5  # é, then more", "_WAIT_MS = const(5)  # é, then more"),
        ("RX = 1 << 14", "RX = const(1 << 14)"),
        ("_ALL = ~(RX | 2)", "_ALL = ~(RX | 2)"),  # RX is not known here
        ("A = 1\n_B = (A + 1) * -2", "A = const(1)\n_B = const((A + 1) * -2)"),
        ("_NAMES = (1, 2)", "_NAMES = (1, 2)"),
        ("_YES = True", "_YES = True"),
        ("step = 5", "step = 5"),
        ("COUNT = 1\nCOUNT = 2", "COUNT = 1\nCOUNT = 2"),
        ("def f():\n    COUNT = 1", "def f():\n    COUNT = 1"),
        ("_A = (\n    5)", "_A = (\n    5)"),
        ("def f(:", "def f(:"),
    ],
)
def test_whole_numbers_in_capitals_become_constants(line: str, marked: str) -> None:
    assert constants_marked(line.encode()).decode() == marked


def test_a_private_constant_takes_no_memory_on_the_board() -> None:
    made = compiled({"app/x.py": b"_WAIT = 77\ndef f():\n    return _WAIT\n"})["app/x.mpy"]
    assert b"_WAIT" not in made
    assert b"const" not in made


def test_what_does_not_compile_is_named() -> None:
    with pytest.raises(Trouble) as caught:
        compiled({"app/good.py": b"x = 1", "app/bad.py": b"def ("})
    assert caught.value.key == "compile"
    assert caught.value.details["name"] == "app/bad.py"


def test_a_board_of_another_version_is_refused() -> None:
    board = Board("1.18.0", "Pico", 5, "", 1, 1, _BLOCK, 1)
    with pytest.raises(Trouble) as caught:
        check_version(deployed_files(), board)
    assert caught.value.key == "mpy"
    assert caught.value.details == {"version": "1.18.0", "wanted": "1.28.0"}
    check_version(build(source=True), board)


# --- the plan

FILES = {
    "app/a.mpy": b"a" * 100,
    "app/in/b.mpy": b"b" * 100,
    "main.py": b'# Tierce\nPROGRAM = ""\n' + b"#" * 64 + b"\n",
}


def on_board(files: dict[str, bytes]) -> OnBoard:
    """Return a board with these files."""
    sizes = {name: len(data) for name, data in files.items()}
    hashes = {name: sha256(data).hexdigest() for name, data in files.items()}
    return OnBoard(sizes, hashes, files.get("main.py"))


def plan_of(there: dict[str, bytes], config: bytes | None = b"{}") -> Plan:
    """Return the plan for FILES on a board with the files `there`."""
    return make_plan(FILES, on_board(there), config, _BLOCK)


THERE = {**placed(FILES), "config.json": b"{}"}


def test_a_fresh_board_gets_it_all_the_switch_last() -> None:
    plan = plan_of({}, None)
    assert list(plan.write) == ["p1/app/a.mpy", "p1/app/in/b.mpy", "p1/main.py"]
    assert b'PROGRAM = "p1"' in plan.write["p1/main.py"]
    assert plan.config is not None
    assert json.loads(plan.config)["tierce"] == 1
    assert (plan.copy, plan.clear, plan.old) == ((), (), ())


def test_what_is_the_same_stays() -> None:
    plan = plan_of(THERE, None)
    assert plan.whole
    assert plan.unchanged == 3
    assert plan_of({**THERE, "p1/notes.txt": b"mine", "p3/data": b"mine"}).whole


def test_what_changed_is_sent_and_the_rest_is_copied_there() -> None:
    plan = plan_of({**THERE, "p1/app/a.mpy": b"older", "p1/app/gone.mpy": b""})
    assert plan.folder == "p2"
    assert plan.copied == ["app/a.mpy", "main.py"]
    assert plan.copy == (("p1/app/in/b.mpy", "p2/app/in/b.mpy"),)
    assert set(plan.old) == {"p1/app/a.mpy", "p1/app/in/b.mpy", "p1/app/gone.mpy"}
    assert plan.removed == ("app/gone.mpy",)


def test_a_program_at_the_top_is_the_older_layout() -> None:
    plan = plan_of({**FILES, "app/c.py": b"", "app/mine.txt": b"", "config.json": b"{}"})
    assert plan.folder == "p1"
    assert plan.copied == ["main.py"]
    assert dict(plan.copy) == {"app/a.mpy": "p1/app/a.mpy", "app/in/b.mpy": "p1/app/in/b.mpy"}
    assert set(plan.old) == {"app/a.mpy", "app/in/b.mpy", "app/c.py"}
    assert plan.aside is None


def test_what_a_broken_off_deploy_has_left_is_used() -> None:
    plan = plan_of({**THERE, "p1/app/a.mpy": b"older", "p2/app/a.mpy": b"a" * 100, "p2/app/b~": b""})
    assert plan.copied == ["main.py"]
    assert plan.clear == ("p2/app/b~",)
    assert set(plan.same) == {"p2/app/a.mpy", "p2/app/in/b.mpy"}


@pytest.mark.parametrize("name", ["app/a.mpy", "p2/app/a.mpy", "p0.1.0/tierce/x.mpy"])
def test_what_is_left_over_of_another_program_goes(name: str) -> None:
    plan = plan_of({**THERE, name: b"old"})
    assert (plan.folder, plan.clear) == ("", (name,))


def test_a_main_of_somebody_else_is_put_aside() -> None:
    plan = plan_of({**THERE, "main.py": b"print('blink')"})
    assert plan.aside == b"print('blink')"


@pytest.mark.parametrize("name", ["app/a.txt", "p2/mine.txt", "p2/app/mine.txt", "p7x/app/a.py"])
def test_what_is_the_users_stays(name: str) -> None:
    assert plan_of({**THERE, name: b"mine"}).whole
    plan = plan_of({**THERE, "p1/app/a.mpy": b"older", name: b"mine"})
    assert name not in (*plan.clear, *plan.old)
    assert plan.folder == ("p3" if name.startswith("p2/") else "p2")


@pytest.mark.parametrize("line", [b'PROGRAM = "../p1"', b'PROGRAM = "lib"', b"PROGRAM = p1", b""])
def test_a_main_that_names_no_folder_of_ours_is_not_followed(line: bytes) -> None:
    assert folder_of(line) == ""
    assert folder_of(b'PROGRAM = "p12"\r\n') == "p12"


def test_room_is_counted_in_blocks_beside_what_is_there() -> None:
    # Two modules, main.py and a config; three folders of two blocks; one file beside the old one.
    assert plan_of({}, None).room == (2 + 1 + 1 + 6 + 1) * _BLOCK
    assert plan_of(THERE, b"{}").room == 0
    assert plan_of({**THERE, "p1/app/a.mpy": b"older"}).room == (3 + 6 + 1) * _BLOCK
    left = {**THERE, "p1/app/a.mpy": b"older", "p2/app/a.mpy": bytes(3 * _BLOCK)}
    assert plan_of(left).room == (3 + 4 + 1 - 3) * _BLOCK  # one of the folders is there


def test_two_programs_fit_beside_a_full_journal() -> None:
    files = build()
    there = on_board({**placed(files, "p2"), "p2/app/people/panel.mpy": b""})
    plan = make_plan(files, there, b"{}", _BLOCK)
    blocks = sum(-(-len(data) // _BLOCK) for data in files.values() if len(data) > 64) + 20
    journal = 196608 // _BLOCK + 1
    free = 352 - blocks - journal - 2
    check_room(plan, Board("1.28.0", "Pico", 6, "", free * _BLOCK, 352 * _BLOCK, _BLOCK, 1))


# --- on a board


def test_a_fresh_board_comes_to_play() -> None:
    """In `make test` an earlier deployment has broken off there, as copying it all takes long."""
    not_yet = ("main.py", "p1/drivers/", "p1/app/link/")
    left = {} if ring.ALL else {name: data for name, data in placed(build()).items() if not name.startswith(not_yet)}
    with VmBoard(left) as board:
        done = tierce_text("deploy", "--port", board.port, "--lang", "fr")
        assert not done.returncode, done.stderr
        assert "Tout va bien." in done.stdout
        assert "\x1b" not in done.stdout + done.stderr
        files = board.files()
    assert not differing(program(files), build())
    assert not spare(files)
    assert json.loads(files["config.json"]) == club_config()


USERS = {
    "config.json": json.dumps(club_config(name="mine")).encode(),
    "notes.txt": b"mine",
    "lib/mine.py": b"x = 1",
    "app/mine.txt": b"mine",
    "boot.py": b"print('mine')",
}


@pytest.fixture(scope="module")
def mine() -> Iterator[VmBoard]:
    """Return a running board with its user's own files; tests leave it so."""
    with VmBoard({**club_files(), **USERS}) as made:
        yield made


def users(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the user's own files."""
    return {name: data for name, data in files.items() if name in (*USERS, "deck.bin") or name.startswith("journal")}


def test_where_nothing_changed_nothing_is_copied(mine: VmBoard) -> None:
    before, starts = mine.files(), mine.starts
    facts = deploy(mine)
    assert (facts["copied"], facts["removed"], facts["config"]) == ([], [], "kept")
    assert facts["unchanged"] == len(deployed_files())
    assert facts["hello"]["name"] == "mine"
    assert facts["hello"]["cards"] == CARDS
    assert all(each["ok"] for each in facts["hello"]["health"]["readers"].values())
    assert mine.starts == starts + 1
    after = mine.files()
    # The journal continues.
    assert all(after[name].startswith(before[name]) for name in before if "journal" in name)
    assert not [name for name in differing(before, after) if "journal" not in name]


@pytest.mark.longer
def test_only_what_changed_is_copied_and_what_is_left_over_goes(mine: VmBoard) -> None:
    files = mine.files()
    left = {
        "app/link/link.py": b"raise ValueError",
        "tierce/old.mpy": b"M\6",
        "app/gone/x.py": b"",
        "drivers/leds.mpy~": b"half",
    }
    folder = folder_of(files["main.py"])
    there = {f"{folder}/{name}": data for name, data in left.items()}
    there[f"{folder}/app/people/panel.mpy"] = b"M\6\0old"
    mine.set_files({**files, **there})
    dry = deploy(mine, "--dry-run")
    assert dry["copied"] == ["app/people/panel.mpy", "main.py"]
    assert sorted(dry["removed"]) == sorted(left)
    assert (dry["dry_run"], "hello" in dry) == (True, False)
    # The journal grows at each start; the broken link.py makes the program write error.txt.
    changed = differing(mine.files(), {**files, **there})
    assert not [name for name in changed if not name.startswith("journal/") and name != "error.txt"]
    facts = deploy(mine)
    assert facts["copied"] == dry["copied"]
    assert sorted(facts["removed"]) == sorted(left)
    files = mine.files()
    assert not differing(program(files), build())
    assert not spare(files)
    assert not differing({**USERS}, {name: files.get(name, b"") for name in USERS})
    assert not [name for name in files if name.startswith(f"{folder}/")]
    # A program of somebody else is put aside.
    mine.set_files({**files, "main.py": b"print('blink')", "main.old.py": b"older"})
    assert deploy(mine)["main_moved_to"] == "main.old2.py"
    files = mine.files()
    assert (files["main.old2.py"], files["main.old.py"]) == (b"print('blink')", b"older")
    assert not differing(program(files), build())


@pytest.mark.longer
def test_a_config_of_ones_own(mine: VmBoard, tmp_path: Path) -> None:
    file = tmp_path / "config.json"
    for text, said in (("", "config.json"), ("{", "config.json"), ('{"tierce":1}', "zones"), ("[]", "config.json")):
        file.write_text(text) if text else file.unlink(missing_ok=True)
        done = tierce_here("deploy", "--port", mine.port, "--config", str(file))
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert said in done.stderr
    assert mine.files()["config.json"] == USERS["config.json"]
    file.write_text(json.dumps(club_config(name="other")))
    facts = deploy(mine, "--config", str(file))
    assert (facts["config"], facts["copied"], facts["hello"]["name"]) == ("given", [], "other")
    file.write_bytes(USERS["config.json"])
    assert deploy(mine, "--config", str(file))["hello"]["name"] == "mine"


@pytest.mark.longer
def test_a_program_that_does_not_come_up_is_told_of(mine: VmBoard) -> None:
    files = mine.files()
    boot = b"import sys\nsys.path.insert(0, '/evil')\nimport app\n"
    evil = {"evil/app/__init__.py": b"", "evil/app/clock.py": b"raise ValueError('evil')"}
    mine.set_files({**files, "boot.py": boot, **evil})
    done = tierce_here("deploy", "--port", mine.port)
    mine.set_files(files)
    assert done.returncode == 2
    assert "ValueError: evil" in done.stderr
    assert "tierce doctor" in done.stderr.splitlines()[-1]
    assert "Traceback" in done.stderr  # the board's traceback
    assert "deploy.py" not in done.stderr  # not one of ours


def test_a_full_flash_is_found_before_anything_changes() -> None:
    with VmBoard({"big": bytes(40 * _BLOCK)}, blocks=80) as board:
        done = tierce_here("deploy", "--port", board.port)
        assert done.returncode == 2
        assert "full" in done.stderr.splitlines()[-1]
        assert set(board.files()) == {"big"}


@pytest.mark.parametrize(
    "arguments",
    [["--port", "/dev/nothing-is-here"], ["--port", "modelled"], ["--mount", "--dry-run"], ["--port", "/dev/null"]],
)
def test_what_cannot_be_is_one_line(arguments: list[str]) -> None:
    done = tierce_here("deploy", *arguments)
    assert done.returncode == 2
    assert not done.stdout
    progress = ("Compiling", "Asking")
    lines = [line for line in done.stderr.splitlines() if not line.startswith(progress)]
    assert len(lines) == 1, done.stderr


@pytest.mark.longer
def test_source() -> None:
    """Most of it lies there already, as an earlier deployment left it."""
    source = build(source=True)
    left = {f"p2/{name}": data for name, data in source.items() if len(data) < 20_000}
    with VmBoard({**club_files(), **USERS, **left}, blocks=_PICO_2) as board:
        facts = deploy(board, "--source")
        assert not differing(program(board.files()), source)
    assert len(facts["removed"]) == len(deployed_files()) - 1
    assert facts["hello"]["firmware"]


WHERE = "__import__('sys').modules['app.match.table'].__file__"


def interrupted(board: VmBoard, when: str) -> None:
    """Run the program from this computer, and press Ctrl-C when an expression is true on the board."""
    with Process(TIERCE, "deploy", "--port", board.port, "--mount") as process:
        assert process.err.line()  # the program runs now
        board.until(when)
        assert process.end(signal.SIGINT) == 130
        assert "Traceback" not in process.err.rest()


def test_mounted_the_board_keeps_its_own_files(mine: VmBoard) -> None:
    before = mine.files()
    interrupted(mine, f"program.readers.scans > 9 and {WHERE}.startswith('/remote')")
    after = mine.files()
    assert not differing(program(before), program(after))
    mine.ready()
    assert mine.do(WHERE) == folder_of(after["main.py"]) + "/app/match/table.mpy"


@pytest.mark.longer
def test_mounted_a_missing_module_is_shown_only(mine: VmBoard, tmp_path: Path) -> None:
    """It may be one that Ctrl-C hid from the import."""
    noted = mine.files().get("error.txt", b"")  # from earlier tests
    for name, data in build().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    (tmp_path / "app/people/lights.mpy").unlink()
    with stopped(mine.port) as repl:
        with pytest.raises(Trouble) as raised:
            run_mounted(repl, tmp_path)
        repl.restart()
    assert raised.value.details["error"] == "ImportError: no module named 'app.people.lights'"
    mine.ready()
    assert mine.files().get("error.txt", b"") == noted


@pytest.mark.longer
def test_mounted_ctrl_c_ends_it_while_it_loads(mine: VmBoard) -> None:
    """While the board waits for an answer of the mounted folder it ignores Ctrl-C."""
    noted = mine.files().get("error.txt", b"").decode()  # from earlier tests
    loaded = "__import__('sys').modules"
    interrupted(mine, f"{loaded}['app.clock'].__file__.startswith('/remote')")
    mine.ready()
    folder = folder_of(mine.files()["main.py"])
    assert mine.do(WHERE) == f"{folder}/app/match/table.mpy"
    assert mine.files().get("error.txt", b"").decode() == noted


# --- interrupted


class Stopwatch(Repl):
    """A Repl that does something at its n-th write to the port."""

    def __init__(self, device: str, at: int, act: Callable[[], object]) -> None:
        super().__init__(device)
        self.written = 0
        self.switched = 0  # number of writes before the switch
        self._at = at
        self._act = act

    def watch(self) -> None:
        """Count from here on."""
        port = self._transport.serial
        write = port.write

        def counted(data: bytes) -> int:
            self.written += 1
            if self.written == self._at:
                self._act()
            return write(data)

        port.write = counted

    def rename(self, name: str, to: str) -> None:
        self.switched = self.written
        super().rename(name, to)


def _old(flat: bool) -> dict[str, bytes]:
    """Return an older, working program as placed on a board: two modules differ, one is extra."""
    files = build()
    panel = "app/people/panel.py"
    more = {
        "app/old.py": b"x = 1",
        panel: (firmware() / panel).read_bytes() + b"\nOLD = 1\n",
        "tierce/__init__.py": (engine() / "__init__.py").read_bytes() + b"\nOLD = 1\n",
    }
    files = {
        **compiled(more),
        "tierce/hints.py": (engine() / "hints.py").read_bytes(),
        **{name: data for name, data in files.items() if name.replace(".mpy", ".py") not in (*more, "tierce/hints.py")},
        "main.py": files["main.py"] + b"# older\n",
    }
    return files if flat else placed(files)


def _break(board: VmBoard, at: int, act: Callable[[], object]) -> tuple[int, int]:
    """Deploy, interrupted at a write; return the writes in all, and before the switch."""
    files = build()
    with Stopwatch(board.port, at, act) as repl:
        plan = look(repl, files, None, _BLOCK)
        repl.watch()
        carry_out(repl, plan, lambda more: None)
        return repl.written, repl.switched


def _interrupt() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    "flat", [pytest.param(False, id="folders"), pytest.param(True, id="older", marks=pytest.mark.longer)]
)
def test_what_breaks_off_leaves_one_whole_program_that_plays(mine: VmBoard, flat: bool, seed: int) -> None:
    """The points tried include the switch itself and the writes around it."""
    dice = random.Random(seed)
    old, new = _old(flat), build()
    kept = users(mine.files())
    acts = {"cable": mine.pull, "power": mine.cut, "keys": _interrupt}
    before = {**kept, **old, "config.json": USERS["config.json"]}
    was = program(before)
    was.pop("app/mine.txt", None)
    mine.set_files(before)
    total, switch = _break(mine, 0, lambda: None)
    assert total >= switch + 7
    # Before the switch, after it, and at it or just before it: each by one act, or by all.
    parts = ((1, switch - 3), (switch + 4, switch + 8), (switch - 3, switch + 4))
    hows = dice.sample(sorted(acts), 3)
    tried = [(dice.randrange(*parts[(at + turn) % 3]), how) for turn in range(3) for at, how in enumerate(hows)]
    tried = tried[: ring.rounds(2, 5)]
    outcomes: set[str] = set()
    for point, how in tried:
        print(how, "at", point)
        mine.set_files(before)
        with pytest.raises((Trouble, KeyboardInterrupt)):
            _break(mine, point, acts[how])
        mine.plug()
        if how != "power":
            mine.cut()
        assert plays(mine) == "mine"
        found = mine.files()
        playing = program(found)
        playing.pop("app/mine.txt", None)
        outcomes.add("new" if playing["main.py"] == new["main.py"] else "old")
        whole = new if playing["main.py"] == new["main.py"] else was
        assert not differing(playing, whole)
        assert not differing(
            {name: data for name, data in users(found).items() if "journal" not in name},
            {name: data for name, data in users(before).items() if "journal" not in name},
        )
        _break(mine, 0, lambda: None)
        after = mine.files()
        assert not differing(program(after), new)
        assert not spare(after)
        assert not [name for name in after if name.endswith("~")]
    assert outcomes == {"old", "new"}
    assert deploy(mine)["hello"]["name"] == "mine"


@pytest.mark.longer
def test_ctrl_c_says_what_to_do(mine: VmBoard) -> None:
    mine.set_files({**users(mine.files()), **_old(True), **USERS})
    with Process(TIERCE, "deploy", "--port", mine.port) as process:
        process.err.until("Copying\n")
        assert process.end(signal.SIGINT) == 130
        said = process.err.rest()
    assert "Deploy again" in said
    assert "Traceback" not in said
    assert plays(mine) == "mine"
    assert deploy(mine)["hello"]["name"] == "mine"


@pytest.mark.longer
def test_a_hash_that_differs_is_told(monkeypatch: pytest.MonkeyPatch, mine: VmBoard) -> None:
    class Worn(Repl):
        def write(self, name: str, data: bytes, progress: Any = None) -> None:
            super().write(name, data[:-1] + b"?" if name.endswith("/panel.mpy") else data, progress)

    before = mine.files()
    folder = folder_of(before["main.py"])
    mine.set_files({**before, f"{folder}/app/people/panel.mpy": b"M\6\0old"})
    with monkeypatch.context() as patch:
        patch.setattr(deployment, "Repl", Worn)
        with pytest.raises(Trouble) as caught, deployment.stopped(mine.port) as repl:
            carry_out(repl, look(repl, build(), None, _BLOCK), lambda more: None)
    assert (caught.value.area, caught.value.key) == ("deploy", "differs")
    assert mine.files()["main.py"] == before["main.py"]
    assert program(mine.files())["app/people/panel.mpy"] == b"M\6\0old"
    assert deploy(mine)["copied"] == ["app/people/panel.mpy", "main.py"]
