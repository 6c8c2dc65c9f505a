"""The records that the store keeps, as a board's link sends them, and the kind of each."""

import json
from collections.abc import Callable
from typing import Any, TypeGuard, cast

from tierce.outcomes import KEYS
from tierce.phases import RULINGS
from tierce_tools.base.jsontext import loads
from tierce_tools.rules.clauses import HOW

Record = dict[str, Any]
Row = tuple[str, str]  # kind, and the JSON line without the number

HEADER, EVENT, OUTCOME, NOTE = "header", "event", "outcome", "note"
# The outcomes and notes from which matches are listed: points and totals, a start of the board, the
# time of day, a match left unfinished, a damaged journal.
ROUND, MATCH, RULING = "round", "match", "ruling"
BOOT, UNIX, OVER, DAMAGED = "boot", "unix", "over", "damaged"

_LARGEST = 1 << 62  # a database integer has 8 bytes, and losses are added to numbers
_TIME = (1 << 53) - 1  # LOG.md: the latest `t`
_POINTS = 1_000_000_000
_CARDS = 1000
_CORRECTION = 1_000_000
_SEATS = 6
_JUMP = 1 << 14  # numbers that a board skips when it starts

Check = Callable[[Any, int], bool]  # (value, seats of its match) -> whether it is valid


def _number(low: int, high: int) -> Check:
    return lambda value, _: type(value) is int and low <= value <= high


def _each(check: Check) -> Check:
    def checked(value: Any, seats: int) -> bool:
        return isinstance(value, list) and all(check(each, seats) for each in cast("list[Any]", value))

    return checked


def _per_seat(check: Check) -> Check:
    return lambda value, seats: _each(check)(value, seats) and len(value) == seats


def _text(value: Any, _: int) -> bool:
    return isinstance(value, str)


def _one_of(*known: str) -> Check:
    return lambda value, _: isinstance(value, str) and value in known


def _seat(value: Any, seats: int) -> bool:
    return type(value) is int and 0 <= value < seats


def _zone(value: Any, seats: int) -> bool:
    if not isinstance(value, str):
        return False
    name, digits = value.rstrip("0123456789"), value.lstrip("abcdefghijklmnopqrstuvwxyz")
    if name + digits != value or len(digits) > 3:
        return False
    return value == "discard" or (bool(digits) and (name == "meld" or (name == "seat" and int(digits) < seats)))


def _joker_faces(value: Any, _: int) -> bool:
    return isinstance(value, dict) and all(_text(each, 0) for each in cast("dict[str, Any]", value).values())


def _reason(value: Any, _: int) -> bool:
    figures = cast("list[Any]", value) if isinstance(value, list) else []
    return bool(figures) and isinstance(figures[0], str)


# Valid values of outcomes by name (LOG.md "Outcomes").
_VALUES: dict[str, Check] = {
    "took": _one_of("stock", "discard", "none"),
    "how": _one_of(*HOW),
    "kind": _one_of("run", "set", "none"),
    "ruling": _one_of(*RULINGS),
    "code": _text,
    "card": _text,
    "reason": _text,
    "seat": _seat,
    "dealer": _seat,
    "winners": _each(_seat),
    "ranking": _each(_seat),
    "short": _each(_seat),
    "seats": _each(_seat),
    "eliminated": _each(_seat),
    "hand": _number(0, _CARDS),
    "read": _number(0, _CARDS),
    "expected": _number(0, _CARDS),
    "zones": _number(0, _CARDS),
    "stock": _number(-_CARDS, _CARDS),
    "round": _number(0, _POINTS),
    "laid": _number(-_POINTS, _POINTS),
    "points": _number(-_POINTS, _POINTS),
    "scores": _per_seat(_number(-_POINTS, _POINTS)),
    "totals": _per_seat(_number(-_POINTS, _POINTS)),
    "columns": _each(_per_seat(_number(-_POINTS, _POINTS))),
    "codes": _each(_text),
    "cards": _each(_text),
    "zone": _zone,
    "other": _zone,
    "jokers": _joker_faces,
    "figures": _each(_reason),
}
# Where a name means something else or less: outcome, as in KEYS -> name -> valid values.
_VALUES_OF: dict[str, dict[str, Check]] = {
    "ruling_points": {"points": lambda value, _: type(value) is int and 0 < abs(value) <= _CORRECTION},
    "ruling_count": {"points": _number(0, _CARDS)},
    "ruling_hand": {"cards": _number(1, _CARDS)},
    "bad_event": {"why": _text, "figures": _reason},
    "no_ruling": {"ruling": _one_of(*(name for name in RULINGS if name != "points"))},
}


def kind_of(record: Record, seats: int = 0) -> str:
    """Return the kind of a record, one of those above; NOTE if its form is not what it claims.

    `seats` is the number of seats in its match; 0 if unknown, and then an outcome must be valid for
    some number of seats. All data from boards, files and shared stores is checked here.
    """
    if "note" in record:
        note = record["note"]
        told = cast("Record", note) if isinstance(note, dict) else {}
        kind = next((kind for kind in (BOOT, UNIX, OVER, DAMAGED) if kind in told), NOTE)
        return kind if is_note(told, kind) else NOTE
    if "tierce" in record:
        return HEADER if is_header(record) else NOTE
    if "event" in record:
        if not is_outcome(record, seats):
            return NOTE
        return record["event"] if record["event"] in (ROUND, MATCH, RULING) else OUTCOME
    return EVENT if is_event(record) else NOTE


def is_event(record: Record) -> bool:
    """Tell whether a record can be an event: it has a time. The referee checks the rest."""
    return is_number(record.get("t")) and record["t"] <= _TIME


