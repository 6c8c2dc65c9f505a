"""Plays a recorded log at a table: moves its cards and presses its buttons."""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tierce.phases import HAND
from tierce.view import View
from tierce_tools.base.paths import games
from tierce_tools.base.plain import plain
from tierce_tools.base.texts import TABLE, in_table, of_table
from tierce_tools.base.trouble import Trouble
from tierce_tools.description import felt
from tierce_tools.logs.files import NO_LOG
from tierce_tools.logs.reader import records
from tierce_tools.logs.replay import Event, steps
from tierce_tools.virtual import board
from tierce_tools.virtual.hands import Hands
from tierce_tools.virtual.machine import Machine, Steps

SPEEDS = (1, 100)
LONGEST = 1 << 20  # bytes: fifty times a long match
_BEGIN_SPEED = 30  # speed of the menu at the beginning, which is not in the log
_LEAD_MS = 1000  # of the time before the first event: people sat down and dealt
_READ_MS = 60000  # to read the end of a round, divided by the speed, which counts as at least this:
_READ_SPEED = 10
_SLICE_MS = 20  # longest time between two looks at requests
LONGEST_NAME = 12  # letters of a player's name that fit the screen
# The keys of each kind of event; the first kind whose key an event has applies.
_KEYS = {
    "ruling": ("t", "ruling", "seat", "points", "cards"),
    "press": ("t", "seat", "press"),
    "draw": ("t", "draw"),
    "joker": ("t", "zone", "joker", "as"),
    "zone": ("t", "zone", "out", "in", "by"),
}
_RECORDED = "demo-*.jsonl"

_NAMES: Mapping[str, Any] = {each: of_table("names", each).GAMES for each in TABLE}
_FIXED = ("minus", "plus", "ok")


# --- a log


@dataclass(frozen=True)
class Recording:
    """A valid log. `events` name cards by their codes.

    `hidden` has one entry more than `events`: the face-down cards before the first event, then
    after each. An entry is place -> number, for the stock and the racks.
    """

    name: str
    header: Event
    events: tuple[Event, ...]
    hidden: tuple[dict[str, int], ...]

    @property
    def zones(self) -> list[str]:
        """The zones that it needs: discard, melds by number, seats."""
        named = {event["zone"] for event in self.events if "zone" in event}
        named.update(f"seat{seat}" for seat in range(len(self.header["players"])))
        return sorted(named, key=board.by_place)


def read(name: str, data: bytes) -> Recording:
    """Read a log and referee all its lines; `name` is used in errors.

    Raises Trouble for an invalid line, an empty log, or one that no table can play.
    """
    name = plain(name)
    if len(data) > LONGEST:
        raise Trouble(
            "table.log_too_long",
            "{name} is longer than {megabytes} MB: too long to be played back.",
            name=name,
            megabytes=LONGEST >> 20,
        )
    header: Event | None = None
    events: list[Event] = []
    hidden: list[dict[str, int]] = []
    held: dict[str, int] = {}
    for step in steps(records(io.BytesIO(data))):
        if step.error:
            raise Trouble("table.log_line", "{name}:{line}: {error}", name=name, line=step.line, error=step.error)
        event = step.event
        if event is None or step.referee is None:
            continue
        if header is None:
            header = {**event, "players": [plain(each) for each in event["players"]]}
        else:
            events.append(_plain(event, header.get("deck", {})))
        held = _hidden(step.referee.view, held)
        hidden.append(held)
    if header is None or not events:
        raise Trouble("table.log_no_events", "{name} has only a header: there is nothing to play back.", name=name)
    return Recording(name, header, tuple(events), tuple(hidden))


def _plain(event: Event, tags: dict[str, str]) -> Event:
    """Return a valid event with only its relevant keys, and no card twice."""
    kind = next(kind for kind in _KEYS if kind in event)
    plain = {key: event[key] for key in _KEYS[kind] if event.get(key) is not None}
    changed = _by_code(plain, tags)
    if changed.get("by") != HAND:
        changed.pop("by", None)
    for key in ("out", "in"):
        if key in changed:
            changed[key] = list(dict.fromkeys(changed[key]))
    return changed


