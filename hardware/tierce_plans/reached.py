"""The picture of a report of `tierce doctor --reach`: its four steps side by side."""

from collections.abc import Sequence

from tierce_plans.pages import number, texts
from tierce_plans.svg import GREY, INK, RED, Plate
from tierce_plans.templates import places
from tierce_tools.base.texts import Texts
from tierce_tools.description.descriptions import Description
from tierce_tools.description.reach import FEW, PITCHES, READ, Report

_WIDTH, _HEIGHT = 880, 312
_GOOD, _PAPER = "#2e7d32", "#fbf9f3"
_TOP, _FLOOR = 96, 232  # of the panels' drawings
_BAR = 16  # from bar to bar


def fan_of(table: Description, zone: str) -> int:
    """Return how many cards the felt shows in a zone's fan."""
    return next(len(place.cards) for place in places(table) if place.zone == zone)


def svg(report: Report, language: str) -> str:
    """Return the picture of a report, as an SVG."""
    say = texts(language)
    size = " × ".join(map(str, report.antenna))
    title = say(
        "How far {zone} reaches: {reader}, loop {size} mm", zone=report.zone, reader=report.reader.upper(), size=size
    )
    p = Plate(
        _WIDTH,
        _HEIGHT,
        title,
        say("Height, four cards, sideways, and a whole fan, as measured."),
        paper=_PAPER,
        font_family="sans-serif",
    )
    p.text(20, 34, title, 19, INK, True)
    where = say("{table}, {date}", table=report.table, date=report.date or "?")
    p.text(20, 56, where + (say("; a modelled table: nothing was measured") if report.modelled else ""), 14, GREY)
    _height(p, report, say, language)
    for at, pitch in enumerate(PITCHES):
        found: Sequence[int] | None = getattr(report, f"four_at_{pitch}")
        _bars(p, 215 + 95 * at, found or (), say("{cards} at {pitch} mm", cards=FEW, pitch=pitch), say)
    _sideways(p, report, say)
    fan = (report.fan or ())[: report.fan_cards]
    _bars(p, 635, fan, say("{cards} at {pitch} mm", cards=report.fan_cards or "?", pitch=report.fan_pitch or "?"), say)
    p.text(
        20, _HEIGHT - 14, say("Bars: per cent of scans that read each card; green from {read} on.", read=READ), 13, GREY
    )
    return str(p)


def _height(p: Plate, report: Report, say: Texts, language: str) -> None:
    p.line([(20, _FLOOR), (190, _FLOOR)], INK, stroke_width=4)
    if report.height_cards is None:
        _say_under(p, 20, (say("height"), say("not measured")))
        return
    mm = report.height_cards * report.card_um / 1000
    high = min(2.2 * mm, _FLOOR - _TOP)
    if high:
        p.rect(60, _FLOOR - high, 90, high, "#e0d8c4", stroke=GREY)
    p.rect(60, _FLOOR - high - 5, 90, 5, "#1565c0")
    told = say("cards under it: {cards}", cards=report.height_cards)
    _say_under(p, 20, (told, say("{mm} mm", mm=number(mm, 1, language))))


def _sideways(p: Plate, report: Report, say: Texts) -> None:
    left = 505
    p.line([(left, _FLOOR), (left + 22, _FLOOR)], INK, stroke_width=4)
    p.circle(left + 22, _FLOOR, 5, fill="#c05a00")
    if report.sideways_mm is None:
        _say_under(p, left, (say("sideways"), say("not measured")))
        return
    far = left + 22 + min(report.sideways_mm, 80)
    p.rect(far - 8, _FLOOR - 14, 16, 5, "#1565c0")
    p.measure(left + 22, _FLOOR - 30, far, _FLOOR - 30)
    _say_under(p, left, (say("sideways"), say("{mm} mm", mm=report.sideways_mm)))


def _bars(p: Plate, left: float, percents: Sequence[int], name: str, say: Texts) -> None:
    for at, percent in enumerate(percents):
        high = percent / 100 * (_FLOOR - _TOP)
        p.rect(left + _BAR * at, _TOP, _BAR - 4, _FLOOR - _TOP, "#eee8d8", stroke="none")
        p.rect(left + _BAR * at, _FLOOR - high, _BAR - 4, high, _GOOD if percent >= READ else RED, stroke="none")
    read = sum(percent >= READ for percent in percents)
    told = say("{read} of {cards} read", read=read, cards=len(percents)) if percents else say("not measured")
    _say_under(p, left, (name, told))


def _say_under(p: Plate, left: float, lines: Sequence[str]) -> None:
    for at, line in enumerate(lines):
        p.text(left, _FLOOR + 18 + 18 * at, line, 13)
