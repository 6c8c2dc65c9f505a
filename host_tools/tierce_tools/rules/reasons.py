"""The reasons of refusals in any language: the table's own sentences, else those of the catalogue "said"."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from tierce import said
from tierce.bad_data import LogError, error_text
from tierce.outcomes import keys, line, line_of
from tierce_tools.base.plain import plain
from tierce_tools.base.texts import in_table, of_table, texts
from tierce_tools.rules.clauses import CLAUSES

Reason = Sequence[Any]  # case, figures: tierce.said


def sentence(reason: Reason, language: str) -> str:
    """Return the sentence of a reason."""
    words, why = of_table("words", language), of_table("said", language).WHY
    if language == words.LANGUAGE:
        return said.sentence(reason, words)
    say, contracts = texts(language, "said"), of_table("contract", language).CONTRACT
    theirs: Any = SimpleNamespace(**vars(words) | {"MELD": texts(language)("meld {number}", number="%d")})
    translated = {key: say(contracts[key]) for key in contracts}
    return said.sentence(reason, theirs, {reason[0]: say(why[reason[0]])}, translated)


def sentences(refused: Mapping[str, Any], language: str) -> list[str]:
    """Return the sentence of each clause of an outcome `refused`, by its values; of a record too.

    An older board sends sentences instead of figures. For a reason that is unknown here, of a
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


def line_in(outcome: tuple[Any, ...], language: str) -> str:
    """Return an outcome as a line of JSON that has its sentences too, in a language."""
    told = [("t", outcome[1]), ("event", outcome[0]), *zip(keys(outcome), outcome[2:], strict=True)]
    if outcome[0] == "refused":
        told.insert(-1, ("why", [sentence(each, language) for each in outcome[4]]))
    elif outcome[0] == "hint" and outcome[3][0][0] == "error":
        told[-1] = ("error", error_of(outcome[3][0][1], language))
    else:
        return line(outcome)
    return line_of(told)
