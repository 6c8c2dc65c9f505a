"""The cable is pulled many times, during a pull and a live match: every record arrives once.

The board is the real firmware on a real MicroPython behind a pseudo-terminal. The port hangs up in
the middle of any traffic.
"""

import random
import threading
from contextlib import suppress
from typing import Any

import pytest
import ring
from journals import kept, played
from players import Players
from vmboard import VmBoard, club_config, club_files

from tierce_tools.board import follow, journal
from tierce_tools.board.ports import choose
from tierce_tools.board.session import Session
from tierce_tools.board.transport import SerialTransport, Unplugged
from tierce_tools.match.watcher import Differs, Lost, Watcher
from tierce_tools.virtual.board import config_for

WHILE_PULLING = ring.rounds(5, 25)  # mostly in the middle of the stream
WHILE_WATCHING = ring.rounds(4, 12)  # mostly during events, as people are slower than the link


class Cable:
    """A cable that is pulled after some bytes in either direction, and plugged in to connect."""

    def __init__(self, board: VmBoard, dice: random.Random, times: int, bytes_between: int) -> None:
        self.board = board
        self.times = times
        self.pulls = 0
        self._dice = dice
        self._mean = bytes_between
        self._left = 0
        self._out = False

    def connect(self, device: str) -> Session:
        self.plug()
        # Every fifth time it is pulled during the greeting.
        most = 600 if self._dice.random() < 0.2 else 2 * self._mean
        self._left = self._dice.randrange(most)
        session = Session(Cut(device, self), device)
        try:
            session.greet(10)
        except BaseException:
            session.close()
            raise
        return session

    def pull(self) -> None:
        self.pulls += 1
        self._left = 1 << 40
        self._out = True
        self.board.pull()

    def plug(self) -> None:
        if self._out:
            self._out = False
            self.board.plug()

    def passes(self, count: int) -> None:
        self._left -= count
        if self._left < 0 and self.pulls < self.times:
            self.pull()


class Cut(SerialTransport):
    """A real serial port on such a cable."""

    def __init__(self, device: str, cable: Cable) -> None:
        super().__init__(device)
        self._cable = cable

    def read(self, timeout: float) -> bytes:
        data = super().read(timeout)
        self._cable.passes(len(data))
        return data

    def write(self, data: bytes) -> None:
        half = self._cable._dice.randrange(len(data))
        super().write(data[:half])
        self._cable.passes(half)
        super().write(data[half:])
        self._cable.passes(len(data) - half)


class Kept:
    """A journal in a store; it fails if a record comes twice."""

    def __init__(self) -> None:
        self.records: list[dict[str, Any]] = []
        self.boot = 0

    @property
    def next(self) -> int:
        return self.records[-1]["seq"] + 1 if self.records else 0

    @property
    def last(self) -> dict[str, Any] | None:
        return self.records[-1] if self.records else None

    def keep(self, given: list[dict[str, Any]]) -> int:
        for record in given:
            assert record["seq"] >= self.next, (record, self.last)
            self.records.append(record)
        return len(given)

    def journal(self, board: str, name: str) -> "Kept":
        return self

    def new_journal(self, board: str, name: str, after: object) -> "Kept":
        raise AssertionError("this board was not wiped")


@pytest.fixture
def dice(seed: int) -> random.Random:
    return random.Random(seed)


