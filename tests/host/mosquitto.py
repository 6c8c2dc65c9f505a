"""A real Mosquitto for the tests, in a folder of its own, separate from any other."""

import os
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion
from processes import PATIENCE, TIERCE, Process, run, until
from programs import broker
from served import Served

SECONDS = PATIENCE  # for anything to happen


class Absent(Exception):
    """No broker can be run here; the text says why."""


class Broker(Served):
    """A broker.

    `users` are names and passwords; without any everybody may do everything. `config` are lines of
    its configuration beside the port, where it keeps things and the users. With `tls` it has a
    certificate for 127.0.0.1, signed by the authority in the file `ca`.
    """

    def __init__(self, users: Mapping[str, str] | None = None, config: str = "", tls: bool = False) -> None:
        program, passwords = broker(), broker("mosquitto_passwd")
        if not program or not passwords:
            raise Absent("no Mosquitto here: python tests/programs.py fetches one")
        super().__init__("mqtt")
        self._program = program
        self._tls = tls
        self._users = dict(users or {})
        self.ca = self.folder / "ca.pem"
        lines = ["persistence true", "autosave_interval 1", f"persistence_location {self.folder}/", config]
        if os.geteuid() == 0:
            lines.append("user root")
        if tls:
            lines += self._certificate()
        if self._users:
            file = self.folder / "passwords"
            file.touch(0o600)
            for name, password in self._users.items():
                run(passwords, "-b", file, name, password, check=True)
            lines.append(f"password_file {file}")
        else:
            lines.append("allow_anonymous true")
        self._lines = lines

    def _certificate(self) -> list[str]:
        import trustme

        authority = trustme.CA()
        authority.cert_pem.write_to_path(str(self.ca))
        own = authority.issue_cert("127.0.0.1")
        pair = self.folder / "broker.pem"
        own.private_key_and_cert_chain_pem.write_to_path(str(pair))
        return [f"certfile {pair}", f"keyfile {pair}"]

    def url(self, user: str = "") -> str:
        """Return the URL, for a user."""
        who = f"{user}:{self._users[user]}@" if user else ""
        return f"mqtt{'s' if self._tls else ''}://{who}127.0.0.1:{self.port}"

    def _runs(self, port: int) -> bool:
        """Start it on a port; tell whether it runs."""
        config, log = self.folder / "mosquitto.conf", self.folder / "log"
        # The listener comes first: what follows may belong to it.
        config.write_text("\n".join([f"listener {port} 127.0.0.1", *self._lines, ""]))
        with log.open("wb") as file:
            process = self._process = Process(self._program, "-c", config, stdout=file, stderr=file)
        until(lambda: " running" in self._said() or process.poll() is not None, "a broker")
        self.port = self.port if process.poll() is not None else port
        return process.poll() is None

    def stop(self, with_signal: int = signal.SIGTERM) -> None:
        """Stop it; by default it keeps what it has first."""
        assert self._process
        self._process.end(with_signal)
        self._process.close()

    def kill(self) -> None:
        """Kill it: it keeps what it had a second ago, perhaps."""
        self.stop(signal.SIGKILL)


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
        self.process = Process(TIERCE, *given)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: Any = None, error: BaseException | None = None, trace: Any = None) -> None:
        self.process.__exit__(kind, error, trace)

    def hear(self, words: str) -> str:
        """Read what it tells up to some words; return that."""
        told = self.process.err.until(words)
        assert told.endswith(words), f"it has ended without saying {words}"
        return told

    def end(self, with_signal: int = signal.SIGINT) -> tuple[int, str]:
        """End it; return its exit code and what it has told since the last words heard."""
        code = self.process.end(with_signal)
        assert self.process.out.rest() == ""
        return code, self.process.err.rest()


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
        self._link = self._link or self.process.out.line()
        return self._link

    def end(self, with_signal: int = signal.SIGINT) -> tuple[int, str]:
        """See Running.end."""
        assert self.link().startswith("http://127.0.0.1:")
        return super().end(with_signal)
