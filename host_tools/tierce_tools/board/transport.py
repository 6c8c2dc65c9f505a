"""Bytes to and from a board: a serial port, or a modelled table in this process."""

import errno
import importlib
from contextlib import suppress
from typing import Any, Protocol

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.board.ports import MODELLED, NO_SERIAL_PORT, NO_SUCH_PORT, choose

NO_ANSWER = N_("{port}: no answer; is Tierce on this board? tierce deploy puts it there")

_BAUD = 115200  # USB ignores it; real serial adapters use it
_SOME = 4096
_WRITE_S = 5.0  # a board that accepts no bytes for this long is not running


class Unplugged(Trouble):
    """The port has gone: the cable was pulled, or the board restarts."""

    def __init__(self, port: str) -> None:
        text = N_("{port}: the board is gone; plug it in again and repeat the command")
        super().__init__("ports.unplugged", text, port=port)


class Transport(Protocol):
    """A two-way byte stream. All methods except `close` raise Unplugged if the port has gone.

    It may have `now()`, the seconds of its own time; otherwise that is this computer's.
    """

    def read(self, timeout: float) -> bytes:
        """Return available bytes, after waiting up to `timeout` s for the first."""
        ...

    def write(self, data: bytes) -> None:
        """Send bytes."""
        ...

    def close(self) -> None:
        """Let go of the port."""
        ...


def open_transport(port: str) -> Transport:
    """Open a port given as for `choose`. Raises Trouble."""
    if port == MODELLED:
        from tierce_tools.board.twin_transport import ModelledTransport

        return ModelledTransport()
    return SerialTransport(choose(port).device)


class SerialTransport:
    """A serial port, opened for exclusive use."""

    def __init__(self, device: str) -> None:
        self._device = device
        serial: Any = importlib.import_module("serial")
        self._port: Any = None
        try:
            self._port = serial.serial_for_url(
                device, baudrate=_BAUD, timeout=0, write_timeout=_WRITE_S, exclusive=True
            )
        except Exception as error:  # of pyserial, termios and others
            raise _why_not(device, error) from None

    def read(self, timeout: float) -> bytes:
        """See Transport."""
        port = self._port
        try:
            if port.timeout != timeout:
                port.timeout = timeout
            data = port.read(1)
            if data:
                # Read only what has arrived; reading a fixed number would wait for all of it.
                if self._device.startswith("socket:"):  # in_waiting does not count bytes on sockets
                    port.timeout = 0
                    more = _SOME
                else:
                    more = port.in_waiting
                data += port.read(more) if more else b""
            return bytes(data)
        except Exception:
            raise self._gone() from None

    def write(self, data: bytes) -> None:
        """See Transport."""
        try:
            self._port.write(data)
        except Exception as error:
            if type(error).__name__ == "SerialTimeoutException":
                raise Trouble("link.no_answer", NO_ANSWER, port=self._device) from None
            raise self._gone() from None

    def close(self) -> None:
        """See Transport."""
        port, self._port = self._port, None
        if port is not None:
            with suppress(Exception):  # it may have gone already
                port.close()

    def _gone(self) -> Unplugged:
        self.close()
        return Unplugged(self._device)


def _why_not(device: str, error: Exception) -> Trouble:
    """Return the Trouble for a port that can't be opened; Windows gives the reason as text only."""
    number = getattr(error, "errno", None)
    text = str(error)
    if "://" in device and number is None:
        # pyserial's message repeats the URL.
        return Trouble(
            "ports.url",
            "{port} can't be opened: {error}; a port elsewhere is written socket://HOST:NUMBER or "
            "rfc2217://HOST:NUMBER, and its server must run",
            port=device,
            error=text.rpartition(f"{device}: ")[2],
        )
    windows = "PermissionError(13" in text
    if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK) or windows:
        return Trouble(
            "ports.in_use",
            "{port} is in use by another program: end it (another tierce, mpremote, a serial monitor), then try again",
            port=device,
        )
    if number in (errno.EACCES, errno.EPERM):
        return Trouble(
            "ports.forbidden",
            "you may not open {port}: on Linux join the group that may, as "
            "with `sudo usermod -aG dialout $USER`, then log in again",
            port=device,
        )
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV) or "FileNotFoundError" in text:
        return Trouble("ports.missing", NO_SUCH_PORT, port=device)
    if number == errno.ENOTTY or "Could not configure port" in text:
        return Trouble("ports.no_port", NO_SERIAL_PORT, port=device)
    return Trouble(
        "ports.unopened",
        "{port} can't be opened: {error}; unplug the board, plug it in and try again",
        port=device,
        error=text,
    )
