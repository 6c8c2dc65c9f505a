"""app/journal/journal.py: records come back as written, and no flash error stops it.

Power cuts are in test_power_cuts.
"""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
import ring
from compiled import compiled
from eventlines import as_event
from flash import BLOCK, Flash, files_on
from matches import match

from app.files import Files
from app.journal.journal import EVENT, HEADER, NOTE, OUTCOME, UNSYNCED, Journal
from app.journal.resume import _Found
from app.journal.segments import JUMP, open_journal, recover
from tierce import outcomes, records
from tierce.cards import parse
from tierce.records import CONTINUED, MORE
from tierce.referee import Referee
from tierce.zones import zone_number
from tierce_tools.base import paths
from tierce_tools.rules import vm

GAMES = Path(paths.games())
HEAD = {"tierce": 1, "game": "rami7", "players": ["Zoé", 'L"uc'], "dealer": 0}
OVER = '{"t":9,"event":"match","winners":[0],"ranking":[0,1],"totals":[0,534]}'
TURN = '{"t":9,"event":"turn","seat":0,"took":"stock","laid":54,"hand":4}'


class Faulty(Files):
    """Files on a flash that fails with a given errno on request."""

    broken = 0
    reads = 0

    def __init__(self, root):
        super().__init__(root)
        self._fsync = self._check  # nothing here outlives the test, and fsync is slow

    def append(self, name):
        self._check()
        handle = super().append(name)
        write = handle.write
        handle.write = lambda data: [self._check(), write(data)]
        return handle

    def open(self, name):
        self.reads += 1
        return super().open(name)

    def free(self):
        return 1 << 30

    def _check(self, _=None):
        if self.broken:
            raise OSError(self.broken, "broken")


@pytest.fixture
def files(tmp_path):
    return Faulty(str(tmp_path))


def opened(files, limit=262144):
    journal = Journal(files, "journal", limit)
    open_journal(journal)
    return journal


def event(t, zone="discard"):
    return ("cards", t, zone_number(zone), [], [parse("7H")])


def things(journal):
    return [(kind, thing) for _, kind, thing in journal.read(0) if kind != NOTE]


def numbers(journal, seq=0):
    found = [seq for seq, _, _ in journal.read(seq)]
    assert found == sorted(set(found))
    return found


def play(journal, count, t=0, size=1):
    """Put a header and `count` turns, each synced."""
    journal.put(t, HEADER, HEAD)
    for i in range(count):
        for _ in range(size):
            journal.put(t + i, EVENT, event(t + i))
        journal.put(t + i, OUTCOME, TURN)
        journal.sync()


def test_what_is_put_is_read_synced_or_not(files):
    journal = opened(files)
    assert journal.recording
    put = [
        (HEADER, HEAD),
        (EVENT, event(6)),
        (EVENT, event(6, "meld128")),
        (EVENT, ("ruling", 6, "undo", None, None)),
        (EVENT, ("ruling", 6, "points", 1, -20)),
        (OUTCOME, TURN),
        (NOTE, {"time": "2026-01-01"}),
        (HEADER, HEAD | {"deck": {f"E00401{i:010X}": "AS" for i in range(108)}}),
        (OUTCOME, '{"t":9,"why":["' + "é" * 700 + '"]}'),
    ]
    seqs = [journal.put(6, kind, thing) for kind, thing in put[:2]]
    journal.sync()
    seqs += [journal.put(6, kind, thing) for kind, thing in put[2:]]
    boot = (1, NOTE, {"boot": 1, "after": 0})
    expected = [boot, *((seq, *each) for seq, each in zip(seqs, put, strict=True))]
    for _ in range(2):
        assert list(journal.read(0)) == expected
        for seq, _, _ in expected:
            assert list(journal.read(seq)) == [each for each in expected if each[0] >= seq]
        assert list(journal.read(journal.next_seq)) == []
        journal.sync()
    again = opened(files)
    assert list(again.read(0))[:-1] == expected
    assert list(again.read(again.next_seq - 1)) == [(seqs[-1] + JUMP, NOTE, {"boot": 2, "after": seqs[-1]})]


