"""The power goes at every program and erase of the flash, and again while the board recovers.

A match is played once into a journal on a littlefs, and all operations of its flash are recorded. A
cut is then the flash before one of these operations, with half of that one done: what the board
finds at its start.
"""

import bisect
import json
import random
from pathlib import Path

import matches
import pytest
import ring
from eventlines import as_event
from flash import Flash, files_on

from app.journal.journal import EVENT, HEADER, NOTE, OUTCOME, Journal
from app.journal.segments import open_journal
from app.people.teach import teach
from app.sensing.deck import Deck, head
from tierce import outcomes
from tierce.referee import Referee
from tierce_tools.base import paths

GAMES = Path(paths.games())


# The end of a match is taken back twice, and is different the second time.
UNDONE = """\
{"tierce":1,"game":"rami51","players":["Ana","Luc"],"dealer":1,"rules":{"hand":3,"target":100,\
"first_lay_points":0,"first_lay_pure_run":false}}
{"t":0,"seat":1,"press":"deal"}
{"t":1,"zone":"discard","in":["4C"]}
{"t":2,"zone":"discard","in":["2C"]}
{"t":3,"ruling":"undo"}
{"t":4,"zone":"discard","out":["2C"]}
{"t":5,"zone":"discard","in":["3C"]}
{"t":6,"zone":"meld1","in":["5H","6H","7H"]}
{"t":7,"zone":"discard","in":["2D"]}
{"t":8,"ruling":"undo"}
{"t":9,"ruling":"undo"}
{"t":10,"zone":"discard","out":["2D"]}
{"t":11,"zone":"meld1","out":["7H"]}
{"t":12,"zone":"meld1","in":["7H"]}
{"t":13,"zone":"discard","in":["9D"]}
{"t":14,"ruling":"undo"}
{"t":15,"zone":"meld1","out":["5H","6H","7H"]}
{"t":16,"seat":1,"press":"done"}
{"t":17,"zone":"discard","in":["JD"]}
"""


class _Log(list):
    """The operations of a flash, and for each the number of things in the journal by then."""

    def __init__(self, puts):
        super().__init__()
        self.puts = puts
        self.made = []

    def append(self, operation):
        super().append(operation)
        self.made.append(len(self.puts))


