"""Temporary folders that no signal leaves behind."""

import tempfile

from tierce_tools.base.signals import signals_wait


class Scratch(tempfile.TemporaryDirectory[str]):
    """A temporary folder; signals wait while it is made and while it is removed."""

    def __init__(self, prefix: str = "tierce-", dir: str | None = None) -> None:
        with signals_wait():
            super().__init__(prefix=prefix, dir=dir, ignore_cleanup_errors=True)

    def cleanup(self) -> None:
        """Remove it."""
        with signals_wait():
            super().cleanup()
