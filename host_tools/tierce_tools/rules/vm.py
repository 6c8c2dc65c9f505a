"""Runs a program in a real MicroPython on this computer.

This is the official WebAssembly build under Node, fetched once with npm and verified; a native
`micropython` is found too. Knows nothing of cards.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tierce_tools.base import npm
from tierce_tools.base.npm import NpmError
from tierce_tools.base.scratch import Scratch
from tierce_tools.base.trouble import Trouble

_VERSION = "1.27.0"
_PACKAGE = f"@micropython/micropython-webassembly-pyscript@{_VERSION}"
# Our own record of that package's hash: any other content is refused.
_SHA256 = {
    "micropython.mjs": "c2be87e7ba24e3b47d133022b009a66bff07f4720aa23d816d216ef8cc47014c",
    "micropython.wasm": "06338c955b03c5700aa0069015d3e392d76836ef8e2ce25bedbe59b88ccd373c",
}


@dataclass(frozen=True)
class Result:
    returncode: int
    stdout: str
    stderr: str


@dataclass(frozen=True)
class Vm:
    """A MicroPython: its name, and the command that runs a file in it."""

    name: str
    command: tuple[str, ...]
    one_by_one: bool = True  # whether the command takes the parts of a script as separate files

    def __str__(self) -> str:
        return self.name

    def run(
        self,
        script: str | Sequence[str],
        files: Mapping[str, Path | bytes],
        path: Sequence[str],
        args: Sequence[str] = (),
        stdin: bytes = b"",
        on_line: Callable[[str], None] | None = None,
    ) -> Result:
        """Run `script` in a fresh machine that sees only `files`.

        The parts of a script run one after another with the same globals. Between two parts the
        WebAssembly machine can collect garbage, which it can't while Python runs.

        `files` maps names, relative to the machine's current folder, to bytes or to a file or
        folder of this computer. `path` is sys.path; it must contain ".frozen" for the machine's
        frozen modules to be found, which a board may lack. `args` is sys.argv[1:]. `on_line` is
        called with each line of output as it is printed.
        """
        with Scratch("tierce-vm-") as folder:
            root = Path(folder, "root")
            root.mkdir()
            for name, source in files.items():
                _place(source, root / name)
            parts = [_start(part, path, args) for part in ([script] if isinstance(script, str) else script)]
            starts: list[str] = []
            for text in parts if self.one_by_one else ["".join(parts)]:
                start = Path(folder, f"start{len(starts)}.py")
                start.write_text(text, encoding="utf-8")
                starts.append(str(start))
            typed, errors = Path(folder, "stdin"), Path(folder, "stderr")
            typed.write_bytes(stdin)
            with typed.open("rb") as given, errors.open("wb") as complaints:
                returncode, stdout = _run([*self.command, *starts], root, given.fileno(), complaints.fileno(), on_line)
            return Result(returncode, stdout, _text(errors.read_bytes()))


def find() -> list[Vm]:
    """Return every MicroPython of this computer; the WebAssembly one first, fetched if needed.

    Raises NpmError, or Trouble where there is no Node.
    """
    native = shutil.which("micropython")
    try:
        return [_wasm(), *([_native(native)] if native else [])]
    except (NpmError, Trouble):
        if native:
            return [_native(native)]
        raise


def install(quiet: bool = False) -> Path:
    """Fetch and verify the WebAssembly build if needed; return its folder. Raises NpmError."""
    said = "" if quiet else f"MicroPython {_VERSION} (0.5 MB)"
    return npm.kept(f"micropython-{_VERSION}", _PACKAGE, _SHA256, said)


def _wasm() -> Vm:
    node = npm.tool("node")
    program = Path(__file__).with_name("vm.mjs")
    module = install() / "micropython.mjs"
    return Vm(f"MicroPython {_VERSION} (WebAssembly)", (*node, str(program), str(module)))


def _native(program: str) -> Vm:
    asked = subprocess.run(
        [program, "-c", "import sys; print('.'.join(str(n) for n in sys.implementation[1][:3]))"],
        capture_output=True,
        text=True,
        check=False,
    )
    version = asked.stdout.strip() or "of unknown version"
    # The default heap of 1 MB is too small for a long game log.
    return Vm(f"MicroPython {version} ({sys.platform})", (program, "-X", "heapsize=64m"), False)


def _place(source: Path | bytes, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(source, bytes):
        target.write_bytes(source)
    elif source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copyfile(source, target)


def _start(script: str, path: Sequence[str], args: Sequence[str]) -> str:
    # The machines differ in setting up sys and in reporting exceptions; this makes them alike.
    return f"""\
import sys
sys.path[:] = {list(path)!r}
sys.argv[:] = {["script.py", *args]!r}
try:
    scope
except NameError:
    scope = {{"__name__": "__main__"}}
try:
    exec(compile({script!r}, "script.py", "exec"), scope)
except Exception as error:
    sys.print_exception(error, sys.stderr)
    sys.exit(1)
"""


def _run(
    command: list[str], root: Path, stdin: int, stderr: int, on_line: Callable[[str], None] | None
) -> tuple[int, str]:
    lines: list[str] = []
    with subprocess.Popen(command, cwd=root, stdin=stdin, stdout=subprocess.PIPE, stderr=stderr) as process:
        assert process.stdout
        try:
            for line in map(_text, process.stdout):
                lines.append(line)
                if on_line:
                    on_line(line.rstrip("\n"))
        except BaseException:  # Ctrl-C, or an exception in on_line: end the program at once
            process.kill()
            raise
    return process.returncode, "".join(lines)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "backslashreplace")


if __name__ == "__main__":
    if sys.argv[1:] != ["install"]:
        sys.exit("usage: python -m tierce_tools.rules.vm install")
    try:
        install()
    except (NpmError, Trouble) as trouble:
        sys.exit(str(trouble))
