"""`tierce publish` on a real Mosquitto: everything arrives, whatever breaks; who may do what."""

import json
import queue
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
import pytest
from mosquitto import SECONDS, Broker, Club, client, publishing, some_broker
from paho.mqtt.enums import CallbackAPIVersion
from published import keep
from verbs import complaint, tierce_here

from tierce_tools.broker import discovery, messages
from tierce_tools.virtual.board import records_of

EVENING = Path(__file__).resolve().parents[2] / "hardware/evening"
Record = dict[str, Any]


class Listener:
    """Somebody who reads a broker: `retained` by topic, and `records` by journal and number."""

    def __init__(self, broker: Broker, user: str = "", topic: str = "#") -> None:
        self.retained: dict[str, bytes] = {}
        self.records: dict[tuple[str, int], Record] = {}
        self.twice = 0
        self._said: queue.Queue[tuple[str, bytes]] = queue.Queue()
        self._client = client(broker, user)
        self._client.on_message = lambda *args: self._said.put((args[2].topic, bytes(args[2].payload)))
        self._client.subscribe(topic, 1)

    def until(self, holds: Callable[[], object], what: str) -> None:
        """Read until a condition holds; a failure names `what`."""
        while not holds():
            try:
                topic, payload = self._said.get(timeout=SECONDS)
            except queue.Empty:
                raise AssertionError(f"{what}: {self.retained}, {len(self.records)}") from None
            if not topic.endswith("/record"):
                self.retained[topic] = payload
                continue
            told = messages.read_batch(payload)
            assert told is not None
            for each in told.records:
                key = (told.journal, each["seq"] if "seq" in each else each["from"])
                self.twice += key in self.records
                assert self.records.setdefault(key, each) == each

    def say(self, topic: str, payload: bytes) -> None:
        """Say something that the broker retains."""
        self._client.publish(topic, payload, 1, retain=True).wait_for_publish(SECONDS)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def table(tmp_path: Path) -> Path:
    folder = tmp_path / "table"
    keep(folder, 1, 2, whole=False)
    return folder


@pytest.fixture
def listener(broker: Broker) -> Iterator[Listener]:
    made = Listener(broker)
    yield made
    made.close()


def has_all(listener: Listener, table: str, folder: Path) -> Callable[[], bool]:
    """Return whether a listener has all records of a folder, by the position that it knows."""
    wanted = {each["seq"]: each for each in records_of(folder)}

    def holds() -> bool:
        position = messages.read_position(listener.retained.get(f"tierce/{table}/position"))
        if position is None or position.next <= max(wanted):
            return False
        found = {seq: each for (name, seq), each in listener.records.items() if name == position.journal}
        return found == {seq: each for seq, each in wanted.items() if seq not in position.held}

    return holds


# --- a table


def test_a_table_is_said(broker: Broker, listener: Listener, table: Path) -> None:
    with publishing(broker, "said", table, "--lang", "fr") as running:
        listener.until(has_all(listener, "said", table), "all records")
        listener.until(lambda: "tierce/said/state" in listener.retained, "the state")
        state = json.loads(listener.retained["tierce/said/state"])
        assert (state["name"], state["phase"]) == ("Rami 51", "turn")
        assert state["turn"] in state["players"]
        assert listener.twice == 0
        device = json.loads(listener.retained[discovery.topic("said")])
        assert device["device"]["model"] == "Table de jeu"
        assert listener.retained["tierce/said/status"] == b"online"
        code, told = running.end()
    assert (code, told.count("\n")) == (0, 1), told
    listener.until(lambda: listener.retained["tierce/said/status"] == b"gone", "gone")
    # Whoever comes later finds what is retained.
    late = Listener(broker, topic="tierce/said/#")
    late.until(lambda: len(late.retained) == 3, "status, state, position")
    late.close()
    # The next one goes on from there; the collector asks it for some records again.
    keep(table, 1, 2, 3)
    with publishing(broker, "said", table) as running:
        listener.until(has_all(listener, "said", table), "the records since")
        assert listener.twice == 0
        position = messages.read_position(listener.retained["tierce/said/position"])
        assert position is not None
        asking = client(broker)
        asking.publish("tierce/said/ask", b'{"journal": []}', 1, True)
        asking.publish("tierce/said/ask", messages.encoded({"journal": position.journal, "from": 7}), 1, True)
        again = len([seq for name, seq in listener.records if name == position.journal and seq >= 7])
        listener.until(lambda: listener.twice == again, "those from 7 on")
        listener.until(lambda: listener.retained["tierce/said/ask"] == b"", "the ask is cleared")
        asking.loop_stop()
        assert running.end(signal.SIGTERM)[0] == 0


