"""The commands of a host: each is checked, done, and answered in the language of the table.

What takes its time is steps, polled while the game goes on, and answered at their end. The rest of
the program is known by what `app` can do: app/link.py says what that is.
"""

import json

from app.errors import sentence, shown
from drivers.steps import poll, since
from tierce import cards

LOG_VERSION = 1
COMMANDS = ("hello", "get", "register", "config", "selftest", "time")
THINGS = ("log", "table", "config", "deck", "health")

_BRACKETS = 256  # in a line; what has more is no config, and would fill the memory
_COMPLAIN_MS = 1000  # between two complaints of lines that are no commands
_GIVE_UP_S = 120  # a tag that nobody shows, a self test that has no end
_PART = 16  # cards in a part of the deck
_PART_US = 5000  # between two looks whether a part is on its way


class Refused(Exception):
    """What a command asks for cannot be done now: a sentence for whoever asks."""


class _Bad(Exception):
    """A command that makes no sense: a key of ERRORS, and the details of its sentence."""


class _Job:
    """A command that takes its time: its steps, when they are due, and when they are given up."""

    def __init__(self, command, number, steps, clock):
        self.command = command
        self.number = number  # the command's id, for the answer
        self.steps = steps
        self.due = clock.us()
        self.end = clock.ms() + _GIVE_UP_S * 1000


def as_json(value):
    """Return a value as JSON, without spaces."""
    return json.dumps(value, separators=(",", ":"))


