"""A table with its match, moves, computers, playback and faults. No thread, no clock.

Time passes only in `advance`. Anything that takes time is a job, whose steps follow the table's
time.
"""

import logging
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from tierce.presets import PRESETS, rules_of
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.description import felt
from tierce_tools.match.match import FollowedMatch
from tierce_tools.match.places import STOCK, rack
from tierce_tools.players import pace
from tierce_tools.players.levels import LEVELS
from tierce_tools.virtual import back, board
from tierce_tools.virtual.agreement import Agreement
from tierce_tools.virtual.computers import Computers
from tierce_tools.virtual.faults import Faults
from tierce_tools.virtual.hands import Hands
from tierce_tools.virtual.kept_tables import NO_KEPT, KeptTables, is_unfinished
from tierce_tools.virtual.machine import Machine, Steps
from tierce_tools.virtual.playback import Playback
from tierce_tools.virtual.scans import Scans
from tierce_tools.virtual.scene import SORTS, Scene
from tierce_tools.virtual.thought import AtOnce, Think

_ANOTHER_TABLE = N_("That was cancelled: the table has been set up again.")
CLOSED = N_("The table is being closed.")

MachineFor = Callable[[dict[str, Any] | None], Machine]
Answer = dict[str, Any]
Answering = Generator[float, None, Answer | None]
# Identifies who asked, in the terms of the shell around the table; None: nobody waits.
Asker = Any

SLOW = 0.02  # table time per real time, in slow motion
AT_ONCE = 1000.0  # more than any table can keep up with, while somebody waits until it has settled
HURRY = 1.0  # elsewhere; the tests in a browser let it pass faster
_PIECE_MS = 10.0  # longest time between two looks at the jobs
_LEAST_MS = 0.001  # a clock in microseconds does not advance for less
_BOOT_MS = 2000
_DEAL_PACE = 8.0
_BEGIN_PACE = 30.0
_LOGGER = logging.getLogger(__name__)


@dataclass(eq=False)
class Job:
    """A running job, and who waits for its end. `busy` is what the page shows meanwhile.

    With `settles` it waits for all others: see virtual.settling.
    """

    steps: Answering
    asker: Asker
    due: float  # ms of table time
    busy: str | None = None
    pace: float = 1.0
    settles: bool = False


