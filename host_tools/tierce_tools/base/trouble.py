"""The exception for problems that the user can fix. One place turns it into a sentence."""


class Trouble(Exception):
    """A problem that a person can fix: bad input, a missing board, a full disk.

    `name`, its "area.key", is for programs. `text` says it to people, in English, with the names of
    the details in braces: what, where, and what to do. The catalogues have its translations.
    """

    def __init__(self, name: str, text: str, /, **details: object) -> None:
        super().__init__(name, text)
        self.name = name
        self.area, _, self.key = name.partition(".")
        self.text = text
        self.details = details


class Doubt(Trouble):
    """A probable mistake. The same action is done if it is asked for again as `sure`."""
