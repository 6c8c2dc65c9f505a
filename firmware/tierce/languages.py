"""The choice of a language: the only place where a language becomes the name of a module."""

import sys


def words(kind, language):
    """Return the words module of a kind, for instance "tierce.words", in a language.

    `language` is "fr" or "en"; English is the default. The module is loaded on first use.
    """
    name = kind + ("_fr" if language == "fr" else "_en")
    if name not in sys.modules:
        __import__(name)
    return sys.modules[name]