def is_note(told: Record, kind: str) -> bool:
    """Tell whether a note of this kind has the numbers it needs."""
    if kind == BOOT:
        return is_number(told[BOOT]) and is_number(told.get("after"))
    if kind == UNIX:
        return is_number(told[UNIX]) and is_number(told.get("at", 0))
    if kind == DAMAGED:
        return (
            told[DAMAGED] is True
            and is_number(told.get("rounds"))
            and _each(_number(-_POINTS, _POINTS))(told.get("totals"), 0)
            and 0 < len(told["totals"]) <= _SEATS
        )
    return kind == OVER and told[OVER] is True


def is_header(record: Record) -> bool:
    """Tell whether a record is a header: LOG.md, "Header"."""
    players = record.get("players")
    if not isinstance(players, list):
        return False
    names = cast("list[Any]", players)
    rules = record.get("rules", {})
    return (
        record.get("tierce") == 1
        and isinstance(record.get("game"), str)
        and 0 < len(names) <= _SEATS
        and all(isinstance(name, str) for name in names)
        and _seat(record.get("dealer"), len(names))
        and is_number(record.get("rounds", 0))
        and ("totals" not in record or _per_seat(_number(-_POINTS, _POINTS))(record["totals"], len(names)))
        and isinstance(rules, dict)
        and all(
            isinstance(value, str) or type(value) is bool or _number(-_POINTS, _POINTS)(value, 0)
            for value in cast("Record", rules).values()
        )
    )


def _named(record: Record) -> Any:
    """Return the name of an outcome's values in KEYS."""
    if record["event"] == "warning":
        return record.get("code")
    return f"ruling_{record.get('ruling')}" if record["event"] == RULING else record["event"]


def own_keys(record: Record) -> Record:
    """Return an outcome without the keys that it does not have in LOG.md, such as its number."""
    own = ("t", "event", *KEYS[_named(record)].split(), "why")
    return {key: record[key] for key in own if key in record}


def is_outcome(record: Record, seats: int = 0) -> bool:
    """Tell whether a record is an outcome as LOG.md defines it, for a match of `seats` seats."""
    event: Any = record["event"]
    named = _named(record)
    t: Any = record.get("t")
    known = KEYS.get(named) if isinstance(named, str) and named.isidentifier() else None
    if not isinstance(event, str) or known is None:
        return False
    wanted = known.split()
    # A warning's code is not an event's name. Hints are not outcomes.
    of = {"code": "warning", "ruling": RULING}.get(wanted[0], named)
    if event != of or event == "hint":
        return False
    totals: Any = record.get("totals")
    seats = seats or (len(cast("list[Any]", totals)) if isinstance(totals, list) else _SEATS)
    if not (is_number(t) and t <= _TIME):
        return False
    if not all(key in record or key in ("short", "columns", "figures") for key in wanted):
        return False
    checks = _VALUES | _VALUES_OF.get(named, {})
    if not all(checks[key](record[key], seats) for key in record if key in checks):
        return False
    if named == "bad_event" and not record.keys() & {"why", "figures"}:
        return False
    if event == "refused":  # each code has its own reason; a board has said sentences in its day
        told = record["figures"] if "figures" in record else record.get("why")
        good = "figures" in record or _each(_text)(told, seats)
        return good and len(cast("list[Any]", told)) == len(record["codes"])
    if event == "meld":
        return record["zone"].startswith("meld")
    return event != "match" or sorted(record["ranking"]) == list(range(seats))


def parsed(text: object, kind: str, seats: int = 0) -> Record | None:
    """Return the record of a row; None if its text is not a record of that kind."""
    try:
        told: object = loads(text) if isinstance(text, str) else None
    except ValueError:
        return None
    if not isinstance(told, dict):
        return None
    record = cast("Record", told)
    if kind in (HEADER, EVENT):  # a log's line may have further keys, which are ignored
        good = is_header(record) if kind == HEADER else is_event(record)
    else:
        good = kind_of(record, seats) == kind
    return record if good else None


def line_of(record: Record) -> str:
    """Return a record as a line of ASCII JSON without its number."""
    told = {key: value for key, value in record.items() if key != "seq"}
    return json.dumps(told, separators=(",", ":"))


def is_number(value: object) -> TypeGuard[int]:
    """Tell whether a value is an integer from 0 that fits a database column."""
    return type(value) is int and 0 <= value < _LARGEST


def missing(record: Record, begin: int) -> Record | None:
    """Return the loss between number `begin` and a later record; None if nothing is missing.

    When a board starts, its numbers jump, and the note of the start gives the last record kept
    before. While it runs, the numbers have no gaps; any other gap is damage.
    """
    seq: int = record["seq"]
    if kind_of(record) == BOOT:
        after: int = min(record["note"]["after"], seq - 1)
        return {"lost": after + 1 - begin, "from": begin} if after >= begin else None
    # If a start's jump lies in the gap, the start's note itself is missing.
    starts = (seq - begin) // _JUMP
    lost = seq - begin - starts * (_JUMP - 1)
    return {"lost": lost, "from": seq - lost}


def is_record(thing: Record) -> bool:
    """Tell whether an object from a board is a record: it has a number and is not a loss."""
    return is_number(thing.get("seq")) and "lost" not in thing


def is_loss(thing: Record) -> bool:
    """Tell whether an object reports lost records: their count and the first number."""
    return thing.keys() == {"lost", "from"} and is_number(thing["lost"]) and is_number(thing["from"])


def storable(text: str) -> str:
    """Return a text without what databases refuse: NUL, and bytes that were not UTF-8."""
    return text.replace("\0", "?").encode("utf-8", "backslashreplace").decode()
