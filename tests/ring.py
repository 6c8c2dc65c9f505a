"""Which ring of tests runs: `make test`, or everything by `make test-all` (TIERCE_RING=all).

A test marked `longer` runs in `make test-all` only.
"""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy

from tierce.presets import PRESETS

ALL = os.environ.get("TIERCE_RING") == "all"
# `make test` throws no dice. `make test-all` throws them once, and prints with what they began.
FIRST = int(os.environ.get("TIERCE_SEED", 0)) if ALL else 0

# The files that take longest, longest first: all processes then end at about the same time.
SLOWEST = """
browser_page deploy browser_build browser_site page_rulings store table_power playback virtual_faults virtual_table
browser_look table_faults test heap texts hints_laying kept_tables stats doctor hostile study server export
table_rulings manual table_checks match_from_records register damage table_by_hand settling replay_many
table_verb club_page deploy_rom micropython session publish_broker league browser_club repl blind watch
""".split()

# One game of each module that plays; the other games are the first's with other options.
MODULES = ("rami51", "contrat", "rami500", "gin", "manipulation")
# For tests of what asks nothing about a game: those; all in `make test-all`.
FAMILIES = tuple(sorted(PRESETS if ALL else MODULES))


def rounds(few: int, many: int) -> int:
    """Return how often a random test runs: `few` in `make test`, `many` in `make test-all`."""
    return many if ALL else few


def seeds(what: str, few: int, many: int) -> list[int]:
    """Return the seeds of a random test: `few` that are always the same in `make test`; `many` new ones in `test-all`.

    Those that have failed for `what` (a game, or a test's own word) are kept in seeds.txt, and run in both.
    """
    return [*range(FIRST, FIRST + rounds(few, many)), *_kept().get(what, ())]


def tried(check: Callable[[Any], object], made: SearchStrategy[Any], few: int, many: int) -> None:
    """Check some of what a strategy makes: `few` in `make test`, up to `many` in `make test-all`."""

    @settings(max_examples=rounds(few, many))
    @given(made)
    def each(one: Any) -> None:
        check(one)

    each()


def longer(first: object, *others: object) -> list[object]:
    """Return parameters, or tuples of them, of a test: all but the first run in `make test-all` only."""
    rows = [each if isinstance(each, tuple) else (each,) for each in others]
    return [first, *(pytest.param(*row, marks=pytest.mark.longer) for row in rows)]


@cache
def _kept() -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for line in Path(__file__).with_name("seeds.txt").read_text("utf-8").splitlines():
        what, seed = line.partition("#")[0].split() or ("", 0)
        found.setdefault(what, []).append(int(seed))
    return found


def of_game(game: str, few: int, many: int) -> int:
    """Return how often a random test of a game runs: `few`, or up to `many` in `make test-all`.

    The many games that are Rami 51 with other options (one module plays them) share what two games
    would have.
    """
    plays = [PRESETS[each]["plays"] for each in PRESETS]
    shared = 2 * many // plays.count(PRESETS[game]["plays"])
    return rounds(few, max(few, min(many, shared)))


def of_modules(few: int, many: int, others: int = 0) -> list[tuple[str, int]]:
    """Return the (game, seed) of random matches; in `make test` `few` of one game of each module.

    `others` is how many of each other game `make test` plays.
    """
    return [
        (game, seed)
        for game in sorted(PRESETS)
        for seed in seeds(game, few if game in MODULES else others, of_game(game, few, many))
    ]


def matches(few: int, many: int) -> list[tuple[str, int]]:
    """Return the (game, seed) of random matches of all games."""
    return of_modules(few, many, few)
