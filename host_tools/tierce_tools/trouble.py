"""What can go wrong that is no fault of ours: one class, so that one place says it in words."""


class Trouble(Exception):
    """Something that a person can mend: bad input, a board that is not there, a full disk.

    `area` is the module of `cli/words` that has the sentence, `key` its key there, and `details`
    what goes into it. The sentence says what, where, and what to do.
    """

    def __init__(self, area: str, key: str, *details: object) -> None:
        super().__init__(area, key, *details)
        self.area = area
        self.key = key
        self.details = details


class Doubt(Trouble):
    """What is probably not meant: it is done when the same is asked for again, as being sure."""
