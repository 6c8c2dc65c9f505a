"""Runs a computer player's thinking at once; a shell with threads has its own way."""

from collections.abc import Callable
from typing import Any, Protocol


class Thought(Protocol):
    """The result of thinking, perhaps later."""

    def done(self) -> bool:
        """Tell whether `result` is available."""
        ...

    def wait(self) -> None:
        """Return once it is done; the table stands still until then."""
        ...

    def result(self) -> Any:
        """Return the result, or raise its error."""
        ...


Think = Callable[[Callable[[], Any]], Thought]


class AtOnce:
    """A result computed at once."""

    def __init__(self, think: Callable[[], Any]) -> None:
        self._think = think

    def done(self) -> bool:
        """See Thought."""
        return True

    def wait(self) -> None:
        """See Thought."""

    def result(self) -> Any:
        """See Thought."""
        return self._think()
