"""tierce/records.py: events to bytes and back; damage costs only the records that it hits."""

import json
import re
from pathlib import Path

import pytest
import ring
from eventlines import as_event
from hypothesis import given
from hypothesis import strategies as st

from tierce import cards, events, phases, record_reader, records, zones

README = Path(records.__file__).parents[1] / "BOARD.md"

# (event, its payload)
COMPACT = [
    ({"t": 7, "seat": 0, "press": "deal"}, "00 00 00"),
    ({"t": 7, "seat": 4, "press": "hint"}, "00 04 04"),
    ({"t": 7, "draw": 1}, "01 01"),
    ({"t": 7, "draw": -1}, "01 ff"),
    ({"t": 7, "draw": -128}, "01 80"),
    ({"t": 7, "zone": "meld2", "joker": "X1", "as": "5C"}, "02 02 68 2b"),
    ({"t": 7, "zone": "discard", "in": ["7H"]}, "06 00 13"),
    ({"t": 7, "zone": "meld127", "out": ["X1"]}, "05 7f 01 68"),
    ({"t": 7, "zone": "seat5", "out": ["AS"], "in": ["KC2", "AS2"]}, "07 85 01 00 67 34"),
]
# Events of LOG.md, valid or almost, that are kept as text.
TEXT = [
    {"t": 7, "zone": "discard", "in": []},
    {"t": 7, "zone": "meld128", "in": ["7H"]},
    {"t": 7, "zone": "meld9999", "out": ["7H"]},
    {"t": 7, "draw": 128},
    {"t": 7, "draw": -129},
    {"t": 7, "ruling": "undo"},
    {"t": 7, "zone": "meld1", "in": ["7H"], "by": "hand"},
    {"t": 7, "zone": "meld1", "out": ["7H"], "by": "hand"},
]


def packed(rows):
    """Return the bytes of (kind, seq, t, payload) rows, and the offset of each."""
    buffer = bytearray(300 * len(rows))
    at = 0
    starts = []
    for row in rows:
        starts.append(at)
        at = records.pack(buffer, at, *row)
    return bytes(buffer[:at]), starts


def read_all(data, last=True):
    """Return the records in some bytes, and where reading ended."""
    found = []
    at = 0
    while True:
        record, after = record_reader.parse(data, at, len(data), last)
        if after == at:
            return found, at
        if record is not None:
            found.append(record)
        at = after


def some_records():
    rows = []
    for i, (event, payload) in enumerate(COMPACT):
        rows.append((records.EVENT, 100 * i, event["t"] << i, bytes.fromhex(payload)))
        if i % 3 == 0:
            rows.append((records.OUTCOME, 100 * i + 1, 7 << i, b'{"t":7,"event":"reshuffle"}'))
    rows.append((records.HEADER | records.MORE, 20000, 1 << 30, bytes(range(200))))
    rows.append((records.CONTINUED, 20000, 1 << 30, b"\xa0\xa1\x05" * 40))
    rows.append((records.NOTE, 70000, 1 << 40, b""))
    return rows


def test_the_checksum_is_the_known_one():
    assert records.crc16(b"x123456789x", 1, 10) == 0x29B1


@pytest.mark.parametrize(("event", "payload"), COMPACT, ids=lambda value: str(value)[:60])
def test_compact_events(event, payload):
    assert records.compact(as_event(event)) == bytes.fromhex(payload)
    read = record_reader.event_of(bytes.fromhex(payload), 7)
    assert events.to_log(read) == event
    assert as_event(event)[:3] == read[:3]


@pytest.mark.parametrize("event", TEXT, ids=lambda event: str(event)[:60])
def test_what_is_unusual_is_kept_as_text(event):
    assert records.compact(as_event(event)) is None


CARDS = st.lists(st.integers(0, cards.CARDS - 1), max_size=cards.CARDS)
ZONES = st.sampled_from([zones.DISCARD, 1, 9, 127, 128, -1, -10])
T = st.integers(0, 1 << 40)
EVENTS = st.one_of(
    st.tuples(st.just("cards"), T, ZONES, CARDS, CARDS).filter(lambda event: event[3] or event[4]),
    st.tuples(st.just("cards"), T, ZONES, CARDS, CARDS, st.just(phases.HAND)),
    st.tuples(st.just("press"), T, st.integers(0, 8), st.sampled_from(phases.BUTTONS)),
    st.tuples(st.just("draw"), T, st.integers(-200, 200)),
    st.tuples(st.just("joker"), T, ZONES, st.integers(cards.JOKER, cards.CARDS - 1), st.integers(0, 51)),
    st.tuples(st.just("ruling"), T, st.just("undo"), st.none(), st.none()),
)


