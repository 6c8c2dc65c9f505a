"""The error for an invalid event, header or question, and its sentence."""

from tierce.outcomes import text
from tierce.phrases import words


class LogError(Exception):
    """Bad data: `key` of a sentence in ERRORS, and the `details` to fill in.

    ERRORS stands in names_xx here, and in cli/errors of the host. A detail is the bad value as
    given, or a tuple of the valid names.
    """

    def __init__(self, key: str, *details: object) -> None:
        super().__init__(key, *details)
        self.key = key
        self.details = details


def error_text(error: LogError, language: str) -> str:
    """Return the sentence of a LogError in a language ("en", "fr").

    Returns the bare key for errors that only a file can have: the host has sentences for those.
    """
    errors = words("tierce.names", language).ERRORS
    told = [text(each, " ", 8) if isinstance(each, (dict, list)) else each for each in error.details]
    return errors.get(error.key, error.key).format(*told)
