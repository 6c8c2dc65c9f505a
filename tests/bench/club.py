"""A club's evening under load: many tables, a real Mosquitto, a real PostgreSQL, `tierce club`.

    make bench-club                                        10, 50, 200 and 1,000 tables
    make bench-club ARGS="--tables 200 --speed 20"         200 tables, twenty times as fast
    make bench-club ARGS="--tables 200 --faults --seconds 600 --seed 1"

Each table plays matches, recorded and random ones, with the publisher of `tierce publish`, a record
each PERIOD_S seconds as at a real table. At some of the tables the people correct a score with each
record: so the page shows which record it has reached, and the delay is from the moment at which the
table has the record to the page in which it is seen. With --faults the broker, the collector and
the database are killed at random, one at a time. In the end the store must have each table's
journal, record by record, and nothing else.

The tables, the broker, the database and the page's reader share this machine's cores.
"""

import argparse
import asyncio
import http.client
import json
import logging
import multiprocessing
import os
import platform
import random
import re
import socket
import statistics
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / each) for each in ("", "rules", "board", "host")]

from mosquitto import Broker, Club  # noqa: E402
from postgres import Server  # noqa: E402
from published import Journal, in_store, records_from, records_of  # noqa: E402

from tierce.presets import PRESETS  # noqa: E402
from tierce_tools.broker.address import address_of  # noqa: E402
from tierce_tools.broker.publisher import Published, publish  # noqa: E402
from tierce_tools.broker.source import Heard  # noqa: E402
from tierce_tools.logs.store import Store  # noqa: E402

PERIOD_S = 4.5  # between two records of a table: 12 to 16 a minute, as measured at matches played
PROBES = 5  # tables that show the delay
EVENINGS = 24  # different ones; each is played at many tables
RESULTS = Path(__file__).with_name("results") / "club.json"
Record = dict[str, Any]


# --- the tables


def probe(number: int) -> list[Record]:
    """Return the records of a table at which a score is corrected again and again."""
    found: list[Record] = [
        {"note": {"boot": 1, "after": 0}},
        {"note": {"unix": 1764140000, "at": 0}},
        {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0},
        {"t": 0, "seat": 0, "press": "deal"},
    ]
    found += [{"t": 1000 * at, "ruling": "points", "seat": 0, "points": 1} for at in range(1, number - len(found) + 1)]
    return [{"seq": at + 1, **each} for at, each in enumerate(found)]


@cache
def recorded() -> list[list[Record]]:
    """Return the recorded matches."""
    logs = sorted(ROOT.glob("tests/games/*.jsonl"))
    return [
        [json.loads(line) for line in log.read_text().splitlines()] for log in logs if ".expected" not in log.suffixes
    ]


@cache
def evening(seed: int, number: int) -> list[Record]:
    """Return `number` records of matches, recorded or random; the last match is left unfinished."""
    dice = random.Random(seed)
    found: list[Record] = [
        {"seq": 1, "note": {"boot": 1, "after": 0}},
        {"seq": 2, "note": {"unix": 1764140000 + seed, "at": 0}},
    ]
    while len(found) < number:
        if dice.random() < 0.5:
            found += records_from(dice.choice(recorded()), len(found) + 1)
        else:
            game = dice.choice(sorted(PRESETS))
            found += records_of(game, dice.randrange(1 << 20), len(found) + 1)
    return [*found[: number - 1], {"seq": number, "note": {"over": True}}]


class Paced(Journal):
    """A table that has its record number N at `begun + N * period`, on the machine's clock."""

    def __init__(self, name: str, records: list[Record], begun: float, period: float) -> None:
        super().__init__(records)
        self.board = name
        self._begun, self._period = begun, period
        self._next = 0

    def start(self, begin: int) -> None:
        self._grow()
        self._next = max(begin - 1, 0)

    def _grow(self) -> None:
        due = int((time.monotonic() - self._begun) / self._period)
        self.end = max(self.end, min(due, len(self.records)))

    def step(self) -> Heard:
        self._grow()
        if self._next >= self.end:
            due = self._begun + (self.end + 1) * self._period - time.monotonic()
            time.sleep(min(max(due, 0.001), 1.0))
            return Heard()
        records = tuple(self.records[self._next : self.end])
        self._next = self.end
        return Heard(records)


def tables(number: int, records: int) -> dict[str, list[Record]]:
    """Return the journal of each table: name -> records."""
    probes = min(PROBES, number)
    found = {f"probe-{at}": probe(records) for at in range(probes)}
    return found | {f"table-{at}": evening(at % EVENINGS, records) for at in range(number - probes)}


