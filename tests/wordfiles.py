"""The files of the board's words: which sections each has."""

import re
from pathlib import Path

import app

FIRMWARE = Path(app.__file__).parents[1]


def sections(words):
    """Return the sections of a tierce.phrases.Words: name -> Phrases, in the order of its file."""
    file = FIRMWARE / f"{words.name.replace('.', '/')}_{words.LANGUAGE}.words"
    return {name: getattr(words, name) for name in re.findall(r"^\[(\w+)\]$", file.read_text("utf-8"), re.M)}
