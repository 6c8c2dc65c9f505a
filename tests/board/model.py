"""Inside the machine of a modelled board: the table's chips, the time, and main.py.

Loaded before the board's own code; then the board's flash replaces `/`. This adds what a Pico has
and this build of MicroPython lacks: `time`, `select`, `machine`.
"""

import builtins
import json
import os
import select as real_select
import sys
import time as real_time

import _host
import micropython
import twin
import twin.assembly
import twin.puppets
import vfs

# errno of this WASI build -> errno of a board
_ERRORS = {44: 2, 20: 17, 54: 20, 31: 21, 28: 22, 55: 39, 2: 13, 8: 9, 6: 11, 63: 1, 51: 28}
_BLOCK = 4096
_LOOK_US = 2000  # model time between two looks at the serial line and at real time
_LATE_MS = 200  # the most that the model catches up, in ms
_TURN_US = 20  # a turn of a loop that does nothing but read the time, on a Pico
_TALK_US = 1000000  # after bytes of the serial line, model time that does not wait for real time

machine = None
table = None
clock = None
# Names of a test's Python: these, and those that it has defined.
_names = {"json": json, "program": None, "people": None}
_jobs = []  # jobs to run between two turns of the program's loop
_busy = False  # whether one of them is running
_waiting = []  # (request, code, end in us): conditions that a test waits for
_talk_end = 0  # us of the model's clock
_running = False  # whether that loop is running
_origin = 0  # real time in ms when the model's clock was 0
_due = 0  # microseconds of the model's clock


# --- flash


class Flash:
    """The board's files; errors have a board's numbers."""

    def __init__(self, system):
        self._system = system

    def _call(self, name, args):
        try:
            return getattr(self._system, name)(*args)
        except OSError as error:
            raise OSError(_ERRORS.get(error.errno, error.errno)) from None

    def __getattr__(self, name):
        getattr(self._system, name)
        return lambda *args: self._call(name, args)

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        pass

    def ilistdir(self, path):
        found = []
        for entry in self._call("ilistdir", (path,)):
            name = entry[0]
            if name == _ROM:
                continue
            inside = name if path in ("", ".") else path.rstrip("/") + "/" + name
            size = 0 if entry[1] == 0x4000 else self._call("stat", (inside,))[6]
            found.append((name, entry[1], 0, size))
        return iter(found)

    def statvfs(self, path):
        blocks, free = _host.blocks(), _host.free()
        return (_BLOCK, _BLOCK, blocks, free, free, 0, 0, 0, 0, 255)


# --- ROMFS, of a board whose MicroPython has one; this build has none

_ROM = ".rom"  # the file that holds it, which the board does not see


class Rom:
    """The partition, as rp2.Flash is one."""

    def __init__(self, system, blocks):
        self._system = system
        self._blocks = blocks
        try:
            system.stat(_ROM)
        except OSError:
            with system.open(_ROM, "wb") as file:
                for _ in range(blocks):
                    file.write(b"\xff" * _BLOCK)

    def ioctl(self, op, arg):
        if op == 6:
            self.writeblocks(arg, b"\xff" * _BLOCK)
        return {4: self._blocks, 5: _BLOCK}.get(op, 0)

    def readblocks(self, number, buffer):
        with self._system.open(_ROM, "rb") as file:
            file.seek(number * _BLOCK)
            file.readinto(buffer)

    def writeblocks(self, number, buffer):
        with self._system.open(_ROM, "r+b") as file:
            file.seek(number * _BLOCK)
            file.write(buffer)

    def read(self):
        with self._system.open(_ROM, "rb") as file:
            return file.read()


def _uint(data, at):
    value = 0
    while True:
        value = value << 7 | data[at] & 0x7F
        at += 1
        if not data[at - 1] & 0x80:
            return value, at


def _unpack(data, at, end, folder):
    """Write what lies in a part of a ROMFS's image into a folder beside the flash."""
    beside = vfs.VfsPosix()
    beside.mkdir(folder)
    while at < end:
        kind, at = _uint(data, at)
        size, at = _uint(data, at)
        if kind in (4, 5):
            length, name_at = _uint(data, at)
            inner = name_at + length
            path = folder + "/" + bytes(data[name_at:inner]).decode()
            if kind == 4:
                _unpack(data, inner, at + size, path)
            else:
                _, inner = _uint(data, inner)
                length, inner = _uint(data, inner)
                with beside.open(path, "wb") as file:
                    file.write(data[inner : inner + length])
        at += size


