"""The part of the program that the link uses: see app/link/commands.py. Runs on both Pythons."""

from app import config
from app.link.commands import Refused


class App:
    def __init__(self):
        self.now = dict(config.complete(config.SAFE), name="club")
        self.saved = None
        self.trouble = None
        self.phase = "turn"
        self.unix = None
        self.steps = None
        self.closed = 0
        self.was = -1
        self.result = b"\xe0\x04\x01\x50\x00\x00\x00\x07"

    def about(self):
        told = {"firmware": "0.1.0", "micropython": "1.28.0", "name": "club", "zones": ["discard"]}
        return told | {"language": self.now["language"]}

    def health(self):
        return {"free": 100000}

    def config(self):
        if isinstance(self.trouble, Exception):
            raise self.trouble
        return self.trouble or self.now

    def set_config(self, new):
        self.saved = new

    def table(self):
        zones = (("discard", ["7H"]), ("seat0", ["AS", "KD"]))
        return {
            "phase": self.phase,
            "zones": [{"zone": zone, "state": "idle", "cards": cards} for zone, cards in zones],
        }

    def deck(self):
        for n in range(40):
            yield f"e00401500000{n:04x}", "7H"

    def register(self, card, tag):
        if tag == "bad":
            raise Refused("this tag can't be kept: uid", "uid")
        return tag and bytes.fromhex(tag), self.was

    def start_register(self, card):
        return (yield from self._steps()), self.was

    def start_selftest(self):
        return self._steps({"readers": 1})

    def _steps(self, told=None):
        self.steps = 3
        try:
            while self.steps:
                yield 50000
            if isinstance(self.result, Exception):
                raise self.result
            return told or self.result
        finally:
            self.closed += 1

    def set_time(self, unix):
        self.unix = unix

    def press(self, button, gesture):
        return [(1, "screen", 0), (1, ((0, "left"), (-4, "right")), 0)]
