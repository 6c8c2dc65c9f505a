"""SKiDL, set to KiCad 6; it writes no file, prints nothing and leaves home alone.

As it comes, SKiDL opens a .log and an .erc in the working folder, makes a folder in the user's
home and says on stderr which KiCads aren't there, all while it is imported. So import it from
here: `from quiet import skidl`.
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

import symbols

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


def circuit() -> Any:
    """Return a new, empty circuit."""
    new = skidl.Circuit()
    new.no_files = True
    return new


def part(circuit: Any, library: str, name: str, ref: str) -> Any:
    """Return a new part of a circuit, from a library of KiCad's or our own `tierce`."""
    return skidl.Part(_library(library, name), name, circuit=circuit, ref=ref, tag=ref)


@functools.cache
def _library(library: str, name: str) -> Any:
    """Return SKiDL's library of one symbol: a whole one of KiCad's takes it seconds to read.

    Nor may it keep what it has read: it would do so in the user's home.
    """
    tree = symbols.load(f"{library}:{name}").tree
    text = symbols.write("kicad_symbol_lib", [["symbol", symbols.quoted(name), *tree[2:]]])
    paths = skidl.lib_search_paths[TOOL]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, f"{library}.kicad_sym").write_text(text, "utf-8")
        skidl.lib_search_paths[TOOL] = [folder]
        try:
            return skidl.SchLib(library, use_cache=False, use_pickle=False)
        finally:
            skidl.lib_search_paths[TOOL] = paths


def net(circuit: Any, name: str) -> Any:
    """Return a new net of a circuit."""
    return skidl.Net(name, circuit=circuit)
