"""Runs `tierce` as a shell does, with its own arguments, input, output and exit code.

Each run is a process forked from a server that has loaded Python and the tool's modules already, as
loading them takes longer than most runs. What a start itself does (imports, locale, a terminal, a
closed output) is tested with processes of their own; what a verb prints, in the tests' own process,
which is quicker still.
"""

import asyncio  # noqa: F401 - before _asyncio, which is loaded by name below
import atexit
import contextlib
import importlib
import io
import json
import os
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from processes import PIPE, TIERCE, Completed, Process

_servers: dict[int, Process] = {}  # by the process that has begun it


def tierce(
    *args: str | Path, stdin: bytes = b"", cwd: str | Path | None = None, env: Mapping[str, str] | None = None
) -> Completed[bytes]:
    """Run `tierce` with arguments; return what it wrote, and its exit code."""
    texts = [str(arg) for arg in args]
    with tempfile.TemporaryDirectory(prefix="tierce-verb-") as folder:
        files = [str(Path(folder, name)) for name in ("in", "out", "err", "loaded")]
        Path(files[0]).write_bytes(stdin)
        asked = {
            "args": texts,
            "cwd": str(cwd or Path.cwd()),
            "files": files,
            "env": dict(os.environ if env is None else env),
        }
        server = _server()
        server.say(json.dumps(asked) + "\n")
        answer = server.out.line()
        assert answer, f"the server of tests/verbs.py has ended: {server.err.all.decode()}"
        out, err = (Path(name).read_bytes() for name in files[1:3])
    return Completed([str(TIERCE), *texts], int(answer), out, err)


def tierce_text(
    *args: str | Path, stdin: str = "", cwd: str | Path | None = None, env: Mapping[str, str] | None = None
) -> Completed[str]:
    """The same with texts."""
    done = tierce(*args, stdin=stdin.encode(), cwd=cwd, env=env)
    return Completed(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def here(
    *args: str | Path,
    stdin: bytes | None = b"",
    out: str | int | None = "",
    cwd: str | Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Completed[bytes]:
    """Run `tierce` in this process, which keeps what is compiled; not for what a process is.

    Standard input and output are closed if None, as by `<&-` and `>&-`; output goes to a file or
    descriptor `out`, if there is one. An exception that would be a traceback is raised.
    """
    from tierce_tools.cli.entry import run

    texts = [str(arg) for arg in args]
    before = (sys.argv, sys.stdin, sys.stdout, sys.stderr, sys.unraisablehook)
    environment, folder = dict(os.environ), Path.cwd()
    code: Any = 0
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        files[0].write(stdin or b"")
        files[0].seek(0)
        outputs = [stack.enter_context(open(out, "wb")) if out else files[1], files[2]]
        streams = [io.TextIOWrapper(file, "utf-8", write_through=True) for file in (files[0], *outputs)]
        try:
            sys.argv = [str(TIERCE), *texts]
            sys.stdin = None if stdin is None else streams[0]
            sys.stdout = None if out is None else streams[1]
            sys.stderr = streams[2]
            if cwd:
                os.chdir(cwd)
            if env is not None:
                _become(env)
            run()
        except SystemExit as end:
            code = end.code or 0
        finally:
            sys.argv, sys.stdin, sys.stdout, sys.stderr, sys.unraisablehook = before
            os.chdir(folder)
            if dict(os.environ) != environment:
                _become(environment)
        for stream in streams:
            stream.detach().flush()
        for file in files:
            file.seek(0)
        return Completed([str(TIERCE), *texts], code, files[1].read(), files[2].read())


def tierce_here(
    *args: str | Path, stdin: str = "", cwd: str | Path | None = None, env: Mapping[str, str] | None = None
) -> Completed[str]:
    """The same with texts."""
    done = here(*args, stdin=stdin.encode(), cwd=cwd, env=env)
    return Completed(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def complaint(*args: str | Path, **how: Any) -> str:
    """Run a verb here that must fail; return what it says, which is one line of errors."""
    done = tierce_here(*args, **how)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    return done.stderr


def _become(env: Mapping[str, str]) -> None:
    """Have this environment."""
    os.environ.clear()
    os.environ.update(env)
    time.tzset()


def _server() -> Process:
    made = _servers.get(os.getpid())
    if made is None:
        made = _servers[os.getpid()] = Process(sys.executable, __file__, stdin=PIPE)
        atexit.register(made.close)
    return made


def _serve() -> None:
    """Fork a process for each line of standard input; answer with its exit code."""
    for line in sys.stdin:
        asked = json.loads(line)
        process = os.fork()
        if not process:
            _run(asked)
        _, status = os.waitpid(process, 0)
        # What this run has loaded, the next ones find.
        with contextlib.suppress(OSError):
            for name in Path(asked["files"][3]).read_text("utf-8").split():
                with contextlib.suppress(Exception):
                    importlib.import_module(name)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


def _run(asked: dict[str, Any]) -> NoReturn:
    """Become the process that a shell would have started."""
    *streams, loaded = asked["files"]
    for number, name in enumerate(streams):
        file = os.open(name, os.O_RDWR | os.O_CREAT)
        os.dup2(file, number)
        os.close(file)
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0)), sys.stdin.encoding)
    _become(asked["env"])
    os.chdir(asked["cwd"])
    sys.argv[:] = [str(TIERCE), *asked["args"]]
    code: Any = 1
    before = set(sys.modules)
    try:
        from tierce_tools.cli.entry import run

        run()
        code = 0
    except SystemExit as end:
        code = end.code or 0
        if not isinstance(code, int):
            print(code, file=sys.stderr)
            code = 1
    except BaseException:  # what Python would do at the end of a script
        traceback.print_exc()
    finally:
        threading._shutdown()  # pyright: ignore
        atexit._run_exitfuncs()  # pyright: ignore
        sys.stdout.flush()
        sys.stderr.flush()
        new = sorted(name for name in set(sys.modules) - before if name != "__main__")
        Path(loaded).write_text("\n".join(new), "utf-8")
        os._exit(code & 0xFF)


if __name__ == "__main__":
    _serve()
