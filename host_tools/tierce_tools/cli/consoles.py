"""The terminal, for people."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console


def console(**options: Any) -> "Console":
    """Return rich's console for standard output; options as `rich.console.Console` has them.

    Numbers and names are not coloured. Where the reader has gone (`| head`) it raises
    BrokenPipeError, as print does; rich itself would leave with an exit code of 1.
    """
    from rich.console import Console

    class Ours(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Ours(highlight=False, **options)
