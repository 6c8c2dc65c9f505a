"""The modelled table behind the page: the firmware on CPython, over the modelled chips."""

import importlib
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.records import missing
from tierce_tools.virtual.board import ModelledBoard, config_for, is_sound, records_of
from tierce_tools.virtual.kept_tables import Kept, KeptTables
from tierce_tools.virtual.machine import Machine, Steps

_ROOM = 1 << 16  # bytes in the link's buffer, which is emptied every few milliseconds
_COLUMN, _LINE = 8, 16  # dots
_FADES_MS = 5000  # until the screen certainly shows its latest content
_OUTCOMES = 64  # outcomes that people remember
_ANY = {"game": "rami51", "players": ["Ana", "Luc"]}  # the table's config before a match is known


class Maker:
    """A maker of modelled tables, one after another, with their files in a folder: machine_for of play.Play.

    Each begins with an empty journal; the deck stays. `first` is the config of all tables that are
    not made for a match; without it tables are made for their match, and can be extended. With
    `kept_tables` tables are kept there; with `resume` the first one is the table with a match to go on
    with, if there is one.
    """

    def __init__(
        self,
        folder: Path,
        first: dict[str, Any] | None = None,
        language: str = "en",
        kept_tables: KeptTables | None = None,
        resume: bool = False,
    ) -> None:
        self._folder = folder
        self._first = first
        self._language = language
        self.kept_tables = kept_tables
        self._resume = resume
        self._last: Modelled | None = None

    def __call__(self, config: dict[str, Any] | None) -> "Modelled":
        """Make another table; None: with the current config."""
        if self.kept_tables is None:
            return self.unkept(config)
        if config is None and self._resume:
            for waiting in self.kept_tables.waiting():
                try:
                    return self.go_on(waiting)
                except Trouble as trouble:
                    self.kept_tables.complain(trouble)
        self._let_go()
        kept = self.kept_tables.fresh()
        return self._made(Modelled(kept.folder, self._config(config), self._first is None, kept))

    def unkept(self, config: dict[str, Any] | None) -> "Modelled":
        """Make a table that is not kept, as a playback's log exists already."""
        self._let_go()
        files = self._folder
        for old in (*(files / "journal").glob("*"), *files.glob("totals.bin")):
            old.unlink()
        return self._made(Modelled(self._folder, self._config(config), self._first is None))

    def go_on(self, kept: Kept) -> "Modelled":
        """Set up a kept table again, with its match. Raises Trouble; then nothing has changed."""
        if not is_sound(kept.folder):
            with suppress(OSError):  # the store may lack the last records
                kept.take(records_of(kept.folder))
            kept.close()
            raise Trouble(
                "table.kept_damaged",
                "The match in {folder} can't go on: config.json there is "
                "damaged. Once tierce logs shows the match, you may delete that folder.",
                folder=kept.folder,
            )
        self._let_go()
        kept.be_called()
        return self._made(Modelled(kept.folder, None, kept.told.get("to_measure") is True, kept))

    def _config(self, config: dict[str, Any] | None) -> dict[str, Any]:
        return config or self._first or config_for(_ANY, self._language)

    def _let_go(self) -> None:
        last, self._last = self._last, None
        if last is not None:
            last.close()

    def _made(self, machine: "Modelled") -> "Modelled":
        self._last = machine
        return machine


class Modelled(ModelledBoard, Machine):
    """A modelled table as a Machine, switched on."""

    kind = "modelled"
    goes_back = True

    def __init__(
        self, folder: Path, config: dict[str, Any] | None = None, to_measure: bool = False, kept: Kept | None = None
    ) -> None:
        self.kept = kept
        self.to_measure = to_measure
        ports: Any = importlib.import_module("tierce_tools.twin.port")
        puppets: Any = importlib.import_module("tierce_tools.twin.puppets")
        super().__init__(folder, config, port=ports.Port(room=_ROOM))
        self._host: Any = ports.Host(self.port)
        self._next = 0  # number of the next record; 0: unknown
        self._hinted: list[int] = []  # seats whose hint the screen may still show
        self._gone_at = 0.0  # when the hint has certainly gone
        self._rows: list[tuple[int, Any, int]] = []  # on the screen
        super().on()
        self._people: Any = puppets.Puppets(self.table, self.program)
        self._note_shown()
        if kept is not None:
            self._host.next = 1  # reads its whole journal again
            self._host.resume()
            self._host.ask("time", unix=int(time.time()))

    def ms(self) -> float:
        """See Machine."""
        return self.table.clock.now / 1000

    def advance(self, ms: float) -> None:
        """See Machine."""
        self.run(ms)

    def records(self) -> list[dict[str, Any]]:
        """See Machine."""
        host = self._host
        host.poll()
        told = sorted(host.lost + host.log, key=lambda each: each.get("seq", each.get("from")))
        host.lost, host.log, host.answers = [], [], host.answers[-4:]
        found: list[dict[str, Any]] = []
        for each in told:
            if "seq" in each and 0 < self._next < each["seq"]:
                lost = missing(each, self._next)  # its journal is damaged
                found += [lost] if lost else []
            found.append(each)
            self._next = each["seq"] + 1 if "seq" in each else each["from"] + each["lost"]
        return found

    # --- people

    def _note_shown(self) -> None:
        """Note the screen's rows, and whose hint they show, as only that seat may see it."""
        signal = self.program.match.signal
        screen = self._screen()
        self._rows = []
        if screen is not None:
            draw = screen.draw

            def drawn(canvas: Any, rows: list[tuple[int, Any, int]]) -> Any:
                self._rows = rows
                return draw(canvas, rows)

            screen.draw = drawn

        def noted(outcome: tuple[Any, ...]) -> None:
            if outcome[0] == "hint":
                self._hinted.append(outcome[2])
            del self._people.outcomes[:-_OUTCOMES]
            signal(outcome)

        self.program.match.signal = noted

    def start_settle(self) -> Steps:
        """See Machine."""
        return self._people.start_wait()

    # --- the screen

    def screen_text(self) -> list[str]:
        """See Machine."""
        if self._screen() is None:
            return []
        cells: Any = importlib.import_module("drivers.font").cells_of
        return [" ".join(text for _, text in cells(row)) for _, row, _ in self._rows]

    def screen_for(self) -> list[int]:
        """See Machine."""
        screen = self._screen()
        if not self._hinted or screen is None:
            return self._hinted
        program = self.program
        canvas = program.board.canvas
        rows = program.panel.rows(canvas.width // _COLUMN, canvas.height // _LINE)
        if program.show.hint is not None or self._rows != rows:
            self._gone_at = self.ms() + _FADES_MS
        elif self.ms() >= self._gone_at:
            self._hinted = []
        return self._hinted

    def _screen(self) -> Any:
        program = self.program
        for task in program.loop.tasks if program else ():
            if task.name == "screen":
                return task.begin.__self__
        return None

    # --- power

    def cut(self) -> None:
        """See Machine."""
        super().cut()
        self.powered = False
        self.port.unplug()

    def on(self) -> None:
        """See Machine."""
        self.port.plug()
        super().on()
        self.powered = True
        self._people.table = self.table
        self._people.sit_down(self.program)
        self._note_shown()
        self._host.resume()

    def go_back(self, after: int) -> None:
        """See Machine."""
        self.cut()
        self.forget(after)
        self.on()

    def extend(self, config: dict[str, Any]) -> None:
        """See Machine."""
        self.port.unplug()
        super().extend(config)

    def close(self) -> None:
        """See Machine."""
        self.stop()
        self.powered = False
        kept, self.kept = self.kept, None
        if kept is not None:
            kept.close()
