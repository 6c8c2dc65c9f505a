"""The labels of a table's deck: each goes over its card's tag.

The sheets are those of `tierce register`. The tags' numbers are not known here, so each label
shows where the tag's antenna goes in the corner of the card, at its real size.
"""

from dataclasses import replace
from pathlib import Path

from tierce.presets import rules_of
from tierce_plans.pages import texts
from tierce_tools.base.texts import of_table
from tierce_tools.board.deckfile import cards_of
from tierce_tools.board.labels import INSET, LabelSheet, pdf_of, sheet_of
from tierce_tools.description.descriptions import Description

_USUAL = "l7651"  # labels sold in shops: 38.1 x 21.2 mm, 65 on an A4 sheet
_NAME = 16.0  # mm beside the tag, for the card's name


def cards(table: Description) -> list[str]:
    """Return the cards of the decks of the table's game, with its house rules."""
    config = table.config
    rules = rules_of(config["game"], len(config["players"]), config["rules"])
    return cards_of(rules["decks"], rules["jokers"])


def sheet(table: Description) -> LabelSheet:
    """Return the layout of the labels: a standard sheet if the tags fit, else a sheet to cut."""
    wide, high = table.build.tag
    usual = sheet_of(Path("labels.pdf"), _USUAL, None)
    if wide + INSET + _NAME <= usual.width and high + INSET <= usual.height:
        return replace(usual, tag=(wide, high))
    size = f"{wide + INSET + _NAME:.0f}x{high + INSET + 1:.0f}"
    return replace(sheet_of(Path("labels.pdf"), size, None), tag=(wide, high))


def pdf(table: Description, language: str = "en") -> bytes:
    """Return the labels of a table's cards, as a PDF of A4 sheets."""
    wanted = cards(table)
    say = texts(language)
    title = say("Labels of the table “{}”, {} cards").format(table.name, len(wanted))
    return pdf_of(sheet(table), wanted, {}, of_table("words", language), title)
