"""Label sheets: every card has its label, within the paper and without overlaps."""

import re
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path

import pytest

import tierce.words_en
import tierce.words_fr
from tierce.cards import CARDS, code
from tierce_tools.base.paper import SHEETS
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import labels
from tierce_tools.board.deckfile import cards_of
from tierce_tools.board.labels import FORMATS, sheet_of

ALL = [code(card) for card in range(CARDS)]
TAGS = {card: f"e0040150{number:08x}" for number, card in enumerate(ALL)}
SVG = "{http://www.w3.org/2000/svg}"
NAMES = [*FORMATS, "30x12", "8x8", "180x180", "63.5x38,1"]


@pytest.mark.parametrize("paper", [None, "letter"])
@pytest.mark.parametrize("name", NAMES)
def test_labels_are_on_the_paper_and_apart(name: str, paper: str | None):
    if name in FORMATS and paper not in (None, FORMATS[name][0]):
        with pytest.raises(Trouble):
            sheet_of(Path("x.pdf"), name, paper)
        return
    sheet = sheet_of(Path("x.pdf"), name, paper)
    width, height = SHEETS[sheet.paper]
    places = [sheet.place(number) for number in range(sheet.count)]
    assert all(x >= 4 and x + sheet.width <= width - 4 for x, _ in places)
    assert all(y >= 4 and y + sheet.height <= height - 4 for _, y in places)
    for at, (x, y) in enumerate(places):
        for other_x, other_y in places[:at]:
            assert abs(x - other_x) > sheet.width - 0.001 or abs(y - other_y) > sheet.height - 0.001


@pytest.mark.parametrize("name", NAMES)
def test_what_is_on_a_label_stays_on_it(name: str, tmp_path: Path):
    """Measured with the font's own widths."""
    from tierce_tools.base.paper import FONT, pdf

    ruler = pdf("")
    sheet = sheet_of(tmp_path / "x.svg", name, None, marks=False)
    for card in ("TH2", "QS2", "X4", "KD", "TC"):
        left, top = 20.0, 30.0
        for each in labels._label(sheet, left, top, card, "ee" * 10, tierce.words_fr):
            if isinstance(each, labels._Text):
                ruler.set_font(FONT, "B" if each.bold else "", each.size * 72 / 25.4)
                across, up, down = ruler.get_string_width(each.text), each.size * 0.76, 0
                x, y = each.x, each.y - up
                assert x + across <= left + sheet.width - sheet.width / 10
            else:
                assert isinstance(each, labels._Box)
                x, y, across, up, down = each.x, each.y, each.width, 0, each.height
            assert x >= left
            assert y >= top
            assert x + across <= left + sheet.width
            assert y + up + down <= top + sheet.height


def texts(path: Path) -> list[str]:
    root = ET.parse(path).getroot()
    return [str(each.text) for each in root.iter(SVG + "text")]


def test_every_card_of_a_deck_in_svg(tmp_path: Path):
    path = tmp_path / "labels.svg"
    sheets = labels.write(path, sheet_of(path, "l4731", None), ALL, TAGS, tierce.words_en, "Deck")
    found = texts(path)
    assert sheets == 1
    assert found[:2] == ["A♠", "0000 0000"]
    assert [text for text in found if "★" in text] == [f"★{number}" for number in range(1, 9)]
    assert found.count("2") == 52  # the second pack
    assert found.count("10♥") == found.count("Q♣") == 2
    assert len([text for text in found if re.fullmatch("0000 00[0-9a-f]{2}", text)]) == CARDS
    assert list(tmp_path.iterdir()) == [path]


def test_french_cards(tmp_path: Path):
    path = tmp_path / "labels.svg"
    labels.write(path, sheet_of(path, "l4731", None), cards_of(1, 0), {}, tierce.words_fr, "Jeu")
    assert [text[0] for text in texts(path)[10:13]] == ["V", "D", "R"]
    assert len(texts(path)) == 52  # no tag, no number


def test_sheets_that_follow(tmp_path: Path):
    path = tmp_path / "labels.svg"
    sheet = sheet_of(path, "l7160", None, used=20)
    assert labels.write(path, sheet, ALL[:43], TAGS, tierce.words_en, "Deck") == 3
    names = ["labels.svg", "labels-2.svg", "labels-3.svg"]
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(names)
    assert [len(texts(tmp_path / name)) for name in names] == [2, 42, 42]


@pytest.mark.parametrize("name", ["l7651", "25x20"])
def test_pdf(name: str, tmp_path: Path):
    path = tmp_path / "labels.pdf"
    sheet = sheet_of(path, name, None)
    assert labels.write(path, sheet, ALL, TAGS, tierce.words_fr, "Étiquettes") == 2
    data = path.read_bytes()
    assert data.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", data)) == 2
    assert b"DejaVuSansBold" in data
    drawn = 0
    for stream in re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL):
        try:
            drawn += zlib.decompress(stream).count(b"Tj")
        except zlib.error:
            continue
    assert drawn >= CARDS * 2 + 52
    again = tmp_path / "again.pdf"
    labels.write(again, sheet, ALL, TAGS, tierce.words_fr, "Étiquettes")
    assert (again.read_bytes() == data) is True


def test_marks_are_in_the_border(tmp_path: Path):
    for name in NAMES:
        sheet = sheet_of(tmp_path / "x.svg", name, None, marks=True)
        left, top = sheet.corner
        width, height = sheet.size
        marks = labels._marks(sheet)
        assert len(marks) >= 2 * (sheet.columns + sheet.rows + 2)
        for each in marks:
            assert isinstance(each, labels._Line)
            for x, y in ((each.x, each.y), (each.to_x, each.to_y)):
                assert 0 < x < width
                assert 0 < y < height
                assert not (left < x < width - left and top < y < height - top)
    assert sheet_of(tmp_path / "x.svg", "30x12", None).marks
    assert not sheet_of(tmp_path / "x.svg", "l4731", None).marks
    assert not sheet_of(tmp_path / "x.svg", "30x12", None, marks=False).marks


WRONG = {
    "label_extension": ("x.png l4731", "x l4731"),
    "label_format": ("x.svg l9999", "x.svg 30", "x.svg -3x5"),
    "label_size": ("x.svg 0x5", "x.svg 7x20", "x.svg 20x999", "x.svg 3000x20"),
    "label_paper": ("x.svg 30x12 a5",),
    "label_cut": ("x.svg l4731 letter",),
}


def test_what_does_not_go():
    for key, each in WRONG.items():
        for path, name, *paper in map(str.split, each):
            with pytest.raises(Trouble, match=rf"\.{key}',"):
                sheet_of(Path(path), name, paper[0] if paper else None)
    for used in (21, -1):
        with pytest.raises(Trouble, match=r"\.label_used',"):
            sheet_of(Path("x.svg"), "l7160", None, used)


def test_a_folder_that_is_not_there(tmp_path: Path):
    path = tmp_path / "none" / "labels.pdf"
    with pytest.raises(Trouble, match=r"\.unwritable',"):
        labels.write(path, sheet_of(path, "l4731", None), ALL, TAGS, tierce.words_en, "Deck")
