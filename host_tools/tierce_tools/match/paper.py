"""The score sheet in words: its rows, for a terminal or a page. Draws nothing."""

from collections.abc import Iterator
from dataclasses import dataclass

from tierce_tools.base.texts import N_, Texts
from tierce_tools.logs.rounds import Rounds, figures, is_round, side_by_side
from tierce_tools.match.lines import clock
from tierce_tools.rules.clauses import ruled_text


@dataclass(frozen=True)
class PaperRow:
    """A row: its name, a text for each seat, and its kind: "round", "correction" or "beside"."""

    name: str
    points: list[str]
    kind: str


def rows(rounds: Rounds, say: Texts) -> Iterator[PaperRow]:
    """Yield the rows of a sheet, without the totals."""
    if not rounds.all_shown:
        yield PaperRow(say("(earlier rounds)"), [*map(str, rounds.earlier)], "beside")
    elif rounds.goes_on:
        yield PaperRow(say("Brought forward"), [*map(str, rounds.carried)], "beside")
    seats = len(rounds.totals)
    for each in rounds.rows:
        points = figures(each, seats)
        if is_round(each):
            mark = "§ " if each["ruled"] else ""
            yield PaperRow(f"{mark}{each['round']}", points, "round")
            continue
        named = N_("buys in again, {time}") if each.get("recave") else N_("correction, {time}")
        yield PaperRow(say(named, time=clock(each["t"]).strip()), points, "correction")
    if rounds.columns:
        yield PaperRow(say("Columns"), side_by_side(rounds.columns, seats), "beside")
    if rounds.bonuses:
        yield PaperRow(say("Final bonuses"), [*map(str, rounds.bonuses)], "beside")


def note(rounds: Rounds, say: Texts) -> str:
    """Return what stands below a sheet: what the players ruled; "" if nothing."""
    ruled = [
        say("{name}: {value}", name=str(each["round"]), value=ruled_text(each["ruled"], say))
        for each in rounds.rows
        if is_round(each) and each["ruled"]
    ]
    return say("§ The players ruled. {rulings}", rulings="; ".join(ruled)) if ruled else ""
