"""What leaves a table for a broker: what is held back, resumed, said and heard; no broker here."""

import itertools
import json
import os
import random
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jinja2
import jsonschema
import manual
import pytest
import ring
import yaml
from hypothesis import given
from hypothesis import strategies as st
from players import NAMES
from published import Journal, Unseen, evening, keep, records_of

from tierce_tools.base.trouble import Trouble
from tierce_tools.broker import discovery, messages
from tierce_tools.broker.address import Address, address_of, tls_of
from tierce_tools.broker.messages import Position
from tierce_tools.broker.outbox import Outbox
from tierce_tools.broker.privacy import Privacy
from tierce_tools.broker.schemas import SCHEMAS, whole
from tierce_tools.broker.source import About, FolderSource, source_of
from tierce_tools.broker.state import EVENTS, State

Record = dict[str, Any]
JOURNAL = "0123456789abcdef"
HOME = Path(__file__).parents[2] / "hardware" / "home"


# --- hands


def shows_a_hand(record: Record) -> bool:
    text = json.dumps(record)
    return '"seat' in text.replace('"seat"', "") and any(key in record for key in ("in", "out", "card", "joker"))


@pytest.mark.parametrize("game", ring.FAMILIES)
def test_no_hand_leaves_before_its_round_is_over(game: str) -> None:
    for seed in ring.seeds(game, 1, ring.of_game(game, 1, 4)):
        records = records_of(game, seed)
        privacy = Privacy()
        left: list[int] = []
        for at, record in enumerate(records):
            assert not shows_a_hand(record) or record["seq"] not in left
            for each in privacy.take(record):
                left.append(each["seq"])
                if not shows_a_hand(each) or record.get("note"):
                    continue
                since = records[each["seq"] : at + 1]
                scored = [i for i, one in enumerate(since) if one.get("event") == "round"]
                assert scored, f"{game} {seed}: {each} left with {record}"
                assert record.get("event") in ("turn", "match") or "tierce" in record
                undone = [
                    one for one in since[scored[-1] :] if one.get("ruling") == "undo" and one.get("event") == "ruling"
                ]
                assert not undone, f"{game} {seed}: {each} left though its round was opened again"
            if not shows_a_hand(record):
                assert record["seq"] in left
        assert sorted(left) == [each["seq"] for each in records]
        assert privacy.held == ()


WARNING = {"t": 5, "event": "warning", "zone": "seat1"}
TURN = {"t": 9, "event": "turn", "seat": 0, "took": "stock", "laid": 0, "hand": 9}
SCORED = {"t": 9, "event": "round", "how": "out", "winners": [0], "scores": [0, 5], "totals": [0, 5], "dealer": 1}
HAND = {1: {"t": 5, "zone": "seat0", "in": ["7H"]}}
LEAVING: dict[str, tuple[dict[int, Record], list[list[int]], tuple[int, ...]]] = {
    "an end in the middle of a round may be taken back": (
        {
            **(HAND | {5: {**SCORED, "round": 1, "how": "void", "winners": [], "totals": [0, 0]}}),
            6: {"t": 9, "event": "match", "winners": [0, 1], "ranking": [0, 1], "totals": [0, 0]},
            7: {"note": {"over": True}},
        },
        *([[], [5], [6], [1, 7]], ()),
    ),
    "a hand that is shown in the next round waits for that round's end": (
        {
            **(HAND | {2: {**SCORED, "round": 1}, 3: {"t": 9, "seat": 1, "press": "deal"}}),
            **{4: {"t": 9, "zone": "seat0", "in": ["8H"]}, 5: TURN, 6: TURN, 7: {**SCORED, "round": 2}, 8: TURN},
        },
        *([[], [2], [3], [], [1, 5], [6], [7], [4, 8]], ()),
    ),
    "what shows a card is held, and what a power cut took is not sent": (
        {
            **{3: {"t": 5, "event": "hint", "seat": 0, "discard": "7H"}},
            **{4: {**WARNING, "code": "duplicate_card", "card": "7H"}},
            5: {**WARNING, "code": "two_zones", "card": "7H", "zone": "meld1", "other": "seat0"},
            **{9: HAND[1], 10: {**WARNING, "code": "reader_lost"}, 20: {"note": {"boot": 2, "after": 5}}},
        },
        *([[], [], [], [], [10], [20]], (3, 4, 5)),
    ),
}


