"""`tierce deploy`, on a real MicroPython behind a pseudo-terminal, interrupted at any point."""

import json
import random
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import ring
from processes import TIERCE, Process
from test_deploy_plan import folders
from verbs import tierce_here
from vmboard import VmBoard, club_config, club_files

from tierce.cards import CARDS
from tierce_tools.base.paths import engine
from tierce_tools.base.trouble import Trouble
from tierce_tools.board.archive import image_of, packed, program_of
from tierce_tools.board.build import build, compiled, constants_marked
from tierce_tools.board.deployment import carry_out, look, stopped
from tierce_tools.board.repl import Repl
from tierce_tools.cli.deploy import run_mounted

WHERE = "__import__('sys').modules['app.program'].__file__"


def deploy(board: VmBoard, *arguments: str) -> dict[str, Any]:
    """Deploy successfully; return the facts."""
    done = tierce_here("deploy", "--port", board.port, "--json", *arguments)
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


def is_new(files: dict[str, bytes]) -> bool:
    """Tell whether these files start this computer's program, and have no other."""
    wanted = packed(build(), program_of(files["main.py"]))
    ours = {name: data for name, data in files.items() if name == "main.py" or name.endswith((".rom", ".mpy", "~"))}
    return ours == wanted


def older() -> dict[str, bytes]:
    """Return an older, working program: a module differs, one is extra."""
    zones = (engine() / "zones.py").read_bytes() + b"\nOLD = 1\n"
    files = {**build(), **compiled({"app/old.py": b"x = 1", "tierce/zones.py": zones})}
    return {**files, "main.py": files["main.py"] + b"# older\n"}


def plays(board: VmBoard) -> str:
    """Return the name of a board's table, once its readers scan."""
    board.until("program.readers.scans > 3")
    return board.do("program.config['name']")


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> set[str]:
    return {name for name in {**one, **other} if one.get(name) != other.get(name)}


# --- compiling


def test_everything_is_compiled_and_nothing_else() -> None:
    files = build()
    assert list(files)[-1] == "main.py"
    assert {name.rpartition(".")[2] for name in files} == {"mpy", "py", "words"}
    assert not [name for name in files if "example" in name or "config" in name.split("/")[0]]
    source = build(source=True)
    assert {name.replace(".mpy", ".py") for name in files} < set(source)
    assert "app/program.mpy" in files
    assert "tierce/games/gin.mpy" in files


def test_whole_numbers_in_capitals_become_constants() -> None:
    for line, marked in (
        ("_WAIT_MS = 5  # é, then more", "_WAIT_MS = const(5)  # é, then more"),
        ("RX = 1 << 14", "RX = const(1 << 14)"),
        ("A = 1\n_B = (A + 1) * -2", "A = const(1)\n_B = const((A + 1) * -2)"),
        # Not a name that is not known here, or comes twice, or is in a function; not over two lines; no mistake.
        *((line, line) for line in ("_ALL = ~(RX | 2)", "_NAMES = (1, 2)", "_YES = True", "step = 5")),
        *((line, line) for line in ("COUNT = 1\nCOUNT = 2", "def f():\n    COUNT = 1", "_A = (\n    5)", "def f(:")),
    ):
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


# --- on a board


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
    return {name: data for name, data in files.items() if name in (*USERS, "deck.bin") or name.startswith("journal")}


def test_where_nothing_changed_nothing_is_copied(mine: VmBoard) -> None:
    before, starts = mine.files(), mine.starts
    facts = deploy(mine)
    assert (facts["copied"], facts["removed"], facts["config"], facts["bytes"]) == ([], [], "kept", 0)
    assert facts["hello"]["name"] == "mine"
    assert facts["hello"]["cards"] == CARDS
    assert all(each["ok"] for each in facts["hello"]["health"]["readers"].values())
    assert mine.starts == starts + 1
    after = mine.files()
    # The journal continues.
    assert all(after[name].startswith(before[name]) for name in before if "journal" in name)
    assert not [name for name in differing(before, after) if "journal" not in name]


def test_a_board_of_the_old_layout_takes_the_update_and_plays(mine: VmBoard) -> None:
    """In `make test` an earlier deployment has broken off just before the switch, as copying takes long."""
    old = folders(older())
    before = {**users(mine.files()), **old, **USERS}
    mine.set_files(before if ring.ALL else {**before, "p1.rom": image_of(build())})
    dry = deploy(mine, "--dry-run")
    assert dry["copied"] == (["p1.rom", "main.py"] if ring.ALL else ["main.py"])
    assert dry["seconds"] * 12000 >= dry["bytes"]
    assert (dry["dry_run"], dry["gap"], "hello" in dry) == (True, False, False)
    assert not old.keys() - mine.files().keys()
    facts = deploy(mine)
    assert facts["copied"] == dry["copied"]
    assert set(facts["removed"]) == old.keys() - {"main.py"}
    assert facts["hello"]["name"] == "mine"
    files = mine.files()
    assert is_new(files)
    assert {name: files.get(name) for name in USERS} == USERS
    assert mine.do(WHERE) == "/program/app/program.mpy"


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


def test_what_cannot_be_is_one_line() -> None:
    for arguments in ("--port /dev/nothing-is-here", "--port modelled", "--mount --dry-run", "--port /dev/null"):
        done = tierce_here("deploy", *arguments.split())
        assert (done.returncode, done.stdout) == (2, "")
        progress = ("Compiling", "Asking")
        lines = [line for line in done.stderr.splitlines() if not line.startswith(progress)]
        assert len(lines) == 1, done.stderr


