"""Entries of a JSON value, by their paths."""

import copy
import re
from collections.abc import Iterator, Sequence
from typing import Any


def places(thing: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each entry, outer ones first."""
    for key in thing if isinstance(thing, dict) else range(len(thing)) if isinstance(thing, list) else ():
        yield (*path, key)
        yield from places(thing[key], (*path, key))


def inside(thing: Any, path: Sequence[Any]) -> Any:
    """Return what is at a path."""
    for key in path:
        thing = thing[key]
    return thing


def changed(thing: Any, path: Sequence[Any], value: Any) -> Any:
    """Return a copy with an entry changed, or removed if `...`; the path may be a text: zones[0].cs or zones.0.cs."""
    if isinstance(path, str):
        path = [int(step) if step.isdigit() else step for step in re.findall(r"\w+", path)]
    copied = copy.deepcopy(thing)
    *way, last = path
    if value is ...:
        del inside(copied, way)[last]
    else:
        inside(copied, way)[last] = value
    return copied
