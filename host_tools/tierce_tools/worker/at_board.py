"""The table's page at a real board: what `tierce table --port` shows, over the page's port."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from tierce_tools.base.texts import SOURCE, languages
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.words import trouble_text
from tierce_tools.machines import mirror
from tierce_tools.worker import boarding, cable
from tierce_tools.worker.shell import Shell


def begin(work: str, language: str, line: Any) -> Shell | str:
    """Return the table and its page; why there is none, as a sentence. `line` is that of static/line.js."""
    ffi: Any = import_module("pyodide.ffi")
    cable.plug(line, ffi.run_sync)

    def beside(run: Callable[[], None]) -> Callable[[float], object]:
        line.beside(ffi.create_proxy(run))
        return lambda _: None  # it ends with this worker

    try:
        return Shell(work, "", language, machine_for=mirror.maker(cable.DEVICE, beside))
    except Trouble as trouble:
        return trouble_text(boarding.told_here(trouble), language if language in languages() else SOURCE)
