"""The reasons of refusals in any language: the table's own sentences, else those of the catalogue "said"."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, TypeGuard, cast

from tierce import said
from tierce.bad_data import LogError, error_text
from tierce.outcomes import line, line_of
from tierce_tools.base.plain import plain
from tierce_tools.base.texts import in_table, of_table, texts
from tierce_tools.rules.clauses import CLAUSES

Reason = Sequence[Any]  # case, figures: tierce.said


class _Translated:
    """Sentences by key, as a section of a file of words."""

    def __init__(self, english: Any, language: str) -> None:
        self._english, self._say = english, texts(language, "said")

    def __getitem__(self, key: str) -> str:
        return self._say(self._english[key])


def sentence(reason: Reason, language: str) -> str:
    """Return the sentence of a reason."""
    words = of_table("words", language)
    if language == words.LANGUAGE:
        return said.sentence(reason, words)
    theirs: Any = SimpleNamespace(**{name: getattr(words, name) for name in ("LANGUAGE", "JOKER", "RANKS", "SUITS")})
    theirs.MELD = texts(language)("meld {number}", number="%d")
    why, contracts = (
        _Translated(getattr(of_table(kind, language), section), language)
        for kind, section in (("said", "WHY"), ("contract", "CONTRACT"))
    )
    return said.sentence(reason, theirs, why, contracts)


def sentences(refused: Mapping[str, Any], language: str) -> list[str]:
    """Return the sentence of each clause of an outcome `refused`, by its values; of a record too.

    A board of before there were figures has its own sentences. For a reason that is unknown here, of a
    newer board for instance, the clause is named.
    """
    if "figures" not in refused:
        return [plain(each) for each in refused["why"]]
    found: list[str] = []
    for code, reason in zip(refused["codes"], refused["figures"], strict=True):
        try:
            found.append(plain(sentence(reason, language)))
        except (LookupError, TypeError, ValueError):
            found.append(texts(language)(CLAUSES.get(code, plain(code))))
    return found


def error_of(reason: Reason, language: str) -> str:
    """Return the sentence of what is wrong with data: the key and the details of a LogError."""
    try:
        return error_text(LogError(*reason), in_table(language))
    except (LookupError, ValueError):  # fewer details than it needs
        return plain(str(reason[0]))


def is_reason(value: Any) -> TypeGuard[list[Any]]:
    """Tell whether a value of a record can be a reason: a case, then figures."""
    figures = cast("list[Any]", value) if isinstance(value, list) else [None]
    return bool(figures) and isinstance(figures[0], str)


def line_in(outcome: tuple[Any, ...], language: str) -> str:
    """Return an outcome as a line of JSON that has its sentences too, in a language."""
    if outcome[0] not in ("refused", "hint"):
        return line(outcome)
    t, event, seat = outcome[1], outcome[0], outcome[2]
    told: list[tuple[str, Any]] = [("t", t), ("event", event), ("seat", seat)]
    if event == "refused":
        why = [sentence(each, language) for each in outcome[4]]
        told += [("codes", outcome[3]), ("why", why), ("figures", outcome[4])]
    else:
        told += [(name, error_of(value, language) if name == "error" else value) for name, value in outcome[3]]
    return line_of(told)
