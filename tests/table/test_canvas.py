"""The canvas and its letters: what is drawn is where it should be, and all of it can be read."""

import hashlib
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import font, font_data
from drivers.canvas import Canvas
from tierce_tools import vm
from tierce_tools.png import png

ROOT = Path(__file__).parent.parent.parent
sys.path.append(str(ROOT / "host_tools"))
import make_font  # noqa: E402

ALL = [chr(each) for each in range(32, 127)] + list(font_data.EXTRA)
CANVASES = [(296, 128), (128, 64), (128, 32)]


def drawn(rows):
    return ["".join(".#"[dot] for dot in row) for row in rows]


def glyph(letter, size=1):
    """What is drawn of a letter, as rows of text."""
    canvas = Canvas(font.width(letter, size), 16 * size)
    canvas.text(0, 0, letter, size)
    return drawn(canvas.rows())


def naive_text(canvas, x, y, text, size):
    """As `text`, dot by dot; the large ones by the rule for doubling in words."""
    for letter in text:
        at = 2 * font.number(letter)
        first = int.from_bytes(font.STARTS[at : at + 2], "big")
        end = int.from_bytes(font.STARTS[at + 2 : at + 4], "big")
        wide = end - first + font.GAP

        def dot(column, row, first=first, end=end):
            if not 0 <= column < end - first or not 0 <= row < 16:
                return 0
            bits = font.COLUMNS[2 * (first + column) : 2 * (first + column) + 2]
            return int.from_bytes(bits, "big") >> (15 - row) & 1

        if x >= 0 and x + (wide - font.GAP) * size <= canvas.width:
            for column in range(wide):
                for row in range(16):
                    here = dot(column, row)
                    for dx in range(size):
                        for dy in range(size):
                            ink = here
                            if size == 2:
                                beside = dot(column + (1 if dx else -1), row)
                                across = dot(column - (1 if dx else -1), row)
                                above = dot(column, row + (1 if dy else -1))
                                below = dot(column, row - (1 if dy else -1))
                                if beside == above != across and below != above:
                                    ink = beside
                            to = x + column * size + dx, y + row * size + dy
                            if to[0] < canvas.width and (column < wide - font.GAP
                                                         or x + wide * size <= canvas.width):
                                canvas.box(*to, 1, 1, ink)
        x += wide * size
    return x


def test_a_letter_lies_where_it_was_put():
    canvas = Canvas(40, 32)
    end = canvas.text(3, 8, "♥")
    assert drawn(row[3:11] for row in canvas.rows()[12:21]) == [
        "........",
        ".##.##..",
        "#######.",
        "#######.",
        "#######.",
        ".#####..",
        "..###...",
        "...#....",
        "........",
    ]
    assert end == 3 + font.width("♥")
    assert not any(map(any, canvas.rows()[:8]))
    assert not any(map(any, canvas.rows()[24:]))


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("x", [0, 5, -7, 100, 120])
def test_text_is_as_dot_by_dot(size, x):
    ours, naive = Canvas(128, 64), Canvas(128, 64)
    for canvas in (ours, naive):
        canvas.fill(1)
    text = "Éa♠1 ÿ…W"
    assert ours.text(x, 8, text, size) == naive_text(naive, x, 8, text, size)
    assert ours.rows() == naive.rows()


@pytest.mark.parametrize("size", [1, 2])
def test_all_letters_look_different_and_are_whole(size):
    seen = {}
    for letter in ALL:
        rows = tuple(glyph(letter, size))
        assert rows not in seen or {letter, seen[rows]} == set("-–"), (letter, seen[rows])
        seen[rows] = letter
        assert letter == " " or any("#" in row for row in rows), letter
        assert font.width(letter, size) <= (9 if letter in "œ…" else 8) * size, letter
    assert len({font.width(digit, size) for digit in "0123456789"}) == 1


def test_letters_that_are_not_there():
    assert glyph("Ñ") == glyph("N")
    assert glyph("Š") == glyph("S")
    assert glyph("\u202f") == glyph(" ") == glyph("\u00a0")
    assert glyph("’") != glyph("?")
    assert glyph("漢") == glyph("?") == glyph("\n")
    for letter in font._LIKE[::2]:
        assert font.number(letter) != font.number("?"), letter


def test_nothing_of_french_is_missing():
    for letter in "àâäçéèêëîïôöùûüÿœæÀÇÉÈÊŒ«»’…€°×♠♥♦♣✓✗→▶●":
        assert letter in font_data.EXTRA


@given(st.text(alphabet=ALL, max_size=60), st.integers(0, 300), st.sampled_from([1, 2]))
def test_what_fits(text, room, size):
    fitted = font.fit(text, room, size)
    if font.width(text, size) <= room:
        assert fitted == text
    else:
        assert fitted.endswith("…")
        assert text.startswith(fitted[:-1])
        assert font.width(fitted, size) <= max(room, font.width("…", size))