@pytest.mark.parametrize(("records", "left", "held"), LEAVING.values(), ids=LEAVING)
def test_what_leaves_and_when(records: dict[int, Record], left: list[list[int]], held: tuple[int, ...]) -> None:
    privacy = Privacy()
    assert [[one["seq"] for one in privacy.take({"seq": seq, **each})] for seq, each in records.items()] == left
    assert privacy.held == held


def batches(sent: Iterable[bytes]) -> list[messages.Batch]:
    """Return what messages say, which all are good."""
    found = [messages.read_batch(each) for each in sent]
    assert None not in found
    return [each for each in found if each]


# --- any break


@pytest.mark.parametrize("seed", ring.seeds("publish", 3, 12))
def test_everything_arrives_whenever_it_breaks(seed: int) -> None:
    records = evening(seed)
    rng = random.Random(seed)
    source = Journal(records)
    got: dict[tuple[str, int], Record] = {}
    at, count, kept = 0, 0, None  # what the broker has retained
    outbox = Outbox(Unseen(), source)
    broken = True
    while at < len(records) or broken:
        if broken:
            outbox = Outbox(Unseen(), source)
            at, broken, count = max(outbox.begin(kept) - 1, 0), False, 0
            position = outbox.position()
            if kept and position:
                assert position.next >= kept.next
                assert position.count.stream != kept.count.stream
        source.there = max(source.there, min(at + rng.choice((1, 1, 2, 40)), len(records)))
        end = min(source.there, at + rng.choice((1, 7, 500)))
        sent = outbox.take(tuple(records[at:end]))
        at = end
        for number, batch in enumerate(batches(sent)):
            if rng.random() < 0.1:  # killed before the rest, or before the position
                broken = number < len(sent)
                break
            count += 1
            assert batch.count.n == count, "its messages are counted"
            for each in batch.records:
                assert got.setdefault((batch.journal, each["seq"]), each) == each
        else:
            kept = outbox.position()
            broken = rng.random() < 0.05 and at < len(records)
    assert kept is not None
    assert {journal for journal, _ in got} == {kept.journal}
    there = {seq: each for (_, seq), each in got.items()}
    assert there == {each["seq"]: each for each in records if each["seq"] not in kept.held}
    assert all(shows_a_hand(records[seq - 1]) for seq in kept.held)


def test_another_journal_has_another_name() -> None:
    names: set[str] = set()
    for board, unix in (("a", 1), ("b", 1), ("a", 2)):
        source = Journal([])
        source.board = board
        outbox = Outbox(State("t", "en"), source)
        outbox.take(({"seq": 1, "note": {"boot": 1, "after": 0}},))
        assert outbox.position() is None, "no note of the time yet"
        (batch,) = batches(outbox.take(({"seq": 2, "note": {"unix": unix}},)))
        assert [each["seq"] for each in batch.records] == [1, 2]
        names.add(batch.journal)
    assert len(names) == 3


def test_the_collector_is_answered() -> None:
    records = evening(3)
    outbox = Outbox(State("t", "en"), Journal(records, len(records)))
    outbox.take(tuple(records))
    position = outbox.position()
    assert position is not None
    assert outbox.begin(position, (JOURNAL, 5)) > 5, "another journal is asked for"
    assert outbox.begin(position, (position.journal, 5)) == 5
    got = [each["seq"] for batch in batches(outbox.take(tuple(records[4:]))) for each in batch.records]
    assert set(got) | set(position.held) >= set(range(5, len(records) + 1))


# --- a folder


def test_the_virtual_table_of_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIERCE_TABLES", str(tmp_path))
    with pytest.raises(Trouble, match="no_virtual"):
        source_of("virtual", "hall")

    def begin(folder: str, at: int, name: str) -> None:
        keep(tmp_path / folder, at, whole=False)
        for each in (tmp_path / folder / "journal").iterdir():
            os.utime(each, (at, at))
        if name:
            (tmp_path / folder / "name").write_text(name)

    begin("a", 1, "bar")
    begin("b", 2, "hall")
    with pytest.raises(Trouble, match="no_virtual"):
        source_of("virtual", "table-1")
    hall = source_of("virtual", "hall")
    begin("c", 3, "")
    begin("d", 4, "")
    assert [source_of("virtual", name).board for name in ("bar", "hall", "table-1")] == ["a", "b", "d"]
    hall.start(0)
    assert hall.step().records
    begin("e", 5, "hall")  # its next match
    assert hall.step().anew
    assert (hall.board, bool(hall.step().records)) == ("e", True)
    monkeypatch.setenv("TIERCE_TABLES", str(tmp_path / "gone"))
    assert not hall.step().here


