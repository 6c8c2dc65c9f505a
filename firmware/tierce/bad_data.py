"""The error of a line, a header or a question that makes no sense."""


class LogError(Exception):
    """Bad data: a key of ERRORS, in errors_xx here or of the host, and what its sentence names.

    A detail is what the data gave, as it gave it, or a tuple of the names that there are.
    """

    def __init__(self, key, *details):
        super().__init__(key, *details)
        self.key = key
        self.details = details
