"""The grid of a study: each combination of the options that it varies."""

import json
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from tierce.presets import rules_of
from tierce_tools.base.trouble import Trouble

Rules = dict[str, Any]


def value(text: str) -> Any:
    """Return the value of an option as typed: 40, true, hand."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def varied(given: Sequence[str]) -> dict[str, list[Any]]:
    """Return option -> its values, from NAME=VALUE,VALUE,...; raises Trouble."""
    found: dict[str, list[Any]] = {}
    for each in given:
        name, _, text = each.partition("=")
        values = [value(part) for part in text.split(",") if part]
        if not name or not values:
            raise Trouble(
                "study.no_values", "{given} is not NAME=VALUE,VALUE, as in first_lay_points=30,40,51", given=each
            )
        if name in found:
            raise Trouble("study.varied_twice", "{name} is varied twice: give all its values at once", name=name)
        found[name] = list(dict.fromkeys(values))
    return found


def cells(game: str, seats: int, house: Mapping[str, Any], vary: Mapping[str, list[Any]]) -> list[Rules]:
    """Return the house rules of each cell: `house`, and one value of each varied option.

    Raises LogError for a game, an option or a value that there is not.
    """
    found: list[Rules] = []
    for values in product(*vary.values()):
        rules = {**house, **dict(zip(vary, values, strict=True))}
        rules_of(game, seats, rules)
        found.append(rules)
    return found