def test_the_journal_in_a_folder(tmp_path: Path) -> None:
    keep(tmp_path, 1, whole=False)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    source = FolderSource(lambda: tmp_path)
    header = source.header()
    assert header
    source.start(0)
    first = source.step()
    assert first.here
    assert [each["seq"] for each in first.records] == list(range(1, len(first.records) + 1))
    assert any(each.get("seq") == header and "tierce" in each for each in first.records)
    assert source.step().records == ()
    source.start(header)
    assert source.step().records[0]["seq"] == header
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for path in before:
        path.unlink()
    keep(tmp_path, 2)
    assert source.step().anew
    assert "tierce" in json.dumps(source.step().records)
    with pytest.raises(Trouble, match="no_table"):
        FolderSource(lambda: tmp_path / "journal")


# --- what is said


def test_names_are_left_out() -> None:
    records = evening(5)
    assert any(name in json.dumps(records) for name in NAMES)
    records[2]["club"] = "Chez Ana"  # a header may have further keys
    outbox = Outbox(State("t", "fr"), Journal(records, len(records)), anonymous=True)
    said = [message.decode() for message in outbox.take(tuple(records))]
    said.append(json.dumps(outbox.state.told(), ensure_ascii=False))
    for name in NAMES:
        assert not re.search(rf"\b{name}\b", "".join(said)), name
    assert '"players":["A","B"' in "".join(said)


def test_the_state_of_a_match() -> None:
    state = State("t", "fr")

    def told(seq: int, *records: Record) -> Record:
        for each in records:
            state.take({"seq": seq, **each})
            seq += 1
        return state.told()

    begun = told(0)
    assert (begun["game"], begun["phase"], begun["turn"], begun["players"]) == (None, "idle", "", [])
    assert told(1, {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0})["turn"] == "Ana"
    laid = (("discard", ["2C"]), ("meld1", ["5H", "6H", "7H"]), ("discard", ["KS"]))
    cards = ({"t": 0, "zone": zone, "in": cards} for zone, cards in laid)
    found = told(2, {"t": 0, "seat": 0, "press": "deal"}, *cards)
    assert (found["phase"], found["turn"], found["name"]) == ("turn", "Luc", "Rami 51")
    assert found["sections"]["verdict"]["event"] == "refused"
    assert "51" in found["verdict"] + found["reason"]
    problems = dict.fromkeys(("readers", "recording", "cards", "journal"), False)
    assert found["problems"] == problems
    warnings = ({"code": "reader_lost", "zone": "meld2"}, {"code": "not_recording", "reason": "full"})
    warning = {"t": 3, "event": "warning"}
    found = told(6, *(warning | each for each in (*warnings, {"code": "stacked_cards", "zone": "meld3"})))
    assert found["problems"] == {**dict.fromkeys(problems, True), "journal": False}
    assert len(found["warnings"]) == 3
    assert not told(9, {**warning, "code": "reader_back", "zone": "meld2"})["problems"]["readers"]
    assert not told(40, {"note": {"boot": 2, "after": 9}})["problems"]["recording"]
    won = State("t", "en")
    for record in records_of("gin", 1, over=False):
        won.take(record)
    assert [won.told()[key] for key in ("phase", "winner", "leader")] == ["over", "Ana", "Ana"]


def test_no_hand_is_in_the_state() -> None:
    for seed, game in itertools.product(ring.seeds("publish", 1, 4), ("rami51", "gin", "manipulation")):
        state = State("t", "en")
        shown: set[str] = set()  # cards that lay elsewhere, or are shown by a count
        for record in records_of(game, seed):
            state.take(record)
            if not shows_a_hand(record):
                shown |= {code for key in ("in", "out") for code in record.get(key, ())}
            told = state.told()
            if told["phase"] != "turn" or not shows_a_hand(record):
                continue
            text = json.dumps({**told, "sections": {**told["sections"], "verdict": None}})
            for code in record.get("in", ()):
                assert code in shown or f'"{code}"' not in text, (game, seed, record)


# --- schemas

CHECKS = {what: jsonschema.Draft202012Validator(schema) for what, schema in SCHEMAS.items()}


