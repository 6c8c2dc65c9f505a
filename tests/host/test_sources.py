"""Tests that are skipped while their sources are the ones that they passed with."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import ring
import sources


def run(item: Any, passes: bool = True) -> bool:
    """Run a test once, as pytest does; return whether it was skipped."""
    for cached in (sources.digest, sources._files, sources._of, sources._line, sources._kept):  # pyright: ignore
        cached.cache_clear()
    for mutable in (sources._digests, sources._troubled, sources._passed):  # pyright: ignore
        mutable.clear()
    marks: list[Any] = []
    item.add_marker = marks.append
    sources.skip_unchanged([item])
    for when in () if marks else ("setup", "call", "teardown"):
        report: Any = SimpleNamespace(nodeid=item.nodeid, when=when, passed=passes or when != "call")
        sources.note(report)
    sources.keep()
    return bool(marks)


def test_a_test_runs_again_when_a_source_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("_digests", "_troubled", "_passed"):
        monkeypatch.setattr(sources, name, type(getattr(sources, name))())
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    monkeypatch.setattr(sources, "ALWAYS", ())
    monkeypatch.setattr(ring, "ALL", False)
    monkeypatch.setenv("TIERCE_CACHE", str(tmp_path / "cache"))
    own, source = tmp_path / "test_a.py", tmp_path / "a.md"
    own.write_text("")
    source.write_text("one")
    mark = pytest.mark.made_from("*.md").mark
    item: Any = SimpleNamespace(nodeid="test_a.py::test", path=own, iter_markers=lambda name: [mark])

    assert [run(item), run(item)] == [False, True]
    source.write_text("two")
    assert [run(item, passes=False), run(item), run(item)] == [False, False, True]
    (tmp_path / "b.md").write_text("")
    assert [run(item), run(item)] == [False, True]
    own.write_text("# changed")
    assert [run(item), run(item)] == [False, True]
    monkeypatch.setattr(ring, "ALL", True)
    assert not run(item)
    source.unlink()
    (tmp_path / "b.md").unlink()
    with pytest.raises(AssertionError, match=r"no file is \*\.md"):
        run(item)
