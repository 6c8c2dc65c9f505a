"""Brings the catalogues up to date with the texts in the code, by Babel.

    python host_tools/catalogues.py [LANGUAGE]

Each .po file gets the new texts, without translations, and loses those that the code no longer has.
With a language (nl, pt_BR) it begins that language's files. `make words` runs it.
"""

import sys
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import IO, Any

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from tierce_tools.texts import LOCALE, languages

_PYTHON: dict[str, Any] = {
    "say": None, "_say": None, "N_": None, "gettext": None, "ngettext": (1, 2), "NN_": (1, 2),
    "pgettext": ((1, "c"), 2), "NP_": ((1, "c"), 2), "Trouble": (3,), "Doubt": (3,),
}
_PAGE: dict[str, Any] = {"t": None, "tn": (1, 2), "tp": ((1, "c"), 2), "N_": None}
_TOOLS = LOCALE.parent
# A catalogue: the folder of its texts, which files there, and the calls that have them.
DOMAINS = {
    "tierce": (_TOOLS, [("**.py", "python")], _PYTHON),
    "page": (
        _TOOLS / "page" / "static",
        [("**.js", "javascript"), ("**.html", "catalogues:html")],
        _PAGE,
    ),
    "plans": (_TOOLS.parents[1] / "hardware" / "tierce_plans", [("**.py", "python")], _PYTHON),
}


def html(
    file: IO[bytes], keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Extract the texts of the page's HTML, as Babel asks: those of `data-t` and its like."""
    parser = _Html()
    parser.feed(file.read().decode("utf-8"))
    for line, text in parser.found:
        yield line, "t", text, []


class _Html(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        texts = [value for name, value in attrs if name.startswith("data-t") and value]
        self.found += [(self.getpos()[0], text) for text in texts]


def extracted(domain: str) -> Catalog:
    """Return a catalogue of the texts that the code has."""
    root, methods, keywords = DOMAINS[domain]
    catalogue = Catalog(domain=domain, fuzzy=False)
    found = extract_from_dir(root, methods, keywords=keywords, comment_tags=("Translators:",))
    for name, _, text, comments, context in found:
        catalogue.add(text, locations=[(name, 0)], auto_comments=comments, context=context)
    return catalogue


def path_of(language: str, domain: str) -> Path:
    """Return the .po file of a language."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def renewed(language: str, domain: str) -> Catalog:
    """Return the catalogue of a language, with the texts that the code has now."""
    path = path_of(language, domain)
    catalogue = Catalog(locale=language, domain=domain, fuzzy=False)
    if path.exists():
        catalogue = read_po(path.open("rb"), locale=language, domain=domain)
    catalogue.update(extracted(domain), no_fuzzy_matching=True)
    return catalogue


def written(catalogue: Catalog, path: Path) -> None:
    """Write a .po file. It has no dates and line numbers, which would change with each commit."""
    path.parent.mkdir(parents=True, exist_ok=True)
    head = (
        f"Language: {catalogue.locale_identifier}",
        f"Plural-Forms: {catalogue.plural_forms}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
    )
    with path.open("wb") as file:
        file.write(b'msgid ""\nmsgstr ""\n')
        file.writelines(f'"{line}\\n"\n'.encode() for line in head)
        file.write(b"\n")
        write_po(file, catalogue, width=100, omit_header=True, include_lineno=False,
                 ignore_obsolete=True, sort_by_file=True)


def main() -> None:
    """Bring all catalogues up to date."""
    for language in dict.fromkeys([*languages()[1:], *sys.argv[1:]]):
        Locale.parse(language)  # raises if there is no such language
        for domain in DOMAINS:
            catalogue = renewed(language, domain)
            written(catalogue, path_of(language, domain))
            todo = sum(1 for each in catalogue if each.id and not _translated(each.string))
            print(f"{language} {domain}: {len(catalogue)} texts, {todo} to translate")


def _translated(said: str | Iterable[str]) -> bool:
    return all([said] if isinstance(said, str) else said)


if __name__ == "__main__":
    main()
