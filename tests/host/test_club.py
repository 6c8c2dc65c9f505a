"""What many tables say is kept once: in any order, twice, late, whatever is killed; no broker."""

import random
from collections import deque
from pathlib import Path
from threading import Thread

import pytest
import ring
from hypothesis import example, given
from hypothesis import strategies as st
from published import Journal, Unseen, evening, in_store
from sqlalchemy import select

from tierce_tools.broker import messages
from tierce_tools.broker.messages import ASK, POSITION, RECORD, Batch, Count, Position, encoded
from tierce_tools.broker.outbox import Outbox
from tierce_tools.club.kept import Kept
from tierce_tools.club.naming import Naming
from tierce_tools.club.received import BURST, MOST_JOURNALS, PER_S, Have, Received, Work
from tierce_tools.logs.owners import PART, every_card, register
from tierce_tools.logs.records import Record
from tierce_tools.logs.schema import losses
from tierce_tools.logs.store import Store

Message = tuple[str, bytes]
JOURNAL = "0123456789abcdef"


class Broker:
    """What a broker has retained, and what waits for the collector."""

    def __init__(self) -> None:
        self.retained: dict[str, bytes] = {}
        self.waiting: deque[Message] = deque()

    def say(self, topic: str, payload: bytes) -> None:
        if not topic.endswith(RECORD):
            self.retained[topic] = payload
        self.waiting.append((topic, payload))


class Publishing:
    """A table and its publisher, which does what publisher.py does, a message at a time."""

    def __init__(self, name: str, seed: int, broker: Broker) -> None:
        self.name = name
        self.records = evening(seed)
        self.source = Journal(self.records)
        self.broker = broker
        self.outbox = Outbox(Unseen(), self.source)
        self.at = 0
        self.to_say: deque[Message] = deque()
        self.start()

    def start(self) -> None:
        """Begin, as after a kill; what was not said is forgotten."""
        retained = self.broker.retained
        ask = messages.read_ask(retained.get(messages.topic(self.name, ASK), b""))
        self._begin(messages.read_position(retained.get(messages.topic(self.name, POSITION))), ask)

    def _begin(self, position: Position | None, ask: tuple[str, int] | None) -> None:
        self.to_say.clear()
        self.outbox = Outbox(Unseen(), self.source)
        self.at = max(self.outbox.begin(position, ask) - 1, 0)
        self._say_position()
        if ask is not None:
            self.to_say.append((messages.topic(self.name, ASK), b""))

    def _say_position(self) -> None:
        position = self.outbox.position()
        if position is not None:
            self.to_say.append((messages.topic(self.name, POSITION), messages.encoded_position(position)))

    def step(self, rng: random.Random) -> None:
        """Say one thing, or take more records, or hear an ask."""
        if self.to_say:
            self.broker.say(*self.to_say.popleft())
            return
        ask = messages.read_ask(self.broker.retained.get(messages.topic(self.name, ASK), b""))
        if ask is not None:
            self._begin(self.outbox.position(), ask)
            return
        more = rng.choice((0, 1, 2, 40))
        self.source.there = max(self.source.there, min(self.at + more, len(self.records)))
        end = min(self.source.there, self.at + rng.choice((1, 7, 500)))
        sent = self.outbox.take(tuple(self.records[self.at : end]))
        self.at = end
        self.to_say += [(messages.topic(self.name, RECORD), each) for each in sent]
        self._say_position()

    @property
    def is_done(self) -> bool:
        asked = self.broker.retained.get(messages.topic(self.name, ASK))
        return self.at == len(self.records) and not self.to_say and not asked


