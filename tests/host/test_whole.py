"""Files are written whole or not at all, even on a full disk."""

import os
from pathlib import Path

import pytest

from tierce_tools.base.whole import write_whole


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def test_a_file_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    for data in (b"first, and longer", b"second"):
        write_whole(path, data)
        assert path.read_bytes() == data
    assert names(tmp_path) == ["a.html"]


@pytest.mark.skipif(os.name == "nt", reason="no limit to set there")
@pytest.mark.parametrize("there", [None, b"mine"])
def test_a_disk_that_is_full_leaves_what_was(there: bytes | None, tmp_path: Path) -> None:
    import resource

    path = tmp_path / "a.html"
    if there is not None:
        path.write_bytes(there)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        with pytest.raises(OSError, match="too large"):
            write_whole(path, bytes(10_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert names(tmp_path) == ([] if there is None else ["a.html"])
    assert there is None or path.read_bytes() == there


@pytest.mark.skipif(os.name == "nt", reason="no such files there")
def test_devices_are_written_to_and_folders_refused(tmp_path: Path) -> None:
    write_whole(Path("/dev/null"), b"x")
    assert Path("/dev/null").is_char_device()
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, b"x")
    assert not names(tmp_path)