class Recording:
    """Matches played into a journal, and the operations of its flash."""

    def __init__(self, *names, limit=262144, blocks=64, block_cycles=100):
        self.limit = limit
        self.block_cycles = block_cycles
        self.logs = []
        for name in names:
            text = UNDONE if name == "undone" else (GAMES / f"{name}.jsonl").read_text("utf-8")
            self.logs.append([json.loads(line) for line in text.splitlines()])
        flash = Flash(blocks)
        files = self.files(flash, format=True)
        self.start = flash.image()
        self.puts = []  # (seq, kind, thing)
        self.log = flash.log = _Log(self.puts)
        self.synced = [(0, 0)]  # (operations, things put) at each return of a sync
        journal = Journal(files, "journal", limit)
        open_journal(journal)
        self.puts += journal.read(0)
        self.synced.append((len(self.log), len(self.puts)))
        self.lines = []  # the outcomes of each match
        for log in self.logs:
            self.put(journal, 0, HEADER, log[0])
            self.sync(journal)
            self.lines.append([])
            self.play(journal, Referee(log[0]), log[1:], self.lines[-1])
        self.sync(journal)
        assert journal.recording
        self.operations = len(self.log)
        # For each number of things: the index of the current match's header, -1 without one.
        self.header = [-1]
        for i, (_, kind, thing) in enumerate(self.puts):
            header = i if kind == HEADER else self.header[-1]
            over = kind == OUTCOME and '"event":"match"' in thing
            if kind == OUTCOME and '"event":"ruling"' in thing:  # the match may go on
                header = max(at for at in range(i) if self.puts[at][1] == HEADER)
            self.header.append(-1 if over else header)
        self.replayed = {}
        self.cuts = 0

    def files(self, flash, format=False):
        return files_on(flash, format, block_cycles=self.block_cycles)

    def put(self, journal, t, kind, thing):
        self.puts.append((journal.put(t, kind, thing), kind, thing))

    def sync(self, journal):
        journal.sync()
        self.synced.append((len(self.log), len(self.puts)))

    def play(self, journal, referee, events, lines):
        for event in events:
            if "ruling" in event:
                self.sync(journal)
            self.put(journal, event["t"], EVENT, as_event(event))
            found = referee.feed(event)
            for outcome in found:
                lines.append(outcomes.line(outcome))
                self.put(journal, event["t"], OUTCOME, lines[-1])
            if any(outcome[0] in ("turn", "round", "match", "ruling") for outcome in found):
                self.sync(journal)

    # --- cuts

    def cut_flash(self, operations):
        """Generate (n, flash after a cut at operation n), for rising n."""
        flash = Flash(image=self.start)
        done = 0
        for n in operations:
            for operation in self.log[done:n]:
                flash.do(*operation)
            done = n
            cut = Flash(image=flash.buffer)
            cut.dice = random.Random(n)
            cut.half(*self.log[n])
            yield n, cut

    def recover(self, flash, n):
        """Start the board after a cut at operation n; return its journal, and how much is kept."""
        self.cuts += 1
        journal = Journal(self.files(flash), "journal", self.limit)
        open_journal(journal)
        assert journal.recording
        assert not journal.damaged  # a power cut does not count as damage
        return journal, self.check(journal, n)

    def check(self, journal, n):
        """Check a journal after a cut at operation n; return the number of things kept."""
        found = list(journal.read(0))
        numbers = [seq for seq, _, _ in found]
        assert numbers == sorted(set(numbers))
        # The starts after the cut have noted themselves, behind everything put before.
        handed_out = self.puts[self.log.made[n] - 1][0] if self.log.made[n] else 0
        boots = [each for each in found if each[0] > handed_out and each[1] == NOTE]
        assert 1 <= len(boots) <= (2 if handed_out else 3)
        assert found[len(found) - len(boots) :] == boots
        assert len({note["boot"] for _, _, note in boots}) == len(boots)
        found = found[: len(found) - len(boots)]
        # Everything up to the last sync is kept, and perhaps some more ...
        kept = bisect.bisect_right(self.puts, (numbers[len(found) - 1] if found else 0, 99))
        durable = max(puts for operations, puts in self.synced if operations <= n)
        assert durable <= kept <= self.log.made[n]
        # ... except the oldest, if the limit was exceeded.
        gone = kept - len(found)
        assert found == self.puts[gone:kept]
        # A ruling is there with all its outcomes, or not at all.
        last = [thing for _, kind, thing in self.puts[:kept] if kind == EVENT][-1:]
        if last and last[0][0] == "ruling":
            assert [kind for _, kind, _ in self.puts[kept : kept + 1]] != [OUTCOME]
        header = self.header[kept]
        if gone:
            assert self.limit < 100000
            assert header < 0 or gone <= header
        events = [thing for _, kind, thing in self.puts[header:kept] if kind != OUTCOME]
        assert matches.match(journal) == (events if header >= 0 else [])
        if header >= 0:
            self.check_turns(kept, header, events, durable)
        return kept

    def check_turns(self, kept, header, events, durable):
        """Check that replaying the kept things gives each accepted turn once."""
        if kept not in self.replayed:
            referee = Referee(events[0])
            turns = []
            for event in events[1:]:
                turns += [outcomes.line(each) for each in referee.take(event) if each[0] == "turn"]
            self.replayed[kept] = turns
        said = [thing for _, kind, thing in self.puts[header:] if kind == OUTCOME]
        said = [line for line in said if '"event":"turn"' in line]
        accepted = [
            thing for _, kind, thing in self.puts[header:durable] if kind == OUTCOME and '"event":"turn"' in thing
        ]
        turns = self.replayed[kept]
        assert turns == said[: len(turns)]
        assert len(turns) >= len(accepted)

    def play_on(self, flash, n):
        """Recover from a cut, play to the end, and compare with a match without a cut."""
        journal, kept = self.recover(flash, n)
        if self.header[kept] < 0:
            return False
        match = sum(kind == HEADER for _, kind, _ in self.puts[:kept]) - 1
        log = self.logs[match]
        lines = []
        events = 0
        referee = None
        latest = []  # the outcomes of the last event
        for thing in matches.match(journal):
            if referee is None:
                referee = Referee(thing)
            else:
                latest = [outcomes.line(outcome) for outcome in referee.take(thing)]
                lines += latest
                events += 1
        for line in latest[matches.said(journal) :]:
            journal.put(referee.view.t, OUTCOME, line)
        for event in log[events + 1 :]:
            journal.put(event["t"], EVENT, as_event(event))
            found = [outcomes.line(outcome) for outcome in referee.feed(event)]
            for line in found:
                journal.put(event["t"], OUTCOME, line)
            lines += found
            if found:
                journal.sync()
        journal.sync()
        assert journal.recording
        assert lines == self.lines[match]
        # After one more start everything is there, in order and once.
        journal = Journal(self.files(Flash(image=flash.image())), "journal", self.limit)
        open_journal(journal)
        found = [each for each in journal.read(self.puts[self.header[kept]][0]) if each[1] != NOTE]
        assert [thing for _, kind, thing in found if kind == HEADER][:1] == [log[0]]
        assert [thing for _, kind, thing in found if kind == EVENT] == list(map(as_event, log[1:]))
        assert [thing for _, kind, thing in found if kind == OUTCOME] == lines
        return True

    def all_cuts(self, step=1):
        """Try a cut at every `step`-th operation."""
        for n, flash in self.cut_flash(range(0, self.operations, step)):
            self.recover(flash, n)

    def cuts_in_a_row(self, step=1, start=0):
        """After every `step`-th cut, try a second one at each operation of the recovery."""
        for n, flash in self.cut_flash(range(start, self.operations, step)):
            image = flash.image()
            flash.log = []
            self.recover(flash, n)
            again = Flash(image=image)
            for m, operation in enumerate(flash.log):
                cut = Flash(image=again.buffer)
                cut.dice = random.Random(1000 * n + m)
                cut.half(*operation)
                self.recover(cut, n)
                again.do(*operation)

    def all_played_on(self, step=1, start=0):
        """Play to the end after every `step`-th cut; return how many matches went on."""
        return sum(self.play_on(flash, n) for n, flash in self.cut_flash(range(start, self.operations, step)))