def recorded(name):
    """Return the header of a recorded game, and its events as the board has them."""
    header, *events = map(json.loads, (GAMES / f"{name}.jsonl").read_text("utf-8").splitlines())
    return header, [as_event(each, header.get("deck", ())) for each in events]


@pytest.mark.parametrize("name", ["rami51-4", "gin-3", "manipulation-3"])
def test_a_recorded_game(name):
    header, events = recorded(name)
    files = files_on(Flash(), format=True)
    journal = opened(files)
    journal.put(0, HEADER, header)
    for each in events:
        journal.put(each[1], EVENT, each)
    assert match(journal) == [header, *events]
    journal.sync()
    again = opened(files)
    assert match(again) == [header, *events]
    assert [thing for _, thing in things(again)] == [header, *events]


def test_no_more_wait_for_a_sync_than_that(files):
    journal = opened(files)
    for t in range(ring.rounds(150, 400)):
        journal.put(t, EVENT, event(t))
        kept = numbers(_reader(files))
        assert journal.next_seq - 1 - kept[-1] <= UNSYNCED


def _reader(files):
    """Return a journal that shows the flash's contents, without the note of a start."""
    journal = Journal(files)
    recover(journal)
    journal.next_seq = 1 << 40
    return journal


@pytest.mark.parametrize("end", [(OUTCOME, OVER), (NOTE, {"over": "left"})])
def test_the_match_in_play(files, end):
    journal = opened(files)
    assert match(journal) == []
    journal.put(0, HEADER, HEAD | {"dealer": 1})
    journal.put(1, EVENT, event(1))
    journal.put(2, HEADER, HEAD)
    for t in (3, 4):
        journal.put(t, EVENT, event(t))
        journal.put(t, OUTCOME, TURN)
        journal.put(t, NOTE, {"boot": "no"})
    in_play = [HEAD, event(3), event(4)]
    for _ in range(3):
        assert match(journal) == in_play
        journal.sync()
        journal = opened(files)
    journal.put(5, *end)
    for _ in range(3):
        assert match(journal) == []
        journal.sync()
        journal = opened(files)
    journal.put(6, EVENT, event(6))
    assert match(journal) == []


def test_the_oldest_segments_go(files):
    journal = opened(files, 65536)
    for game in range(40):
        play(journal, 60, game * 1000)
        journal.put(game * 1000 + 99, OUTCOME, OVER)
        sizes = [files.size(f"journal/{name}") for name in files.names("journal")]
        assert sum(sizes) <= 65536
        assert max(sizes) <= 4096
        assert len(sizes) <= 16
        assert len(sizes) > 12 or game < 20
        assert journal.first_seq == int(files.names("journal")[0][:-4])
    found = things(journal)
    put = []
    for game in range(40):
        put.append((HEADER, HEAD))
        for i in range(60):
            put += [(EVENT, event(game * 1000 + i)), (OUTCOME, TURN)]
        put.append((OUTCOME, OVER))
    assert len(found) > 400
    assert numbers(journal)[0] == journal.first_seq
    assert numbers(journal, journal.first_seq - 1)[0] == journal.first_seq
    assert found == put[-len(found) :]
    journal.sync()
    assert things(opened(files, 65536))[-300:] == put[-300:]


def test_the_match_in_play_never_goes(files):
    journal = opened(files, 32768)
    play(journal, 100)  # an old match
    play(journal, 900, 1000, size=2)  # an endless match
    journal = opened(files, 32768)
    assert match(journal) == [HEAD, *[event(1000 + i) for i in range(900) for _ in "ab"]]
    # The old match is gone, and the endless one will be after the next few.
    assert things(journal)[0] != (HEADER, HEAD) or numbers(journal)[1] > 100
    for t in range(3):
        play(journal, 100, 10000 + t)
    assert sum(files.size(f"journal/{name}") for name in files.names("journal")) < 40000
    assert len(match(journal)) == 101


