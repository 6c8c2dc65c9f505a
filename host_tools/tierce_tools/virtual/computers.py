"""Seats played by computers: their plans are carried out at a person's pace."""

import logging
from collections.abc import Generator, Sequence
from random import Random
from typing import Protocol

from tierce_tools import players
from tierce_tools.base.trouble import Trouble
from tierce_tools.match.places import DISCARD, STOCK, rack
from tierce_tools.players import Move, pace
from tierce_tools.players.levels import BEST
from tierce_tools.players.moves import copied, how_many
from tierce_tools.virtual import back
from tierce_tools.virtual.machine import Steps
from tierce_tools.virtual.thought import Think

_LOOK_MS = 200
_THINK_MS = 50
_TROUBLE_MS = 1000  # after an error, before the next attempt
_DEAL_MS = 3000  # before it deals, so that people can read how the last round ended
_PLANS = 12  # per turn; then a plain turn is tried, and then the seat is given back
_LOGGER = logging.getLogger(__name__)


class Playing(back.Playing, Protocol):
    """The parts of a table that a computer's seat needs: see play.Play."""

    rng: Random
    computers: list[bool]
    levels: dict[int, str]
    turn_s: float
    drawn_cards: list[str]
    think: Think

    @property
    def is_settling(self) -> bool: ...

    def due(self) -> int | None: ...

    def deal(self) -> None: ...

    def take_top(self, to: str) -> None: ...

    def put_back(self, cards: list[str]) -> None: ...

    def start_count(self, draws: int) -> Steps: ...