def vfs_rom(rom):
    """Return the file system of a ROMFS, as `vfs.VfsRom` does: that of its unpacked files."""
    data = rom.read()
    if data[:3] != b"\xd2\xcd\x31":
        raise OSError(19)
    folder = "/rom%d" % real_time.ticks_us()
    try:
        size, at = _uint(data, 3)
        _unpack(data, at, at + size, folder)
    except (ValueError, IndexError):  # damaged
        raise OSError(5) from None
    files = vfs.VfsPosix(folder)
    files.mount(True, False)  # read-only
    return Flash(files)


class _Vfs:
    """The module `vfs` of such a MicroPython."""

    VfsRom = staticmethod(vfs_rom)

    def __init__(self, rom):
        self._rom = rom

    def __getattr__(self, name):
        return getattr(vfs, name)

    def rom_ioctl(self, op, *args):
        return {1: 1, 2: self._rom}.get(op, -22)


def _mount_rom(system, blocks):
    """Do what MicroPython does at its start."""
    rom = Rom(system, blocks)
    sys.modules["vfs"] = _Vfs(rom)
    try:
        vfs.mount(vfs_rom(rom), "/rom")
    except OSError:
        return
    sys.path.extend(("/rom", "/rom/lib"))


# --- time


def _pace():
    """Wait while the model's clock is ahead of real time; do requested jobs meanwhile.

    While a test waits for the program, or the host has just talked to it, real time counts as passed.
    At the prompt it never does: a board sleeps before a reset so that the host hears its last words.
    """
    global _due, _origin, _talk_end
    while True:
        if _waiting:
            look()
        ahead = clock.now // 1000 + _origin - _host.wall()
        if ahead > 2 and _running and (_waiting or _jobs or _busy or clock.now < _talk_end):
            _origin -= ahead
            ahead = 0
        found = _host.pause(ahead if ahead > 2 else 0)
        if found & 2:
            _talk_end = clock.now + _TALK_US
        if found & 1:
            serve()
        elif ahead <= 2:
            break
    if ahead < -_LATE_MS:
        _origin -= ahead + _LATE_MS
    _due = clock.now + _LOOK_US


def catch_up():
    """Advance the model's clock to real time, after a pause in which nothing ran."""
    behind = _host.wall() - _origin - clock.now // 1000
    if behind > 0:
        clock.sleep_ms(behind)


class _Time:
    def __init__(self):
        self.ticks_add = real_time.ticks_add
        self.ticks_diff = real_time.ticks_diff
        self._began = real_time.time()
        self._read = -1  # when the time was last read

    def ticks_us(self):
        if clock.now == self._read:
            clock.sleep_us(_TURN_US)
        if clock.now >= _due:
            _pace()
        self._read = clock.now
        return clock.us()

    def ticks_ms(self):
        self.ticks_us()
        return clock.now // 1000 & 0x3FFFFFFF

    def sleep_us(self, us):
        if us > 0:
            clock.sleep_us(us)
        if clock.now >= _due:
            _pace()

    def sleep_ms(self, ms):
        clock.sleep_us(max(0, ms) * 1000)
        _pace()

    def sleep(self, seconds):
        self.sleep_ms(int(seconds * 1000))

    def time(self):
        return self._began + clock.now // 1000000


# --- the serial line


class _Poll:
    def __init__(self):
        self._streams = []

    def register(self, stream, mask=real_select.POLLIN | real_select.POLLOUT):
        self._streams.append((mask, (stream, real_select.POLLIN), (stream, real_select.POLLOUT)))

    def poll(self, timeout=-1):
        end = None if timeout is None or timeout < 0 else _host.wall() + timeout
        while True:
            found = []
            for mask, readable, writable in self._streams:
                if mask & real_select.POLLIN and _host.can_read():
                    found.append(readable)
                elif mask & real_select.POLLOUT and _host.can_write():
                    found.append(writable)
            left = 1000 if end is None else end - _host.wall()
            if found or left <= 0:
                return found
            if _host.pause(left) & 1:
                serve()

    ipoll = poll


class _Select:
    POLLIN = real_select.POLLIN
    POLLOUT = real_select.POLLOUT
    poll = _Poll


class _Micropython:
    """A Ctrl-C that came while a program was computing interrupts it before Ctrl-C is a byte."""

    def __getattr__(self, name):
        return getattr(micropython, name)

    def kbd_intr(self, character):
        _host.can_read()
        for _ in range(2):  # where an interrupt is raised
            pass
        micropython.kbd_intr(character)


# --- requests of a test


def put(zone, cards):
    for code in cards.split():
        table.put(zone, code)


def take(cards):
    for code in cards.split():
        table.take(code)


def serve():
    """Do a request, or queue it for the next turn of the loop; or wait for a condition."""
    asked = json.loads(_host.request())
    if "ms" in asked:
        try:
            code = compile(asked["code"], "until", "eval")
        except SyntaxError as error:
            _answer(asked, {"error": "SyntaxError: %s" % error})
            return
        _waiting.append((asked, code, clock.now + int(asked["ms"] * 1000)))
        look()
    elif not asked["turn"]:
        _do(asked)
    elif _running:
        _jobs.append(asked)
    else:
        _answer(asked, {"error": "the firmware does not run"})