def test_a_killed_one_is_said_gone_and_goes_on(broker: Broker, listener: Listener, table: Path) -> None:
    with publishing(broker, "killed", table) as running:
        listener.until(lambda: len(listener.records) > 10, "some records")
        running.process.send(signal.SIGKILL)
        listener.until(lambda: listener.retained.get("tierce/killed/status") == b"gone", "the last will")
    with publishing(broker, "killed", table):
        listener.until(has_all(listener, "killed", table), "all records")


@pytest.mark.longer
def test_a_broker_that_is_killed(table: Path) -> None:
    broker = some_broker()
    with broker, publishing(broker, "away", table) as running:
        first = Listener(broker)
        first.until(has_all(first, "away", table), "all records")
        first.close()
        broker.kill()
        keep(table, 1, 2, 3)  # the table plays on
        (broker.folder / "mosquitto.db").unlink(missing_ok=True)  # and the broker has lost all
        broker.start()
        second = Listener(broker)
        second.until(has_all(second, "away", table), "all records again")
        second.close()
        code, told = running.end()
    assert code == 0
    assert "the broker is gone" in told
    assert "the broker is back" in told


def test_names_of_an_earlier_time_do_not_stay(broker: Broker, listener: Listener, table: Path) -> None:
    names = "tierce/secret/names"
    told = messages.encoded_names(messages.Names(16 * "0", 1, ("Zoé", "Luc")))

    def say() -> None:
        listener.say(names, told)
        listener.until(lambda: listener.retained.get(names) == told, "the names")

    say()
    with publishing(broker, "secret", table, "--anonymous") as running:
        listener.until(lambda: not listener.retained[names], "no names at the beginning")
        say()
        listener.until(lambda: not listener.retained[names], "no names that are said later")
        # Another program of this name is told of.
        running.hear("Publishing")
        other = mqtt.Client(CallbackAPIVersion.VERSION2, client_id="tierce-secret")
        other.reconnect_delay_set(1, 1)
        other.connect("127.0.0.1", broker.port)
        other.loop_start()
        try:
            running.hear("another program uses this name")
        finally:
            other.loop_stop()


@pytest.mark.longer
def test_a_broker_that_is_not_there_yet_is_waited_for(table: Path) -> None:
    broker = some_broker()
    with broker:
        broker.stop()
        with publishing(broker, "early", table) as running:
            assert "nothing answers there" in running.hear("trying again until it answers")
            broker.start()
            running.hear("Publishing")
            code, told = running.end()
    assert (code, "tried again" in told) == (0, False)


def test_a_table_is_forgotten_its_discovery_first(broker: Broker, listener: Listener, table: Path) -> None:
    def forget() -> tuple[int, str, str]:
        told = tierce_here("publish", "--forget", "old", "--broker", broker.url())
        return told.returncode, told.stdout, told.stderr

    with publishing(broker, "old", table) as running:
        listener.until(has_all(listener, "old", table), "all records")
        listener.until(lambda: "tierce/old/state" in listener.retained, "the state")
        running.end()
    listener.say("tierce/old/from-another-version", b"x")
    listener.until(lambda: listener.retained["tierce/old/status"] == b"gone", "gone")
    assert forget() == (0, "old: 4 topics cleared\n", "")
    kept = [f"tierce/old/{what}" for what in ("from-another-version", "position", "state", "status")]
    cleared: list[str] = []

    def all_gone() -> bool:
        wanted = [discovery.topic("old"), *kept]
        cleared.extend(each for each in wanted if listener.retained.get(each) == b"" and each not in cleared)
        return len(cleared) == len(wanted)

    listener.until(all_gone, "nothing is retained")
    assert cleared[0] == discovery.topic("old")
    assert forget() == (0, "old: 0 topics cleared\n", "")


# --- bad input


