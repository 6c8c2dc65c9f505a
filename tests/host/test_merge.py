"""Modules merged for a board do the same as apart, and a traceback names the sources."""

import re
import sys
from pathlib import Path

import processes
import pytest

from tierce_tools.base.paths import firmware
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import build, merge

LOW = b'''
"""Low."""
import sys
MOST = 1 << 3
NAME = "low"
_LIST = [MOST, 2]

def text(value: int) -> str:
    """Say it."""
    return "%s %d" % (NAME, value)

def _look(text):
    return text[::-1]

class Thing:
    size = MOST
    def __init__(self, text):
        self._kept = _look(text)
    def _on_go(self):
        return self._kept
    def does(self, what):
        return getattr(self, "_on_" + what)()

def same(as_text, trouble, _calls):
    """Names that the next module gives to what it imports, catches and shares."""
    return as_text, trouble, _calls
'''
MID = b'''
import sys
from a import low
from a.low import MOST, Thing, text as as_text

def _look(text):
    """Not the one of low."""
    return [low.text(each) for each in range(text) if each != MOST]

_calls = 0

def line(most=MOST, **more):
    global _calls
    from a import side
    _calls += 1
    try:
        text = as_text(most) + {}[_calls]
    except KeyError as trouble:
        text = as_text(most) + str(trouble)
    _look_ = lambda most: most + len(more)
    return text, _look(2), side.beside(), _look_(1), {MOST: text for text in "ab"}
'''
SIDE = b"""
from a import mid
from a.low import MOST

def beside():
    return MOST, mid.line.__name__ != ""
"""
HIGH = b"""
from a.low import Thing
from a.mid import line
a = b = c = d = e = f = g = 1  # names like those that the others get

def run():
    return line(3, other=1), Thing("abc").does("go"), Thing.size, a + b + c + d + e + f + g, pair(1, second=2)

def pair(first, second, third=a):
    def sum_of(third, first=first):
        return [first + second * each for each in range(third)]
    return sum_of(first + third), (lambda first: first - second)(9)

def fail():
    return [1 // 0 for line in "a"]
"""
SOURCES = {"a/__init__.py": b"", "a/low.py": LOW, "a/mid.py": MID, "a/side.py": SIDE, "a/high.py": HIGH}
RUN = "from a.high import run; from a.low import text, MOST; print(run(), text(4), MOST)"


@pytest.fixture
def grouped(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(merge, "GROUPS", ("a.low a.mid a.high",))
    monkeypatch.setattr(merge, "NAMED", ("a.low",))
    monkeypatch.setattr(merge, "_merged", merge._merged.__wrapped__)


def ran(sources: dict[str, bytes], folder: Path, code: str, check: bool = True):
    for name, text in sources.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text)
    return processes.run_text(sys.executable, "-B", "-c", code, check=check, env={"PYTHONPATH": str(folder)})


@pytest.mark.usefixtures("grouped")
def test_merged_modules_do_the_same(tmp_path: Path):
    made = merge.merged({**SOURCES, "a/said.words": b"[A]\n"})
    assert sorted(made) == ["a/__init__.py", "a/high.py", "a/low.py", "a/said.words", "a/side.py"]
    assert len(made["a/low.py"]) < len(LOW) / 3
    assert b"NAME" not in made["a/high.py"]
    assert b"_kept" not in made["a/high.py"]
    # A parameter keeps its name if somebody passes it by name.
    assert [name for name in (b"first", b"second", b"third") if name in made["a/high.py"]] == [b"second"]
    apart = ran(SOURCES, tmp_path / "apart", RUN).stdout
    assert ran(made, tmp_path / "merged", RUN).stdout == apart
    assert "cba" in apart


@pytest.mark.usefixtures("grouped")
def test_a_group_that_is_not_whole_stays_apart():
    made = merge.merged({name: text for name, text in SOURCES.items() if name != "a/high.py"})
    assert "a/mid.py" in made


@pytest.mark.usefixtures("grouped")
def test_a_traceback_names_the_sources():
    origins = merge.Origins.of(SOURCES)
    made = merge._linked(merge._modules(SOURCES))
    there = next(name for (module, name), places in origins.places.items() if places == ("a/low.py:12 _look",))
    assert "a/high.py" in made
    told = origins.told(f'main: Traceback (most recent call last):\n  File "a.high", line 1, in {there}\nOops\n')
    assert told == "main: Traceback (most recent call last):\n  a/low.py:12 _look\nOops\n"
    unknown = '  File "b", line 1, in x\n'
    assert origins.told(unknown) == unknown


@pytest.mark.usefixtures("grouped")
def test_what_can_t_be_merged_is_told():
    odd = MID.replace(b"return text, _look(2)", b"return low, _look(2)")
    with pytest.raises(Trouble) as caught:
        merge.merged({**SOURCES, "a/mid.py": odd})
    assert caught.value.details["name"] == "a/mid.py"
    assert caught.value.details["what"] == "low"


def test_the_groups_are_modules_each_in_one():
    sources = {name for group in merge.groups_of() for name in group}
    assert len(sources) == sum(map(len, merge.groups_of()))
    from tierce_tools.board.build import sources as program

    known = {name.removesuffix(".py").replace("/", ".") for name in program()}
    assert sources <= known
    assert set(merge.NAMED) <= sources


def test_what_a_table_names_keeps_its_name():
    table = (firmware() / "app/people/menu.words").read_text("utf-8")
    names = {
        name for path in re.findall(r"(?:\w+\.)+[a-z_]+", re.sub("(?m)^#.*", "", table)) for name in path.split(".")
    }
    assert {"choices", "press_seat", "removable"} <= names
    program = b"\n".join(data for name, data in merge.merged(build.sources()).items() if name.endswith(".py")).decode()
    assert {name for name in names if not re.search(rf"\b{name}\b", program)} == set()
