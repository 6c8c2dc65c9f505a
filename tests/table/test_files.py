"""app/files.py, on this computer's file system and on a littlefs."""

import errno
import os

import pytest
from flash import BLOCK, Flash, files_on

from app.files import MISSING, NO_SPACE, READ_ONLY, Files


@pytest.fixture(params=["here", "littlefs"])
def files(request, tmp_path):
    return Files(str(tmp_path)) if request.param == "here" else files_on(Flash(), format=True)


def trouble(act, *args):
    """Return the errno with which `act` fails, 0 if it succeeds."""
    try:
        act(*args)
    except OSError as error:
        return error.errno
    return 0


def test_write_and_read(files):
    files.write("config.json", b"one")
    files.write("config.json", b"two, and longer")
    files.write("config.json", b"")
    assert files.read("config.json") == b""
    files.write("config.json", b"x" * 10000)
    assert files.read("config.json") == b"x" * 10000
    assert files.size("config.json") == 10000
    assert files.names() == ["config.json"]
    files.remove("config.json")
    assert files.names() == []


def test_folders_are_made(files):
    assert files.names("a/b") == []
    files.write("a/b/c.bin", b"1")
    files.append("journal/1.log").close()
    assert files.names("a/b") == ["c.bin"]
    assert files.names("a") == []
    assert files.names() == []
    assert files.names("journal") == ["1.log"]


def test_append_and_read_parts(files):
    handle = files.append("journal/1.log")
    assert handle.size() == 0
    handle.write(b"abc")
    handle.sync()
    again = files.append("journal/1.log")
    assert again.size() == 3
    again.write(memoryview(b"defg")[:3])
    assert again.size() == 6
    again.close()
    handle.close()
    part = files.open("journal/1.log")
    buffer = bytearray(4)
    assert part.read_into(1, buffer) == 4
    assert buffer == b"bcde"
    assert part.read_into(4, buffer) == 2
    assert part.read_into(9, buffer) == 0
    part.close()


def test_missing(files):
    for act in (files.read, files.size, files.open, files.remove):
        assert trouble(act, "nothing") in MISSING


def test_free(files):
    before = files.free()
    assert before > 10 * BLOCK
    files.write("x", b"x" * 5 * BLOCK)
    if files.free() < 64 * BLOCK:  # the room is exact if no other program writes there
        assert before - files.free() in (5 * BLOCK, 6 * BLOCK)


def test_a_root_that_is_not_made_yet(tmp_path):
    files = Files(str(tmp_path / "new"))
    assert files.names() == []
    assert files.free() > 0
    files.write("x", b"1")
    assert files.names() == ["x"]


def test_what_was_left_half_written_goes(tmp_path):
    (tmp_path / "config.json").write_bytes(b"old")
    (tmp_path / "config.json~").write_bytes(b"ne")
    files = Files(str(tmp_path))
    assert sorted(os.listdir(tmp_path)) == ["config.json"]
    (tmp_path / "journal").mkdir()
    (tmp_path / "journal" / "x~").write_bytes(b"ne")
    assert files.names("journal") == []
    files.tidy("journal")
    assert os.listdir(tmp_path / "journal") == []


def test_a_full_flash_keeps_the_old_file():
    files = files_on(Flash(16), format=True)
    files.write("config.json", b"old")
    assert trouble(files.write, "config.json", b"x" * 20 * BLOCK) == NO_SPACE
    assert files.read("config.json") == b"old"
    assert files.names() == ["config.json"]
    assert files.free() > 10 * BLOCK
    files.write("config.json", b"new")
    assert files.read("config.json") == b"new"


def test_a_flash_that_is_read_only(tmp_path):
    (tmp_path / "config.json").write_bytes(b"old")
    (tmp_path / "deck.bin~").write_bytes(b"half")

    def opener(name, mode):
        if mode != "rb":
            raise OSError(READ_ONLY, "read-only")
        return open(name, mode)

    class System:
        listdir = staticmethod(os.listdir)
        stat = staticmethod(os.stat)

        @staticmethod
        def remove(name):
            raise OSError(errno.EROFS, "read-only")

        mkdir = rename = remove

    files = Files(str(tmp_path), System, opener)
    assert files.names() == ["config.json"]
    assert files.read("config.json") == b"old"
    assert files.free() > 0
    assert trouble(files.write, "config.json", b"new") == READ_ONLY
    assert trouble(files.append, "journal/1.log") == READ_ONLY
