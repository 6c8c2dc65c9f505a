"""Pages in Markdown, in a language."""

import re
from collections.abc import Iterable, Sequence

from tierce_tools.base.texts import Texts
from tierce_tools.base.texts import texts as of_domain


def texts(language: str) -> Texts:
    """Return the texts of the plans in a language."""
    return of_domain(language, "plans")


def number(value: float, digits: int, language: str) -> str:
    """Return a number with that many decimals, as a language writes it."""
    return local(f"{round(value, digits) + 0.0:.{digits}f}", language)  # no -0.00


def local(figure: str, language: str) -> str:
    """Return a figure with the decimal sign of a language."""
    return figure.replace(".", ",") if language == "fr" else figure


def escaped(text: str) -> str:
    """Return a text for a heading or a cell: names of players and tables come from outside."""
    return re.sub(r"([\\|`*_<>\[\]#])", r"\\\1", text)


class Page:
    """Paragraphs of Markdown in a language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.say = texts(language)
        self._parts: list[str] = []

    def head(self, text: str, level: int = 2) -> None:
        self._parts.append("#" * level + " " + text)

    def text(self, text: str) -> None:
        self._parts.append(text)

    def points(self, lines: Iterable[str]) -> None:
        self._parts.append("\n".join("- " + line for line in lines))

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: Iterable[int] = ()) -> None:
        """Add a table; `numbers` are the columns to align at the right."""
        right = {*numbers}
        rule = ["---:" if i in right else "---" for i in range(len(heads))]
        lines = [heads, rule, *rows]
        self._parts.append("\n".join("| " + " | ".join(line) + " |" for line in lines))

    def number(self, value: float, digits: int = 0) -> str:
        return number(value, digits, self.language)

    def short(self, value: float) -> str:
        """Return a number with as many digits as it needs, at most three decimals."""
        return local(f"{value:.3f}".rstrip("0").rstrip("."), self.language)

    def __str__(self) -> str:
        return "\n\n".join(self._parts) + "\n"
