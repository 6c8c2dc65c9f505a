"""Talking to a board and following its log: the firmware's own link, in this process."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from evenings import log_of, records_of
from hypothesis import given
from hypothesis import strategies as st
from journals import kept, played

from tierce_tools.base.trouble import Trouble
from tierce_tools.board import follow
from tierce_tools.board.ports import Found
from tierce_tools.board.session import Refused, Sequences, Session
from tierce_tools.board.transport import Unplugged
from tierce_tools.board.twin_transport import ModelledTransport
from tierce_tools.logs.replay import Step
from tierce_tools.match.watcher import Began, Damaged, Differs, Left, Lost, Restarted, Said, Watcher
from tierce_tools.twin import port as twin

HEADER = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": {}}
AT = Found("modelled", None, "")


class Counting(ModelledTransport):
    """A modelled table that counts the bytes it sends, and may change them by `changes`."""

    def __init__(self, **more: Any) -> None:
        super().__init__(pace=0, **more)
        self.count = 0
        self.changes = lambda data: data

    def read(self, timeout: float) -> bytes:
        data = self.changes(super().read(timeout))
        self.count += len(data)
        return data


@pytest.fixture
def transport(tmp_path: Path) -> Iterator[Counting]:
    made = Counting(folder=tmp_path)
    yield made
    made.close()


@pytest.fixture
def session(transport: Counting) -> Session:
    made = Session(transport, "modelled")
    made.greet()
    return made


# --- text sequences


@given(
    st.lists(
        st.sampled_from([b"\x1e", b"\n", b'{"seq":1}', b'{"seq":', b"2}", b"[]", b">>> ", b"\xff", b'{"a":"\\u001e"}'])
    ),
    st.randoms(),
)
def test_sequences_are_split_as_the_twin_splits_them(pieces: list[bytes], dice: Any) -> None:
    data = b"".join(pieces)
    ours, theirs = Sequences(), twin.Sequences()
    found: list[Any] = []
    at = 0
    while at < len(data):
        size = dice.randrange(1, 6)
        found += ours.feed(data[at : at + size])
        at += size
    assert found == theirs.feed(data)


def test_what_has_no_end_is_not_kept() -> None:
    sequences = Sequences()
    sequences.feed(b"\x1e{")
    for _ in range(300):
        sequences.feed(b" " * 1000)
    assert len(sequences._rest or b"") < 70000
    assert sequences.feed(b'\x1e{"seq":1}\n') == [{"seq": 1}]


# --- commands


def test_an_answer_that_refuses(session: Session) -> None:
    with pytest.raises(Refused) as refused:
        session.ask("config", set={"language": "de", "players": []})
    assert "language" in refused.value.why
    assert "players" in refused.value.why


def test_an_answer_after_one_that_says_wait(session: Session) -> None:
    number = session.send("selftest")
    assert session.wait(number, 5)["waiting"]
    assert "discard" in session.wait(number, 30)["readers"]


def test_no_answer(transport: Counting, session: Session) -> None:
    transport.changes = lambda data: b""
    with pytest.raises(Trouble, match=r"'link\.no_answer',"):
        session.ask("hello", 0.3)


def test_a_log_of_another_version(transport: Counting) -> None:
    transport.changes = lambda data: data.replace(b'"log":1', b'"log":2')
    with pytest.raises(Trouble, match=r"\.log_version',"):
        Session(transport).greet()


def test_answers_to_who_was_here_before_are_left_out(transport: Counting) -> None:
    for number in range(1, 50):
        transport.write(b'\x1e{"cmd":"get","what":"table","id":%d}\n' % number)
    session = Session(transport)
    assert "firmware" in session.greet()


def test_a_stream_begins_with_its_answer(transport: Counting, session: Session) -> None:
    transport.program.table.begin(HEADER)
    session.stream(1)
    transport.run(200)
    session.stream(2)
    assert [record["seq"] for record in session.records(1)] == [2]
    assert session.stream(None)["from"] == 3
    assert session.records(0.2) == []


# --- following


def following(session: Session, place: follow.Place | None = None, **more: Any) -> Any:
    return follow.follow(session, AT, place or follow.Place(), follow.find_match, **more)


def next_records(steps: Any) -> list[dict[str, Any]]:
    return next(step for step in islice(steps, 200) if isinstance(step, list) and step)


def test_a_board_that_restarts_and_the_port_does_not_tell(transport: Counting, session: Session) -> None:
    transport.program.table.begin(HEADER)
    steps = following(session)
    assert next(steps).anew is False
    assert [each["seq"] for each in next_records(steps)] == [2]
    transport.program.restart()
    transport.run(100)
    transport.program.table.begin(HEADER)  # the first match
    records = next_records(steps)
    if "note" not in records[0]:
        records += next_records(steps)
    assert records[0]["note"] == {"boot": 2, "after": 2}
    assert records[1]["tierce"] == 1
    steps.close()


def test_a_quiet_board_is_asked(transport: Counting, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow, "QUIET_S", 0.0)
    transport.program.table.begin(HEADER)
    steps = following(session)
    next(steps)
    next_records(steps)
    transport.program.restart()
    assert next_records(steps)[0]["note"]["boot"] == 2
    steps.close()


@pytest.mark.parametrize(
    ("known", "anew"),
    [
        (follow.Place(), False),
        (follow.Place(2, 1, {"seq": 1, "note": {"boot": 1, "after": 0}}), False),
        (follow.Place(2, 1, {"seq": 1, "note": {"boot": 9, "after": 0}}), True),  # record 1 differs
        (follow.Place(3, 1, {"seq": 2, "note": {}}), True),  # more than the board has given out
        (follow.Place(2, 2, {"seq": 1, "note": {"boot": 1, "after": 0}}), True),  # started less often
        (follow.Place(2, 1, None), False),  # only losses are known
    ],
)
def test_another_log_is_seen(session: Session, known: follow.Place, anew: bool) -> None:
    steps = following(session, known)
    back = next(steps)
    assert back.anew is anew
    steps.close()


def test_a_port_that_is_gone_for_good(transport: Counting, session: Session) -> None:
    gone = Mock(side_effect=Trouble("ports.missing", "no {port}", port="COM3"))
    steps = following(session, patience_s=0.01, connect=gone)
    next(steps)
    transport.changes = Mock(side_effect=Unplugged("COM3"))
    with pytest.raises(Unplugged):
        list(steps)


def test_the_match_is_found_from_further_and_further_back(tmp_path: Path) -> None:
    flash = played(range(3), whole=False)
    for name, data in flash.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    records = kept(flash)
    header = max(at for at, record in enumerate(records) if "tierce" in record)
    assert len(records) - header > 300
    transport = Counting(folder=tmp_path)
    with Session(transport) as session:
        session.greet()
        assert session.hello["next"] - records[header]["seq"] > 16384  # the jump at this start
        transport.count = 0
        found = follow.find_match(session)
        searched, transport.count = transport.count, 0
        assert found[: len(records) - header] == records[header:]
        for _ in follow.fetch(session, session.hello["first"]):
            pass
        assert searched < transport.count / 2, "it has fetched as much as all"


def test_no_match_is_looked_for_where_none_is_played(transport: Counting, session: Session) -> None:
    assert follow.find_match(session) == []
    transport.program.table.begin(HEADER)
    assert [record["seq"] for record in session.records(1)] == [2]


# --- refereeing the records


def told(*records: dict[str, Any]) -> list[Any]:
    """Return what a watcher tells; of a step the names of its outcomes."""
    watching = Watcher()
    found = [each for record in records for each in watching.take(record)]
    return [[outcome[0] for outcome in each.outcomes] if isinstance(each, Step) else each for each in found]


HEAD = {"seq": 2, **HEADER}
EVENTS = [
    {"seq": 3, "t": 0, "seat": 0, "press": "deal"},
    {"seq": 4, "t": 10, "zone": "discard", "in": ["9C"]},
    {"seq": 5, "t": 20, "zone": "discard", "in": ["2C"]},
]
SAID = {"t": 20, "event": "turn", "seat": 1, "took": "stock", "laid": 0, "hand": 13}
TURN = {"seq": 6, **SAID}
PLAYED = [HEAD, *EVENTS, TURN]
TOLD = [Began(HEADER), [], [], ["turn"]]
RULING = {"t": 30, "event": "ruling", "ruling": "undo", "seat": 1, "hand": 13, "totals": [0, 0]}
REFUSED = {"t": 20, "event": "refused", "seat": 0, "codes": ["out_of_turn"], "why": ["not your turn"]}
DEVICE = {"t": 1, "event": "warning", "code": "reader_lost", "zone": "meld1"}
DAMAGED = {"seq": 20001, "note": {"damaged": True, "rounds": 3, "totals": [120, 45]}}
AFTER = {**HEADER, "totals": [120, 45], "rounds": 3}
OVER = {"seq": 20004, "note": {"over": True}}
LOSS = {"lost": 2, "from": 4}
BELOTE = {"seq": 5, **HEADER, "game": "belote", "players": ["Ana"] * 6}
NEXT = {"t": 40, "event": "turn", "seat": 0, "took": "stock", "laid": 0, "hand": 13}
WATCHED: dict[str, tuple[list[dict[str, Any]], list[Any]]] = {
    "a turn": (PLAYED, TOLD),
    "a board that judges otherwise is said once": (
        [*PLAYED[:-1], {**TURN, "laid": 7}, {**TURN, "laid": 7, "seq": 7}],
        [*TOLD, Differs()],
    ),
    "the sentences of an older board are no other judgement": (
        [*PLAYED[:3], {"seq": 5, "t": 20, "seat": 0, "press": "knock"}, {"seq": 6, **REFUSED}],
        [*TOLD[:3], ["refused"]],
    ),
    # With the card still there, the next turn would be refused; its verdicts are counted on.
    "what a board forgot is taken back": (
        [
            *(*PLAYED, {"seq": 7, "t": 30, "zone": "meld1", "in": ["5H"]}),
            {"seq": 20000, "note": {"boot": 2, "after": 6}},
            *({"seq": 20001, "t": 40, "zone": "discard", "in": ["3C"]}, {"seq": 20002, **NEXT}),
            {"seq": 40000, "note": {"boot": 3, "after": 20002}},
        ],
        [*TOLD, [], Restarted(2, True), ["turn"], Restarted(3, False)],
    ),
    "after a loss the board itself is heard, until a match begins": (
        [HEAD, EVENTS[0], LOSS, TURN, {"seq": 7, **RULING}, {"seq": 9, **HEADER}, *EVENTS],
        [*TOLD[:2], Lost(2), Said(SAID), Said(RULING), *TOLD],
    ),
    "damage ends a match until another begins": (
        [
            *(*PLAYED, {"seq": 20000, "note": {"boot": 2, "after": 6}}, DAMAGED),
            *({"seq": 20002, "t": 0, "seat": 0, "press": "deal"}, {"seq": 20003, **AFTER}),
        ],
        [*TOLD, Restarted(2, False), Damaged(3, [120, 45]), Began(AFTER)],
    ),
    "damage of a header, and a match that is given up": ([DAMAGED, OVER, OVER], [Damaged(3, [120, 45]), Left()]),
    "a match is left once": ([OVER, HEAD, OVER, *EVENTS], [Began(HEADER), Left()]),
    "an unknown game is not refereed": ([BELOTE, *EVENTS, {"seq": 9, **DEVICE}], [Differs(), Said(DEVICE)]),
    "an unknown game after another": ([HEAD, BELOTE], [Began(HEADER), Left(), Differs()]),
}


@pytest.mark.parametrize(("records", "expected"), WATCHED.values(), ids=WATCHED)
def test_what_a_watcher_tells(records: list[dict[str, Any]], expected: list[Any]) -> None:
    assert told(*records) == expected


def test_turns_that_are_taken_back_are_judged_as_on_the_board() -> None:
    records = records_of([log_of("rulings-undo-rami51")])
    found = told(*records)
    steps = [outcome for each in found if isinstance(each, list) for outcome in each]
    assert "turn" in steps[steps.index("ruling") :]
    assert Differs() not in found
    ruling = next(each for each in records if each.get("event") == "ruling")
    ruling["hand"] += 1
    assert told(*records).count(Differs()) == 1


@pytest.mark.parametrize(
    "note",
    [
        *({"damaged": True, **more} for more in ({}, {"totals": [1 << 70]}, {"rounds": -1, "totals": [1]})),
        *({"damaged": True, "rounds": 3, "totals": totals} for totals in ("ab", [], [0] * 7)),
        {"damaged": 1, "rounds": 3, "totals": [1]},
    ],
)
def test_a_note_of_damage_that_is_none(note: dict[str, Any]) -> None:
    assert told({"seq": 20001, "note": note}) == []


JUMP = 1 << 14


@pytest.mark.parametrize(
    ("after", "lost"),
    [
        ({"seq": 6, "t": 0}, None),
        ({"seq": 9, "t": 0}, {"lost": 3, "from": 6}),
        ({"seq": 5 + JUMP, "note": {"boot": 2, "after": 5}}, None),
        ({"seq": 5 + JUMP, "note": {"boot": 2, "after": 3}}, None),  # the board has lost two of them
        ({"seq": 8 + JUMP, "note": {"boot": 2, "after": 8}}, {"lost": 3, "from": 6}),
        ({"seq": 99, "note": {"boot": 2, "after": 1 << 40}}, {"lost": 93, "from": 6}),
        ({"seq": 7, "note": {"boot": "x", "after": 5}}, {"lost": 1, "from": 6}),
        # The note of a start is missing; in the second case two records more.
        ({"seq": 6 + JUMP, "t": 0}, {"lost": 1, "from": 5 + JUMP}),
        ({"seq": 8 + 2 * JUMP, "t": 0}, {"lost": 4, "from": 4 + 2 * JUMP}),
    ],
)
def test_numbers_that_are_missing_are_a_loss(after: dict[str, Any], lost: dict[str, Any] | None) -> None:
    first = {"seq": 5, "t": 0}
    session = Mock(hello={"name": "club", "boot": 9, "next": 1 << 20}, **{"now.return_value": 0.0})
    session.records.side_effect = [[first, after], [], []]
    session.stream.side_effect = lambda begin: {"from": begin, "next": 1 << 20}
    steps = follow.follow(session, Found("/dev/none", None, ""), follow.Place(), lambda _: [])
    found = [thing for step in islice(steps, 3) if isinstance(step, list) for thing in step]
    steps.close()
    assert found == [first, *([lost] if lost else []), after]


def test_random_matches_are_judged_as_they_were(seed: int, tmp_path: Path) -> None:
    for game in ("rami51", "gin", "manipulation", "chamberliens"):
        found = told(*kept(played([seed], False, game=game)))
        assert isinstance(found[-1], list)
        assert Differs() not in found
