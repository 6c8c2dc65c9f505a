"""A real Mosquitto for the tests, in a folder of its own, separate from any other."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion
from programs import broker

SECONDS = 60  # for anything to happen
_TIERCE = Path(sys.executable).with_name("tierce")


class Absent(Exception):
    """No broker can be run here; the text says why."""


class Broker:
    """A broker on a free port of this machine; a context manager.

    `users` are names and passwords; without any everybody may do everything. `config` are lines of
    its configuration beside the port, where it keeps things and the users. With `tls` it has a
    certificate for 127.0.0.1, signed by the authority in the file `ca`.
    """

    def __init__(self, users: Mapping[str, str] | None = None, config: str = "", tls: bool = False) -> None:
        program, passwords = broker(), broker("mosquitto_passwd")
        if not program or not passwords:
            raise Absent("no Mosquitto here: python tests/programs.py fetches one")
        self._program = program
        self._tls = tls
        self._process: subprocess.Popen[bytes] | None = None
        self._users = dict(users or {})
        self.folder = Path(tempfile.mkdtemp(prefix="tierce-mqtt-"))
        self.ca = self.folder / "ca.pem"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        lines = [
            f"listener {self.port} 127.0.0.1",
            "persistence true",
            "autosave_interval 1",
            f"persistence_location {self.folder}/",
            config,
        ]
        if os.geteuid() == 0:
            lines.append("user root")
        if tls:
            lines += self._certificate()
        if self._users:
            file = self.folder / "passwords"
            file.touch(0o600)
            for name, password in self._users.items():
                subprocess.run([passwords, "-b", file, name, password], check=True)
            lines.append(f"password_file {file}")
        else:
            lines.append("allow_anonymous true")
        (self.folder / "mosquitto.conf").write_text("\n".join(lines) + "\n")

    def _certificate(self) -> list[str]:
        import trustme

        authority = trustme.CA()
        authority.cert_pem.write_to_path(str(self.ca))
        own = authority.issue_cert("127.0.0.1")
        pair = self.folder / "broker.pem"
        own.private_key_and_cert_chain_pem.write_to_path(str(pair))
        return [f"certfile {pair}", f"keyfile {pair}"]

    def __enter__(self) -> "Broker":
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def url(self, user: str = "") -> str:
        """Return the URL, for a user."""
        who = f"{user}:{self._users[user]}@" if user else ""
        return f"mqtt{'s' if self._tls else ''}://{who}127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, or start it again with what it has kept."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._program, "-c", self.folder / "mosquitto.conf"], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        end = time.monotonic() + SECONDS
        while True:
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < end, (self.folder / "log").read_text()
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)

    def pid(self) -> int:
        """Return the number of its process."""
        assert self._process
        return self._process.pid

    def stop(self, with_signal: int = signal.SIGTERM) -> None:
        """Stop it; by default it keeps what it has first."""
        assert self._process
        self._process.send_signal(with_signal)
        self._process.wait(SECONDS)

    def kill(self) -> None:
        """Kill it: it keeps what it had a second ago, perhaps."""
        self.stop(signal.SIGKILL)

    def close(self) -> None:
        """Stop it and remove its folder."""
        if self._process and self._process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def some_broker(users: Mapping[str, str] | None = None, config: str = "", tls: bool = False) -> Broker:
    """Return a broker, not started; the test is skipped where none can be run."""
    try:
        return Broker(users, config, tls)
    except Absent as absent:
        pytest.skip(str(absent))


def client(broker: Broker, user: str = "") -> mqtt.Client:
    """Return a client that is connected, and connects again by itself."""
    made = mqtt.Client(CallbackAPIVersion.VERSION2)
    if user:
        made.username_pw_set(user, user)
    made.reconnect_delay_set(1, 1)
    made.connect("127.0.0.1", broker.port)
    made.loop_start()
    return made


class Running:
    """A verb of `tierce` that runs until it is ended. A context manager."""

    def __init__(self, *given: str | Path) -> None:
        self.process = subprocess.Popen(
            [str(_TIERCE), *map(str, given)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.communicate()

    def hear(self, words: str) -> None:
        """Read what it tells until a line has these words."""
        assert self.process.stderr
        for line in self.process.stderr:
            if words in line:
                return
        raise AssertionError(f"it has ended without saying {words}")

    def end(self, with_signal: int = signal.SIGINT) -> tuple[int, str]:
        """End it; return its exit code and what it told."""
        self.process.send_signal(with_signal)
        out, err = self.process.communicate(timeout=SECONDS)
        assert out == ""
        return self.process.returncode, err


def publishing(broker: Broker, name: str, port: str | Path, *more: str) -> Running:
    """Return a running `tierce publish`."""
    return Running("publish", "--port", port, "--name", name, "--broker", broker.url(), *more)


class Club(Running):
    """A running `tierce club`."""

    def __init__(self, broker: Broker, store: str | Path, *more: str) -> None:
        super().__init__("club", "--broker", broker.url(), "--store", store, *more)
        self._link = ""

    def link(self) -> str:
        """Return the link to its page; wait until it is told."""
        assert self.process.stdout
        self._link = self._link or self.process.stdout.readline().strip()
        return self._link

    def end(self, with_signal: int = signal.SIGINT) -> tuple[int, str]:
        """See Running.end."""
        assert self.link().startswith("http://127.0.0.1:")
        return super().end(with_signal)
