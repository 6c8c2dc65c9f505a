"""Code that `repl` runs on a board to read and change its files. Names go in as {0!r}."""

from tierce_tools.description.boards import CHIPS

# MicroPython's statvfs counts the two blocks of a folder twice (extmod/vfs_lfsx.c).
ABOUT = """\
import gc, os, sys
from binascii import hexlify
gc.collect()
i = sys.implementation
s = os.statvfs("/")
def folders(at):
    found = [at + e[0] for e in os.ilistdir(at) if e[1] == 0x4000]
    return len(found) + sum([folders(each + "/") for each in found])
try:
    import machine
    u = hexlify(machine.unique_id()).decode()
except Exception:
    u = ""
print(repr((".".join([str(n) for n in i.version[:3]]), getattr(i, "_machine", sys.platform),
    getattr(i, "_mpy", 0) & 0xFF, u, s[1] * (s[4] + 2 * folders("/")), s[1] * s[2], s[0], gc.mem_free())))
"""

EXISTS = """\
import os
try:
    os.stat({0!r})
    print(1)
except OSError:
    pass
"""

# One line per file or folder: (name, bytes). A folder has -1 and precedes its contents.
LISTING = """\
import os
def walk(folder):
    try:
        found = list(os.ilistdir(folder or "/"))
    except OSError:
        return
    for entry in found:
        name = folder + "/" + entry[0] if folder else entry[0]
        if entry[1] == 0x4000:
            print(repr((name, -1)))
            walk(name)
        else:
            try:
                print(repr((name, os.stat(name)[6])))
            except OSError:  # no file of a flash
                pass
walk({0!r})
"""

HASHES = """\
from hashlib import sha256
from binascii import hexlify
b = bytearray(1024)
m = memoryview(b)
for name in {0!r}:
    try:
        with open(name, "rb") as f:
            h = sha256()
            n = 1
            while n:
                n = f.readinto(b)
                h.update(m[:n])
        print(repr((name, hexlify(h.digest()).decode())))
    except OSError:
        pass
"""

READ = """\
from binascii import b2a_base64
f = open({0!r}, "rb")
while True:
    b = f.read(768)
    if not b:
        break
    print(b2a_base64(b).decode().strip())
f.close()
"""

# {0}: the file's name. {1}: the temporary file that is renamed to it when it is complete.
OPEN = """\
import os
from binascii import a2b_base64
at = {0!r}.find("/", 1)
while at > 0:
    try:
        os.mkdir({0!r}[:at])
    except OSError:
        pass
    at = {0!r}.find("/", at + 1)
f = open({1!r}, "wb")
def w(text):
    data = a2b_base64(text)
    if f.write(data) != len(data):
        raise OSError(28)
"""

# Renames {1} to {0}. If the file system cannot replace a file, the old one is removed first.
RENAME = """\
import os
try:
    os.rename({1!r}, {0!r})
except OSError:
    os.remove({0!r})
    os.rename({1!r}, {0!r})
"""

CLOSE = (
    """\
f.close()
if os.stat({1!r})[6] != {2}:
    raise OSError(28)
"""
    + RENAME
)

REMOVE_FOLDER = """\
import os
try:
    os.rmdir({0!r})
except OSError:
    pass
"""

# MicroPython cannot stop a watchdog; clearing a bit of the chip's register does.
TAKE_WATCHDOG_AWAY = f"""\
import sys
if sys.platform == "rp2":
    import machine
    for chip, at in {[(chip.name, chip.watchdog) for chip in CHIPS]!r}:
        if chip in sys.implementation._machine:
            machine.mem32[at + 0x3000] = 1 << 30
"""

# The pause lets the board send the rest of its answer.
RESTART = """\
import machine, time
time.sleep_ms(100)
machine.reset()
"""

# Prints (blocks, bytes of one) of the ROMFS, and a hash for each block; nothing if there is none.
ROM = """\
from hashlib import sha256
from binascii import hexlify
d = None
try:
    import vfs
    if vfs.rom_ioctl(1) > 0:
        d = vfs.rom_ioctl(2, 0)
        n = d.ioctl(4, 0)
        b = bytearray(d.ioctl(5, 0))
except (ImportError, AttributeError, TypeError):
    d = None
if d is not None:
    print(repr((n, len(b))))
    for i in range(n):
        d.readblocks(i, b)
        print(repr(hexlify(sha256(b).digest()).decode()))
"""

# Copies the file {0} to the ROMFS. Its first block comes last: broken off, it is not a file system. Then
# it is mounted, as MicroPython does it at its start.
ROM_COPY = """\
import os, vfs
d = vfs.rom_ioctl(2, 0)
b = bytearray(d.ioctl(5, 0))
try:
    vfs.umount("/rom")
except OSError:
    pass
d.ioctl(6, 0)
with open({0!r}, "rb") as f:
    for at in list(range(len(b), os.stat({0!r})[6], len(b))) + [0]:
        f.seek(at)
        n = f.readinto(b)
        b[n:] = b"\\xff" * (len(b) - n)
        d.writeblocks(at // len(b), b)
        print(at)
vfs.mount(vfs.VfsRom(d), "/rom")
"""
