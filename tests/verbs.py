"""Runs `tierce` as a shell does, with its own arguments, input, output and exit code, in the tests' own process.

A process takes longer to load Python and the tool's modules than most runs last. What a start itself does (imports,
locale, a terminal, a closed output) is tested with processes of their own: processes.TIERCE.
"""

import contextlib
import io
import os
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from processes import TIERCE, Completed


def here(
    *args: str | Path,
    stdin: bytes | None = b"",
    out: str | int | None = "",
    cwd: str | Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Completed[bytes]:
    """Run `tierce` with arguments; return what it wrote, and its exit code.

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
