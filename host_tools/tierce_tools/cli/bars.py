"""Progress on standard error, where that is a terminal."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def bar(
    text: str, total: int | None, quiet: bool = False
) -> Generator[Callable[[int], None], None, None]:
    """Show a bar while something goes on; yield a function that says how much more is done.

    Nothing is shown, and rich is not loaded, off a terminal and if `quiet`. `total` None: nobody
    knows.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():  # pyright: ignore[reportUnnecessaryComparison]
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(text, total=total)
        yield lambda more: shown.advance(task, more)
