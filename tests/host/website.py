"""A web site on this computer that answers as a test says."""

from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


class Site(ThreadingHTTPServer):
    """A running site, a context manager. `asked` are the requests; `answer` gets each as its handler."""

    def __init__(self, answer: Callable[[BaseHTTPRequestHandler], object]) -> None:
        super().__init__(("127.0.0.1", 0), _Request)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.answer = answer
        self.asked: list[BaseHTTPRequestHandler] = []
        Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    def __exit__(self, *error: Any) -> None:
        self.shutdown()
        super().__exit__(*error)


class _Request(BaseHTTPRequestHandler):
    server: Site  # type: ignore[assignment]

    def do_GET(self) -> None:
        self.server.asked.append(self)
        with suppress(OSError):  # the client has closed the connection
            self.server.answer(self)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def send(to: BaseHTTPRequestHandler, body: bytes, code: int = 200, **headers: object) -> None:
    """Answer with this."""
    to.send_response(code)
    for name, value in headers.items():
        to.send_header(name.replace("_", "-"), str(value))
    to.end_headers()
    to.wfile.write(body)
