"""A table on an emulated Pico behind the page: MicroPython's own image with the firmware.

It is slow, so its table is small; but it behaves as a Pico does. It is reached over its link only,
so its buttons are pressed without seeing its menus.
"""

import copy
import importlib
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tierce_tools.base.extras import need
from tierce_tools.base.paths import firmware
from tierce_tools.base.scratch import Scratch
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import follow, images, uf2
from tierce_tools.description import boards
from tierce_tools.machines.blind import Blind
from tierce_tools.virtual.board import deck_bin
from tierce_tools.virtual.machine import Act, Machine, Steps

# Each further zone takes a Pico about 50 ms more per round of scans.
ZONES = ("discard", "meld1", "meld2", "seat0", "seat1")
_GAME = "manipulation"  # a meld is a turn there, without a minimum for the first lay
_FROM_UF2 = "TIERCE_UF2"
_CPU_S = 0.025  # at a time, so that others can run
_PIECE_MS = 5.0  # of the table's time, between two looks at the link
_UP_MS = 8000.0  # of the table's time, for a starting board to answer
_ASK_MS = 1500.0  # between two attempts to reach it
_FIRST_RATE = 0.07  # until it is measured
_RATE_S = 3.0  # between two measurements of its speed
_FADES_MS = 5000  # until the screen has certainly dropped a hint


def image(path: Path | None = None) -> uf2.Image:
    """Return the MicroPython image to run: from a file, from TIERCE_UF2, or the official one.

    The official one is downloaded once. Raises Trouble if the file is missing or for another chip,
    or the download fails.
    """
    if path is None and os.environ.get(_FROM_UF2):
        path = Path(os.environ[_FROM_UF2])
    if path is not None:
        found = uf2.read(path)
    else:
        chosen = images.official(images.default_board(boards.RP2040), None)
        raw = images.fetch(chosen, images.cache(), images.site())
        found = uf2.parse(raw, chosen.file)
    if found.chip is not boards.RP2040:
        raise Trouble(
            "table.pico_chip",
            "{name} is for the {chip}: --pico needs MicroPython's .uf2 for "
            "the Pico (RP2040); leave --uf2 out to have it downloaded",
            name=found.name,
            chip=found.chip.name,
        )
    return found


def small_config() -> dict[str, Any]:
    """Return a part of the club's config, with which a slow Pico starts in reasonable time."""
    config: dict[str, Any] = json.loads((firmware() / "config.json").read_text("utf-8"))
    config["zones"] = [zone for zone in config["zones"] if zone["zone"] in ZONES]
    config["game"] = _GAME
    return config


def maker(path: Path | None = None) -> Callable[[dict[str, Any] | None], "PicoTable"]:
    """Return a maker of tables on an emulated Pico, one after another. Raises Trouble."""
    check_packages()
    with_image = image(path)
    last: list[PicoTable] = []

    def machine_for(config: dict[str, Any] | None) -> PicoTable:
        if last and last[0].is_as_new(config):
            return last[0]  # starting one takes long
        while last:
            last.pop().close()
        last.append(PicoTable(with_image, config))
        return last[-1]

    return machine_for


def check_packages() -> None:
    """Check that the emulator is installed. Raises Trouble."""
    need("pico", "rp2040py", "littlefs")