def same(found: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> None:
    """Check that two lists of records are equal; report the first difference."""
    for mine, theirs in zip(found, wanted, strict=False):
        assert mine == theirs
    assert len(found) == len(wanted)


def test_a_pull(dice: random.Random) -> None:
    flash = {**club_files(), **played(range(ring.rounds(1, 5)), turns=ring.rounds(120, 400))}
    with VmBoard(flash) as board:
        size = sum(len(data) for name, data in flash.items() if name.startswith("journal/"))
        cable = Cable(board, dice, WHILE_PULLING, 2 * size // WHILE_PULLING)
        store = Kept()
        runs = 0
        pulled = None
        while pulled is None or cable.pulls < cable.times:
            runs += 1
            cable.plug()
            # If the cable goes before the hello, the verb is repeated, as people do.
            with suppress(Unplugged):
                pulled = journal.pull(board.port, store, lambda *_: None, 10, cable.connect)
        cable.plug()  # the last pull may have been in a greeting
        assert cable.pulls == cable.times
        assert pulled.lost == 0
        board.do("program.journal.sync()")
        same(store.records, kept(board.files()))
        print(f"{runs} runs, {len(store.records)} records")
        again = journal.pull(board.port, store, lambda *_: None, 10)
        assert (again.records, again.matches) == (0, 0)


@pytest.mark.longer
def test_a_live_match(dice: random.Random) -> None:
    log = Players("rami51", 3, seats=2, rules={}, honest=True).play(ring.rounds(2, 8)).log
    with VmBoard(club_files(config_for(log[0], "en"))) as board:
        cable = Cable(board, dice, WHILE_WATCHING, 1200)
        found = choose(board.port)
        failed: list[BaseException] = []
        over = threading.Event()

        def play() -> None:
            try:
                board.begin(log[0])
                for event in log[1:]:
                    board.act(event)
                while cable.pulls < cable.times:  # a press by a seat that is not on turn
                    board.act({"seat": 0, "press": "done"})
            except BaseException as error:
                failed.append(error)
            over.set()

        players = threading.Thread(target=play)
        players.start()
        records: list[dict[str, Any]] = []
        end: int | None = None
        session = Session.open(board.port)
        steps = follow.follow(session, found, follow.Place(), follow.find_match, 20, cable.connect)
        cable.pull()
        for step in steps:
            if isinstance(step, follow.Back):
                assert not step.anew
            elif isinstance(step, list):
                records += step
                if over.is_set() and end is None:
                    # Warnings may go on for ever; the match's records have arrived by then.
                    end = board.do("program.journal.next_seq")
                if end is not None and records and records[-1]["seq"] >= end - 1:
                    break
        steps.close()
        players.join()
        assert not failed, failed
        assert cable.pulls == cable.times
        board.do("program.journal.sync()")
        wanted = kept(board.files())
        assert records, "nothing came"
        first, last = records[0]["seq"], records[-1]["seq"]
        wanted = [record for record in wanted if first <= record["seq"] <= last]
        assert "tierce" in records[0]
        same(records, wanted)
        print(f"{len(records)} records")


@pytest.mark.longer
def test_cable_and_power_at_random(dice: random.Random) -> None:
    """Events that the board lost in the power cut are taken back; the rest equals its journal."""
    rules = {"first_lay_points": 0, "first_lay_pure_run": False}
    header = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": rules}
    with VmBoard(club_files(club_config(rules=rules))) as board:
        board.begin(header)
        board.act({"seat": 0, "press": "deal"})
        board.act({"zone": "discard", "in": ["9C"]})
        failed: list[BaseException] = []
        over = threading.Event()

        def play() -> None:
            try:
                for seat, (card, other) in enumerate(zip("23456789", "KQJT9876", strict=True)):
                    zone = f"meld{1 + seat % 3}"
                    # Sent, but not on flash before the turn is accepted.
                    board.do(f"put({zone!r}, '{other}S')")
                    board.wait_ms(dice.random() * 3000)
                    if dice.random() < 0.6:
                        board.cut()
                        board.ready()
                        board.do("people.read()", turn=True)
                        board.do("people.wait()", turn=True)
                    else:
                        board.pull()
                        board.wait_ms(dice.random() * 3000)
                        board.plug()
                    board.act({"zone": zone, "out": [other + "S"]})
                    board.act({"zone": "discard", "in": [card + "C"]})
                    board.act({"seat": (seat + 1) % 2, "press": "done"})
            except BaseException as error:
                failed.append(error)
            over.set()

        players = threading.Thread(target=play)
        watching = Watcher("en")
        session = Session.open(board.port)  # before the first pull
        players.start()
        steps = follow.follow(session, choose(board.port), follow.Place(), follow.find_match, 30)
        quiet = 0
        for step in steps:
            if isinstance(step, list):
                for happening in [each for thing in step for each in watching.take(thing)]:
                    assert not isinstance(happening, Differs | Lost), happening
                # Warnings may go on for ever, for example of a stacked pile.
                played = [thing for thing in step if "event" not in thing]
                quiet = quiet + 1 if over.is_set() and not played else 0
                if quiet > 8:
                    break
        steps.close()
        players.join()
        assert not failed, failed
        board.do("program.journal.sync()")
        wanted = [
            (record["seq"], {key: record[key] for key in record if key != "seq"})
            for record in kept(board.files())
            if "t" in record and "event" not in record
        ]
        assert watching.events == wanted
        assert len([1 for _, event in wanted if event.get("press") == "done"]) == 8
