"""The error for an invalid event, header or question."""


class LogError(Exception):
    """Bad data: `key` of a sentence in ERRORS, and the `details` to fill in.

    ERRORS stands in names_xx here, and in cli/errors of the host. A detail is the bad value as
    given, or a tuple of the valid names.
    """

    def __init__(self, key: str, *details: object) -> None:
        super().__init__(key, *details)
        self.key = key
        self.details = details
