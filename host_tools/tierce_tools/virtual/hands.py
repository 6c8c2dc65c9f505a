"""Moves of people at the table: moving cards, pressing buttons, dealing a round.

Functions that take time yield the milliseconds of table time until they want to continue.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tierce.view import View
from tierce_tools.base.trouble import Trouble
from tierce_tools.match.places import DISCARD, STOCK, rack
from tierce_tools.virtual.machine import Act, Machine, Steps
from tierce_tools.virtual.scene import Scene

_WAIT_MS = 20  # between two looks whether the buttons are free
_CARD_MS = 60  # per card dealt
_TURN_MS = 300  # for turning the upcard


class _Press:
    """A request for the buttons, in the queue of moves."""


class Hands:
    """The people at one table: they move cards and press buttons.

    The scene changes at once. Tags and buttons follow in the order of the requests: if a player
    draws and discards quickly, the table learns of the draw before it can see the discard.
    """

    def __init__(self, machine: Machine, scene: Scene) -> None:
        self.machine = machine
        self.scene = scene
        self._line: list[_Press | Callable[[], None]] = []  # tags' moves and presses

    # --- cards

    def move(self, cards: Sequence[str], to: str, at: int | None = None) -> None:
        """Put cards into a place, in this order; a zone's reader can then find them."""
        scene, table = self.scene, self.machine.table
        come = [card for card in cards if scene.where(card) != to]
        scene.move(cards, to, at)
        pile = list(scene.places[to]) if to == DISCARD else []

        def lay() -> None:
            for card in cards if to not in scene.zones else ():
                table.take(card)
            for card in come if to in scene.zones and to != DISCARD else ():
                table.put(to, card)
            for card in pile:  # the whole pile, in order; no time passes
                if scene.where(card) == DISCARD:
                    table.put(DISCARD, card)

        if self._line:
            self._line.append(lay)
        else:
            lay()

    def gather(self, decks: int, jokers: int) -> None:
        """Collect all cards; those of the game become the stock."""
        self._line = [each for each in self._line if isinstance(each, _Press)]
        self.machine.table.clear()
        self.scene.gather(decks, jokers)

    def shuffle(self, rng: Random) -> None:
        """Shuffle the stock."""
        stock = list(self.scene.places[STOCK])
        rng.shuffle(stock)
        self.scene.put_all(STOCK, stock)

    def renew(self, rng: Random) -> None:
        """Shuffle the discard pile, except its top, under the rest of the stock."""
        under = self.scene.places[DISCARD][:-1]
        rng.shuffle(under)
        for card in under:
            self.machine.table.take(card)
        self.scene.move(under, STOCK, 0)

    # --- buttons

    @property
    def at_buttons(self) -> bool:
        """Tell whether a button is being pressed."""
        return bool(self._line)

    def start_alone(self, steps: Callable[[], Steps]) -> Steps:
        """Steps: run `steps()` while nobody else has the buttons. Raises Trouble."""
        press = _Press()
        self._line.append(press)
        try:
            while self._line[0] is not press:
                yield _WAIT_MS
            try:
                yield from steps()
            except (AttributeError, ValueError) as error:  # another menu is open
                raise Trouble(
                    "table.disturbed",
                    "That was interrupted: somebody pressed other buttons in the meantime. Try again.",
                ) from error
        finally:
            self._line.remove(press)
            while self._line and not isinstance(lay := self._line[0], _Press):
                del self._line[0]
                lay()

    def start(self, act: Act, *details: Any) -> Steps:
        """Steps: see Machine.start; what is said of cards on the table waits until they are seen."""
        if act in ("declare", "ruling", "by_hand"):
            yield from self.machine.start_settle()
        yield from self.start_alone(lambda: self.machine.start(act, *details))

    # --- a round, a log

    def start_deal(self, view: View, rng: Random) -> Steps:
        """Steps: collect all cards, shuffle and deal them; the dealer presses `deal`."""
        scene, rules, dealer = self.scene, view.rules, view.dealer
        self.gather(rules["decks"], rules["jokers"])
        yield from self.machine.start_settle()
        self.shuffle(rng)
        order = [(dealer + 1 + i) % view.seats for i in range(view.seats)]
        for seat in view.dealt() * [seat for seat in order if seat not in view.eliminated]:
            self.move(scene.places[STOCK][-1:], rack(seat))
            yield _CARD_MS
        yield from self.start("act", dealer, "deal")
        yield from self.machine.start_settle()
        if rules["family"] != "manipulation":
            yield _TURN_MS
            self.move(scene.places[STOCK][-1:], DISCARD)
            yield from self.machine.start_settle()

    def start_do(self, event: dict[str, Any]) -> Steps:
        """Steps: do one event of a log, and wait until the table has seen it."""
        if "ruling" in event:
            yield from self.start("ruling", event)
        elif "press" in event:
            yield from self.start("act", event["seat"], event["press"])
        elif "draw" in event:
            yield from self.start("draw", event["draw"])
        elif "joker" in event:
            yield from self.start("declare", event["zone"], event["joker"], event["as"])
        else:
            zone = event["zone"]
            if event.get("by") == "hand":
                yield from self._start_told(event)
            else:
                self._mend(event.get("in", ()))
            out = [card for card in event.get("out", ()) if self.scene.where(card) == zone]
            self.move(out, STOCK)
            come = event.get("in", ())
            if come:
                self.move(come, zone)
        yield from self.machine.start_settle()

    def _mend(self, cards: Sequence[str]) -> None:
        """Mend the tags of cards that a reader has seen again, in a log."""
        table = self.machine.table
        for card in cards:
            if card in table.broken:
                table.break_tag(card, False)

    def _start_told(self, event: dict[str, Any]) -> Steps:
        """Steps: do an event of a log that people told the table, for its tags are broken."""
        for key, out in (("out", True), ("in", False)):
            for card in event.get(key, ()):
                self.machine.table.break_tag(card)
            if event.get(key):
                yield from self.start("by_hand", event["zone"], event[key], out)
