"""A table as the club's page shows it: the part of its state that is read, and nothing else.

The state is said on the broker (broker/state.py), so it may be anything. What does not have this
shape is no state. Other keys are left out.
"""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field

from tierce.presets import MOST_SEATS

_LONGEST = 1 << 16  # bytes of a state; those of our own tables have 10,000 at most

Name = Annotated[str, Meta(max_length=80)]
Words = dict[Annotated[str, Meta(max_length=8)], str]  # language -> text
Figure = Annotated[int, Meta(ge=-(10**9), le=10**9)]
Seats = Annotated[list[Figure], Meta(max_length=MOST_SEATS)]  # seats, or a figure for each
Columns = Annotated[list[Figure], Meta(max_length=3 * MOST_SEATS)]
Code = Annotated[str, Meta(pattern=r"^([A2-9TJQK][SHDC]2?|X\d)$")]
Zone = Annotated[str, Meta(pattern=r"^(discard|meld\d{1,4})$")]


class MatchState(Struct):
    """See match.state.match; after a loss only `phase`, names and totals count."""

    game: Name
    players: Annotated[list[Name], Meta(max_length=MOST_SEATS)]
    phase: Name
    seat: Figure
    dealer: Figure
    round: Figure
    totals: Seats
    contract: Seats = field(default_factory=list[int])
    stock: Figure | None = None
    hands: Seats = field(default_factory=list[int])
    awaited: Seats = field(default_factory=list[int])
    laid: Seats = field(default_factory=list[int])
    knocker: Figure = -1


class Meld(Struct):
    """See match.state.melds."""

    kind: Name
    points: Figure
    jokers: dict[Code, Code] = field(default_factory=dict[str, str])


class Why(Struct):
    """A clause of the rules, in words."""

    code: Name
    clause: Words
    sentence: Words | None = None
    explain: Words | None = None


class Verdict(Struct):
    """The last verdict."""

    n: Figure
    event: Name
    mood: Name
    text: Words
    head: Words | None = None
    why: list[Why] = field(default_factory=list[Why])


class SheetRow(Struct, omit_defaults=True):
    """A line of the score sheet: a round, or a correction of a seat's total by `points`."""

    round: Figure | None = None
    how: Name | None = None
    winners: Seats | None = None
    scores: Seats | None = None
    short: Seats | None = None
    ruled: list[Name] | None = None
    t: Figure | None = None
    seat: Figure | None = None
    points: Figure | None = None
    entries: Columns | None = None


class ScoreSheet(Struct, omit_defaults=True):
    """See FollowedMatch._sheet in match/match.py."""

    rows: list[SheetRow] = field(default_factory=list[SheetRow])
    totals: Seats = field(default_factory=list[int])
    ruled: list[Name] | None = None
    carried: Seats | None = None
    bonuses: Seats | None = None
    columns: Columns | None = None


class Doubt(Struct):
    """What a damaged journal leaves: totals that the people must confirm."""

    players: list[Name]
    totals: Seats


class Sections(Struct):
    """All that is shown of a table."""

    match: MatchState | None
    sheet: ScoreSheet
    verdict: Verdict | None = None
    melds: dict[Zone, Meld] = field(default_factory=dict[str, Meld])
    cards: dict[Zone, list[Code]] = field(default_factory=dict[str, list[str]])
    warnings: list[Words] = field(default_factory=list[Words])
    doubt: Doubt | None = None


class _State(Struct):
    sections: Sections


_READER = msgspec.json.Decoder(_State)


def read_table(payload: object) -> Sections | None:
    """Return the table in a message; None if it is none."""
    if not isinstance(payload, bytes | bytearray) or len(payload) > _LONGEST:
        return None
    try:
        return _READER.decode(payload).sections
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
