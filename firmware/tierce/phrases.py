"""Sentences by their keys, as one text: a dict of them takes twice the memory."""


class Phrases:
    """Is read like a dict. `text` is an empty line, then a line `key=sentence` for each."""

    def __init__(self, text):
        self.text = text

    def get(self, key, other=None):
        """Return the sentence of a key; where there is none, `other`."""
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
