"""The label sheet: one label per card of the decks, with its tag's outline at full scale."""

import json
import re
from typing import Any

import pytest
import ring
from hw_sources import PLANS
from hw_tables import pdf_drawn
from hypothesis import given, settings
from hypothesis import strategies as st

from tierce import words_fr
from tierce_plans import deck_labels
from tierce_tools.base.paper import FONT, pdf
from tierce_tools.board import labels
from tierce_tools.description import descriptions

pytestmark = PLANS

RULER = pdf("")


def with_build(**build: Any) -> descriptions.Description:
    config = json.loads(descriptions.shipped("club").read_text("utf-8"))
    return descriptions.from_config({**config, "build": {**config["build"], **build}}, "x")


def test_the_decks_that_are_played_with():
    club, small = (deck_labels.cards(descriptions.load(name, "en")) for name in ("club", "small"))
    assert (len(club), len(small)) == (108, 52)  # two decks of 54, and gin
    assert {"7H", "7H2", "X1", "X4"} <= set(club)


def test_the_usual_sheet_is_one_that_is_sold():
    usual, large = map(deck_labels.sheet, (descriptions.load("club", "en"), with_build(tag=[25, 25])))
    assert (usual.width, usual.height, usual.count, usual.tag, usual.marks) == (38.1, 21.2, 65, (18, 18), False)
    assert (large.width, large.height, large.marks) == (43, 28, True)  # crop marks


@settings(max_examples=ring.rounds(4, 60), deadline=None)
@given(st.integers(5, 80), st.integers(5, 80))
def test_a_label_goes_into_the_corner(wide: int, high: int):
    sheet = deck_labels.sheet(with_build(tag=[wide, high]))
    left, top = 20.0, 30.0
    right, bottom = left + sheet.width, top + sheet.height
    for card, said in {"TH2": "10♥ 2", "QC2": "D♣ 2", "QC": "D♣ 1", "X4": "★4", "AS": "A♠ 1", "TC": "10♣ 1"}.items():
        shapes = labels._label(sheet, left, top, card, "", words_fr)
        (box,) = [each for each in shapes if isinstance(each, labels._Box)]
        assert (box.width, box.height) == (wide, high)
        inset = (right - (box.x + box.width), bottom - (box.y + box.height))
        assert inset == pytest.approx((labels.INSET, labels.INSET))
        assert box.x >= left
        assert box.y >= top
        for line in (each for each in shapes if isinstance(each, labels._Line)):
            assert left <= line.x <= right
            assert box.x + box.width < line.to_x < right or box.y + box.height < line.y < bottom
        end = left
        texts = [each for each in shapes if isinstance(each, labels._Text)]
        for text in texts:
            RULER.set_font(FONT, "B", text.size * 72 / 25.4)
            assert text.x >= end
            end = text.x + RULER.get_string_width(text.text)
            assert end < box.x
            assert top <= text.y - 0.76 * text.size < text.y <= bottom
        assert " ".join(each.text for each in texts) == said


def test_pdf():
    table = descriptions.load("small", "en")
    cards, sheet = deck_labels.cards(table), deck_labels.sheet(table)
    made = [deck_labels.pdf(table, language) for language in ("en", "fr")]
    assert made[0] != made[1]
    for data in made:
        assert len(re.findall(rb"/Type /Page\b", data)) == -(-len(cards) // sheet.count)
        drawn = pdf_drawn(data)
        assert drawn.count(b"Tj") == len(cards) + sum(card[0] != "X" for card in cards)
        # Outlines of 18 mm are 51.02 points.
        assert len(re.findall(rb"51\.02 -51\.02 re S", drawn)) == len(cards)