def interrupted(board: VmBoard, when: str, *more: str) -> None:
    """Run the program from this computer, and press Ctrl-C when an expression is true on the board."""
    with Process(TIERCE, "deploy", "--port", board.port, "--mount", *more) as process:
        assert process.err.line()  # the program runs now
        board.until(when)
        assert process.end(signal.SIGINT) == 130
        assert "Traceback" not in process.err.rest()


def test_mounted_the_board_keeps_its_own_files(mine: VmBoard) -> None:
    before = mine.files()
    interrupted(mine, f"program.readers.scans > 9 and {WHERE}.startswith('/program')")
    after = mine.files()
    assert not [name for name in differing(before, after) if not name.startswith("journal")]
    mine.ready()


@pytest.mark.longer
def test_mounted_source_is_imported_where_it_lies(mine: VmBoard) -> None:
    interrupted(mine, f"program.readers.scans > 9 and {WHERE}.startswith('/remote')", "--source")
    mine.ready()
    assert mine.do(WHERE) == "/program/app/program.mpy"


@pytest.mark.longer
def test_mounted_a_missing_module_is_shown_only(mine: VmBoard, tmp_path: Path) -> None:
    """It may be one that Ctrl-C hid from the import."""
    noted = mine.files().get("error.txt", b"")  # from earlier tests
    whole = {name: data for name, data in build().items() if name != "app/start.mpy"}
    for name, data in packed(whole, "program.rom").items():
        (tmp_path / name).write_bytes(data)
    with stopped(mine.port) as repl:
        with pytest.raises(Trouble) as raised:
            run_mounted(repl, tmp_path)
        repl.restart()
    assert raised.value.details["error"] == "ImportError: no module named 'app.start'"
    mine.ready()
    assert mine.files().get("error.txt", b"") == noted


@pytest.mark.longer
def test_mounted_ctrl_c_ends_it_while_it_loads(mine: VmBoard) -> None:
    """While the board waits for an answer of the mounted folder it ignores Ctrl-C."""
    noted = mine.files().get("error.txt", b"").decode()  # from earlier tests
    interrupted(mine, "__import__('sys').modules['main'] and 'app.clock' in __import__('sys').modules")
    mine.ready()
    assert mine.do(WHERE) == "/program/app/program.mpy"
    assert mine.files().get("error.txt", b"").decode() == noted


# --- interrupted


def broken_off(board: VmBoard, at: int, act: Callable[[], object]) -> tuple[int, int]:
    """Deploy, interrupted at the n-th write to the port; return the writes in all, and before the switch."""
    written = switched = 0
    with Repl(board.port) as repl:
        plan = look(repl, build(), None, repl.about())
        port: Any = repl._transport.serial
        write, rename = port.write, repl.rename

        def counted(data: bytes) -> int:
            nonlocal written
            written += 1
            if written == at:
                act()
            return write(data)

        def renamed(name: str, to: str) -> None:
            nonlocal switched
            switched = written
            rename(name, to)

        port.write, repl.rename = counted, renamed
        carry_out(repl, plan, lambda more: None)
    return written, switched


def interrupt() -> None:
    raise KeyboardInterrupt


BREAKS = ("cable", "keys", "power")


def after_a_break(board: VmBoard, before: dict[str, bytes], at: int, how: str) -> dict[str, bytes]:
    """Break a deployment to a board with these files off; return those it then plays with, the user's among them."""
    print(how, "at", at)
    board.set_files(before)
    with pytest.raises((Trouble, KeyboardInterrupt)):
        broken_off(board, at, {"cable": board.pull, "power": board.cut, "keys": interrupt}[how])
    board.plug()
    if how != "power":
        board.cut()
    assert plays(board) == "mine"
    found = board.files()
    users = {name: data for name, data in before.items() if name in USERS}
    assert {name: found.get(name) for name in users} == users
    return found


@pytest.mark.parametrize("layout", ["archive", pytest.param("folders", marks=pytest.mark.longer)])
def test_what_breaks_off_leaves_one_whole_program_that_plays(mine: VmBoard, layout: str, seed: int) -> None:
    """Power cuts at all writes of the flash: test_deploy_flash.py. Here come the cable, keys and the start.

    In `make test` the archive lies there already.
    """
    dice = random.Random(seed)
    old = packed(older()) if layout == "archive" else folders(older())
    before = {**users(mine.files()), **old, **USERS, **({} if ring.ALL else {"p2.rom": image_of(build())})}
    mine.set_files(before)
    total, switch = broken_off(mine, 0, lambda: None)
    assert total > switch + 2
    # Before the switch, at it or just before it, and after it.
    parts = ((1, switch - 3), (switch - 3, switch + 1), (switch + 2, total))
    tried = [(dice.randrange(*part), how) for part, how in zip(parts, dice.sample(BREAKS, 3), strict=True)]
    for point, how in tried[: ring.rounds(2, 3)]:
        found = after_a_break(mine, before, point, how)
        starts = program_of(found["main.py"])
        if found["main.py"] == old["main.py"]:
            assert {name: found.get(name) for name in old} == old
        else:
            assert {name: found[name] for name in ("main.py", starts)} == packed(build(), starts)
        broken_off(mine, 0, lambda: None)
        assert is_new(mine.files())
    assert deploy(mine)["hello"]["name"] == "mine"
