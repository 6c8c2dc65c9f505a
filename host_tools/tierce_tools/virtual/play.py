"""A table and what goes on at it: match, hands, computers, playback, faults. No thread, no clock.

Time passes in `advance` only. What takes a while is a job: its steps go on as the table's time
does.
"""

import logging
from collections.abc import Callable, Generator
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from tierce.presets import rules_of
from tierce_tools.logs.replay import Step
from tierce_tools.match.match import Match
from tierce_tools.match.places import STOCK, rack
from tierce_tools.players import pace
from tierce_tools.players.levels import LEVELS
from tierce_tools.trouble import Trouble
from tierce_tools.virtual import felt, modelled_board
from tierce_tools.virtual.computers import Computers
from tierce_tools.virtual.faults import Faults
from tierce_tools.virtual.hands import Hands
from tierce_tools.virtual.machine import Machine, Steps
from tierce_tools.virtual.playback import Playback
from tierce_tools.virtual.scans import Scans
from tierce_tools.virtual.scene import SORTS, Scene
from tierce_tools.virtual.shelf import Kept, Shelf, is_unfinished
from tierce_tools.virtual.thinking import AtOnce, Think

MachineFor = Callable[[dict[str, Any] | None], Machine]
LinesFor = Callable[[dict[str, Any], str], Callable[[Step], list[str]]]
Answer = dict[str, Any]
Answering = Generator[float, None, Answer | None]
# Whoever asked for something, as the shell around the table knows him; None: nobody waits for it.
Asker = Any

SLOW = 0.02  # table time per real time, in slow motion
_PIECE_MS = 10.0  # so long nobody looks at what hands do
_LEAST_MS = 0.001  # a clock that counts microseconds stands still for less
_BOOT_MS = 2000
_DEAL_PACE = 8.0
_BEGIN_PACE = 30.0
_LOGGER = logging.getLogger(__name__)


@dataclass(eq=False)
class Job:
    """Steps under way, and who waits for their end. `busy` is what the page says meanwhile."""

    steps: Answering
    asker: Asker
    due: float  # ms of table time
    busy: str | None = None
    pace: float = 1.0