def _by_code(event: Event, tags: dict[str, str]) -> Event:
    """Return an event with cards named by their codes, not by their tags."""
    changed = dict(event)
    for key in ("in", "out"):
        if key in event:
            changed[key] = [tags.get(card, card) for card in event[key]]
    for key in ("joker", "as"):
        if key in event:
            changed[key] = tags.get(event[key], event[key])
    return changed


def _hidden(view: View, before: dict[str, int]) -> dict[str, int]:
    """Return how many cards lie in the stock and the racks: as many as the game says.

    Between two rounds these are unknown; the numbers stay until the next deal.
    """
    if view.phase not in ("turn", "count"):
        return before or {"stock": view.rules["deck"], **{f"hand{i}": 0 for i in range(view.seats)}}
    held = list(view.hands)
    if view.phase == "turn":
        laid = [card for zone in view.melds() for card in view.cards(zone) if not view.was_on_meld(card)]
        gone = len(laid) + len(view.discards)
        held[view.seat] += max(0, view.draws) + (view.taken >= 0) - gone
    elif not view.rules["melds_in_play"]:  # gin: melds are laid in the count only
        # The knocker lays down first; other cards are the opponent's.
        knocker = view.knocker
        laying = knocker if knocker in view.awaited() else 1 - knocker
        for zone in view.melds():
            for card in view.cards(zone):
                held[knocker if card in view.laid_down.get(zone, ()) else laying] -= 1
    for seat in range(view.seats):
        held[seat] = max(0, held[seat] - len(view.cards(-1 - seat)))
    stock = view.stock - (max(0, view.draws) if view.phase == "turn" else 0)
    return {"stock": max(0, stock), **{f"hand{seat}": held[seat] for seat in range(view.seats)}}


# --- the recorded games


@cache
def recorded() -> list[dict[str, Any]]:
    """Return the recorded games to choose from: name, game, players, title in both languages."""
    found: list[dict[str, Any]] = []
    for path in _recorded():
        with path.open(encoding="utf-8") as stream:
            header = json.loads(stream.readline())
        found.append({"name": path.stem, "game": header["game"], "players": header["players"], "title": title(header)})
    return found


def read_recorded(name: str) -> Recording:
    """Read a recorded game. Raises Trouble."""
    for path in _recorded():
        if path.stem == name:
            return read(name, path.read_bytes())
    raise Trouble(
        "table.no_recorded",
        "There is no recorded match {name}; there are: {names}.",
        name=name,
        names=", ".join(path.stem for path in _recorded()),
    )


def _recorded() -> list[Path]:
    return sorted(path for path in games().glob(_RECORDED) if not path.name.endswith(NO_LOG))


def title(header: Event) -> dict[str, str]:
    """Return a game's title in both languages: its name and its players."""
    who = ", ".join(header["players"])
    return {language: f"{names[header['game']]} ({who})" for language, names in _NAMES.items()}


# --- a table for it


def config_for(log: Recording, club: dict[str, Any], language: str = "en") -> dict[str, Any]:
    """Return the config.json of a table for a log, its zones with `at`.

    It is the current table, `club`, if that has the zones and buttons; else one made for the log.
    Raises Trouble if the log needs more zones than a table can have.
    """
    header = log.header
    config = dict(club)
    buttons = {button.get("seat", button.get("does")) for button in club.get("buttons", ())}
    zones = [zone["zone"] for zone in club["zones"]]
    if not (buttons.issuperset([*_FIXED, *range(len(header["players"]))]) and set(zones).issuperset(log.zones)):
        names = log.zones
        if len(names) > board.READERS:
            raise Trouble(
                "table.log_zones",
                "{name} needs {zones} zones: a table has {most} at most.",
                name=log.name,
                zones=len(names),
                most=board.READERS,
            )
        config = board.config_for(header, language, names)
    players = [name[:LONGEST_NAME] or "?" for name in header["players"]]
    config.update(
        game=header["game"], players=players, rules=header.get("rules") or {}, language=in_table(language), hints=True
    )
    return felt.complete(config)


# --- playing it