class Collector:
    """What collector.py does, between a broker and a store."""

    def __init__(self, broker: Broker, kept: Kept) -> None:
        self.broker = broker
        self.kept = kept
        self.received = Received()
        self.start()

    def start(self) -> None:
        """Begin a connection: first comes what is retained, then what has waited."""
        self.received.begin(self.kept.have())
        for each in self.broker.retained.items():
            if each[1]:
                self.received.take(*each, retained=True)

    def step(self, rng: random.Random, breaks: bool) -> None:
        for _ in range(min(len(self.broker.waiting), rng.choice((1, 3, 100)))):
            self.received.take(*self.broker.waiting.popleft())
        if breaks and rng.random() < 0.1:  # killed before it has kept them
            self.start()
            return
        work, asks = self.received.taken()
        self.kept.keep(work)
        for table, (journal, first) in asks.items():
            self.broker.say(messages.topic(table, ASK), encoded({"journal": journal, "from": first}))


@pytest.mark.parametrize("seed", ring.seeds("club", 1, 5))
def test_everything_is_kept_once_whatever_breaks(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    broker = Broker()
    with Store.open(str(tmp_path / "club.db")) as store:
        tables = [Publishing(f"t{number}", 10 * seed + number, broker) for number in range(2)]
        collector = Collector(broker, Kept(store))
        steps, earlier = 0, dict(broker.retained)
        while broker.waiting or not all(each.is_done for each in tables):
            steps += 1
            assert steps < 20000
            for each in tables:
                if rng.random() < 0.9:
                    each.step(rng)
            collector.step(rng, breaks=steps <= 300)
            if steps > 300:  # from here on nothing breaks
                continue
            act = rng.random()
            if act < 0.01:
                rng.choice(tables).start()
            elif act < 0.02:  # the broker is killed, and has lost what it had not written
                broker.waiting.clear()
                broker.retained = dict(earlier)
                for each in tables:
                    each.start()
                collector.start()
            elif act < 0.03:
                earlier = dict(broker.retained)
            elif act < 0.06 and broker.waiting:  # the queue was full
                del broker.waiting[rng.randrange(len(broker.waiting))]
            elif act < 0.07 and broker.waiting:  # said twice, late
                broker.waiting.append(
                    rng.choice([each for each in broker.waiting if each[0].endswith(RECORD)] or [("x", b"")])
                )
        # A last connection asks for what an end in the middle has left.
        collector.start()
        for _ in range(500):
            collector.step(rng, breaks=False)
            for each in tables:
                each.step(rng)
        for each in tables:
            position = each.outbox.position()
            assert position is not None
            wanted = {record["seq"]: record for record in each.records if record["seq"] not in position.held}
            found = in_store(store, each.name)
            assert {seq: found.get(seq) for seq in wanted} == wanted
            have = collector.kept.have()[each.name, position.journal]
            assert have == Have(position.next, position.held)


def position(next_: int, held: tuple[int, ...] = (), n: int = 0) -> bytes:
    told = Position(JOURNAL, Count("01234567", n), next_, held, (1, 1))
    return messages.encoded_position(told)


def said(received: Received, table: str, next_: int, held: tuple[int, ...] = (), n: int = 0) -> None:
    received.take(messages.topic(table, POSITION), position(next_, held, n))


def batch(*records: Record, n: int = 1, journal: str = JOURNAL) -> bytes:
    return messages.encoded_batch(Batch(journal, Count("01234567", n), list(records)))


def test_a_position_counts_if_nothing_was_missed() -> None:
    received = Received()
    received.begin({("a", JOURNAL): Have(10, (4,))})
    said(received, "a", 10, (4,))
    said(received, "a", 20)
    work, asks = received.taken()
    assert work["a", JOURNAL].have == Have(20)
    assert not asks


def test_a_table_is_asked_for_what_may_be_missing() -> None:
    for have, first in ((Have(), 0), (Have(10), 10), (Have(10, (4, 6)), 6), (Have(10, (4,)), 10)):
        received = Received()
        received.begin({("a", JOURNAL): have})
        said(received, "a", 20, (4,))
        said(received, "a", 21, (4,))
        assert received.taken() == ({}, {"a": (JOURNAL, first)}), "once"
        # It goes back to there; now all that it says is in order.
        said(received, "a", first, (4,))
        said(received, "a", 21, (4,))
        assert received.taken()[0]["a", JOURNAL].have == Have(21, (4,))


def test_a_message_that_a_broker_drops_is_noticed() -> None:
    # The second time some come twice.
    for heard, lacks in (((1, 2, 3), 0), ((1, 1, 2, 3, 2), 0), ((2, 3), 1), ((1, 3), 1), ((1, 2), 1), ((), 1)):
        received = Received()
        received.begin({("a", JOURNAL): Have(10)})
        said(received, "a", 10)
        for n in heard:
            received.take("tierce/a/record", batch({"seq": 9 + n, "t": 1}, n=n))
        said(received, "a", 13, n=3)
        work, asks = received.taken()
        assert asks == ({"a": (JOURNAL, 10)} if lacks else {}), heard
        assert work["a", JOURNAL].have == Have(10 if lacks else 13), heard


def test_a_table_is_asked_again_if_it_has_answered_in_vain() -> None:
    received = Received()
    received.begin({("a", JOURNAL): Have(10)})
    for _ in range(2):
        said(received, "a", 20, n=1)
        assert received.taken()[1] == {"a": (JOURNAL, 10)}
        said(received, "a", 10)  # what it says then is dropped


def test_what_is_retained_never_counts() -> None:
    """Records that came after it may have been missed."""
    received = Received()
    received.begin({("a", JOURNAL): Have(10)})
    received.take("tierce/a/position", position(5), retained=True)
    said(received, "a", 12)
    assert received.taken() == ({}, {"a": (JOURNAL, 10)})


def test_a_table_cannot_fill_the_store_with_journals() -> None:
    received = Received()
    for number in range(MOST_JOURNALS + 5):
        received.take("tierce/a/record", batch(journal=f"{number:016x}"))
    received.take("tierce/b/record", batch())
    assert sum(table == "a" for table, _ in received.taken()[0]) == MOST_JOURNALS


def test_a_table_cannot_fill_the_store_with_records() -> None:
    """What is too much is left out, and asked for when there is room again."""
    received = Received()
    received.begin({("a", JOURNAL): Have(1)})
    said(received, "a", 1)
    many = BURST // 100_000
    for number in range(1, 1 + many):
        received.take("tierce/a/record", batch({"seq": number, "t": 1, "x": 200_000 * "x"}, n=number))
        received.take("tierce/b/record", batch({"seq": number, "t": 1}, n=number))
    work, _ = received.taken()
    kept = len(work["a", JOURNAL].records)
    assert BURST - 400_000 < kept * 200_000 <= BURST
    assert len(work["b", JOURNAL].records) == many
    last = position(many + 1, n=many)
    received.take("tierce/a/position", last)
    assert received.taken() == ({}, {}), "no room for an answer"
    minute = 0
    while not received.taken()[1]:
        minute += 1
        received.take("tierce/a/position", last, retained=True, now=60 * minute)
    assert abs(60 * minute * PER_S - BURST / 2) < 1 << 20
    received.begin({})  # a new connection gives no new room
    for number in range(1, 1 + many):
        received.take("tierce/a/record", batch({"seq": number, "t": 1, "x": 200_000 * "x"}, n=number), now=60 * minute)
    assert len(received.taken()[0]["a", JOURNAL].records) * 200_000 < BURST / 2 + (1 << 20)


def test_a_table_writes_its_own_journals_only(where: str) -> None:
    """Two tables name the same journal, as one of them lies."""
    with Store.open(where) as store:
        kept, received = Kept(store), Received()
        for table, t in (("a", 1), ("b", 2)):
            received.take(f"tierce/{table}/record", batch({"seq": 1, "t": t}))
        assert kept.keep(received.taken()[0]) == 2
        assert in_store(store, "a") == {1: {"seq": 1, "t": 1}}
        assert in_store(store, "b") == {1: {"seq": 1, "t": 2}}


@pytest.mark.parametrize("seed", ring.seeds("club", 1, 3))
def test_two_clubs_keep_at_once_what_overlaps(where: str, seed: int) -> None:
    """Each has all records of all tables, in another order, and each record is kept once."""
    tables = {f"table-{number}": evening(number)[:40] for number in range(6)}
    new: list[int] = []

    def club(number: int) -> None:
        dice = random.Random(10 * seed + number)
        with Store.open(where) as store:
            kept = Kept(store)
            for begin in range(0, 40, 5):
                names = dice.sample(sorted(tables), len(tables))
                some = {name: tables[name][max(0, begin - dice.randrange(4)) : begin + 5] for name in names}
                new.append(kept.keep({(name, JOURNAL): Work(records) for name, records in some.items()}))
                lost = {"lost": 3, "from": 1000 * number}
                new.append(kept.keep({(name, JOURNAL): Work([lost]) for name in names}))

    clubs = [Thread(target=club, args=(number,)) for number in (1, 2)]
    for each in clubs:
        each.start()
    for each in clubs:
        each.join()
    assert sum(new) == 6 * 40
    with Store.open(where) as store:
        for name, records in tables.items():
            assert in_store(store, name) == {each["seq"]: each for each in records}, name
        with store.reading() as connection:
            rows = connection.execute(select(losses.c.journal, losses.c.first, losses.c.count))
            assert sorted(row[1:] for row in rows) == [(1000, 3)] * 6 + [(2000, 3)] * 6


HEADER_LINE = {"tierce": 1, "game": "rami51", "players": ["Luc", "Zoé"], "dealer": 0}
CARD = {"t": 1, "event": "warning", "code": "unknown_card", "zone": "seat0", "card": "e004015012345678"}

# An outcome may have more keys than it needs, such as those of another one.
TURN = {"t": 1, "event": "turn", "seat": 0, "took": "stock", "laid": 0, "hand": 3, "code": "unknown_card"}


MARKS = {"journal": JOURNAL, "stream": "0" * 8, "n": 1}
SAID = [
    *(b"", b"[]", b"{}", b"\xff" * 99, b"[" * 99999),
    *(encoded(MARKS | {"next": 5, "held": [], "clock": clock}) for clock in (3, [1, 1])),
    *(encoded(MARKS | {"records": records}) for records in ([{"seq": -1}], [3])),
    *(batch(each) for each in ({"seq": 1}, {"lost": 3, "from": 4}, {"seq": 5, "text": "\0\ud800"})),
    *(position(1, n=1), position((1 << 62) - 1, (0,)), position(-1)),
    b'{"journal":"0123456789abcdef","from":3}',
    *(batch({"seq": 2} | HEADER_LINE), batch({"seq": 3} | CARD), batch({"seq": 2} | CARD | {"zone": "seat9"})),
]
TOPICS = ["record", "position", "ask", "state", "status", "x", "record/x"]


@given(st.lists(st.tuples(st.sampled_from(TOPICS), st.binary() | st.sampled_from(SAID))))
@example([("record", batch({"seq": 2} | TURN))])
@example([(topic, payload) for payload in SAID for topic in TOPICS])
def test_whatever_comes_is_kept_or_left_out(said: list[Message]) -> None:
    with Store.open("sqlite:///:memory:") as store:
        store.add(PART)
        with store.writing() as connection:
            register(connection, CARD["card"], "Ana")
        kept, received = Kept(store), Received()
        for what, payload in said:
            received.take(f"tierce/t/{what}", payload)
        work, _ = received.taken()
        kept.keep(work)
        naming = Naming(kept)
        naming.hear(work)
        naming.names(0)
        with store.reading() as connection:
            every_card(connection)
        for each in store.matches():
            assert each
