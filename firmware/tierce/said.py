"""Reasons and contracts as sentences, made only where a person reads them; a board loads this only then.

A reason is (case, *figures): why a clause is broken, in one of the cases that it has. LOG.md "Figures"
has them: numbers, the codes of cards, the names of zones, and contracts (sets, runs).
"""

from tierce import cards
from tierce.phrases import words as in_language


def sentence(reason: "Reason", words: "Words", why: "Any | None" = None, phrases: "Any | None" = None) -> str:
    """Return the sentence of a reason. `words` is a module tierce.words_xx.

    `why` has the sentences by case and `phrases` those of contracts, by default those of the same
    language. A text that is neither a card nor a meld zone stays as it is.
    """
    why = why or in_language("tierce.said", words.LANGUAGE).WHY
    told = []
    for figure in reason[1:]:
        if isinstance(figure, str):
            figure = _named(figure, words)
        elif isinstance(figure, (list, tuple)):
            if isinstance(figure[0], int):
                figure = contract(figure, phrases or in_language("tierce.contract", words.LANGUAGE).CONTRACT)
            else:
                figure = " ".join([_named(code, words) for code in figure])
        told.append(figure)
    return why[reason[0]].format(*told)


def _named(name: str, words: "Words") -> str:
    card = cards.parse(name)
    if card >= 0:
        return cards.text(card, words)
    return words.MELD % int(name[4:]) if name[:4] == "meld" else name


def contract(sizes: "Sequence[int]", phrases: "Any") -> str:
    """Return a contract of `contrat`, or any number of (sets, runs): "2 sets and 1 run"."""
    parts = []
    for count, one, many in zip(sizes, ("set", "run"), ("sets", "runs")):
        if count:
            parts.append(phrases[one if count == 1 else many].format(count))
    if len(parts) == 2:
        return phrases["and"].format(*parts)
    return parts[0] if parts else phrases["none"]


def contract_line(key: str, asked: "Sequence[int]", language: str, *values: object) -> str:
    """Return a sentence about a contract, by its key."""
    phrases = in_language("tierce.contract", language).CONTRACT
    return phrases[key].format(contract(asked, phrases), *values)
