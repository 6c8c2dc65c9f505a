"""What was built for a board is kept, and made again when anything that decides it has changed."""

from pathlib import Path

import pytest

from tierce_tools.board import kept


def test_what_was_built_is_kept_until_its_basis_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIERCE_CACHE", str(tmp_path))
    monkeypatch.setattr(kept, "_MOST", 2)
    runs = 0

    def build(data: bytes) -> dict[str, bytes]:
        def make() -> dict[str, bytes]:
            nonlocal runs
            runs += 1
            return {"a.mpy": data[::-1]}

        made = kept.kept([("a.py", data)], make)
        assert made == {"a.mpy": data[::-1]}
        return made

    for data in (b"\x00\xff", b"\x00\xff", b"b", b"b"):
        build(data)
    assert runs == 2
    (damaged,) = [file for file in (tmp_path / "built").iterdir() if "b" in file.read_text()[-4:]]
    damaged.write_text("{")
    build(b"b")
    build(b"c")
    assert (runs, len([*(tmp_path / "built").iterdir()])) == (4, 2)
    monkeypatch.setenv("TIERCE_CACHE", str(tmp_path / "file"))
    (tmp_path / "file").write_text("no folder")
    build(b"c")
    assert runs == 5
