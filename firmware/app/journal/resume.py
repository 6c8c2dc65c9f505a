"""Resumes the match in the journal at a start, and detects damage.

A power cut is no damage: it loses only unsynced records at the end, and the note of the next start
gives the last number kept. Damage is a gap in the numbers within the match, outcomes that do not
follow from its events, an end that can't be read, or totals (app.journal.totals) newer than the
journal. Then the totals are uncertain, and the players are asked.

The file of totals has the state of the match some turns ago, so only the events since then are
replayed. Records before it are read while the match goes on: damage there can't change it, and is
told by the warning `log_damaged`. Without that file the whole match is replayed. Loaded only at a start.
"""

import json

from app.journal.totals import kept
from tierce.bad_data import LogError
from tierce.outcomes import keys, line
from tierce.records import EVENT, HEADER, NOTE, OUTCOME

# Outcomes that do not follow from events alone: warnings of the table, hints for a hand.
_BESIDE = ("warning", "hint")


def resume(match):
    """Replay the match in play on a Match; return the time of its last event, in ms.

    Returns -1 if no match is in play or the journal is damaged. If it is damaged, `match.doubt`
    becomes the header of a match that continues with the known totals.
    """
    found = _Found(match.journal)
    mark = found.mark()
    last = found.replay(match, mark)
    if mark and found.damaged:
        found = _Found(match.journal)
        last = found.replay(match, None)
    elif mark and last >= 0:
        match.unread = _start_before(match, mark[0])
    if not found.damaged:
        if last >= 0 and found.outcomes:
            # Power may have been lost after an event but before its outcomes were kept.
            for outcome in found.outcomes[found.said :]:
                match.journal.put(last, OUTCOME, line(outcome))
        return last
    match.close()
    match.doubt = found.header_on(match)
    # Write a note first: it tells a host, and it keeps the doubt over another power cut.
    told = {"damaged": True, "rounds": match.doubt["rounds"], "totals": match.doubt["totals"]}
    match.journal.put(max(last, 0), NOTE, told)
    match.journal.sync()
    return -1


