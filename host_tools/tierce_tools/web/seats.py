"""Seats that a computer plays: what it plans is done by hands, as slowly as people do it."""

import logging
from typing import TYPE_CHECKING, Any

from tierce_tools.web import computer
from tierce_tools.web.machine import Steps
from tierce_tools.web.scene import DISCARD, STOCK, rack

if TYPE_CHECKING:
    from tierce_tools.web.play import Play

_LOOK_MS = 200
_PAUSE_MS = 1000  # before each move
_DEAL_MS = 3000  # before it deals: the others read how the last round ended
_PLANS = 12  # for one turn; then a plain turn is tried, and then the seat is given back
_LOGGER = logging.getLogger(__name__)


class Computers:
    """The computers of a table. A seat whose plans come to nothing is given back to people."""

    def __init__(self, play: "Play") -> None:
        self._play = play
        self._turn: object = None  # which turn the plans are for
        self._plans = 0
        self._plain = False

    def start(self) -> Steps:
        """Steps, without end: play whenever it is a computer's turn."""
        play = self._play
        while True:
            yield _LOOK_MS
            if play.busy or not play.machine.powered:
                continue
            phase = play.fact("phase")
            if phase == "deal" and self._is_computer(play.fact("dealer")):
                yield _DEAL_MS
                if play.fact("phase") == "deal" and not play.busy and self._is_clear():
                    play.deal()
                continue
            seat = self._due()
            if seat is not None:
                yield from self._start_turn(seat)

    def _is_clear(self) -> bool:
        return self._play.machine.powered and self._is_computer(self._play.fact("dealer"))

    def _is_computer(self, seat: int) -> bool:
        computers = self._play.computers
        return 0 <= seat < len(computers) and computers[seat]

    def _due(self) -> int | None:
        """Return the computer that is to do something now."""
        play = self._play
        if play.fact("phase") == "turn":
            seat = play.fact("active")
            return seat if self._is_computer(seat) else None
        if play.fact("phase") == "count":
            game: Any = play.match.referee.game  # type: ignore[union-attr]
            for seat in range(game.seats):
                if self._is_computer(seat) and game.awaited(seat):
                    return seat
        return None

    def _start_turn(self, seat: int) -> Steps:
        """Steps: do what is planned for now; stop where it is this seat's no more."""
        play = self._play
        yield from play.machine.start_settle()
        yield _LOOK_MS  # for what was seen to come over the link
        if self._due() != seat or play.busy:
            return
        moves = self._planned(seat)
        if not moves:
            yield _PAUSE_MS
        for move in moves:
            yield _PAUSE_MS
            if self._due() != seat or play.busy or not self._can(seat, move):
                return
            yield from self._start_move(seat, move)

    def _planned(self, seat: int) -> list[tuple[Any, ...]]:
        play = self._play
        referee = play.match.referee
        game: Any = referee.game  # type: ignore[union-attr]
        turn = (game.round, game.phase, seat, tuple(game.turns))
        if turn != self._turn:
            self._turn, self._plans, self._plain = turn, 0, False
        self._plans += 1
        if self._plans > 2 * _PLANS:
            _LOGGER.warning("seat %d is at a loss, and given back", seat)
            play.computers[seat] = False
            return []
        verdict = play.match.sections()["verdict"] or {}
        refused = verdict.get("event") == "refused"
        plain = self._plans > _PLANS or (refused and self._plans > 1)
        self._plain = self._plain or plain
        hand = play.scene.places[rack(seat)]
        zones = play.scene.zones
        try:
            make = computer.fallback if self._plain else computer.plan
            return make(referee, seat, list(hand), zones, play.rng)  # type: ignore[arg-type]
        except Exception:
            _LOGGER.exception("a plan for seat %d", seat)
            self._plain = True
            return []

    def _can(self, seat: int, move: tuple[Any, ...]) -> bool:
        """Tell whether cards and places of a move are still as they were when it was planned."""
        scene = self._play.scene
        if move[0] == "move":
            ours = {rack(seat), f"seat{seat}", DISCARD}
            places = {scene.where(card) or "" for card in move[1]}
            return all(place in ours or place[:4] == "meld" for place in places)
        if move[0] in ("draw", "take"):
            return bool(scene.places[STOCK if move[0] == "draw" else DISCARD])
        return True

    def _start_move(self, seat: int, move: tuple[Any, ...]) -> Steps:
        """Steps: one move of a plan: see computer.moves."""
        play = self._play
        hands, scene = play.hands, play.scene
        what = move[0]
        if what == "draw":
            hands.move(scene.places[STOCK][-1:], rack(seat))
            if play.fact("phase") == "turn":
                yield from play.start_count(1)
        elif what == "take":
            hands.move(scene.places[DISCARD][-1:], rack(seat))
        elif what == "move":
            hands.move(move[1], move[2])
            if move[2] == STOCK:
                yield from play.start_count(-len(move[1]))
        elif what == "count":
            yield from play.start_count(move[1])
        elif what == "declare":
            yield from hands.start_declare(*move[1:])
        elif what == "press":
            yield from hands.start_act(seat, move[1])
