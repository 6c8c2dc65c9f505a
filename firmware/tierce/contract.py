"""A contract of `contrat` as a player says it. A contract is the pair (sets, runs)."""

from tierce.phrases import words


def texts(language):
    """Return the sentences about contracts in a language ("en", "fr")."""
    return words("tierce.contract", language).CONTRACT


def said(contract, language):
    """Return a contract, or any number of sets and runs: "2 sets and 1 run"."""
    phrases = texts(language)
    parts = []
    for count, one, many in zip(contract, ("set", "run"), ("sets", "runs")):
        if count:
            parts.append(phrases[one if count == 1 else many].format(count))
    if len(parts) == 2:
        return phrases["and"].format(*parts)
    return parts[0] if parts else phrases["none"]


def line(key, contract, language, *values):
    """Return a sentence about a contract, by its key."""
    return texts(language)[key].format(said(contract, language), *values)