class Commands:
    """`journal`, `app` and `clock` as app.link has them; `stream(seq)` sends the log from there on.

    `answers` are the texts that are to be sent.
    """

    def __init__(self, journal, app, clock, stream):
        self._journal = journal
        self._app = app
        self._clock = clock
        self._stream = stream
        self.answers = []
        self.bad = 0  # lines that were no commands
        self.dropped = 0  # lines that came too fast
        self._untold = 0  # of these, since the last complaint
        self._complain_at = 0
        self._jobs = []

    @property
    def language(self):
        return self._app.about().get("language", "en")

    def _config(self):
        """Return the config; the safe one where there is none that can be read."""
        try:
            now = self._app.config()
            if isinstance(now, dict):
                return now
        except (OSError, ValueError):
            pass
        from app.config import SAFE

        return dict(SAFE)

    def complain(self, key, *details):
        """Say that a line was no command, but not each time of a thousand."""
        self.bad += 1
        now = self._clock.ms()
        if now >= self._complain_at and len(self.answers) < 2:
            self._complain_at = now + _COMPLAIN_MS
            self._fail(None, None, key, *details)

    def drop(self):
        """A line came while too many were waiting."""
        self.dropped += 1
        self._untold += 1

    def tell_dropped(self):
        """Say how many lines were dropped, if any were."""
        now = self._clock.ms()
        if self._untold and now >= self._complain_at:
            self._complain_at = now + _COMPLAIN_MS
            untold = self._untold
            self._untold = 0
            self._fail(None, None, "too_much", untold)

    def take(self, line):
        """Do what a line asks for."""
        line = bytes(line)
        command = number = None
        try:
            if line.count(b"[") + line.count(b"{") > _BRACKETS:
                raise ValueError
            given = json.loads(line.decode())
            if not isinstance(given, dict):
                raise ValueError
        # MicroPython's JSON lets odd keys pass, and CPython's goes deep.
        except (ValueError, TypeError, RuntimeError, MemoryError):
            self.complain("not_json")
            return
        try:
            number = given.get("id")
            if type(number) is not int and (type(number) is not str or len(number) > 32):
                number = None
                if "id" in given:
                    raise _Bad("argument", "id", shown(given["id"]), ("text", 0, 32))
            name = given.get("cmd")
            if not isinstance(name, str) or name not in COMMANDS:
                raise _Bad("no_cmd", shown(name), COMMANDS)
            command = name
            getattr(self, "_on_" + command)(given, number)
        except _Bad as error:
            self._fail(command, number, *error.args)
        except Refused as error:
            self._answer(command, number, {"error": str(error)})
        except (OSError, MemoryError) as error:
            self._fail(command, number, "failed", str(error) or type(error).__name__)

    # --- the commands

    def _on_hello(self, given, number):
        journal = self._journal
        told = dict(self._app.about())
        told["log"] = LOG_VERSION
        told["next"] = journal.next_seq
        told["first"] = journal.first_seq
        told["boot"] = journal.boot
        told["recording"] = journal.recording
        told["health"] = self._health()
        self._answer("hello", number, told)

    def _health(self):
        health = dict(self._app.health())
        health["link"] = {"bad": self.bad, "dropped": self.dropped}
        return health

    def _on_get(self, given, number):
        what = given.get("what", "log")
        if what == "log":
            self._get_log(given, number)
        elif what == "table":
            self._answer("get", number, {"what": what, "table": _public(self._app.table())})
        elif what == "config":
            self._answer("get", number, {"what": what, "config": self._config()})
        elif what == "health":
            self._answer("get", number, {"what": what, "health": self._health()})
        elif what == "deck":
            self._begin("get", number, self._start_deck(number))
        else:
            raise _Bad("no_what", shown(what), THINGS)

    def _get_log(self, given, number):
        end = self._journal.next_seq
        begin = given.get("from", end)
        if type(begin) is not int or not 0 <= begin <= end:
            raise _Bad("from", end, shown(begin))
        self._stream(begin)
        self._answer("get", number, {"what": "log", "from": begin, "next": end})

    def _start_deck(self, number):
        """Steps: the deck in parts, each when the one before is on its way."""
        part = []
        for tag, code in self._app.deck():
            if len(part) >= _PART:
                told = {"what": "deck", "cards": part, "more": True}
                self._answer("get", number, told)
                part = []
                while self.answers:
                    yield _PART_US
            part.append([tag, code])
        return {"what": "deck", "cards": part, "more": False}

    def _on_register(self, given, number):
        if given.get("cancel"):
            self._answer("register", number, {"cancelled": self._cancel("register")})
            return
        code = given.get("card")
        card = cards.parse(code) if isinstance(code, str) else -1
        if card < 0:
            raise _Bad("card", shown(code))
        self._idle("register")
        self._begin("register", number, self._start_register(card), {"card": code})

    def _start_register(self, card):
        steps = self._app.start_register(card)
        try:
            uid = yield from steps
        finally:
            steps.close()
        return {"card": cards.code(card), "tag": "".join(["%02x" % byte for byte in uid])}

    def _on_config(self, given, number):
        if "set" not in given:
            self._answer("config", number, {"config": self._config()})
            return
        changes = given["set"]
        if not isinstance(changes, dict):
            raise _Bad("argument", "set", shown(changes), ("object",))
        from app import config  # its table is large, and seldom needed

        merged = config.merge(self._config(), changes)
        errors = config.check(merged)
        if not errors:
            errors = self._app.set_config(config.complete(merged))
        if errors:
            said = sentence(("", "config", len(errors)), self.language)
            said_all = config.say(errors, self.language)
            self._answer("config", number, {"error": said, "errors": said_all})
        else:
            self._answer("config", number, {"saved": True, "restart": True})

    def _on_selftest(self, given, number):
        self._idle("selftest")
        self._begin("selftest", number, self._app.start_selftest(), {})

    def _on_time(self, given, number):
        unix = given.get("unix")
        if type(unix) is not int or not 1500000000 <= unix <= 4294967295:
            raise _Bad("argument", "unix", shown(unix), ("range", 1500000000, 4294967295))
        self._app.set_time(unix)
        self._answer("time", number, {"unix": unix})

    # --- commands that take their time

    def _idle(self, command):
        for job in self._jobs:
            if job.command == command:
                raise _Bad("busy", command)

    def _begin(self, command, number, steps, told=None):
        # The deck is given once at a time as well.
        self._idle(command)
        self._jobs.append(_Job(command, number, steps, self._clock))
        if told is not None:
            told["waiting"] = True
            self._answer(command, number, told)

    def _cancel(self, command, key="cancelled", *details):
        for job in self._jobs:
            if job.command == command:
                self._jobs.remove(job)
                job.steps.close()
                self._fail(command, job.number, key, *details)
                return True
        return False

    def work(self):
        """Poll what takes its time."""
        for job in self._jobs[:]:
            if since(self._clock.us(), job.due) < 0:
                continue
            if self._clock.ms() >= job.end:
                self._cancel(job.command, "timeout", _GIVE_UP_S)
                continue
            self._jobs.remove(job)  # put back below, unless it ends or fails
            try:
                wait, told = poll(job.steps)
            except Refused as error:
                self._answer(job.command, job.number, {"error": str(error)})
                continue
            except (OSError, MemoryError) as error:
                self._fail(job.command, job.number, "failed", str(error) or type(error).__name__)
                continue
            if wait < 0:
                self._answer(job.command, job.number, told or {})
            else:
                job.due = (self._clock.us() + wait) & ((1 << 30) - 1)
                self._jobs.append(job)

    def _answer(self, command, number, told):
        pairs = ['"re":%s' % as_json(command)]
        if number is not None:
            pairs.append('"id":%s' % as_json(number))
        for key in sorted(told):
            pairs.append('"%s":%s' % (key, as_json(told[key])))
        self.answers.append("{%s}" % ",".join(pairs))

    def _fail(self, command, number, key, *details):
        told = sentence(("", key) + details, self.language)
        self._answer(command, number, {"error": told})


def _public(table):
    """Return a table as everybody may see it: hands only once they are counted."""
    public = dict(table)
    if table.get("phase") not in ("count", "over"):
        zones = []
        for zone in table.get("zones", ()):
            if zone.get("zone", "")[:4] == "seat" and "cards" in zone:
                zone = {key: zone[key] for key in zone if key != "cards"}
            zones.append(zone)
        public["zones"] = zones
    return public
