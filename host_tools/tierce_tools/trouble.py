"""The exception for problems that the user can fix. One place turns it into a sentence."""


class Trouble(Exception):
    """A problem that a person can fix: bad input, a missing board, a full disk.

    `area` is the module of `cli/words` that has the sentence, `key` its key there, and `details`
    are the values it is filled with. The sentence says what, where, and what to do.
    """

    def __init__(self, area: str, key: str, *details: object) -> None:
        super().__init__(area, key, *details)
        self.area = area
        self.key = key
        self.details = details


class Doubt(Trouble):
    """A probable mistake. The same action is done if it is asked for again as `sure`."""
