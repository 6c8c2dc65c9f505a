"""SKiDL, set to KiCad 6 and its symbols; it writes no file, prints nothing and leaves home alone.

As it comes, SKiDL opens a .log and an .erc in the working folder, makes a folder in the user's
home and says on stderr which KiCads aren't there, all while it is imported. So import it from
here: `from quiet import skidl`.
"""

import contextlib
import io
import logging
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

SYMBOLS = Path(os.environ.get("KICAD6_SYMBOL_DIR", "/usr/share/kicad/symbols"))
OWN = Path(__file__).parent
TOOL = "kicad6"
FORMAT = "(version 20211014)"  # of its libraries


def available() -> bool:
    """Tell whether the symbol libraries of KiCad 6 are here (Debian 12: kicad-symbols).

    Those of later ones have other symbols, and so would give other files.
    """
    library = SYMBOLS / "74xx.kicad_sym"
    return library.is_file() and FORMAT in library.read_text("utf-8")[:80]


def _import() -> Any:
    folder = tempfile.mkdtemp()
    here = os.getcwd()
    kept = dict(os.environ)
    loggers = logging.getLoggerClass()
    simulates = sys.modules.get("InSpice")
    try:
        os.environ["XDG_DATA_HOME"] = folder
        for version in range(5, 11):
            name = "KICAD_SYMBOL_DIR" if version == 5 else f"KICAD{version}_SYMBOL_DIR"
            os.environ[name] = str(SYMBOLS)
        # What it would simulate with brings matplotlib, which writes to the user's home.
        sys.modules.setdefault("InSpice", None)  # type: ignore[arg-type]
        os.chdir(folder)  # its log files open here, and are removed below
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            import skidl
            from skidl import logger

            for each in (logger.rt_logger, logger.erc_logger):
                for handler in list(each.handlers):
                    each.removeHandler(handler)
                each.addHandler(logging.NullHandler())  # else Python would print for it
    finally:
        if simulates is None:
            sys.modules.pop("InSpice", None)
        os.chdir(here)
        os.environ.clear()
        os.environ.update(kept)
        logging.setLoggerClass(loggers)
        shutil.rmtree(folder, ignore_errors=True)
    skidl.set_default_tool(TOOL)
    skidl.config.query_backup_lib = False
    skidl.lib_search_paths[TOOL] = [str(SYMBOLS), str(OWN)]
    # Where each part and net was made is of no use here, and takes longer than all the rest.
    skidl.circuit.get_skidl_trace = lambda: []
    return skidl


skidl = _import()
_symbols: dict[tuple[str, str], Any] = {}


def circuit() -> Any:
    """Return a new, empty circuit."""
    new = skidl.Circuit()
    new.no_files = True
    return new


def part(circuit: Any, library: str, name: str, ref: str) -> Any:
    """Return a new part of a circuit, from a library of KiCad's or our own `tierce`."""
    if (library, name) not in _symbols:
        _symbols[library, name] = _load(library, name)
    return skidl.Part(_symbols[library, name], name, circuit=circuit, ref=ref, tag=ref)


def symbol(library: str, name: str) -> str:
    """Return the text of a symbol in its library, after those that it extends."""
    folder = OWN if library == "tierce" else SYMBOLS
    text = (folder / f"{library}.kicad_sym").read_text("utf-8")
    begin = text.index(f'\n  (symbol "{name}"') + 1
    end = text.find('\n  (symbol "', begin)
    if end < 0:
        end = text.rindex("\n)")
    found = text[begin : end + 1]
    parent = re.search(r'\(extends "([^"]+)"\)', found)
    return (symbol(library, parent[1]) if parent else "") + found


def _load(library: str, name: str) -> Any:
    """Return SKiDL's library of one symbol: a whole one of KiCad's takes it seconds to read.

    Nor may it keep what it has read: it would do so in the user's home.
    """
    with tempfile.TemporaryDirectory() as folder:
        text = f"(kicad_symbol_lib (version 20211014)\n{symbol(library, name)})\n"
        Path(folder, f"{library}.kicad_sym").write_text(text, "utf-8")
        paths = skidl.lib_search_paths[TOOL]
        skidl.lib_search_paths[TOOL] = [folder]
        try:
            return skidl.SchLib(library, use_cache=False, use_pickle=False)
        finally:
            skidl.lib_search_paths[TOOL] = paths


def net(circuit: Any, name: str) -> Any:
    """Return a new net of a circuit."""
    return skidl.Net(name, circuit=circuit)
