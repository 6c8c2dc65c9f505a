"""Gives back the memory of modules that are not needed for now; the next import loads them anew."""

import sys


def unload(*names):
    """Forget these modules. Whoever holds something of them keeps that, and its code."""
    for name in names:
        if name in sys.modules:
            del sys.modules[name]
            # MicroPython keeps a module as an attribute of its package, too.
            parent, _, last = name.rpartition(".")
            package = sys.modules.get(parent)
            if package is not None and hasattr(package, last):
                delattr(package, last)
