"""An HTML page as a test looks at it."""

from collections import Counter
from html.parser import HTMLParser

ASKING = ("src", "href", "xlink:href", "data", "srcset", "action", "onclick")


class Page(HTMLParser):
    """A page: how often it has each of its `tags`, and the texts that it has `said`."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.said: list[str] = []
        self._attributes: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self._attributes += attrs

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    def values(self, *names: str) -> list[str]:
        """Return the values of all attributes with these names."""
        return [value or "" for name, value in self._attributes if name in names]