WHOLE = ("rami7-2", "manipulation-1")
SHORT = ("rami7-1", "undone", "rulings-void-rami7", "rulings-count-gin", "rulings-accept-chamberliens")


@pytest.mark.parametrize("name", ring.longer("gin-2", *WHOLE))
def test_a_cut_at_every_operation(name):
    recording = Recording(name)
    recording.all_cuts()
    assert recording.cuts == recording.operations


@pytest.mark.parametrize("name", ring.longer("rulings-points-rami30", "rulings-mixed-manipulation", *SHORT))
def test_a_second_cut_during_recovery(name):
    recording = Recording(name)
    recording.cuts_in_a_row()
    assert recording.cuts > 3 * recording.operations


@pytest.mark.parametrize(
    "name", ring.longer("rulings-mixed-manipulation", "rulings-points-rami30", "gin-2", *WHOLE, *SHORT)
)
def test_the_match_goes_on_as_if_nothing_had_been(name):
    assert Recording(name).all_played_on(step=11, start=5)


# A journal that exceeds its limit, on a nearly full flash that often moves its blocks.
TIGHT = {"limit": 20480, "blocks": 20, "block_cycles": 5}


@pytest.mark.longer
def test_cuts_while_old_matches_are_removed():
    recording = Recording("gin-1", "demo", "rami51-1", "rami7-2", **TIGHT)
    for n, flash in recording.cut_flash([recording.operations - 1]):
        journal, kept = recording.recover(flash, n)
        assert len(list(journal.read(0))) < kept - 200
    recording.all_cuts(step=3)
    recording.cuts_in_a_row(step=31, start=3)
    assert recording.all_played_on(step=23, start=7)


def test_a_file_is_the_old_one_or_the_new_one():
    deck = Deck()
    for card in range(108):
        teach(deck, bytes((0xE0, 4, 1, 0x50, 0, 0, card * 5 % 256, card)), card)
    writes = [
        ("config.json", b'{"tierce":1}'),
        ("deck.bin", head(b"")),
        ("config.json", b'{"tierce":1,"name":"club"}' * 30),
        ("deck.bin", head(deck.entries) + deck.entries),
        ("config.json", b"x" * 9000),
        ("deck.bin", head(b"")),
        ("config.json", b""),
    ]
    flash = Flash(16)
    files = files_on(flash, format=True)
    start = flash.image()
    flash.log = []
    ends = []
    for name, data in writes:
        files.write(name, data)
        ends.append(len(flash.log))
    for n in range(len(flash.log)):
        for seed in range(8):
            cut = Flash(image=start)
            for operation in flash.log[:n]:
                cut.do(*operation)
            cut.dice = random.Random(seed)
            cut.half(*flash.log[n])
            files = files_on(cut)
            begun = sum(end <= n for end in ends)
            for name in ("config.json", "deck.bin"):
                before = [data for other, data in writes[:begun] if other == name][-1:]
                after = before
                if writes[begun][0] == name:
                    after = [writes[begun][1]]
                found = [files.read(name)] if name in files.names() else []
                assert found in (before, after)
            assert [name for name, *_ in files._os.ilistdir("/") if name.endswith("~")] == []
            files.write("config.json", b"again")
            assert files.read("config.json") == b"again"
