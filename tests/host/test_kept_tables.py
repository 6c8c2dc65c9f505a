"""Virtual tables that are kept: they can be resumed, and their games are in the store."""

import itertools
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ring
from driven import TWO, Driven
from test_virtual_table import plain, replayed
from webclient import running

from tierce_tools.base.texts import languages
from tierce_tools.base.trouble import Doubt, Trouble
from tierce_tools.logs.store import Journal, Store
from tierce_tools.logs.words import trouble_text
from tierce_tools.server.archive import Archive
from tierce_tools.virtual import kept_tables, results
from tierce_tools.virtual.kept_tables import KeptTables, home

COMPUTERS = [{"name": name, "computer": True} for name in "AB"]


class Kept(Driven):
    """A table that is kept in a folder; `kill` ends it like kill -9."""

    def __init__(self, folder: Path, resume: bool = True, ms: float = 3000) -> None:
        self.troubles: list[Trouble] = []
        (folder / "off").mkdir(exist_ok=True)
        self.archive = Archive(str(folder / "games.db"), self.troubles.append)
        self.kept_tables = KeptTables(folder / "tables", self.archive, self.troubles.append)
        super().__init__(folder / "off", 1, None, "en", self.kept_tables, resume)
        self.wait(ms)

    @property
    def own(self) -> Any:
        return getattr(self.play.machine, "kept")  # noqa: B009 - not every machine has one

    def kill(self) -> None:
        machine: Any = self.play.machine
        machine.program, machine.powered = None, False
        self.own._lock.close()

    def close(self) -> None:
        self.play.close()
        self.archive.close()
        assert self.troubles == []


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    made = Kept(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return what a program leaves that is killed after the first deal; tests copy it."""
    folder = tmp_path_factory.mktemp("dealt")
    made = Kept(folder)
    made.deal()
    made.kill()
    made.archive.close()
    return folder


@pytest.fixture
def left(dealt: Path, tmp_path: Path) -> Path:
    """Return the folder of the match that was dealt, in a copy of what is left."""
    shutil.copytree(dealt, tmp_path, dirs_exist_ok=True)
    (folder,) = folders(tmp_path)
    return folder


def gone_on(tmp_path: Path) -> Kept:
    """Return the next program, once its match goes on."""
    again = Kept(tmp_path)
    again.until(lambda: again.play.busy is None)
    return again


def stored(tmp_path: Path) -> list[tuple[Any, Any]]:
    with Store.open(str(tmp_path / "games.db"), make=False) as store:
        return [(match, list(store.log(match.id))) for match in store.matches()]


def a_turn(made: Kept, seat: int = 1) -> None:
    made.do("draw", seat=seat)
    made.lay(made.cards(f"hand{seat}")[0], "discard")
    assert made.verdict("turn")["took"] == "stock"


def after_a_turn(tmp_path: Path) -> Kept:
    made = Kept(tmp_path)
    made.deal()
    a_turn(made)
    return made


def folders(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "tables").iterdir())


def no_store(folder: Path, made: Kept) -> None:
    made.archive.close()
    for path in folder.glob("games.db*"):
        path.unlink()


def test_a_match_goes_on_after_the_program_was_killed(tmp_path: Path) -> None:
    first = after_a_turn(tmp_path)
    first.do("draw", seat=0)
    first.lay(" ".join(first.cards("hand0")[:3]), "meld2")
    first.wait(2000)
    lay, drawn = {p: list(c) for p, c in first.play.scene.places.items()}, first.play.drawn_cards
    before = first.match()
    first.kill()

    again = gone_on(tmp_path)
    assert (again.play.scene.places, again.play.drawn_cards, again.match()) == (lay, drawn, before)
    assert again.snapshots.sections()["kept"]["resumed"]["players"] == ["Ana", "Luc"]
    again.lay(" ".join(lay["meld2"]), "hand0")
    again.lay(again.cards("hand0")[0], "discard")
    assert again.verdict("turn")["took"] == "stock"
    log = again.do("log")["log"]
    assert [plain(each) for each in again.verdicts()] == replayed(log)
    again.close()

    ((match, kept_log),) = stored(tmp_path)
    assert (match.game, match.players, match.ended, kept_log) == ("rami51", ["Ana", "Luc"], False, log)
    assert len(folders(tmp_path)) == 1


def test_a_named_table_goes_on_with_its_own_match(left: Path, tmp_path: Path) -> None:
    troubles: list[Trouble] = []

    def tables() -> KeptTables:
        return KeptTables(tmp_path / "tables", Archive(str(tmp_path / "games.db"), troubles.append), troubles.append)

    hall = tables()
    hall.call("hall")
    assert list(hall.waiting()) == []
    own = hall.fresh()
    with pytest.raises(Trouble, match="name_taken"):
        tables().call("hall")
    own.save({"match": {"players": [], "phase": "turn"}})
    own.leave()
    again = tables()
    again.call("hall")
    (waiting,) = again.waiting()
    assert waiting.id == own.id
    waiting.leave()
    (waiting,) = tables().waiting()
    assert waiting.id == left.name
    waiting.leave()
    moved = hall.open(left.name)  # by the page, which shows all
    moved.be_called()
    moved.leave()
    assert list(tables().waiting()) == troubles == []


def test_a_match_that_is_over_is_noted_cleared_away_and_stays_in_the_store(tmp_path: Path) -> None:
    made = Kept(tmp_path)
    players = [{"name": "Ana"}, {"name": "Luc", "computer": True, "level": "beginner"}]
    made.do("new", game="gin", rules={"target": 50}, players=players)
    assert made.do("results") == {"results": []}
    made.until(lambda: (made.match() or {}).get("phase") == "deal")
    made.do("ruling", ruling="points", seat=0, points=30, sure=True)
    made.do("ruling", ruling="end", sure=True)
    made.until(lambda: made.match()["phase"] == "over")
    made.wait(3000)
    (first,) = made.do("results")["results"]
    assert (first["winners"], first["totals"]) == ([0], [30, 0])
    with (tmp_path / "tables" / results.FILE).open("a") as file:
        file.write('{"id": 1}\n[]\n{\n')  # what a damaged disk may hold
        file.write(json.dumps({**first, "totals": [0, 0], "winners": [7]}) + "\n")
        file.write(json.dumps({**first, "totals": [60, 0]}) + "\n")  # the match was opened again by a correction
    (result,) = made.do("results")["results"]
    assert result["totals"] == [60, 0]
    assert (result["game"], result["players"], result["low"]) == ("gin", ["Ana", "Luc"], False)
    assert made.kept_tables.me() == {"name": "Ana", "game": "gin", "level": "beginner"}
    made.close()
    assert not [each for each in folders(tmp_path) if each.is_dir()]
    ((match, _),) = stored(tmp_path)
    assert match.ended


@pytest.mark.parametrize("header", [pytest.param(False, marks=pytest.mark.longer), True])
def test_a_damaged_journal_is_said_and_asked_about(tmp_path: Path, header: bool) -> None:
    """People answer with the board's own buttons, and the round is dealt again."""
    first = after_a_turn(tmp_path)
    first.kill()
    (name,) = (folders(tmp_path)[0] / "journal").iterdir()
    data = bytearray(name.read_bytes())
    data[data.index(b'"tierce":1') if header else len(data) * 2 // 3] ^= 8
    name.write_bytes(data)

    again = gone_on(tmp_path)
    doubt = {"players": [] if header else ["Ana", "Luc"], "totals": [0, 0]}
    assert again.snapshots.sections()["doubt"] == doubt
    assert again.play.match.referee is None
    assert [each for each in again.told if "lost" in each] or header
    again.wait(1000)
    for key in ("ok", "plus", "plus", "ok"):
        again.asks(None, "key", button=key, down=True)
        again.do("key", button=key, down=False)  # on a busy computer both are heard at once
        again.wait(700)
    assert again.snapshots.sections()["doubt"] is None
    assert (again.match()["phase"], again.match()["totals"]) == ("deal", [0, 0])
    again.do("deal")
    assert again.match()["phase"] == "turn"
    again.close()

    (torn, _), (whole, _) = stored(tmp_path)
    assert (torn.whole, torn.ended, whole.whole) == (False, False, True)


def test_what_was_drawn_just_before_the_end_is_told_to_the_table(tmp_path: Path) -> None:
    """The card is in the hand already, but the minus button was not pressed yet."""
    first = Kept(tmp_path)
    first.deal()
    first.asks(None, "draw", seat=1)
    first.play.advance(1)
    assert first.match()["draws"] == 0
    first.kill()
    again = gone_on(tmp_path)
    assert (len(again.cards("hand1")), again.match()["draws"]) == (14, 1)
    again.close()


def test_no_hand_is_in_the_store_or_the_journal(tmp_path: Path, kept: Kept) -> None:
    kept.deal()
    hand = kept.cards("hand0")
    kept.lay(" ".join(hand), "seat0")
    kept.wait(4000)
    kept.archive.filed("")
    with Store.open(str(tmp_path / "games.db"), make=False) as store:
        (match,) = store.matches()
        said = json.dumps([*store.log(match.id), *store.outcomes(match.id)])
    assert not [card for card in hand if f'"{card}"' in said]
    assert folders(tmp_path)[0].stat().st_mode & 0o77 == 0


@pytest.mark.longer
def test_another_match_is_begun_only_if_one_is_sure_and_the_first_one_waits(kept: Kept) -> None:
    def waiting() -> list[str]:
        return [each["id"] for each in kept.snapshots.sections()["kept"]["matches"]]

    def goes_on() -> None:
        kept.do("go_on", match=first)
        kept.until(lambda: kept.play.busy is None and (kept.match() or {}).get("draws") == 1)

    def begins() -> None:
        kept.begin("gin", players=[{"name": "Zoé"}, {"name": "Max"}])

    kept.deal()
    kept.do("draw", seat=1)
    lay = {place: list(cards) for place, cards in kept.play.scene.places.items()}
    for do, more in (("new", {"game": "gin", "players": TWO, "rules": {}}), ("play", {"log": "demo-rami51"})):
        with pytest.raises(Doubt) as doubt:
            kept.asks(None, do, **more)
        assert not any("{" in trouble_text(doubt.value, language) for language in languages())
        assert kept.play.scene.places == lay
    begins()
    assert kept.match()["players"] == ["Zoé", "Max"]
    (match,) = kept.snapshots.sections()["kept"]["matches"]
    assert (match["game"], match["players"]) == ("rami51", ["Ana", "Luc"])
    first = match["id"]
    goes_on()
    assert kept.play.scene.places == lay
    # A watched match is not kept, and the match in play waits.
    kept.do("play", log="demo-rami51", sure=True)
    assert waiting()[0] == first
    goes_on()
    for do in ("go_on", "forget"):
        with pytest.raises(Trouble, match="no_kept"):
            kept.do(do, match="../x", sure=True)
    # A match that waits is deleted once one is sure; the one in play is not.
    with pytest.raises(Trouble, match="kept_in_use"):
        kept.do("forget", match=first, sure=True)
    begins()
    assert first in waiting()
    with pytest.raises(Doubt):
        kept.asks(None, "forget", match=first)
    kept.do("forget", match=first, sure=True)
    assert first not in waiting()


@pytest.mark.usefixtures("left")
def test_a_match_that_is_coming_back_is_not_left_unasked(tmp_path: Path) -> None:
    """As by a link that begins another one, at the first moment of a page."""
    again = Kept(tmp_path, ms=0)
    for do, more in (("play", {"log": "demo-rami51"}), ("new", {"game": "gin", "players": TWO, "rules": {}})):
        with pytest.raises(Doubt, match="leave_kept"):
            again.asks(None, do, **more)
    again.until(lambda: again.play.busy is None)
    assert again.match()["phase"] == "turn"
    again.do("new", game="gin", players=TWO, rules={}, sure=True)
    again.close()
    again = Kept(tmp_path, ms=0)
    again.do("new", game="rami51", players=TWO, rules={})  # nothing had happened in that of gin
    again.close()


@pytest.mark.longer
def test_another_table_is_kept_from_its_first_moment(kept: Kept) -> None:
    """Its cards lie as at the table before."""
    kept.begin()
    kept.asks(None, "new", game="rami51", players=TWO, rules={}, sure=True)
    kept.play.advance(1)
    told = json.loads((kept.own.folder / "table.json").read_bytes())
    assert told["places"] == kept.play.scene.places


@pytest.mark.longer
def test_two_programs_have_two_tables(tmp_path: Path, kept: Kept) -> None:
    kept.begin()
    other = Kept(tmp_path)
    assert other.match() is None
    with pytest.raises(Trouble, match="kept_in_use"):
        other.do("go_on", match=kept.own.id)
    other.close()
    assert len(folders(tmp_path)) == 1  # tables without a match leave nothing


@pytest.mark.parametrize(
    "damage",
    [b"{", *(pytest.param(each, marks=pytest.mark.longer) for each in (None, b"", b"\xff", b"[]", b'{"tierce":1}'))],
)
@pytest.mark.usefixtures("left")
def test_a_match_whose_config_is_damaged_is_skipped_and_changes_nothing(tmp_path: Path, damage: bytes | None) -> None:
    made = Kept(tmp_path)
    made.deal("gin")
    log = made.do("log")["log"]
    made.kill()
    no_store(tmp_path, made)
    folder = max(folders(tmp_path), key=lambda each: b"gin" in (each / "table.json").read_bytes())
    config = folder / "config.json"
    good = config.read_bytes()
    config.unlink()
    if damage is not None:
        config.write_bytes(damage)
    held = {name: (folder / name).read_bytes() for name in ("deck.bin", "table.json")}

    again = gone_on(tmp_path)
    assert again.match()["game"] == "rami51"  # the earlier one instead
    (trouble,) = again.troubles
    for said in (trouble_text(trouble, language) for language in languages()):
        assert str(folder) in said
        assert "config.json" in said
        assert "\n" not in said
    waiting = again.asks(None, "draw", seat=1)
    with pytest.raises(Trouble, match="kept_damaged"):
        again.asks(None, "go_on", match=folder.name)
    again.until(lambda: (waiting, {}) in again.play.answered)  # nothing is interrupted
    assert again.match()["draws"] == 1
    again.lay(again.cards("hand1")[0], "discard")
    again.verdict("turn")
    assert {name: (folder / name).read_bytes() for name in held} == held
    again.archive.filed("")
    assert [kept_log for match, kept_log in stored(tmp_path) if match.game == "gin"] == [log]

    config.write_bytes(good)
    again.do("go_on", match=folder.name)
    again.until(lambda: again.play.busy is None)
    assert again.do("log")["log"] == log
    again.troubles.clear()
    again.close()


ODD_TABLES = (
    *(b"[]", b'{"match":1}', b'{"match":{"players":[]}}'),
    b'{"match":{"players":["A","B"],"phase":"turn"},"places":[1]}',
)


def test_no_damaged_file_of_a_table_keeps_one_from_playing(left: Path, tmp_path: Path) -> None:
    whole = {path: path.read_bytes() for path in left.rglob("*") if path.is_file()}
    assert len(whole) > 4
    damaged = [(path, b"\xff{") for path in sorted(whole)[:: ring.rounds(4, 1)]]
    damaged += [(left / "table.json", each) for each in ODD_TABLES[ring.rounds(3, 0) :]]
    damaged += [(path, b"") for path in whole if ring.ALL]
    for path, data in damaged:
        path.write_bytes(data)
        again = Kept(tmp_path)
        again.kept_tables.tidy()
        again.deal(sure=True)
        again.play.close()
        shutil.rmtree(tmp_path / "tables")
        for each, before in whole.items():
            each.parent.mkdir(parents=True, exist_ok=True)
            each.write_bytes(before)
        again.archive.close()


@pytest.mark.longer
def test_a_damaged_deck_is_taught_anew(left: Path, tmp_path: Path) -> None:
    (left / "deck.bin").write_bytes(b"")
    again = gone_on(tmp_path)
    a_turn(again)
    again.close()


def test_what_the_store_could_not_take_is_given_to_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In order, and each once: after a failed write, and while there is no store yet."""
    keep, calls, kept_seqs = Journal.keep, itertools.count(), list[tuple[int, int]]()

    def flaky(self: Journal, given: Any) -> int:
        if next(calls) % 3 != 2:
            raise Trouble("store.locked", "{store} is locked", store="games.db")
        kept_seqs.extend((self.key, each["seq"]) for each in given)
        return keep(self, given)

    monkeypatch.setattr(Journal, "keep", flaky)
    (tmp_path / "games.db").write_text("no database")
    made = Kept(tmp_path)
    made.deal()
    made.archive.filed("")
    assert not kept_seqs
    (tmp_path / "games.db").unlink()
    for seat in (1, 0, 1, 0):
        a_turn(made, seat)
    log = made.do("log")["log"]
    for _ in range(3):
        made.archive.file(made.own.id, [])
        if made.archive.filed(made.own.id):
            break
    for key in (1, 2):  # the initial table, and that of the match
        seqs = [seq for at, seq in kept_seqs if at == key]
        assert len(seqs) > 1
        assert seqs == sorted(set(seqs))
    assert [(match.whole, kept_log) for match, kept_log in stored(tmp_path)] == [(True, log)]
    assert sorted(each.area for each in made.troubles) == ["store", "store"]
    made.troubles.clear()
    made.close()


def test_no_match_is_cleared_away_before_the_store_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tierce_tools.virtual.kept_tables._MOST", 1)
    (tmp_path / "games.db").write_text("no database")
    made = Kept(tmp_path)
    logs: list[Any] = []
    for _ in range(2):
        made.deal()
        logs.append(made.do("log")["log"])
    assert len(folders(tmp_path)) == 3  # with the initial table
    assert len(made.snapshots.sections()["kept"]["matches"]) == 1
    made.kill()
    no_store(tmp_path, made)
    again = Kept(tmp_path, resume=False)
    again.kept_tables.tidy()
    assert len(folders(tmp_path)) == 2  # the newest, and the current table
    again.close()
    assert [kept_log for match, kept_log in stored(tmp_path) if match.whole] == logs[:1]


def test_what_is_left_of_tables_without_a_match_is_cleared_away(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("no database")
    left = Kept(tmp_path)
    left.kill()  # before a match
    left.archive.close()
    over = Kept(tmp_path, resume=False)
    over.do("new", game="rami51", players=COMPUTERS)
    over.until(lambda: (over.match() or {}).get("phase") == "deal")
    over.do("ruling", ruling="end", sure=True)
    over.until(lambda: over.match()["phase"] == "over")
    log = over.do("log")["log"]
    over.play.close()  # the store does not have it yet
    over.archive.close()
    begun = Kept(tmp_path, resume=False)
    begun.deal()
    playing = begun.own.folder
    waits = set(folders(tmp_path))
    assert len(waits) == 5  # each match had another table before it
    others = [tmp_path / "tables" / name for name in ("Documents", "0" * 32)]
    for other in others:  # not a table's folder, and one that another program is just creating
        other.mkdir()
    begun.kept_tables.tidy()
    assert set(folders(tmp_path)) == waits | set(others)
    (tmp_path / "games.db").unlink()
    begun.kept_tables.tidy()
    assert set(folders(tmp_path)) == {playing, *others}  # in use
    begun.kill()
    (others[1] / "journal").mkdir()  # it has been in use
    begun.kept_tables.tidy()
    assert set(folders(tmp_path)) == {playing, others[0]}  # unfinished
    assert [kept_log for match, kept_log in stored(tmp_path) if match.ended] == [log]
    begun.archive.close()


def test_a_table_that_goes_meanwhile_is_read_once(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.begin()
    first = kept.own.id
    kept.begin("gin")
    read, seen = kept_tables._read, list[Path]()

    def once(folder: Path) -> Any:
        seen.append(folder)
        return read(folder) if seen.count(folder) < 2 else {}

    monkeypatch.setattr(kept_tables, "_read", once)
    assert [each["id"] for each in kept.kept_tables.unfinished()][1:] == [first]


@pytest.mark.usefixtures("left")
def test_the_verb_says_that_a_match_goes_on(tmp_path: Path) -> None:
    tables = str(tmp_path / "tables")
    with running("table", "--headless", "--store", str(tmp_path / "games.db"), TIERCE_TABLES=tables) as verb:
        verb.link()
        said = verb.err.line()
    assert "goes on" in said
    assert "Ana, Luc" in said


def test_tests_do_not_write_where_the_users_games_lie() -> None:
    assert str(home()).startswith(os.environ["XDG_DATA_HOME"])
    assert "tierce-tests-" in str(home())
