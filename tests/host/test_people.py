"""A player's card, laid on a seat before the first deal, says who plays."""

import json
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from mosquitto import Broker, Club, client, publishing
from processes import until
from published import records_of
from verbs import complaint, tierce_here
from vmboard import VmBoard, club_files

from tierce_tools.broker import messages
from tierce_tools.broker.outbox import Outbox
from tierce_tools.broker.privacy import Privacy
from tierce_tools.broker.state import State
from tierce_tools.club.kept import Kept
from tierce_tools.club.naming import Naming
from tierce_tools.club.received import Work
from tierce_tools.logs.seated import Seated
from tierce_tools.logs.store import Store

Record = dict[str, Any]
ANA, LUC = "e004015300000001", "e004015300000002"
JOURNAL = "0123456789abcdef"
HEADER: Record = {"tierce": 1, "game": "rami51", "players": ["P1", "P2"], "dealer": 0}
DEAL: Record = {"t": 0, "seat": 0, "press": "deal"}
OVER: Record = {"note": {"over": True}}
MATCH: Record = {"t": 9, "event": "match", "winners": [0], "totals": [0, 300], "ranking": [0, 1]}
UNDO: Record = {"t": 9, "ruling": "undo"}
UNDONE: Record = {"t": 9, "event": "ruling", "ruling": "undo", "seat": 0, "hand": 9, "totals": [0, 0]}


def card(seat: int, uid: str) -> Record:
    return {"t": 0, "event": "warning", "code": "unknown_card", "zone": f"seat{seat}", "card": uid}


def numbered(*records: Record) -> list[Record]:
    return [{"seq": seq, **each} for seq, each in zip(count(1), records, strict=False)]


def test_a_card_counts_before_the_first_deal() -> None:
    cases: list[tuple[tuple[Record, ...], dict[int, str]]] = [
        ((HEADER, card(0, ANA), card(1, LUC), DEAL), {0: ANA, 1: LUC}),
        ((card(0, ANA), HEADER, card(1, LUC)), {0: ANA, 1: LUC}),
        ((HEADER, card(0, ANA.upper())), {0: ANA}),
        ((HEADER, card(0, ANA), card(0, LUC)), {0: LUC}),  # the later one on a seat
        ((HEADER, card(0, ANA), card(1, ANA)), {1: ANA}),  # a person sits once
        ((HEADER, DEAL, card(0, ANA)), {}),
        ((HEADER, card(0, ANA), DEAL, OVER, HEADER), {}),  # each match anew
        ((HEADER, DEAL, OVER, card(0, ANA), HEADER), {0: ANA}),
        ((HEADER, DEAL, MATCH, card(1, ANA)), {}),  # it is the next match's
        ((HEADER, DEAL, MATCH, UNDO, UNDONE, card(1, ANA), HEADER), {}),  # the match goes on
        ((HEADER, card(0, ANA), DEAL, card(1, LUC), HEADER), {}),  # left without a word
        ((HEADER, card(0, ""), card(1, "an UID")), {}),
        ((HEADER, {**card(0, ANA), "zone": "meld1"}, {**card(0, ANA), "code": "two_zones"}), {}),
    ]
    for records, wanted in cases:
        seated = Seated()
        for each in numbered(*records):
            seated.take(each)
        assert seated.cards == wanted, records
        assert seated.match == max((seq for seq, each in enumerate(records, 1) if each == HEADER))


def test_it_leaves_the_table_at_once_and_a_tag_in_a_hand_does_not() -> None:
    privacy = Privacy()
    records = numbered(HEADER, card(0, ANA), DEAL, card(1, LUC))
    assert [each["seq"] for record in records for each in privacy.take(record)] == [1, 2, 3]
    assert privacy.held == (4,)
    # The lost records may include the deal.
    privacy = Privacy()
    privacy.take({"lost": 3, "from": 1})
    assert privacy.take({"seq": 4, **card(0, ANA)}) == []


# --- the store


@pytest.fixture
def store(tmp_path: Path) -> str:
    """Return a store with two matches of a table; before the first, cards were laid."""
    where = str(tmp_path / "games.db")
    first, second = records_of("rami51", 3), records_of("rami51", 4)
    told = [first[0], *(card(seat, uid) for seat, uid in enumerate((ANA, LUC))), *first[1:], *second]
    with Store.open(where) as opened:
        opened.journal("board", "Table 1").keep([{**each, "seq": seq} for seq, each in enumerate(told, 1)])
    return where


def names_in(store: str) -> list[list[str]]:
    return [json.loads(line)["players"] for line in tierce_here("logs", "--store", store, "--json").stdout.splitlines()]


def test_the_store_reads_matches_with_their_names(store: str) -> None:
    before = names_in(store)
    done = tierce_here("people", ANA.upper(), " Ana  M. ", "--store", store)
    assert (done.returncode, done.stderr) == (0, f"{ANA} is Ana M.'s card\n")
    assert names_in(store) == [["Ana M.", *before[0][1:]], before[1]]
    assert "Ana M." in tierce_here("stats", "--store", store).stdout
    chosen = tierce_here("logs", "--store", store, "--player", "Ana M.", "--json").stdout
    assert len(chosen.splitlines()) == 1
    # Who has the name of somebody with a card is somebody else.
    done = tierce_here("people", LUC, before[0][0], "--store", store)
    assert names_in(store)[0][:2] == ["Ana M.", before[0][0]]
    done = tierce_here("people", ANA, "--forget", "--store", store, "--lang", "fr")
    assert done.stderr == f"{ANA} n'appartient plus à Ana M.\n"
    assert names_in(store)[0][:2] == ["?", before[0][0]]
    with Store.open(store) as opened:
        assert next(iter(opened.log(1)))["players"][0] == "?"
        assert [each.players for each in opened.matches(ids=[2])] == before[1:]