@given(EVENTS)
def test_any_event_comes_back_as_it_was(event):
    payload = records.compact(event)
    assert payload is None or record_reader.event_of(payload, event[1]) == event


@given(EVENTS)
def test_any_event_comes_back_from_a_log(event):
    joker_on_a_meld = event[0] != "joker" or event[2] > 0
    if joker_on_a_meld:
        back = as_event(json.loads(json.dumps(events.to_log(event))))
        assert [list(each) if isinstance(each, tuple) else each for each in back] == list(event)


@given(st.binary(max_size=40))
def test_no_payload_breaks_the_reader(payload):
    event = record_reader.event_of(payload, 5)
    assert event is None or event[1] == 5


@given(st.integers(0, 1 << 62))
def test_numbers(number):
    buffer = bytearray(10)
    end = records.put_number(buffer, 0, number)
    assert record_reader.number_at(buffer, 0, end) == (number, end)
    assert record_reader.number_at(buffer, 0, end - 1)[0] == -1


def test_the_longest_record():
    last = (1 << 63) - 1
    row = (records.NOTE, last, last, b"x" * records.PART)
    data, _ = packed([row])
    assert len(data) == 255 + 4 == records.PART + records.AROUND
    assert read_all(data) == ([row], len(data))


def test_whole_byte_by_byte_and_with_junk_behind():
    rows = some_records()
    data, _ = packed(rows)
    assert read_all(data) == (rows, len(data))
    found = []
    at = 0
    for end in range(len(data) + 1):
        record, at = record_reader.parse(data, at, end)
        if record:
            found.append(record)
    assert found == rows
    assert read_all(data + b"\0\xff\xa0junk\xa7")[0] == rows


def test_cut_at_every_byte():
    rows = some_records()
    data, starts = packed(rows)
    for end in range(len(data)):
        whole = sum(start <= end for start in [*starts[1:], len(data)])
        # More data is needed, and reading resumes at the cut record ...
        assert read_all(data[:end], last=False) == (rows[:whole], starts[whole])
        # ... and if no more comes, the rest is skipped.
        assert read_all(data[:end]) == (rows[:whole], end)


@pytest.mark.parametrize("bits", ring.longer(0xFF, 0x01, 0x80, 0x08, 0x41))
def test_a_changed_or_a_lost_byte_costs_one_record(bits):
    rows = some_records()
    data, starts = packed(rows)
    for i in range(len(data)):
        hit = sum(start <= i for start in starts) - 1
        for new in (bytes([data[i] ^ bits]), b""):
            assert read_all(data[:i] + new + data[i + 1 :])[0] == rows[:hit] + rows[hit + 1 :], (i, new)


def test_junk_between_records_costs_none():
    rows = some_records()
    data, starts = packed(rows)
    for start in starts:
        for junk in (b"\0" * 7, b"\xff" * 300, b"\xa0", b"\xa1\xff", b"\xa0\xa1\xa2\xa3" * 9):
            assert read_all(data[:start] + junk + data[start:])[0] == rows


@given(st.binary(max_size=700))
def test_no_bytes_break_the_reader(data):
    assert read_all(data)[1] == len(data)


EXAMPLE = [
    (records.EVENT, 5, 9000, {"t": 9000, "zone": "meld1", "in": ["5H", "6H", "7H", "8H"]}),
    (records.EVENT, 6, 15000, {"t": 15000, "zone": "discard", "in": ["2D"]}),
]


def test_the_example_of_the_readme():
    rows = [(kind, seq, t, records.compact(as_event(event))) for kind, seq, t, event in EXAMPLE]
    data, _ = packed(rows)
    said = README.read_text("utf-8")
    section = said.partition("### A record")[2].partition("\n#")[0]
    assert section
    lines, text = re.findall(r"```\w+\n(.*?)```", section, re.S)
    assert [json.loads(line) for line in lines.splitlines()] == [event for *_, event in EXAMPLE]
    found = "".join(re.findall(r"^((?:[0-9a-f]{2} )+)", text, re.M))
    assert bytes.fromhex(found) == data