class _Found:
    """The state of the match in play, as far as the journal holds it."""

    def __init__(self, journal):
        self.journal = journal
        self.damaged = journal.damaged
        self.header = None
        self.outcomes = None  # outcomes of the last event
        self.said = 0  # how many of them the journal holds
        self.known = None  # (number, rounds, totals, dealer) of the last round that can be read
        self.before = None  # the same for the round before
        self.ended = False  # there was no turn since that round; None: unless in records that are missing
        self.copy = kept(journal.files)

    def mark(self):
        """Return (number of the first record after it, state) of the match in play, None without one."""
        start = self.journal.in_play
        copy = self.copy
        if start and copy and copy[5] and copy[5][0] > start:
            for seq, kind, thing in self.journal.read(start):
                return copy[5] if (seq, kind, thing) == (start, HEADER, copy[1]) else None
        return None

    def replay(self, match, mark):  # noqa: C901
        """Feed the match, or what came since a mark, to a new referee.

        Return the time of the last event, or -1.
        """
        journal = self.journal
        start = journal.in_play
        copy = self.copy
        if not start:
            self._without(copy)
            return -1
        last = -1
        if mark:
            start, state = mark
            self.header = copy[1]
            try:
                match.go_on(self.header, state)
                view = match.view
                last = view.t
                self.known = self.before = (start, view.round - 1, list(view.totals), view.dealer)
                match.referee.show_hints = False
            except (LogError, KeyError, TypeError, ValueError):  # of another version
                self.damaged = True
                return -1
        previous = start - 1
        expected = []  # the outcomes that may come next
        for seq, kind, thing in journal.read(start):
            note = thing if kind == NOTE and isinstance(thing, dict) else {}
            if _is_gap(previous, seq, note):
                self.damaged = True
                self.ended = self.ended and None
            if "damaged" in note or (copy and previous < copy[0] < seq):
                self.damaged = True
            previous = seq
            if kind == NOTE:
                continue
            if kind == HEADER and seq == start:
                self.header = thing
            elif kind == OUTCOME:
                self.said += 1
                self._read(seq, thing)
            if self.damaged:
                continue
            try:
                if kind == HEADER:
                    match.open(thing)
                    match.referee.show_hints = False  # nobody is waiting for hints now
                    last = 0
                elif last < 0:
                    self.damaged = True
                elif kind == EVENT:
                    self.said = 0
                    self.outcomes = match.referee.take(thing)
                    match.note_moved(thing)
                    last = thing[1]
                    expected = []
                    for outcome in self.outcomes:
                        match.note(outcome)
                        if outcome[0] not in _BESIDE:
                            expected.append(outcome)
                elif kind == OUTCOME and not _is_beside(thing):
                    if not expected or not _is_line(thing, expected.pop(0)):
                        self.damaged = True
            except (LogError, KeyError, TypeError):  # not a record of this version
                self.damaged = True
        if self.header is None or (copy and copy[0] > previous):
            self.damaged = True
        if self.damaged and copy and copy[0] > start and copy[1] is None:
            # The totals file says that the match has ended; only its end is missing.
            self.damaged = False
            journal.put(max(last, 0), NOTE, {"over": True})
            journal.sync()
            match.close()
            return -1
        return last

    def _without(self, copy):
        """The journal shows no match in play: check that against the totals file."""
        if copy and copy[1] is None:
            self.damaged = False
        elif copy:
            for seq, _, _ in self.journal.read(copy[0]):
                self.damaged = self.damaged or seq != copy[0]
                return
            self.damaged = True

    def _read(self, seq, text):
        """Note the totals in an outcome."""
        if '"event":"turn"' in text[:40]:
            self.ended = False
        elif '"totals"' in text:
            try:
                told = json.loads(text)
                if "round" in told:
                    self.before = self.known
                    rounds = told["round"] - (told["how"] == "void" and self._repeats())
                    self.known = (seq, rounds, told["totals"], told["dealer"])
                    self.ended = True
                elif '"event":"recave"' in text[:40] and self.known:
                    self.known = self.known[:2] + (told["totals"], self.known[3])
                elif "ruling" in told:
                    known = self.known
                    ended = told["totals"] != known[2] if self.ended is None else self.ended
                    if told["ruling"] == "undo" and ended:
                        # The turn taken back had ended the round.
                        known = self.before
                        self.ended = False
                    rounds, _, dealer = known[1:] if known else self._at_first()
                    self.known = (seq, rounds, told["totals"], dealer)
            except (ValueError, KeyError):
                pass

    def _repeats(self):
        """Tell whether the match deals a void round again under its number: contrat."""
        from tierce.presets import PRESETS

        return self.header is not None and "contracts" in PRESETS.get(self.header["game"], ())

    def _at_first(self):
        """Return (rounds, totals, dealer) of a match before its first round."""
        header = self.header or {}
        return header.get("rounds", 0), None, header.get("dealer", 0)

    def header_on(self, match):
        """Return the header of a match that continues with the known totals."""
        header = self.header
        copy = self.copy
        known = self.known
        if copy and copy[1] and copy[0] >= self.journal.in_play:
            if header is None or copy[0] >= (known[0] if known else 0):
                header = copy[1]
                known = (copy[0],) + tuple(copy[2:5])
        config = match.config
        if header is None:
            header = {
                "tierce": 1,
                "game": config.get("game", "rami51"),
                "players": list(config["players"]),
                "dealer": 0,
                "rules": config.get("rules", {}),
            }
        header = dict(header)
        seats = len(header["players"])
        header.setdefault("totals", [0] * seats)
        header.setdefault("rounds", 0)
        if known and len(known[2]) == seats:
            header["rounds"], header["totals"], header["dealer"] = known[1:]
        header["totals"] = list(header["totals"])
        return header


def _is_gap(previous, seq, note):
    """Tell whether records are missing before one. A start skips numbers; its note has the last one kept."""
    return seq != previous + 1 and ("boot" not in note or note.get("after") != previous)


def _start_before(match, mark):
    """Steps: read what lies before a mark, a record each; warn if some of it is damaged."""
    journal = match.journal
    start = journal.in_play
    previous = start - 1
    for seq, kind, thing in journal.read(start):
        if _is_gap(previous, seq, thing if kind == NOTE and isinstance(thing, dict) else {}):
            break
        previous = seq
        if seq >= mark - 1:
            return
        yield
    if journal.in_play == start:
        match.warn("log_damaged", match.view.round)


def _is_line(text, outcome):
    """Tell whether a text is the line of an outcome. Figures are left out: before them there were sentences."""
    if keys(outcome)[-1] == "figures":
        return text.startswith(line(outcome[:-1])[:-1])
    return text == line(outcome)


def _is_beside(text):
    for event in _BESIDE:
        if '"event":"%s"' % event in text[:40]:
            return True
    return False