def test_the_list_has_those_without_a_person_too(store: str, tmp_path: Path) -> None:
    tierce_here("people", ANA, "Ana", "--store", store)
    tierce_here("people", "04:a1:b2:c3:d4:e5:f6", "Zoé", "--store", store)
    done = tierce_here("people", "--store", store, "--json")
    assert [tuple(json.loads(line).values()) for line in done.stdout.splitlines()] == [
        (ANA, "Ana", "Table 1"),
        ("04a1b2c3d4e5f6", "Zoé", None),
        (LUC, None, "Table 1"),
    ]
    shown = tierce_here("people", "--store", store).stdout.splitlines()
    assert shown[2].split() == [ANA, "Ana", "Table", "1"]
    empty = str(tmp_path / "empty.db")
    Store.open(empty).close()
    done = tierce_here("people", "--store", empty)
    assert done.stdout == ""
    assert "No card yet" in done.stderr


def test_one_line_says_what_is_wrong(store: str) -> None:
    for given, wanted in (
        ((ANA,), "say which card and whose it is"),
        (("--forget",), "say which card and whose it is"),
        ((ANA, "Ana", "--forget"), "say which card and whose it is"),
        (("hello", "Ana"), "hello: not the number of a tag"),
        (("08010203", "Ana"), "08010203: not the number of a tag"),  # another at each reading
        ((ANA, "a,b"), "a,b: not a name for a member"),
        ((LUC, "--forget"), "it is nobody's card already"),
    ):
        assert wanted in complaint("people", *given, "--store", store)


# --- on the broker


def test_the_collector_finds_them(where: str) -> None:
    with Store.open(where) as opened:
        kept = Kept(opened)
        naming = Naming(kept)

        def keep(journal: str, *records: Record) -> None:
            work = {("t", journal): Work(list(records))}
            kept.keep(work)
            naming.hear(work)

        ana = {"t": messages.Names(JOURNAL, 1, ("P1", "Ana"))}
        keep(JOURNAL, *numbered(HEADER, card(1, ANA)))
        assert naming.names(0) == {}
        naming.said()
        tierce_here("people", ANA, "Ana", "--store", where)
        assert naming.names(9) == {}
        assert naming.names(10) == ana, "it has become somebody's during the match"
        assert naming.names(11) == ana, "until it is said"
        naming.begin()
        assert naming.names(12) == ana, "it may not have been said on the last connection"
        naming.said()
        keep(JOURNAL, {"seq": 3, **DEAL})
        assert naming.names(13) == {}
        keep(JOURNAL, {"seq": 4, **HEADER})
        assert naming.names(14) == {}, "in this match nobody has laid one"
        keep("f" * 16, *numbered(HEADER))
        keep(JOURNAL, {"seq": 5, **card(1, ANA)})
        assert naming.names(15) == {}, "the table has another journal now"


def test_the_state_has_their_names_also_in_its_texts() -> None:
    records = records_of("rami51", 3)
    own = records[0]["players"]
    turn = next(at for at, each in enumerate(records) if each.get("event") == "turn")
    names = ["Zoé", *own[1:]]
    nowhere: Any = SimpleNamespace(board="b", dates=False, has=lambda *_: True, header=lambda: 1)

    def state(anonymous: bool, journal: str, match: int, told: list[str], at: int) -> Record:
        outbox = Outbox(State("t", "en"), nowhere, anonymous)
        outbox.begin(messages.Position(JOURNAL, messages.Count("01234567", 0), 0, (), (0, 0)))
        outbox.take(tuple(records[:at]))
        outbox.know(messages.Names(journal, match, tuple(told)))
        outbox.take(tuple(records[at : turn + 1]))
        return outbox.state.told()

    for at in (0, 2, turn + 1):
        found = state(False, JOURNAL, 1, names, at)
        assert found["players"] == names
        assert "Zoé" in json.dumps(found["sections"], ensure_ascii=False)
        assert own[0] not in json.dumps(found, ensure_ascii=False)
    for journal, match, told in ((JOURNAL, 2, names), ("f" * 16, 1, names), (JOURNAL, 1, names[1:])):
        assert state(False, journal, match, told, 2)["players"] == own
    assert "Zoé" not in json.dumps(state(True, JOURNAL, 1, names, 2), ensure_ascii=False)


@pytest.mark.longer
def test_a_card_on_a_real_table_names_its_player(broker: Broker, tmp_path: Path) -> None:
    where = str(tmp_path / "games.db")
    states: dict[str, Record] = {}
    wall = client(broker)
    wall.on_message = lambda *args: states.update({args[2].topic: json.loads(args[2].payload or b"{}")})
    wall.subscribe("tierce/real/state", 1)
    topic = "tierce/real/state"
    with VmBoard(club_files()) as board, Club(broker, where) as club, publishing(broker, "real", board.port):
        club.link()
        board.begin({**HEADER, "players": ["Ana", "Luc"]})
        until(lambda: states.get(topic, {}).get("players"), "a match")
        board.do("away = table.stranger('seat1')")
        until(lambda: "e004015399999999" in tierce_here("people", "--store", where).stdout, "the card is in the list")
        assert states[topic]["warnings"] == []
        board.do("away()")
        tierce_here("people", "e004015399999999", "Zoé", "--store", where)
        board.do("away = table.stranger('seat1')")
        until(lambda: states[topic]["players"][1] == "Zoé", "her name on the wall")
        board.do("away()")
    wall.disconnect()
    wall.loop_stop()
    assert [each[1] for each in names_in(where)] == ["Zoé"]
