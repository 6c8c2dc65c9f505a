"""One UF2 with MicroPython, program and configuration: what lies in the flash after it, read by the real littlefs."""

import random
import struct
import sys
from pathlib import Path

import pytest
import uf2_images

sys.path.append(str(Path(__file__).parents[1] / "table"))
from flash import Flash, System

from tierce_tools.base.trouble import Trouble
from tierce_tools.board import flash_image, images, littlefs, uf2
from tierce_tools.description.boards import BOARDS, BY_KEY

SIZE, BASE = 2 << 20, 0x10000000
NAME = "MicroPython.uf2"


def info(start: int, size: int) -> bytes:
    """Return a block device in an image's binary info: its kind, "MP", a name, where it is."""
    return struct.pack("<H2sIII", 8, b"MP", 0x10001234, start, size)


def image(*infos: tuple[int, bytes]) -> bytes:
    """Return the flash of an image that has (offset, binary info) each."""
    flash = bytearray(b"\xff" * SIZE)
    for at, data in infos:
        flash[at : at + len(data)] = data
    return bytes(flash)


def test_binary_info_is_found_at_any_even_address_behind_what_is_none() -> None:
    for at in (0x1234, 0x1236, 0x2002, SIZE - 16):
        flash = image(
            (0x0F00, b"MicroPython, MP and MP"),
            (0x1002, info(BASE + 0x60000, 0x40000)),  # a ROMFS before the file system
            (0x1101, info(BASE + 0x90000, SIZE - 0x90000)),  # at an odd address: by chance
            (at, info(BASE + 0xA0000, SIZE - 0xA0000)),
        )
        assert flash_image.file_system(flash, NAME) == (0xA0000, 352)


def test_what_has_none_is_no_image() -> None:
    for infos in (
        (),
        ((0x1000, info(BASE + 0xA0000, 0x1000)),),
        ((SIZE - 4, b"\x08\0MP"),),
        ((0x1000, info(BASE + 0xA0001, SIZE - 0xA0001)),),
        ((0x1000, info(BASE + SIZE, 0)),),
    ):
        with pytest.raises(Trouble, match="no_file_system"):
            flash_image.file_system(image(*infos), NAME)


# --- the file system


def files_of(system: System) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for name, kind, *_ in system.ilistdir("/"):
        if kind != 0x4000:
            with system.open(name, "rb") as file:
                found[name] = file.read()
    return found


@pytest.mark.parametrize("blocks", [board.files // littlefs.BLOCK for board in BOARDS])
def test_the_real_littlefs_reads_it_and_goes_on_with_it(blocks: int) -> None:
    """Over the files of an earlier one, whose blocks stay where nothing is written."""
    dice = random.Random(blocks)
    flash = Flash(blocks)
    old = System(flash, format=True)
    for number in range(40):
        with old.open(f"old{number}", "wb") as file:
            file.write(dice.randbytes(7000))
    sizes = {"main.py": 2500, "config.json": 4096, "p1.rom": 130000, "none": 0, "one": 1, "large": 200001}
    files = {name: dice.randbytes(size) for name, size in sizes.items()}
    made = littlefs.image(files, blocks)
    assert len(made) == (2 + 1 + 1 + 32 + 1 + 49) * littlefs.BLOCK
    flash.buffer[: len(made)] = made
    system = System(flash)
    assert files_of(system) == files
    for number in range(60):  # until the blocks of the folder have been written anew
        with system.open(f"journal{number % 5}", "ab") as file:
            file.write(bytes([number]) * 500)
        with system.open("main.py", "wb") as file:
            file.write(files["main.py"][number:])
    found = files_of(System(Flash(image=flash.image())))
    assert {name: found[name] for name in files} == {**files, "main.py": files["main.py"][59:]}
    assert found["journal3"] == b"".join(bytes([number]) * 500 for number in range(3, 60, 5))


def test_files_that_do_not_fit_are_refused() -> None:
    with pytest.raises(Trouble, match="no_room") as told:
        littlefs.image({"large": bytes(100 * littlefs.BLOCK)}, 100)
    assert told.value.details == {"bytes": 103 * littlefs.BLOCK, "room": 100 * littlefs.BLOCK}


# --- the whole file


def micropython(second: bool = False) -> bytes:
    """Return a UF2 file that says where its file system is; with `second` for the RP2350."""
    size = 4 << 20 if second else SIZE
    flash = bytearray(uf2_images.program(64, board=uf2_images.PICO2 if second else uf2_images.PICO))
    flash[0x1000:0x1012] = info(BASE + 0xA0000, size - 0xA0000)
    flash[252:256] = struct.pack("<I", uf2_images.crc32(bytes(flash[:252])))
    if second:
        return uf2_images.guard() + b"".join(uf2_images.blocks_of(bytes(flash), uf2_images.ARM))
    return b"".join(uf2_images.blocks_of(bytes(flash)))


@pytest.mark.parametrize("second", [False, True])
def test_it_has_micropython_as_it_was_and_the_files_where_it_looks(second: bool) -> None:
    raw = micropython(second)
    files = {"main.py": b"print(1)" * 99, "config.json": b"{}"}
    made = flash_image.made(uf2.parse(raw, NAME), files)
    parsed = uf2.parse(made, NAME)  # whole by the rules of tierce flash
    assert (parsed.version, parsed.chip.name) == ("1.28.0", "RP2350" if second else "RP2040")
    assert made[:512] == raw[:512] if second else made[:8] == raw[:8]
    flash = flash_image.contents(parsed)
    assert flash[: 64 * 256] == flash_image.contents(uf2.parse(raw, NAME))[: 64 * 256]
    assert files_of(System(Flash(image=flash[0xA0000:]))) == files
    assert len(made) - len(raw) == (2 + 1 + 1) * 16 * 512  # what lies between is not written


def test_only_the_official_file_of_the_tables_board_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = micropython()
    with pytest.raises(Trouble, match="not_official") as told:
        flash_image.checked(raw, NAME, BY_KEY["pico"])
    assert told.value.details["file"] == "RPI_PICO-20260406-v1.28.0.uf2"
    with pytest.raises(Trouble, match="other_board"):
        flash_image.checked(raw, NAME, BY_KEY["pico_w"])
    digest = uf2.parse(raw, NAME).sha256
    monkeypatch.setattr(images, "OFFICIAL", (images.Official("RPI_PICO", "1.28.0", "20260406", None, digest),))
    assert flash_image.checked(raw, NAME, BY_KEY["pico"]).raw == raw
    with pytest.raises(Trouble, match="other_board"):
        flash_image.checked(raw, NAME, BY_KEY["pico2"])
    with pytest.raises(Trouble, match="uf2_other"):
        flash_image.checked(b"no image at all", NAME, BY_KEY["pico"])
