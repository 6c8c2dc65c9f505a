"""A progress bar on standard error, if that is a terminal."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def bar(text: str, total: int | None, quiet: bool = False) -> Generator[Callable[[int], None], None, None]:
    """Show a progress bar during the block; yield a function that advances it.

    Off a terminal, or if `quiet`, nothing is shown and rich is not loaded. `total` is None if
    unknown.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():  # pyright: ignore[reportUnnecessaryComparison]
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(text, total=total)
        yield lambda more: shown.advance(task, more)
