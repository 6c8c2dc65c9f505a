"""Damages a board's flash and shows how its table reacts: all files in memory, no hardware.

A recorded game is played on the firmware's own table, with power cuts in between. `Played.moments`
are copies of the files at some moments. `tried` damages one of them and starts the table.
"""

import io
import json
from pathlib import Path
from types import SimpleNamespace

from eventlines import as_event

from app.files import Files
from app.journal.journal import Journal
from app.journal.segments import open_journal
from app.match.match import Match
from app.match.show import Show
from tierce_tools.base import paths

PAGE, BLOCK = 256, 4096
LIMIT = 65536  # a segment is then one block, and a match has several
CONFIG = {"language": "en", "hints": False, "game": "rami51", "players": ["A", "B"], "rules": {}}
GAMES = ("demo", "gin-2", "rami7-2", "chamberliens-2", "manipulation-1", "rulings-points-rami30")


class Memory:
    """`os` and `open` of a board, over a dict from names to bytes."""

    def __init__(self, kept):
        self.kept = dict(kept)

    def open(self, name, mode):
        if mode == "rb" and name not in self.kept:
            raise OSError(2, name)
        if mode == "wb" or name not in self.kept:
            self.kept[name] = b""
        return _File(self.kept, name)

    def ilistdir(self, folder):
        start = folder.strip("/") + "/" if folder.strip("/.") else ""
        for name in list(self.kept):
            rest = name.removeprefix("/")
            if rest.startswith(start) and "/" not in rest[len(start) :]:
                yield rest[len(start) :], 0x8000, 0, 0

    def stat(self, name):
        if name not in self.kept:
            raise OSError(2, name)
        return (0x8000, 0, 0, 0, 0, 0, len(self.kept[name]), 0, 0, 0)

    def remove(self, name):
        if self.kept.pop(name, None) is None:
            raise OSError(2, name)

    def rename(self, name, to):
        self.kept[to] = self.kept.pop(name)

    def mkdir(self, name):
        pass


class _File(io.BytesIO):
    """A file that is read from its beginning, and written at its end."""

    def __init__(self, kept, name):
        super().__init__(kept[name])
        self.kept = kept
        self.name = name

    def write(self, data):
        self.kept[self.name] += bytes(data)
        return len(data)

    def seek(self, at, whence=0):
        return len(self.kept[self.name]) if whence == 2 else super().seek(at)


def started(kept):
    """Start a table with these files; return it."""
    system = Memory(kept)
    files = Files("/", system, system.open)
    journal = Journal(files, "journal", LIMIT)
    open_journal(journal)
    clock = SimpleNamespace(ms=lambda: 0)
    match = Match(dict(CONFIG), clock, journal, Show(), lambda outcome: None)
    match.resume()
    match.tell()
    match.kept = system.kept
    return match


def standing(match):
    """Return what must not change silently: (match, rounds, totals), None without a match."""
    if match.phase in (None, "over"):
        return None
    return str(match.header), len(match.show.sheet), list(match.view.totals)


class Played:
    """Some recorded games, one after the other; `moments` are (files, their `standing`)."""

    def __init__(self, names, dice, every=9):
        self.moments = []
        match = started({})
        for name in names:
            text = (Path(paths.games()) / f"{name}.jsonl").read_text("utf-8")
            log = [json.loads(line) for line in text.splitlines()]
            match.begin(log[0])
            for number, event in enumerate(log[1:]):
                if match.view is None:
                    break
                match.now = lambda t=event["t"]: t
                match.take(as_event(event))
                if number % every == every - 1:
                    self.note(match)
                if dice.randrange(40) == 0:
                    match.journal.sync()
                    match = started(match.kept)
            self.note(match)

    def note(self, match):
        kept = dict(match.kept)
        self.moments.append((kept, standing(started(kept))))


# --- damage


def _names(kept):
    return sorted(name for name in kept if "journal" in name or "totals" in name)


def _any(kept, dice):
    return dice.choice([name for name in _names(kept) if kept[name]])


def _at(kept, name, at, data):
    old = kept[name]
    kept[name] = old[:at] + data[: len(old) - at] + old[at + len(data) :]


def bit(kept, dice):
    name = _any(kept, dice)
    at = dice.randrange(len(kept[name]))
    _at(kept, name, at, bytes([kept[name][at] ^ 1 << dice.randrange(8)]))


def bits(kept, dice):
    """Flip one bit in every third byte of a part of one file."""
    name = _any(kept, dice)
    begin = dice.randrange(len(kept[name]))
    for at in range(begin, min(len(kept[name]), begin + dice.choice((9, 60, 400, BLOCK))), 3):
        _at(kept, name, at, bytes([kept[name][at] ^ 1 << dice.randrange(8)]))


def _part(kept, dice, size):
    """Lose a part of a file: zeros, ones, noise, or old contents."""
    name = _any(kept, dice)
    at = dice.randrange(0, len(kept[name]), size)
    how = dice.randrange(4)
    data = (bytes(size), b"\xff" * size, dice.randbytes(size), b"")[how]
    if how == 3:  # old contents from elsewhere on the flash
        other = _any(kept, dice)
        place = dice.randrange(0, len(kept[other]), size)
        data = kept[other][place : place + size]
    _at(kept, name, at, data)


def page(kept, dice):
    _part(kept, dice, PAGE)


def block(kept, dice):
    _part(kept, dice, BLOCK)


def lost(kept, dice):
    del kept[_any(kept, dice)]


def named(kept, dice):
    name = _any(kept, dice)
    at = dice.randrange(name.rindex("/") + 1, len(name))
    letter = chr(ord(name[at]) ^ 1 << dice.randrange(5))
    kept[name[:at] + letter.replace("/", "-") + name[at + 1 :]] = kept.pop(name)


def cut(kept, dice):
    names = [name for name in _names(kept) if kept[name]]
    name = dice.choice(names[:-2] or names)
    kept[name] = kept[name][: dice.randrange(len(kept[name]))]


def tail(kept, dice):
    name = [name for name in _names(kept) if name.endswith(".log")][-1]
    kept[name] = kept[name][: dice.randrange(len(kept[name]))]


def burst(kept, dice):
    """Replace some consecutive bytes by noise."""
    name = _any(kept, dice)
    at = dice.randrange(len(kept[name]))
    _at(kept, name, at, dice.randbytes(dice.randrange(1, 40)))


DAMAGES = (bit, bits, page, block, lost, named, cut, tail, burst)


def tried(moment, damage, dice):
    """Damage the files of a moment and start the table; return "same", "asked" or "wrong".

    It is started twice, as a question must be asked again after a restart.
    """
    kept = dict(moment[0])
    damage(kept, dice)
    table = started(kept)
    found = _verdict(table, moment[1])
    return found if _verdict(started(table.kept), moment[1]) == found else "wrong"


def _verdict(table, right):
    if table.doubt is not None:
        return "asked"
    return "same" if standing(table) == right else "wrong"