@pytest.mark.parametrize("game", ring.FAMILIES)
def test_what_is_said_has_its_schema(game: str) -> None:
    records = records_of(game, 2)
    state = State("t", "fr")
    outbox = Outbox(state, Journal(records, len(records)))
    CHECKS["state"].validate(state.told())
    for at, record in enumerate(records):
        for message in outbox.take((record,)):
            CHECKS["record"].validate(json.loads(message))
        if position := outbox.position():
            CHECKS["position"].validate(json.loads(messages.encoded_position(position)))
        for event in outbox.events():
            CHECKS["event"].validate(json.loads(messages.encoded(event)))
        if at % 16 == 0 or record.get("event") in ("round", "match"):
            CHECKS["state"].validate(json.loads(messages.encoded(state.told())))
    CHECKS["names"].validate(json.loads(messages.encoded_names(messages.Names(JOURNAL, 3, ("Ana", "Luc")))))
    CHECKS["ask"].validate({"journal": JOURNAL, "from": 1})


def test_the_examples_of_the_schemas() -> None:
    assert json.loads(manual.SCHEMAS.read_text("utf-8")) == whole(), "run make manual"
    for what, schema in SCHEMAS.items():
        CHECKS[what].check_schema(schema)
        for field in schema.get("properties", {}).values():
            for each in field["examples"] if field.get("type") != "object" else ():
                jsonschema.Draft202012Validator(field).validate(each)
    assert not CHECKS["ask"].is_valid({"journal": JOURNAL, "from": -1})


# --- Home Assistant

# The keys that we use, all known to its schemas: https://www.home-assistant.io/integrations/mqtt/ (device discovery),
# .../sensor.mqtt/, .../binary_sensor.mqtt/, .../event.mqtt/, .../device_trigger.mqtt/ and, for its cards,
# src/panels/lovelace/cards/types.ts of its frontend; read in November 2026. `make test-ha` asks the real one.
ENTITY = "platform unique_id name default_entity_id object_id "
KNOWN = {
    "discovery": "device origin components state_topic qos availability_topic payload_available payload_not_available",
    "device": "identifiers configuration_url manufacturer model name serial_number sw_version",
    "origin": "name sw_version",
    "event": ENTITY + "event_types icon state_topic",
    "device_automation": "platform automation_type type subtype topic payload value_template",
    "sensor": ENTITY
    + "value_template icon json_attributes_topic json_attributes_template device_class state_class options "
    + "unit_of_measurement",
    "binary_sensor": ENTITY + "value_template device_class entity_category",
    "vertical-stack": "type cards",
    "markdown": "type content show_empty",
    "entities": "type entities",
    "history-graph": "type entities hours_to_show",
}
ABOUT = About("0.9.1", "E6614", 3)
# As there: what is not defined is an error, except for `default`.
STRICT = jinja2.Environment(undefined=jinja2.StrictUndefined)


def is_known(what: str, thing: Record) -> None:
    assert set(thing) <= set(KNOWN[what].split()), what


def test_home_assistant_finds_one_device() -> None:
    told = json.loads(messages.encoded(discovery.device("Table-1", "fr", ABOUT, "http://club.local/")))
    is_known("discovery", told)
    is_known("device", told["device"])
    is_known("origin", told["origin"])
    assert told["origin"]["name"]
    assert told["device"]["identifiers"]
    assert (told["device"]["sw_version"], told["device"]["serial_number"]) == ("0.9.1", "E6614")
    assert (told["payload_available"], told["payload_not_available"]) == ("online", "gone")
    for component in told["components"].values():
        is_known(component["platform"], component)
    entities = [each for each in told["components"].values() if each["platform"] != "device_automation"]
    assert all(each["name"] for each in entities)
    for key in ("unique_id", "default_entity_id"):
        assert len({each[key] for each in entities}) == len(entities)
    for each in entities:
        assert re.fullmatch(rf"{each['platform']}\.tierce_table_1_[a-z_]+", each["default_entity_id"])
    assert [key for key in told["components"] if key.startswith("points")] == ["points_a", "points_b", "points_c"]
    assert re.fullmatch(r"homeassistant/device/[A-Za-z0-9_-]+/[A-Za-z0-9_-]+/config", discovery.topic("table-1"))
    with pytest.raises(Trouble, match="bad_page"):
        discovery.check("javascript:alert(1)")


