"""SKiDL, another reader of our circuits; it writes no file, prints nothing and leaves home alone.

As it comes, SKiDL opens a .log and an .erc in the working folder, makes a folder in the user's
home and says on stderr which KiCads aren't there, all while it is imported.
"""

import contextlib
import functools
import inspect
import io
import logging
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from tierce_plans.schematics import symbols
from tierce_plans.schematics.circuits import SUPPLIES, Sheet

TOOL = "kicad6"


def _import() -> Any:
    here, kept = os.getcwd(), dict(os.environ)
    loggers, simulates = logging.getLoggerClass(), sys.modules.get("InSpice")
    stack = inspect.stack
    with tempfile.TemporaryDirectory() as folder:
        try:
            os.environ["XDG_DATA_HOME"] = folder
            for version in range(5, 11):
                name = "KICAD_SYMBOL_DIR" if version == 5 else f"KICAD{version}_SYMBOL_DIR"
                os.environ[name] = folder
            # What it would simulate with brings matplotlib, which writes to the user's home.
            sys.modules.setdefault("InSpice", None)  # type: ignore[arg-type]
            os.chdir(folder)  # its log files open here
            # Finding out who imports it would take longer than all the rest.
            inspect.stack = lambda: [inspect.FrameInfo(None, "skidl", 0, "", None, None)]
            with contextlib.redirect_stderr(io.StringIO()):
                import skidl
                from skidl import logger

                for each in (logger.rt_logger, logger.erc_logger):
                    for handler in list(each.handlers):
                        each.removeHandler(handler)
                    each.addHandler(logging.NullHandler())  # else Python would print for it
        finally:
            inspect.stack = stack
            if simulates is None:
                sys.modules.pop("InSpice", None)
            os.chdir(here)
            os.environ.clear()
            os.environ.update(kept)
            logging.setLoggerClass(loggers)
    skidl.set_default_tool(TOOL)
    skidl.config.query_backup_lib = False
    # Where each part and net was made is of no use here, and takes longer than all the rest.
    skidl.circuit.get_skidl_trace = lambda: []
    skidl.circuit.get_script_dir = lambda: ""
    return skidl


skidl = _import()


def circuit_of(sheet: Sheet) -> Any:
    """Return a sheet as a circuit of SKiDL's."""
    circuit = skidl.Circuit()
    circuit.no_files = True
    parts = {
        part.ref: skidl.Part(_library(part.symbol.name), part.symbol.title, circuit=circuit, ref=part.ref, tag=part.ref)
        for part in sheet.parts
    }
    for name, pins in sheet.nets().items():
        net = skidl.Net(name, circuit=circuit)
        if name in SUPPLIES:
            net.drive = skidl.POWER
        net.connect(*(parts[ref].p[pin] for ref, pin in pins))
    for part in parts.values():
        for pin in part.pins:
            if not pin.nets:
                circuit.NC.connect(pin)
    return circuit


@functools.cache
def _library(symbol: str) -> Any:
    """Return SKiDL's library of one symbol. It may not keep what it has read: in the user's home."""
    library, _, name = symbol.partition(":")
    text = symbols.write("kicad_symbol_lib", [["symbol", symbols.quoted(name), *symbols.load(symbol).tree[2:]]])
    paths = skidl.lib_search_paths[TOOL]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, f"{library}.kicad_sym").write_text(text, "utf-8")
        skidl.lib_search_paths[TOOL] = [folder]
        try:
            return skidl.SchLib(library, use_cache=False, use_pickle=False)
        finally:
            skidl.lib_search_paths[TOOL] = paths


class _Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname}: {record.getMessage()}")


def check(sheet: Sheet) -> list[str]:
    """Return what SKiDL's check of electrical rules finds; nothing where all is well."""
    caught = _Lines()
    circuit = circuit_of(sheet)
    skidl.erc_logger.addHandler(caught)
    try:
        circuit.ERC()
    finally:
        skidl.erc_logger.removeHandler(caught)
    return sorted(caught.lines)