class Playback:
    """Plays a log. `start` runs it; other methods may be called between two of its steps.

    `speed` is relative to the recording; `over` means that it was stopped or has ended.
    """

    def __init__(self, log: Recording) -> None:
        self.log = log
        self.speed: float = 1
        self.paused = False
        self.over = False
        self.read = False  # whether somebody has read how the last round ended
        self.demo = False  # whether it is the demo shown first to visitors
        self._at = 0  # events done
        self._t = 0.0  # of the log, in milliseconds
        self._steps = 0  # single steps requested
        self._rate = 1.0
        self.is_resting = False  # paused, and no step is under way

    @property
    def rate(self) -> float:
        """The speed of the table's time relative to real time.

        During waits the table runs at normal speed and the wait is shortened instead. So the lights
        look normal, and long waits need no computing time.
        """
        return self._rate

    def start(self, hands: Hands) -> Steps:
        """Play the log at a table made for it, whose match has not begun."""
        machine, events = hands.machine, self.log.events
        # The latest end of each event without delaying the next one.
        ends = [event["t"] for event in events] + [events[-1]["t"]]
        self._t = 0.0
        begin = machine.start("begin", self.log.header)
        yield from self._start_doing(machine, begin, max(self.speed, _BEGIN_SPEED), ends[0])
        self._t = max(self._t, ends[0] - _LEAD_MS)
        while not self.over:
            if self._at and events[self._at].get("press") == "deal":
                yield from self._start_reading(machine)
            yield from self._start_waiting(machine, ends[self._at])
            if self.over:
                break
            if self._steps:
                self._steps -= 1
                self.paused = True
            do = hands.start_do(events[self._at])
            yield from self._start_doing(machine, do, self.speed, ends[self._at + 1])
            self._at += 1
            self.over = self.over or self._at == len(events)

    def _start_doing(self, machine: Machine, steps: Steps, rate: float, end: float) -> Steps:
        """Run steps; the log's time follows the table's, until `end` at most."""
        self._rate = rate
        since, begin = machine.ms(), self._t
        for ms in steps:
            yield ms
            self._t = min(end, begin + machine.ms() - since)
            if self.over:
                steps.close()
                break
        self._rate = 1

    def _start_reading(self, machine: Machine) -> Steps:
        """Wait until somebody has read how the round ended, or the time for it is over."""
        self.read = False
        end = machine.ms() + _READ_MS / max(_READ_SPEED, self.speed)
        while not (self.over or self._steps or self.read) and machine.ms() < end:
            yield _SLICE_MS

    def _start_waiting(self, machine: Machine, t: float) -> Steps:
        """Wait until the log's time is `t`, or a step is requested."""
        while not self.over and not self._steps and (self.paused or self._t < t):
            self.is_resting = self.paused
            left = _SLICE_MS if self.paused else (t - self._t) / self.speed
            since = machine.ms()
            yield min(max(1, left), _SLICE_MS)
            if not self.paused:
                self._t += (machine.ms() - since) * self.speed
        self.is_resting = False
        self._t = min(self._t, t)

    # --- controls

    def control(self, action: Mapping[str, Any]) -> None:
        """Handle `speed` from 1 to 100, `paused`, `step`, `stop`. Raises Trouble.

        A step does one event now, and pauses.
        """
        speed: object = action.get("speed", self.speed)
        paused: object = action.get("paused", self.paused)
        if not isinstance(speed, (int, float)) or not SPEEDS[0] <= speed <= SPEEDS[1] or (isinstance(speed, bool)):
            raise Trouble(
                "table.speed",
                "Speed {speed}: it goes from {least} to {most}.",
                speed=speed,
                least=SPEEDS[0],
                most=SPEEDS[1],
            )
        if not isinstance(paused, bool):
            raise Trouble("table.paused", "“{value}” is neither true nor false: reload the page.", value=paused)
        self.speed = speed
        self.paused = paused
        self.is_resting = False  # until it has looked
        if action.get("step") is True:
            self._steps += 1
        if action.get("stop") is True:
            self.over = True

    # --- display

    def hidden(self) -> dict[str, int]:
        """Return the number of face-down cards in the stock and the racks."""
        return dict(self.log.hidden[self._at])

    def section(self) -> dict[str, Any]:
        """Return the progress: see the page's protocol."""
        events = self.log.events
        return {
            "name": self.log.name,
            "title": title(self.log.header),
            "at": self._at,
            "of": len(events),
            "t": int(self._t),
            "end": events[-1]["t"],
            "speed": self.speed,
            "paused": self.paused,
            "demo": self.demo,
        }
