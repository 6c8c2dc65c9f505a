"""Makes texts from outside safe to show in a terminal or a spreadsheet.

Names, reasons and file names come from boards, stores and logs. They may hold control characters,
including those above 127, and marks that reverse the text direction; `str.isprintable` finds them
all, and the no-break spaces of French, which may stay.
"""

import json
import re
from typing import Any

# Spreadsheets read text that begins with these as a formula; the last four are full-width forms.
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_NO_BREAK = "\u00a0\u202f"


def _is_shown(letter: str) -> bool:
    return letter.isprintable() or letter in _NO_BREAK


def one_line(text: object) -> str:
    """Return a text with one space for each gap; no-break spaces stay."""
    return re.sub(f"[^\\S{_NO_BREAK}]+", " ", str(text)).strip(" ")


def plain(text: object) -> str:
    """Return a text in one line; `?` replaces each character that cannot be shown."""
    return "".join(letter if _is_shown(letter) else "?" for letter in one_line(text))


def spelt(text: str) -> str:
    """Return a text with unprintable characters as Python escapes: U+009B becomes `\\x9b`."""
    return "".join(letter if _is_shown(letter) else letter.encode("unicode_escape").decode() for letter in text)


def as_json(thing: Any) -> str:
    """Return a value as a line of JSON, in which only unprintable characters are escaped."""
    text = json.dumps(thing, ensure_ascii=False, separators=(",", ":"))
    return text if text.isprintable() else "".join(map(_json_letter, text))


def _json_letter(letter: str) -> str:
    if _is_shown(letter):
        return letter
    # JSON writes a character above U+FFFF as two escapes.
    return f"\\u{ord(letter):04x}" if letter <= "\uffff" else json.dumps(letter)[1:-1]


def cell(value: object) -> object:
    """Return a value for a spreadsheet cell; text that looks like a formula is defused."""
    if not isinstance(value, str):
        return value
    text = plain(value)
    return "'" + text if text.startswith(_FORMULA) else text
