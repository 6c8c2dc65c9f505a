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

from tierce.cards import CARDS
from tierce.referee import Referee
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


def test_hello(session: Session) -> None:
    assert session.hello["name"] == "club"
    assert (session.hello["boot"], session.hello["next"]) == (1, 2)


def test_an_answer_that_refuses(session: Session) -> None:
    with pytest.raises(Refused) as refused:
        session.ask("get", what="nothing")
    assert "nothing" in refused.value.why
    with pytest.raises(Refused) as refused:
        session.ask("config", set={"language": "de", "players": []})
    assert "language" in refused.value.why
    assert "players" in refused.value.why


def test_an_answer_in_parts(session: Session) -> None:
    number = session.send("get", what="deck")
    cards: list[Any] = []
    while True:
        answer = session.wait(number, 5)
        cards += answer["cards"]
        if not answer["more"]:
            break
    assert len({card for _, card in cards}) == CARDS


def test_an_answer_after_one_that_says_wait(session: Session) -> None:
    number = session.send("selftest")
    assert session.wait(number, 5)["waiting"]
    assert "discard" in session.wait(number, 30)["readers"]


def test_no_answer(transport: Counting, session: Session) -> None:
    transport.changes = lambda data: b""
    with pytest.raises(Trouble, match="'link', 'no_answer',"):
        session.ask("hello", 0.3)


def test_a_log_of_another_version(transport: Counting) -> None:
    transport.changes = lambda data: data.replace(b'"log":1', b'"log":2')
    with pytest.raises(Trouble, match="'log_version',"):
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
    steps = following(session, patience_s=0.01, connect=gone)
    next(steps)

    def pulled(data: bytes) -> bytes:
        raise Unplugged("COM3")

    transport.changes = pulled
    with pytest.raises(Unplugged):
        list(steps)


def gone(device: str) -> Session:
    raise Trouble("ports", "missing", "no {port}", port=device)


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


def taken(watching: Watcher, *records: dict[str, Any]) -> list[Any]:
    return [each for record in records for each in watching.take(record)]


EVENTS = [
    {"seq": 3, "t": 0, "seat": 0, "press": "deal"},
    {"seq": 4, "t": 10, "zone": "discard", "in": ["9C"]},
    {"seq": 5, "t": 20, "zone": "discard", "in": ["2C"]},
]
TURN = {"seq": 6, "t": 20, "event": "turn", "seat": 1, "took": "stock", "laid": 0, "hand": 13}


def test_a_turn() -> None:
    watching = Watcher()
    began, *steps = taken(watching, {"seq": 2, **HEADER}, *EVENTS, TURN)
    assert began == Began(HEADER)
    assert [type(step) for step in steps] == [Step] * 3
    assert steps[-1].outcomes == [("turn", 20, 1, "stock", 0, 13)]


def test_a_board_that_judges_otherwise_is_said_once() -> None:
    watching = Watcher()
    other = {**TURN, "laid": 7}
    found = taken(watching, {"seq": 2, **HEADER}, *EVENTS, other, {**other, "seq": 7})
    assert found.count(Differs()) == 1


def test_turns_that_are_taken_back_are_judged_as_on_the_board() -> None:
    watching = Watcher()
    found = taken(watching, *records_of([log_of("rulings-undo-rami51")]))
    told = [outcome[0] for step in found if isinstance(step, Step) for outcome in step.outcomes]
    assert "ruling" in told
    assert "turn" in told[told.index("ruling") :]
    assert Differs() not in found


def test_a_ruling_is_compared_as_well() -> None:
    records = records_of([log_of("rulings-undo-rami51")])
    ruling = next(each for each in records if each.get("event") == "ruling")
    ruling["hand"] += 1
    assert taken(Watcher(), *records).count(Differs()) == 1


def test_after_a_loss_a_turn_that_is_taken_back_is_heard() -> None:
    ruling = {"t": 30, "event": "ruling", "ruling": "undo", "seat": 1, "hand": 13, "totals": [0, 0]}
    watching = Watcher()
    found = taken(watching, {"seq": 2, **HEADER}, EVENTS[0], {"lost": 2, "from": 4}, TURN, {"seq": 7, **ruling})
    assert found[-1] == Said(ruling)


def test_the_sentences_of_an_older_board_are_no_other_judgement() -> None:
    refused = {"seq": 6, "t": 20, "event": "refused", "seat": 0, "codes": ["out_of_turn"], "why": ["not your turn"]}
    pressed = {"seq": 5, "t": 20, "seat": 0, "press": "knock"}
    found = taken(Watcher(), {"seq": 2, **HEADER}, *EVENTS[:2], pressed, refused)
    assert found[-1].outcomes[0][0] == "refused"
    assert Differs() not in found


def test_what_a_board_forgot_is_taken_back() -> None:
    watching = Watcher()
    lost_card = {"seq": 7, "t": 30, "zone": "meld1", "in": ["5H"]}
    taken(watching, {"seq": 2, **HEADER}, *EVENTS, TURN, lost_card)
    assert taken(watching, {"seq": 20000, "note": {"boot": 2, "after": 6}}) == [Restarted(2, True)]
    assert [seq for seq, _ in watching.events] == [3, 4, 5]
    assert watching.referee is not None
    assert watching.referee.view.melds() == []
    more = [
        {"seq": 20001, "t": 40, "zone": "discard", "in": ["3C"]},
        {"seq": 20002, "t": 40, "event": "turn", "seat": 0, "took": "stock", "laid": 0, "hand": 13},
    ]
    found = taken(watching, *more)
    assert [type(each) for each in found] == [Step], "the verdicts are counted on"
    assert taken(watching, {"seq": 40000, "note": {"boot": 3, "after": 20002}}) == [Restarted(3, False)]


