"""What the host tool itself says to people, in English and French.

The table's own words (reasons, rule names) are the engine's: tierce.words_*, tierce.names_*.
"""

import importlib
from collections.abc import Mapping
from enum import StrEnum

from tierce_tools.logs.reader import BadLine


class Language(StrEnum):
    """The languages that the table speaks."""

    en = "en"
    fr = "fr"


EN = {
    # lines of a log that cannot be read
    "too_long": "longer than {} bytes: not a table log",
    "not_utf8": "not UTF-8 text (byte {}): not a table log",
    "not_json": "not JSON: {} (column {})",
    "cut_off": "the last line is cut off",
    "empty": "the file is empty: a log begins with a header",
    "unreadable": "cannot be read: {}",
    # replay
    "deals": "{} deals round {}",
    "turn": "{seat} {took}{laid}{discard}, {hand}",
    "took_stock": "draws from the stock",
    "took_discard": "takes the discard",
    "took_none": "does not draw",
    "passes": "passes",
    "knocks": "{} knocks",
    "laid": ", lays {}",
    "points": "{} points",
    "discards": ", discards {}",
    "hand_0": "no card left",
    "hand_1": "1 card left",
    "hand": "{} cards left",
    "refused": "{}: refused",
    "reshuffle": "the stock has run out: the discard pile is shuffled, {} cards",
    "round": "Round {}: {}",
    "nobody": "nobody wins",
    "wins": "{} wins",
    "win": "{} win",
    "and": " and ",
    "match": "Match: {}",
    "ranking": "Ranking: {}",
    "score_sheet": "Score sheet",
    "round_column": "round",
    "total": "total",
    "earlier": "(earlier rounds)",
    "count_mismatch": "{zone}: {read} cards read, {expected} expected; press done again to accept",
    "duplicate_card": "{card} now lies in {zone}; it was read elsewhere before",
    "table_not_clear": "{zone} is not clear at the deal",
    "not_your_turn": "not {}'s turn",
    "meld": "{zone}: {kind} {cards}{points}",
    "run": "run",
    "set": "set",
    "carre": "set",
    "none": "no meld",
    "is_empty": "empty",
    "worth": ", worth {}",
    "stands_for": "{} for {}",
    "stock": "stock",
    "discard": "discard",
    "on_turn": "on turn",
    "counting": "counting",
    "awaiting_deal": "awaiting the deal",
    "match_over": "match over",
    "refereeing": "Refereeing {}",
    # test
    "holds": "holds",
    "fails": "does not hold",
    "clause_column": "clause",
    "tests_column": "tests",
    "on": "Rules tests on {}",
    "held": "Clauses that hold: {} of {}. Tests: {} of {}.",
    "no_clause": "there is no clause {}; the clauses are: {}",
    "house": "House rules: {}",
    "bad_rule": "{} is not NAME=VALUE, as in first_lay_points=40",
    "no_option": "there is no option {}; the options are: {}",
    "option_value": "option {}: {} makes no sense; it may be {}",
    # demo
    "demo": "A recorded match, refereed as it was played.",
}
FR = {
    "too_long": "plus de {} octets : pas un journal de table",
    "not_utf8": "pas du texte UTF-8 (octet {}) : pas un journal de table",
    "not_json": "pas du JSON : {} (colonne {})",
    "cut_off": "la dernière ligne est coupée",
    "empty": "le fichier est vide : un journal commence par un en-tête",
    "unreadable": "illisible : {}",
    "deals": "{} distribue la manche {}",
    "turn": "{seat} {took}{laid}{discard}, {hand}",
    "took_stock": "pioche",
    "took_discard": "prend la défausse",
    "took_none": "ne pioche pas",
    "passes": "passe",
    "knocks": "{} frappe",
    "laid": ", pose {}",
    "points": "{} points",
    "discards": ", défausse {}",
    "hand_0": "plus aucune carte",
    "hand_1": "reste 1 carte",
    "hand": "reste {} cartes",
    "refused": "{} : refusé",
    "reshuffle": "la pioche est épuisée : on bat la défausse, {} cartes",
    "round": "Manche {} : {}",
    "nobody": "personne ne gagne",
    "wins": "{} gagne",
    "win": "{} gagnent",
    "and": " et ",
    "match": "Partie : {}",
    "ranking": "Classement : {}",
    "score_sheet": "Feuille de marque",
    "round_column": "manche",
    "total": "total",
    "earlier": "(manches précédentes)",
    "count_mismatch": "{zone} : {read} cartes lues pour {expected} ; encore done pour accepter",
    "duplicate_card": "{card} est maintenant sur {zone} ; elle était lue ailleurs",
    "table_not_clear": "{zone} n'est pas vide à la donne",
    "not_your_turn": "ce n'est pas le tour de {}",
    "meld": "{zone} : {kind} {cards}{points}",
    "run": "suite",
    "set": "brelan",
    "carre": "carré",
    "none": "rien de valable",
    "is_empty": "vide",
    "worth": ", vaut {}",
    "stands_for": "{} pour {}",
    "stock": "pioche",
    "discard": "défausse",
    "on_turn": "à lui de jouer",
    "counting": "compte",
    "awaiting_deal": "on attend la donne",
    "match_over": "partie finie",
    "refereeing": "Arbitrage de {}",
    "holds": "tient",
    "fails": "ne tient plus",
    "clause_column": "règle",
    "tests_column": "tests",
    "on": "Tests des règles sur {}",
    "held": "Règles qui tiennent : {} sur {}. Tests : {} sur {}.",
    "no_clause": "il n'y a pas de règle {} ; les règles sont : {}",
    "house": "Règles de la maison : {}",
    "bad_rule": "{} n'est pas NOM=VALEUR, comme first_lay_points=40",
    "no_option": "il n'y a pas d'option {} ; les options sont : {}",
    "option_value": "option {} : {} n'a pas de sens ; elle peut valoir {}",
    "demo": "Une partie enregistrée, arbitrée comme elle fut jouée.",
}
WORDS: Mapping[Language, Mapping[str, str]] = {Language.en: EN, Language.fr: FR}


def table_words(language: Language):
    """Return the engine's words module of a language."""
    return importlib.import_module(f"tierce.words_{language}")


def names(language: Language):
    """Return the engine's names module of a language."""
    return importlib.import_module(f"tierce.names_{language}")


def error_text(error: Exception, language: Language) -> str:
    """Return what is wrong with a line, in words: a LogError's or a BadLine's."""
    source = WORDS[language] if isinstance(error, BadLine) else table_words(language).ERRORS
    key: str = getattr(error, "key")  # noqa: B009 - LogError is the engine's, without types
    details = [_shown(each) for each in getattr(error, "details")]  # noqa: B009
    return source[key].format(*details)


def _shown(detail: object) -> object:
    """Return a detail of an error as one short piece of one line."""
    if detail is None:
        return "null"
    if isinstance(detail, bool):
        return "true" if detail else "false"
    text = str(detail)
    text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return text if len(text) < 400 else text[:60] + "..."
