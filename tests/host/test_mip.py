"""The program as a package for `mpremote mip`: installed by the real one, from a local server."""

import json
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from processes import Process, run, run_text
from vmboard import VmBoard, club_config, club_files
from website import Site, send

from tierce_tools import __version__
from tierce_tools.base.paths import firmware
from tierce_tools.board.package import program, release
from tierce_tools.board.session import Session

ARCHIVE = f"p{__version__}.rom"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the URL of a server with a release, written by the project's own command."""
    folder = tmp_path_factory.mktemp("release")
    run(sys.executable, "-m", "tierce_tools.board.package", "--out", folder, check=True)

    def answer(to: BaseHTTPRequestHandler) -> None:
        file = folder / to.path.strip("/")
        send(to, file.read_bytes()) if file.is_file() else send(to, b"", 404)

    with Site(answer) as site:
        yield site.url


def _install(board: VmBoard, *arguments: str) -> str:
    return run_text(*_command(board, *arguments), check=True).stdout


def _command(board: VmBoard, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "mpremote", "connect", board.port, "mip", "install", "--target", "/", *arguments]


def test_a_release_has_the_archive_and_no_file_of_the_users() -> None:
    made = release(program())
    assert set(made) == {ARCHIVE, "main.py", "package.json"}
    assert json.loads(made["package.json"])["version"] == __version__
    assert list(program()) == [ARCHIVE, "main.py"]  # the switch is last


@pytest.mark.longer
def test_a_release_is_installed_and_plays(server: str, bare_board: VmBoard) -> None:
    _install(bare_board, f"{server}/package.json")
    assert bare_board.files() == program()
    config = (firmware() / "config.json").read_bytes()
    bare_board.set_files({**bare_board.files(), "config.json": config})
    with Session.open(bare_board.port) as session:
        assert session.hello["name"] == "club"


def test_from_an_index_only_what_differs_is_copied(server: str, bare_board: VmBoard) -> None:
    files = program()
    bare_board.set_files({**files, "main.py": b""})
    said = _install(bare_board, "--index", server, "tierce")
    copied = [line.split("//")[1] for line in said.splitlines() if line.startswith("Installing:")]
    assert copied == ["main.py"]
    assert bare_board.files() == files


@pytest.mark.longer
def test_an_installation_that_breaks_off_leaves_the_program_that_was_there(server: str, bare_board: VmBoard) -> None:
    before = club_files(club_config())
    bare_board.set_files(before)
    with Process(*_command(bare_board, f"{server}/package.json")) as process:
        process.out.until(ARCHIVE)
    bare_board.cut()
    found = bare_board.files()
    assert found["main.py"] == before["main.py"]
    with Session.open(bare_board.port) as session:
        assert session.hello["name"] == "club"


@pytest.mark.longer
def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.write_text("")
    done = run_text(sys.executable, "-m", "tierce_tools.board.package", "--out", taken)
    assert done.returncode
    assert done.stderr.count("\n") == 1