def test_reading_while_writing_and_removing(files):
    journal = opened(files, 32768)
    play(journal, 300)
    reader = journal.read(0)
    found = [next(reader) for _ in range(5)]
    for i in range(400):
        journal.put(1000 + i, EVENT, event(1000 + i))
        if i % 3 == 0:
            found.append(next(reader))
        if i % 7 == 0:
            journal.sync()
    found += reader
    seqs = [seq for seq, _, _ in found]
    assert seqs == list(range(1, journal.next_seq))
    # Records removed during a read are left out.
    reader = journal.read(0)
    found = [next(reader) for _ in range(5)]
    for game in range(5):
        play(journal, 200, 10000 + game)
    found += reader
    seqs = [seq for seq, _, _ in found]
    assert seqs == sorted(set(seqs))
    assert seqs[-1] == journal.next_seq - 1
    assert len(seqs) < journal.next_seq - 100


def test_reading_from_late_on_does_not_read_all(files):
    journal = opened(files)
    play(journal, 250)
    for reader in (journal, opened(files)):
        files.reads = 0
        assert len(numbers(reader, reader.next_seq - 3)) >= 1
        assert files.reads <= 8
        numbers(reader)
        assert files.reads > 30


# --- a full or failing flash


def test_a_short_trouble_loses_nothing(files):
    journal = opened(files)
    play(journal, 10)
    for trouble, reason in ((28, "full"), (5, "broken"), (30, "read_only")):
        files.broken = trouble
        for t in range(100, 105):
            journal.put(t, EVENT, event(t))
            journal.sync()
            assert not journal.recording
            assert journal.reason == reason
        files.broken = 0
        journal.put(106, EVENT, event(106))
        journal.sync()
        assert journal.recording
    assert numbers(journal) == list(range(1, journal.next_seq))
    assert numbers(opened(files))[:-1] == list(range(1, journal.next_seq))


def test_old_matches_make_room_on_a_full_flash():
    flash = Flash(24)
    files = files_on(flash, format=True)
    journal = opened(files, 32768)
    for game in range(10):
        play(journal, 30, game * 1000)
    files.write("else.bin", b"x" * (files.free() - 2 * BLOCK))
    for game in range(10, 20):
        play(journal, 30, game * 1000)
    assert not journal.recording or len(match(journal)) == 31
    files.remove("else.bin")
    play(journal, 30, 50000)
    assert journal.recording
    assert len(match(opened(files, 32768))) == 31


@pytest.mark.parametrize("restarted", [False, True])
def test_a_full_flash_is_said_and_recovers_with_the_next_match(restarted):
    files = files_on(Flash(14), format=True)
    journal = opened(files, 1 << 20)
    play(journal, 3)
    files.write("else.bin", b"x" * (files.free() - 6 * BLOCK))
    play(journal, 500, 1000)
    assert (journal.recording, journal.reason) == (False, "full")
    assert files.free() >= 3 * BLOCK  # for the configuration and the deck
    files.write("config.json", b"x" * 3000)
    # The recorded part can be read, and the match is there up to its last record.
    found = match(journal)
    assert found == [HEAD, *[event(1000 + i) for i in range(len(found) - 1)]]
    assert 10 < len(found) < 500
    seq = journal.next_seq
    if restarted:
        journal = opened(files, 1 << 20)
        kept = match(journal)
        assert len(kept) > 10
        assert kept == found[: len(kept)]
    files.remove("else.bin")
    if not restarted:
        # Room alone does not help: the match's later events would lack their beginning.
        journal.put(4000, EVENT, event(4000))
        journal.sync()
        assert not journal.recording
        assert match(journal) == found
    play(journal, 20, 5000)
    assert (journal.recording, journal.reason) == (True, "")
    last = opened(files, 1 << 20)
    for each in (journal, last):
        assert match(each) == [HEAD, *[event(5000 + i) for i in range(20)]]
    assert seq not in numbers(last)
    assert last.next_seq > seq


