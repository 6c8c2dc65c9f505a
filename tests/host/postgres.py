"""A real PostgreSQL server for the tests, in a folder of its own, separate from any other."""

import contextlib
import os
import secrets
import shutil
import signal
import tempfile
from pathlib import Path

import psutil
from processes import Process, run, some_port, until
from programs import HOME, server

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
            self._owner = next((name for name in _OWNERS if run("id", name).returncode == 0), "")
            if not runuser or not self._owner:
                raise Absent("PostgreSQL does not run as root, and there is no other user for it")
            self._run_as = [runuser, "-u", self._owner, "--"]
        self.password = secrets.token_hex(8)
        self._made = 0
        self.port = 0
        self._process: Process | None = None
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
        how = "-U tierce -A scram-sha-256 -E UTF8 --locale=C --no-sync"
        self._do("initdb", "-D", str(self._data), *how.split(), f"--pwfile={secret}")
        self.start()

    def start(self) -> None:
        """Start it, or start it again with what it has kept."""
        while not self._running(self.port or some_port()):
            assert "Address already in use" in self._said(), self._said()

    def _running(self, port: int) -> bool:
        """Start it on a port; tell whether it runs."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": port,
            "unix_socket_directories": "",
            "shared_buffers": "16MB",
        }
        if not self._durable:
            settings |= dict.fromkeys(("fsync", "synchronous_commit", "full_page_writes"), "off")
        given = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        postgres = str(self._programs["postgres"])
        with (self.folder / "log").open("wb") as log:
            process = self._process = Process(
                *self._run_as, postgres, "-D", self._data, *given, cwd=self.folder, stdout=log, stderr=log
            )
        before, self.port = self.port, port
        until(lambda: process.poll() is not None or self._answers(), "a database server")
        if process.poll() is not None:
            self.port = before
        return process.poll() is None

    def _said(self) -> str:
        return (self.folder / "log").read_text("utf-8", "replace")

    def _answers(self) -> bool:
        try:
            self._connect().close()
        except ConnectionError:
            return False
        return True

    def _do(self, name: str, *args: str) -> None:
        run(*self._run_as, self._programs[name], *args, cwd=self.folder, check=True)

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
        self._process.wait()
        self._process.close()

    def close(self) -> None:
        """Stop the server and remove its folder."""
        pid = self.pid()
        if pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGQUIT)  # an immediate shutdown, as its data is not needed
        if self._process:
            self._process.wait()
            self._process.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def pid(self) -> int | None:
        """Return the number of the server's process; the one started may only switch the user."""
        try:
            return int((self._data / "postmaster.pid").read_text().split()[0])
        except (OSError, ValueError, IndexError):
            if self._process and self._process.poll() is None:
                self._process.send(signal.SIGTERM)
            return None
