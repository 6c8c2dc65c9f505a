"""Schematics of a table: from its description to a circuit, and to the netlist that KiCad reads."""

import logging
import re
from typing import Any

import breadboard
import carrier
import quiet
from parts import Block, Sheet

from tierce_plans.carrier import carrier_problems
from tierce_tools.description.tables import Table
from tierce_tools.trouble import Trouble

__all__ = ["Block", "Sheet", "build", "check", "netlist"]


def build(table: Table) -> Sheet:
    """Return the schematic of a table.

    Raises Trouble for what the carrier cannot, or a GPIO that is not on the Pico's edge.
    """
    if table.build.on == "carrier":
        for _, key, details in carrier_problems(table):
            raise Trouble("hardware", key, *details)
    return (carrier if table.build.on == "carrier" else breadboard).sheet(table)


# What SKiDL notes of the hour, of the script, and for itself.
_NOTES = (
    (re.compile(r'\((date|source) "[^"]*"\)'), r"(\1)"),
    (re.compile(r'\s*\(field\s*\(name "SKiDL Tag"\) "[^"]*"\)'), ""),
    (re.compile(r'\s*\(field\s*\(name "[^"]*"\)\)'), ""),  # empty
)


def netlist(sheet: Sheet) -> str:
    """Return the netlist for KiCad; the same text for the same circuit."""
    text: str = sheet.circuit.generate_netlist(do_backup=False, track_src=False)
    for pattern, instead in _NOTES:
        text = pattern.sub(instead, text)
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


class _Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname}: {record.getMessage()}")


def check(circuit: Any) -> list[str]:
    """Return what SKiDL's check of electrical rules finds, sorted; nothing where all is well."""
    caught = _Lines()
    quiet.skidl.erc_logger.addHandler(caught)
    try:
        circuit.ERC()
    finally:
        quiet.skidl.erc_logger.removeHandler(caught)
    return sorted(caught.lines)
