"""The words of statistics: times."""

import pytest

from tierce_tools.cli.stats import terms_of


@pytest.mark.parametrize(("tenths", "text"), [(None, "–"), (0, "0:00"), (594, "0:59"), (596, "1:00"), (36610, "61:01")])
def test_tenths_of_a_second_as_minutes(tenths: float | None, text: str):
    assert terms_of("en").minutes(tenths) == text
