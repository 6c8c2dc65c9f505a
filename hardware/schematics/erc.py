"""The electrical rules check of a circuit: SKiDL's own, its lines caught instead of printed."""

import logging
from typing import Any

from quiet import skidl


class _Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname}: {record.getMessage()}")


def check(circuit: Any) -> list[str]:
    """Return all errors and warnings of a circuit, sorted; none where it is clean."""
    caught = _Lines()
    skidl.erc_logger.addHandler(caught)
    try:
        circuit.ERC()
    finally:
        skidl.erc_logger.removeHandler(caught)
    return sorted(caught.lines)