@pytest.mark.parametrize("trouble", [5, 28, 30])
def test_a_flash_that_fails_from_the_start(files, trouble):
    play(opened(files), 5)
    files.broken = trouble
    journal = opened(files)
    assert not journal.recording
    assert journal.boot == 2
    assert match(journal) == [HEAD, *[event(i) for i in range(5)]]
    seqs = [journal.put(t, EVENT, event(t)) for t in range(200)]
    assert seqs == sorted(set(seqs))
    journal.sync()
    assert not journal.recording
    files.broken = 0
    play(journal, 5, 500)
    assert journal.recording
    assert len(match(opened(files))) == 6


def test_a_folder_that_can_not_be_read():
    class Dead:
        def __getattr__(self, name):
            def fail(*_):
                raise OSError(5, "dead")

            return fail

    journal = opened(Dead())
    assert (journal.recording, journal.reason) == (False, "broken")
    play(journal, 100)
    assert not journal.recording
    assert len(list(journal.read(0))) > 1  # records that still wait
    assert match(journal)


# --- damage


def small(files):
    journal = opened(files)
    play(journal, 6)
    return files.names("journal"), list(journal.read(0))


@pytest.mark.parametrize("junk", [b"\0" * 5000, b"\xff" * 700, b"\xa1\xff\xa5" * 300, b"text\n"])
def test_junk_in_the_folder(files, junk):
    (name,), whole = small(files)
    data = files.read(f"journal/{name}")
    files.write(f"journal/{name}", junk + data + junk)
    files.write("journal/notes.txt", junk)
    files.write("journal/.log", junk)
    files.write("journal/0000000000.log", junk)
    files.write("journal/0000000900.log", junk)  # the newest
    files.write("journal/0000000990.log", b"")
    journal = opened(files)
    assert journal.recording
    assert journal.next_seq > 900 + JUMP
    assert list(journal.read(0))[:-1] == whole
    assert match(journal) == [HEAD, *[event(i) for i in range(6)]]
    assert "0000000990.log" not in files.names("journal")
    assert "notes.txt" in files.names("journal")


def test_nothing_is_written_behind_a_damaged_end(files):
    (name,), _ = small(files)
    opened(files)
    assert files.names("journal") == [name]
    data = files.read(f"journal/{name}")
    files.write(f"journal/{name}", data[:-1])
    opened(files)
    assert len(files.names("journal")) == 2
    assert files.read(f"journal/{name}") == data[:-1]


def test_parts_that_do_not_belong_together(files):
    rows = [
        (NOTE | MORE, 5, b'{"a":'),  # its end is missing
        (CONTINUED, 6, b"1}"),  # its beginning is missing
        (NOTE | MORE, 7, b'{"b":'),
        (OUTCOME, 8, b"{}"),
        (CONTINUED, 8, b"1}"),
        (NOTE | MORE, 9, b'{"c":'),
        (CONTINUED | MORE, 9, b"[1,"),
        (CONTINUED, 9, b"2]}"),
        (NOTE, 4, b"{}"),  # from an earlier use of the flash
        (NOTE, 10, b'{"d'),
        (EVENT, 11, b"\x09"),
        (OUTCOME, 12, b"\xff\xfe"),
    ]
    buffer = bytearray(500)
    end = 0
    for kind, seq, payload in rows:
        end = records.pack(buffer, end, kind, seq, 0, payload)
    files.write("journal/0000000005.log", buffer[:end])
    journal = opened(files)
    found = list(journal.read(0))[:-1]
    assert found == [(8, OUTCOME, "{}"), (9, NOTE, {"c": [1, 2]})]
    assert journal.next_seq == 12 + JUMP + 1


# --- costs