def play(url: str, journals: dict[str, list[Record]], begun: dict[str, float], period: float) -> None:
    """Be these tables, until killed."""
    # When a broker is killed, asyncio warns of a future that aiomqtt has left, for each table.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)

    async def all_of_them() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(len(journals) + 4))
        async with asyncio.TaskGroup() as group:
            for name, records in journals.items():
                source = Paced(name, records, begun[name], period)
                group.create_task(publish(address_of(url), None, Published(name, "en"), source, lambda *_: None))

    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(all_of_them())


# --- who looks at the page


class Viewer(threading.Thread):
    """Reads the news of the page, and notes when each correction of a probe is first seen."""

    def __init__(self, link: str) -> None:
        super().__init__(daemon=True)
        self._place = urlsplit(link).netloc
        self.seen: dict[tuple[str, int], float] = {}
        self.ended = False

    def run(self) -> None:
        while not self.ended:
            try:
                self._read()
            except (OSError, http.client.HTTPException):
                time.sleep(0.2)

    def _read(self) -> None:
        line = http.client.HTTPConnection(self._place, timeout=60)
        line.request("GET", "/news?table=")
        answer = line.getresponse()
        while not self.ended and (data := answer.readline()):
            now = time.monotonic()
            if not data.startswith(b"data: "):
                continue
            for each in json.loads(data[6:]).get("tables", []):
                if each["name"].startswith("probe-") and each.get("match"):
                    key = each["name"], each["match"]["totals"][0]
                    self.seen.setdefault(key, now)


# --- what it costs


def added(pid: int, figure: Callable[[psutil.Process], float]) -> float:
    """Return a figure of a program and its children, added up."""
    total, own = 0.0, psutil.Process(pid)
    for each in [own, *own.children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):  # the database ends children of its own
            total += figure(each)
    return total


def processor_s(pid: int) -> float:
    """Return the processor time that a program has used, in seconds."""
    return added(pid, lambda each: each.cpu_times().user + each.cpu_times().system)


def memory_mb(pid: int) -> float:
    """Return the memory that a program uses, what it shares with its children counted once."""
    return added(pid, lambda each: each.memory_full_info().pss) / 1e6


def check(store: str, journals: dict[str, list[Record]]) -> None:
    """Check that the store has each table's journal, record by record. Raises AssertionError."""
    with Store.open(store) as opened:
        for name, records in journals.items():
            assert in_store(opened, name) == {each["seq"]: each for each in records}, name


def number_in(store: str) -> int:
    """Return how many records are in the store."""
    from sqlalchemy import func, select

    from tierce_tools.logs.schema import records

    with Store.open(store) as opened, opened.reading() as connection:
        return connection.execute(select(func.count()).select_from(records)).scalar_one()


def bytes_in(store: str) -> int:
    """Return how much disk the store's tables take, with their indexes."""
    with Store.open(store) as opened, opened.reading() as connection:
        return int(
            connection.exec_driver_sql(
                "select sum(pg_total_relation_size(relid)) from pg_stat_user_tables"
            ).scalar_one()
        )


# --- a run


class Evening:
    """The programs of a club; each may be killed and begun again."""

    def __init__(self, stack: ExitStack, port: int) -> None:
        self.broker = stack.enter_context(Broker())
        self.server = stack.enter_context(Server(durable=True))
        self.store = self.server.database()
        self._port = port
        self.club = self._collector()
        self.link = self.club.link()
        stack.callback(lambda: self.club.__exit__())

    def _collector(self) -> Club:
        port = ["--page-port", str(self._port)] if self._port else []
        return Club(self.broker, self.store, *port)

    def versions(self) -> str:
        """Return the versions of what takes part."""
        log = (self.broker.folder / "log").read_text()
        mosquitto = re.search(r"mosquitto version (\S+)", log)
        with Store.open(self.store) as opened, opened.reading() as connection:
            postgresql = connection.exec_driver_sql("show server_version").scalar_one()
        return (
            f"CPython {platform.python_version()}, {os.cpu_count()} cores, Mosquitto "
            f"{mosquitto[1] if mosquitto else '?'}, PostgreSQL {postgresql.split()[0]}"
        )

    def pids(self) -> dict[str, int]:
        return {"collector": self.club.process.pid, "broker": self.broker.pid(), "database": self.server.pid() or 0}

    def fault(self, dice: random.Random) -> str:
        """Kill one of the three, and begin it again after some seconds."""
        what = dice.choice(("broker", "collector", "database"))
        away = dice.uniform(0, 5)
        if what == "broker":
            self.broker.kill()
            time.sleep(away)
            self.broker.start()
        elif what == "database":
            self.server.kill()
            time.sleep(away)
            self.server.start()
        else:
            self.club.__exit__()
            time.sleep(away)
            self.club = self._collector()
        return what


