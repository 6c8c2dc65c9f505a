"""A progress bar on standard error, if that is a terminal."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


@contextmanager
def bar(
    text: str, total: int | None, quiet: bool = False, on: "Console | None" = None
) -> Generator[Callable[[int], None], None, None]:
    """Show a progress bar during the block, `on` another terminal if given; yield a function that advances it.

    Off a terminal, or if `quiet`, nothing is shown and rich is not loaded. `total` is None if
    unknown.
    """
    if quiet or not (on or (sys.stderr and sys.stderr.isatty())):
        yield lambda _: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    with Progress(console=on or Console(stderr=True), transient=True) as shown:
        task = shown.add_task(escape(text), total=total)
        yield lambda more: shown.advance(task, more)
