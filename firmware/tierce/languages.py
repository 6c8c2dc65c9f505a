"""The choice of a language: the only place that makes a module's name of it."""

import sys


def words(kind, language):
    """Return the module of a kind of words, "tierce.words" for instance; English is the default.

    It is loaded when it is first asked for.
    """
    name = kind + ("_fr" if language == "fr" else "_en")
    if name not in sys.modules:
        __import__(name)
    return sys.modules[name]