def run(number: int, seconds: float, speed: float, faults: bool, seed: int) -> Record:
    """Play an evening; return its figures. Raises AssertionError if anything is lost."""
    period = PERIOD_S / speed
    records = max(int(seconds / period), 8)
    journals = tables(number, records)
    total = number * records
    dice = random.Random(seed)
    happened: list[str] = []
    with ExitStack() as stack:
        place = 0
        if faults:  # the page must be found again at the same place
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                place = free.getsockname()[1]
        club = Evening(stack, place)
        viewer = Viewer(club.link)
        viewer.start()
        names = sorted(journals)
        players = os.cpu_count() or 1
        begun = time.monotonic() + 2 + number / 50  # all have connected by then
        first = {name: begun + at * period / number for at, name in enumerate(dice.sample(names, number))}
        context = multiprocessing.get_context("spawn")
        for at in range(players):
            process = context.Process(
                target=play,
                daemon=True,
                args=(club.broker.url(), {name: journals[name] for name in names[at::players]}, first, period),
            )
            process.start()
            stack.callback(process.kill)
        time.sleep(max(0.0, begun - time.monotonic()))
        before = {name: processor_s(pid) for name, pid in club.pids().items()}
        end = max(first.values()) + records * period
        while time.monotonic() < end:
            if faults:
                time.sleep(dice.uniform(3, 15))
                happened.append(club.fault(dice))
                print(f"{time.monotonic() - begun:6.0f} s: {happened[-1]} killed", flush=True)
            else:
                time.sleep(0.2)
        found: Record = {
            "tables": number,
            "speed": speed,
            "seconds": round(seconds, 1),
            "seed": seed,
            "on": club.versions(),
        }
        if not faults:
            took = time.monotonic() - begun
            found["records_a_second"] = round(number_in(club.store) / took, 1)
            found["given_a_second"] = round(number / period, 1)
            found["cores"] = {
                name: round((processor_s(pid) - before[name]) / took, 3) for name, pid in club.pids().items()
            }
            found["memory_mb"] = {name: round(memory_mb(pid)) for name, pid in club.pids().items()}
        while (there := number_in(club.store)) < total:
            assert time.monotonic() < end + 300, f"{total - there} of {total} records are missing"
            time.sleep(0.5)
        found["whole_after_s"] = round(time.monotonic() - end, 1)
        found["records"] = there
        found["bytes_a_record"] = round(bytes_in(club.store) / there)
        check(club.store, journals)
        assert there == total, "there are records that no table has"
        viewer.ended = True
        # A correction of K points is record 4 + K; it is due K + 4 periods after the beginning.
        delays = [now - (first[name] + (4 + total) * period) for (name, total), now in viewer.seen.items() if total > 0]
        found["delay_s"] = {
            "median": round(statistics.median(delays), 3),
            "worst": round(max(delays), 3),
            "seen": len(delays),
        }
        if faults:
            found["killed"] = {what: happened.count(what) for what in sorted(set(happened))}
        return found


def keep(found: Record) -> None:
    """Write the figures of a run down, in place of those of an earlier one like it."""

    def like(each: Record) -> tuple[bool, float, int]:
        return "killed" in each, each["speed"], each["tables"]

    kept = json.loads(RESULTS.read_text()) if RESULTS.exists() else []
    kept = sorted([each for each in kept if like(each) != like(found)] + [found], key=like)
    RESULTS.write_text("[\n" + ",\n".join(map(json.dumps, kept)) + "\n]\n")


def main() -> None:
    """Print a line of figures for each number of tables; --keep writes them down."""
    parser = argparse.ArgumentParser(description="A club's evening under load.")
    parser.add_argument("--tables", type=int, action="append")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--speed", type=float, default=1, help="times the pace of a real table")
    parser.add_argument("--faults", action="store_true", help="kill programs at random")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 30))
    parser.add_argument("--keep", action="store_true", help=f"put the figures into {RESULTS.name}")
    asked = parser.parse_args()
    print(f"seed {asked.seed}")
    for number in asked.tables or (10, 50, 200, 1000):
        found = run(number, asked.seconds, asked.speed, asked.faults, asked.seed)
        print(json.dumps(found), flush=True)
        if asked.keep:
            keep(found)


if __name__ == "__main__":
    main()
