"""A real PostgreSQL server for the tests, in a folder of its own, separate from any other."""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import psutil
from programs import HOME, server

_PATIENCE_S = 300
_OWNERS = ("postgres", "nobody")  # the server refuses to run as root


class Absent(Exception):
    """No server can be run here; the text says why."""


class Server:
    """A server on a free port of this machine, with its databases. A context manager.

    What it has said to be kept may be lost when it is killed, unless it is `durable`.
    """

    def __init__(self, durable: bool = False) -> None:
        self._durable = durable
        self._run_as: list[str] = []
        found = {name: server(name) for name in ("initdb", "postgres")}
        if not all(found.values()):
            raise Absent("no PostgreSQL here: python tests/programs.py fetches one")
        self._programs = {name: Path(str(path)) for name, path in found.items()}
        self._owner = ""
        if os.geteuid() == 0:
            runuser = shutil.which("runuser", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
            self._owner = next(
                (name for name in _OWNERS if subprocess.run(["id", name], capture_output=True).returncode == 0), ""
            )
            if not runuser or not self._owner:
                raise Absent("PostgreSQL does not run as root, and there is no other user for it")
            self._run_as = [runuser, "-u", self._owner, "--"]
        self.password = secrets.token_hex(8)
        self._made = 0
        self._process: subprocess.Popen[bytes] | None = None
        # Not in pytest's folders: those are the user's alone, and the server runs as another user.
        self.folder = Path(tempfile.mkdtemp(prefix="tierce-pg-"))
        self._data = self.folder / "data"
        if self._owner and self._programs["initdb"].is_relative_to(HOME):
            # That user may not be allowed to read a folder of root's.
            shutil.copytree(HOME / "postgresql", self.folder / "server")
            self._programs = {
                name: self.folder / "server" / path.relative_to(HOME / "postgresql")
                for name, path in self._programs.items()
            }

    def __enter__(self) -> "Server":
        try:
            self._begin()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _begin(self) -> None:
        secret = self.folder / "password"
        secret.write_text(self.password)
        if self._owner:
            for path in (self.folder, secret):
                shutil.chown(path, self._owner)
        self._do(
            "initdb",
            "-D",
            str(self._data),
            "-U",
            "tierce",
            "-A",
            "scram-sha-256",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
            f"--pwfile={secret}",
        )
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "shared_buffers": "16MB",
        }
        if not self._durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        self._given = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        self.start()

    def start(self) -> None:
        """Start it, or start it again with what it has kept."""
        with (self.folder / "log").open("ab") as log:
            postgres = str(self._programs["postgres"])
            self._process = subprocess.Popen(
                [*self._run_as, postgres, "-D", str(self._data), *self._given],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + _PATIENCE_S
        while True:
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < end, (self.folder / "log").read_text()
            try:
                with self._connect():
                    return
            except ConnectionError:
                time.sleep(0.05)

    def _do(self, name: str, *args: str) -> None:
        done = subprocess.run(
            [*self._run_as, str(self._programs[name]), *args],
            cwd=self.folder,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=_PATIENCE_S,
        )
        assert done.returncode == 0, done.stderr.decode(errors="replace")

    def _connect(self):
        import psycopg

        try:
            return psycopg.connect(self.at("postgres"), autocommit=True, connect_timeout=60)
        except psycopg.OperationalError as error:
            raise ConnectionError(str(error)) from None

    def at(self, name: str, password: str | None = None) -> str:
        """Return the URL of a database of this server."""
        return f"postgresql://tierce:{password or self.password}@127.0.0.1:{self.port}/{name}"

    def database(self) -> str:
        """Create an empty database; return its URL."""
        self._made += 1
        name = f"games{self._made}"
        with self._connect() as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.at(name)

    def kill(self) -> None:
        """Kill it with all its processes."""
        pid = self.pid()
        assert pid
        assert self._process
        family = psutil.Process(pid)
        for each in (family, *family.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                each.kill()
        self._process.wait(_PATIENCE_S)

    def close(self) -> None:
        """Stop the server and remove its folder."""
        pid = self.pid()
        if pid:
            os.kill(pid, signal.SIGQUIT)  # an immediate shutdown, as its data is not needed
        if self._process:
            self._process.wait(_PATIENCE_S)
        shutil.rmtree(self.folder, ignore_errors=True)

    def pid(self) -> int | None:
        """Return the number of the server's process; the one started may only switch the user."""
        try:
            return int((self._data / "postmaster.pid").read_text().split()[0])
        except (OSError, ValueError, IndexError):
            if self._process and self._process.poll() is None:
                self._process.terminate()
            return None
