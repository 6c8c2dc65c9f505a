"""The rule of a league, as data: match points for a table, and how ties are broken.

A rule is one of NAMED or a file of JSON. Files come from anywhere: they are checked whole.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

from tierce_tools.base.jsontext import loads
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble

SEATS = (2, 3, 4, 5, 6)  # players at a table
# The criteria for equal match points, and what they are called.
TIES = {
    "direct": N_("direct meeting"),
    "opponents": N_("opponents' match points"),
    "difference": N_("difference of points"),
    "wins": N_("tables won"),
    "rounds": N_("rounds won"),
    "lot": N_("lot"),
}
_ALL = ["direct", "opponents", "difference", "rounds", "lot"]
NAMED: dict[str, dict[str, Any]] = {
    # Of twelve, the share of the others whom one has beaten: six on average at tables of any size.
    "places": {
        "by": "place",
        "bye": 6,
        "ties": _ALL,
        "places": {str(seats): [12 * (seats - at) / (seats - 1) for at in range(1, seats + 1)] for seats in SEATS},
    },
    # The winner alone counts.
    "winner": {"by": "place", "bye": 1, "places": [1, 0, 0, 0, 0, 0], "ties": _ALL},
    # Six for each seat of a table, divided by what each is ahead of its last player.
    "share": {"by": "share", "bye": 6, "pool": 6, "ties": _ALL},
}
_LARGEST = 1 << 16  # bytes of a file
_MOST = 1000  # match points
_KEYS = {"name", "by", "places", "pool", "bye", "forfeit", "ties"}


@dataclass(frozen=True)
class Rule:
    """A rule that was checked. `text` is its JSON, as a store keeps it.

    `places` has the match points by place for each number of players, the first place first; None
    if `pool` for each seat is divided by the share of points instead. `bye` is what a bye counts,
    `forfeit` a table for those who do not play there.
    """

    text: str
    places: Mapping[int, tuple[Fraction, ...]] | None
    pool: Fraction
    bye: Fraction
    ties: tuple[str, ...]
    forfeit: Fraction = Fraction(0)


def rule_of(given: str) -> Rule:
    """Return a named rule, or that of a file. Raises Trouble."""
    if given in NAMED:
        return parsed(json.dumps(NAMED[given]), given)
    path = Path(given)
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        raise Trouble(
            "league.no_rule",
            "{rule}: neither a named rule ({names}) nor a file that can be read: {reason}",
            rule=given,
            names=", ".join(NAMED),
            reason=error,
        ) from None
    if len(data) > _LARGEST:
        raise _bad(given, N_("{rule}: it is too large for a rule"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _bad(given, N_("{rule}: it is not UTF-8")) from None
    return parsed(text, given)


def parsed(text: str, where: str) -> Rule:
    """Return the rule that a text of JSON is; `where` names it in errors. Raises Trouble."""
    try:
        thing: Any = loads(text, object_pairs_hook=_once, parse_float=_decimal, parse_int=_decimal)
    except _Twice as twice:
        raise _bad(where, N_("{rule}: {key} is there twice"), key=str(twice)) from None
    except ValueError:
        raise _bad(where, N_("{rule}: it is not JSON")) from None
    if not isinstance(thing, dict):
        raise _bad(where, N_("{rule}: it is not a JSON object"))
    rule = cast("dict[str, Any]", thing)
    for key in rule:
        if key not in _KEYS:
            raise _bad(
                where, N_("{rule}: there is no key {key}; the keys are {keys}"), key=key, keys=", ".join(sorted(_KEYS))
            )
    places: dict[int, tuple[Fraction, ...]] | None = None
    pool = Fraction(0)
    if rule.get("by") == "place" and "pool" not in rule:
        places = _places(rule.get("places"), where)
    elif rule.get("by") == "share" and "places" not in rule:
        pool = _number(rule.get("pool"), "pool", where)
    else:
        raise _bad(where, N_('{rule}: it needs "by": "place" with "places", or "by": "share" with "pool"'))
    name = rule.get("name", "")
    if not isinstance(name, str) or len(name) > 100:
        raise _bad(where, N_("{rule}: {key} is not a short text"), key="name")
    bye, forfeit = (_number(rule.get(key, Fraction(0)), key, where) for key in ("bye", "forfeit"))
    ties = _ties(rule.get("ties", []), where)
    return Rule(json.dumps(rule, ensure_ascii=True, default=float), places, pool, bye, ties, forfeit)


def _places(thing: Any, where: str) -> dict[int, tuple[Fraction, ...]]:
    found: dict[int, tuple[Fraction, ...]] = {}
    if isinstance(thing, list):
        every = cast("list[Any]", thing)
        if not SEATS[0] <= len(every) <= SEATS[-1]:
            raise _bad(where, N_("{rule}: {key} needs {n} numbers"), key="places", n=f"{SEATS[0]}-{SEATS[-1]}")
        thing = {str(seats): every[:seats] for seats in SEATS if seats <= len(every)}
    if not isinstance(thing, dict):
        raise _bad(where, N_("{rule}: {key} needs {n} numbers"), key="places", n=f"{SEATS[0]}-{SEATS[-1]}")
    given = cast("dict[str, Any]", thing)
    for key in given:
        if key not in map(str, SEATS):
            raise _bad(
                where,
                N_("{rule}: there is no key {key}; the keys are {keys}"),
                key=f"places.{key}",
                keys=", ".join(map(str, SEATS)),
            )
    for seats in SEATS:
        row: Any = given.get(str(seats))
        if row is None:
            continue
        if not isinstance(row, list) or len(cast("list[Any]", row)) != seats:
            raise _bad(where, N_("{rule}: {key} needs {n} numbers"), key=f"places.{seats}", n=seats)
        numbers = tuple(_number(each, f"places.{seats}", where) for each in cast("list[Any]", row))
        if list(numbers) != sorted(numbers, reverse=True):
            raise _bad(where, N_("{rule}: {key}: a better place must not count less"), key=f"places.{seats}")
        found[seats] = numbers
    if not found:
        raise _bad(where, N_("{rule}: {key} needs {n} numbers"), key="places", n=f"{SEATS[0]}-{SEATS[-1]}")
    return found


def _ties(thing: Any, where: str) -> tuple[str, ...]:
    if not isinstance(thing, list):
        raise _bad(where, N_("{rule}: {key} is not a list"), key="ties")
    every = cast("list[Any]", thing)
    for each in every:
        if not isinstance(each, str) or each not in TIES:
            raise _bad(
                where, N_("{rule}: there is no criterion {key}; they are {keys}"), key=str(each), keys=", ".join(TIES)
            )
    if len(set(every)) < len(every):
        raise _bad(where, N_("{rule}: {key} is there twice"), key=max(every, key=every.count))
    return tuple(every)


def _number(thing: Any, key: str, where: str) -> Fraction:
    """Return a number from 0 on with at most three decimals."""
    if not isinstance(thing, Fraction) or not 0 <= thing <= _MOST or (1000 * thing) % 1:
        raise _bad(
            where, N_("{rule}: {key} needs numbers from 0 to {n}, with at most three decimals"), key=key, n=_MOST
        )
    return thing


class _Twice(Exception):
    """A key that an object has twice."""


def _once(found: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in found]
    for key in keys:
        if keys.count(key) > 1:
            raise _Twice(key)
    return dict(found)


def _decimal(text: str) -> Fraction:
    if len(text) > 20 or "e" in text or "E" in text:  # 1e999999 would fill the memory
        raise ValueError(text)
    return Fraction(text)


def _bad(where: str, text: str, **details: object) -> Trouble:
    return Trouble("league.bad_rule", text, rule=where, **details)
