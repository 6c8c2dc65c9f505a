"""Sentences by key, and the files of words: `kind_language.words`, beside the modules; `kind.words` is a
table without a language.

A file has sections, `[NAME]`, of lines `key=sentence`. It is read when one of its sentences is
wanted and kept until `forget`, so that a page is written with one reading, and no heap is taken
between two pages. Here alone a language becomes the name of a file or a module.
"""

import sys

_texts = {}  # the files read: (kind, language) -> text


class Phrases:
    """Read like a dict. `text` has one line `key=sentence` each, after an empty or another line.

    Stored as one text, as a dict would take twice the memory. `at` is the start in `text`, `end`
    the end of the last line.
    """

    def __init__(self, text: str, at: int = 0, end: int = -1) -> None:
        self.text = text
        self.at = at
        self.end = end if end >= 0 else len(text)

    def get(self, key: str, other: "str | None" = None) -> "str | None":
        """Return the sentence for a key, or `other` if there is none."""
        at = self.text.find("\n%s=" % key, self.at, self.end)
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
        for line in self.text[self.at : self.end].split("\n")[1:]:
            if line and line[0] != "#":
                yield line.partition("=")[0]


class Words:
    """A file of words. Its sections are attributes, as Phrases: `words.ERRORS["seats"]`."""

    def __init__(self, kind: str, language: str) -> None:
        self.LANGUAGE = language
        self.name = kind

    def __getattr__(self, section: str) -> Phrases:
        key = (self.name, self.LANGUAGE)
        text = _texts.get(key)
        if text is None:
            text = _texts[key] = _read(*key)
        at = text.find("\n[%s]\n" % section)
        if at < 0:
            raise AttributeError(section)
        return Phrases(text, at + 1, text.find("\n[", at + 1))


def words(kind: str, language: str) -> Words:
    """Return the words of a kind, for instance "tierce.said", in a language.

    `language` is "fr" or "en"; English is the default.
    """
    return Words(kind, "fr" if language == "fr" else "en")


def table(language: str) -> "Any":
    """Return the module of the table's words in a language: tierce.words_xx."""
    name = "tierce.words_" + ("fr" if language == "fr" else "en")
    if name not in sys.modules:
        __import__(name)
    return sys.modules[name]


def forget() -> None:
    """Free the texts of all files."""
    _texts.clear()


def _read(kind: str, language: str) -> str:
    package, _, name = kind.partition(".")
    folder = sys.modules[package].__file__.rpartition("__init__")[0]  # pyright: ignore
    # Bytes: a file in an archive has no text mode.
    name = name.replace(".", "/") + (language and "_" + language)
    file = open("%s%s.words" % (folder, name), "rb")  # noqa: SIM115
    data = file.read()
    file.close()
    return data.decode()
