"""The texts that people read, in each language that has a catalogue.

The code has them in English; `locale/LANGUAGE/LC_MESSAGES/*.po` has the translations, as gettext
does. The .po files are read as they are, so a change there needs no further step.
"""

import gettext
import importlib
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

LOCALE = Path(__file__).parents[1] / "locale"
SOURCE = "en"  # the language of the code
TABLE = ("en", "fr")  # the languages of the table itself
_CONTEXT = "\4"  # between context and text, as in gettext's own keys


def N_(text: str) -> str:
    """Mark a text that is translated later, where its language is known."""
    return text


def NP_(context: str, text: str) -> str:
    """Mark such a text, of which there are several translations, by its context."""
    return context + _CONTEXT + text


def NN_(one: str, many: str) -> tuple[str, str]:
    """Mark the forms for one thing and for several: the arguments of `ngettext`."""
    return one, many


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that there are: English, then the folders of translations."""
    return SOURCE, *sorted(each.name for each in LOCALE.glob("*") if each.is_dir())


def in_table(language: str) -> str:
    """Return the language in which the table speaks to people of a language."""
    return language if language in TABLE else SOURCE


def of_table(kind: str, language: str) -> Any:
    """Return the engine's own texts of a kind, as "names", in a language of the table."""
    phrases = importlib.import_module("tierce.phrases")
    language = in_table(language)
    return phrases.table(language) if kind == "words" else phrases.words(f"tierce.{kind}", language)


def nearest(tag: str) -> str:
    """Return the language there is for a tag as "fr-CA" or "fr_FR.UTF-8"; English if none."""
    wanted = tag.lower().replace("-", "_")
    known = (each for each in languages() if f"{wanted}_".startswith((each.lower() + "_", each.lower() + ".")))
    return next(known, SOURCE)


class Texts:
    """The texts of a language; English for those that it lacks."""

    def __init__(self, language: str, domain: str = "tierce") -> None:
        self.language = language
        self.catalogue: dict[str, list[str]] = {}  # English, with its context -> each form
        self.plural = gettext.c2py("n != 1")
        path = LOCALE / language / "LC_MESSAGES" / f"{domain}.po"
        if language != SOURCE and path.exists():
            try:
                self._read(path.read_text("utf-8-sig"))
            except (OSError, ValueError) as error:  # not UTF-8, or no such plural forms
                self.catalogue = {}
                print(f"{path}: its texts are in English, as it can't be read: {error}", file=sys.stderr)

    def _read(self, text: str) -> None:
        self.catalogue = dict(_entries(text))
        head = self.catalogue.pop("", [""])[0]
        if told := re.search(r"plural=([^;\n]*)", head):
            self.plural = gettext.c2py(told[1])

    def __call__(self, text: str, /, **values: object) -> str:
        """Return a text with its values; without values as it is, braces included."""
        english = text.rpartition(_CONTEXT)[2]
        said = _sound(self.catalogue.get(text, [english])[0], english)
        return said.format(**values) if values else said

    gettext = __call__

    def number(self, text: str) -> str:
        """Return a number written as Python does (1,234.5) as the language writes it."""
        thousands, decimal = self.pgettext("thousands", ","), self.pgettext("decimal", ".")
        return text.replace(",", "\0").replace(".", decimal).replace("\0", thousands)

    def pgettext(self, context: str, text: str, /, **values: object) -> str:
        """Return a text of which there are several translations."""
        return self(NP_(context, text), **values)

    def ngettext(self, one: str, many: str, n: int, /, **values: object) -> str:
        """Return the form for a number of things; `n` is among the values."""
        found = self.catalogue.get(one, ())
        form = self.plural(abs(n))
        english = many if n != 1 else one
        said = _sound(found[form], many) if form < len(found) else english
        return said.format(n=n, **values)


@cache
def texts(language: str, domain: str = "tierce") -> Texts:
    """Return the texts of a language; several threads may use them."""
    return Texts(language, domain)


def _entries(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the translated entries of a .po file, as msgfmt would compile them."""
    parts: dict[str, str] = {}
    name = ""
    fuzzy = False
    for line in [*text.splitlines(), "#"]:
        head, _, quoted = line.partition('"')
        comment = line.startswith("#")
        name = "" if comment else head.strip() or name
        if name[:6] != "msgstr" and ("msgstr" in parts or "msgstr[0]" in parts):  # its end
            forms = [value for key, value in parts.items() if key[:6] == "msgstr"]
            if all(forms) and not fuzzy:
                context = parts["msgctxt"] + _CONTEXT if "msgctxt" in parts else ""
                yield context + parts.get("msgid", ""), forms
            parts, fuzzy = {}, False
        if not comment:
            parts[name] = parts.get(name, "") + _unquoted(quoted.rstrip())
        elif line.startswith("#,") and "fuzzy" in line:
            fuzzy = True


def _sound(said: str, english: str) -> str:
    """Return a translation, or the English if the translation has braces that cannot be filled."""
    return said if said is english or _braces(said) <= _braces(english) else english


def _braces(text: str) -> set[tuple[str, str]]:
    """Return the names in braces, and braces that stand alone."""
    return set(re.findall(r"\{(\w*)[^{}]*\}|([{}])", text)) if "{" in text or "}" in text else set()


def _unquoted(text: str) -> str:
    text = text[:-1]
    return re.sub(r"\\(.)", _escaped, text) if "\\" in text else text


def _escaped(found: re.Match[str]) -> str:
    return {"n": "\n", "t": "\t"}.get(found[1], found[1])
