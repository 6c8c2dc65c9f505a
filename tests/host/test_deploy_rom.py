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
from test_deploy import Stopwatch, deploy, differing, plays, program, spare
from tierce_tools.board.romfs import Rom, image_of
from verbs import tierce_here
from vmboard import VmBoard, club_config, club_files

from tierce_tools.base.paths import engine
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import benches, deployment, romfs, rules_on_board
from tierce_tools.board.build import build, compiled, folder_of, main_for, placed
from tierce_tools.board.deployment import OnBoard, Plan, carry_out, look, make_plan
from tierce_tools.logs.words import trouble_text

_BLOCK = 4096
_BLOCKS = 64  # of a ROMFS; the program takes 46
_BOARD_BLOCKS = 288  # of such a board's file system
ZONES = "tierce/zones.mpy"


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


def test_blocks_that_differ_are_written_the_first_one_last() -> None:
    image = bytes(range(40))
    assert list(_rom().to_write(image)) == [1, 2, 0]
    assert b"".join(_rom().to_write(image)[i] for i in range(3)) == image + b"\xff" * 8
    assert _rom(image).to_write(image) == {}
    assert list(_rom(image[:20] + b"?" + image[21:]).to_write(image)) == [1, 0]
    assert list(_rom(b"?" + image[1:]).to_write(image)) == [0]
    assert _rom().fits(bytes(64))
    assert not _rom().fits(bytes(65))


# --- the plan

FILES = {"app/a.mpy": b"a" * 50, "app/in/b.mpy": b"b" * 50, "main.py": b'# Tierce\nPROGRAM = ""\n'}
MODULES = {name: data for name, data in FILES.items() if name != "main.py"}


