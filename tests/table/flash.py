"""A real littlefs as the board's file system, on a flash chip that can lose power.

`Flash` is the chip: it counts and logs its operations, and loses power at a chosen program or
erase, which is left half done. `System` has the functions of a board's `os`, and `open`, so
app/files.py runs on it unchanged. Sizes are those of MicroPython on the RP2040.
"""

import random

from littlefs import LittleFS, LittleFSError, UserContext, lfs

from app.files import Files

BLOCK = 4096
_IO = -5

_FLAG = lfs.LFSFileFlag
# As in MicroPython; littlefs-python's own "ab" does not create a file.
_FLAGS = {
    "rb": _FLAG.rdonly,
    "wb": _FLAG.wronly | _FLAG.creat | _FLAG.trunc,
    "ab": _FLAG.wronly | _FLAG.creat | _FLAG.append,
}


class PowerOff(Exception):
    """The power went. Not an OSError, as the firmware must not catch it."""


class Flash(UserContext):
    """NOR flash: an erase sets all bits of a block, a program can only clear bits."""

    def __init__(self, blocks=64, image=None):
        super().__init__(buffer=bytearray(image or b"\xff" * (blocks * BLOCK)))
        self.blocks = len(self.buffer) // BLOCK
        self.dead = False
        self.cut_at = -1  # number of the operation, from 0, at which the power goes
        self.dice = random.Random(0)
        self.operations = 0
        self.erases = 0
        self.log = None  # a list for (block, offset, data) of each operation; data None: erase

    def read(self, cfg, block, off, size):
        at = block * BLOCK + off
        return self.buffer[at : at + size]

    def prog(self, cfg, block, off, data):
        return self._do(block, off, bytes(data))

    def erase(self, cfg, block):
        return self._do(block, 0, None)

    def sync(self, cfg):
        return _IO if self.dead else 0

    def _do(self, block, off, data):
        if self.dead:
            return _IO
        if self.operations == self.cut_at:
            self.half(block, off, data)
            self.dead = True
            return _IO
        self.operations += 1
        if self.log is not None:
            self.log.append((block, off, data))
        self.do(block, off, data)
        return 0

    def do(self, block, off, data):
        """Carry out an operation."""
        at = block * BLOCK + off
        if data is None:
            self.erases += 1
            self.buffer[at : at + BLOCK] = b"\xff" * BLOCK
        else:
            # littlefs programs erased bytes only, so no bit has to be set.
            assert self.buffer.count(0xFF, at, at + len(data)) == len(data)
            self.buffer[at : at + len(data)] = data

    def half(self, block, off, data):
        """Carry out part of an operation: some first bytes, some random bits, or all."""
        at = block * BLOCK + off
        size = BLOCK if data is None else len(data)
        old = bytes(self.buffer[at : at + size])
        new = b"\xff" * BLOCK if data is None else data
        how = self.dice.randrange(8)
        if how == 0:
            torn = new
        elif how < 5:
            done = self.dice.randrange(size)
            torn = new[:done] + old[done:]
        else:  # each changing bit has changed or not
            changed = int.from_bytes(old, "big") ^ int.from_bytes(new, "big")
            changed &= self.dice.getrandbits(8 * size)
            torn = (int.from_bytes(old, "big") ^ changed).to_bytes(size, "big")
        self.buffer[at : at + size] = torn

    def image(self):
        """Return the chip's contents."""
        return bytes(self.buffer)


class System:
    """`os` and `open` over the littlefs of a flash; with `format` it is created."""

    def __init__(self, flash, format=False, block_cycles=100):
        self.flash = flash
        self._fs = LittleFS(
            context=flash,
            mount=False,
            block_size=BLOCK,
            block_count=flash.blocks,
            read_size=32,
            prog_size=256,
            cache_size=1024,
            lookahead_size=32,
            block_cycles=block_cycles,
        )
        if format:
            self._call(self._fs.format)
        self._call(self._fs.mount)

    def _call(self, function, *args):
        try:
            return function(*args)
        except FileNotFoundError:
            raise OSError(2, "littlefs") from None
        except FileExistsError:
            raise OSError(17, "littlefs") from None
        except LittleFSError as error:
            raise OSError(-error.code, error.name) from None
        finally:
            if self.flash.dead:
                raise PowerOff

    def open(self, name, mode):
        return _File(self, self._call(lfs.file_open, self._fs.fs, name, _FLAGS[mode]))

    def ilistdir(self, folder):
        for entry in self._call(lambda: list(self._fs.scandir(folder))):
            yield entry.name, 0x8000 if entry.type == 1 else 0x4000, 0, entry.size

    def stat(self, name):
        entry = self._call(self._fs.stat, name)
        return (0x8000 if entry.type == 1 else 0x4000, 0, 0, 0, 0, 0, entry.size, 0, 0, 0)

    def statvfs(self, _):
        # MicroPython counts the two blocks of a folder twice: extmod/vfs_lfsx.c, lfs2_fs_traverse.
        free = self.flash.blocks - self.used() - 2 * self._folders("/")
        return (BLOCK, BLOCK, self.flash.blocks, free, free, 0, 0, 0, 0, 255)

    def used(self):
        """Return how many blocks are in use."""
        return self._call(lambda: self._fs.used_block_count)

    def _folders(self, folder):
        inside = [entry[0] for entry in self.ilistdir(folder) if entry[1] == 0x4000]
        return len(inside) + sum(self._folders(f"{folder}{name}/") for name in inside)

    def mkdir(self, name):
        self._call(self._fs.mkdir, name)

    def remove(self, name):
        self._call(self._fs.remove, name)

    rmdir = remove

    def rename(self, old, new):
        self._call(self._fs.rename, old, new)


class _File:
    def __init__(self, system, file):
        self._system = system
        self._file = file

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _call(self, function, *args):
        return self._system._call(function, self._system._fs.fs, self._file, *args)

    def write(self, data):
        return self._call(lfs.file_write, bytes(data))

    def flush(self):
        self._call(lfs.file_sync)

    def seek(self, offset, whence=0):
        return self._call(lfs.file_seek, offset, whence)

    def readinto(self, buffer):
        data = self._call(lfs.file_read, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def read(self, size=-1):
        return self._call(lfs.file_read, self._call(lfs.file_size) if size < 0 else size)

    def close(self):
        self._call(lfs.file_close)


def files_on(flash, format=False, **options):
    """Mount the littlefs of a flash, and return the board's Files on it."""
    system = System(flash, format, **options)
    return Files("/", system, system.open)
