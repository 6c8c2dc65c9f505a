"""The facts of several matches are the sums of theirs."""

from collections import Counter
from dataclasses import fields
from typing import Any

from tierce_tools.logs.statistics import Course, Facts, Player


def facts(number: int) -> Facts:
    """Return facts in which everything that is counted is `number`."""
    made = Facts(players={"Ana": Player(turns=number)}, courses=[Course("gin", ["Ana"])])
    for each in fields(made):
        value: Any = getattr(made, each.name)
        if isinstance(value, Counter):
            value[5] = number
        elif type(value) is int:
            setattr(made, each.name, number)
    return made


def test_everything_that_is_counted_is_added():
    total = facts(3)
    total += facts(4)
    for each in fields(total):
        value: Any = getattr(total, each.name)
        if isinstance(value, Counter):
            assert value[5] == 7, each.name
        elif type(value) is int:
            assert value == 7, each.name
    assert total.players["Ana"].turns == 7
    assert len(total.courses) == 2