def look():
    """Answer the conditions that hold, or no longer may. While names are missing they do not."""
    for each in _waiting[:]:
        asked, code, end = each
        why = ""
        found = None
        try:
            found = eval(code, _names)
        except Exception as error:
            why = " (%s: %s)" % (type(error).__name__, error)
        if not found and clock.now < end:
            continue
        _waiting.remove(each)
        told = {"result": found}
        if not found:
            told = {"error": "not in %d ms of the table's time%s" % (asked["ms"], why)}
        _answer(asked, told)


def _do(asked):
    code = asked["code"]
    _names["result"] = None
    try:
        try:
            made = compile(code, "do", "eval")
        except SyntaxError:
            exec(code, _names)
        else:
            _names["result"] = eval(made, _names)
        told = {"result": _names["result"]}
        json.dumps(told)
    except Exception as error:
        told = {"error": "%s: %s" % (type(error).__name__, error)}
    _answer(asked, told)


def _answer(asked, told):
    """Send the answer, and where the cards lie now."""
    told["id"] = asked["id"]
    told["cards"] = _cards()
    _host.answer(json.dumps(told))


def _cards():
    on_pile = [["discard", code] for code in table.pile]
    return [[zone, code] for code, zone in table.zones.items() if zone != "discard"] + on_pile


def _watch_imports():
    """Hook into the firmware's program as soon as its module is imported."""
    original = builtins.__import__

    def noted(name, *more):
        module = original(name, *more)
        if name == "app.program":
            builtins.__import__ = original
            _hold(sys.modules[name].Program)
        return module

    builtins.__import__ = noted


def _hold(kind):
    """Let jobs run between the turns of a program of this class."""
    run = kind.run

    def noted(program):
        global _running
        turn = program.loop.turn
        _names.update({"program": program, "people": twin.puppets.Puppets(table, program)})

        def between():
            global _busy
            if _jobs and not _busy:
                _busy = True
                try:
                    _do(_jobs.pop(0))
                finally:
                    _busy = False
            turn()

        program.loop.turn = between
        _running = True
        try:
            run(program)
        finally:
            _running = False
            _names.update({"program": None, "people": None})

    kind.run = noted


# --- power


def _machine():
    made, _ = twin.modules()

    def reset():
        _host.reset("reset")

    def soft_reset():
        _host.soft_reset()
        raise SystemExit

    def bite(self):
        _host.reset("watchdog")

    feed = made.WDT.feed

    def fed(self):
        feed(self)
        _host.feed(self._us // 1000)

    made.WDT.feed = fed
    made.reset = reset
    made.soft_reset = soft_reset
    made.bootloader = lambda timeout=0: _host.reset("bootloader")
    made.WDT._bite = bite
    return made


def begin():
    """Build the table, and mount the board's flash in place of the machine's own files."""
    global machine, table, clock, _origin
    settings = json.loads(_host.settings())
    machine = _machine()
    table = twin.assembly.Hardware(settings["config"])
    clock = table.clock
    table.board.unique_id = bytes.fromhex(settings["unique_id"])
    table.board.reset_cause = settings["cause"]
    machine.plug(table.board)
    for zone, code in settings["cards"]:
        table.put(zone, code)
    _names.update({"table": table, "clock": clock, "machine": machine, "put": put, "take": take, "press": table.press})
    _watch_imports()
    sys.modules["time"] = _Time()
    sys.modules["select"] = _Select
    sys.modules["micropython"] = _Micropython()
    os.uname = lambda: ("rp2", "rp2", "1.27.0", "v1.27.0", "Raspberry Pi Pico with RP2040")
    os.sync = lambda: None
    system = vfs.VfsPosix("/flash")
    vfs.umount("/")
    vfs.mount(Flash(system), "/")
    os.chdir("/")
    sys.path[:] = ["", ".frozen", "/lib"]
    if settings["rom"]:
        _mount_rom(system, settings["rom"])
    _origin = _host.wall()


def run(name, names):
    """Run a file as a board does at its start."""
    try:
        with open(name) as file:
            text = file.read()
    except OSError:
        return
    micropython.kbd_intr(3)
    try:
        exec(compile(text, name, "exec"), names)
    except SystemExit:
        pass
    except BaseException as error:
        sys.print_exception(error)
    finally:
        micropython.kbd_intr(-1)
        if table.board.watchdog:  # a host takes it away when it stops a program
            table.board.watchdog.cancel()
            table.board.watchdog = None
        _host.feed(0)
