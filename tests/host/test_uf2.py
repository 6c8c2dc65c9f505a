"""UF2 images are read as the chips' loaders do; images that a Pico would not start are refused."""

import struct
from pathlib import Path
from typing import Any

import pytest
import ring
from hypothesis import given, settings
from hypothesis import strategies as st
from uf2_images import (
    ABSOLUTE,
    ARM,
    FAMILY,
    FLASH,
    MD5,
    PICO2,
    RISCV,
    TAGS,
    block,
    blocks_of,
    guard,
    image,
    image2,
    program,
    with_block,
)

from tierce_tools.base.texts import languages
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import uf2
from tierce_tools.logs.words import trouble_text


def refused(raw: bytes, name: str = "x.uf2") -> Trouble:
    """Return the Trouble that refuses an image; check that it names the file in both languages."""
    with pytest.raises(Trouble) as caught:
        uf2.parse(raw, name)
    for language in languages():
        text = trouble_text(caught.value, language)
        assert name in text
        assert "\n" not in text
    assert caught.value.area == "flash"
    return caught.value


def key(raw: bytes, name: str = "x.uf2") -> str:
    return refused(raw, name).key


def changed(at: int, **how: Any) -> bytes:
    """Return an image with one block changed."""
    return with_block(image(), at, block(**{"number": at, "count": 20, "data": program()[256 * at :][:256], **how}))


def test_an_image_for_the_pico():
    raw = image(20, "1.28.0")
    found = uf2.parse(raw, "x.uf2")
    assert (found.chip, found.blocks, found.start, found.end) == (uf2.RP2040, 20, FLASH, FLASH + 20 * 256)
    assert (found.version, found.built, found.board) == ("1.28.0", "2026-04-06", "Raspberry Pi Pico")
    assert found.raw is raw


@pytest.mark.parametrize("family", [ARM, RISCV])
@pytest.mark.parametrize("flags", [FAMILY, FAMILY | TAGS])
def test_an_image_for_the_pico_2_with_its_extra_first_block(family: int, flags: int):
    body = blocks_of(program(board=PICO2), family)
    found = uf2.parse(guard(flags) + b"".join(body), "x.uf2")
    assert (found.chip, found.blocks, found.board) == (uf2.RP2350, 21, "Raspberry Pi Pico 2")
    assert uf2.parse(b"".join(body), "x.uf2").blocks == 20


@pytest.mark.parametrize(
    ("said", "version"),
    [
        ("MicroPython v1.29.0-preview.25.gabc123 on 2026-05-01", "1.29.0-preview.25.gabc123"),
        ("MicroPython v1.9 on 2017-05-26", "1.9"),
        ("3.4.0; MicroPython v1.28.0 on 2026-04-06; Raspberry Pi Pico with RP2040", "1.28.0"),
    ],
)
def test_the_version_as_images_have_it(said: str, version: str):
    flash = program(board="", banner=said)
    assert uf2.parse(b"".join(blocks_of(flash)), "x.uf2").version == version


# A tag of five bytes, padded, and an empty one.
NAMED = bytes([9]) + bytes(3) + b"1.28." + bytes(3) + bytes([4, 1, 2, 3])


@pytest.mark.parametrize(
    "raw",
    [image(board=""), image(md5=True), changed(3, flags=FAMILY | TAGS, rest=NAMED)],
    ids=["a board without a name", "checksums", "tags in a block"],
)
def test_what_an_image_may_have(raw: bytes):
    found = uf2.parse(raw, "x.uf2")
    assert (found.blocks, found.board) == (20, "" if raw == image(board="") else "Raspberry Pi Pico")


def test_a_file_system_behind_the_program():
    def with_more(count: int, at: int) -> bytes:
        """Return an image with `count` blocks more, at an address."""
        own = [block(i, 20 + count, program()[256 * i :][:256]) for i in range(20)]
        return b"".join(own + [block(20 + i, 20 + count, bytes(256), address=at + 256 * i) for i in range(count)])

    at = FLASH + 0xA0000
    assert uf2.parse(with_more(16, at), "x.uf2").end == at + 4096
    # Less than a sector cannot be a file system: the address is wrong. Nor does it begin within one.
    assert key(with_more(1, at)) == key(with_more(16, at + 256)) == "uf2_gap"


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        (b"", "uf2_empty"),
        *((page, "uf2_html") for page in (b"<!DOCTYPE html>\n<html>", b"\xef\xbb\xbf\r\n <html lang=en>")),
        *((packed, "uf2_zip") for packed in (b"PK\x03\x04rest", b"\x1f\x8b\x08rest")),
        (b"\x7fELF\x01\x01", "uf2_elf"),
        (b":020000041000EA\r\n", "uf2_hex"),
        (bytes(2048), "uf2_bin"),
        (b"a note", "uf2_other"),
        *((part, "uf2_cut") for part in (b"UF2\nWQ", image()[:100], image()[:5000], image()[: 512 * 19], guard())),
        (image() + b"\n", "uf2_tail"),
        (image() + image(), "uf2_number"),
    ],
)
def test_other_files_are_named(raw: bytes, wanted: str):
    assert key(raw, "x.bin" if wanted == "uf2_bin" else "x.uf2") == wanted


