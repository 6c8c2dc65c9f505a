"""The interface of the tables behind the page, whatever they are made of."""

from collections.abc import Generator, Sequence
from typing import Any, Protocol

# Yields the milliseconds of table time until it wants to continue.
Steps = Generator[float, None, None]


class Machine(Protocol):
    """A table with a board. All calls must come from one thread.

    Its time passes only in `advance`.
    """

    @property
    def kind(self) -> str:
        """Return "modelled", "pico" or "mirror"."""
        ...

    @property
    def config(self) -> dict[str, Any]:
        """Return its config.json; another object if it has become another table."""
        ...

    @property
    def table(self) -> Any:
        """Return the hardware, a twin.assembly.Hardware."""
        ...

    @property
    def readonly(self) -> bool:
        """Tell whether nobody can move a card or press a button here."""
        ...

    @property
    def powered(self) -> bool:
        """Tell whether it has power."""
        ...

    def ms(self) -> float:
        """Return the table's time in milliseconds; it continues during power cuts."""
        ...

    def advance(self, ms: float) -> None:
        """Let the table's time pass; it may overshoot by one poll of the firmware."""
        ...

    def records(self) -> list[dict[str, Any]]:
        """Return the link's new records, in order, each once: with "seq", or "lost"."""
        ...

    def start_act(self, seat: int, press: str) -> Steps:
        """Press the buttons for a log's `press`: deal, done, knock, pass, hint.

        A notice is read first, an open menu is closed.
        """
        ...

    def start_draw(self, count: int) -> Steps:
        """Report `count` drawn cards by the minus button; negative: put back."""
        ...

    def start_begin(self, header: dict[str, Any]) -> Steps:
        """Begin a match from the menu; names and house rules come from the config."""
        ...

    def start_what(self, game: str) -> Steps:
        """Open the menu's page "What is this?" by the rules of a game, without a match."""
        ...

    def start_declare(self, zone: str, joker: str, face: str) -> Steps:
        """Declare a joker from the menu, which offers only possible faces."""
        ...

    def start_ruling(self, event: dict[str, Any]) -> Steps:
        """Rule as the people do: an event `ruling` of a log, without its time."""
        ...

    def start_by_hand(self, zone: str, cards: Sequence[str], out: bool = False) -> Steps:
        """Put cards that no reader sees into a zone from the menu, or take them out of it."""
        ...

    def start_language(self, language: str) -> Steps:
        """Switch the table to another language."""
        ...

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


class ByPeople:
    """Does a Machine's steps through `_people`, a twin.puppets.Puppets, who press buttons."""

    _people: Any

    def start_act(self, seat: int, press: str) -> Steps:
        """See Machine."""
        yield from self._people.start_ready()
        yield from self._people.start_act(seat, press)

    def start_draw(self, count: int) -> Steps:
        """See Machine."""
        yield from self._people.start_ready()
        yield from self._people.start_draw(count)

    def start_begin(self, header: dict[str, Any]) -> Steps:
        """See Machine."""
        return self._people.start_begin(header)

    def start_what(self, game: str) -> Steps:
        """See Machine."""
        return self._people.start_what(game)

    def start_declare(self, zone: str, joker: str, face: str) -> Steps:
        """See Machine."""
        yield from self._people.start_ready()
        yield from self._people.start_declare(zone, joker, face)

    def start_ruling(self, event: dict[str, Any]) -> Steps:
        """See Machine."""
        yield from self._people.start_ready()
        yield from self._people.start_ruling(event)

    def start_by_hand(self, zone: str, cards: Sequence[str], out: bool = False) -> Steps:
        """See Machine."""
        yield from self._people.start_ready()
        yield from self._people.start_by_hand(zone, cards, out)

    def start_language(self, language: str) -> Steps:
        """See Machine."""
        return self._people.start_language(language)
