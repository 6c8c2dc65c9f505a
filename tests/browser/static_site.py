"""The table as a folder of files, behind a plain web server, below a path as a project's pages."""

import contextlib
import functools
import socket
import tarfile
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tierce_tools.worker.site import listed, packed, write

PATH = "/club/table/"


class _Server(ThreadingHTTPServer):
    """Closes its connections, too: browsers open some before they need them, and these would be answered."""

    def __init__(self, folder: Path) -> None:
        self.asked: list[str] = []
        self._open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))

    def get_request(self) -> tuple[socket.socket, Any]:
        connection, address = super().get_request()
        self._open.add(connection)
        return connection, address

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        super().server_close()
        for connection in list(self._open):
            with contextlib.suppress(OSError):  # its answer has just ended
                connection.shutdown(socket.SHUT_RDWR)


class _Quiet(SimpleHTTPRequestHandler):
    server: _Server  # type: ignore[assignment]

    def log_message(self, format: str, *args: Any) -> None:
        self.server.asked.append(self.path)


class StaticSite:
    """A site in a folder, served until it is closed; with `asked` its table's time passes only when asked for."""

    def __init__(self, folder: Path, asked: bool = True) -> None:
        self.folder = folder / PATH.strip("/")
        write(self.folder)
        if asked:
            _stop_time(self.folder)
        self._server = _Server(folder)
        self.asked = self._server.asked  # paths, so far
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.origin = f"http://127.0.0.1:{self._server.server_port}"

    def link(self, asked: str = "") -> str:
        """Return the address of the site; `asked` stands behind #."""
        return f"{self.origin}{PATH}" + (f"#{asked}" if asked else "")

    def page(self, name: str) -> str:
        """Return the address of another of its pages."""
        return f"{self.origin}{PATH}{name}"

    def close(self) -> None:
        """Take the server away, if it is there."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()

    def __enter__(self) -> "StaticSite":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _stop_time(folder: Path) -> None:
    """Let the time of a site's tables pass when asked for: see asked.py."""
    change(folder, "tierce.pack", "tierce_tools/virtual/play.py", b"HURRY = 1.0", b"HURRY = 1e-6")
    change(folder, "tierce.pack", "tierce_tools/page/running.py", b"PUBLISH_S = 0.03", b"PUBLISH_S = 1.0")


def change(folder: Path, archive: str, name: str, before: bytes, after: bytes) -> None:
    """Change a file in an archive of a site, which stays whole by its own list."""
    with tarfile.open(folder / archive) as tar:
        files = {entry.name: found.read() for entry in tar if (found := tar.extractfile(entry))}
    assert before in files[name]
    files[name] = files[name].replace(before, after)
    (folder / archive).write_bytes(packed(files))
    listing = folder / "files.js"
    listing.unlink()
    kept = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    listing.write_bytes(listed({each: path.read_bytes() for each, path in kept.items()}))
