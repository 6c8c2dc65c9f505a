"""The stock on its scale: it learns a card's weight at the deal, and counts the cards drawn."""

import pytest
from running import ZONES, Running, config_for

CARD = 1.8  # grams


@pytest.fixture
def table(tmp_path):
    config = config_for(*ZONES, game="rami7", buzzer=None, scale={"data": 26, "clock": 28})
    return Running(config, folder=tmp_path)


def lay(table, cards):
    table.twin.tray.grams = CARD * cards
    table.run(4000)


def test_what_is_drawn_is_said(table):
    table.twin.tray.noise = 200  # a tenth of a gram
    table.run(6000)
    table.people.press("ok")
    table.pick("start")
    stock = 53 - 2 * 7 - 1
    lay(table, stock)
    table.people.press("ok")  # the dealer has dealt
    table.run(6000)
    assert table.program.show.phase == "turn"
    assert table.program.show.stock == stock
    assert table.program.show.draws == 0
    lay(table, stock - 1)
    assert table.program.show.draws == 1
    lay(table, stock - 3)
    assert table.program.show.draws == 3
    lay(table, stock - 2)  # one card is put back
    assert table.program.show.draws == 2
    # A hand that leans on it, and then lets go, draws nothing.
    table.twin.tray.grams = 700
    table.run(5000)
    lay(table, stock - 2)
    assert table.program.show.draws == 2
    table.sound()


def test_a_scale_that_does_not_answer_is_left_out(table):
    table.twin.tray.silent = True
    table.run(20000)
    assert ("scale", "hx711: timeout") in table.program.errors
