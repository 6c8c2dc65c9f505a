"""`tierce club` on a real Mosquitto and a real database: all records once, whatever is killed."""

import random
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from mosquitto import SECONDS, Broker, Club, client, publishing, some_broker
from postgres import Server
from psycopg import sql
from published import in_store, keep
from verbs import tierce_text

from tierce_tools.broker import messages
from tierce_tools.logs.store import Store
from tierce_tools.virtual.board import records_of

Record = dict[str, Any]


def until(holds: Callable[[], object], what: str) -> None:
    """Wait for a condition; a failure names `what`."""
    end = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def number_in(store: str) -> int:
    """Return how many records of the table "t" are in a store."""
    with Store.open(store) as opened:
        return len(in_store(opened, "t"))


def has_all(store: str, table: str, folder: Path) -> bool:
    """Tell whether a store has all records of a table, but for hands of a round in play."""
    with Store.open(store) as opened:
        found = in_store(opened, table)
    wanted = {each["seq"]: each for each in records_of(folder)}
    return (
        bool(found)
        and all(found[seq] == wanted[seq] for seq in found)
        and all("zone" in wanted[seq] for seq in wanted if seq not in found)
        and max(found) >= max(seq for seq in wanted if "zone" not in wanted[seq])
    )


def test_tables_are_kept(broker: Broker, where: str, tmp_path: Path) -> None:
    tables = {f"club-{number}": tmp_path / str(number) for number in range(3)}
    for number, folder in enumerate(tables.values()):
        keep(folder, 2 * number, 2 * number + 1)
    running = [publishing(broker, name, folder) for name, folder in tables.items()]
    try:
        with Club(broker, where) as collector:
            for name, folder in tables.items():
                until(lambda name=name, folder=folder: has_all(where, name, folder), name)
            code, told = collector.end()
    finally:
        for each in running:
            each.__exit__()
    assert code == 0
    assert [f"{name} is here" in told for name in tables] == [True] * 3
    number = sum(len(records_of(folder)) for folder in tables.values())
    assert f"{number} records kept" in told
    with Store.open(where) as opened:
        assert len(opened.matches()) == 6
        assert [match.whole for match in opened.matches()] == [True] * 6


@pytest.mark.longer
def test_all_are_killed_at_random(where: str, tmp_path: Path) -> None:
    """A table plays on meanwhile; at its end the store is equal to its journal."""
    seed = random.SystemRandom().randrange(1 << 32)
    print("seed", seed)
    dice = random.Random(seed)
    broker = some_broker()
    folder = tmp_path / "table"
    keep(folder, 1, whole=False)
    with broker:
        table, collector = publishing(broker, "t", folder), Club(broker, where)
        try:
            for matches in range(2, 6):
                wanted = dice.randrange(len(records_of(folder)))
                print("after", wanted, "records")
                until(lambda wanted=wanted: number_in(where) >= wanted, "some records")
                act = dice.choice(("table", "collector", "broker", "all"))
                print(act)
                if act in ("table", "all"):
                    table.__exit__()
                if act in ("collector", "all"):
                    collector.__exit__()
                if act in ("broker", "all"):
                    broker.kill()
                keep(folder, *range(1, matches + 1), whole=False)
                if act in ("broker", "all"):
                    if dice.random() < 0.5:
                        (broker.folder / "mosquitto.db").unlink(missing_ok=True)
                    broker.start()
                if act in ("table", "all"):
                    table = publishing(broker, "t", folder)
                if act in ("collector", "all"):
                    collector = Club(broker, where)
            until(lambda: has_all(where, "t", folder), "all records")
        finally:
            table.__exit__()
            collector.__exit__()


def test_a_database_that_is_away(broker: Broker, server: Server, tmp_path: Path) -> None:
    """Nothing is lost while the store can't be written."""
    store, folder = server.database(), tmp_path / "table"
    name = store.rpartition("/")[2]
    keep(folder, 1, whole=False)
    with (
        publishing(broker, "away", folder),
        Club(broker, store) as collector,
        psycopg.connect(server.at("postgres"), autocommit=True) as owner,
    ):
        until(lambda: has_all(store, "away", folder), "the first match")
        allow = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
        owner.execute(allow.format(sql.Identifier(name), sql.SQL("false")))
        owner.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        keep(folder, 1, 2, whole=False)
        collector.hear("the store has gone")
        owner.execute(allow.format(sql.Identifier(name), sql.SQL("true")))
        collector.hear("the store is back")
        until(lambda: has_all(store, "away", folder), "the second match")
        assert collector.end(signal.SIGTERM)[0] == 0


def test_what_a_hostile_table_says_ends_nothing(broker: Broker, tmp_path: Path) -> None:
    store, folder = str(tmp_path / "games.db"), tmp_path / "table"
    keep(folder, 1)
    talker = client(broker)
    marks = {"journal": "0" * 16, "stream": "0" * 8, "n": 1}
    # An outcome with the code of another, which names a player's card.
    mixed = {
        "seq": 1,
        "t": 1,
        "event": "turn",
        "seat": 0,
        "took": "stock",
        "laid": 0,
        "hand": 3,
        "code": "unknown_card",
    }
    with Club(broker, store) as collector:
        for payload in (
            b"",
            b"[]",
            b"{}",
            b"\xff" * 99,
            b"[" * 99999,
            *(
                messages.encoded(marks | bad)
                for bad in (
                    {"records": [{"seq": -1}]},
                    {"next": 5, "held": [], "clock": 3},
                    {"next": 5, "held": [], "clock": [1, 1]},
                    {"records": [mixed]},
                )
            ),
        ):
            for what in ("record", "position", "ask", "state", "status", "x/record"):
                talker.publish(f"tierce/bad/{what}", payload, 1)
        with publishing(broker, "good", folder):
            until(lambda: has_all(store, "good", folder), "a good table's records")
        code, told = collector.end()
    talker.loop_stop()
    assert code == 0
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        (["--name", "a b"], "a collector's name"),
        (["--broker", "http://x"], "no broker can be there"),
        (["--broker", "mqtt://127.0.0.1:9"], "nothing answers there"),
        (["--store", "/no/such/folder/x.db"], "there is no such folder"),
    ],
)
def test_one_line_says_what_is_wrong(broker: Broker, tmp_path: Path, more: list[str], wanted: str) -> None:
    done = tierce_text("club", "--broker", broker.url(), "--store", tmp_path / "x.db", *more)
    assert (done.returncode, done.stdout) == (2, "")
    assert wanted in done.stderr
    assert done.stderr.count("\n") == 1