def test_home_assistants_templates_read_a_state() -> None:
    state = State("table-1", "en")
    components = discovery.device("table-1", "en", ABOUT)["components"]

    def values(key: str = "value_template", **given: Any) -> dict[str, str]:
        texts = {name: each[key] for name, each in components.items() if key in each}
        return {name: STRICT.from_string(text).render(**given) for name, text in texts.items()}

    def told(key: str = "value_template") -> dict[str, str]:
        return values(key, value_json=json.loads(messages.encoded(state.told())))

    assert told()["phase"] == "no match"
    assert (told()["game"], told()["leader"], told()["points_a"]) == ("None", "None", "None"), "that is: unknown"
    header = {"seq": 1, "tierce": 1, "game": "gin", "players": ["Ana" * 200, "Luc"], "dealer": 0}
    header |= {"totals": [0, 40], "rounds": 2}
    state.take(header)
    state.take({"seq": 2, "t": 3, "event": "warning", "code": "reader_lost", "zone": "meld2"})
    found = told()
    assert (found["totals"], found["points_a"], found["points_b"], found["points_c"]) == ("0 : 40", "0", "40", "None")
    assert (found["game"], found["leader"]) == ("Gin Rami", "Luc")
    assert (found["problem_readers"], found["problem_cards"]) == ("ON", "OFF")
    assert "reader" in found["warnings"]
    assert all(len(each) <= 255 for each in found.values()), "a state is no longer"
    attributes = told("json_attributes_template")
    assert json.loads(attributes["players"])["players"] == ["Ana" * 200, "Luc"], "an attribute has all"
    assert (json.loads(attributes["phase"]), json.loads(attributes["points_b"])) == (
        {"code": "deal"},
        {"player": "Luc"},
    )
    # A table that is retired leaves empty topics.
    assert set(values().values()) == {"None"}
    assert all(isinstance(json.loads(each), dict) for each in values("json_attributes_template").values())


def test_a_verdict_is_an_event_once() -> None:
    records = records_of("rami51", 1)
    falls = [each for each in records if each.get("event") in EVENTS]
    there = falls[3]["seq"]
    outbox = Outbox(State("t", "en"), Journal(records, there))
    outbox.begin(None)
    outbox.begin_live()
    outbox.take(tuple(records[:there]))
    assert outbox.events() == [], "what was there before is no event"
    outbox.take(tuple(records[there : falls[-2]["seq"]]))
    events = outbox.events()
    assert [each["n"] for each in events] == [each["seq"] for each in falls[4:-1]]
    # A connection that begins again reads the match again.
    outbox.begin(outbox.position())
    outbox.take(tuple(records))
    assert [each["n"] for each in outbox.events()] == [falls[-1]["seq"]]
    refused = next(each for each in events if each["event_type"] == "refused")
    assert refused["player"] == ("Ana", "Luc")[refused["seat"]]
    assert len(refused["codes"]) == len(refused["figures"])
    assert "refused" in refused["text"]
    assert refused["reason"]


# --- what is heard


KEYS = st.sampled_from("journal stream n records next held clock from seq lost".split())
VALUES = st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.just(JOURNAL) | st.just("01234567")
JSON = st.recursive(
    VALUES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=8), max_leaves=20
)


@given(st.binary() | JSON.map(lambda thing: json.dumps(thing).encode()))
def test_what_comes_from_a_broker_is_checked(payload: bytes) -> None:
    position = messages.read_position(payload)
    if position is not None:
        assert messages.read_position(messages.encoded_position(position)) == position
    ask = messages.read_ask(payload)
    assert ask is None or ask[1] >= 0
    batch = messages.read_batch(payload)
    assert batch is None or all(isinstance(each.get("seq", each.get("from")), int) for each in batch.records)