def test_after_a_loss_the_board_itself_is_heard() -> None:
    watching = Watcher()
    found = taken(watching, {"seq": 2, **HEADER}, EVENTS[0], {"lost": 2, "from": 4}, TURN)
    assert found[-2:] == [Lost(2), Said({key: TURN[key] for key in TURN if key != "seq"})]
    assert watching.referee is None
    assert taken(watching, {"seq": 9, **HEADER}, *EVENTS)[-1].outcomes


DAMAGED = {"seq": 20001, "note": {"damaged": True, "rounds": 3, "totals": [120, 45]}}


def test_damage_ends_the_match_until_another_begins() -> None:
    watching = Watcher()
    boot = {"seq": 20000, "note": {"boot": 2, "after": 6}}
    found = taken(watching, {"seq": 2, **HEADER}, *EVENTS, TURN, boot, DAMAGED)
    assert found[-2:] == [Restarted(2, False), Damaged(3, [120, 45])]
    assert watching.referee is None
    assert taken(watching, {"seq": 20002, "t": 0, "seat": 0, "press": "deal"}) == []
    header = {**HEADER, "totals": [120, 45], "rounds": 3}
    assert taken(watching, {"seq": 20003, **header}) == [Began(header)]
    assert watching.referee is not None
    assert watching.referee.view.totals == [120, 45]


def test_damage_of_a_header_and_a_match_that_is_given_up() -> None:
    watching = Watcher()
    assert taken(watching, DAMAGED) == [Damaged(3, [120, 45])]
    assert taken(watching, {"seq": 20002, "note": {"over": True}}) == [Left()]
    assert taken(watching, {"seq": 20003, "note": {"over": True}}) == []


@pytest.mark.parametrize(
    "note",
    [
        {"damaged": 1, "rounds": 3, "totals": [1]},
        {"damaged": True, "rounds": -1, "totals": [1]},
        {"damaged": True, "rounds": 3, "totals": "ab"},
        {"damaged": True, "rounds": 3, "totals": []},
        {"damaged": True, "rounds": 3, "totals": [0] * 7},
        {"damaged": True, "totals": [1 << 70]},
        {"damaged": True},
    ],
)
def test_a_note_of_damage_that_is_none(note: dict[str, Any]) -> None:
    assert taken(Watcher(), {"seq": 20001, "note": note}) == []


def followed(*records: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the happenings for records that a board sends one after another."""
    session = Mock(hello={"name": "club", "boot": 9, "next": 1 << 20}, **{"now.return_value": 0.0})
    session.records.side_effect = [list(records), [], []]
    session.stream.side_effect = lambda begin: {"from": begin, "next": 1 << 20}
    steps = follow.follow(session, Found("/dev/none", None, ""), follow.Place(), lambda _: [])
    found = [each for _, each in zip(range(3), steps, strict=False)]
    steps.close()
    return [thing for step in found if isinstance(step, list) for thing in step]


JUMP = 1 << 14


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        (5, {"seq": 6, "t": 0}, None),
        (5, {"seq": 9, "t": 0}, {"lost": 3, "from": 6}),
        (5, {"seq": 5 + JUMP, "note": {"boot": 2, "after": 5}}, None),
        (5, {"seq": 5 + JUMP, "note": {"boot": 2, "after": 3}}, None),  # the board has lost two of them
        (5, {"seq": 8 + JUMP, "note": {"boot": 2, "after": 8}}, {"lost": 3, "from": 6}),
        (5, {"seq": 99, "note": {"boot": 2, "after": 1 << 40}}, {"lost": 93, "from": 6}),
        (5, {"seq": 7, "note": {"boot": "x", "after": 5}}, {"lost": 1, "from": 6}),
        # The note of a start is missing; in the second case two records more.
        (5, {"seq": 6 + JUMP, "t": 0}, {"lost": 1, "from": 5 + JUMP}),
        (5, {"seq": 8 + 2 * JUMP, "t": 0}, {"lost": 4, "from": 4 + 2 * JUMP}),
    ],
)
def test_numbers_that_are_missing_are_a_loss(before: int, after: dict[str, Any], lost: dict[str, Any] | None) -> None:
    first = {"seq": before, "t": 0}
    assert followed(first, after) == [first, *([lost] if lost else []), after]


def test_matches_that_are_left_or_unknown() -> None:
    watching = Watcher()
    assert taken(watching, {"seq": 1, "note": {"over": True}}) == []
    taken(watching, {"seq": 2, **HEADER})
    assert taken(watching, {"seq": 3, "note": {"over": True}}) == [Left()]
    assert taken(watching, {"seq": 4, **HEADER, "game": "belote"}) == [Differs()]
    assert taken(watching, *EVENTS) == []
    unknown = {"seq": 5, **HEADER, "game": "belote", "players": ["Ana"] * 6}
    assert taken(watching, {"seq": 4, **HEADER}, unknown) == [Began(HEADER), Left(), Differs()]
    lost = {"seq": 9, "t": 1, "event": "warning", "code": "reader_lost", "zone": "meld1"}
    assert isinstance(taken(watching, lost)[0], Said)


def test_random_matches_are_judged_as_they_were(seed: int, tmp_path: Path) -> None:
    for game in ("rami51", "gin", "manipulation", "chamberliens"):
        watching = Watcher()
        found = taken(watching, *kept(played([seed], False, game=game)))
        assert Differs() not in found
        assert isinstance(watching.referee, Referee)
