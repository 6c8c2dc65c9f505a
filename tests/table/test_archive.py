"""The archive of a program, as main.py reads it. That MicroPython imports from it: tests/host/test_deploy.py."""

import pytest

import main
from tierce_tools.board.archive import image_of

FILES = {
    "app/__init__.mpy": b"M" * 300,
    "app/people/panel.mpy": bytes(range(256)) * 70,
    "app/words/play_en.words": "\n[TURN]\nyours=À vous\n".encode(),
    "tierce/empty.mpy": b"",
    "main.py": b"",
}


@pytest.fixture
def archive(tmp_path):
    path = tmp_path / "p1.rom"
    path.write_bytes(image_of(FILES))
    return main.Archive(str(path))


def test_each_file_is_read_from_its_place_and_folders_are_none(archive):
    for name, data in FILES.items():
        if name != "main.py":
            assert archive.stat(f"/{name}")[0] == 0x8000
            with archive.open(f"/{name}", "rb") as file:
                assert file.read(len(data)) == data, name
    for folder in ("/", "/app", "/app/people", "/tierce"):
        assert archive.stat(folder)[0] == 0x4000


def test_a_file_of_words_ends_where_it_ends(archive):
    with archive.open("/app/words/play_en.words", "rb") as file:
        assert file.readline() == b"\n"
        assert file.read() == FILES["app/words/play_en.words"][1:]


@pytest.mark.parametrize("path", ["/app/people/panel.py", "/app/panel.mpy", "/drivers", "/main.py"])
def test_what_is_not_there_is_missing(archive, path):
    with pytest.raises(OSError, match=r"^2$"):
        archive.stat(path)


@pytest.mark.parametrize("data", [b"", b"# Tierce"])
def test_a_file_that_is_no_archive_is_named(tmp_path, data):
    path = tmp_path / "p1.rom"
    path.write_bytes(data)
    with pytest.raises(OSError, match=r"p1\.rom") as caught:
        main.Archive(str(path))
    assert caught.value.errno == 19


def test_no_two_files_of_the_program_have_one_checksum():
    from tierce_tools.board.build import build

    names = [f"/{name}" for name in build()]
    tried = {each for name in names for each in (name, name.removesuffix(".mpy") + ".py", name.rpartition("/")[0])}
    assert len({main._key(each) for each in tried}) == len(tried)
