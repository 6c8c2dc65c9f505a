"""A short soak: matches, faults, power cuts and a host. tests/bench/soak.py is the long one."""

import pytest
from bench import soak

MINUTES = 3  # of the table's time


def test_no_more_sit_down_than_the_table_has_seats():
    """A sixth player's button is not there: seed 90211 once ended with that."""
    table = soak.Soak(90211, lambda text: None)
    seats = {len(table.players().header["players"]) for _ in range(200)}
    assert seats == set(range(2, len(soak.NAMES) + 1))


@pytest.mark.longer
def test_a_short_soak(capsys):
    said = []
    table = soak.Soak(5, said.append, 4)
    table.run(MINUTES / 60, most_turns=20)
    with capsys.disabled():
        print(f"\nsoak: {said[-2]}; {said[-1]}")
    assert min(table.count[what] for what in ("boots", "turns", "faults")) > 0
