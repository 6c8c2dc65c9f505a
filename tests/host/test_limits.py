"""Limits on the number of requests, with a clock of the test."""

from tierce_tools.server.limits import Asking, Limits

FEW = Limits(at_once=2, burst=5, per_s=2, pages=1, letters=100)


def test_a_burst_then_so_many_a_second_and_after_a_rest_a_burst_and_no_more():
    asking = Asking(FEW)
    assert [asking.allows(100.0) for _ in range(7)] == [True] * 5 + [False] * 2
    assert [asking.allows(100.5) for _ in range(2)] == [True, False]
    assert [asking.allows(101.0 + number / 2) for number in range(20)] == [True] * 20
    assert not asking.allows(110.5 - 0.5)
    assert [asking.allows(1e6) for _ in range(6)] == [True] * 5 + [False]


def test_a_flood_is_over_after_a_rest():
    asking = Asking(FEW)
    for number in range(200):
        assert asking.is_flood(10.0) == (number >= 105)
        asking.allows(10.0)
    assert asking.is_flood(12.4)
    assert not asking.is_flood(12.5)
    assert asking.allows(12.5)


def test_who_goes_on_a_little_too_fast_is_no_flood():
    asking = Asking(FEW)
    allowed = 0
    for number in range(150):  # three a second, for fifty seconds
        now = 50.0 + number / 3
        assert not asking.is_flood(now)
        allowed += asking.allows(now)
    assert 100 <= allowed <= 106
