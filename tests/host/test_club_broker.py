"""`tierce club` on a real Mosquitto and a real database: all records once, whatever is killed."""

import signal
from contextlib import ExitStack
from pathlib import Path

import psycopg
from mosquitto import Broker, Club, publishing
from postgres import Server
from processes import until
from psycopg import sql
from published import in_store, keep
from verbs import complaint

from tierce_tools.logs.store import Store
from tierce_tools.virtual.board import records_of


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


def test_an_evening_is_kept(broker: Broker, server: Server, tmp_path: Path) -> None:
    """Two tables, and a database that goes away and comes back."""
    store = server.database()
    tables = {f"club-{number}": tmp_path / str(number) for number in range(2)}
    for number, folder in enumerate(tables.values()):
        keep(folder, 2 * number, 2 * number + 1, whole=False)
    allow = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
    name = store.rpartition("/")[2]
    with (
        psycopg.connect(server.at("postgres"), autocommit=True) as owner,
        publishing(broker, "club-0", tables["club-0"]),
        publishing(broker, "club-1", tables["club-1"]),
        ExitStack() as here,
    ):
        # The database is not there yet.
        owner.execute(allow.format(sql.Identifier(name), sql.SQL("false")))
        collector = here.enter_context(Club(broker, store))
        collector.hear("trying again until it answers")
        owner.execute(allow.format(sql.Identifier(name), sql.SQL("true")))
        for each, folder in tables.items():
            until(lambda each=each, folder=folder: has_all(store, each, folder), each)
        with Store.open(store) as opened:
            assert [match.whole for match in opened.matches()] == [True] * 4
        # Nothing is lost while the store can't be written.
        owner.execute(allow.format(sql.Identifier(name), sql.SQL("false")))
        owner.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        keep(tables["club-0"], 0, 1, 2, whole=False)
        told = collector.hear("the store is gone")
        assert all(f"{each} is here" in told for each in tables)
        owner.execute(allow.format(sql.Identifier(name), sql.SQL("true")))
        collector.hear("the store is back")
        until(lambda: has_all(store, "club-0", tables["club-0"]), "the match since")
        code, told = collector.end(signal.SIGTERM)
    assert (code, "records kept" in told, "Traceback" in told) == (0, True, False)
    with Store.open(store) as opened:
        assert len(opened.matches()) == 5


def test_one_line_says_what_is_wrong(broker: Broker, tmp_path: Path) -> None:
    for more, wanted in (
        (["--name", "a b"], "a collector's name"),
        (["--broker", "http://x"], "no broker can be there"),
        (["--store", "/no/such/folder/x.db"], "there is no such folder"),
    ):
        assert wanted in complaint("club", "--broker", broker.url(), "--store", tmp_path / "x.db", *more)
