"""Frees the memory of modules and words that are not needed now; the next use loads them again."""

import sys

from tierce.phrases import Words, forget


def groups():
    """Return the table, unload.words: what has ended -> the modules that only it needs."""
    return Words("app.unload", "").GROUPS


def unload(*ended):
    """Forget the modules of these rows of the table, and all words.

    Objects of theirs that are still referenced stay, with their code.
    """
    rows = groups()
    for row in ended:
        for name in rows[row].split(" "):
            if name in sys.modules:
                del sys.modules[name]
                # MicroPython also keeps a module as an attribute of its package.
                parent, _, last = name.rpartition(".")
                package = sys.modules.get(parent)
                if package is not None and hasattr(package, last):
                    delattr(package, last)
    forget()
