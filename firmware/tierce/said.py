"""Reasons, contracts and hints as sentences, made only where a person reads them; a board loads this only then.

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


def say(pairs: "Answer", words: "Words") -> "list[str]":
    """Return an answer as lines of text for a player; `words` is a module tierce.words_xx."""
    found = dict(pairs)
    says = in_language("tierce.said", words.LANGUAGE).HINTS

    def text(codes: "Iterable[str]") -> str:
        return " ".join([cards.text(cards.parse(code), words) for code in codes])

    if "error" in found:
        error = found["error"]
        return [in_language("tierce.names", words.LANGUAGE).ERRORS[error[0]].format(*error[1:])]
    lines = []
    if "deadwood" in found:
        lines.append(says["deadwood"].format(found["deadwood"]))
        if found["discard"]:
            lines.append(says["discard"].format(text([found["discard"]])))
    else:
        laid = found["cards"] or found["points"]
        lines.append(says["down" if laid else "nothing"].format(found["cards"], found["points"]))
    if "at_least" in found:
        lines.append(says["at_least"])
    if "contract" in found:
        lines.append(contract_line("met" if found["can_lay"] else "lacks", found["contract"], words.LANGUAGE))
    lays = "deadwood" not in found and found.get("can_lay", True)
    if not found.get("cards", 1) and not found["points"]:
        return lines
    for meld in found.get("melds", ()):
        lines.append(says["lay" if lays else "meld"].format(text(meld)))
    for change in found.get("lay_offs", ()):
        zone = change["zone"]
        where = words.MELD % int(zone[4:]) if zone[:4] == "meld" else says["knocker"]
        lines.append(says["take" if "out" in change else "add"].format(text(change["in"]), where))
    if "contract" not in found and not found.get("can_lay", True) and not found["rami_sec"]:
        lines.append(says["too_little"])
    if "first_lay" in found:
        first = ", ".join([text(meld) for meld in found["first_lay"]])
        lines.append(says["first_lay"].format(first))
    if found.get("rami_sec"):
        lines.append(says["rami_sec"])
    if "table" in found:
        lines.append(says["table"])
        lines.extend([text(meld) for meld in found["table"]])
        for joker in sorted(found["jokers"]):
            lines.append(says["stands"].format(text([found["jokers"][joker]])))
    return lines
