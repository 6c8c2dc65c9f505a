"""Frees the memory of modules that are not needed now; the next import loads them again."""

import sys


def unload(*names):
    """Forget these modules. Objects of theirs that are still referenced stay, with their code."""
    for name in names:
        if name in sys.modules:
            del sys.modules[name]
            # MicroPython also keeps a module as an attribute of its package.
            parent, _, last = name.rpartition(".")
            package = sys.modules.get(parent)
            if package is not None and hasattr(package, last):
                delattr(package, last)
