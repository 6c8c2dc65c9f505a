"""Finds the serial ports of boards, and chooses one."""

import importlib
import os
from dataclasses import dataclass
from typing import Any

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.description.boards import CHIPS

NO_SUCH_PORT = N_("there is no port {port}: is the cable plugged in? without --port the board is looked for")
NO_SERIAL_PORT = N_("{port} is not a serial port: name the board's, such as /dev/ttyACM0 or COM3")

AUTO = "auto"
MODELLED = "modelled"

_RASPBERRY_PI = 0x2E8A
# USB product ids that do not run MicroPython: the chips' loaders and the debug probes.
_NO_BOARD = (*(chip.loader for chip in CHIPS), 0x0004, 0x000C)


@dataclass(frozen=True)
class Found:
    """A port: its device, the USB serial number (None if unknown), a description."""

    device: str
    serial: str | None
    about: str


def find() -> list[Found]:
    """Return the ports of running Picos, sorted by device."""
    return sorted(
        (_found(port) for port in _ports() if port.vid == _RASPBERRY_PI and port.pid not in _NO_BOARD),
        key=lambda found: found.device,
    )


def choose(port: str) -> Found:
    """Return a port given as a device, a pyserial URL, or "auto" for the only one.

    Raises Trouble if there is none, or more than one.
    """
    if port == AUTO:
        there = find()
        if not there:
            raise Trouble(
                "ports.none",
                "no board found: plug the table's USB cable in, or name its port, as in --port /dev/ttyACM0 or "
                "--port COM3",
            )
        if len(there) > 1:
            raise Trouble(
                "ports.several",
                "several boards found: {ports}; say which one with --port",
                ports=", ".join(found.device for found in there),
            )
        return there[0]
    if port == MODELLED or "://" in port:
        return Found(port, None, port)
    if not port.strip():
        raise Trouble("ports.missing", NO_SUCH_PORT, port=repr(port))
    if os.sep == "/" and not os.path.exists(port):
        raise Trouble("ports.missing", NO_SUCH_PORT, port=port)
    if os.path.isfile(port) or os.path.isdir(port):
        raise Trouble("ports.no_port", NO_SERIAL_PORT, port=port)
    real = os.path.realpath(port)
    for each in _ports():
        if each.device in (port, real):
            return Found(port, each.serial_number, _found(each).about)
    return Found(port, None, port)


def device_of(found: Found) -> str:
    """Return a board's current device; it is found again by its serial number, if it has one."""
    if found.serial is not None:
        for each in find():
            if each.serial == found.serial:
                return each.device
    return found.device


def _ports() -> list[Any]:
    listing: Any = importlib.import_module("serial.tools.list_ports")
    return list(listing.comports())


def _found(port: Any) -> Found:
    about = " ".join(str(part) for part in (port.manufacturer, port.product) if part)
    return Found(port.device, port.serial_number, about or port.description or port.device)