def in_rom(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return modules as they lie in a ROMFS."""
    return {f"/rom/{name}": data for name, data in files.items()}


def plan_of(there: dict[str, bytes], rom: dict[str, bytes] | None = None, blocks: int = 64) -> Plan:
    """Return the plan for FILES where this is there, and that in the ROMFS."""
    every = {**there, **in_rom(rom or {})}
    hashes = {name: sha256(data).hexdigest() for name, data in every.items()}
    image = b"" if rom is None else image_of(rom)
    board = OnBoard(
        {name: len(data) for name, data in every.items()}, hashes, there.get("main.py"), _rom(image, blocks)
    )
    return make_plan(FILES, board, None, _BLOCK)


CONFIG = {"config.json": b"{}"}
MAIN = main_for(FILES["main.py"], "/rom")
ROM_THERE = {**CONFIG, "main.py": MAIN}


def test_modules_go_to_the_rom_and_the_old_ones_afterwards() -> None:
    plan = plan_of({**placed(FILES), **CONFIG})
    assert plan.rom
    assert (plan.staged, plan.copy) == (None, ())
    assert plan.write == {"p2/main.py": MAIN}
    assert set(plan.in_rom) == {"/rom/app/a.mpy", "/rom/app/in/b.mpy"}
    assert set(plan.old) == {"p1/app/a.mpy", "p1/app/in/b.mpy"}
    assert set(plan.copied) == {"main.py"}  # the modules are the same, though sent


def test_what_is_there_stays_and_leftovers_go() -> None:
    assert plan_of(ROM_THERE, MODULES).whole
    plan = plan_of({**ROM_THERE, "p1/app/a.mpy": b"old", "app/a.py": b""}, MODULES)
    assert (plan.folder, set(plan.clear)) == ("", {"p1/app/a.mpy", "app/a.py"})


def test_the_present_program_leaves_the_rom_before_that_is_written() -> None:
    older = {**MODULES, "app/a.mpy": b"older", "app/gone.mpy": b"x"}
    plan = plan_of(ROM_THERE, older)
    assert plan.staged == main_for(FILES["main.py"], "p1")
    assert set(plan.copy) == {(f"/rom/{name}", f"p1/{name}") for name in older}
    assert plan.write == {"p1/main.py": MAIN}
    assert set(plan.old) == {f"p1/{name}" for name in older}
    assert plan.copied == ["app/a.mpy", "main.py"]
    assert plan.removed == ("app/gone.mpy",)
    assert plan.room >= (3 + 1 + 1) * _BLOCK
    again = plan_of({**ROM_THERE, "p1/app/a.mpy": b"older", "p1/app/x.mpy": b"half"}, older)
    assert again.clear == ("p1/app/x.mpy",)
    assert "p1/app/a.mpy" in again.same
    assert ("/rom/app/a.mpy", "p1/app/a.mpy") not in again.copy


def test_where_only_main_differs_nothing_leaves_the_rom() -> None:
    plan = plan_of({**ROM_THERE, "main.py": MAIN + b"# older\n"}, MODULES)
    assert (plan.rom, plan.staged, plan.copy, plan.old) == ({}, None, (), ())
    assert plan.write == {"p1/main.py": MAIN}


def test_after_a_break_in_the_rom_the_rest_is_written() -> None:
    older = {**MODULES, "app/a.mpy": b"older"}
    plan = plan_of({**placed({**older, "main.py": FILES["main.py"]}), **CONFIG})
    assert plan.staged is None
    assert plan.rom
    assert set(plan.old) == {"p1/app/a.mpy", "p1/app/in/b.mpy"}


@pytest.mark.parametrize("main", ["p1", "/rom"])
def test_a_rom_of_somebody_else_or_without_room_is_left_alone(main: str) -> None:
    mine = {**MODULES, "font.bin": b"mine"}
    there = {**CONFIG, "main.py": main_for(FILES["main.py"], main)}
    for rom, blocks in ((mine, 64), (MODULES, 2)):
        plan = plan_of(there, rom, blocks)
        assert (plan.rom, plan.staged, plan.in_rom) == (None, None, {})
        assert plan.folder in ("p1", "p2")
        assert plan.write[f"{plan.folder}/main.py"] == main_for(FILES["main.py"], plan.folder)
        assert not [name for name in (*plan.old, *plan.clear) if name.startswith("/rom")]


# --- on a board

USERS = {"config.json": json.dumps(club_config(name="mine")).encode(), "notes.txt": b"mine"}


def rom_of(files: dict[str, bytes]) -> dict[str, bytes] | None:
    """Return the files of a board's ROMFS; None if there is no file system."""
    return files_of(files[".rom"])


def playing(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the program that these start, as it was built."""
    if folder_of(files["main.py"]) != romfs.FOLDER:
        return program(files)
    main = files["main.py"].replace(b'"/rom"', b'""', 1)
    return {**(rom_of(files) or {}), "main.py": main}


def older() -> dict[str, bytes]:
    """Return an older program that plays: one module differs, one is more.

    They come late in the image, so that only its last blocks differ.
    """
    zones = ZONES.replace(".mpy", ".py")
    old = (engine() / "zones.py").read_bytes() + b"\nOLD = 1\n"
    more = {"tierce/old.py": b"x = 1", zones: old}
    return {**build(), **compiled(more), "main.py": build()["main.py"] + b"# older\n"}


def laid_in_rom(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return a program as it lies on a board with a ROMFS."""
    modules = {name: data for name, data in files.items() if name != "main.py"}
    image = image_of(modules).ljust(_BLOCKS * _BLOCK, b"\xff")
    return {".rom": image, "main.py": main_for(files["main.py"], romfs.FOLDER)}


@pytest.fixture(scope="module")
def board() -> Any:
    with VmBoard({**club_files(), **USERS}, blocks=_BOARD_BLOCKS, rom=_BLOCKS) as made:
        yield made


def test_it_moves_into_the_rom_and_plays_from_there(board: VmBoard) -> None:
    dry = json.loads(tierce_here("deploy", "--port", board.port, "--dry-run", "--json").stdout)
    assert dry["copied"] == ["main.py"]
    assert rom_of(board.files()) is None
    facts = deploy(board)
    assert facts["hello"]["name"] == "mine"
    files = board.files()
    assert folder_of(files["main.py"]) == "/rom"
    assert not differing(playing(files), build())
    assert not [name for name in files if name.endswith((".mpy", "~"))]
    assert {name: files[name] for name in USERS} == USERS
    assert board.do("__import__('sys').modules['app.match.table'].__file__").startswith("/rom/")
    again = deploy(board)
    assert (again["copied"], again["removed"], again["bytes"]) == ([], [], 0)
    assert board.files()[".rom"] == files[".rom"]


def test_tools_find_the_program_there(board: VmBoard) -> None:
    with deployment.stopped(board.port) as repl:
        assert deployment.program_folder(repl) == "/rom"
        code = deployment.import_from("/rom") + "import tierce.hints\nprint(tierce.hints.__file__)"
        assert repl.exec(code) == "/rom/tierce/hints.mpy\n"
        assert not benches._differing(repl, "/rom")  # pyright: ignore[reportPrivateUsage]
        rules_on_board._check_engine(repl, "/rom")  # pyright: ignore[reportPrivateUsage]
        repl.restart()
    assert plays(board) == "mine"


def _break(board: VmBoard, at: int, act: Callable[[], object]) -> int:
    """Deploy until that many writes; return how many there were."""
    with Stopwatch(board.port, at, act) as repl:
        plan = look(repl, build(), None, _BLOCK)
        repl.watch()
        carry_out(repl, plan, lambda more: None)
        return repl.written


def _interrupt() -> None:
    raise KeyboardInterrupt


@pytest.mark.longer
@pytest.mark.parametrize("there", ["rom", "folder"])  # from a folder, every block is written
def test_broken_off_anywhere_one_whole_program_plays(board: VmBoard, there: str, seed: int) -> None:
    dice = random.Random(seed)
    new, old = build(), older()
    start = laid_in_rom(old) if there == "rom" else {**placed(old), ".rom": b"\xff" * _BLOCKS * _BLOCK}
    before = {**{name: data for name, data in club_files().items() if name == "deck.bin"}, **USERS, **start}
    acts = {"cable": board.pull, "power": board.cut, "keys": _interrupt}
    board.set_files(before)
    total = _break(board, 0, lambda: None)
    # In the copy out of the ROMFS or its first blocks, amid the blocks, around the switch: by one act each.
    parts = ((1, 12), (12, total - 12), (total - 11, total - 1))
    hows = dice.sample(sorted(acts), 3)
    for part, how in zip(parts, hows, strict=True):
        point = dice.randrange(*part)
        print(how, "at", point)
        board.set_files(before)
        with pytest.raises((Trouble, KeyboardInterrupt)):
            _break(board, point, acts[how])
        board.plug()
        if how != "power":
            board.cut()
        assert plays(board) == "mine"
        found = board.files()
        whole = playing(found)
        assert not differing(whole, old) or not differing(whole, new)
        assert {name: found[name] for name in USERS} == USERS
        _break(board, 0, lambda: None)
        after = board.files()
        assert not differing(playing(after), new)
        assert folder_of(after["main.py"]) == "/rom"
        assert not [name for name in after if name.endswith((".mpy", "~"))]
        assert not spare(after) - {"app"}
    assert deploy(board)["hello"]["name"] == "mine"


@pytest.mark.longer
def test_a_block_that_does_not_keep_what_is_written_is_told(board: VmBoard) -> None:
    before = board.files()
    board.set_files({**before, **laid_in_rom(older())})

    class Worn(Stopwatch):
        def write_rom(self, blocks: Any, progress: Any = None) -> None:
            number = next(each for each in blocks if each > 2)
            worn = bytearray(blocks[number])
            worn[_BLOCK // 2] ^= 1
            super().write_rom({**blocks, number: bytes(worn)}, progress)

    with Worn(board.port, 0, lambda: None) as repl, pytest.raises(Trouble) as caught:
        carry_out(repl, look(repl, build(), None, _BLOCK), lambda more: None)
    assert (caught.value.area, caught.value.key) in (("deploy", "differs"), ("repl", "failed"))
    assert trouble_text(caught.value, "en")
    board.cut()
    assert plays(board) == "mine"
    assert not differing(playing(board.files()), older())
    assert deploy(board)["copied"] == [ZONES, "main.py"]
