"""The interface of the tables behind the page, whatever they are made of."""

from collections.abc import Generator
from typing import Any, Literal, Protocol

from tierce_tools.virtual.kept_tables import Kept

# Yields the milliseconds of table time until it wants to continue.
Steps = Generator[float, None, None]
# What people do with the buttons, and its details, each as in a log:
#   act      seat, press: deal, done, knock, pass, hint
#   draw     how many cards were drawn; negative: put back
#   begin    the header of a match; names and house rules come from the config
#   what     game: the menu's page "What is this?", without a match
#   declare  zone, joker, face: the menu offers only possible faces
#   ruling   an event `ruling`, without its time
#   by_hand  zone, cards that no reader sees, whether they are taken out of it
#   language the table's, from now on
Act = Literal["act", "draw", "begin", "what", "declare", "ruling", "by_hand", "language"]
_IN_PLAY = ("act", "draw", "declare", "ruling", "by_hand")  # after what the screen has to say was read


class Machine(Protocol):
    """A table with a board. All calls must come from one thread. Its time passes only in `advance`.

    What not every kind has stands here with what the others say of it.
    """

    kind: str  # "modelled", "pico" or "mirror"
    config: dict[str, Any]  # its config.json; another object if it has become another table
    table: Any  # the hardware, a twin.assembly.Hardware
    readonly: bool = False  # whether nobody can move a card or press a button here
    powered: bool = True
    is_up: bool = True  # whether its board has started
    boot_ms: float = 2000  # from power until the buttons work; 0: `start` waits for that itself
    connection: str | None = None  # to a board elsewhere: "on" or "away"
    kept: Kept | None = None  # where its match is kept
    to_measure: bool = False  # whether it is made for its match, and can be extended
    goes_back: bool = False  # whether it can start again as it was: go_back
    _people: Any = None  # a twin.puppets.Puppets, who press buttons

    def ms(self) -> float:
        """Return the table's time in milliseconds; it continues during power cuts."""
        ...

    def advance(self, ms: float) -> None:
        """Let the table's time pass; it may overshoot by one poll of the firmware."""
        ...

    def records(self) -> list[dict[str, Any]]:
        """Return the link's new records, in order, each once: with "seq", or "lost"."""
        ...

    def start(self, act: Act, *details: Any) -> Steps:
        """Steps: have people press the buttons for an act, as at the modelled table: see `Act`.

        A notice is read first, an open menu is closed. Raises ValueError if the menu does not offer it.
        """
        if act in _IN_PLAY:
            yield from self._people.start_ready()
        yield from getattr(self._people, f"start_{act}")(*details)

    def start_settle(self) -> Steps:
        """Wait until the table has seen all cards, or for the longest time that this takes."""
        ...

    def screen_text(self) -> list[str]:
        """Return the screen's text, row by row; [] if unknown."""
        ...

    def screen_for(self) -> list[int]:
        """Return the seats whose hints may be on the screen, which only they may see."""
        ...

    def cut(self) -> None:
        """Cut the power: the firmware's current work is lost."""
        ...

    def on(self) -> None:
        """Restore the power; the cards stay in place."""
        ...

    def close(self) -> None:
        """Switch off, and release files and ports."""
        ...

    def go_back(self, after: int) -> None:
        """Restart the board as it was after a record of its journal. The cards may be moved before its first turn."""
        assert self.goes_back, self.kind

    def extend(self, config: dict[str, Any]) -> None:
        """Add zones during a match; the board restarts for that."""
        assert self.to_measure, self.kind
