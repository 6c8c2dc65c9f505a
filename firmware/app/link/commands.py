"""The commands of a host: checks each one, does it, and answers in the table's language.

Long commands are steps, polled while the game goes on and answered at their end. This module knows
the rest of the program only by the methods of `app`:

    about() -> dict for `hello`: firmware, micropython, name, zones, language, game...
    health() -> dict
    config() -> the contents of config.json; OSError without it, ValueError if it is not JSON
    set_config(config): writes a checked and complete config
    table() -> {"phase":..., "zones":[{"zone":..., "state":..., "cards":[...]}]...}
    deck() -> iterable of (tag, code of its card), as text
    register(card, tag) -> (uid, was): assigns the tag, as text, to the card; None: removes its tag
    start_register(card) -> steps that return the same for the next tag that is read
    start_selftest() -> steps that return a dict
    set_time(unix)
    press(button, gesture) -> the rows of the screen after it; an unknown button or None does nothing

`uid` is bytes, None for no tag; `was` is the card that the tag had before, -1 for none. A method
that cannot do its work now raises `Refused`; an OSError is answered too. Cancelled steps are
closed. Loaded only while a host sends commands: app.link.link keeps the lasting state.
"""

import json

from app.errors import sentence, shown
from app.journal.journal import as_json
from drivers.steps import MASK, poll, since
from tierce import cards

LOG_VERSION = 1
COMMANDS = ("hello", "get", "register", "config", "selftest", "time", "press")
THINGS = ("log", "table", "config", "deck", "health")

_BRACKETS = 256  # the most in a line; no config has more, and parsing them could fill the memory
_GIVE_UP_S = 120  # the longest wait for a tag or a self-test
_PART = 16  # cards in a part of the deck
_PART_US = 5000  # interval between checks whether a part has been sent


class Refused(Exception):
    """A command cannot be done now: the sentence for the host, and a word for its program if there is one."""


class _Bad(Exception):
    """An invalid command: a key of ERRORS, and the details of its sentence."""


class _Job:
    """A long command: its id, its steps, when they are due, when they are given up."""

    def __init__(self, command, number, steps, clock):
        self.command = command
        self.number = number
        self.steps = steps
        self.due = clock.us()
        self.end = clock.ms() + _GIVE_UP_S * 1000


