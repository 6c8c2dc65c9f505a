"""Brings the catalogues up to date with the texts in the code, by Babel.

    python host_tools/catalogues.py [LANGUAGE]

Each French file gets the new texts, without translations, and loses those that the code no longer
has. The files of the other languages have the texts that are translated. With a language (nl, pt_BR)
that language's files are begun, or get all that is left to translate. French texts get their no-break
spaces, so nobody has to type them. `make words` runs it.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from tierce_tools.base.paths import firmware
from tierce_tools.base.texts import LOCALE, TABLE, languages

# Languages whose files have every text: a test fails until each of them is translated.
COMPLETE = ("fr",)
_TROUBLES: dict[str, Any] = {"Trouble": (2,), "Doubt": (2,)}
_MARKS: dict[str, Any] = {"N_": None, "NN_": (1, 2), "NP_": ((1, "c"), 2)}
_PYTHON: dict[str, Any] = _MARKS | {
    "say": None,
    "_say": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
_TOOLS = LOCALE.parent
_PLANS = _TOOLS.parents[1] / "hardware" / "tierce_plans"
_SOURCES = [("**.py", "python")]
PAGES = ("firmware", "hardware", "host_tools")
# What is code in Markdown: there a space is a space.
_CODE = re.compile(r"(^```.*?^```|`[^`]*`|<!--.*?-->|\]\([^)]*\)|^\|[-:| ]+$)", re.DOTALL | re.MULTILINE)


def no_breaks(text: str) -> str:
    """Return a French text with the spaces that keep a mark on the line of its word, and one apostrophe."""
    text = re.sub(r"(?<!\n) (?=[;!?»](?![=\w]))|(?<=«) ", "\u202f", text.replace("\u2019", "'"))
    return re.sub(r"(?<!\n) (?=[:%](?:[\s)*_|<\"]|$))", "\u00a0", text, flags=re.MULTILINE)


def french() -> Iterator[tuple[Path, str]]:
    """Yield (file, its text with no-break spaces) for each file of French words and each French page."""
    root = firmware().parent
    for path in sorted((root / "firmware").rglob("*_fr.words")):
        yield path, no_breaks(path.read_text("utf-8"))
    for path in sorted({*root.glob("*.fr.md"), *(found for each in PAGES for found in (root / each).rglob("*.fr.md"))}):
        parts = _CODE.split(path.read_text("utf-8"))
        parts[::2] = map(no_breaks, parts[::2])
        yield path, "".join(parts)


def _sentences(file: Any, *_: object, **__: object) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield the sentences of a file of words that tell of reasons, for Babel."""
    section = ""
    for number, line in enumerate(file.read().decode().splitlines(), 1):
        section = line if line[:1] == "[" else section
        if section in ("[WHY]", "[CONTRACT]") and "=" in line:
            yield number, None, line.partition("=")[2], []


# A catalogue: folders, which files there, and the calls that have its texts.
DOMAINS: dict[str, list[tuple[Path, list[tuple[str, Any]], dict[str, Any]]]] = {
    "tierce": [(_TOOLS, _SOURCES, _PYTHON | _TROUBLES), (_PLANS, _SOURCES, _TROUBLES)],
    "page": [(_TOOLS / "page" / "static", [("**.js", "javascript")], _MARKS)],
    "plans": [(_PLANS, _SOURCES, _PYTHON)],
    # The table has these itself in its languages.
    "said": [(firmware() / "tierce", [("said_en.words", _sentences), ("contract_en.words", _sentences)], {})],
}


def extracted(domain: str) -> Catalog:
    """Return a catalogue of the texts that the code has."""
    catalogue = Catalog(domain=domain, fuzzy=False)
    for root, methods, keywords in DOMAINS[domain]:
        found = extract_from_dir(root, methods, keywords=keywords)
        for name, _, text, _, context in found:
            catalogue.add(text, locations=[(name, 0)], context=context)
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
        write_po(
            file, catalogue, width=100, omit_header=True, include_lineno=False, ignore_obsolete=True, sort_by_file=True
        )


def main() -> None:
    """Bring all catalogues up to date."""
    for language in dict.fromkeys([*languages()[1:], *sys.argv[1:]]):
        Locale.parse(language)  # raises if there is no such language
        for domain in DOMAINS:
            own = domain == "said" and language in TABLE
            if own or (not path_of(language, domain).exists() and language not in sys.argv):
                continue
            catalogue = renewed(language, domain)
            todo = [each for each in catalogue if each.id and not _translated(each.string)]
            print(f"{language} {domain}: {len(catalogue)} texts, {len(todo)} to translate")
            if language not in (*COMPLETE, *sys.argv):
                for each in todo:
                    if not any(each.string or ""):
                        catalogue.delete(each.id, each.context)
            if language == "fr":
                for each in catalogue:
                    if each.id:
                        said = each.string
                        each.string = (
                            no_breaks(str(said or ""))
                            if isinstance(said, (str, type(None)))
                            else tuple(map(no_breaks, said))
                        )
            if len(catalogue):
                written(catalogue, path_of(language, domain))
            else:
                path_of(language, domain).unlink()
    for path, text in french():
        path.write_text(text, "utf-8")


def _translated(said: Any) -> bool:
    return bool(said) and all(cast("list[str]", [said] if isinstance(said, str) else said))


if __name__ == "__main__":
    main()