class Play:
    """A table.

    `machine_for(config)` closes the previous machine and makes another; None: with the current
    config. With the same `seed` the same cards are dealt. `think` runs the computers' thinking.
    """

    def __init__(self, machine_for: MachineFor, seed: int | None, think: Think = AtOnce) -> None:
        self.think = think
        self._machine_for = machine_for
        self.rng = Random(seed)
        self.match = FollowedMatch()
        self.happened = 0  # increases with every change of the match's state
        self.faults = Faults()
        self.agreement = Agreement()
        self.private: set[int] = set()  # seats with a page of their own, whose hands the owner's page doesn't show
        self.shown: set[int] = set()  # those of them whose hands the owner's page shows, as all have been told
        self.machine = machine_for(None)
        self.club = felt.complete(self.machine.config)
        self.computers = [False] * len(self.club["players"])
        self.answered: list[tuple[Asker, Answer | Exception]] = []
        self._jobs: list[Job] = []
        self.refused: set[int] = set()  # seats whose last verdict was a refusal
        self.levels: dict[int, str] = {}  # of computers; the default is the best
        self.turn_s = pace.TURN_S  # seconds of a computer's plain turn
        self.slow = False
        self.booting = False
        self.counting = 0  # draws being reported by the buttons
        self.drawn_cards: list[str] = []  # drawn in this turn and not put back
        self.turn: tuple[Any, ...] = ()  # the turn of `drawn_cards`
        self.marks: list[back.Mark] = []  # the beginnings of people's turns in this round
        self.dealing = True  # the next turn is the first of a round
        self.last = 0  # number of the last event or outcome in the table's journal
        self.held: dict[Any, deque[bool]] = {}  # a pressed button: what its contact does next
        self._saved: object = None  # the state last saved for the kept table
        self._sit_down(self.club, None)

    def _sit_down(self, config: dict[str, Any], playback: Playback | None) -> None:
        machine = self.machine
        self._config = machine.config
        self.config = config
        self.playback = playback
        self.scene = Scene([zone["zone"] for zone in felt.shown(config)["zones"]], len(config["players"]))
        self.hands = Hands(machine, self.scene)
        self.sorts: dict[int, str] = {}  # order of each hand, if not by suit
        self.scans = Scans(machine.table)
        if self.slow:
            self.scans.attach()
        self.counting = 0
        self.drawn_cards = []
        self.held = {}
        self.marks, self.dealing = [], True
        if not machine.readonly:
            kept = machine.kept
            if not (kept and self._come_back(kept.told)):
                rules = rules_of(config["game"], len(config["players"]), config.get("rules") or {})
                self.hands.gather(rules["decks"], rules["jokers"])
            self.run(Computers(self).start())
        self.look_at_shelf()

    def renew(self, config: dict[str, Any], playback: Playback | None = None) -> None:
        """Replace the table; everything under way has ended. Raises Trouble."""
        self.stop_jobs("another_table", _ANOTHER_TABLE)
        self._take_records()
        make = self._machine_for
        if playback is not None:
            make = getattr(make, "unkept", make)
        try:
            self.machine = make(config)
        except BaseException:
            # The previous machine is closed already, so it is made again, without a match.
            self.machine = self._machine_for(self._config)
            config, playback = self.config, None
            raise
        finally:
            self._begin_anew(config, playback)

    def go_on(self, name: str) -> None:
        """Resume a kept table with its match. Raises Trouble; then nothing has changed."""
        if self.kept_tables is None:
            raise Trouble("table.no_kept", NO_KEPT)
        kept = self.kept_tables.open(name)
        self._take_records()
        self.machine = self._machine_for.go_on(kept)  # pyright: ignore
        self.stop_jobs("another_table", _ANOTHER_TABLE)
        self._begin_anew(felt.complete(self.machine.config), None)

    def sit_at(self, here: frozenset[int | None]) -> None:
        """Be told whose pages are open: None is the owner's. A seat that had one keeps its secrets."""
        self.agreement.here = here
        self.private |= {seat for seat in here if seat is not None}

    def show(self, seat: int, on: bool) -> None:
        """Show the owner's page the hand of a seat with a page of its own, or no more; all are told."""
        if on != (seat in self.shown):
            (self.shown.add if on else self.shown.discard)(seat)
            self.match.tell("shown" if on else "hidden", seat)
            self.happened += 1

    def _begin_anew(self, config: dict[str, Any], playback: Playback | None) -> None:
        self.match.forget()
        self.private, self.shown = set(), set()
        self.happened += 1
        self._saved = None
        self.refused.clear()
        self.faults.mend_tags()
        self.faults.again(self.machine)
        self._sit_down(config, playback)

    # --- keeping

    @property
    def kept_tables(self) -> KeptTables | None:
        """The kept tables; None if tables are not kept."""
        return getattr(self._machine_for, "kept_tables", None)

    def _keep(self) -> None:
        """Save the cards' places before the table sees them, so that its journal is never ahead."""
        kept = self.machine.kept
        if kept is None:
            return
        marks = [mark["after"] for mark in self.marks]
        now = (self.scene.stamp, *self.computers, *self.drawn_cards, self.turn, self.match.is_begun, *marks)
        if now == self._saved:
            return
        self._saved = now
        header, told = self.match.header, kept.told  # without a header the board may still read its journal
        if header is not None:
            told = {
                "match": {
                    "game": header["game"],
                    "players": header["players"],
                    "phase": self.fact("phase"),
                    "seat": self.fact("seat", -1),
                    "round": self.fact("round", 0),
                    "totals": list(self.fact("totals", ())),
                },
                "begun": self.match.is_begun,
                "drawn": self.drawn_cards,
                "turn": list(self.turn),
                "marks": self.marks[-2:],
            }
        kept.save(
            {
                **{key: told.get(key) for key in ("match", "begun", "drawn", "turn", "marks")},
                "places": self.scene.places,
                "computers": self.computers,
                "levels": [self.levels.get(seat) for seat in range(len(self.computers))],
                "to_measure": self.machine.to_measure,
            }
        )

    def _come_back(self, told: dict[str, Any]) -> bool:
        """Lay all cards as at a kept table; tell whether that was possible."""
        if not is_unfinished(told) or not self.scene.restore(told.get("places")):
            return False
        self.machine.table.spread = "deep_discard" in PRESETS[self.config["game"]]
        self._lay_all()
        self.marks, self.dealing = back.read(told.get("marks")), False
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

    def _lay_all(self) -> None:
        """Lay the cards before the readers as the scene has them."""
        for zone in self.scene.zones:
            for card in self.scene.places[zone]:
                self.machine.table.put(zone, card)

    def go_back(self, mark: back.Mark, asker: Asker) -> None:
        """Let a turn begin again at its mark. Raises Trouble if that is not possible."""
        # The request that somebody agrees to is this one; any other is dropped once the table has changed.
        asked, self.agreement.asked = self.agreement.asked, None
        self.stop_jobs("another_table", _ANOTHER_TABLE)
        self.agreement.asked = asked
        self._take_records()

        def begin() -> None:
            self.hands = Hands(self.machine, self.scene)
            self.machine.table.clear()
            self._lay_all()
            self.turn, self.drawn_cards, self.held, self.last = (), [], {}, mark["after"]
            self.run(Computers(self).start())
            self.run(self._begun_again(), asker, "back", _BEGIN_PACE)

        back.start(self, mark, begin)

    def _begun_again(self) -> Answering:
        yield _BOOT_MS
        yield from self.machine.start_settle()
        return {}

    def _resumed(self, told: dict[str, Any]) -> Answering:
        """Steps: once the match is restored, report a draw that the table missed."""
        yield _BOOT_MS
        yield from self.machine.start_settle()
        yield _BEGIN_PACE
        drawn = [card for card in told.get("drawn") or () if self.scene.where(card) != STOCK]
        if self.fact("phase") == "turn" and list(self.turn) == told.get("turn"):
            self.drawn_cards = drawn
            missing = len(drawn) - self.fact("draws", 0)
            if missing > 0:
                yield from self.start_count(missing)
        return {}

    @property
    def is_begun(self) -> bool:
        """Tell whether anything has happened in the match, also while a kept one is being restored."""
        kept = self.machine.kept
        if kept and self.busy and self.match.header is None and is_unfinished(kept.told):
            return kept.told.get("begun") is not False  # earlier versions did not note it
        return self.match.is_begun

    def look_at_shelf(self) -> None:
        """Make the section "kept": the matches that can be resumed, and the current one."""
        kept = self.machine.kept
        name = kept.id if kept else ""
        self.kept_section: dict[str, Any] = {
            "on": name,
            "resumed": kept.told["match"] if kept and is_unfinished(kept.told) else None,
            "matches": self.kept_tables.unfinished(name) if self.kept_tables else [],
            "me": self.kept_tables.me() if self.kept_tables else None,
        }

    # --- jobs

    @property
    def busy(self) -> Job | None:
        """The job that blocks moves by people, or None."""
        return next((job for job in self._jobs if job.busy), None)

    @property
    def is_settling(self) -> bool:
        """Tell whether somebody waits until the table has settled."""
        return any(job.settles for job in self._jobs)

    @property
    def is_under_way(self) -> bool:
        """Tell whether a job goes on that somebody waits for, or that blocks moves."""
        paused = self.playback is not None and self.playback.is_resting
        return any(
            job.asker or (job.busy and not (paused and job.busy == "playback")) for job in self._jobs if not job.settles
        )

    def run(
        self, steps: Answering, asker: Asker = None, busy: str | None = None, pace: float = 1.0, settles: bool = False
    ) -> None:
        """Begin a job with its first step at once, so that its presses come before later ones."""
        job = Job(steps, asker, self.machine.ms(), busy, pace, settles)
        self._jobs.append(job)
        self._step(job)

    def begin(self, steps: Steps, asker: Asker) -> None:
        """Begin a match by the menu's steps, at a table that has just been set up."""

        def begun() -> Answering:
            yield self.machine.boot_ms
            yield from steps
            yield from self.machine.start_settle()
            return {}

        self.run(begun(), asker, "new", _BEGIN_PACE)

    def play_back(self, playback: Playback, asker: Asker) -> None:
        """Play a log, at a table that was set up for it."""

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
        """Deal a round: see Hands.start_deal. Raises Trouble if no deal is due."""
        referee = self.match.referee
        if referee is None or referee.view.phase != "deal":
            raise Trouble("table.no_deal", "No deal is awaited now.")
        view = referee.view
        steps = self.hands.start_deal(view, self.rng)
        self.run(answering(steps), asker, "deal", _DEAL_PACE)

    def add_zone(self, asker: Asker = None) -> None:
        """Add a meld zone during a match. Raises Trouble if that is not possible."""
        if not self.may_grow:
            raise Trouble(
                "table.no_more_zones", "This table has {zones} zones, and can't have more.", zones=len(self.scene.zones)
            )
        number = 1
        while f"meld{number}" in self.scene.zones:
            number += 1
        zone = f"meld{number}"

        def added() -> Answering:
            # First wait for the buttons, and until all cards have been seen.
            yield from self.hands.start_alone(self.machine.start_settle)
            self.config = felt.complete(board.with_zone(self.config, zone))
            self.machine.extend(self.config)
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
        """Tell whether zones can be added."""
        return self.machine.to_measure and self.playback is None and len(self.scene.zones) < board.READERS

    def read(self) -> None:
        """Close the result of the last round, as somebody has read it."""
        self.match.end = None
        self.happened += 1
        if self.playback:
            self.playback.read = True

    def stop_jobs(self, key: str, text: str) -> None:
        """End all jobs; those who wait for one get a Trouble with this key and text."""
        for job in self._jobs:
            job.steps.close()
            if job.asker:
                self.answered.append((job.asker, Trouble("table." + key, text)))
        self._jobs = []
        self.counting = 0
        self.agreement.drop(Trouble("table." + key, text))

    def speak(self, language: str) -> None:
        """Set the language in the table's config, for the next table."""
        self.config = {**self.config, "language": language}

    def cut(self, cut: bool) -> None:
        """Cut the power, or restore it."""
        if cut == (not self.machine.powered):
            return
        if cut:
            self.stop_jobs("power_cut", N_("That was interrupted: the power was cut."))
            self.machine.cut()
        else:
            self.machine.on()
            self.run(Computers(self).start())
        self.faults.power = cut

    def set_slow(self, slow: bool) -> None:
        """Switch slow motion of the scans on or off."""
        self.slow = slow
        (self.scans.attach if slow else self.scans.detach)()

    # --- time

    @property
    def rate(self) -> float:
        """Table time per real time."""
        if self.is_settling:
            return AT_ONCE
        busy = self.busy
        if busy and busy.pace > 1:
            return busy.pace * HURRY
        # Slow motion shows the radio; presses of buttons run at normal speed.
        if self.slow and not self.hands.at_buttons:
            return SLOW
        if busy and self.playback:
            return (_BEGIN_PACE if self.booting else self.playback.rate) * HURRY
        return HURRY if self.due() is None else pace.rate(self.turn_s) * HURRY

    def advance(self, ms: float) -> None:
        """Let the table's time pass, by at most `ms`, and run the jobs that are due."""
        self._keep()
        machine = self.machine
        due = min((job.due for job in self._jobs), default=machine.ms() + ms)
        machine.advance(max(_LEAST_MS, min(ms, _PIECE_MS, due - machine.ms())))
        if machine.readonly and machine.config is not self._config:  # another board was connected
            self._sit_down(felt.complete(machine.config), None)
        for job in list(self._jobs):
            if job.due <= self.machine.ms() and job in self._jobs:
                self._step(job)
        self._take_records()
        back.note(self)

    def _step(self, job: Job) -> None:
        answer: Answer | Exception
        try:
            job.due = self.machine.ms() + next(job.steps)
            return
        except StopIteration as end:
            answer = end.value or {}
        except Exception as error:  # an error in one job does not end the table
            answer = error
            if not isinstance(error, Trouble) and not job.asker:
                _LOGGER.exception("at the table")
        if job in self._jobs:
            self._jobs.remove(job)
        if job.asker:
            self.answered.append((job.asker, answer))

    def _take_records(self) -> None:
        records = self.machine.records()
        if not records:
            return
        kept = self.machine.kept
        if kept is not None:
            kept.take(records)
        self.match.take(records)
        self.happened += 1
        self.agreement.look_again()
        for record in records:
            event = record.get("event")
            if "seq" in record and "note" not in record:
                self.last = record["seq"]
            if event == "reshuffle" and not self.machine.readonly:
                self.hands.renew(self.rng)
            elif event == "refused":
                self.refused.add(record["seat"])
                if "knock_too_high" in record.get("codes", ()) and not (self.machine.readonly or self.playback):
                    back.void_knock(self, record["seat"])
            elif event in ("turn", "round"):
                self.refused.clear()
            elif event == "match":
                self._note_result(record)
        turn = (self.fact("round"), self.fact("phase"), *self.fact("turns", ()))
        if turn != self.turn:
            self.turn, self.drawn_cards = turn, []
        match = self.match.header
        if match and len(self.computers) != len(match["players"]):
            self.computers = [False] * len(match["players"])

    def _note_result(self, ended: dict[str, Any]) -> None:
        """Note how a match ended at a kept table, if a person has played."""
        kept = self.machine.kept
        header, referee = self.match.header, self.match.referee
        if kept is None or self.kept_tables is None or header is None or referee is None or not self.people():
            return
        rules = referee.view.rules
        self.kept_tables.note(
            {
                "id": kept.id,
                **{key: header[key] for key in ("game", "players")},
                **{key: ended[key] for key in ("winners", "totals")},
                "computers": self.computers,
                "levels": [self.levels.get(seat) for seat in range(len(self.computers))],
                "rounds": referee.view.round,
                "low": bool(rules["lowest_wins"] and rules.get("penalties", True)),
            }
        )

    # --- the state

    def fact(self, key: str, otherwise: Any = None) -> Any:
        """Return an attribute of the referee's game, or `otherwise` without a match."""
        referee = self.match.referee
        return otherwise if referee is None else getattr(referee.view, key)

    def is_computer(self, seat: int) -> bool:
        """Tell whether a seat is a computer's."""
        return 0 <= seat < len(self.computers) and self.computers[seat]

    def people(self) -> list[int]:
        """Return the seats that are no computer's."""
        return [seat for seat, computer in enumerate(self.computers) if not computer]

    def due(self) -> int | None:
        """Return the computer's seat that must act now, or None."""
        if self.fact("phase") == "turn":
            seat = self.fact("seat")
            return seat if self.is_computer(seat) else None
        referee = self.match.referee
        for seat in referee.view.awaited() if referee is not None else ():
            if self.is_computer(seat):
                return seat
        return None

    def hand(self, seat: int) -> list[str]:
        """Return the cards of a rack, in the order shown."""
        held = self.scene.places[rack(seat)]
        by = self.sorts.get(seat, "suit")
        return sorted(held, key=SORTS[by]) if by in SORTS else list(held)

    def drawn(self) -> int:
        """Return the draws of this turn that the table has counted, or is being told of."""
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
        """Steps: report this number of drawn cards to the table; negative: put back."""
        self.counting += draws
        try:
            yield from self.hands.start("draw", draws)
            yield from self.machine.start_settle()
        finally:
            self.counting -= draws

    def close(self) -> None:
        """Switch the table off."""
        self.stop_jobs("closed", CLOSED)
        self._take_records()
        self._keep()
        self.machine.close()


def answering(steps: Steps) -> Answering:
    """Turn steps into a job with an empty answer."""
    yield from steps
    return {}
