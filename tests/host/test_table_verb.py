"""`tierce table`: serves a table's page until it is ended, and reports errors."""

import asyncio
import html
import json
import os
import re
import signal
import socket
import stat
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from processes import PATIENCE, TIERCE, Heard, Process, until
from verbs import complaint
from webclient import Client, Page, running

from tierce_tools.base.paths import firmware, games
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.going_on import last_of
from tierce_tools.cli.table import (
    _New,  # pyright: ignore[reportPrivateUsage]
    _new_action,  # pyright: ignore[reportPrivateUsage]
    _seats,  # pyright: ignore[reportPrivateUsage]
)
from tierce_tools.logs.words import trouble_text

EMPTY = {"TIERCE_LANG": "en"}


def enter(link: str) -> dict[str, Any]:
    """Return the sections of the owner's page once nothing is pending, or a second of the table later."""

    async def look() -> dict[str, Any]:
        async with Client(link).open() as ws:
            page = Page(ws)
            await page.do("settle", ms=1000)
            return page.sections

    return asyncio.run(look())


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.longer)])
def test_it_serves_until_it_is_ended(number: int, tmp_path: Path):
    with running("table", "--headless", **EMPTY, TMPDIR=str(tmp_path)) as verb:
        link = verb.out.line()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#token=[\w-]{20,}", link)

        sections = enter(link)
        assert (sections["you"]["kind"], sections["match"]) == ("modelled", None)
        again = verb.out.line()
        assert again.startswith("Another window: http://127.0.0.1")
        enter(again.partition(": ")[2])
        assert verb.end(number) == 0
        assert verb.err.rest().splitlines() == ["Open this link in a browser; Ctrl-C ends", "The table is closed"]
        assert not list(tmp_path.glob("tierce-*"))  # no file is left behind


@pytest.mark.longer
def test_who_is_impatient_ends_it_in_order(tmp_path: Path):
    """One Ctrl-C at any moment: test_leaving.py."""
    with running("table", "--headless", TMPDIR=str(tmp_path)) as verb:
        verb.link()
        for _ in range(6):
            verb.send(signal.SIGINT)
        assert verb.wait() == 0
    assert not list(tmp_path.glob("tierce-*"))


@pytest.mark.longer
def test_who_reads_the_first_link_only_does_not_end_it():
    script = f"exec '{TIERCE}' table --headless > >(head -n1 >&2; exec >&-)"
    with Process("bash", "-c", script) as process:
        before, _, token = process.err.until("#token=").rpartition("http://")
        enter(f"http://{token}{process.err.line()}")  # the verb does not print a new one
        assert process.end(signal.SIGINT) == 0
        assert "Traceback" not in before + process.err.rest()


@pytest.mark.skipif(os.name != "posix", reason="no terminal can be made up here")
@pytest.mark.parametrize("option", [None, pytest.param("--no-browser", marks=pytest.mark.longer)])
def test_on_a_terminal_it_opens_the_browser(option: str | None, tmp_path: Path):
    """Through a file that only its owner can read, as all users can see a program's arguments.

    Its browser writes down its arguments, and the contents of the file that it is given.
    """
    import pty

    seen, browser = tmp_path / "seen", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\n(echo "$1"; cat "${{1#file://}}") > {seen}~ && mv {seen}~ {seen}\n')
    browser.chmod(0o755)
    ours, theirs = pty.openpty()
    given = {**os.environ, "BROWSER": f"{browser} %s", **EMPTY, "TMPDIR": str(tmp_path)}
    with Process(TIERCE, "table", *([option] if option else []), stdout=theirs, env=given) as process:
        link = Heard(os.fdopen(ours, "rb", 0), PATIENCE).line()
        if option:
            enter(link)  # the page is served: a browser would have been opened by now
            assert not seen.exists()
        else:
            until(seen.exists)
            shown, _, page = seen.read_text().partition("\n")
            assert "token" not in shown
            assert html.unescape(page).count(f'url={link}"') == 1
            file = Path(shown.removeprefix("file://"))
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
            assert file.parent.parent == tmp_path
            enter(link)
            until(lambda: not file.exists(), "the link is spent")
        assert process.end(signal.SIGINT) == 0
        os.close(theirs)
    assert not list(tmp_path.glob("tierce-*"))


