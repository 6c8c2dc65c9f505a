"""`tierce deploy` to a board that has a ROMFS: the modules lie there, and the board always plays.

The ROMFS is modelled (tests/board/model.py): the block device that `vfs.rom_ioctl` gives, and the
file system that MicroPython mounts from it.
"""

import json
import random
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from test_deploy import Stopwatch, deploy, plays
from verbs import tierce_here
from vmboard import VmBoard, club_config, club_files

from tierce_tools.base.paths import engine
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import archive, deployment
from tierce_tools.board.archive import ROM, Rom, image_of, main_for, packed, program_of
from tierce_tools.board.build import build, compiled
from tierce_tools.board.deployment import OnBoard, Plan, carry_out, look, make_plan
from tierce_tools.logs.words import trouble_text

_BLOCK = 4096
_BLOCKS = 64  # of a ROMFS; the program takes 58
_BOARD_BLOCKS = 288  # of such a board's file system


# --- the image


def _uint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    while True:
        value = value << 7 | data[at] & 0x7F
        at += 1
        if not data[at - 1] & 0x80:
            return value, at


def _files(data: bytes, at: int, end: int, folder: str = "") -> dict[str, bytes]:
    """Return the files of records: after MicroPython's docs, "ROMFS image format"."""
    found: dict[str, bytes] = {}
    while at < end:
        kind, at = _uint(data, at)
        size, at = _uint(data, at)
        length, start = _uint(data, at)
        inner = start + length
        name = folder + data[start:inner].decode()
        if kind == 4:
            found.update(_files(data, inner, at + size, name + "/"))
        else:
            assert kind == 5
            kind, inner = _uint(data, inner)
            length, inner = _uint(data, inner)
            assert kind == 2
            found[name] = data[inner : inner + length]
        at += size
    return found


def files_of(image: bytes) -> dict[str, bytes] | None:
    """Return the files of an image; None if it is none."""
    if image[:3] != b"\xd2\xcd\x31":
        return None
    size, at = _uint(image, 3)
    return _files(image, at, at + size)


def test_an_image_has_the_files_and_is_always_the_same() -> None:
    files = {name: data for name, data in build().items() if name != "main.py"}
    image = image_of(files)
    assert files_of(image) == files
    assert image_of(dict(reversed(files.items()))) == image
    assert len(image) < sum(map(len, files.values())) + 64 * len(files)
    assert files_of(image_of({})) == {}


def _rom(image: bytes = b"", blocks: int = 4, block: int = 16) -> Rom:
    """Return a ROMFS that holds this."""
    data = image.ljust(blocks * block, b"\xff")
    parts = (data[at : at + block] for at in range(0, len(data), block))
    return Rom(blocks, block, tuple(sha256(part).hexdigest() for part in parts))


def test_a_partition_knows_what_it_holds() -> None:
    image = bytes(range(40))
    assert _rom(image).holds(image)
    assert not _rom().holds(image)
    assert not _rom(image[:39] + b"?").holds(image)
    assert not _rom(image[:20] + b"?" + image[21:]).holds(image)
    assert _rom().fits(bytes(64))
    assert not _rom().fits(bytes(65))


# --- the plan

FILES = {"app/a.mpy": b"a" * 50, "app/in/b.mpy": b"b" * 50, "main.py": b'# Tierce\nPROGRAM = ""\n'}
OLDER = {**FILES, "app/a.mpy": b"older"}
IMAGE = image_of(FILES)


def plan_of(there: dict[str, bytes], rom: bytes | None = b"", blocks: int = 64, ours: bool = True) -> Plan:
    """Return the plan for FILES where this is there, and that in the ROMFS."""
    there = {"config.json": b"{}", **there}
    sizes = {name: len(data) for name, data in there.items()}
    hashes = {name: sha256(data).hexdigest() for name, data in there.items()}
    found = None if rom is None else _rom(rom, blocks)
    return make_plan(FILES, OnBoard(sizes, (), hashes, there.get("main.py"), 1 << 20, _BLOCK, found, ours), None)


def steps(plan: Plan) -> list[tuple[str, str]]:
    """Return a plan's steps: (kind, what main.py names then or the file of it)."""
    return [
        (kind, program_of(data) if kind == "switch" else name)
        for kind, files in plan.steps
        for name, data in files.items()
    ]


MAIN = main_for(FILES["main.py"], ROM)
THERE = {"main.py": MAIN}


def test_a_program_starts_from_its_file_while_the_rom_is_written() -> None:
    then = [("rom", "p1.rom"), ("switch", ROM)]
    assert steps(plan_of({})) == [("write", "p1.rom"), ("switch", "p1.rom"), *then, ("remove", "p1.rom")]
    assert steps(plan_of(THERE, image_of(OLDER))) == steps(plan_of({}))
    assert steps(plan_of(packed(OLDER, "p2.rom"), image_of(OLDER))) == [
        ("write", "p1.rom"),
        ("switch", "p1.rom"),
        *then,
        ("remove", "p2.rom"),
        ("remove", "p1.rom"),
    ]
    # Broken off while the ROMFS was written, and before the last switch.
    assert steps(plan_of(packed(FILES), b"half")) == [*then, ("remove", "p1.rom")]
    assert steps(plan_of(packed(FILES), IMAGE)) == [("switch", ROM), ("remove", "p1.rom")]


def test_what_is_there_stays_and_leftovers_go() -> None:
    assert not plan_of(THERE, IMAGE).steps
    assert steps(plan_of({**THERE, "p1.rom": IMAGE, "app/a.py": b""}, IMAGE)) == [
        ("remove", "p1.rom"),
        ("remove", "app/a.py"),
    ]
    assert steps(plan_of({"main.py": MAIN + b"# older\n"}, IMAGE)) == [("switch", ROM)]


