"""Sentences by key, stored as one text, as a dict would take twice the memory; and their languages.

`words` is the only place where a language becomes the name of a module.
"""

import sys


class Phrases:
    """Read like a dict. `text` starts with an empty line, then has one line `key=sentence` each."""

    def __init__(self, text: str) -> None:
        self.text = text

    def get(self, key: str, other: "str | None" = None) -> "str | None":
        """Return the sentence for a key, or `other` if there is none."""
        at = self.text.find("\n%s=" % key)
        if at < 0:
            return other
        at += len(key) + 2
        return self.text[at : self.text.find("\n", at)]

    def __getitem__(self, key: str) -> str:
        found = self.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def __iter__(self) -> "Iterator[str]":
        for line in self.text.split("\n"):
            if line:
                yield line.partition("=")[0]


def words(kind: str, language: str) -> "Any":
    """Return the words module of a kind, for instance "tierce.words", in a language.

    `language` is "fr" or "en"; English is the default. The module is loaded on first use.
    """
    name = kind + ("_fr" if language == "fr" else "_en")
    if name not in sys.modules:
        __import__(name)
    return sys.modules[name]