class Computers:
    """The computers of a table. A seat whose plans keep failing is given back to people."""

    def __init__(self, play: Playing) -> None:
        self._play = play
        self._turn: object = None  # the turn that the plans are for
        self._plans = 0
        self._plain = False

    def start(self) -> Steps:
        """Steps, endless: play whenever it is a computer's turn."""
        while True:
            yield _LOOK_MS
            try:
                yield from self._start_one()
            except Exception as error:  # after any error it goes on
                if not isinstance(error, Trouble):
                    _LOGGER.exception("a computer's seat")
                yield _TROUBLE_MS

    def _start_one(self) -> Steps:
        """Steps: do a computer's next action, if it is its turn."""
        play = self._play
        if not self._is_free():
            return
        if play.match.end is not None and not all(play.computers):
            return  # people are reading how the round ended
        if play.fact("phase") == "deal" and play.is_computer(play.fact("dealer")):
            yield _DEAL_MS
            if self._is_free() and play.is_computer(play.fact("dealer")):
                play.deal()
            return
        seat = play.due()
        if seat is not None:
            yield from self._start_turn(seat)

    def start_lay_down(self, seat: int) -> Steps:
        """Steps: in the count, lay down what a person has in hand; with nothing laid yet, arranged."""
        play = self._play
        mine = play.scene.places[rack(seat)]
        if self._has_laid(seat):
            yield from self._start_moved(list(mine), f"seat{seat}")
            return
        for move in (yield from self._start_plan(seat)):
            if move[0] != "press" and self._can(seat, move):
                yield from self._start_move(seat, move)

    def _has_laid(self, seat: int) -> bool:
        """Tell whether a person has begun to lay a hand down."""
        play = self._play
        referee = play.match.referee
        assert referee is not None
        view = referee.view
        others: set[int] = {*view.start, *(view.laid_down if referee.rules["family"] == "gin" else ())}
        laid = {zone for zone in play.scene.zones if play.scene.places[zone]}
        return f"seat{seat}" in laid or any(zone[:4] == "meld" and int(zone[4:]) not in others for zone in laid)

    def _is_free(self) -> bool:
        """Tell whether cards can be moved now."""
        return not self._play.busy and self._play.machine.powered

    def _start_turn(self, seat: int) -> Steps:
        """Steps: carry out a plan; stop when it is no longer this seat's turn."""
        play = self._play
        yield from play.machine.start_settle()
        yield _LOOK_MS  # until arrivals are reported over the link
        if play.due() != seat or not self._is_free():
            return
        moves = yield from self._start_plan(seat)
        if not moves:
            yield _TROUBLE_MS
        for move in moves:
            yield pace.pause_ms(play.turn_s)
            if play.due() != seat or not self._is_free() or not self._can(seat, move):
                return
            yield from self._start_move(seat, move)

    def _start_plan(self, seat: int) -> Generator[float, None, list[Move]]:
        """Steps: compute a plan while the table's time goes on; return the moves."""
        play = self._play
        referee = play.match.referee
        assert referee is not None
        view = referee.view
        turn = (view.round, view.phase, seat, tuple(view.turns))
        if turn != self._turn:
            self._turn, self._plans, self._plain = turn, 0, False
        self._plans += 1
        if self._plans > 2 * _PLANS:
            _LOGGER.warning("seat %d is at a loss, and given back", seat)
            play.computers[seat] = False
            return []
        self._plain = self._plain or self._plans > _PLANS or seat in play.refused
        make = players.fallback if self._plain else players.plan
        hand = list(play.scene.places[rack(seat)])
        # The plan works on a copy, so that nobody changes it meanwhile. Constant parts are shared.
        copy = copied(referee)
        zones, rng = play.scene.zones, Random(play.rng.random())
        level = play.levels.get(seat, BEST)
        thought = play.think(lambda: make(copy, seat, hand, zones, rng, level))
        while not thought.done():
            if play.is_settling:
                thought.wait()  # or much time of the table would pass meanwhile
            else:
                yield _THINK_MS
        try:
            return thought.result()
        except Exception:
            _LOGGER.exception("a plan for seat %d", seat)
            self._plain = True
            return []

    def _can(self, seat: int, move: Move) -> bool:
        """Tell whether a move's cards and places are still as they were when it was planned."""
        scene = self._play.scene
        if move[0] == "move":
            ours = {rack(seat), f"seat{seat}", DISCARD}
            places = {scene.where(card) or "" for card in move[1]}
            return all(place in ours or place[:4] == "meld" for place in places)
        if move[0] in ("draw", "take"):
            return bool(scene.places[STOCK if move[0] == "draw" else DISCARD])
        return True

    def _start_move(self, seat: int, move: Move) -> Steps:
        """Steps: do one move of a plan: see players.moves."""
        play = self._play
        hands, scene = play.hands, play.scene
        what = move[0]
        if what == "draw":
            play.take_top(rack(seat))
            if play.fact("phase") == "turn":
                yield from play.start_count(1)
        elif what == "take":
            yield from self._start_moved(scene.places[DISCARD][-how_many(move) :], rack(seat))
        elif what == "move":
            if move[2] == STOCK:
                yield from self._start_back(seat, move[1])
            else:
                yield from self._start_moved(move[1], move[2])
        elif what == "count":
            yield from play.start_count(move[1])
        elif what == "declare":
            yield from hands.start("declare", *move[1:])
        elif what == "press":
            yield from hands.start("act", seat, move[1])

    def _start_moved(self, cards: Sequence[str], to: str) -> Steps:
        """Steps: move cards; tell the table of those whose tags are broken."""
        play = self._play
        broken = [card for card in cards if card in play.machine.table.broken]
        told = play.match.by_hand() if broken else {}
        out = {card: zone for zone, held in told.items() for card in held if card in broken}
        play.hands.move(cards, to)
        for card, zone in out.items():
            yield from play.hands.start("by_hand", zone, (card,), True)
        if to in play.scene.zones and broken:
            yield from play.hands.start("by_hand", to, broken)

    def _start_back(self, seat: int, cards: list[str]) -> Steps:
        """Steps: put back as many cards as are named, the last drawn ones first.

        A plan knows how many, but not which cards, so the rest of it is planned again.
        """
        play = self._play
        ours = set(play.scene.places[rack(seat)])
        last = [card for card in play.drawn_cards if card in ours][-len(cards) :]
        if not last:  # somebody told the table of draws that did not happen
            yield from play.start_count(-len(cards))
            return
        play.put_back(last)
        yield from play.start_count(-len(last))
