"""The club's page: what it is told of tables, and what a table or a viewer may not do to it."""

import asyncio
import http.client
import json
import random
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import ring
from hypothesis import given
from hypothesis import strategies as some
from published import a_league, some_state, states

from tierce_tools.broker.messages import encoded, topic
from tierce_tools.broker.state import State
from tierce_tools.club import office, page
from tierce_tools.club.live_tables import MOST, LiveTables
from tierce_tools.club.office import Office
from tierce_tools.club.page import Pages
from tierce_tools.club.table import read_table
from tierce_tools.logs.store import Store

Json = dict[str, Any]


def news(live: LiveTables, since: int = 0, name: str = "") -> Json:
    return json.loads(live.news(since, name))


# --- what a table says


@pytest.mark.parametrize("game", ring.FAMILIES)
def test_what_a_table_says_is_shown(game: str) -> None:
    """Nothing that the page shows is lost on the way; nothing else is passed on."""
    live = LiveTables()
    for told in states(game, 3):
        live.take(topic("t", "state"), encoded(told))
        whole = news(live, 0, "t")["whole"]["table"]
        sections = told["sections"]
        for key in ("cards", "warnings"):
            assert whole[key] == sections[key]
        for key in ("match", "verdict", "doubt"):
            assert (whole[key] is None) == (sections[key] is None)
        match, shown = sections["match"] or {}, whole["match"] or {}
        assert {key: match[key] for key in shown} == shown
        assert {"may", "computers", "rules"}.isdisjoint(shown)
        rows = [{key: value for key, value in row.items() if value is not None} for row in sections["sheet"]["rows"]]
        assert whole["sheet"].get("rows", []) == rows
        for zone, meld in sections["melds"].items():
            assert whole["melds"][zone] == {key: meld[key] for key in ("kind", "points", "jokers")}


