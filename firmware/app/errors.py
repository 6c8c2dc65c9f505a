"""Errors as sentences. An error is a tuple: where, a key of ERRORS, details of its sentence."""

from tierce.outcomes import text
from tierce.phrases import words as in_language


def lines(errors, language, file=""):
    """Return a list with a line for each error, in English or French.

    `file` is named for errors without a place.
    """
    words = in_language("app.words.errors", language).ERRORS
    return [words["line"].format(error[0] or file, sentence(error, language)) for error in errors]


def sentence(error, language):
    """Return the sentence of an error, without its place."""
    words = in_language("app.words.errors", language).ERRORS
    said = words.get(error[1])
    if said is None:  # errors of games and rules have their sentences in the engine
        said = in_language("tierce.names", language).ERRORS[error[1]]
    return said.format(*[_detail(each, words) for each in error[2:]])


def _detail(detail, words):
    if isinstance(detail, (tuple, list)):
        may = words.get(detail[0]) if detail else None
        if may and isinstance(detail, tuple):  # a kind of the schema and its limits
            return may.format(*[_detail(each, words) for each in detail[1:]])
        return ", ".join([str(each) for each in detail])
    return str(detail).replace("\n", " ")  # an error is one line


def shown(value):
    """Return a value from outside as JSON, cut to 40 letters, as a detail of a sentence."""
    told = text(value, " ", 8)
    return told if len(told) <= 40 else told[:37] + "..."
