"""`tierce deploy` to a board that has a ROMFS: the modules lie there, and the board always plays.

The ROMFS is modelled (tests/board/model.py): the block device that `vfs.rom_ioctl` gives, and the
file system that MicroPython mounts from it.
"""

import json
import random
from typing import Any

import pytest
from test_deploy import BREAKS, USERS, after_a_break, broken_off, deploy, older, plays
from verbs import tierce_here
from vmboard import VmBoard, club_files

from tierce_tools.base.trouble import Trouble
from tierce_tools.board import archive, deployment
from tierce_tools.board.archive import ROM, image_of, main_for, packed, program_of
from tierce_tools.board.build import build
from tierce_tools.logs.words import trouble_text

_BLOCK = 4096
_BLOCKS = 64  # of a ROMFS; the program takes 58
_BOARD_BLOCKS = 288  # of such a board's file system


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
    assert board.files()[".rom"][:1] == b"\xff"
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
        sizes = {f"{ROM}/{name}": len(data) for name, data in build().items() if name != "main.py"}
        assert repl.listing(ROM) == sizes
        assert not deployment.differing(repl, repl.about())
        repl.restart()
    assert plays(board) == "mine"


@pytest.mark.longer
def test_broken_off_anywhere_one_whole_program_plays(board: VmBoard, seed: int) -> None:
    dice = random.Random(seed)
    new, old = build(), older()
    deck = {name: data for name, data in club_files().items() if name == "deck.bin"}
    before = {**deck, **USERS, **in_rom(old), "p1.rom": image_of(new)}  # sent, but not switched to
    board.set_files(before)
    total, _ = broken_off(board, 0, lambda: None)
    # Around the first switch, while the ROMFS is written, around the last switch: by one act each.
    parts = ((1, total // 3), (total // 3, total * 2 // 3), (total * 2 // 3, total))
    for part, how in zip(parts, dice.sample(BREAKS, 3), strict=True):
        found = after_a_break(board, before, dice.randrange(*part), how)
        assert starts(found, new) or starts(found, old)
        broken_off(board, 0, lambda: None)
        after = board.files()
        assert starts(after, new)
        assert program_of(after["main.py"]) == ROM
        assert not [name for name in after if name.endswith((".mpy", "~", "1.rom"))]
    assert deploy(board)["hello"]["name"] == "mine"


@pytest.mark.longer
def test_a_block_that_does_not_keep_what_is_written_is_told(board: VmBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    board.set_files({**board.files(), **in_rom(older()), "p1.rom": image_of(build())})
    monkeypatch.setattr(archive.Rom, "holds", lambda rom, image: False)
    with pytest.raises(Trouble) as caught:
        broken_off(board, 0, lambda: None)
    assert (caught.value.area, caught.value.key) == ("deploy", "differs")
    assert trouble_text(caught.value, "en")
    monkeypatch.undo()
    board.cut()
    assert plays(board) == "mine"
    assert starts(board.files(), build())
    assert deploy(board)["copied"] == ["main.py"]
