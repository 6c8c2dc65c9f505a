"""The wheel of pip for a Python without ensurepip: from the user's index, and only ours."""

import hashlib
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "host_tools"))
import first_pip

CONTENT = b"a wheel"


class Index(HTTPServer):
    """A package index on this computer; `asked` are the paths, and who asked for them."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Pages)
        self.page = f'<a href="../../files/{first_pip._WHEEL}#sha256=0">it</a>'
        self.asked: list[tuple[str, str | None]] = []


class Pages(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Index)
        self.server.asked.append((self.path, self.headers["Authorization"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.server.page.encode() if self.path.endswith("/") else CONTENT)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    """Return a running index that pip's settings name, with a user."""
    for name in ("PIP_INDEX_URL", "PIP_CERT", "PIP_CONFIG_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with Index() as made:
        (tmp_path / "pip").mkdir()
        (tmp_path / "pip/pip.conf").write_text(
            f"[global]\nindex-url = http://me:p%40ss@127.0.0.1:{made.server_port}/simple/\n"
        )
        thread = threading.Thread(target=made.serve_forever, args=(0.01,))
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def test_it_comes_from_the_index_of_the_settings(index: Index, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(first_pip, "_SHA256", hashlib.sha256(CONTENT).hexdigest())
    assert first_pip.wheel() == CONTENT
    assert index.asked == [(path, "Basic bWU6cEBzcw==") for path in ("/simple/pip/", f"/files/{first_pip._WHEEL}")]


def test_another_content_is_refused(index: Index):
    with pytest.raises(OSError, match="refused"):
        first_pip.wheel()


def test_an_index_without_it_is_named(index: Index):
    index.page = '<a href="pip-1.0-py3-none-any.whl">another</a>'
    with pytest.raises(OSError, match=r"/simple/pip/ has no pip-") as told:
        first_pip.wheel()
    assert "p%40ss" not in str(told.value)


def test_the_environment_comes_first_and_install_before_global(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    own = tmp_path / "own.conf"
    own.write_text("[global]\nindex-url = a\ncert = b\n[install]\nindex-url = c\n")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(own))
    monkeypatch.delenv("PIP_INDEX_URL", raising=False)
    monkeypatch.setenv("PIP_CERT", "d")
    assert (first_pip.setting("index-url"), first_pip.setting("cert")) == ("c", "d")
