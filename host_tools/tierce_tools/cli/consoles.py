"""rich's console for standard output."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console


def console(**options: Any) -> "Console":
    """Return rich's console for standard output; options as for `rich.console.Console`.

    Numbers and names are not coloured. If the reader has closed the pipe (`| head`) it raises
    BrokenPipeError, as print does; rich itself would exit with code 1.
    """
    from rich.console import Console

    class Ours(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Ours(highlight=False, **options)
