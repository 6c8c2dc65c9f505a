"""app/match/show.py: which warnings stay on the screen, and which page it shows."""

from app.match.show import Show

FULL = ("warning", 1, "zones_full", 3)
LOST = ("warning", 2, "reader_lost", "meld1")
TURN = ("turn", 8, 0, "stock", 0, 7)
ROUND = ("round", 9, 1, 0, "out", [0, 40])
RULING = ("ruling", 9, "accept")


def test_a_reader_that_works_again_is_no_longer_said_to_be_lost():
    show = Show()
    show.note(LOST, 0)
    show.note(("warning", 3, "reader_lost", "meld2"), 0)
    show.note(("warning", 4, "reader_back", "meld1"), 0)
    assert [each[2:] for each in show.warnings] == [("reader_lost", "meld2"), ("reader_back", "meld1")]


def test_a_verdict_ends_all_warnings_but_that_of_full_zones():
    for outcome in (TURN, ROUND, RULING):
        show = Show()
        show.note(FULL, 0)
        show.note(LOST, 0)
        show.note(outcome, 0)
        assert show.warnings == [FULL], outcome
    show.forget("zones_full")
    assert show.warnings == []


def test_news_stand_on_the_first_page():
    show = Show()
    for outcome in (LOST, TURN):
        show.page = 1
        show.note(outcome, 0)
        assert show.page == 0
