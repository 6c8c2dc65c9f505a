"""How a computer player thinks: at once here; where there are threads, beside the table."""

from collections.abc import Callable
from typing import Any, Protocol


class Thought(Protocol):
    """What comes of thinking."""

    def done(self) -> bool:
        """Tell whether `result` is there."""
        ...

    def result(self) -> Any:
        """Return it, or raise what went wrong."""
        ...


Think = Callable[[Callable[[], Any]], Thought]


class AtOnce:
    """A thought that was had when it was asked for."""

    def __init__(self, think: Callable[[], Any]) -> None:
        self._think = think

    def done(self) -> bool:
        """See Thought."""
        return True

    def result(self) -> Any:
        """See Thought."""
        return self._think()
