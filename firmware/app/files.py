"""Files on the board's flash: the one place that touches the file system.

A file is written whole or not at all. What fails raises OSError, with `errno` saying why.
"""

import os

# The numbers of littlefs and Linux; MicroPython's errno has no names for two of them. Where it
# runs in WebAssembly a missing file is 44.
MISSING = (2, 44)
NO_SPACE = 28
READ_ONLY = 30

_TEMP = "~"  # ends the name of a file that is being written
_FOLDER = 0x4000


class Handle:
    """An open file. What was written is kept once `sync` has returned."""

    def __init__(self, file, fsync):
        self._file = file
        self._fsync = fsync

    def write(self, data):
        """Append some bytes."""
        # A full flash may take a part of them and say so only here.
        if self._file.write(data) != len(data):
            raise OSError(NO_SPACE, "full")

    def sync(self):
        """Return when all that was written is safe from a power cut."""
        self._file.flush()  # on littlefs that is enough
        if self._fsync:
            self._fsync(self._file.fileno())

    def size(self):
        """Return how many bytes the file holds."""
        return self._file.seek(0, 2)

    def read_into(self, at, buffer):
        """Read from a place on; return how many bytes there were."""
        self._file.seek(at)
        return self._file.readinto(buffer)

    def close(self):
        """Close the file."""
        self._file.close()


class Files:
    """The files under a root folder, "" for the current one. Names have "/" between folders.

    `system` has the functions of `os` and `opener` is `open`: tests put another file system there.
    """

    def __init__(self, root="", system=os, opener=open):
        self._root = root + "/" if root and root[-1] != "/" else root
        self._os = system
        self._open_file = opener
        self._fsync = getattr(system, "fsync", None)
        self.tidy("")

    def tidy(self, folder):
        """Remove what a power cut left half-written in a folder."""
        try:
            for name in self._list(folder):
                if name.endswith(_TEMP):
                    self.remove(_join(folder, name))
        except OSError:  # a flash that can't be written may still be read
            pass

    def read(self, name):
        """Return the bytes of a file."""
        file = self._open_file(self._root + name, "rb")
        try:
            return file.read()
        finally:
            file.close()

    def write(self, name, data):
        """Write a file: after a power cut it holds the old bytes or the new ones, never a mix."""
        temp = name + _TEMP
        handle = self._open(temp, "wb")
        try:
            try:
                handle.write(data)
                handle.sync()
            finally:
                handle.close()
            self._os.rename(self._root + temp, self._root + name)
        except OSError:
            try:
                self.remove(temp)
            except OSError:
                pass
            raise

    def append(self, name):
        """Open a file to write at its end; it is made if need be, and so is its folder."""
        return self._open(name, "ab")

    def open(self, name):
        """Open a file to read parts of it."""
        return Handle(self._open_file(self._root + name, "rb"), None)

    def _open(self, name, mode):
        path = self._root + name
        try:
            file = self._open_file(path, mode)
        except OSError as error:
            if error.errno not in MISSING:
                raise
            self._make_folders(path)
            file = self._open_file(path, mode)
        return Handle(file, self._fsync)

    def _make_folders(self, path):
        at = path.find("/", 1)
        while at > 0:
            try:
                self._os.mkdir(path[:at])
            except OSError:  # it is there, or opening the file will say what is wrong
                pass
            at = path.find("/", at + 1)

    def names(self, folder=""):
        """Return the names of the files in a folder, sorted; none where there is no folder."""
        try:
            names = self._list(folder)
        except OSError as error:
            if error.errno not in MISSING:
                raise
            return []
        return sorted([name for name in names if not name.endswith(_TEMP)])

    def _list(self, folder):
        path = (self._root + folder).rstrip("/") or ("/" if self._root else ".")
        if hasattr(self._os, "ilistdir"):
            return [entry[0] for entry in self._os.ilistdir(path) if entry[1] != _FOLDER]
        return [name for name in self._os.listdir(path)
                if self._os.stat(path + "/" + name)[0] & 0xF000 != _FOLDER]

    def size(self, name):
        """Return how many bytes a file holds."""
        return self._os.stat(self._root + name)[6]

    def remove(self, name):
        """Remove a file."""
        self._os.remove(self._root + name)

    def free(self):
        """Return how many bytes are free on the flash. It takes a while: littlefs counts them."""
        if not hasattr(self._os, "statvfs"):
            return 1 << 29
        try:
            found = self._os.statvfs(self._root or ".")
        except OSError as error:
            if error.errno not in MISSING:
                raise
            found = self._os.statvfs(".")  # the root is not made yet
        return found[1] * found[4]


def _join(folder, name):
    return folder + "/" + name if folder else name
