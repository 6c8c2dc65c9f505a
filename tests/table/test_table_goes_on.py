"""A match goes on with other players or rules; the first dealer is drawn by lot."""

import contextlib
import random

import ring
from flash import Flash, PowerOff
from running import EASY, Running, config_for, dealt

from app.people.choices import draw
from tierce.records import HEADER

CARRIED = {"dealer": 1, "players": ["Ana", "Luc", "Zoe"], "totals": [120, 45, 80], "rounds": 4}
ZONES = ("discard", "seat0", "seat1", "seat2", "meld1")


def table_at(folder, **more):
    """Return a table whose players have totals and play their fifth round."""
    return dealt(folder, ZONES, header=CARRIED, more=more)


def headers(table):
    return [thing for _, kind, thing in table.journal((HEADER,))]


def opened(table, screen="go_on"):
    people = table.people
    people.press("ok", "long" if table.program.show.phase != "menu" else "short")
    table.pick(screen)
    return table.program.panel.menu


def change(table, label, **to):
    table.people.choose(label)
    ((name, value),) = to.items()
    table.people.finish(table.people._start_set(name, value))


def test_a_player_less_and_other_rules_keep_the_totals(tmp_path):
    table = table_at(tmp_path)
    menu = opened(table)
    assert (menu.choices.carried[:3], menu.choices.played) == ([120, 45, 80], 4)
    assert "Go on with other players or rules" in table.said()
    change(table, "seats", seats=2)
    change(table, "dealer", dealer=0)
    table.pick("begin")
    table.run(500)
    match = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": EASY}
    assert headers(table)[-1] == {**match, "totals": [120, 45], "rounds": 4}
    assert table.program.show.totals == [120, 45]
    assert table.program.show.phase == "deal"
    table.deal("9D")
    assert table.program.show.round == 5
    table.restart()
    assert (table.program.show.totals, table.program.show.round) == ([120, 45], 5)
    table.sound()


def test_another_game_with_a_player_more(tmp_path):
    table = Running(config_for(*ZONES), folder=tmp_path)
    table.begin(dealer=1, rules=EASY, totals=[120, 45], rounds=4)
    menu = opened(table)
    change(table, "game", game="rami30")
    change(table, "seats", seats=3)
    table.pick("begin")
    assert headers(table)[-1]["totals"] == [120, 45, 0]
    assert (headers(table)[-1]["game"], headers(table)[-1]["rules"]) == ("rami30", {})
    assert menu.closed


def test_totals_written_on_paper_are_entered_by_plus_and_minus(tmp_path):
    """On a table without a match, as when its journal is lost."""
    table = Running(config_for(*ZONES), folder=tmp_path, ms=500)
    people = table.people
    menu = opened(table)
    table.pick("carried")
    for seat, presses in ((0, ["long", "long", "short"]), (1, ["short", "double"])):
        table.pick(seat)
        for gesture in presses:
            people.press("plus" if seat == 0 else "minus", gesture)
        people.press("ok")
    table.pick("played")
    people.press("minus")
    people.press("plus", "double")
    people.press("ok")
    assert (menu.choices.carried[:2], menu.choices.played) == ([21, -3], 2)
    people.press("ok", "long")
    table.pick("begin")
    table.run(500)
    assert headers(table)[-1]["totals"][:2] == [21, -3]
    assert headers(table)[-1]["rounds"] == 2
    assert table.program.show.totals[:2] == [21, -3]


def test_totals_that_meet_the_target_are_refused_and_the_match_stays(tmp_path):
    table = table_at(tmp_path)
    menu = opened(table)
    # A round in play does not count: its dealer deals again. Who changes seats takes the total along.
    assert (menu.choices.played, menu.choices.dealer, menu.choices.lot) == (4, 1, False)
    menu.choices.set_name(1, "Zoe")
    assert menu.choices.names[:3] == ["Ana", "Zoe", "Luc"]
    assert menu.choices.carried[:3] == [120, 80, 45]
    menu.choices.carried[0] = 1000
    table.pick("begin")
    table.run(500)
    said = table.said()
    assert "1000" in said, said
    table.read_notice()
    assert len(headers(table)) == 1
    assert table.program.show.seat == 2
    table.lay_and_wait("discard", "2C")
    assert table.shown[-1][0] == "turn"
    table.sound()


def test_what_was_only_looked_at_changes_nothing(tmp_path):
    """A match that begins later has no totals."""
    table = table_at(tmp_path)
    opened(table)
    table.people.press("ok", "long")
    table.people.press("ok", "long")
    table.people.end()
    table.people.press("ok")
    table.pick("start")
    assert "totals" not in headers(table)[-1]


def test_power_that_goes_while_it_is_written_leaves_the_old_match_or_the_new():
    """At each operation of the flash, half of which is done."""
    ends = set()
    for operation in range(0, 5, ring.rounds(2, 1)):
        table = table_at(None, flash=Flash(64))
        opened(table).choices.set_seats(2)
        table.people.choose("begin")
        table.flash.dice = random.Random(operation)
        table.flash.cut_at = table.flash.operations + operation
        with contextlib.suppress(PowerOff):
            table.people.press("ok")
            table.run(500)
        table.restart()
        match = table.program.match
        assert match.doubt is None
        ends.add((len(match.header["players"]), match.view.round, tuple(match.view.totals)))
        table.sound()
    assert ends == {(3, 5, (120, 45, 80)), (2, 4, (120, 45))}


# --- by lot


def test_each_seat_is_drawn_as_often_as_the_others():
    for seats in range(2, 7):
        given = iter(range(256))
        drawn = []
        while True:
            try:
                drawn.append(draw(seats, lambda given=given: next(given)))
            except StopIteration:
                break
        counts = [drawn.count(seat) for seat in range(seats)]
        assert len(set(counts)) == 1, counts
        assert {draw(seats) for _ in range(300)} == set(range(seats))


def test_the_first_dealer_is_drawn_and_stands_in_the_header(tmp_path):
    table = Running(config_for(*ZONES), folder=tmp_path, ms=500)
    seed = 7
    dice = random.Random(seed)
    table.program.panel.byte = lambda: dice.randrange(256)
    people = table.people
    people.press("ok")
    assert not table.program.panel.menu.choices.lot
    change(table, "lot", lot=True)
    assert "dealer" not in [item[0] for item in table.program.panel.menu._items()]
    seats = table.program.panel.menu.choices.seats
    table.pick("start")
    again = random.Random(seed)
    dealer = draw(seats, lambda: again.randrange(256))
    assert headers(table)[-1]["dealer"] == table.program.show.dealer == dealer