@pytest.mark.parametrize("name", ["rami51-4", "rami30-4", "gin-4", "manipulation-3"])
def test_wear(name):
    header, events = recorded(name)
    flash = Flash(200)
    journal = opened(files_on(flash, format=True))
    erases = flash.erases
    journal.put(0, HEADER, header)
    referee = Referee(header)
    syncs = 0
    for event in events:
        journal.put(event[1], EVENT, event)
        found = referee.take(event)
        for outcome in found:
            journal.put(event[1], OUTCOME, outcomes.line(outcome))
        if any(outcome[0] in ("turn", "round", "match") for outcome in found):
            journal.sync()
            syncs += 1
    journal.sync()
    assert flash.erases - erases < 1.5 * syncs + 20


def test_bytes_an_event():
    sizes = []
    for path in GAMES.glob("*.jsonl"):
        if ".expected" not in path.name:
            journal = Journal(files_on(Flash(), format=True))
            journal.next_seq = 20000
            for event in recorded(path.stem)[1]:
                journal.put(event[1], EVENT, event)
                sizes.append(journal.used)
                journal.used = journal._count = 0
    mean = sum(sizes) / len(sizes)
    print(f"\n{len(sizes)} events: {mean:.1f} bytes each")
    assert mean < 14


# --- MicroPython

# Numbers and times that do not fit into the 31 bits of a small integer; whole matches: tests/host/test_pull.py.
IN_VM = """
from app.files import Files
from app.journal.segments import open_journal
from app.journal.journal import EVENT, HEADER, NOTE, OUTCOME, Journal

def opened():
    journal = Journal(Files("data"), "journal", 32768)
    open_journal(journal)
    return journal

first = (1 << 30) - 20
put = [(HEADER, {"tierce": 1, "game": "gin", "players": ["Zo\\u00e9", "Luc"], "dealer": 0})]
put += [(EVENT, ("cards", (1 << 31) + n, 1, [], [n], "hand")[:5 + n % 2]) for n in range(50)]
put += [(OUTCOME, '{"why":["\\u00e9"]}'), (NOTE, {"x": "caf\\u00e9", "n": [1, None, 2]})]
journal = opened()
journal.next_seq = first
for kind, thing in put:
    journal.put(thing[1] if kind == EVENT else 0, kind, thing)
journal.sync()
assert journal.recording, journal.reason
again = opened()
assert again.boot == 2 and again.next_seq > 1 << 30
found = list(again.read(first))[:-1]
assert [each[1:] for each in found] == put, found
assert [each[0] for each in found] == list(range(first, first + len(put)))
"""


@pytest.mark.parametrize("machine", vm.find(), ids=str)
def test_in_micropython(machine, tmp_path):
    done = machine.run(IN_VM, compiled(tmp_path, whole=False), ["."])
    assert (done.returncode, done.stderr) == (0, "")


def test_a_record_that_was_written_twice_is_read_once(files, tmp_path):
    """A write may report failure although it succeeded; then it is done again."""
    journal = opened(files)
    journal.put(0, HEADER, {"tierce": 1, "game": "rami7", "players": ["Ana", "Luc"], "dealer": 0})
    journal.sync()
    file = Path(tmp_path, journal.name(journal.bases[-1]))
    size = file.stat().st_size
    journal.put(9, OUTCOME, TURN)
    journal.close()
    file.write_bytes(file.read_bytes() + file.read_bytes()[size:])
    kinds = [kind for _, kind, _ in opened(files).read(0)]
    assert kinds.count(OUTCOME) == kinds.count(HEADER) == 1


def test_without_a_header_the_match_goes_on_as_the_table_is_set(files):
    found = _Found(opened(files))
    found._read(7, '{"t":9,"event":"round","round":1,"how":"out","totals":[0,40],"dealer":1}')
    config = {"game": "gin", "players": ["Ana", "Luc"], "rules": {"target": 150}}
    header = {"tierce": 1, **config, "rounds": 1, "totals": [0, 40], "dealer": 1}
    assert found.header_on(SimpleNamespace(config=config)) == header