def test_how_much_is_missing():
    for size, blocks, of in ((100, 0, "?"), (512 * 3, 3, 20), (512 * 3 + 1, 3, 20), (512 * 20 - 1, 19, 20)):
        assert refused(image()[:size]).details == {"name": "x.uf2", "blocks": blocks, "whole": of}


def test_files_that_cannot_be_read(tmp_path: Path):
    wrong = {tmp_path: "uf2_folder", tmp_path / "none.uf2": "uf2_missing", Path("a\0b"): "uf2_unreadable"}
    for path, wanted in wrong.items():
        with pytest.raises(Trouble) as caught:
            uf2.read(path)
        assert caught.value.key == wanted
    (tmp_path / "x.uf2").write_bytes(image())
    assert uf2.read(tmp_path / "x.uf2").name == "x.uf2"


@pytest.mark.parametrize(
    ("raw", "wanted", "place"),
    [
        *((changed(7, number=8), "uf2_number", 7), (changed(7, count=21), "uf2_count", 7)),
        *((changed(0, count=21), "uf2_count", 1), (changed(7, family=ARM), "uf2_family_mixed", 7)),
        (changed(7, flags=0), "uf2_no_family", 7),
        *((changed(7, flags=FAMILY | flags), "uf2_flags", 7) for flags in (2, MD5)),
        (changed(7, flags=FAMILY | 0x1000), "uf2_files", 7),
        (changed(7, flags=FAMILY | 1), "uf2_not_flash", 7),
        *((changed(7, flags=FAMILY | TAGS, rest=rest), "uf2_tags", 7) for rest in (b"", b"\3abc", b"\xffabc")),
        *((changed(7, size=size), "uf2_size", 7) for size in (476, 0)),
        *((changed(7, address=at), "uf2_address", 7) for at in (0x20000000, FLASH + 7 * 256 + 4)),
        (changed(7, address=FLASH + 6 * 256), "uf2_overlap", 7),
        *((changed(at, address=FLASH + 6 * 4096), "uf2_gap", at) for at in (7, 19)),
        (changed(7, address=FLASH + (2 << 20)), "uf2_too_large", 7),
        *((image()[:at] + b"X" + image()[at + 1 :], "uf2_magic", 7) for at in (512 * 7, 512 * 8 - 1)),
        (with_block(image(), 3, image()[512 * 4 : 512 * 5]), "uf2_number", 3),
        (image()[: 512 * 7] + image()[512 * 8 :], "uf2_number", 7),
    ],
)
def test_the_block_is_named(raw: bytes, wanted: str, place: int):
    trouble = refused(raw)
    assert (trouble.key, trouble.details["block"]) == (wanted, place)


@pytest.mark.parametrize(
    ("family", "said"),
    [(0xC47E5767, "ESP32-S3"), (0x68ED2B88, "SAMD21"), (0x12345678, "0x12345678"), (ABSOLUTE, "absolute")],
)
def test_another_chips_family_is_named(family: int, said: str):
    trouble = refused(b"".join(blocks_of(program(), family)))
    assert trouble.key == "uf2_family"
    assert said in str(trouble.details)


def test_the_boot_stage_of_the_pico():
    for at in (0, 100, 251, 252, 255):
        raw = bytearray(image())
        raw[32 + at] ^= 1
        assert key(bytes(raw)) == "uf2_crc"
    # as a real boot stage's checksum begins
    assert uf2.crc32(b"123456789") == 0x0376E6E7


def test_what_no_chip_would_start():
    flash = program()
    moved = (block(i, 20, flash[256 * i :][:256], address=FLASH + 0x4000 + 256 * i) for i in range(20))
    unmarked = program(board=PICO2).replace(struct.pack("<I", 0xFFFFDED3), bytes(4))
    for blocks, wanted in (
        (moved, "uf2_not_at_start"),
        ((guard(), *blocks_of(unmarked, ARM)), "uf2_no_start"),
        (blocks_of(program(banner="blink 1.0", board="")), "uf2_no_micropython"),
        (blocks_of(program(board=PICO2)), "uf2_other_chip"),
        ((*blocks_of(program()), *blocks_of(program(board=PICO2), ARM)), "uf2_family_mixed"),
        ((guard(), *blocks_of(program())), "uf2_family_mixed"),
        (blocks_of(program() + bytes(2 << 20)), "uf2_too_large"),
    ):
        assert key(b"".join(blocks)) == wanted
    assert uf2.parse(b"".join(blocks_of(program(board=PICO2) + bytes(2 << 20), ARM)), "x.uf2").chip is uf2.RP2350
    circuit = program(banner="Adafruit CircuitPython 9.2.1 on 2024-11-20", board="")
    assert refused(b"".join(blocks_of(circuit))).details == {"name": "x.uf2", "version": "9.2.1"}


