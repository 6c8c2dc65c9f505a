"""What hands do at the table: cards moved, buttons pressed, a round dealt.

What takes a while yields for how many milliseconds of table time it wants to be left alone.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tierce_tools.match.places import DISCARD, STOCK, rack
from tierce_tools.trouble import Trouble
from tierce_tools.virtual.machine import Machine, Steps
from tierce_tools.virtual.scene import Scene

_WAIT_MS = 20  # between two looks whether the buttons are free
_CARD_MS = 60  # a card is dealt
_TURN_MS = 300  # the upcard is turned


class _Press:
    """Somebody who wants the buttons, in the line of what hands do."""


class Hands:
    """All hands at one table: cards move, buttons are pressed.

    The scene changes at once. Tags and buttons keep the order in which things were asked for: who
    draws and discards in haste has told the table of his draw before it can see the discard.
    """

    def __init__(self, machine: Machine, scene: Scene) -> None:
        self.machine = machine
        self.scene = scene
        self._line: list[_Press | Callable[[], None]] = []  # what waits, a tag's move or a press

    # --- cards

    def move(self, cards: Sequence[str], to: str, at: int | None = None) -> None:
        """Put cards into a place, in this order; what lies in a zone, its reader may find."""
        scene, table = self.scene, self.machine.table
        come = [card for card in cards if scene.where(card) != to]
        scene.move(cards, to, at)
        pile = list(scene.places[to]) if to == DISCARD else []

        def lay() -> None:
            for card in cards if to not in scene.zones else ():
                table.take(card)
            for card in come if to in scene.zones and to != DISCARD else ():
                table.put(to, card)
            for card in pile:  # the whole pile, in its order; no time passes
                if scene.where(card) == DISCARD:
                    table.put(DISCARD, card)

        if self._line:
            self._line.append(lay)
        else:
            lay()

    def gather(self, decks: int, jokers: int) -> None:
        """Take all cards up: those of the game are the stock."""
        self._line = [each for each in self._line if isinstance(each, _Press)]
        self.machine.table.clear()
        self.scene.gather(decks, jokers)

    def shuffle(self, rng: Random) -> None:
        """Shuffle the stock."""
        stock = list(self.scene.places[STOCK])
        rng.shuffle(stock)
        self.scene.put_all(STOCK, stock)

    def renew(self, rng: Random) -> None:
        """Make the discard pile, but for its top, the stock: shuffled, beneath what is left."""
        under = self.scene.places[DISCARD][:-1]
        rng.shuffle(under)
        for card in under:
            self.machine.table.take(card)
        self.scene.move(under, STOCK, 0)

    # --- buttons

    @property
    def at_buttons(self) -> bool:
        """Tell whether somebody is pressing a button."""
        return bool(self._line)

    def start_alone(self, steps: Callable[[], Steps]) -> Steps:
        """Steps: what `steps()` gives, while nobody else has the buttons. Raises Trouble."""
        press = _Press()
        self._line.append(press)
        try:
            while self._line[0] is not press:
                yield _WAIT_MS
            try:
                yield from steps()
            except (AttributeError, ValueError) as error:  # the menu is another one
                raise Trouble("table", "disturbed") from error
        finally:
            self._line.remove(press)
            while self._line:
                lay = self._line[0]
                if isinstance(lay, _Press):
                    break
                del self._line[0]
                lay()

    def start_act(self, seat: int, press: str) -> Steps:
        """Steps: see Machine.start_act."""
        return self.start_alone(lambda: self.machine.start_act(seat, press))

    def start_count(self, draws: int) -> Steps:
        """Steps: see Machine.start_draw."""
        return self.start_alone(lambda: self.machine.start_draw(draws))

    def start_declare(self, zone: str, joker: str, face: str) -> Steps:
        """Steps: see Machine.start_declare; the cards that lie there are seen first."""
        yield from self.machine.start_settle()
        yield from self.start_alone(lambda: self.machine.start_declare(zone, joker, face))

    def start_undo(self) -> Steps:
        """Steps: see Machine.start_undo; the cards that lie there are seen first."""
        yield from self.machine.start_settle()
        yield from self.start_alone(self.machine.start_undo)

    # --- a round, a log

    def start_deal(self, rules: dict[str, Any], seats: int, dealer: int, rng: Random) -> Steps:
        """Steps: everything is taken up, shuffled and dealt, and the dealer says so."""
        scene = self.scene
        self.gather(rules["decks"], rules["jokers"])
        yield from self.machine.start_settle()
        self.shuffle(rng)
        for number in range(rules["hand"] * seats):
            self.move(scene.places[STOCK][-1:], rack((dealer + 1 + number) % seats))
            yield _CARD_MS
        yield from self.start_act(dealer, "deal")
        yield from self.machine.start_settle()
        if rules["family"] != "manipulation":
            yield _TURN_MS
            self.move(scene.places[STOCK][-1:], DISCARD)
            yield from self.machine.start_settle()

    def start_do(self, event: dict[str, Any]) -> Steps:
        """Steps: do what one event of a log tells of, and wait until it is seen."""
        if "ruling" in event:
            yield from self.start_undo()
        elif "press" in event:
            yield from self.start_act(event["seat"], event["press"])
        elif "draw" in event:
            yield from self.start_count(event["draw"])
        elif "joker" in event:
            yield from self.start_declare(event["zone"], event["joker"], event["as"])
        else:
            zone = event["zone"]
            out = [card for card in event.get("out", ()) if self.scene.where(card) == zone]
            self.move(out, STOCK)
            come = event.get("in", ())
            if come:
                self.move(come, zone)
        yield from self.machine.start_settle()
