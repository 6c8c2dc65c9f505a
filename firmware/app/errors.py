"""Errors in words: a tuple of where, a key of ERRORS, and the details of its sentence."""

import json


def lines(errors, language, file=""):
    """Return a line for each error, in English or French; `file` is where nothing says where."""
    words = _words(language)
    return [words["line"].format(error[0] or file, sentence(error, language)) for error in errors]


def sentence(error, language):
    """Return what an error says, without where."""
    words = _words(language)
    text = words.get(error[1])
    if text is None:  # what is wrong with a game the engine has words for
        if language == "fr":
            from tierce.errors_fr import ERRORS
        else:
            from tierce.errors_en import ERRORS
        text = ERRORS[error[1]]
    return text.format(*[_detail(each, words) for each in error[2:]])


def _words(language):
    if language == "fr":
        from app.words.errors_fr import ERRORS
    else:
        from app.words.errors_en import ERRORS
    return ERRORS


def _detail(detail, words):
    if isinstance(detail, (tuple, list)):
        may = words.get(detail[0]) if detail else None
        if may and isinstance(detail, tuple):  # a kind of the schema and its limits
            return may.format(*[_detail(each, words) for each in detail[1:]])
        return ", ".join([str(each) for each in detail])
    return str(detail).replace("\n", " ")  # an error is one line


def shown(value):
    """Return a value of somebody's as JSON, cut where it is long: a detail of a sentence."""
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."
