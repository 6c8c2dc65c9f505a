"""An HTML page as a test looks at it."""

from collections import Counter
from html.parser import HTMLParser

ASKING = ("src", "href", "xlink:href", "data", "srcset", "action", "onclick")


class Page(HTMLParser):
    """A page: `all` tags with their attributes, how often it has each, and the texts that it has `said`."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.all: list[tuple[str, dict[str, str | None]]] = []
        self.said: list[str] = []
        self.feed(text)
        self.tags = Counter(tag for tag, _ in self.all)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.all.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    def values(self, *names: str) -> list[str]:
        return [value or "" for _, each in self.all for name, value in each.items() if name in names]
