"""What a league shows on paper and on the wall: who sits where, what stays on one page, why a place is as it is."""

from fractions import Fraction
from pathlib import Path

import fpdf
import pytest
import ring
from test_league_people import evening

from tierce_tools.base.sheet import Sheet
from tierce_tools.base.texts import texts
from tierce_tools.club.standings import page_of
from tierce_tools.league import decisions, paper, sheets
from tierce_tools.league.standings import Seat
from tierce_tools.logs.store import Store

SAY = texts("en")
FACTS = [("Date", "2026-11-28 20:00"), ("Game", "Rami 51")]


def test_people_find_their_seat_by_name(tmp_path: Path):
    leagues = evening(tmp_path, 2, ["zoé", "Éva", "Bob", "Eve", "Ana"])
    known = leagues.league("Club")
    found = sheets.seating(known, known.round(), SAY)
    assert [name for name, _ in found.rows] == ["Ana", "Bob", "Éva", "Eve", "zoé"]
    assert sorted(table for _, table in found.rows) == ["1", "1", "2", "2", "bye"]
    assert [each.title for each in sheets.wall(known, None, SAY)] == [
        *("Round 1: where do I sit?", "Round 1", "Standings")
    ]
    for table in known.round().lacking:
        known = leagues.enter("Club", None, table, [])
    assert [each.title for each in sheets.wall(known, None, SAY)] == ["Round 1", "Standings"]


def test_the_wall_has_the_rounds_clock_and_a_page_to_read_has_none(tmp_path: Path):
    leagues = evening(tmp_path, 2, ["Ana", "Luc", "<b>"])
    known = leagues.league("Club")
    leagues.decide("Club", "clock", decisions.clock(50, 1_800_000_000))
    with Store.open(str(tmp_path / "games.db")) as store:
        wall, page = (page_of(store, "Club", "fr", on_wall) or "" for on_wall in (True, False))
        assert 'data-ends="1800003000"' in wall
        assert 'data-over="Temps écoulé"' in wall
        assert wall.count("<script") == 1
        assert "clock" not in page.partition("<body>")[2]
        assert "<script" not in page
        assert "<b></span>" not in wall
        assert "<dt>Date</dt>" in page
        for table in known.round().lacking:
            leagues.enter("Club", None, table, [])
        leagues.pair("Club")
        assert 'data-ends="0"' in (page_of(store, "Club", "fr", True) or ""), "a clock is its round's"


def test_a_place_by_lot_is_said_to_be(tmp_path: Path):
    leagues = evening(tmp_path, 2, ["Ana", "Luc", "Max", "Tom"])
    known = leagues.league("Club")
    for table in known.round().tables:
        a, b = table.members
        known = leagues.enter("Club", None, table.number, [Seat(a, 10, 1), Seat(b, 90, 2)])
    rows = known.standings()
    assert [row.by_lot for row in rows] == [True] * 4
    [note] = sheets.standings(known, None, SAY).notes
    assert note.startswith("By lot, as match points and all else are equal (direct meeting, ")
    assert note.endswith(", ".join(f"{row.place} {known.members[row.member]}" for row in rows))
    known = leagues.charge("Club", known.members[rows[0].member], Fraction(1), "late")
    assert [row.by_lot for row in known.standings()] == [False] * 4, "their opponents tell them apart"


def splits(monkeypatch: pytest.MonkeyPatch, every: list[Sheet]) -> tuple[int, int]:
    """Return how often a PDF breaks a page by itself, and its pages."""
    broken: list[int] = []
    before = getattr(fpdf.FPDF, "_perform_page_break")  # noqa: B009 - no public name

    def perform(own: fpdf.FPDF) -> None:
        broken.append(own.page)
        before(own)

    monkeypatch.setattr(fpdf.FPDF, "_perform_page_break", perform)
    data = paper.document("Club", FACTS, every)
    return len(broken), data.count(b"/Type /Page\n")


def table(title: str, tables: int, seats: int = 4, name: str = "Player") -> Sheet:
    rows = [[str(number) if not seat else "", name, "1"] for number in range(tables) for seat in range(seats)]
    return Sheet(title, ["table", "player", "points"], rows, {1})


def test_what_fits_on_a_page_is_not_split_and_no_card_table_ever(monkeypatch: pytest.MonkeyPatch):
    assert splits(monkeypatch, [table("Round 2", 4), table("Round 1", 4)]) == (0, 1)
    assert splits(monkeypatch, [table("Round 2", 8), table("Round 1", 8)]) == (0, 2)
    long = "A name that is so long that it takes more than one line of the paper, and then some more " * 2
    for tables in (13, 14, 30)[: ring.rounds(2, 3)]:
        assert splits(monkeypatch, [table("Round 1", tables), table("Round 2", tables, 3, long)])[0] == 0


def test_a_long_list_has_two_columns(monkeypatch: pytest.MonkeyPatch):
    rows = [[f"Player {number}", str(number)] for number in range(80)]
    assert splits(monkeypatch, [Sheet("Where", ["player", "table"], rows, {0}, is_list=True)]) == (0, 1)
