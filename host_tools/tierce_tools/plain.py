"""Texts from outside, as they may be shown: nothing in them steers a terminal or a spreadsheet.

Names, reasons and file names come from boards, stores and logs. They may hold control characters,
also those past 127, and marks that turn the text round; `str.isprintable` knows all of them.
"""

import json
from typing import Any

# A spreadsheet takes what begins so for a formula; the last four are the wide forms of the others.
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def plain(text: object) -> str:
    """Return a text in one line; `?` stands for what cannot be shown."""
    line = " ".join(str(text).split())
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def spelt(text: str) -> str:
    """Return a text with what cannot be shown spelt as in Python: U+009B is `\\x9b`."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )


def as_json(thing: Any) -> str:
    """Return a value as a line of JSON, letters as they are, but for those that cannot be shown."""
    text = json.dumps(thing, ensure_ascii=False, separators=(",", ":"))
    return text if text.isprintable() else "".join(map(_json_letter, text))


def _json_letter(letter: str) -> str:
    if letter.isprintable():
        return letter
    # A letter past U+FFFF is two escapes in JSON.
    return f"\\u{ord(letter):04x}" if letter <= "\uffff" else json.dumps(letter)[1:-1]


def cell(value: object) -> object:
    """Return what a cell of a spreadsheet may hold: no text that it takes for a formula."""
    if not isinstance(value, str):
        return value
    text = plain(value)
    return "'" + text if text.startswith(_FORMULA) else text
