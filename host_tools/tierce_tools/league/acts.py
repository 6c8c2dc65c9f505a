"""What people have decided, act after act, and what that adds up to. Pure.

An act is one step of one verb, with all its changes; an undone one stays, and counts no longer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tierce_tools.base.texts import N_, Texts

# What can be undone, and how it is told: most are verbs. A new season can't be, nor what was before it.
KINDS = {
    "pair": N_("round {round} paired"),
    "enter": N_("round {round}, table {told}: result entered"),
    "penalty": N_("{told}: penalty"),
    "withdraw": N_("{told}: withdrawn"),
    "add": N_("{told}: added"),
    "replace": N_("{told}: replaced"),
    "swap": N_("{told}: swapped"),
    "apart": N_("{told}: stay apart"),
    "together": N_("{told}: may meet again"),
    "fixed": N_("{told}: always at table {round}"),
    "free": N_("{told}: at any table"),
    "clock": N_("round {round}: a clock of {told} minutes"),
    "no_clock": N_("round {round}: no clock"),
    "remove": N_("{told}: removed"),
    "rename": N_("{told}: renamed"),
}
_LATER = N_("{told}: added, from the next round on")  # "add" where nobody is given a seat
OUT, BYE = -1, 0  # instead of a table


class Change(NamedTuple):
    """What an act changes: `what`, and what the others are then.

    row: number, of the round, result or penalty that was made; undo: number, of an act;
    told: number (`round`), text, for KINDS; join (member new), in (again), gone, away, back, forfeit: member;
    name: member, text; apart, together: two members; fixed: member, its table or 0;
    round: number, of the row whose clock and seats follow; clock: number, unix seconds of its end;
    seat: member, its table, BYE or OUT; those of a table in order.
    """

    what: str
    member: int | None = None
    number: int | None = None
    text: str | None = None


class Act(NamedTuple):
    """A step of the verb `kind`."""

    id: int
    kind: str
    changes: list[Change]


NOTHING = Act(0, "", [])


@dataclass
class Decided:
    """What the acts come to.

    `inside`: the members; `away`: those of them who are not paired; `former`: names from before,
    for matches; `apart`: pairs, the lower number first; `fixed`: member -> table. `seats` has by
    round what has changed, `ends` when its clock does; `last` is the act that would be undone.
    """

    inside: list[int] = field(default_factory=list[int])
    away: set[int] = field(default_factory=set[int])
    names: dict[int, str] = field(default_factory=dict[int, str])
    former: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    apart: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    fixed: dict[int, int] = field(default_factory=dict[int, int])
    seats: dict[int, list[list[Change]]] = field(default_factory=dict[int, list[list[Change]]])
    ends: dict[int, int] = field(default_factory=dict[int, int])
    last: Act = NOTHING


def standing(acts: Sequence[Act]) -> list[Act]:
    """Return the acts that count."""
    undone = {change.number for act in acts for change in act.changes if change.what == "undo"}
    return [act for act in acts if act.kind != "undo" and act.id not in undone]


def lapsed(acts: Sequence[Act], kind: str) -> set[int]:
    """Return the rows that acts of a kind have made and that count no longer."""
    made = [_rows(each, kind) for each in (acts, standing(acts))]
    return made[0] - made[1]


def _rows(acts: Sequence[Act], kind: str) -> set[int]:
    return {
        change.number
        for act in acts
        if act.kind == kind
        for change in act.changes
        if change.what == "row" and change.number is not None
    }


def decided(acts: Sequence[Act], members: dict[int, str]) -> Decided:
    """Return what the acts of a league come to; `members` have their first names."""
    counting = standing(acts)
    new, stay = (
        {each.member for act in some for each in act.changes if each.what == "join"} for some in (acts, counting)
    )
    inside = {each for each in members if each not in new}
    found = Decided(names={each: name for each, name in members.items() if each not in new - stay})
    for act in counting:
        found.last = act if act.kind in KINDS else NOTHING
        at = 0
        seats = [change for change in act.changes if change.what == "seat"]
        for what, member, number, text in act.changes:
            if what == "round" and number is not None:
                at = number
                found.seats.setdefault(at, []).append(seats)
            elif what == "clock" and number is not None:
                found.ends[at] = number
            if member is None:
                continue
            if what in ("join", "in"):
                inside.add(member)
            elif what == "gone":
                inside.discard(member)
            elif what == "away":
                found.away.add(member)
            elif what == "name" and text is not None:
                found.former.setdefault(member, []).append(found.names[member])
                found.names[member] = text
            elif what in ("apart", "together") and number is not None:
                two = min(member, number), max(member, number)
                (found.apart.add if what == "apart" else found.apart.discard)(two)
            elif what == "fixed" and number is not None:
                found.fixed.pop(member, None)
                if number:
                    found.fixed[member] = number
            if what in ("join", "in", "back"):
                found.away.discard(member)
    found.inside = [each for each in members if each in inside]
    return found


def seated(tables: Mapping[int, list[int]], changes: Sequence[Change]) -> dict[int, list[int]]:
    """Return the tables of a round after an act's changes of seats; BYE is a table here."""
    moved = {change.member for change in changes}
    found = {number: [each for each in people if each not in moved] for number, people in tables.items()}
    for change in changes:
        if change.number is not None and change.number != OUT and change.member is not None:
            found.setdefault(change.number, []).append(change.member)
    return dict(sorted((number, people) for number, people in found.items() if people))


def told(act: Act, say: Texts) -> str:
    """Say what an act has done."""
    change = next((each for each in act.changes if each.what == "told"), Change("told"))
    later = act.kind == "add" and all(each.what != "seat" for each in act.changes)
    return say(_LATER if later else KINDS.get(act.kind, "{told}"), round=change.number, told=change.text or "")