def test_a_line_tells_who_plays_whose_turn_it_is_and_what_is_wrong() -> None:
    live, state = LiveTables(), State("t", "en")
    state.take({"seq": 1, "tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0})
    state.take({"seq": 2, "t": 0, "seat": 0, "press": "deal"})
    state.take({"seq": 3, "t": 0, "ruling": "points", "seat": 1, "points": -5})
    state.take({"seq": 4, "t": 1, "event": "warning", "code": "reader_lost", "zone": "meld2"})
    live.take(topic("t", "state"), encoded(state.told()))
    live.take(topic("t", "status"), b"online")
    [line] = news(live)["tables"]
    assert (line["name"], line["here"]) == ("t", True)
    assert line["match"]["players"] == ["Ana", "Luc"]
    assert (line["match"]["phase"], line["match"]["seat"]) == ("turn", 1)
    assert line["match"]["totals"] == [0, -5]
    assert line["ruled"] == ["points"]
    assert line["warnings"][0]["en"].startswith("Meld 2:")
    assert line["warnings"][0]["fr"].startswith("La combinaison 2")


def test_only_what_has_changed_is_told() -> None:
    live = LiveTables()
    for name in ("a", "b"):
        live.take(topic(name, "state"), encoded(some_state()))
    seen = live.number
    live.take(topic("a", "state"), encoded(some_state()))  # nothing new
    assert live.number == seen
    live.take(topic("b", "status"), b"gone")
    told = news(live, seen, "a")
    assert [line["name"] for line in told["tables"]] == ["b"]
    assert "whole" not in told
    assert "all" not in told
    assert news(live, seen, "b")["whole"]["here"] is False
    seen = live.number
    live.tell(broker=True)
    assert news(live, seen)["broker"] is True
    seen = live.number
    for what in ("state", "status"):  # somebody has removed what the broker retained
        live.take(topic("b", what), b"")
    told = news(live, seen, "b")
    assert (told["left"], told["whole"]) == (["b"], None)
    assert [line["name"] for line in news(live)["tables"]] == ["a"]
    assert news(live, 0, "nobody")["whole"] is None


def test_what_the_broker_does_not_say_again_is_forgotten() -> None:
    """Tables that were taken off while the connection was away."""
    live, payload = LiveTables(), encoded(some_state())
    for name in ("a", "b", "c"):
        live.take(topic(name, "status"), b"online")
        live.take(topic(name, "state"), payload)
    live.begin()
    live.take(topic("a", "status"), b"online")
    live.take(topic("a", "state"), payload)
    live.take(topic("b", "status"), b"online")
    live.begin()  # it broke again before all was said
    seen = live.number
    live.take(topic("a", "status"), b"online")
    live.take(topic("a", "state"), payload)
    live.take(topic("c", "status"), b"online")
    assert live.number == seen, "nothing flickers"
    live.settle()
    told = news(live, seen)
    assert told["left"] == ["b"]
    assert [(line["name"], "match" in line) for line in told["tables"]] == [("c", False)]
    live.take(topic("b", "state"), payload)  # late
    live.settle()
    assert [line["name"] for line in news(live)["tables"]] == ["a", "c", "b"]


# --- what a hostile table says


def mutated(value: Any, dice: random.Random) -> Any:
    """Return JSON values with one of them replaced by something else."""
    if isinstance(value, dict | list) and value and dice.random() < 0.9:
        made = value.copy()  # pyright: ignore
        key = dice.choice(list(made) if isinstance(made, dict) else range(len(made)))  # pyright: ignore
        made[key] = mutated(made[key], dice)
        return made  # pyright: ignore
    return dice.choice([None, True, -1, 1 << 70, 1.5, "", "x" * 5000, [], {}, [[]], {"a": []}])


def test_what_has_another_shape_is_no_table() -> None:
    dice = random.Random("shapes")
    good = some_state()
    refused, rounds = 0, ring.rounds(300, 2000)
    for _ in range(rounds):
        table = read_table(encoded(mutated(good, dice)))
        if table is None:
            refused += 1
            continue
        why = table.verdict.why if table.verdict else []
        for words in (*table.warnings, *(each.clause for each in why)):
            assert all(isinstance(text, str) for text in words.values())
        assert table.match is None or len(table.match.players) <= 6
    assert 0 < refused < rounds  # both occur


@given(some.binary(max_size=200) | some.text(max_size=200).map(str.encode))
def test_whatever_comes_is_shown_or_left_out(payload: bytes) -> None:
    live = LiveTables()
    for what in ("state", "status", "record"):
        live.take(topic("t", what), payload)
    json.loads(live.news(0, "t"))


def test_a_table_can_neither_fill_the_memory_nor_be_another() -> None:
    live = LiveTables()
    for number in range(MOST + 5):
        live.take(topic(f"t{number}", "status"), b"online")
    assert len(news(live)["tables"]) == MOST
    assert read_table(encoded({**some_state(), "more": "x" * 70000})) is None
    told = some_state()
    told["table"] = told["name"] = "other"
    live.take(topic("t1", "state"), encoded(told))
    assert not [line for line in news(live)["tables"] if line["name"] == "other"]


# --- over HTTP


class Site:
    def __init__(self, pages: Pages, live: LiveTables, loop: asyncio.AbstractEventLoop) -> None:
        self.live = live
        self.pages = pages
        self._loop = loop
        self.port = int(pages.own.rpartition(":")[2])

    def ask(
        self, path: str, method: str = "GET", body: bytes | None = None, at: str = "", **headers: str
    ) -> tuple[int, bytes, Json]:
        """Return the status, the body and the headers of an answer; `at` is another address and port."""
        line = http.client.HTTPConnection(at or f"127.0.0.1:{self.port}", timeout=60)
        line.request(method, path, body, headers)
        answer = line.getresponse()
        found = answer.status, answer.read(), dict(answer.getheaders())
        line.close()
        return found

    def open(self, table: str = "") -> http.client.HTTPResponse:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        line.request("GET", f"/news?table={table}")
        return line.getresponse()

    def take(self, table: str, what: str, payload: bytes) -> None:
        self._loop.call_soon_threadsafe(self.live.take, topic(table, what), payload)


@contextmanager
def site(store: Store, office: Office | None = None, address: str = "127.0.0.1") -> Iterator[Site]:
    live = LiveTables()
    pages = Pages(live, store, address, 0, office)
    loop = asyncio.new_event_loop()
    serving = loop.create_task(pages.serve())

    def run() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(serving)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield Site(pages, live, loop)
    finally:
        loop.call_soon_threadsafe(serving.cancel)
        thread.join(60)
        assert not thread.is_alive()
        loop.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Site]:
    with Store.open(str(tmp_path / "games.db")) as store, site(store) as made:
        yield made


def told(stream: http.client.HTTPResponse) -> Json:
    line = stream.readline()
    assert line.startswith(b"data: "), line
    assert stream.readline() == b"\n"
    return json.loads(line[6:])


def test_news_come_as_they_happen(served: Site) -> None:
    stream = served.open("t1")
    assert stream.headers["content-type"].startswith("text/event-stream")
    assert told(stream) == {"broker": False, "tables": [], "all": True, "whole": None}
    served.take("t1", "state", encoded(some_state()))
    first = told(stream)
    assert [line["name"] for line in first["tables"]] == ["t1"]
    assert first["whole"]["table"]["match"]["players"]
    served.take("t2", "status", b"online")
    second = told(stream)
    assert [line["name"] for line in second["tables"]] == ["t2"]
    assert "whole" not in second
    stream.close()


def test_a_page_that_hears_nothing_new_hears_that_all_is_well(served: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "_ALIVE_S", 0.1)
    with served.open() as stream:
        assert told(stream)["all"]
        assert told(stream) == {}


def test_pages_are_limited(served: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "_MOST_FROM_ONE", 3)
    streams = [served.open() for _ in range(3)]
    for stream in streams:
        assert told(stream)["all"]
    assert served.open().status == 503
    streams[0].close()
    for number in range(100):  # it is noticed at the latest when something is told
        served.take(f"t{number}", "status", b"online")
        if served.open().status == 200:
            return
    raise AssertionError("it still keeps its place")


def test_a_page_that_does_not_read_is_dropped(served: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "_SEND_S", 0.2)
    monkeypatch.setattr(page, "_PERIOD_S", 0.0)
    monkeypatch.setattr(page, "_MOST_FROM_ONE", 1)
    base = some_state()
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # it is soon full
        line.connect(("127.0.0.1", served.port))
        line.sendall(f"GET /news?table=t HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode())
        for number in range(3000):
            base["sections"]["warnings"] = [{"en": f"{number} " + 50_000 * "x"}]
            served.take("t", "state", encoded(base))
            if served.open().status == 200:
                break
        else:
            raise AssertionError("it still keeps its place")
        line.settimeout(60)
        last = b""
        while more := line.recv(1 << 20):
            last = (last + more)[-5:]
        assert last != b"0\r\n\r\n", "it was not dropped, but ended when it had read all"


def test_the_page_is_read_only_and_for_its_own_address(served: Site) -> None:
    status, body, headers = served.ask("/")
    assert status == 200
    assert b'id="suit-S"' in body
    assert "default-src 'self'" in headers["content-security-policy"]
    assert b"<form" not in body
    for path in ("/static/club.css", "/static/base.css", "/texts/fr.json"):
        assert served.ask(path)[0] == 200
    for method in ("POST", "PUT", "DELETE"):
        assert served.ask("/news", method)[0] in (403, 405)
    assert served.ask("/", Host="evil.example")[0] == 403
    for path in ("/static/../page.py", "/static/%2e%2e/page.py", "/ws", "/static/index.py"):
        assert served.ask(path)[0] == 404


def test_the_standings_of_a_league_and_a_store_that_goes_away(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    name = a_league(str(file))
    with Store.open(str(file)) as store, site(store) as served:
        about = json.loads(served.ask("/about.json")[1])
        assert about["leagues"] == [name]
        assert about["games"]["rami51"]["fr"] == "Rami 51"
        status, body, headers = served.ask(f"/league?name={name}&lang=fr")
        assert (status, b'lang="fr"' in body) == (200, True)
        assert "Zoé" in body.decode()
        assert "script-src" not in headers["content-security-policy"]
        assert "default-src 'none'" in headers["content-security-policy"]
        assert served.ask("/league?name=other")[0] == 404
        file.write_bytes(b"no database at all, and long enough to be looked at" * 100)
        assert served.ask(f"/league?name={name}")[0] == 503
        assert json.loads(served.ask("/about.json")[1])["leagues"] == []
        assert told(served.open())["all"], "its tables stay"


# --- the secretary's page


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has 127.0.0.2 without more")
def test_only_who_has_the_key_may_ask_on_this_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(office, "_WRONG_S", 0.0)
    where, used = str(tmp_path / "games.db"), list[str]()
    a_league(where)
    with Store.open(where) as store:
        door = Office(store, lambda: used.append("used"))
        with site(store, door, "127.0.0.2") as served:
            own = served.pages.own
            token = door.link(own).rpartition("=")[2]
            keys = {"session": "s" * 48, "token": token}

            def ask(origin: str = f"http://{own}", at: str = own, **asked: str) -> tuple[int, Any]:
                body = json.dumps({"do": "look", **asked}).encode()
                status, answer, _ = served.ask("/office/ask", "POST", body, at, Origin=origin)
                return status, json.loads(answer) if status == 200 else answer

            assert b"office.js" in served.ask("/office", at=own)[1]
            wide = served.pages.url.split("/")[2]
            assert wide.startswith("127.0.0.2:")
            assert served.ask("/", at=wide)[0] == 200
            assert served.ask("/office", at=wide)[0] == 404
            assert ask(f"http://{wide}", wide, **keys)[0] == 404
            assert ask()[0] == 403
            assert ask(session="s" * 48, token="x")[0] == 403
            assert ask("http://evil.example", **keys)[0] == 403
            assert served.ask("/office/ask", "POST", b"{", own, Origin=f"http://{own}")[0] == 400
            assert served.ask("/office/ask", "POST", b" " * 70_000, own, Origin=f"http://{own}")[0] == 413
            assert used == []
            status, answer = ask(**keys)
            assert (status, answer["league"]["round"]["number"], used) == (200, 1, ["used"])
            assert ask(session="s" * 48)[0] == 200, "the session stays"
            assert ask(session="t" * 48, token=token)[0] == 403, "the link is spent"
