"""Sentences by key, stored as one text. A dict would take twice the memory."""


class Phrases:
    """Read like a dict. `text` starts with an empty line, then has one line `key=sentence` each."""

    def __init__(self, text):
        self.text = text

    def get(self, key, other=None):
        """Return the sentence for a key, or `other` if there is none."""
        at = self.text.find("\n%s=" % key)
        if at < 0:
            return other
        at += len(key) + 2
        return self.text[at : self.text.find("\n", at)]

    def __getitem__(self, key):
        found = self.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def __iter__(self):
        for line in self.text.split("\n"):
            if line:
                yield line.partition("=")[0]
