"""Files on the board's flash: the one place that touches the file system.

A file is written completely or not at all. Failures raise OSError; its `errno` gives the reason.
"""

import os

# Error numbers of littlefs and Linux; MicroPython's errno lacks names for two of them. In the
# WebAssembly port a missing file is 44.
MISSING = (2, 44)
NO_SPACE = 28
READ_ONLY = 30

_TEMP = "~"  # suffix of a file that is being written
_FOLDER = 0x4000


class Handle:
    """An open file. Written bytes are safe once `sync` has returned."""

    def __init__(self, file, fsync):
        self._file = file
        self._fsync = fsync

    def write(self, data):
        """Append bytes. Raises OSError if the flash is full."""
        # A full flash may write only some of them; the count is then the only sign.
        if self._file.write(data) != len(data):
            raise OSError(NO_SPACE, "full")

    def sync(self):
        """Return when all written bytes are safe from a power cut."""
        self._file.flush()  # sufficient on littlefs
        if self._fsync:
            self._fsync(self._file.fileno())

    def size(self):
        """Return how many bytes the file holds."""
        return self._file.seek(0, 2)

    def read_into(self, at, buffer):
        """Read from offset `at` into a buffer; return how many bytes were read."""
        self._file.seek(at)
        return self._file.readinto(buffer)

    def close(self):
        """Close the file."""
        self._file.close()


class Files:
    """The files under a root folder, "" for the current one. Names use "/" between folders.

    `system` has the functions of `os`, `opener` is `open`; tests pass those of another file system.
    """

    def __init__(self, root="", system=os, opener=open):
        self._root = root + "/" if root and root[-1] != "/" else root
        self._os = system
        self._open_file = opener
        self._fsync = getattr(system, "fsync", None)
        self.tidy("")

    def tidy(self, folder):
        """Remove the files in a folder that a power cut left incomplete."""
        try:
            for name in self._list(folder):
                if name.endswith(_TEMP):
                    self.remove(_join(folder, name))
        except OSError:  # a flash that can't be written may still be readable
            pass

    def read(self, name):
        """Return the bytes of a file. Raises OSError if there is none."""
        file = self._open_file(self._root + name, "rb")
        try:
            return file.read()
        finally:
            file.close()

    def write(self, name, data):
        """Replace a file: after a power cut it has either the old bytes or the new ones."""
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
        """Open a file for appending, a Handle; create it and its folder if necessary."""
        return self._open(name, "ab")

    def open(self, name):
        """Open a file for reading, a Handle."""
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
            except OSError:  # it exists, or opening the file will raise
                pass
            at = path.find("/", at + 1)

    def names(self, folder=""):
        """Return the sorted names of the files in a folder; an empty list without the folder."""
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
        return [name for name in self._os.listdir(path) if self._os.stat(path + "/" + name)[0] & 0xF000 != _FOLDER]

    def size(self, name):
        """Return how many bytes a file holds."""
        return self._os.stat(self._root + name)[6]

    def remove(self, name):
        """Remove a file."""
        self._os.remove(self._root + name)

    def free(self):
        """Return the free bytes on the flash. This is slow: littlefs counts its blocks.

        MicroPython counts the two blocks of a folder twice: 8 KiB too little for the journal's.
        """
        if not hasattr(self._os, "statvfs"):
            return 1 << 29
        try:
            found = self._os.statvfs(self._root or ".")
        except OSError as error:
            if error.errno not in MISSING:
                raise
            found = self._os.statvfs(".")  # the root does not exist yet
        return found[1] * found[4]


def _join(folder, name):
    return folder + "/" + name if folder else name
