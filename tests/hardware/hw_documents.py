"""The documents' commands: run as a reader types them, and what they print beside what is shown.

    .venv/bin/python tests/hardware/hw_documents.py

updates the outputs in the lessons and in the folder's README.
"""

import functools
import os
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
if str(TESTS) not in sys.path:
    sys.path.append(str(TESTS))

from processes import TIERCE, run_text  # noqa: E402

ROOT = TESTS.parent
LESSONS = ROOT / "hardware" / "lessons"
NAMES = sorted(path.name for path in LESSONS.glob("[0-9]-*.md"))
# A table is opened, and ended as soon as its link is printed. What it says before is shown.
_SERVE = f"""
import sys
sys.path.append({str(TESTS)!r})
from processes import STDOUT, Process
with Process(*sys.argv[1:], "--headless", stderr=STDOUT) as table:
    print(table.out.until("http://127.0.0.1").removesuffix("http://127.0.0.1"), end="")
    table.out.line()
    if table.end():
        print(table.out.rest())
"""
# A change as a lesson shows it: removed lines, added lines, and lines around them.
_CHANGE = """
import sys
from pathlib import Path
name, *lines = sys.stdin.read().splitlines()
path = Path(name.removeprefix("--- "))
text = path.read_text("utf-8")
before = "".join(line[1:] + "\\n" for line in lines if line[0] != "+")
after = "".join(line[1:] + "\\n" for line in lines if line[0] != "-")
assert text.count(before) == 1, (name, before)
path.write_text(text.replace(before, after), "utf-8", newline="\\n")
"""
_HEADER = """
import sys
from pathlib import Path
path = Path(sys.argv[1])
old = path.read_text("utf-8").splitlines(keepends=True)
path.write_text("".join([sys.stdin.readline(), *old[1:]]), "utf-8", newline="\\n")
"""


@dataclass
class Block:
    """A fenced block of a document: its kind, its lines, and the number of the first one."""

    kind: str
    lines: list[str]
    at: int


def blocks_of(document: Path) -> list[Block]:
    """Return the fenced blocks of a document."""
    text = document.read_text("utf-8")
    fenced = [*re.finditer(r"^```(.*)\n((?:.*\n)*?)```$", text, re.MULTILINE)]
    assert len(re.findall("^```", text, re.MULTILINE)) == 2 * len(fenced), f"{document}: a block is not closed"
    return [Block(each[1], each[2].splitlines(), text.count("\n", 0, each.start(2))) for each in fenced]


def commands(block: Block) -> list[tuple[str, list[str]]]:
    """Return the commands of a console block, each with the output shown."""
    assert block.lines[0].startswith("$ "), block
    parts = re.split(r"(?m)^\$ ", "\n".join(block.lines))[1:]
    return [(command, shown) for command, *shown in (part.removesuffix("\n").split("\n") for part in parts)]


def _here(what: str) -> str:
    return f"<<'END_OF_BLOCK'\n{what}\nEND_OF_BLOCK\n"


def script(document: Path, helpers: Path) -> str:
    """Return the reader's input as a script that prints a mark before each output."""
    python = f"'{sys.executable}'"
    parts: list[str] = []
    number = 0
    every = blocks_of(document)
    for place, block in enumerate(every):
        text = "\n".join(block.lines)
        if block.kind == "python":
            parts.append(f"cat > {block.lines[0].removeprefix('# ')} {_here(text)}")
        elif block.kind == "diff":
            parts.append(f"{python} '{helpers}'/change.py {_here(text)}")
        elif block.kind == "jsonl":
            after = next(each for each in every[place:] if each.kind == "console")
            log = next(word for word in after.lines[0].split() if word.endswith(".jsonl"))
            parts.append(f"{python} '{helpers}'/header.py {log} {_here(text)}")
        elif block.kind == "console":
            for command, _ in commands(block):
                if command.startswith("tierce table"):
                    command = f"{python} '{helpers}'/serve.py {command}"
                parts.append(f"echo '@@ {number}'\n{{ {command}\n}} 2>&1\n")
                number += 1
    return "".join(parts)


@functools.cache
def printed(document: Path) -> list[list[str]]:
    """Run all commands of a document in order, on a copy; return the output of each."""
    with tempfile.TemporaryDirectory() as folder:
        project, helpers = Path(folder) / "tierce", Path(folder) / "helpers"
        helpers.mkdir()
        for helper, text in (("serve", _SERVE), ("change", _CHANGE), ("header", _HEADER)):
            (helpers / f"{helper}.py").write_text(text, "utf-8")
        for part in ("firmware", "host_tools", "tests/rules", "tests/games", "hardware/lessons", "hardware/tables"):
            shutil.copytree(ROOT / part, project / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "hardware/draw_table.py", project / "hardware")
        env = {
            **{name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "XDG_DATA_HOME")},
            "PATH": f"{TIERCE.parent}{os.pathsep}{os.environ['PATH']}",
            **{"COLUMNS": "80", "TERM": "dumb", "HOME": folder, "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"},
        }
        done = run_text("bash", "-s", stdin=script(document, helpers), env=env, cwd=project)
    assert not done.stderr, done.stderr
    assert "Traceback" not in done.stdout, done.stdout
    outputs = re.split(r"^@@ \d+\n", done.stdout, flags=re.MULTILINE)
    assert outputs[0] == ""
    return [[line.rstrip() for line in each.splitlines()] for each in outputs[1:]]


def agrees(shown: list[str], found: list[str]) -> bool:
    """Compare shown and actual output.

    A line `...` stands for any lines; at the end of a line it stands for any rest, such as the
    number of all rules tests, which grows with each test.
    """
    pattern = "\n".join(re.escape(line) for line in shown) + "\n"
    pattern = re.sub(r"(?m)^\\\.\\\.\\\.\n", r"(?:.*\\n)*?", pattern)
    pattern = re.sub(r"(?m)(?<=\\ )\\\.\\\.\\\.$", r".*", pattern)
    return re.fullmatch(pattern, "".join(line + "\n" for line in found) or "\n") is not None


def write(document: Path) -> None:
    """Update the outputs in a document; a shown `...` stays."""
    lines = document.read_text("utf-8").splitlines()
    outputs = iter(printed(document))
    fresh: dict[int, list[str]] = {}
    blocks = [block for block in blocks_of(document) if block.kind == "console"]
    for block in blocks:
        fresh[block.at] = []
        for command, shown in commands(block):
            found = "\n".join(next(outputs)).rstrip("\n").splitlines()
            keep = "..." in shown and agrees(shown, found)
            fresh[block.at] += [f"$ {command}", *(shown if keep else found)]
    for block in reversed(blocks):
        lines[block.at : block.at + len(block.lines)] = fresh[block.at]
    document.write_text("\n".join(lines) + "\n", "utf-8", newline="\n")


if __name__ == "__main__":
    for each in [*(LESSONS / name for name in NAMES), *LESSONS.parent.glob("README*.md")]:
        write(each)
