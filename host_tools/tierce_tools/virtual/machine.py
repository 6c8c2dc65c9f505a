"""What the page can be put in front of: one kind of table, whatever it is made of."""

from collections.abc import Generator
from typing import Any, Protocol

# What takes a while: yields for how many milliseconds of table time it wants to be left alone.
Steps = Generator[float, None, None]


class Machine(Protocol):
    """A table with a board. Whoever holds it calls it from one thread only.

    Its time passes in `advance`, never else.
    """

    @property
    def kind(self) -> str:
        """Return "modelled", "pico" or "mirror"."""
        ...

    @property
    def config(self) -> dict[str, Any]:
        """Return its config.json; another object once it is another table."""
        ...

    @property
    def table(self) -> Any:
        """Return the hardware, a twin.table.Table."""
        ...

    @property
    def readonly(self) -> bool:
        """Tell whether nobody here may move a card or press a button."""
        ...

    @property
    def powered(self) -> bool:
        """Tell whether it has power."""
        ...

    def ms(self) -> float:
        """Return the table's time in milliseconds; it goes on over a power cut."""
        ...

    def advance(self, ms: float) -> None:
        """Let the table's time pass; it may end up a little later, by a poll of the firmware."""
        ...

    def records(self) -> list[dict[str, Any]]:
        """Return what the link has sent since, in order, each once: with "seq", or "lost"."""
        ...

    def start_act(self, seat: int, press: str) -> Steps:
        """Do by the buttons what a log calls `press`: deal, done, knock, pass, hint.

        A notice is read first, an open menu left.
        """
        ...

    def start_draw(self, count: int) -> Steps:
        """Tell by the minus button that `count` cards were drawn; negative, put back."""
        ...

    def start_begin(self, header: dict[str, Any]) -> Steps:
        """Begin a match by the menu; names and house rules are those of the config."""
        ...

    def start_declare(self, zone: str, joker: str, face: str) -> Steps:
        """Say in the menu what a joker stands for; what it can't be, no menu offers."""
        ...

    def start_undo(self) -> Steps:
        """Take back the last turn in the menu."""
        ...

    def start_language(self, language: str) -> Steps:
        """Have the table speak another language."""
        ...

    def start_settle(self) -> Steps:
        """Wait until the table has seen all there is to see, or for as long as that takes."""
        ...

    def screen_text(self) -> list[str]:
        """Return what the screen says, a row a line; [] where that is not known."""
        ...

    def screen_for(self) -> list[int]:
        """Return the seats whose hints may be on the screen: nobody else's business."""
        ...

    def cut(self) -> None:
        """Cut the power: whatever the firmware was at is gone."""
        ...

    def on(self) -> None:
        """Give power again; the cards stay where they lie."""
        ...

    def close(self) -> None:
        """Switch off, and let go of files and ports."""
        ...


class ByPeople:
    """What is done at a table by its buttons, as `_people`, a twin.people.People, do it."""

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

    def start_declare(self, zone: str, joker: str, face: str) -> Steps:
        """See Machine."""
        yield from self._people.start_ready()
        yield from self._people.start_declare(zone, joker, face)

    def start_undo(self) -> Steps:
        """See Machine."""
        yield from self._people.start_ready()
        yield from self._people.start_undo()

    def start_language(self, language: str) -> Steps:
        """See Machine."""
        return self._people.start_language(language)
