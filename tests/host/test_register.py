"""`tierce register`: a deck is taught over the link, to a modelled table and a real MicroPython.

The final check always reads the board's own flash, not the host's copy.
"""

import json
import os
import random
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import ring
from attable import AtTable
from processes import Process, run
from verbs import complaint, tierce_here
from vmboard import club_config

from app.files import Files
from app.sensing.deck import CARD, ENTRY, Deck
from tierce.cards import code
from tierce_tools.base.paths import board_module
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import deckfile, registration, twin_transport
from tierce_tools.board.registration import Quit, Walk, compare, deck_of, give, send
from tierce_tools.board.session import Session
from tierce_tools.board.transport import Unplugged
from tierce_tools.board.twin_transport import ModelledTransport
from tierce_tools.description.descriptions import load
from tierce_tools.twin.assembly import uid_of, uid_of_14443
from tierce_tools.worker import teaching

ORDER = deckfile.cards_of(1, 2)
ZONES = ("discard", "meld1", "seat0", "seat1")


def config(reader: str = "pn5180") -> dict[str, Any]:
    made = club_config()
    made["zones"] = [
        {"zone": name, "reader": reader, "cs": number, "leds": [8 * number, 8]} for number, name in enumerate(ZONES)
    ]
    made["players"] = ["Ana", "Luc"]
    made["buttons"] = [each for each in made["buttons"] if each.get("seat", 0) < 2]
    return made


def tag(card: str) -> str:
    return uid_of(card).hex()


def deck_in(folder: Path) -> deckfile.Deck:
    """Return the deck on a board's flash."""
    deck = Deck()
    assert not deck.load(Files(str(folder)))
    rows = [deck.entries[at : at + ENTRY] for at in range(0, len(deck.entries), ENTRY)]
    return deckfile.in_order({code(row[CARD]): row[1 : 1 + row[0]].hex() for row in rows})


class Pullable(ModelledTransport):
    """A modelled table whose cable can be pulled; the table then goes on, or is off."""

    plugged = True

    def read(self, timeout: float) -> bytes:
        if not self.plugged:
            raise Unplugged("modelled")
        return super().read(timeout)

    def write(self, data: bytes) -> None:
        if not self.plugged:
            raise Unplugged("modelled")
        super().write(data)

    def close(self) -> None:
        """Only the cable goes."""


class Person:
    """A person at a modelled table: sees what the walk reports, lays cards, presses keys.

    `answers` are the reactions to the requests in turn: a card to lay, a key, or a function.
    Without an answer the requested card is laid.
    """

    closed = False

    def __init__(self, folder: Path, made: dict[str, Any] | None = None) -> None:
        self.transport = Pullable(made or config(), deck=False, folder=folder, pace=0)
        self.answers: list[Any] = []
        self.keys: list[str] = []
        self.told: list[tuple[Any, ...]] = []
        self.kept: list[deckfile.Deck] = []
        self.zone = "discard"
        self.lies: str | None = None
        self.walk: Walk | None = None

    def connect(self) -> Session:
        self.transport.plugged = True
        session = Session(self.transport, "modelled")
        session.greet()
        return session

    def get(self) -> str | None:
        return self.keys.pop(0) if self.keys else None

    def react(self, what: str, **facts: Any) -> None:
        self.told.append((what, *[facts[key] for key in ("card", "was") if key in facts]))
        if what in ("ask", "no_undo"):
            answer = self.answers.pop(0) if self.answers else facts["card"]
            if callable(answer):
                answer()
            elif len(answer) == 1:
                self.keys.append(answer)
            else:
                self.lay(answer)
        elif what == "twice":
            assert self.answers, "a tag was used twice that should not have been"
            self.keys.append(self.answers.pop(0))

    def lay(self, card: str) -> None:
        """Take away the card that lies there, and lay another."""
        if self.lies is not None:
            self.transport.table.take(self.lies)
            self.transport.run(1000)
        self.transport.table.put(self.zone, card)
        self.lies = card

    def teach(self, cards: list[str], patience_s: float = 20) -> Walk:
        self.walk = Walk(self.connect, self, self.react, self.kept.append, patience_s)
        with closing(self.walk), suppress(Quit):
            self.walk.run(cards)
        return self.walk

    def on_flash(self) -> deckfile.Deck:
        """Return the deck on the board's flash."""
        return deck_in(self.transport.folder)


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(tmp_path)


