"""Serial ports: which board is chosen, and the errors of missing, busy and wrong ports."""

import errno
import os
import pty
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tierce_tools.base.trouble import Trouble
from tierce_tools.board import ports, transport
from tierce_tools.board.repl import Repl
from tierce_tools.board.transport import SerialTransport, Unplugged


def plugged(device: str, vid: int | None = 0x2E8A, pid: int | None = 5, serial: str = "E66") -> Any:
    said = {"product": "Board", "manufacturer": "MicroPython", "description": "Board in FS mode"}
    return SimpleNamespace(device=device, vid=vid, pid=pid, serial_number=serial, **said)


def there(monkeypatch: pytest.MonkeyPatch, *found: Any) -> None:
    monkeypatch.setattr(ports, "_ports", lambda: list(found))


@pytest.fixture
def line() -> Iterator[tuple[int, str]]:
    """Return both ends of a pseudo-terminal: a descriptor, and the name of a port."""
    master, slave = pty.openpty()
    name = os.ttyname(slave)
    os.close(slave)
    yield master, name
    with suppress(OSError):
        os.close(master)


def test_only_boards_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    others = (("COM1", None, None), ("COM4", 0x0403, 0x6001), ("COM5", 0x2E8A, 3), ("COM6", 0x2E8A, 0x000C))
    there(monkeypatch, plugged("COM7"), plugged("COM3", serial="E61"), *(plugged(*each) for each in others))
    assert [(found.device, found.serial) for found in ports.find()] == [("COM3", "E61"), ("COM7", "E66")]


def test_auto_is_the_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    there(monkeypatch, plugged("COM7"))
    assert ports.choose("auto") == ports.Found("COM7", "E66", "MicroPython Board")
    there(monkeypatch)
    with pytest.raises(Trouble, match=r"\.none',"):
        ports.choose("auto")
    there(monkeypatch, plugged("COM7"), plugged("COM3"))
    with pytest.raises(Trouble) as several:
        ports.choose("auto")
    assert (several.value.key, several.value.details) == ("several", {"ports": "COM3, COM7"})


def test_a_symbolic_link_is_known_by_what_it_names(
    monkeypatch: pytest.MonkeyPatch, line: tuple[int, str], tmp_path: Path
) -> None:
    there(monkeypatch, plugged(line[1]))
    link = tmp_path / "table"
    link.symlink_to(line[1])
    found = ports.choose(str(link))
    assert (found.device, found.serial) == (str(link), "E66")


@pytest.mark.parametrize(
    ("port", "key"), [("/dev/nothing", "missing"), ("", "missing"), ("/", "no_port"), (__file__, "no_port")]
)
def test_what_is_no_port(port: str, key: str) -> None:
    with pytest.raises(Trouble, match=rf"'ports\.{key}',"):
        ports.choose(port)
    with pytest.raises(Trouble, match=r"'ports\.no_port',"):
        transport.open_transport("/dev/null")


def test_both_directions_and_a_port_is_ours_alone(line: tuple[int, str]) -> None:
    master, name = line
    port = SerialTransport(name)
    with pytest.raises(Trouble, match=r"\.in_use',"):
        SerialTransport(name)
    data = bytes(range(256))
    port.write(data)
    assert os.read(master, 1000) == data
    assert port.read(0) == b""
    os.write(master, data)
    found = b""
    while len(found) < len(data):
        found += port.read(5)
    assert found == data
    port.close()
    port.close()
    SerialTransport(name).close()


@pytest.mark.parametrize("does", ["read", "wait", "write"])
def test_a_port_that_goes(line: tuple[int, str], does: str) -> None:
    master, name = line
    port = SerialTransport(name)
    if does == "wait":
        threading.Timer(0.2, os.close, [master]).start()
    else:
        os.close(master)
    with pytest.raises(Unplugged) as trouble:
        port.write(b"x") if does == "write" else port.read(20)
    assert trouble.value.details == {"port": name}
    with pytest.raises(Unplugged):  # the port stays unplugged
        port.read(0)
    port.close()


def test_a_board_that_takes_nothing(line: tuple[int, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "_WRITE_S", 0.2)
    port = SerialTransport(line[1])
    with pytest.raises(Trouble, match=r"'link\.no_answer',"):
        port.write(bytes(1 << 20))
    port.close()


def test_a_port_over_the_network() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        port = transport.open_transport(url)
        other, _ = server.accept()
        port.write(b"hello")
        assert other.recv(100) == b"hello"
        other.sendall(b"there" * 100)
        assert port.read(5) == b"there" * 100
        other.close()
        with pytest.raises(Unplugged):
            port.read(5)
    with pytest.raises(Trouble, match=r"'ports\.url',"):
        transport.open_transport(url)


@pytest.mark.parametrize("url", ["foo://x", "socket://localhost", "socket://127.0.0.1:1"])
@pytest.mark.parametrize("opened", [transport.open_transport, lambda url: Repl(url).__enter__()])
def test_a_url_that_is_none(url: str, opened: Callable[[str], object]) -> None:
    with pytest.raises(Trouble) as trouble:
        opened(url)
    assert (trouble.value.area, trouble.value.key) == ("ports", "url")
    assert trouble.value.details["port"] == url
    assert url not in str(trouble.value.details["error"])


WINDOWS = "could not open port 'COM3': {}(13, '{}', None, 5)"
ERRORS = [
    *((errno.EBUSY, "in_use"), (errno.EACCES, "forbidden"), (errno.ENOENT, "missing")),
    (WINDOWS.format("PermissionError", "Access is denied."), "in_use"),
    (WINDOWS.format("FileNotFoundError", "The system cannot find the file specified."), "missing"),
]


def test_why_a_port_cannot_be_opened() -> None:
    for given, key in ERRORS:
        error = OSError(given, "no") if isinstance(given, int) else OSError(given)
        assert transport._why_not("COM3", error).key == key
    assert transport._why_not("COM3", ValueError("invalid URL, protocol 'x' not known")).key == "unopened"