class Play:
    """A table. `machine_for(config)` makes the machine, having closed the one before: None for the
    config that there is. `lines_for(header, language)` gives what makes the log's sentences of a
    step. With the same `seed` the same cards are dealt. `think` is how its computers think.
    """

    def __init__(
        self, machine_for: MachineFor, lines_for: LinesFor, seed: int | None,
        think: Think = AtOnce,
    ) -> None:
        self.think = think
        self._machine_for = machine_for
        self.rng = Random(seed)
        self.match = Match(lines_for)
        self.happened = 0  # another one after all that changes how the match stands
        self.faults = Faults()
        self.machine = machine_for(None)
        self.club = felt.complete(self.machine.config)
        self.computers = [False] * len(self.club["players"])
        self.answered: list[tuple[Asker, Answer | Exception]] = []
        self._jobs: list[Job] = []
        self.refused: set[int] = set()  # seats whose last verdict that was
        self.levels: dict[int, str] = {}  # of computers; without one they play as well as they can
        self.turn_s = pace.TURN_S  # that a computer's plain turn takes
        self.slow = False
        self.booting = False
        self.counting = 0  # draws that the buttons are being told
        self.drawn_cards: list[str] = []  # in this turn, and not put back
        self._turn: tuple[Any, ...] = ()  # which turn that is
        self.held: dict[Any, object] = {}  # buttons whose contact is closed
        self._saved: object = None  # what the kept table was told last
        self._sit_down(self.club, None)

    def _sit_down(self, config: dict[str, Any], playback: Playback | None) -> None:
        machine = self.machine
        self._config = machine.config
        self.config = config
        self.playback = playback
        self.scene = Scene([zone["zone"] for zone in config["zones"]], len(config["players"]))
        self.hands = Hands(machine, self.scene)
        self.sorts: dict[int, str] = {}  # how hands lie, where it is not by suit
        self.scans = Scans(machine.table)
        if self.slow:
            self.scans.attach()
        self.counting = 0
        self.drawn_cards = []
        self.held = {}
        if not machine.readonly:
            kept: Kept | None = getattr(machine, "kept", None)
            if not (kept and self._come_back(kept.told)):
                rules = rules_of(config["game"], len(config["players"]), config.get("rules") or {})
                self.hands.gather(rules["decks"], rules["jokers"])
            self.run(Computers(self).start())
        self.kept_section = self._kept_section()

    def renew(self, config: dict[str, Any], playback: Playback | None = None) -> None:
        """Put another table there; whatever was under way has ended. Raises Trouble."""
        self.stop_jobs("another_table")
        self._hear()
        make = self._machine_for
        if playback is not None:
            make = getattr(make, "unkept", make)
        try:
            self.machine = make(config)
        except BaseException:
            # The one before is closed already: it comes back, with no match on it.
            self.machine = self._machine_for(self._config)
            config, playback = self.config, None
            raise
        finally:
            self._begin_anew(config, playback)

    def go_on(self, name: str) -> None:
        """Put a kept table there, with its match. Raises Trouble; nothing has changed then."""
        if self.shelf is None:
            raise Trouble("table", "no_kept")
        kept = self.shelf.open(name)
        self._hear()
        self.machine = self._machine_for.go_on(kept)  # pyright: ignore
        self.stop_jobs("another_table")
        self._begin_anew(felt.complete(self.machine.config), None)

    def _begin_anew(self, config: dict[str, Any], playback: Playback | None) -> None:
        self.match.forget()
        self.happened += 1
        self._saved = None
        self.refused.clear()
        self.faults.again(self.machine)
        self._sit_down(config, playback)

    # --- what is kept

    @property
    def shelf(self) -> Shelf | None:
        """The tables that are kept, if any are."""
        return getattr(self._machine_for, "shelf", None)

    def _keep(self) -> None:
        """Keep where the cards lie, before the table sees it: then what it sees is never ahead."""
        kept: Kept | None = getattr(self.machine, "kept", None)
        if kept is None:
            return
        now = (self.scene.stamp, *self.computers, *self.drawn_cards, self._turn)
        if now == self._saved:
            return
        self._saved = now
        header, match = self.match.header, None
        if header is not None:
            match = {
                "game": header["game"], "players": header["players"], "phase": self.fact("phase"),
                "round": self.fact("round", 0), "totals": list(self.fact("totals", ())),
            }
        elif kept.told.get("match"):
            match = kept.told["match"]  # its journal is being read
        kept.save({
            "match": match, "places": self.scene.places, "computers": self.computers,
            "levels": [self.levels.get(seat) for seat in range(len(self.computers))],
            "drawn": self.drawn_cards if header is not None else kept.told.get("drawn", []),
            "turn": list(self._turn) if header is not None else kept.told.get("turn"),
            "to_measure": getattr(self.machine, "to_measure", False),
        })

    def _come_back(self, told: dict[str, Any]) -> bool:
        """Lay all cards as they lay at a kept table; tell whether that could be done."""
        if not is_unfinished(told) or not self.scene.restore(told.get("places")):
            return False
        for zone in self.scene.zones:
            for card in self.scene.places[zone]:
                self.machine.table.put(zone, card)
        computers: Any = told.get("computers")
        seats = len(told["match"]["players"])
        good = isinstance(computers, list) and len(cast("list[Any]", computers)) == seats
        self.computers = [good and computers[seat] is True for seat in range(seats)]
        levels: Any = told.get("levels")
        if isinstance(levels, list):
            known = [*enumerate(cast("list[object]", levels))][:seats]
            self.levels = {seat: str(level) for seat, level in known if level in LEVELS}
        self.run(self._resumed(told), None, "new", _BEGIN_PACE)
        return True

    def _resumed(self, told: dict[str, Any]) -> Answering:
        """Steps: once the match is there again, tell the table of a draw it was not told of."""
        yield _BOOT_MS
        yield from self.machine.start_settle()
        yield _BEGIN_PACE
        drawn = [card for card in told.get("drawn") or () if self.scene.where(card) != STOCK]
        if self.fact("phase") == "turn" and list(self._turn) == told.get("turn"):
            self.drawn_cards = drawn
            missing = len(drawn) - self.fact("draws", 0)
            if missing > 0:
                yield from self.start_count(missing)
        return {}

    def _kept_section(self) -> dict[str, Any]:
        """Return the section "kept": the matches that wait to go on, and which one is on."""
        kept: Kept | None = getattr(self.machine, "kept", None)
        name = kept.id if kept else ""
        return {
            "on": name,
            "resumed": kept.told["match"] if kept and is_unfinished(kept.told) else None,
            "matches": self.shelf.unfinished(name) if self.shelf else [],
        }

    # --- what takes a while

    @property
    def busy(self) -> Job | None:
        """The job for which hands must wait, or None."""
        return next((job for job in self._jobs if job.busy), None)

    def run(
        self,
        steps: Answering,
        asker: Asker = None,
        busy: str | None = None,
        pace: float = 1.0,
    ) -> None:
        """Begin a job, now: with its first step, so that its presses come before what follows."""
        job = Job(steps, asker, self.machine.ms(), busy, pace)
        self._jobs.append(job)
        self._step(job)

    def begin(self, steps: Steps, asker: Asker) -> None:
        """Begin a match, by steps of the menu, at a table that has just been put there."""

        def begun() -> Answering:
            # A machine that tells when it is up waits for that itself.
            yield 0.0 if hasattr(self.machine, "is_up") else _BOOT_MS
            yield from steps
            yield from self.machine.start_settle()
            return {}

        self.run(begun(), asker, "new", _BEGIN_PACE)

    def play_back(self, playback: Playback, asker: Asker) -> None:
        """Play a log, at a table that has just been put there for it."""

        def played() -> Answering:
            self.booting = True
            yield _BOOT_MS
            self.booting = False
            yield from playback.start(self.hands)
            return {}

        self.run(played(), None, "playback")
        if asker:
            self.answered.append((asker, {}))

    def deal(self, asker: Asker = None) -> None:
        """Deal a round: see Hands.start_deal. Raises Trouble where no deal is awaited."""
        referee = self.match.referee
        if referee is None or referee.game.phase != "deal":
            raise Trouble("table", "no_deal")
        game = referee.game
        steps = self.hands.start_deal(game.rules, game.seats, game.dealer, self.rng)
        self.run(answering(steps), asker, "deal", _DEAL_PACE)

    def add_zone(self, asker: Asker = None) -> None:
        """Add a meld zone, with the match in play. Raises Trouble where there can't be one."""
        extend: Callable[[dict[str, Any]], None] | None = getattr(self.machine, "extend", None)
        if not self.may_grow or extend is None:
            raise Trouble("table", "no_more_zones", len(self.scene.zones))
        number = 1
        while f"meld{number}" in self.scene.zones:
            number += 1
        zone = f"meld{number}"

        def added() -> Answering:
            # Whoever is at the buttons, and what lies there unread, comes first.
            yield from self.hands.start_alone(self.machine.start_settle)
            self.config = felt.complete(modelled_board.with_zone(self.config, zone))
            extend(self.config)
            self._config = self.machine.config
            self.scene.add(zone)
            self.held = {}
            self.faults.again(self.machine)
            self.scans = Scans(self.machine.table)
            self.set_slow(self.slow)
            yield _BOOT_MS
            yield from self.machine.start_settle()
            return {"zone": zone}

        self.run(added(), asker, "zone", _BEGIN_PACE)

    @property
    def may_grow(self) -> bool:
        """Tell whether the table can have more zones."""
        return (
            getattr(self.machine, "to_measure", False)
            and self.playback is None
            and len(self.scene.zones) < modelled_board.READERS
        )

    def read(self) -> None:
        """Take away how the last round ended: somebody has read it."""
        self.match.end = None
        self.happened += 1
        if self.playback:
            self.playback.read = True

    def stop_jobs(self, key: str) -> None:
        """End all jobs; who waits for one is told why."""
        for job in self._jobs:
            job.steps.close()
            if job.asker:
                self.answered.append((job.asker, Trouble("table", key)))
        self._jobs = []
        self.counting = 0

    def speak(self, language: str) -> None:
        """Have the table's config say another language, for the next one to begin with."""
        self.config = {**self.config, "language": language}

    def cut(self, cut: bool) -> None:
        """Cut the power, or give it again."""
        if cut == (not self.machine.powered):
            return
        if cut:
            self.stop_jobs("power_cut")
            self.machine.cut()
        else:
            self.machine.on()
            self.run(Computers(self).start())
        self.faults.power = cut

    def set_slow(self, slow: bool) -> None:
        """Show the readers' scans, slowly; or do not any more."""
        self.slow = slow
        (self.scans.attach if slow else self.scans.detach)()

    # --- time

    @property
    def rate(self) -> float:
        """Table time per real time."""
        busy = self.busy
        if busy and busy.pace > 1:
            return busy.pace
        # Nobody wants to see a button pressed slowly: what is shown is the radio.
        if self.slow and not self.hands.at_buttons:
            return SLOW
        if busy and self.playback:
            return _BEGIN_PACE if self.booting else self.playback.rate
        return 1.0 if self.due() is None else pace.rate(self.turn_s)

    def advance(self, ms: float) -> None:
        """Let the table's time pass, by a piece of `ms` at most, and hands do what is due."""
        self._keep()
        machine = self.machine
        due = min((job.due for job in self._jobs), default=machine.ms() + ms)
        machine.advance(max(_LEAST_MS, min(ms, _PIECE_MS, due - machine.ms())))
        if machine.readonly and machine.config is not self._config:  # another board has come
            self._sit_down(felt.complete(machine.config), None)
        for job in list(self._jobs):
            if job.due <= self.machine.ms() and job in self._jobs:
                self._step(job)
        self._hear()

    def _step(self, job: Job) -> None:
        answer: Answer | Exception
        try:
            job.due = self.machine.ms() + next(job.steps)
            return
        except StopIteration as end:
            answer = end.value or {}
        except Exception as error:  # a fault in one thing done is no fault of the table
            answer = error
            if not isinstance(error, Trouble) and not job.asker:
                _LOGGER.exception("at the table")
        if job in self._jobs:
            self._jobs.remove(job)
        if job.asker:
            self.answered.append((job.asker, answer))

    def _hear(self) -> None:
        records = self.machine.records()
        if not records:
            return
        kept: Kept | None = getattr(self.machine, "kept", None)
        if kept is not None:
            kept.take(records)
        self.match.take(records)
        self.happened += 1
        for record in records:
            event = record.get("event")
            if event == "reshuffle" and not self.machine.readonly:
                self.hands.renew(self.rng)
            elif event == "refused":
                self.refused.add(record["seat"])
            elif event in ("turn", "round"):
                self.refused.clear()
        turn = (self.fact("round"), self.fact("phase"), *self.fact("turns", ()))
        if turn != self._turn:
            self._turn, self.drawn_cards = turn, []
        match = self.match.header
        if match and len(self.computers) != len(match["players"]):
            self.computers = [False] * len(match["players"])

    # --- what is known

    def fact(self, key: str, otherwise: Any = None) -> Any:
        """Return a fact of the match in play as the referee here has it."""
        referee = self.match.referee
        return otherwise if referee is None else getattr(referee.game, key, otherwise)

    def is_computer(self, seat: int) -> bool:
        """Tell whether a computer plays for a seat."""
        return 0 <= seat < len(self.computers) and self.computers[seat]

    def due(self) -> int | None:
        """Return the computer that is to do something now."""
        if self.fact("phase") == "turn":
            seat = self.fact("active")
            return seat if self.is_computer(seat) else None
        referee = self.match.referee
        if referee is not None and referee.game.phase == "count":
            for seat in range(referee.seats):
                if self.is_computer(seat) and referee.game.awaited(seat):
                    return seat
        return None

    def hand(self, seat: int) -> list[str]:
        """Return what a rack holds, in the order in which it is shown."""
        held = self.scene.places[rack(seat)]
        by = self.sorts.get(seat, "suit")
        return sorted(held, key=SORTS[by]) if by in SORTS else list(held)

    def drawn(self) -> int:
        """Return how many draws the table counts in this turn, with those it is being told."""
        return self.fact("draws", 0) + self.counting

    def take_top(self, to: str) -> None:
        """Draw the top card of the stock into a place; the table is not told yet."""
        top = self.scene.places[STOCK][-1:]
        self.drawn_cards += top
        self.hands.move(top, to)

    def put_back(self, cards: list[str]) -> None:
        """Put cards back onto the stock; the table is not told yet."""
        self.drawn_cards = [card for card in self.drawn_cards if card not in cards]
        self.hands.move(cards, STOCK)

    def start_count(self, draws: int) -> Steps:
        """Steps: tell the table that so many cards were drawn; negative, put back."""
        self.counting += draws
        try:
            yield from self.hands.start_count(draws)
            yield from self.machine.start_settle()
        finally:
            self.counting -= draws

    def close(self) -> None:
        """Switch the table off."""
        self.stop_jobs("closed")
        self._hear()
        self._keep()
        self.machine.close()


def answering(steps: Steps) -> Answering:
    """Steps as those of a job that has nothing to say at its end."""
    yield from steps
    return {}
