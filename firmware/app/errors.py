"""Errors in words: a tuple of where, a key of ERRORS, and the details of its sentence."""

import json


def lines(errors, language, file=""):
    """Return a line for each error, in English or French; `file` is where nothing says where."""
    words, more = _words(language)
    return [words.LINE.format(error[0] or file, _sentence(error, words, more)) for error in errors]


def sentence(error, language):
    """Return what an error says, without where."""
    words, more = _words(language)
    return _sentence(error, words, more)


def _words(language):
    if language == "fr":
        from app import errors_fr as words
        from tierce import words_fr as more
    else:
        from app import errors_en as words
        from tierce import words_en as more
    return words, more


def _sentence(error, words, more):
    # What is wrong with a game the referee has words for.
    told = words.ERRORS.get(error[1]) or more.ERRORS[error[1]]
    return told.format(*[_detail(each, words) for each in error[2:]])


def _detail(detail, words):
    if isinstance(detail, list):
        return ", ".join([str(each) for each in detail])
    if isinstance(detail, tuple):
        if detail and detail[0] in words.MAY:
            rest = [_detail(each, words) for each in detail[1:]]
            return words.MAY[detail[0]].format(*rest)
        return ", ".join([str(each) for each in detail])
    return str(detail).replace("\n", " ")  # an error is one line


def shown(value):
    """Return a value of somebody's as JSON, cut where it is long: a detail of a sentence."""
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."