@pytest.mark.parametrize("area", [(FLASH, 0), (FLASH - 256, 256), (FLASH, 1 << 24), (0, (1 << 32) - 1)])
def test_checksums_of_what_is_not_there(area: tuple[int, int]):
    flash = program()
    rest = struct.pack("<2I", *area) + bytes(16)
    raw = b"".join(block(i, 20, flash[256 * i :][:256], flags=FAMILY | MD5, rest=rest) for i in range(20))
    assert key(raw) == "uf2_md5_area"


def parsed(raw: bytes) -> uf2.Image | None:
    try:
        return uf2.parse(raw, "x.uf2")
    except Trouble as trouble:
        for language in languages():
            trouble_text(trouble, language)  # has a sentence
        return None


def damaged_is_refused(raw: bytes, at: int, change: int) -> bool:
    """Tell whether an image with some bits of one byte changed is refused."""
    return not parsed(raw[:at] + bytes([raw[at] ^ change]) + raw[at + 1 :])


@pytest.mark.parametrize("raw", ring.longer(image2(4), image2(17), image(17), image(18, md5=True)), ids=len)
def test_any_changed_byte_of_a_header_is_noticed(raw: bytes):
    uf2.parse(raw, "x.uf2")
    for start in range(0, len(raw), 512):
        for at in (*range(start, start + 32), *range(start + 508, start + 512)):
            for change in (1, 2, 4, 8, 16, 32, 64, 128, 255):
                assert damaged_is_refused(raw, at, change)


@pytest.mark.parametrize(
    ("raw", "places"),
    [
        (image(), range(32, 32 + 256)),
        (image(18, md5=True), [512 * b + 32 + i for b in range(18) for i in range(0, 256, 5)]),
        (image(18, md5=True), [512 * b + 484 + i for b in range(18) for i in range(24)]),
        (image2(), range(32, 32 + 256)),
    ],
    ids=["boot stage", "md5 data", "md5", "guard"],
)
def test_any_changed_byte_under_a_checksum_is_noticed(raw: bytes, places: range):
    assert all(damaged_is_refused(raw, at, 1 << at % 8) for at in places)


WHOLE = {"pico": image(), "md5": image(md5=True), "pico 2": image2()}
# How, where (in 1/10,000), how much, with what; small, so that a failure is readable.
EDITS = st.lists(
    st.tuples(
        st.sampled_from(["flip", "cut", "put", "swap", "twice", "end"]),
        st.integers(0, 9999),
        st.one_of(st.integers(0, 40), st.sampled_from([256, 512, 1024])),
        st.integers(1, 255),
    ),
    min_size=1,
    max_size=4,
)


def damaged(raw: bytes, edits: list[tuple[str, int, int, int]]) -> bytes:
    """Return an image with bytes changed, removed or inserted, and blocks moved."""
    made = bytearray(raw)
    for how, where, size, value in edits:
        at = len(made) * where // 10_000
        start = at - at % 512
        if how == "flip" and made:
            made[at] ^= value
        elif how == "cut":
            del made[at : at + size]
        elif how == "put":
            made[at:at] = bytes([value]) * size
        elif how == "swap":
            one, other = (slice(at, at + 512) for at in (start, 512 * (value % 21)))
            made[one], made[other] = made[other], made[one]
        elif how == "twice":
            made[start:start] = made[start : start + 512]
        elif how == "end":
            del made[at:]
    return bytes(made)


@settings(max_examples=ring.rounds(100, 600), deadline=None)
@given(st.sampled_from(sorted(WHOLE)), EDITS)
def test_a_damaged_image_is_refused_or_unharmed(kind: str, edits: list[tuple[str, int, int, int]]):
    whole = WHOLE[kind]
    raw = damaged(whole, edits)
    found = parsed(raw)
    if found is None:
        return
    # An accepted image has all its blocks in place; only the guard block may be missing as a whole.
    if len(raw) == len(whole) - 512 and kind == "pico 2":
        whole = whole[512:]
    assert len(raw) == len(whole)
    assert found.end == FLASH + 20 * 256
    for at in range(0, len(raw), 512):
        assert raw[at : at + 32] == whole[at : at + 32], at
        protected = 256 if kind == "md5" else 256 * (kind == "pico" and at == 0)
        assert raw[at + 32 : at + 32 + protected] == whole[at + 32 : at + 32 + protected], at
