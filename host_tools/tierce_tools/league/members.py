"""The names of a league's members: read from a list or a file, compared, checked."""

import re
from collections.abc import Iterable
from pathlib import Path

from tierce_tools.base.plain import plain
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.statistics import person

MOST = 1000  # members; pairing more takes minutes
_LONGEST = 60  # letters of a name
_LARGEST = 1 << 18  # bytes of a file
_FILE = re.compile(r"[/\\]|\.\w+$")  # of a name that is meant for a file's


def fold(name: str) -> str:
    """Return what is the same for two spellings of a name."""
    return person(plain(" ".join(name.split()))).casefold()


def given(text: str, one: bool = False) -> list[str]:
    """Return the names in `a,b,c`, or in a file with one on each line; with `one` also a single name.

    Raises Trouble.
    """
    path = Path(text)
    try:
        is_file = path.is_file()
    except (OSError, ValueError):
        is_file = False
    named = "," in text or (one and not _FILE.search(text))
    if not is_file and not named:
        raise Trouble(
            "league.no_players",
            "{players}: there is no such file; name a file with a name on each line, or the names, as in Ana,Luc,Max",
            players=text,
        )
    if not is_file:
        return checked(text.split(","))
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
        lines = data.decode("utf-8-sig").splitlines()
    except OSError as error:
        raise Trouble("league.unreadable", "{path}: cannot be read: {reason}", path=path, reason=error) from None
    except UnicodeDecodeError:
        raise Trouble("league.no_utf8", "{path}: it is not UTF-8; save it as such", path=path) from None
    if len(data) > _LARGEST:
        raise _many()
    if not any(line.strip() for line in lines):
        raise Trouble("league.no_names", "{path}: it has no name in it", path=path)
    return checked(line for line in lines if line.strip())


def checked(names: Iterable[str]) -> list[str]:
    """Return names as they are kept. Raises Trouble if one cannot be, or is there twice."""
    found: list[str] = []
    known: set[str] = set()
    for name in names:
        kept = person(plain(" ".join(name.split())))
        if not kept or len(kept) > _LONGEST or any(mark in kept for mark in "=,"):
            raise Trouble(
                "league.bad_name",
                "{name}: not a name for a member; a name has 1 to {n} letters, without = and comma",
                name=kept or '""',
                n=_LONGEST,
            )
        if fold(kept) in known:
            raise Trouble("league.twice", "{name} is there twice; tell them apart, as in Ana M. and Ana B.", name=kept)
        known.add(fold(kept))
        found.append(kept)
    if len(found) > MOST:
        raise _many()
    return found


def _many() -> Trouble:
    return Trouble("league.many", N_("a league has {n} members at most"), n=MOST)