class PicoTable(Machine):
    """A Machine on an emulated Pico, switched on; after some seconds it `is_up`.

    `advance` may let less time pass than requested, so that a call never takes long. `rate` is the
    speed of the table's time relative to real time: about 0.07.
    """

    kind = "pico"
    boot_ms = 0

    def __init__(self, image: uf2.Image, config: dict[str, Any] | None = None) -> None:
        check_packages()
        twin_pico: Any = importlib.import_module("tierce_tools.machines.twin_pico")
        twin: Any = importlib.import_module("tierce_tools.twin.assembly")
        ports: Any = importlib.import_module("tierce_tools.twin.port")
        self.config = small_config() if config is None else copy.deepcopy(config)
        screen: Any = self.config.get("screen")
        if screen and "i2c" in screen:
            raise Trouble(
                "table.pico_oled",
                "the emulated Pico has no screen on I2C: give a config.json with an e-paper, or without a screen",
            )
        deck = deck_bin(twin.uid_of_14443 if twin.iso14443(self.config) else twin.uid_of)
        files = twin_pico.table_files(self.config, deck)
        with Scratch() as folder:
            path = Path(folder, "image.uf2")
            path.write_bytes(image.raw)
            try:
                self._pico: Any = twin_pico.Pico(path, files, self.config)
            except ValueError:
                raise Trouble(
                    "table.pico_image",
                    "{name} (for {board}) keeps no files where a Pico does: "
                    "take MicroPython's .uf2 for the Pico, or leave --uf2 out",
                    name=image.name,
                    board=image.board,
                ) from None
        self.table: Any = self._pico.table
        self.is_up = False
        self.rate = _FIRST_RATE
        self._name = image.name
        self._host: Any = ports.Host(self._pico)
        self._host.next = 1
        self._blind = Blind(self.table, self.config)
        self._people = self._blind.people
        self._new: list[dict[str, Any]] = []
        self._played = False
        self._off_ms = 0.0  # time without power
        self._since = 0.0  # time of its start
        self._ask_at = 0.0
        self._hinted: list[int] = []
        self._gone_at = 0.0
        self._measured = (time.monotonic(), 0.0)  # last time: real, table's

    def is_as_new(self, config: dict[str, Any] | None) -> bool:
        """Tell whether it has this config, and nothing was played on it."""
        return self.powered and not self._played and config in (None, self.config)

    # --- time

    def ms(self) -> float:
        """See Machine."""
        return self._pico.ms + self._off_ms

    def advance(self, ms: float) -> None:
        """See Machine; takes at most some 30 ms of real time."""
        if not self.powered:
            self._off_ms += ms
            return
        late = time.monotonic() + _CPU_S
        end = self._pico.ms + ms
        while (left := end - self._pico.ms) > 0 and (rest := late - time.monotonic()) > 0:
            self._pico.run(min(left, _PIECE_MS), rest)
            self._blind.look(self._pico.ms)
            self._listen()
        self._measure()

    def _measure(self) -> None:
        """Measure the speed now and then, as a figure that changes constantly is unreadable."""
        since, ms = self._measured
        real = time.monotonic() - since
        if real >= _RATE_S:
            self.rate = max(0.001, float(f"{(self._pico.ms - ms) / real / 1000:.1g}"))
            self._measured = (since + real, self._pico.ms)

    # --- the link

    def records(self) -> list[dict[str, Any]]:
        """See Machine."""
        found, self._new = self._new, []
        return found

    def _listen(self) -> None:
        """Read the link; connect again after a restart of the board."""
        pico, host = self._pico, self._host
        if not pico.connected:
            if self.is_up:  # the board has restarted by itself
                self._start_anew()
            return
        host.poll()
        if host.answers:
            self.is_up = True
            host.answers.clear()
        elif not self.is_up and self.ms() >= self._ask_at:
            # An earlier request may have gone to the prompt, before the program ran.
            self._ask_at = self.ms() + _ASK_MS
            host.resume()
        found = host.lost + host.log
        host.lost, host.log = [], []
        for record in found:
            self._played = self._played or follow.is_header(record)
            self._blind.take(record)
        if seats := self._blind.hinted():
            self._hinted, self._gone_at = seats, self.ms() + _FADES_MS
        elif self.ms() >= self._gone_at:
            self._hinted = []
        self._new += found

    def _start_anew(self) -> None:
        self.is_up = False
        self._since = self._ask_at = self.ms()
        self._blind.restarted()

    def _start_up(self) -> Steps:
        """Steps: wait until the board answers. Raises Trouble if it does not."""
        while not self.is_up:
            if self.ms() > self._since + _UP_MS:
                raise Trouble(
                    "table.pico_silent",
                    "{name} does not start the table: take MicroPython 1.28 for the Pico, or leave --uf2 out",
                    name=self._name,
                )
            yield _PIECE_MS

    # --- people

    def start(self, act: Act, *details: Any) -> Steps:
        """See Machine."""
        yield from self._start_up()
        yield from super().start(act, *details)

    def start_settle(self) -> Steps:
        """See Machine."""
        yield from self._start_up()
        yield from self._blind.start_settle()

    # --- the screen

    def screen_text(self) -> list[str]:
        """See Machine: only the pixels are known."""
        return []

    def screen_for(self) -> list[int]:
        """See Machine."""
        return self._hinted

    # --- power

    def cut(self) -> None:
        """See Machine. The contents of its flash stay."""
        if self.powered:
            self.powered = False
            self._pico.cut()

    def on(self) -> None:
        """See Machine."""
        if not self.powered:
            self.powered = True
            self._measured = (time.monotonic(), self._pico.ms)
            self._start_anew()

    def close(self) -> None:
        """See Machine."""
        self.powered = False