def test_a_password_that_is_wrong_and_a_certificate_that_is_not_trusted(table: Path) -> None:
    broker = some_broker({"t": "right"}, tls=True)

    def said(url: str, *more: str | Path) -> str:
        line = complaint("publish", "--port", table, "--name", "t", "--broker", url, *more)
        assert "right" not in line
        return line

    with broker:
        assert "refuses this user" in said(broker.url("t").replace("right", "x"), "--ca", broker.ca)
        assert "--ca names" in said(broker.url("t"))
        elsewhere = broker.url("t").replace("127.0.0.1", "localhost")
        assert "for another name" in said(elsewhere, "--ca", broker.ca)
        with publishing(broker, "t", table, "--ca", str(broker.ca), "--broker", broker.url("t")) as running:
            assert "Publishing" in running.process.err.line()
            assert running.end()[0] == 0


def test_one_line_says_what_is_wrong(table: Path) -> None:
    for more, wanted in (
        (["--name", "a/b"], "a table's name on a broker"),
        (["--broker", "http://x"], "no broker can be there"),
        (["--forget", "t"], "say --name TABLE, or --forget TABLE"),
        (["--port", "/"], "no table is kept there"),
        (["--ca", "x.pem"], "--ca is for a broker with TLS"),
    ):
        assert wanted in complaint("publish", "--port", table, "--name", "t", "--broker", "mqtt://127.0.0.1:9", *more)


# --- who may do what


# Who says what, one after the other. The last one is allowed, so nothing else comes after it.
SAYING = """
table-2 tierce/table-1/record tierce/table-1/state tierce/table-1/ask tierce/table-1/names tierce/table-1 x
table-2 homeassistant/device/tierce/table-1/config
club tierce/table-2/record tierce/table-2/state homeassistant/x tierce/club/record
club homeassistant/device/tierce/club/config
home tierce/table-2/ask tierce/home/record
reader tierce/table-2/ask tierce/reader/record homeassistant/device/tierce/reader/config
table-2 tierce/table-2/state homeassistant/device/tierce/table-2/config
club tierce/table-1/ask tierce/table-2/names tierce/table-2/ask
"""


def test_a_table_writes_its_own_topics_only() -> None:
    """By the example of hardware/evening: only paths and the port are other ones."""
    users = ("table-1", "table-2", "club", "home", "reader")
    lines = (EVENING / "mosquitto.conf").read_text().splitlines()
    config = [line for line in lines if not line.startswith(("listener", "password_file", "acl_file"))]
    broker = some_broker({name: name for name in users}, "\n".join([*config, f"acl_file {EVENING / 'acl'}"]))
    with broker:
        clients = {name: client(broker, name) for name in users}
        listeners = [Listener(broker, *who) for who in (("club", "tierce/#"), ("home",), ("table-2",), ("reader",))]
        for user, *topics in map(str.split, SAYING.strip().splitlines()):
            for topic in topics:
                clients[user].publish(topic, b"{}", 1).wait_for_publish(SECONDS)
        for each in listeners:
            each.until(lambda each=each: "tierce/table-2/ask" in each.retained, "what the club says")
        club, home, other, reader = (set(each.retained) for each in listeners)
        allowed = {f"tierce/{topic}" for topic in ("table-2/state", "table-1/ask", "table-2/names", "table-2/ask")}
        assert club == reader == allowed
        assert "homeassistant/device/tierce/table-2/config" in home
        assert not any("table-1" in topic for topic in home if topic.startswith("home"))
        assert all("table-1" not in topic for topic in other), "a table reads its own"
        for each in listeners:
            each.close()
        for each in clients.values():
            each.loop_stop()
        nobody = mqtt.Client(CallbackAPIVersion.VERSION2)
        refused: queue.Queue[bool] = queue.Queue()
        nobody.on_connect = lambda *args: refused.put(args[3].is_failure)
        nobody.connect("127.0.0.1", broker.port)
        nobody.loop_start()
        assert refused.get(timeout=SECONDS)
        nobody.loop_stop()


@pytest.mark.longer  # as it takes ten seconds until nothing has come back
def test_a_user_with_another_name_is_told(table: Path, tmp_path: Path) -> None:
    broker = some_broker({"table-2": "secret", "club": "x"}, f"acl_file {EVENING / 'acl'}")
    with broker:
        with Club(broker, tmp_path / "a.db", "--broker", broker.url("club")) as good:
            good.hear("Keeping the games")
            with Club(broker, tmp_path / "b.db", "--broker", broker.url("table-2"), "--name", "other") as bad:
                bad.hear("this user may not read what the tables publish")
            assert "may not read" not in good.end()[1]
        said = complaint("publish", "--port", table, "--name", "table-1", "--broker", broker.url("table-2"))
    assert "tierce/table-1/#" in said