class Commands:
    """`link` is an app.link.link.Link: used for journal, clock, answers, counts, stream(seq)."""

    def __init__(self, link, app):
        self._link = link
        self._app = app
        self._clock = link.clock
        self._number = None  # the id of the current command
        self.jobs = []

    def _config(self):
        """Return the config, or the safe one if config.json can't be read."""
        try:
            now = self._app.config()
            if isinstance(now, dict):
                return now
        except (OSError, ValueError):
            pass
        from app.config import SAFE

        return dict(SAFE)

    def take(self, line):
        """Do the command in a line, or answer with an error."""
        line = bytes(line)
        given = None
        try:
            if line.count(b"[") + line.count(b"{") <= _BRACKETS:
                given = json.loads(line.decode())
        # TypeError: MicroPython's JSON and odd keys. RuntimeError: CPython's and deep nesting.
        except (ValueError, TypeError, RuntimeError, MemoryError):
            pass
        if not isinstance(given, dict):
            self._link.complain("not_json")
            return
        number = given.get("id")
        name = given.get("cmd")
        if type(number) is not int and (type(number) is not str or len(number) > 32):
            number = None
        self._number = number
        if number is None and "id" in given:
            self.fail(None, None, "argument", "id", shown(given["id"]), ("text", 0, 32))
        elif not isinstance(name, str) or name not in COMMANDS:
            self.fail(None, number, "no_cmd", shown(name), COMMANDS)
        else:
            self._do(name, number, getattr(self, "_on_" + name), given)

    def _do(self, command, number, act, thing):
        """Answer the result of an action, or its error. None means that an answer comes later."""
        try:
            told = act(thing)
            if told is not None:
                self._answer(command, number, told)
        except _Bad as error:
            self.fail(command, number, *error.args)
        except Refused as error:
            self._answer(command, number, dict(zip(("error", "problem"), error.args)))
        except (OSError, MemoryError) as error:
            self.fail(command, number, "failed", str(error) or type(error).__name__)

    # --- the commands

    def _on_hello(self, given):
        journal = self._link.journal
        told = dict(self._app.about())
        told["log"] = LOG_VERSION
        told["next"] = journal.next_seq
        told["first"] = journal.first_seq
        told["boot"] = journal.boot
        told["recording"] = journal.recording
        told["health"] = self._health()
        return told

    def _health(self):
        health = dict(self._app.health())
        health["link"] = {"bad": self._link.bad, "dropped": self._link.dropped}
        return health

    def _on_get(self, given):
        what = given.get("what", "log")
        told = {"what": what}
        if what == "log":
            end = told["next"] = self._link.journal.next_seq
            begin = told["from"] = given.get("from", end)
            if type(begin) is not int or not 0 <= begin <= end:
                raise _Bad("from", end, shown(begin))
            self._link.stream(begin)
        elif what == "table":
            told[what] = _public(self._app.table())
        elif what == "config":
            told[what] = self._config()
        elif what == "health":
            told[what] = self._health()
        elif what == "deck":
            self._begin("get", self._start_deck(self._number))
            return None
        else:
            raise _Bad("no_what", shown(what), THINGS)
        return told

    def _start_deck(self, number):
        """Steps: answer the deck in parts, each after the part before has been sent."""
        part = []
        for tag, code in self._app.deck():
            if len(part) >= _PART:
                self._answer("get", number, {"what": "deck", "cards": part, "more": True})
                part = []
                while self._link.answers:
                    yield _PART_US
            part.append([tag, code])
        return {"what": "deck", "cards": part, "more": False}

    def _on_register(self, given):
        if given.get("cancel"):
            return {"cancelled": self._cancel("register")}
        code = given.get("card")
        card = cards.parse(code) if isinstance(code, str) else -1
        if card < 0:
            raise _Bad("card", shown(code))
        if "tag" in given:
            return _registered(card, self._app.register(card, given["tag"]))
        self._begin("register", self._start_register(card))
        return {"card": code, "waiting": True}

    def _start_register(self, card):
        steps = self._app.start_register(card)
        try:
            found = yield from steps
        finally:
            steps.close()
        return _registered(card, found)

    def _on_config(self, given):
        if "set" not in given:
            return {"config": self._config()}
        changes = given["set"]
        if not isinstance(changes, dict):
            raise _Bad("argument", "set", shown(changes), ("object",))
        from app import config  # imported here, as its table is large and rarely needed

        merged = config.merge(self._config(), changes)
        errors = config.check(merged)
        if errors:
            said = self._sentence("config", len(errors))
            return {"error": said, "errors": config.say(errors, self._language())}
        self._app.set_config(config.complete(merged))
        return {"saved": True, "restart": True}

    def _on_selftest(self, given):
        self._begin("selftest", self._app.start_selftest())
        return {"waiting": True}

    def _on_time(self, given):
        unix = given.get("unix")
        if type(unix) is not int or not 1500000000 <= unix <= 4294967295:
            raise _Bad("argument", "unix", shown(unix), ("int", 1500000000, 4294967295))
        self._app.set_time(unix)
        return {"unix": unix}

    def _on_press(self, given):
        return {"screen": self._app.press(given.get("button"), str(given.get("gesture", "short")))}

    # --- long commands

    def _begin(self, command, steps):
        for job in self.jobs:
            if job.command == command:
                raise _Bad("busy", command)
        self.jobs.append(_Job(command, self._number, steps, self._clock))

    def _cancel(self, command, key="cancelled", *details):
        for job in self.jobs:
            if job.command == command:
                self.jobs.remove(job)
                job.steps.close()
                self.fail(command, job.number, key, *details)
                return True
        return False

    def work(self):
        """Poll the long commands that are due."""
        for job in self.jobs[:]:
            if since(self._clock.us(), job.due) < 0:
                continue
            if self._clock.ms() >= job.end:
                self._cancel(job.command, "timeout", _GIVE_UP_S)
            else:
                self.jobs.remove(job)  # _poll puts it back unless it ends or fails
                self._do(job.command, job.number, self._poll, job)

    def _poll(self, job):
        wait, told = poll(job.steps)
        if wait < 0:
            return told or {}
        job.due = (self._clock.us() + wait) & MASK
        self.jobs.append(job)
        return None

    # --- answers

    def _answer(self, command, number, told):
        text = '{"re":' + as_json(command)
        if number is not None:
            text += ',"id":' + as_json(number)
        for key in sorted(told):
            text += ',"%s":%s' % (key, as_json(told[key]))
        self._link.answers.append(text + "}")

    def fail(self, command, number, key, *details):
        """Answer with an error: a key of ERRORS, and the details of its sentence."""
        self._answer(command, number, {"error": self._sentence(key, *details)})

    def _sentence(self, *error):
        return sentence(("",) + error, self._language())

    def _language(self):
        return self._app.about().get("language", "en")


def _registered(card, found):
    uid, was = found
    told = {"card": cards.code(card), "tag": uid and uid.hex()}
    if was >= 0 and was != card:
        told["was"] = cards.code(was)
    return told


def _public(table):
    """Return a table as everybody may see it: without the hands until they are counted."""
    public = dict(table)
    if table.get("phase") not in ("count", "over"):
        zones = []
        for zone in table.get("zones", ()):
            if zone.get("zone", "")[:4] == "seat" and "cards" in zone:
                zone = {key: zone[key] for key in zone if key not in ("cards", "by_hand")}
            zones.append(zone)
        public["zones"] = zones
    return public