def test_messages_that_are_none() -> None:
    records = ([{"seq": -1}], [{"seq": 1}] * (messages.BATCH + 1), [[]], [{"seq": 1 << 70}], {})
    good = {"journal": JOURNAL, "stream": "01234567", "n": 1, "records": [{"seq": 1}]}
    assert messages.read_batch(messages.encoded(good))
    for bad in (
        *({"stream": "x"}, {"stream": 1}, {"n": "1"}, {"n": -1}, {"journal": "x"}, {"journal": JOURNAL.upper()}),
        *({"records": each} for each in records),
    ):
        assert messages.read_batch(messages.encoded(good | bad)) is None, bad
    names = {"journal": JOURNAL, "match": 1, "names": ["Ana"]}
    assert messages.read_names(messages.encoded(names)) == messages.Names(JOURNAL, 1, ("Ana",))
    for bad in ({"journal": "x"}, {"match": -1}, {"names": "Ana"}, {"names": [1]}, {"names": [*"abcdefg"]}):
        assert messages.read_names(messages.encoded(names | bad)) is None, bad
    for nothing in (b"", b"[]", b"[" * 100000, b" " * (messages.LONGEST + 1)):
        assert messages.read(nothing) is messages.read_names(nothing) is None
    position = Position(JOURNAL, messages.Count("01234567", 2), 7, (3, 5), (2, 1764140000))
    assert messages.read_position(messages.encoded_position(position)) == position
    assert messages.parted("tierce/a/record") == ("a", "record")
    for name in ("tierce/a/b", "tierce//record", "tierce/a b/record", "x/a/record", "tierce/a"):
        assert messages.parted(name) is None, name


def test_long_records_take_several_messages() -> None:
    records = [{"seq": seq, "t": 1, "zone": "discard", "in": ["x" * 60000]} for seq in range(1, 9)]
    parts = list(messages.parts(records))
    assert [each for part in parts for each in part] == records
    assert len(parts) > 2
    count = messages.Count("01234567", 1 << 40)
    assert all(len(messages.encoded_batch(messages.Batch(JOURNAL, count, part))) < messages.LONGEST for part in parts)


# --- addresses


def test_addresses() -> None:
    for url, wanted in (
        ("mqtt://broker.local", Address("broker.local", 1883)),
        ("broker.local:1884", Address("broker.local", 1884)),
        ("mqtts://ana:se%40cret@club.example", Address("club.example", 8883, True, "ana", "se@cret")),
        ("mqtt://[::1]:1883/", Address("::1", 1883)),
    ):
        assert address_of(url) == wanted
        assert "cret" not in str(wanted) + repr(wanted)


def test_what_is_no_address() -> None:
    bad = "mqtt:// http://host mqtt://host:0 mqtt://host:70000 mqtt://host/topic mqtt://ana:secret@host:x"
    for url in (*bad.split(), "mqtt://ana:secret", "ana:my:secret", "mqtt://[::1", "my host", ""):
        with pytest.raises(Trouble, match="bad_url") as raised:
            address_of(url)
        assert "secret" not in str(raised.value.details), url


def test_certificates_that_are_none(tmp_path: Path) -> None:
    bad = tmp_path / "ca.pem"
    bad.write_text("no certificate")
    for path in (bad, tmp_path / "none.pem", tmp_path):
        with pytest.raises(Trouble, match="bad_ca"):
            tls_of(address_of("mqtts://host"), path)
    with pytest.raises(Trouble, match="ca_without_tls"):
        tls_of(address_of("mqtt://host"), bad)


def test_names_that_are_none() -> None:
    for name in ("", "a/b", "#", "table 1", "é", "x" * 65, "a\n"):
        with pytest.raises(Trouble, match="bad_name"):
            messages.table_of(name)


def test_home_assistants_card_is_one() -> None:
    """Its entities are those of a table, and its text says how the match stands."""
    whole = yaml.safe_load((HOME / "card.yaml").read_text("utf-8"))
    there = {each.get("default_entity_id") for each in discovery.device("table-1", "en", ABOUT)["components"].values()}
    for card in [whole, *whole["cards"]]:
        is_known(card["type"], card)
        shown = {each if isinstance(each, str) else each["entity"] for each in card.get("entities", ())}
        assert shown <= there, card["type"]
    (text,) = [card["content"] for card in whole["cards"] if card["type"] == "markdown"]
    states = {"game": "Gin Rami", "phase": "a turn is open", "points_a": "10", "points_b": "0"}
    attributes = {"points_a": {"player": "Ana"}, "points_b": {"player": "Luc"}, "verdict": {"verdict": "Luc draws"}}
    start = "sensor.tierce_table_1_"
    said = STRICT.from_string(text).render(
        has_value=lambda name: name.removeprefix(start) in states,
        states=lambda name: states[name.removeprefix(start)],
        state_attr=lambda name, key: attributes.get(name.removeprefix(start), {}).get(key),
    )
    lines = ["## Gin Rami", "a turn is open", "- A **Ana**: 10", "- B **Luc**: 0", "Luc draws"]
    assert [line for line in said.split("\n") if line] == lines
