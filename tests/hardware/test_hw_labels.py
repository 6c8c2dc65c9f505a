"""The label sheet: one label per card of the decks, with its tag's outline at full scale."""

import json
import re
import zlib
from typing import Any

import pytest
import ring
from hw_tables import SHIPPED
from hypothesis import given, settings
from hypothesis import strategies as st

import tierce
from tierce_plans import labels
from tierce_tools.board import labels as sheets
from tierce_tools.description import tables
from tierce_tools.paper import FONT, pdf

RULER = pdf("")


def with_build(**build: Any) -> tables.Table:
    config = json.loads(tables.shipped("club").read_text("utf-8"))
    return tables.from_config({**config, "build": {**config["build"], **build}}, "x")


def test_the_decks_that_are_played_with():
    assert len(labels.cards(tables.load("club", "en"))) == 108  # two decks of 54
    assert len(labels.cards(tables.load("small", "en"))) == 52  # gin
    assert {"7H", "7H2", "X1", "X4"} <= set(labels.cards(tables.load("club", "en")))


def test_the_usual_sheet_is_one_that_is_sold():
    sheet = labels.sheet(tables.load("club", "en"))
    assert (sheet.width, sheet.height, sheet.count) == (38.1, 21.2, 65)
    assert sheet.tag == (18, 18)
    assert not sheet.marks
    large = labels.sheet(with_build(tag=[25, 25]))
    assert large.marks  # crop marks
    assert (large.width, large.height) == (43, 28)


@settings(max_examples=ring.rounds(15, 60), deadline=None)
@given(st.integers(5, 80), st.integers(5, 80))
def test_a_label_goes_into_the_corner(wide: int, high: int):
    table = with_build(tag=[wide, high])
    sheet = labels.sheet(table)
    left, top = 20.0, 30.0
    right, bottom = left + sheet.width, top + sheet.height
    for card in ("TH2", "QC2", "QC", "X4", "AS", "TC"):
        shapes = sheets._label(sheet, left, top, card, "", tierce.words_fr)
        (box,) = [each for each in shapes if isinstance(each, sheets._Box)]
        assert (box.width, box.height) == (wide, high)
        assert right - (box.x + box.width) == pytest.approx(sheets.INSET)
        assert bottom - (box.y + box.height) == pytest.approx(sheets.INSET)
        assert box.x >= left
        assert box.y >= top
        for line in (each for each in shapes if isinstance(each, sheets._Line)):
            assert left <= line.x <= right
            assert box.x + box.width < line.to_x < right or box.y + box.height < line.y < bottom
        end = left
        for text in (each for each in shapes if isinstance(each, sheets._Text)):
            RULER.set_font(FONT, "B", text.size * 72 / 25.4)
            assert text.x >= end
            end = text.x + RULER.get_string_width(text.text)
            assert end < box.x
            assert text.y - 0.76 * text.size >= top
            assert text.y <= bottom
        said = [each.text for each in shapes if isinstance(each, sheets._Text)]
        name = {"TH2": "10♥", "QC2": "D♣", "QC": "D♣", "X4": "★4", "AS": "A♠", "TC": "10♣"}[card]
        assert said == ([name] if card == "X4" else [name, card[2:] or "1"])


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=() if name == "small" else pytest.mark.longer) for name in SHIPPED])
def test_pdf(name: str):
    table = tables.load(name, "en")
    cards, sheet = labels.cards(table), labels.sheet(table)
    for language in ("en", "fr"):
        data = labels.labels(table, language)
        assert data == labels.labels(table, language)
        count = len(re.findall(rb"/Type /Page\b", data))
        assert count == -(-len(cards) // sheet.count)
        streams = []
        for stream in re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL):
            try:
                streams.append(zlib.decompress(stream))
            except zlib.error:
                continue
        drawn = b"".join(streams)
        plain = sum(card[0] != "X" for card in cards)
        assert drawn.count(b"Tj") == len(cards) + plain
        # Outlines of 18 mm are 51.02 points.
        assert len(re.findall(rb"51\.02 -51\.02 re S", drawn)) == len(cards)
    assert labels.labels(table, "en") != labels.labels(table, "fr")
