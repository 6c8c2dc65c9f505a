"""The canvas and its font: drawings are in place, and all texts can be read."""

import hashlib
import sys
from array import array
from pathlib import Path

import pytest
from drawing import box, rows
from hypothesis import given
from hypothesis import strategies as st

from drivers import font, font_data
from drivers.canvas import Canvas

ROOT = Path(__file__).parent.parent.parent
sys.path.append(str(ROOT / "host_tools"))
import make_font  # noqa: E402

ALL = [chr(each) for each in range(32, 127)] + list(font_data.EXTRA)
CANVASES = [(296, 128), (128, 64), (128, 32)]


def drawn(dots):
    return ["".join(".#"[dot] for dot in row) for row in dots]


def glyph(letter, size=1):
    """Return the drawing of a letter, as rows of text."""
    canvas = Canvas(font.width(letter, size), 16 * size)
    canvas.text(0, 0, letter, size)
    return drawn(rows(canvas))


def test_a_letter_lies_where_it_was_put():
    canvas = Canvas(40, 32)
    end = canvas.text(3, 8, "♥")
    heart = "........ .##.##.. #######. #######. #######. .#####.. ..###... ...#.... ........".split()
    assert drawn(row[3:11] for row in rows(canvas)[12:21]) == heart
    assert end == 3 + font.width("♥")
    assert not any(map(any, rows(canvas)[:8]))
    assert not any(map(any, rows(canvas)[24:]))


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("x", [0, 5, -7, 100, 120])
def test_a_text_is_its_letters_side_by_side(size, x):
    """Those that fit wholly; each with the gap behind it, where that fits too."""
    canvas, wanted = Canvas(128, 64), Canvas(128, 64)
    for each in (canvas, wanted):
        each.fill(1)
    text, at = "Éa♠1 ÿ…W", x
    for letter in text:
        end = at + font.width(letter, size)
        gap = font.GAP * size
        if at >= 0 and end - gap <= 128:
            for row, line in enumerate(glyph(letter, size)):
                for column, dot in enumerate(line[: None if end <= 128 else -gap]):
                    box(wanted, at + column, 8 + row, 1, 1, int(dot == "#"))
        at = end
    assert canvas.text(x, 8, text, size) == at
    assert rows(canvas) == rows(wanted)


@pytest.mark.parametrize("size", [1, 2])
def test_all_letters_look_different_and_are_whole(size):
    seen = {}
    for letter in ALL:
        look = tuple(glyph(letter, size))
        assert look not in seen or {letter, seen[look]} == set("-–"), (letter, seen[look])
        seen[look] = letter
        assert letter == " " or any("#" in row for row in look), letter
        assert font.width(letter, size) <= (9 if letter in "œ…" else 8) * size, letter
    assert len({font.width(digit, size) for digit in "0123456789"}) == 1


def test_letters_that_are_not_there():
    assert glyph("Ñ") == glyph("N")
    assert glyph("Š") == glyph("S")
    assert glyph("\u202f") == glyph(" ") == glyph("\u00a0")
    assert glyph("’") != glyph("?")
    assert glyph("漢") == glyph("?") == glyph("\n")
    for letter in font._LIKE[::2]:
        assert font.bounds(letter) != font.bounds("?"), letter
    assert set("àâäçéèêëîïôöùûüÿœæÀÇÉÈÊŒ«»’…€°×♠♥♦♣✓✗→▶●") <= set(font_data.EXTRA)


@given(
    st.sampled_from(CANVASES),
    st.lists(st.tuples(st.integers(0, 310), st.integers(0, 15), st.integers(0, 310), st.integers(0, 15)), max_size=5),
)
def test_inverting(size, boxes):
    canvas, plain = Canvas(*size), Canvas(*size)
    for x, page, wide, pages in boxes:
        page %= canvas.pages
        pages %= canvas.pages - page + 1
        canvas.invert(x, 8 * page, wide, 8 * pages)
        box(plain, x, 8 * page, wide, 8 * pages, 2)
    assert rows(canvas) == rows(plain)


@given(st.sampled_from(CANVASES), st.sets(st.integers(0, 127)))
def test_what_changed(size, columns):
    canvas = Canvas(*size)
    sums = array("I", [0] * (canvas.width // 8))
    assert canvas.changed(sums) == (0, len(sums))
    assert canvas.changed(sums) == (0, 0)
    for x in columns:
        box(canvas, x, x % canvas.height, 1, 1)
    blocks = {x // 8 for x in columns}
    wanted = (min(blocks), max(blocks) + 1) if blocks else (0, 0)
    assert canvas.changed(sums) == wanted
    assert canvas.changed(sums) == (0, 0)


def test_text_out_of_the_picture_draws_nothing():
    canvas = Canvas(64, 32)
    for y in (-8, 24, 32, 400):
        assert canvas.text(0, y, "Wq") == font.width("Wq")
    canvas.text(64, 0, "Wq")
    canvas.text(-200, 0, "Wq", 2)
    canvas.text(-1, 0, "W")
    assert not any(canvas.buffer)


@pytest.mark.longer
@pytest.mark.skipif(not (make_font.FONTS / "8x13B.pcf.gz").exists(), reason="no misc-fixed here")
def test_the_letters_are_made_of_their_source():
    text = (ROOT / "firmware/drivers/font_data.py").read_text(encoding="utf-8")
    assert make_font.source() == text


def test_the_letters_do_not_change_unseen():
    """After a change of the font, look at the letters, then update this hash."""
    every = "".join("\n".join(glyph(letter, size)) for letter in ALL for size in (1, 2))
    assert hashlib.sha256(every.encode()).hexdigest()[:16] == "bc8c568a0074ece4"
