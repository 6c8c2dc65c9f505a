"""What is said of errors and house rules.

The table's own texts (reasons, names of rules) are the engine's: tierce.words_*, tierce.names_*.
"""

import errno
import json
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

from tierce.outcomes import text
from tierce.phrases import Phrases
from tierce.presets import LogError
from tierce_tools.base.plain import one_line, plain, spelt
from tierce_tools.base.texts import N_, Texts, of_table, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.errors import ERRORS, LINES
from tierce_tools.logs.reader import BadLine

_OS_ERRORS = {
    errno.ENOENT: N_("there is no such file"),
    errno.EISDIR: N_("it is a folder"),
    errno.EACCES: N_("it is not allowed"),
    errno.EPERM: N_("it is not allowed"),
    errno.ENOTDIR: N_("there is no such folder"),
    errno.ENOSPC: N_("the disk is full"),
    errno.EROFS: N_("the disk is read-only"),
}


def table_words(language: str) -> Any:
    """Return the engine's words module of a language."""
    return of_table("words", language)


def names(language: str) -> Any:
    """Return the engine's names module of a language."""
    return of_table("names", language)


def did_you_mean(wrong: object, known: Iterable[object], language: str) -> str:
    """Return "; did you mean ...?" for the most similar known name, or ""."""
    if not isinstance(wrong, str):
        return ""
    # Leading dashes and file extensions are ignored, as all names share them.
    names = [each for each in known if isinstance(each, str) and get_close_matches(_root(wrong), [_root(each)])]
    nearest = get_close_matches(wrong, names, 1)
    if not nearest:
        return ""
    return texts(language).gettext("; did you mean {name}?", name=line_of(nearest[0]))


def _root(name: str) -> str:
    return name.lstrip("-").rpartition(".")[0] or name.lstrip("-")


def error_text(error: LogError | BadLine, language: str) -> str:
    """Return the sentence for a LogError or a BadLine."""
    details = map(shown, error.details)
    if isinstance(error, BadLine):
        return texts(language)(LINES[error.key]).format(*details)
    if error.key in ERRORS:
        said = texts(language)(ERRORS[error.key]).format(*details)
    else:
        said = of_table("names", language).ERRORS[error.key].format(*details)
    if error.key in ("no_game", "no_option"):  # the last detail: the known names
        known = cast("tuple[object, ...]", error.details[-1])
        said += did_you_mean(error.details[0], known, language)
    return said


def os_error_text(error: OSError, language: str) -> str:
    """Return why a file cannot be read or written, in words."""
    number, name = error.errno or 0, str(error.filename or "")
    if number == errno.ENOENT and name and not Path(name).parent.is_dir():
        number = errno.ENOTDIR
    if number not in _OS_ERRORS:
        return error.strerror or str(error)
    said = texts(language)(_OS_ERRORS[number])
    if number == errno.ENOENT:
        said += did_you_mean(*_neighbours(name), language)
    return said


def _neighbours(name: str) -> tuple[str, list[str]]:
    """Return the last part of a path, and the names in its folder."""
    path = Path(name)
    try:
        return path.name, sorted(each.name for each in path.parent.iterdir())
    except OSError:
        return path.name, []


def trouble_text(trouble: Trouble, language: str) -> str:
    """Return what went wrong and what to do, in one line.

    If the last detail is a tuple, it holds the known names, and the first detail is the wrong one.
    """
    details = {name: _detail_text(each, language) for name, each in trouble.details.items()}
    said = texts(language)(trouble.text).format(**details)
    values = list(trouble.details.values())
    if values and isinstance(values[-1], tuple):
        said += did_you_mean(values[0], cast("tuple[object, ...]", values[-1]), language)
    return said


def _detail_text(detail: object, language: str) -> str:
    if isinstance(detail, OSError):
        return os_error_text(detail, language)
    if isinstance(detail, (LogError, BadLine)):
        return error_text(detail, language)
    if isinstance(detail, tuple):
        return shown(cast("tuple[object, ...]", detail))
    if isinstance(detail, dict):  # a text in all languages
        return cast("dict[str, str]", detail)[language]
    return line_of(detail)


def line_of(detail: object) -> str:
    """Return a detail of an error as a short text in one line."""
    text = spelt(one_line(detail))
    return text if len(text) < 300 else text[:200] + "..."


def shown(detail: object) -> str:
    """Return a detail of an error as a short text in one line, values as JSON."""
    if isinstance(detail, tuple):
        return ", ".join(map(str, cast("tuple[object, ...]", detail)))
    told = text(detail, " ")
    return told if len(told) < 200 else told[:60] + "..."


# The values of options that are no numbers.
_VALUES = {
    "true": N_("yes"),
    "false": N_("no"),
    "required": N_("yes"),
    "optional": N_("no"),
    "hand": N_("what the hand counts"),
    "double": N_("the hand, twice"),
    "by_seats": N_("by the number of players"),
    "by_round": N_("one card more in each round"),
    "ten_twelve": N_("ten cards, from the fourth round on twelve"),
    "ten_twelve_four": N_("ten cards, from the fifth round on twelve"),
    "after_laying": N_("after laying"),
    "all": N_("all"),
    "one": N_("one"),
    "once": N_("once"),
    "always": N_("each time"),
    "none": N_("nothing"),
    "points": N_("the minimum"),
    "gin": N_("gin only"),
}


def value_text(value: object, say: Texts) -> str:
    """Return the value of an option as people say it."""
    text = plain(value) if isinstance(value, str) else json.dumps(value)
    return say(_VALUES[text]) if text in _VALUES else text


def house_text(rules: Mapping[str, object], language: str) -> str:
    """Return house rules as people name them."""
    say = texts(language)
    options: Phrases = names(language).OPTIONS
    found = [say("{name}: {value}", name=options[name], value=value_text(value, say)) for name, value in rules.items()]
    return say("House rules: {rules}", rules="; ".join(found))
