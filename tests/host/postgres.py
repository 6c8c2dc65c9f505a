"""A real PostgreSQL server for the tests, in a folder of its own, separate from any other."""

import os
import secrets
import shutil
import signal
from pathlib import Path

import pytest
from processes import Process, run, until
from programs import HOME, server
from served import Served

_OWNERS = ("postgres", "nobody")  # the server refuses to run as root


class Server(Served):
    """A server, with its databases. The test is skipped where none can be run."""

    def __init__(self) -> None:
        self._run_as: list[str] = []
        found = {name: server(name) for name in ("initdb", "postgres")}
        if not all(found.values()):
            pytest.skip("no PostgreSQL here: python tests/programs.py fetches one")
        self._programs = {name: Path(str(path)) for name, path in found.items()}
        self._owner = ""
        if os.geteuid() == 0:
            runuser = shutil.which("runuser", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
            self._owner = next((name for name in _OWNERS if run("id", name).returncode == 0), "")
            if not runuser or not self._owner:
                pytest.skip("PostgreSQL does not run as root, and there is no other user for it")
            self._run_as = [runuser, "-u", self._owner, "--"]
        super().__init__("pg")
        self.password = secrets.token_hex(8)
        self._made = 0
        self._data = self.folder / "data"
        if self._owner and self._programs["initdb"].is_relative_to(HOME):
            # That user may not be allowed to read a folder of root's.
            shutil.copytree(HOME / "postgresql", self.folder / "server")
            self._programs = {
                name: self.folder / "server" / path.relative_to(HOME / "postgresql")
                for name, path in self._programs.items()
            }

    def start(self) -> None:
        secret = self.folder / "password"
        secret.write_text(self.password)
        if self._owner:
            for path in (self.folder, secret):
                shutil.chown(path, self._owner)
        how = "-U tierce -A scram-sha-256 -E UTF8 --locale=C --no-sync".split()
        make = (self._programs["initdb"], "-D", self._data, *how, f"--pwfile={secret}")
        run(*self._run_as, *make, cwd=self.folder, check=True)
        super().start()

    def _runs(self, port: int) -> bool:
        """Start it on a port; tell whether it runs."""
        settings = {"listen_addresses": "127.0.0.1", "port": port, "unix_socket_directories": ""}
        # What it has said to be kept may be lost when it is killed.
        quick = dict.fromkeys(("fsync", "synchronous_commit", "full_page_writes"), "off")
        settings |= {"shared_buffers": "16MB", **quick}
        given = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        postgres = str(self._programs["postgres"])
        with (self.folder / "log").open("wb") as log:
            process = self._process = Process(
                *self._run_as, postgres, "-D", self._data, *given, cwd=self.folder, stdout=log, stderr=log
            )
        self.port = port
        until(lambda: process.poll() is not None or self._answers(), "a database server")
        self.port = port if process.poll() is None else 0
        return process.poll() is None

    def _answers(self) -> bool:
        import psycopg

        try:
            self._connect().close()
        except psycopg.OperationalError:
            return False
        return True

    def _connect(self):
        import psycopg

        return psycopg.connect(self.at("postgres"), autocommit=True, connect_timeout=60)

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

    def close(self) -> None:
        """Stop the server and remove its folder."""
        if process := self._process:
            try:  # the server's own process: the one started may only switch the user
                pid = int((self._data / "postmaster.pid").read_text().split()[0])
                os.kill(pid, signal.SIGQUIT)  # an immediate shutdown, as its data is not needed
            except (OSError, ValueError, IndexError):
                if process.poll() is None:
                    process.send(signal.SIGTERM)
            process.wait()
        super().close()
