"""app/link/link.py: how many lines may wait, when a bad one is answered, and the order of a record's keys."""

import json
from types import SimpleNamespace

import pytest

from app.link.link import Link, record_text
from tierce.records import EVENT, HEADER


class Asked:
    """The commands of a link: what they were given."""

    def __init__(self):
        self.lines = []
        self.failures = []
        self.jobs = ()

    def take(self, line):
        self.lines.append(bytes(line))

    def fail(self, *failure):
        self.failures.append(failure)

    def work(self):
        pass


@pytest.fixture
def asked():
    return Asked()


def link_of(asked, data):
    """Return a link whose port gives some bytes once, and takes none."""
    parts = [data]
    port = SimpleNamespace(read=lambda limit: parts.pop() if parts else b"", write=lambda data: 0)
    journal = SimpleNamespace(next_seq=1, on_put=None)
    return Link(port, journal, lambda link: asked, SimpleNamespace(ms=lambda: 0))


def test_four_lines_may_wait(asked):
    link = link_of(asked, b'{"cmd":"hello"}\n' * 6)
    link.poll()
    assert link.dropped == 2
    for _ in range(10):
        link.poll()
    assert asked.lines[:4] == [b'{"cmd":"hello"}'] * 4
    assert len(asked.lines) == 4


def test_a_bad_line_is_answered_only_while_few_answers_wait(asked):
    for waiting, failures in ((1, 1), (2, 0)):
        link = link_of(asked, b"no command\n")
        link.answers = ["{}"] * waiting
        asked.failures.clear()
        link.poll()
        assert (link.bad, len(asked.failures)) == (1, failures)


def test_the_keys_of_a_record_have_the_order_of_the_log():
    header = {"tierce": 1, "game": "gin", "players": ["Ana"], "dealer": 0, "rules": {}, "deck": 52, "boot": 3}
    event = {"t": 9, "seat": 0, "zone": "meld1", "out": [], "in": ["4C"], "joker": "X1", "as": "5C", "by_hand": True}
    for kind, thing in ((HEADER, header), (EVENT, event)):
        told = json.loads(record_text(7, kind, dict(reversed(thing.items()))))
        assert list(told) == ["seq", *thing]