def test_a_browser_out_of_a_snap_gets_a_file_that_it_can_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """In the user's home, without a leading dot: such a browser can read nothing else."""
    from tierce_tools.cli import server

    opened: Queue[str] = Queue()
    monkeypatch.setattr(server, "_SNAPS", tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setattr("webbrowser.open", opened.put)
    opening = server.Opening()
    opening("http://127.0.0.1:1/?lang=fr#token=a&b")
    file = Path(opened.get(timeout=PATIENCE).removeprefix("file://"))
    assert file.parent.parent == tmp_path
    assert not file.parent.name.startswith(".")
    assert 'url=http://127.0.0.1:1/?lang=fr#token=a&amp;b"' in file.read_text()
    opening.close()
    assert not list(tmp_path.iterdir())


def test_it_begins_the_match_that_is_wanted(tmp_path: Path):
    """At a table of another config, with the totals of a log, in French."""
    config = json.loads((firmware() / "config.json").read_text("utf-8"))
    (tmp_path / "home.json").write_text(json.dumps({**config, "name": "at home"}))
    log = str(games() / "rulings-void-rami7.jsonl")
    given = "--headless --lang fr --game rami51 --players Luc,Ana --computers 1 --rule target=900 --seed 5".split()
    with running("table", *given, "--go-on", log, "--config", str(tmp_path / "home.json")) as verb:
        sections = enter(verb.link())
        wanted = {"game": "rami51", "players": ["Luc", "Ana"], "round": 5, "rules": {"target": 900}}
        wanted |= {"totals": [68, 100], "dealer": 1, "computers": [False, True]}  # Ana's turn to deal
        assert {key: sections["match"][key] for key in wanted} == wanted
        assert (sections["sheet"]["carried"], sections["table"]["name"]) == ([68, 100], "at home")
        assert verb.out.line().startswith("Une autre fenêtre\u00a0: http://")
        assert verb.end(signal.SIGINT) == 0
        assert "La table est débarrassée" in verb.err.rest()


@pytest.mark.parametrize("given", ["Léa,Jo", "0,Jo", "all", "Jo, Léa"])
def test_computers_are_named_or_counted(given: str):
    assert sorted(_seats(given, ["Léa", "Jo"])) == [0, 1]


@pytest.mark.longer
def test_a_log_is_played_back_at_once():
    with running("table", str(games() / "rami30-1.jsonl"), "--headless") as verb:
        assert enter(verb.link())["playback"]["name"] == "rami30-1.jsonl"


# --- a match that goes on, and the first dealer


def asked(last: str | None = None, **wanted: Any) -> dict[str, Any]:
    """Return the action for some options of a match, after a recorded game."""
    unset: dict[str, Any] = dict.fromkeys(("game", "players", "computers", "dealer", "totals", "rounds"))
    before = last_of(str(games() / f"{last}.jsonl")) if last else None
    return _new_action(_New(**{**unset, "rule": [], **wanted}), before, 7, "en")


RAMI30 = "rulings-points-rami30"


@pytest.mark.parametrize(
    ("last", "wanted", "expected"),
    [
        (RAMI30, {}, ("rami30", "Ana,Luc,Zoé", [499, 10, 479], 1, 1)),
        (RAMI30, {"players": "Zoé,Ana"}, ("rami30", "Zoé,Ana", [479, 499], 1, 0)),
        (RAMI30, {"players": "2", "dealer": "Ana"}, ("rami30", "Ana,Luc", [499, 10], 1, 0)),
        (*(RAMI30, {"players": "Max,Zoé", "totals": "-5, 479", "rounds": 4}), ("rami30", "Max,Zoé", [-5, 479], 4, 1)),
        (
            *(RAMI30, {"game": "rami51", "rule": ["target=900"], "dealer": "lot"}),
            ("rami51", "Ana,Luc,Zoé", [499, 10, 479], 1, "lot"),
        ),
        # A round in play does not count.
        ("rulings-undo-rami51", {}, ("rami51", "Ana,Luc", [0, 0], 0, 0)),
        (None, {"game": "gin", "totals": "40,30", "rounds": 3}, ("gin", "Ana,Luc", [40, 30], 3, 0)),
        (None, {"game": "gin"}, ("gin", "Ana,Luc", None, None, 0)),
        (None, {"game": "gin", "dealer": "1"}, ("gin", "Ana,Luc", None, None, 1)),
        (None, {"game": "gin", "dealer": "lot"}, ("gin", "Ana,Luc", None, None, "lot")),
        (None, {"game": "manipulation"}, ("manipulation", "Ana,Luc", None, None, "lot")),
        (None, {"game": "manipulation", "dealer": "0"}, ("manipulation", "Ana,Luc", None, None, 0)),
    ],
)
def test_what_a_match_begins_with(last: str | None, wanted: dict[str, Any], expected: tuple[Any, ...]):
    action = asked(last, **wanted)
    names = ",".join(player["name"] for player in action["players"])
    assert (action["game"], names, action.get("totals"), action.get("rounds"), action["dealer"]) == expected


def test_rules_of_the_log_hold_unless_others_are_given():
    same = asked(RAMI30)
    assert (same["rules"], same["seed"]) == ({"hand": 7, "target": 500}, 7)
    assert asked(RAMI30, rule=["target=800"])["rules"] == {"hand": 7, "target": 800}
    assert asked(RAMI30, game="rami51", rule=["target=800"])["rules"] == {"target": 800}


@pytest.mark.parametrize(
    ("last", "wanted", "named"),
    [
        ("rulings-mixed-manipulation", {}, "a total of 160 has already reached the target of 60"),
        (RAMI30, {"rule": ["target=400"]}, "a total of 499 has already reached the target"),
        (RAMI30, {"players": "Ana,Max"}, "Max has no total"),
        (RAMI30, {"players": "4"}, "has no total in"),
        (RAMI30, {"game": "gin"}, "2, not by 3"),
        (None, {"totals": "1"}, "2 totals are needed, one for each of Ana, Luc"),
        (None, {"totals": "1,2,3"}, "2 totals are needed"),
        *((None, {"totals": totals}, "--totals 120,45") for totals in ("1,x", "-+1,2", "", f"1,{'9' * 5000}")),
        (None, {"totals": "100,3"}, "a total of 100 has already reached the target"),
        (None, {"dealer": "Bob"}, "Ana, Luc"),
        (None, {"dealer": "2"}, "from 0 to 1"),
        ("nolog", {}, "nolog.jsonl can't be read"),
        ("../manual.py", {}, "can't be read"),
    ],
)
def test_what_can_not_go_on_is_said_in_one_line(last: str | None, wanted: dict[str, Any], named: str):
    with pytest.raises(Trouble) as trouble:
        asked(last, **({"game": "gin"} if last is None else {}), **wanted)
    english, french = (trouble_text(trouble.value, lang) for lang in ("en", "fr"))
    assert "\n" not in english + french
    assert max(len(english), len(french)) < 400
    assert named in english


GIN_BAD = [
    *(("--players 3", "--players"), ("--players Ana,", "--players"), ("--players -1", "not by -1")),
    *(("--players 0", "2"), ("--players Ana,Ana", "Ana"), ("--players Much_too_long_a_name,B", "12")),
    *((f"--players {'9' * 5000}", "--players"), (f"--computers {'9' * 5000}", "0 to 1"), ("--computers 2", "0 to 1")),
    *(("--computers x", "Ana, Luc"), (f"--seed {'9' * 30}", "--seed")),
    *(("--rule knock_limit", "NAME=VALUE"), ("--rule knock_limit=11111", "knock_limit")),
]
BAD = [
    *(("{log} --go-on {log}", "--go-on"), ("--totals 1,2", "--game"), ("--port auto --go-on {log}", "--go-on")),
    *(("nolog.jsonl", "nolog.jsonl"), (".", "folder"), ("{bad}", "bad.jsonl:1:"), ("{cut}", "cut.jsonl:2:")),
    *(("{head}", "head.jsonl"), ("{log} --game gin", "--game"), ("{log} --port auto", "LOG")),
    *(("--go-on {odd}", "odd.jsonl:2: not JSON"), ("--go-on {empty}", "the file is empty")),
    *(("--config none.json", "none.json"), ("--config {bad}", "look at line"), ("--config {small}", "small.json")),
    *(("--players 2", "--game"), ("--rule a=b", "--game"), ("--game bridge", "rami51")),
    *((f"--game gin {more}", named) for more, named in GIN_BAD),
    *(("--port auto --pico", "--pico"), ("--uf2 x.uf2", "--pico")),
    ("--port /dev/nothing", "/dev/nothing"),  # the usual store may stand beside a board
    ("--port auto --config {bad}", "--config"),
    ("--port /dev/nothing --store auto", "--store and --port do not go together"),
    ("--pico --store x.db --uf2 {bad}", "--store and --pico do not go together"),
    ("--pico --store x.db --lang fr", "--store et --pico ne vont pas ensemble"),
    *((f"--page-port {port}", said) for port, said in (("70000", "65535"), ("-1", "65535"), ("x", "--help"))),
    *(("--page-port {taken}", "--page-port"), ("--address 127.0.0.2", "--listen")),
    *((f"--listen --address {at}", "192.168.1.5") for at in ("x", "0.0.0.0", "127.0.0.1:65536", "::1", "127.0.0.1")),
    *(("--listen --address 203.0.113.77", "203.0.113.77"), ("--pico --uf2 {bad}", "bad.jsonl")),
]


@pytest.mark.parametrize(("args", "named"), BAD, ids=[args[:40] for args, _ in BAD])
def test_what_is_wrong_is_said_in_one_line(args: str, named: str, tmp_path: Path):
    header = '{"tierce":1,"game":"gin","players":["Ana","Luc"],"dealer":0}\n'
    files = {
        "bad.jsonl": "{\n",
        "cut.jsonl": header + '{"t":0,"sea',
        "odd.jsonl": header + "x\n",
        "head.jsonl": header,
        "empty.jsonl": "",
        "small.json": '{"tierce":1}',
        "log.jsonl": header + '{"t":0,"seat":0,"press":"deal"}\n',
    }
    for file, text in files.items():
        (tmp_path / file).write_text(text)
    there = {file.partition(".")[0]: str(tmp_path / file) for file in files}
    with socket.create_server(("127.0.0.1", 0)) as taken:
        there["taken"] = str(taken.getsockname()[1])
        env = {**os.environ, **EMPTY, "TMPDIR": str(tmp_path), "TIERCE_STORE": str(tmp_path / "x.db")}
        said = complaint("table", "--headless", *args.format(**there).split(), cwd=tmp_path, env=env)
    assert named in said
    assert not list(tmp_path.glob("tierce-*"))
