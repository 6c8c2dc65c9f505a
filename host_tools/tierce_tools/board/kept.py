"""Keeps what was built for a board: the same sources give the same files, which take seconds to make."""

import hashlib
import json
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress

from tierce_tools.base.paths import cache
from tierce_tools.base.whole import write_whole

_MOST = 64  # files kept, of at most some 300 kB


def kept(basis: Iterable[tuple[str, bytes]], make: Callable[[], dict[str, bytes]]) -> dict[str, bytes]:
    """Return what `make` makes, or has made before from the same basis: all that decides what it makes.

    A file that can't be read or written is no trouble: then it is made.
    """
    digest = hashlib.sha256(sys.version.encode())
    for name, data in basis:
        digest.update(b"%b %d\n%b" % (name.encode(), len(data), data))
    place = cache() / "built" / f"{digest.hexdigest()}.json"
    with suppress(OSError, ValueError):
        return {name: text.encode("latin-1") for name, text in json.loads(place.read_bytes()).items()}
    made = make()
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, json.dumps({name: data.decode("latin-1") for name, data in made.items()}).encode())
        for old in sorted(place.parent.glob("*.json"), key=lambda file: file.stat().st_mtime)[:-_MOST]:
            old.unlink(missing_ok=True)
    return made