# --- the walk


def test_a_deck_of_54(person: Person) -> None:
    order = ORDER[: ring.rounds(15, 54)]
    walk = person.teach(order)
    assert person.on_flash() == {card: tag(card) for card in order}
    assert person.kept[-1] == walk.deck == person.on_flash()
    assert person.told == [(what, card) for card in order for what in ("ask", "taught")]
    assert len(person.kept) == len(order) + 1


def test_a_deck_is_taught_at_the_one_reader_of_a_tap(tmp_path: Path) -> None:
    """Two cards that are held to it at once are not taken for one; the card is asked for until it comes alone."""
    person = Person(tmp_path, load("tap", "en").config)
    person.zone = "tap"

    def two_then_one() -> None:
        person.lay("2S")
        person.transport.table.put("tap", "3S")
        person.transport.run(3000)
        assert person.walk is not None
        assert list(person.walk.deck) == ["AS"]
        person.transport.table.take("3S")

    person.answers = ["AS", two_then_one, "3S"]
    person.teach(["AS", "2S", "3S"])
    assert person.on_flash() == {card: uid_of_14443(card).hex() for card in ("AS", "2S", "3S")}


def test_the_page_of_the_site_teaches_by_the_same_walk(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told each step in its language; a key that was pressed before is not meant."""
    said: list[dict[str, Any]] = []

    class Line:
        def key(self) -> str:
            return person.get() or ""

        def tell(self, text: str) -> None:
            said.append(json.loads(text)["walk"])
            person.react(said[-1]["what"], card=said[-1]["card"])

    monkeypatch.setattr(teaching, "connected", lambda _: (person.connect(), person.connect, None))
    person.keys = ["q", "q"]
    person.answers = ["AS", "KD", "AS", "2", "s", "q"]
    told = teaching.register({"packs": 1, "jokers": 2}, "fr", Line())
    assert person.on_flash() == {"AS": tag("AS"), "2S": tag("KD")}
    assert json.loads(told["deck"])["cards"] == person.on_flash()
    assert (told["of"], told["missing"][:2]) == (54, ["3♠", "4♠"])
    assert said[0]["text"].split()[:3] == ["[0/54]", "posez", "A♠"]
    assert [each["names"] for each in said if each["what"] == "twice"] == [["3♠", "A♠"]]
    assert [each["card"] for each in said if each["what"] == "ask"] == ["AS", "2S", "3S", "3S", "4S"]
    for packs in (3, "1", None):
        with pytest.raises(Trouble, match="packs"):
            teaching.register({"packs": packs, "jokers": 2}, "fr", Line())


# Cards that are taught first, then answers, the cards asked for, what is told, and the tags in the end.
WALKS: dict[str, tuple[list[str], list[str], list[str], str, dict[str, str]]] = {
    "an undo gives back what a card had, and one too many is told": (
        *(["AS", "2S"], ["KD", "u", "u", "q"], ["AS", "2S"]),
        "ask AS, taught AS, ask 2S, undone AS, ask AS, no_undo AS",
        {"AS": "AS", "2S": "2S"},
    ),
    "a card is skipped": (
        *([], ["s", "2S", "u", "u", "AS", "2S", "s"], ["AS", "2S", "3S"]),
        "ask AS, skipped AS, ask 2S, taught 2S, ask 3S, undone 2S, ask 2S, undone AS, ask AS, taught AS, ask 2S, "
        "taught 2S, ask 3S, skipped 3S",
        {"AS": "AS", "2S": "2S"},
    ),
    "a tag used twice stays what it was": (
        *([], ["AS", "AS", "2", "2S"], ["AS", "2S"]),
        "ask AS, taught AS, ask 2S, twice 2S AS, ask 2S, taught 2S",
        {"AS": "AS", "2S": "2S"},
    ),
    "an undo restores both cards of a tag used twice": (
        *([], ["KD", "KD", "1", "u", "2S"], ["AS", "2S"]),
        "ask AS, taught AS, ask 2S, twice 2S AS, taught 2S AS, ask AS, undone 2S, ask 2S, taught 2S",
        {"AS": "KD", "2S": "2S"},
    ),
    "a tag used twice becomes the new card, and the other is asked for at the end": (
        *(["AS", "2S"], ["AS", "1", "KD"], ["3S"]),
        "ask 3S, twice 3S AS, taught 3S AS, ask AS, taught AS",
        {"AS": "KD", "2S": "2S", "3S": "AS"},
    ),
}


@pytest.mark.parametrize(("before", "answers", "cards", "told", "tags"), WALKS.values(), ids=WALKS)
def test_what_a_person_may_answer(
    person: Person, before: list[str], answers: list[str], cards: list[str], told: str, tags: dict[str, str]
) -> None:
    if before:
        person.teach(before)
        person.told.clear()
    person.answers = list(answers)
    person.teach(cards)
    assert ", ".join(" ".join(filter(None, each)) for each in person.told) == told
    assert person.on_flash() == {card: tag(its) for card, its in tags.items()}


def test_after_an_undo_what_lies_there_is_not_meant(person: Person) -> None:
    """The wrong card was laid, and still lies there while the right one is requested again."""

    def wait_then_lay() -> None:
        person.transport.run(4000)
        assert person.walk is not None
        assert "AS" not in deck_of(person.walk.session)
        person.lay("AS")

    person.answers = ["KD", "u", wait_then_lay, "2S"]
    person.teach(["AS", "2S"])
    assert person.on_flash() == {"AS": tag("AS"), "2S": tag("2S")}


def test_no_tag_for_good(tmp_path: Path) -> None:
    """A phone on an ISO 14443 reader: the board reports it, and the card is requested again."""
    person = Person(tmp_path, config("mfrc522"))
    gone: list[Callable[[], None]] = []

    def hold() -> None:
        gone.append(person.transport.table.stranger("discard", b"\x08\x01\x02\x03"))

    def instead() -> None:
        person.transport.run(3000)  # it still lies there, and does not count
        gone.pop()()
        person.transport.run(1500)
        person.lay("AS")

    person.answers = [hold, instead]
    person.teach(["AS"])
    assert person.told == [("ask", "AS"), ("bad_tag", "AS"), ("ask", "AS"), ("taught", "AS")]
    assert len(bytes.fromhex(person.on_flash()["AS"])) in (4, 7)


@pytest.mark.parametrize("key", ["nobody", "teaching", "flash"])
def test_a_walk_that_cannot_go_on_says_why(person: Person, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if key == "flash":
        full = Mock(side_effect=OSError(28, "no space"))
        monkeypatch.setattr(person.transport.program.files, "write", full)
    if key == "teaching":  # a deck is taught at the table meanwhile
        person.transport.run(1500)
        person.transport.program.teach().begin()
    if key != "flash":
        person.answers = [lambda: None]
    with pytest.raises(Trouble, match=rf"\.{key}',"):
        person.teach(["AS"], patience_s=0.3 if key == "nobody" else 20)


def test_an_older_program_is_found_out(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = board_module("app.link.commands").Commands  # a board may have unloaded and loaded it again
    new = commands._on_register

    def old(self: Any, given: dict[str, Any]) -> Any:
        return new(self, {key: given[key] for key in given if key != "tag"})

    monkeypatch.setattr(commands, "_on_register", old)
    with person.connect() as session:
        with pytest.raises(Trouble, match=r"\.old_program',"):
            give(session, "AS", tag("AS"))
        monkeypatch.undo()
        assert session.ask("register", cancel=True)["cancelled"] is False


# --- cables


@pytest.mark.parametrize("seed", ring.seeds("register", 1, 6))
def test_anything_may_happen(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo, skip, tags used twice, the cable pulled at any byte, power cuts; then a clean finish."""
    monkeypatch.setattr(registration, "_AGAIN_S", 0.0)
    dice = random.Random(seed)
    person = Person(tmp_path)
    # The cable is pulled after this number of bytes more; after a power cut the table starts again.
    count = {"left": 0}
    read = Pullable.read

    def cut(self: Pullable, timeout: float) -> bytes:
        data = read(self, timeout)
        if count["left"]:
            count["left"] -= 1
            if not count["left"]:
                self.plugged = False
                if dice.random() < 0.5:
                    lies, person.lies = person.lies, None
                    self.cut()
                    person.transport = Pullable(config(), deck=False, folder=self.folder, pace=0)
                    if lies is not None:
                        person.lay(lies)
                raise Unplugged("modelled")
        return data

    monkeypatch.setattr(Pullable, "read", cut)

    def some(card: str) -> Any:
        chance = dice.random()
        if chance < 0.25:
            count["left"] = dice.randrange(1, 12)
        if chance < 0.55:
            return card
        if chance < 0.65:
            return "s"
        if chance < 0.8:
            return "u"
        taught = list(person.kept[-1].values()) if person.kept else []
        return next((each for each in ORDER if tag(each) in taught), card)

    react = person.react

    def answer(what: str, **facts: Any) -> None:
        if what in ("ask", "no_undo"):
            person.answers = [some(facts["card"])]
        elif what == "twice":
            person.answers = [dice.choice("122")]
        react(what, **facts)

    person.react = answer
    person.teach(ORDER[:12])
    gone, back = ([each[0] for each in person.told].count(what) for what in ("gone", "back"))
    assert 0 < gone == back
    assert person.kept[-1] == person.on_flash()
    tags = list(person.on_flash().values())
    assert len(set(tags)) == len(tags)
    # From here on there are no mistakes; the result must be complete.
    monkeypatch.setattr(Pullable, "read", read)
    person.react = react
    person.answers = []
    if person.lies is not None:
        person.transport.table.take(person.lies)
        person.lies = None
        person.transport.run(2000)
    with person.connect() as session:
        known = deck_of(session)
        wrong = [card for card in known if known[card] != tag(card)]
        send(session, compare({}, {card: known[card] for card in wrong}, True), lambda done: None)
        left = [card for card in ORDER[:12] if card not in known or card in wrong]
    person.teach(left)
    assert {card: person.on_flash()[card] for card in ORDER[:12]} == {card: tag(card) for card in ORDER[:12]}


# --- files


def test_what_an_import_changes() -> None:
    has = {"AS": tag("AS"), "2S": tag("2S"), "3S": tag("3S"), "4S": tag("4S")}
    deck = {"AS": tag("AS"), "2S": tag("3S"), "5S": tag("5S")}
    todo = compare(deck, has, False)
    assert (todo.give, todo.same, todo.others) == ([("2S", tag("3S")), ("5S", tag("5S"))], 1, ["4S"])
    todo = compare(deck, has, True)
    assert (todo.give, todo.others) == ([("4S", None), ("2S", tag("3S")), ("5S", tag("5S"))], [])


@pytest.mark.parametrize("seed", ring.seeds("register", 2, 8))
def test_any_deck_becomes_any_other(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    transport = ModelledTransport(config(), deck=False, folder=tmp_path, pace=0)
    with Session(transport, "modelled") as session:
        session.greet()
        for _ in range(3):
            some = dice.sample(ORDER[:10], dice.randrange(10))
            tags = dice.sample([tag(card) for card in ORDER[:10]], len(some))
            deck = deckfile.in_order(dict(zip(some, tags, strict=True)))
            send(session, compare(deck, deck_of(session), True), lambda done: None)
            assert deck_of(session) == deck
            part = dict(list(deck.items())[:4])
            dice.shuffle(tags)
            part = dict(zip(part, tags, strict=False))
            before = deck_of(session)
            send(session, compare(part, before, False), lambda done: None)
            kept = {card: its for card, its in before.items() if card not in part and its not in part.values()}
            assert deck_of(session) == deckfile.in_order(part | kept)


def test_an_import_that_is_broken_off_says_how_far_it_came(person: Person) -> None:
    session = person.connect()
    todo = compare({card: tag(card) for card in ORDER}, {}, False)

    def pull(done: int) -> None:
        if done == 7:
            person.transport.plugged = False

    with pytest.raises(Trouble) as caught:
        send(session, todo, pull)
    assert (caught.value.key, caught.value.details) == ("import_broken", {"done": 7, "cards": 54})
    assert list(person.on_flash()) == ORDER[:7]


# --- the command


def test_a_deck_is_taught_and_goes_to_another_board(tmp_path: Path):
    copy, back = tmp_path / "deck.json", tmp_path / "back.json"
    with closing(AtTable(tmp_path / "one", config(), deck=False)) as one:
        code, said, _ = one.tierce("register", "--json", "--deck", copy, "AS", "2S", "3S")
        events = [json.loads(each).get("event") for each in said.splitlines()]
        assert (code, events) == (0, ["ask", "taught"] * 3 + [None])
        deck = {card: tag(card) for card in ("AS", "2S", "3S")}
        assert deckfile.read(copy) == deck
    with closing(AtTable(tmp_path / "other", config(), deck=False)) as other:
        code, said, err = other.tierce("register", "--import", copy, "--export", back, "--deck", back, "--json")
        assert (code, err) == (0, "")
        assert json.loads(said.splitlines()[0]) == {"imported": 3, "same": 0, "taken_away": [], "file": str(copy)}
        assert deck_in(other.folder) == deck
        code, said, _ = other.tierce("register", "--status", "--decks", "1", "--json")
        assert (code, json.loads(said)["known"]) == (0, 3)
    assert back.read_bytes() == copy.read_bytes()


register = partial(tierce_here, "register")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--decks", "3"], "there are 1 or 2 packs"),
        (["--jokers", "5"], "there are 1 or 2 packs"),
        (["--game", "bridge"], "there is no game bridge; the games are atelier, chamberliens"),
        (["--from", "1Z"], "1Z is not a card"),
        (["--decks", "1", "7H2"], "7H2 is not in this deck of 54 cards"),
        (["--game", "gin", "X1"], "X1 is not in this deck of 52 cards"),
        (["--status", "7H"], "CARD and --status do not go together"),
        (["--export", "a.csv", "--again"], "--again and --export do not go together"),
        (["--replace"], "--replace goes with --import only"),
        (["--export", "a.txt"], "a.txt: the name must end in .json or .csv"),
        (["--deck", "deck"], "deck: the name must end in .json or .csv"),
        (["--import", "no.csv"], "no.csv: cannot be read"),
        (["--deck", "no.csv", "--status"], "no.csv: cannot be read"),
        (["--labels", "a.png"], "a.png: the name must end in .pdf or .svg"),
        (["--labels", "a.pdf", "--label", "1x1"], "labels of 1x1 do not fit"),
        (["--port", "/dev/there/is/none"], "there is no port /dev/there/is/none"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(args: list[str], said: str):
    assert complaint("register", *args).startswith(said)


def test_a_bad_file_is_not_imported_at_all(tmp_path: Path):
    path = tmp_path / "deck.csv"
    path.write_text(f"card,tag\nAS,{tag('AS')}\n1Z,{tag('2S')}\n3S,{tag('AS')}\n4S,08112233\n")
    done = register("--port", "modelled", "--import", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert [line.split(": ")[0] for line in done.stderr.splitlines()[:-1]] == [f"{path}:{line}" for line in (3, 4, 5)]
    assert "nothing was changed" in done.stderr
    path.write_text("card,tag\n" + "1Z,\n" * 50)
    assert len(register("--port", "modelled", "--import", path).stderr.splitlines()) == 22


def test_files_without_a_board(tmp_path: Path):
    deck = {card: tag(card) for card in ORDER[:20]}
    path, table, labels = (tmp_path / name for name in ("deck.json", "deck.csv", "labels.svg"))
    deckfile.write(path, deck)
    done = register("--deck", path, "--export", table, "--labels", labels, "--status", "--game", "gin", "--json")
    exported, drawn, status = map(json.loads, done.stdout.splitlines())
    assert exported == {"exported": str(table), "cards": 20}
    assert drawn == {"labels": 20, "sheets": 1, "file": str(labels)}
    assert (status["known"], status["of"], status["missing"]) == (20, 52, ORDER[20:52])
    assert deckfile.read(table) == deck
    french = register("--deck", path, "--status", "--decks", "1", "--lang", "fr").stdout
    assert "Cartes enregistrées : 20 sur 54." in french
    assert "V♥" in french
    assert "\x1b" not in french


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the time of the modelled table pass as it is asked for."""
    monkeypatch.setattr(twin_transport, "ModelledTransport", partial(ModelledTransport, pace=0))


@pytest.mark.usefixtures("quick")
def test_the_modelled_table_shows_how_it_goes(tmp_path: Path):
    path = tmp_path / "deck.csv"
    done = register("--port", "modelled", "--deck", path, "TH", "x1", "10♥2")
    assert (done.returncode, done.stdout) == (0, "")
    for said in ("lay 10♥: the ten of hearts\n", "lay joker 1\n", "lay 10♥2: the ten of hearts, second pack\n"):
        assert said in done.stderr
    assert deckfile.read(path) == {card: tag(card) for card in ("TH", "TH2", "X1")}


@pytest.mark.usefixtures("quick")
def test_a_copy_with_cards_that_the_board_has_lost_is_not_lost(tmp_path: Path):
    path = tmp_path / "deck.json"
    deck = {card: tag(card) for card in ORDER}
    deckfile.write(path, deck)
    for number in (1, 2):
        deckfile.write(path, deck)
        assert "no longer has 54 cards" in register("--port", "modelled", "--deck", path, "7H").stderr
        assert deckfile.read(tmp_path / f"deck-{number}.json") == deck
        assert deckfile.read(path) == {"7H": tag("7H")}
    path.write_text('{"something":"else"}')
    assert register("--port", "modelled", "--deck", path, "7H").stderr.startswith(f"{path}:1: this is not a deck file")
    assert path.read_text() == '{"something":"else"}'


# --- keys


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_keys_of_a_terminal_come_without_enter_and_it_is_left_as_it_was():
    import pty
    import termios

    script = (
        "from tierce_tools.cli.keys import Keyboard\n"
        "with Keyboard() as keys:\n"
        "    print('ready', flush=True)\n"
        "    found = ''\n"
        "    while found != 'usq':\n"
        "        found += keys.get() or ''\n"
    )
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    with Process(sys.executable, "-c", script, stdin=theirs) as process:
        assert process.out.line() == "ready"
        os.write(ours, b"Us q")
        assert process.wait() == 0
    assert termios.tcgetattr(theirs) == before
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize(("given", "keys"), [(b"u\n\n  S \nquit\n2", "usq2"), (b"", ""), (b"\xff\n\0\nq\n", "\xff\0q")])
def test_keys_of_a_pipe_are_lines(given: bytes, keys: str):
    script = (
        "from tierce_tools.cli.keys import Keyboard\n"
        "with Keyboard() as keys:\n"
        "    while not keys.closed:\n"
        "        key = keys.get()\n"
        "        print(ascii(key) if key else '', end='', flush=True)\n"
    )
    done = run(sys.executable, "-c", script, stdin=given, check=True)
    assert done.stdout.decode() == "".join(map(ascii, keys))