@given(
    st.sampled_from(CANVASES),
    st.lists(st.tuples(st.integers(-20, 310), st.integers(-20, 140), st.integers(0, 310),
                       st.integers(0, 140), st.sampled_from([0, 1, 2])), max_size=5),
)
def test_boxes(size, boxes):
    canvas = Canvas(*size)
    rows = [bytearray(size[0]) for _ in range(size[1])]
    for x, y, wide, high, how in boxes:
        if how == 2:
            canvas.invert(x, y, wide, high)
        else:
            canvas.box(x, y, wide, high, how)
        for row in rows[max(y, 0) : max(y + high, 0)]:
            for at in range(max(x, 0), min(x + wide, size[0])):
                row[at] = how if how < 2 else 1 - row[at]
    assert canvas.rows() == rows


@pytest.mark.parametrize("size", [*CANVASES, (3, 8), (5, 128)])
def test_filling(size):
    canvas = Canvas(*size)
    canvas.fill(1)
    assert set(canvas.buffer) == {255}
    canvas.fill()
    assert set(canvas.buffer) == {0}
    assert len(canvas.buffer) == size[0] * size[1] // 8


def test_a_bar_and_labels():
    canvas = Canvas(64, 32)
    canvas.bar(2, 2, 24, 7, 1, 2)
    assert drawn(row[:28] for row in canvas.rows()[2:9]) == [
        "..########################..",
        "..#......................#..",
        "..#.##########...........#..",
        "..#.##########...........#..",
        "..#.##########...........#..",
        "..#......................#..",
        "..########################..",
    ]
    canvas.bar(2, 2, 24, 7, 9, 0)  # nothing of nothing
    assert canvas.label(0, 16, 64, "8", 1, 1) == 64
    assert canvas.label(0, 16, 64, "8", 1, 0) == (64 + font.width("8")) // 2
    assert canvas.label(0, 16, 64, "anticonstitutionnel", 1, 0) <= 64


def test_text_out_of_the_picture_draws_nothing():
    canvas = Canvas(64, 32)
    for y in (-8, 24, 32, 400):
        assert canvas.text(0, y, "Wq") == font.width("Wq")
    canvas.text(64, 0, "Wq")
    canvas.text(-200, 0, "Wq", 2)
    canvas.text(-1, 0, "W")
    assert not any(canvas.buffer)


def test_png():
    data = png([[0, 1], [1, 0]], scale=3)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert data[16:24] == bytes([0, 0, 0, 6, 0, 0, 0, 6])


@pytest.mark.skipif(not (make_font.FONTS / "8x13B.pcf.gz").exists(), reason="no misc-fixed here")
def test_the_letters_are_made_of_their_source():
    text = (ROOT / "firmware/drivers/font_data.py").read_text(encoding="utf-8")
    assert make_font.source() == text


SPEED = """
import time
from drivers.canvas import Canvas
from drivers import font
TEXT = "Refusé : la tierce n'a pas trois cartes d'une suite"

def screen(canvas):
    canvas.fill()
    for y in range(0, 128, 16):
        canvas.text(0, y, TEXT)

def naive(canvas):
    canvas.fill()
    for y in range(0, 128, 16):
        x = 0
        for letter in TEXT:
            at = 2 * font.number(letter)
            first = font.STARTS[at] << 8 | font.STARTS[at + 1]
            wide = (font.STARTS[at + 2] << 8 | font.STARTS[at + 3]) - first
            if x + wide > canvas.width:
                break
            for column in range(wide):
                for row in range(16):
                    bits = font.COLUMNS[2 * (first + column) + row // 8]
                    to = (x + column) * 16 + (y + row) // 8
                    mask = 0x80 >> (row % 8)
                    if bits >> (7 - row % 8) & 1:
                        canvas.buffer[to] |= mask
                    else:
                        canvas.buffer[to] &= 255 ^ mask
            x += wide + font.GAP

def best(draw):
    times = []
    for _ in range(10):
        canvas = Canvas(296, 128)
        start = time.ticks_us()
        draw(canvas)
        times.append(time.ticks_diff(time.ticks_us(), start))
    return min(times), bytes(canvas.buffer)

ours, picture = best(screen)
slow, same = best(naive)
print(ours, slow, picture == same)
"""


def test_letters_are_copied_faster_than_their_dots():
    done = vm.find()[0].run(SPEED, files={"drivers": ROOT / "firmware/drivers"}, path=["."])
    assert done.returncode == 0, done.stderr
    ours, slow, same = done.stdout.split()
    assert same == "True"
    assert int(slow) > 2 * int(ours)


def test_the_letters_do_not_change_unseen():
    """Whoever makes them anew looks at them first, then changes this."""
    every = "".join("\n".join(glyph(letter, size)) for letter in ALL for size in (1, 2))
    assert hashlib.sha256(every.encode()).hexdigest()[:16] == "bc8c568a0074ece4"
