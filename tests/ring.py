"""Which ring of tests runs: `make test`, or everything by `make test-all` (TIERCE_RING=all).

A test marked `longer` runs in `make test-all` only.
"""

import os

from tierce.presets import PRESETS

ALL = os.environ.get("TIERCE_RING") == "all"

# The files that take longest, longest first: all processes then end at about the same time.
SLOWEST = (
    "test_deploy_rom.py", "test_deploy.py", "test_heap.py", "test_table_matches.py",
    "test_playback.py", "test_players.py", "test_virtual_table.py", "test_register.py",
    "test_browser_access.py", "test_store.py", "test_table_faults.py", "test_doctor_board.py",
    "test_browser_page.py", "test_browser_matches.py", "test_mip.py", "test_repl.py",
    "test_browser_phones.py", "test_browser_secrets.py", "test_shelf.py", "test_doctor.py",
    "test_same_bytes.py", "test_cable.py", "test_hints_laying.py", "test_power_cuts.py",
)


def rounds(few: int, many: int) -> int:
    """Return how often a random test runs: `few` in `make test`, `many` in `make test-all`."""
    return many if ALL else few


def matches(few: int, many: int) -> list[tuple[str, int]]:
    """Return the (game, seed) of random matches of all games, with `few` or `many` seeds each.

    In `make test-all` the many games that are Rami 51 with other options (the module that plays
    them is the same) have together as many as two games.
    """
    plays = [PRESETS[game]["plays"] for game in PRESETS]
    shared = {each: min(many, max(few, 2 * many // plays.count(each))) for each in plays}
    return [(game, seed) for game in sorted(PRESETS)
            for seed in range(rounds(few, shared[PRESETS[game]["plays"]]))]
