"""Says what a release would do; does it; builds what is attached to it.

    make release                        says it, and what stands in the way
    make release ARGS=--tag             dates the changelog's section, commits, and tags that commit
    make release ARGS="--build dist"    builds the files into a folder, and the text into notes.md

The version is `__version__` of tierce_tools. A pushed tag starts .github/workflows/release.yml.
"""

import argparse
import datetime
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tierce_tools import __version__

ROOT = Path(__file__).resolve().parents[1]
_UNRELEASED = "unreleased"
BUILT = {
    f"tierce-{__version__}-py3-none-any.whl": "the host tool, for pip",
    f"tierce-site-{__version__}.zip": "the virtual table, for any web server",
    f"tierce-mip-{__version__}.zip": "the board's program, for mpremote mip",
    f"tierce-plans-{__version__}.zip": "the plans of all tables",
}


def section(changelog: str) -> tuple[str, str]:
    """Return the date and the text of the version's section of the changelog. Raises ValueError."""
    found = re.search(rf"^## {re.escape(__version__)} \(([^)\n]+)\)\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    if not found:
        raise ValueError(f'CHANGELOG.md has no section "## {__version__} ({_UNRELEASED})"')
    return found[1], found[2].strip()


def obstacles(root: Path) -> Iterator[str]:
    """Yield what stands in the way of a release, a line each."""
    if changed := _git(root, "status", "--porcelain"):
        yield f"{changed.split()[1]} and perhaps others are changed and not committed: commit them"
    if _git(root, "tag", "--list", f"v{__version__}"):
        yield f"the tag v{__version__} is there already: raise __version__ in host_tools/tierce_tools/__init__.py"
    try:
        date, text = section((root / "CHANGELOG.md").read_text("utf-8"))
    except (OSError, ValueError) as error:
        yield str(error)
        return
    if date != _UNRELEASED:
        yield f"the changelog's section of {__version__} is dated {date}: begin one for the next version"
    if not text:
        yield f"the changelog's section of {__version__} is empty"


def tag(root: Path, day: datetime.date) -> None:
    """Date the changelog's section, commit and tag."""
    path = root / "CHANGELOG.md"
    text = path.read_text("utf-8")
    path.write_text(text.replace(f"## {__version__} ({_UNRELEASED})", f"## {__version__} ({day})", 1), "utf-8")
    _git(root, "commit", "--quiet", "--message", f"release: Version {__version__}.", "CHANGELOG.md")
    _git(root, "tag", "--annotate", f"v{__version__}", "--message", f"Tierce {__version__}")


def build(root: Path, folder: Path) -> None:
    """Build the files of BUILT into a folder, and notes.md."""
    work = folder / "work"
    steps = {
        "wheel": [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, root],
        "site": [Path(sys.executable).with_name("tierce"), "site", work / "site"],
        "mip": [sys.executable, "-m", "tierce_tools.board.package", "--out", work / "mip"],
        "plans": [sys.executable, "-m", "tierce_plans.generate"],
    }
    for name, command in steps.items():
        print(f"{name}: {' '.join(map(str, command))}", file=sys.stderr)
        subprocess.run(command, cwd=root, check=True, stdout=sys.stderr)
    for name, made in (("site", work / "site"), ("mip", work / "mip"), ("plans", root / "hardware" / "plans")):
        shutil.make_archive(str(folder / f"tierce-{name}-{__version__}"), "zip", made)
    shutil.rmtree(work)
    (root / "notes.md").write_text(section((root / "CHANGELOG.md").read_text("utf-8"))[1] + "\n", "utf-8")


def _git(root: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, encoding="utf-8").stdout


def main(words: list[str], today: datetime.date, root: Path = ROOT) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="make release", description="Say what a release would do, or do it.")
    parser.add_argument("--tag", action="store_true", help="date the changelog, commit and tag")
    parser.add_argument("--build", type=Path, metavar="FOLDER", help="build the files, and notes.md")
    asked = parser.parse_args(words)
    if asked.build:
        build(root, asked.build.absolute())
        return 0
    print(f"Version {__version__}: the changelog's section is dated {today}, committed, and tagged v{__version__}.")
    print("After `git push --follow-tags` the workflow release.yml attaches:")
    for name, what in BUILT.items():
        print(f"  {name}: {what}")
    in_the_way = list(obstacles(root))
    for obstacle in in_the_way:
        print(f"Not yet: {obstacle}", file=sys.stderr)
    if in_the_way:
        return 1
    if asked.tag:
        tag(root, today)
        print(f"Tagged v{__version__}; now: git push --follow-tags")
    else:
        print("Nothing was done: make release ARGS=--tag does it.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], datetime.date.today()))
