"""The wheel of pip for a Python without ensurepip: from the user's index, and only ours."""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from website import Site, send

sys.path.append(str(Path(__file__).parents[2] / "host_tools"))
import first_pip

CONTENT = b"a wheel"
Index = SimpleNamespace  # its page `page`, and the running `site`


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    """Return a running package index that pip's settings name, with a user."""
    for name in ("PIP_INDEX_URL", "PIP_CERT", "PIP_CONFIG_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    made = Index(page=f'<a href="../../files/{first_pip._WHEEL}#sha256=0">it</a>')
    with Site(lambda to: send(to, made.page.encode() if to.path.endswith("/") else CONTENT)) as made.site:
        (tmp_path / "pip").mkdir()
        (tmp_path / "pip/pip.conf").write_text(
            f"[global]\nindex-url = http://me:p%40ss@127.0.0.1:{made.site.server_port}/simple/\n"
        )
        yield made


def test_it_comes_from_the_index_of_the_settings(index: Index, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(first_pip, "_SHA256", hashlib.sha256(CONTENT).hexdigest())
    assert first_pip.wheel() == CONTENT
    assert [each.path for each in index.site.asked] == ["/simple/pip/", f"/files/{first_pip._WHEEL}"]
    assert {each.headers["Authorization"] for each in index.site.asked} == {"Basic bWU6cEBzcw=="}


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
