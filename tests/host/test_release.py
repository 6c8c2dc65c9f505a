"""`make release`: says what it would do, refuses what is not ready, and tags."""

import datetime
from pathlib import Path

import pytest
from processes import run

import release

DAY = datetime.date(2026, 3, 4)
CHANGELOG = f"# Changelog\n\n## {release.__version__} (unreleased)\n\n- One thing.\n\n## 0.0.1 (2026-01-01)\n\n- Old.\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "config", "user.name", "Ana")
    git(tmp_path, "config", "user.email", "ana@example.org")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "first")
    return tmp_path


def git(root: Path, *words: str) -> str:
    return run("git", *words, cwd=root, check=True).stdout.decode()


def test_it_says_what_it_would_do(repository: Path, capsys: pytest.CaptureFixture[str]):
    assert release.main([], DAY, repository) == 0
    said = capsys.readouterr().out
    assert all(name in said for name in release.BUILT)
    assert "Nothing was done" in said
    assert not git(repository, "tag", "--list")


def test_it_dates_the_section_commits_and_tags(repository: Path):
    assert release.main(["--tag"], DAY, repository) == 0
    assert git(repository, "describe").strip() == f"v{release.__version__}"
    assert not git(repository, "status", "--porcelain")
    date, text = release.section((repository / "CHANGELOG.md").read_text())
    assert (date, text) == ("2026-03-04", "- One thing.")


def test_it_refuses_what_is_not_ready(repository: Path, capsys: pytest.CaptureFixture[str]):
    log = repository / "CHANGELOG.md"
    for changelog, obstacle in (
        (CHANGELOG + "more", "CHANGELOG.md and perhaps"),
        (CHANGELOG.replace("unreleased", "2026-02-02"), "is dated 2026-02-02"),
        (CHANGELOG.replace("- One thing.\n", ""), "is empty"),
        ("# Changelog\n", "has no section"),
    ):
        log.write_text(changelog)
        if "more" not in changelog:
            git(repository, "commit", "--quiet", "--all", "--message", "changed")
        assert release.main(["--tag"], DAY, repository) == 1
        assert obstacle in capsys.readouterr().err
        git(repository, "checkout", "--quiet", ".")
    log.write_text(CHANGELOG)
    git(repository, "commit", "--quiet", "--all", "--message", "back")
    git(repository, "tag", f"v{release.__version__}")
    assert release.main([], DAY, repository) == 1
    assert "is there already" in capsys.readouterr().err
