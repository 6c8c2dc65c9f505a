"""The loop: each task runs at its time, and a failing task does not stop the others."""

import asyncio
from types import SimpleNamespace

import pytest

import app.clock
from app.loop import Loop
from drivers.steps import MASK, blocking, finish, since
from tierce_tools.twin.clock import Clock

WRAP = MASK + 1


def loop_of(clock):
    failed = []
    return Loop(clock, lambda name, error: failed.append((name, str(error)))), failed


def every(clock, heard, us):
    while True:
        heard.append(clock.now)
        yield us


def test_a_task_in_a_hurry_is_due_at_once():
    clock = Clock()
    loop, _ = loop_of(clock)
    heard = []
    loop.add("lights", lambda: every(clock, heard, 40000))
    loop.add("readers", lambda: every(clock, [], 1000))
    while clock.now < 50000:
        loop.turn()
        if clock.now == 5000 and len(heard) == 1:
            loop.hurry("lights")
    assert heard == [0, 5000, 45000]


@pytest.mark.parametrize("start", [0, WRAP - 5000, WRAP // 2 - 100])
def test_tasks_run_when_they_are_due(start):
    clock = Clock()
    clock.sleep_us(start)
    loop, failed = loop_of(clock)
    heard = [], [], []
    for name, us in enumerate((1000, 300, 7000)):
        loop.add(name, lambda name=name, us=us: every(clock, heard[name], us))
    while clock.now < start + 21000:
        loop.turn()
    for times, us in zip(heard, (1000, 300, 7000), strict=True):
        assert times == list(range(start, start + 21001, us))[: len(times)]
        assert len(times) >= 21000 // us - 1
    assert not failed


def test_a_task_that_fails_begins_again_and_stops_no_other():
    clock = Clock()
    loop, failed = loop_of(clock)
    heard = []

    def breaks():
        yield 10
        raise ValueError("broken")

    loop.add("breaks", breaks)
    loop.add("goes on", lambda: every(clock, heard, 1000))
    while clock.now < 3500000:
        loop.turn()
    assert failed == [("breaks", "broken")] * 4
    assert len(heard) >= 3499


def test_ctrl_c_goes_through():
    clock = Clock()
    loop, _ = loop_of(clock)

    def interrupted():
        raise KeyboardInterrupt
        yield

    loop.add("interrupted", interrupted)
    with pytest.raises(KeyboardInterrupt):
        loop.turn()


def test_since_wraps():
    assert since(5, WRAP - 5) == 10
    assert since(WRAP - 5, 5) == -10


def reads(slept):
    yield 700
    slept.append("first")
    yield 2300
    return 42


def test_the_shells_wait_and_give_the_result():
    slept = []
    assert blocking(reads(slept), slept.append) == 42
    assert slept == [700, "first", 2300]

    async def sleep_ms(ms):
        slept.append(ms)

    slept.clear()
    assert asyncio.run(finish(reads(slept), sleep_ms)) == 42
    assert slept == [1, "first", 3]  # rounded up: never too early


@pytest.mark.parametrize("us", [1, 700, 1999, 2000, 2155, 2999, 41_999, 3_000_001])
def test_the_boards_own_clock_never_wakes_early(monkeypatch, us):
    """A task that resumes too early looks for a tag's reply before it has begun."""
    model = Clock()
    model.now = (1 << 30) - 1000  # ticks wrap in between
    ticks = SimpleNamespace(
        ticks_us=model.us,
        ticks_ms=lambda: model.now // 1000,
        sleep_us=model.sleep_us,
        sleep_ms=model.sleep_ms,
        ticks_add=lambda one, more: (one + more) & MASK,
        ticks_diff=lambda one, other: since(one, other),
    )
    monkeypatch.setattr("app.clock.time", ticks)
    start = model.now
    app.clock.Clock().sleep_us(us)
    assert model.now == start + us