@pytest.mark.parametrize(("blocks", "ours"), [(64, False), (2, True)])
def test_a_rom_of_somebody_else_or_without_room_is_left_alone(blocks: int, ours: bool) -> None:
    assert steps(plan_of(THERE, b"mine", blocks, ours)) == [("write", "p1.rom"), ("switch", "p1.rom")]
    assert not plan_of(packed(FILES), b"mine", blocks, ours).steps


# --- on a board

USERS = {"config.json": json.dumps(club_config(name="mine")).encode(), "notes.txt": b"mine"}


def older() -> dict[str, bytes]:
    """Return an older program that plays: one module differs, one is more."""
    zones = (engine() / "zones.py").read_bytes() + b"\nOLD = 1\n"
    files = {**build(), **compiled({"tierce/old.py": b"x = 1", "tierce/zones.py": zones})}
    return {**files, "main.py": files["main.py"] + b"# older\n"}


def in_rom(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return a program as it lies on a board with a ROMFS, which is the file .rom."""
    image = image_of(files).ljust(_BLOCKS * _BLOCK, b"\xff")
    return {".rom": image, "main.py": main_for(files["main.py"], ROM)}


def starts(found: dict[str, bytes], files: dict[str, bytes]) -> bool:
    """Tell whether these start a program, whole, from the ROMFS or from a file."""
    wanted = in_rom(files) if program_of(found["main.py"]) == ROM else packed(files, program_of(found["main.py"]))
    return {name: found.get(name) for name in wanted} == wanted


@pytest.fixture(scope="module")
def board() -> Any:
    with VmBoard({**club_files(), **USERS}, blocks=_BOARD_BLOCKS, rom=_BLOCKS) as made:
        yield made


def test_it_moves_into_the_rom_and_plays_from_there(board: VmBoard) -> None:
    dry = json.loads(tierce_here("deploy", "--port", board.port, "--dry-run", "--json").stdout)
    assert dry["copied"] == ["main.py"]
    assert files_of(board.files()[".rom"]) is None
    facts = deploy(board)
    assert facts["hello"]["name"] == "mine"
    files = board.files()
    assert {name: files[name] for name in (".rom", "main.py")} == in_rom(build())
    assert not [name for name in files if name.endswith((".mpy", "~", "1.rom"))]
    assert {name: files[name] for name in USERS} == USERS
    assert board.do("__import__('sys').modules['app.program'].__file__").startswith("/rom/")
    again = deploy(board)
    assert (again["copied"], again["removed"], again["bytes"]) == ([], [], 0)
    assert board.files()[".rom"] == files[".rom"]


def test_tools_find_the_program_there(board: VmBoard) -> None:
    with deployment.stopped(board.port) as repl:
        code = deployment.import_from(deployment.main_on(repl)) + "import tierce\nprint(tierce.__file__)"
        assert repl.exec(code) == "/rom/tierce/__init__.mpy\n"
        assert not deployment.differing(repl, repl.about())
        repl.restart()
    assert plays(board) == "mine"


def _break(board: VmBoard, at: int, act: Callable[[], object]) -> int:
    """Deploy until that many writes; return how many there were."""
    with Stopwatch(board.port, at, act) as repl:
        plan = look(repl, build(), None, repl.about())
        repl.watch()
        carry_out(repl, plan, lambda more: None)
        return repl.written


def _interrupt() -> None:
    raise KeyboardInterrupt


@pytest.mark.longer
def test_broken_off_anywhere_one_whole_program_plays(board: VmBoard, seed: int) -> None:
    dice = random.Random(seed)
    new, old = build(), older()
    deck = {name: data for name, data in club_files().items() if name == "deck.bin"}
    before = {**deck, **USERS, **in_rom(old), "p1.rom": image_of(new)}  # sent, but not switched to
    acts = {"cable": board.pull, "power": board.cut, "keys": _interrupt}
    board.set_files(before)
    total = _break(board, 0, lambda: None)
    # Around the first switch, while the ROMFS is written, around the last switch: by one act each.
    parts = ((1, total // 3), (total // 3, total * 2 // 3), (total * 2 // 3, total))
    for part, how in zip(parts, dice.sample(sorted(acts), 3), strict=True):
        point = dice.randrange(*part)
        print(how, "at", point, "of", total)
        board.set_files(before)
        with pytest.raises((Trouble, KeyboardInterrupt)):
            _break(board, point, acts[how])
        board.plug()
        if how != "power":
            board.cut()
        assert plays(board) == "mine"
        found = board.files()
        assert starts(found, new) or starts(found, old)
        assert {name: found[name] for name in USERS} == USERS
        _break(board, 0, lambda: None)
        after = board.files()
        assert starts(after, new)
        assert program_of(after["main.py"]) == ROM
        assert not [name for name in after if name.endswith((".mpy", "~", "1.rom"))]
    assert deploy(board)["hello"]["name"] == "mine"


@pytest.mark.longer
def test_a_block_that_does_not_keep_what_is_written_is_told(board: VmBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    board.set_files({**board.files(), **in_rom(older()), "p1.rom": image_of(build())})
    monkeypatch.setattr(archive.Rom, "holds", lambda rom, image: False)
    with Stopwatch(board.port, 0, lambda: None) as repl, pytest.raises(Trouble) as caught:
        carry_out(repl, look(repl, build(), None, repl.about()), lambda more: None)
    assert (caught.value.area, caught.value.key) == ("deploy", "differs")
    assert trouble_text(caught.value, "en")
    monkeypatch.undo()
    board.cut()
    assert plays(board) == "mine"
    assert starts(board.files(), build())
    assert deploy(board)["copied"] == ["main.py"]
