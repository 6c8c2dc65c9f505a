"""The texts that the host tool prints, in English and French.

Each verb, and each group of shared texts, has a file beside this one, with `EN` and `FR` under the
same keys.

The table's own texts (reasons, names of rules) are the engine's: tierce.words_*, tierce.names_*.
Errors in files are in tierce_tools.errors_*, if the table has no text for them.
"""

import errno
import importlib
import json
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, cast

import typer

from tierce.phrases import Phrases
from tierce.presets import LogError
from tierce_tools.cli.language import Language, usual_language
from tierce_tools.logs.reader import BadLine
from tierce_tools.plain import as_json, spelt
from tierce_tools.trouble import Trouble

# The option that every verb has.
Lang = Annotated[
    Language,
    typer.Option(
        default_factory=usual_language,
        show_default=False,
        help="Language: en (the default, unless TIERCE_LANG says otherwise) or fr.",
    ),
]

EN = {
    # lines of a log that cannot be read
    "too_long": "longer than {} bytes",
    "not_utf8": "not UTF-8 text (byte {})",
    "not_json": "not JSON (column {})",
    "cut_off": "the last line is cut off",
    "empty": "the file is empty: a log begins with a header",
    "unreadable": "cannot be read: {}",
    "unwritable": "cannot write: {}",
    "stopped": "cannot go on: {}",
    "usage": "{}; {} --help says what there is",
    "no_verb": "there is no verb {}",
    "no_such": "there is no option {}",
    "did_you_mean": "; did you mean {}?",
    "no_output": "standard output is closed: send it somewhere, as to a file or to /dev/null",
    "missing": "there is no such file",
    "no_folder": "there is no such folder",
    "folder": "it is a folder",
    "forbidden": "it is not allowed",
    "disk_full": "the disk is full",
    "read_only": "the disk is read-only",
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
    "short": "  counted with another number of cards than held: {}",
    "nobody": "nobody wins",
    "wins": "{} wins",
    "win": "{} win",
    "and": " and ",
    "match": "Match: {}",
    "ranking": "Ranking: {}",
    "score_sheet": "Score sheet",
    "round_column": "round",
    "total": "total",
    "option": "{}: {}",
    "yes": "yes",
    "no": "no",
    "earlier": "(earlier rounds)",
    "zone_meld": "meld {}",
    "zone_seat": "{}'s hand",
    "zone_discard": "the discard",
    "count_mismatch": "{zone}: cards read: {read}, expected: {expected}; “done” again accepts",
    "duplicate_card": "{card} now lies in {zone}; it was read elsewhere before",
    "table_not_clear": "{zone}: not clear at the deal",
    "not_your_turn": "not {}'s turn",
    "no_ruling": "there is no turn to take back",
    "ruling_undo": "{}'s turn is taken back",
    "meld": "{zone}: {kind} {cards}{points}",
    "meld_empty": "{zone}: empty",
    "run": "run",
    "set": "set",
    "carre": "set",
    "none": "no meld",
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
    "no_zone": "the modelled table has no zone {}; it has {} readers",
    "table_melds": "--melds and --on-table do not go together: a table shows no melds",
    "no_clause": "there is no clause {}; the clauses are: {}",
    "house": "House rules: {}",
    "bad_rule": "{} is not NAME=VALUE, as in first_lay_points=40",
    "no_option": "there is no option {}; the options are: {}",
    # hint
    "hint_game": "which game? name it with --game, as in --game gin",
    "hint_what": "give --game and the cards of a hand, or a file of questions",
    "hint_melds": "Melds",
    "hint_left": "Left over",
    "hint_discard": "Discard",
    "hint_table": "The table then",
    "hint_lay_off": "Lay off on meld {}",
    "hint_take": "Add to meld {} and take its joker",
    "hint_first_lay": "As a first lay",
    # demo
    "demo": "A recorded match, refereed as it was played.",
}
FR = {
    "too_long": "plus de {} octets",
    "not_utf8": "pas du texte UTF-8 (octet {})",
    "not_json": "pas du JSON (colonne {})",
    "cut_off": "la dernière ligne est coupée",
    "empty": "le fichier est vide : un journal commence par un en-tête",
    "unreadable": "illisible : {}",
    "unwritable": "impossible d'écrire : {}",
    "stopped": "impossible de continuer : {}",
    "usage": "{} ; {} --help dit ce qu'il y a",
    "no_verb": "il n'y a pas de verbe {}",
    "no_such": "il n'y a pas d'option {}",
    "did_you_mean": " ; vouliez-vous dire {} ?",
    "no_output": "la sortie standard est fermée : envoyez-la quelque part, dans un fichier ou dans "
    "/dev/null",
    "missing": "ce fichier n'existe pas",
    "no_folder": "ce dossier n'existe pas",
    "folder": "c'est un dossier",
    "forbidden": "ce n'est pas permis",
    "disk_full": "le disque est plein",
    "read_only": "le disque est en lecture seule",
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
    "short": "  main comptée avec un autre nombre de cartes : {}",
    "nobody": "personne ne gagne",
    "wins": "{} gagne",
    "win": "{} gagnent",
    "and": " et ",
    "match": "Partie : {}",
    "ranking": "Classement : {}",
    "score_sheet": "Feuille de marque",
    "round_column": "manche",
    "total": "total",
    "option": "{} : {}",
    "yes": "oui",
    "no": "non",
    "earlier": "(manches précédentes)",
    "zone_meld": "sur la combinaison {}",
    "zone_seat": "chez {}",
    "zone_discard": "sur la défausse",
    "count_mismatch": "{zone} : cartes lues {read} sur {expected} ; encore « fini » pour accepter",
    "duplicate_card": "{card} : maintenant {zone}, lu ailleurs auparavant",
    "table_not_clear": "{zone} : pas vide à la donne",
    "not_your_turn": "ce n'est pas à {} de jouer",
    "no_ruling": "il n'y a pas de tour à reprendre",
    "ruling_undo": "le tour de {} est repris",
    "meld": "{zone} : {kind} {cards}{points}",
    "meld_empty": "{zone} : vide",
    "run": "suite",
    "set": "brelan",
    "carre": "carré",
    "none": "rien de valable",
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
    "no_zone": "la table simulée n'a pas de zone {} ; elle a {} lecteurs",
    "table_melds": "--melds et --on-table ne vont pas ensemble : la table ne montre pas les zones",
    "no_clause": "il n'y a pas de règle {} ; les règles sont : {}",
    "house": "Règles de la maison : {}",
    "bad_rule": "{} n'est pas NOM=VALEUR, comme first_lay_points=40",
    "no_option": "il n'y a pas d'option {} ; les options sont : {}",
    "hint_game": "à quel jeu ? nommez-le avec --game, comme --game gin",
    "hint_what": "donnez --game et les cartes d'une main, ou un fichier de questions",
    "hint_melds": "Combinaisons",
    "hint_left": "Dépareillées",
    "hint_discard": "Défausse",
    "hint_table": "Le tapis ensuite",
    "hint_lay_off": "Ajouter à la combinaison {}",
    "hint_take": "Ajouter à la combinaison {} et prendre son joker",
    "hint_first_lay": "En première pose",
    "demo": "Une partie enregistrée, arbitrée comme elle fut jouée.",
}
WORDS: Mapping[Language, Mapping[str, str]] = {Language.en: EN, Language.fr: FR}


def table_words(language: Language):
    """Return the engine's words module of a language."""
    return importlib.import_module(f"tierce.words_{language}")


def table_hints(language: Language):
    """Return the sentences of the engine's hints in a language."""
    return importlib.import_module(f"tierce.hints_{language}").HINTS


def errors(language: Language) -> Mapping[str, str]:
    """Return the sentences for bad data in a language: the engine's and those for files."""
    table: Phrases = importlib.import_module(f"tierce.errors_{language}").ERRORS
    files: Mapping[str, str] = importlib.import_module(f"tierce_tools.errors_{language}").ERRORS
    return {key: table[key] for key in table} | dict(files)


def names(language: Language):
    """Return the engine's names module of a language."""
    return importlib.import_module(f"tierce.names_{language}")


def clauses(language: Language):
    """Return the module with the names of clauses and of ends of rounds in a language."""
    return importlib.import_module(f"tierce_tools.clauses_{language}")


def did_you_mean(wrong: object, known: Iterable[object], language: Language) -> str:
    """Return "; did you mean ...?" for the most similar known name, or ""."""
    if not isinstance(wrong, str):
        return ""
    # Leading dashes and file extensions are ignored, as all names share them.
    names = [
        each for each in known
        if isinstance(each, str) and get_close_matches(_root(wrong), [_root(each)])
    ]
    nearest = get_close_matches(wrong, names, 1)
    return WORDS[language]["did_you_mean"].format(line_of(nearest[0])) if nearest else ""


def _root(name: str) -> str:
    return name.lstrip("-").rpartition(".")[0] or name.lstrip("-")


def error_text(error: LogError | BadLine, language: Language) -> str:
    """Return the sentence for a LogError or a BadLine."""
    if isinstance(error, BadLine):
        return WORDS[language][error.key].format(*map(shown, error.details))
    said = errors(language)[error.key].format(*map(shown, error.details))
    if error.key in ("no_game", "no_option"):  # the last detail: the known names
        known = cast("tuple[object, ...]", error.details[-1])
        said += did_you_mean(error.details[0], known, language)
    return said


def os_error_text(error: OSError, language: Language) -> str:
    """Return why a file cannot be read or written, in words."""
    known = {errno.ENOENT: "missing", errno.EISDIR: "folder", errno.EACCES: "forbidden",
             errno.EPERM: "forbidden", errno.ENOTDIR: "no_folder", errno.ENOSPC: "disk_full",
             errno.EROFS: "read_only"}
    key = known.get(error.errno or 0)
    if key == "missing" and error.filename and not Path(str(error.filename)).parent.is_dir():
        key = "no_folder"
    if key == "missing":
        return WORDS[language][key] + did_you_mean(*_neighbours(str(error.filename)), language)
    if key:
        return WORDS[language][key]
    return error.strerror or str(error)


def _neighbours(name: str) -> tuple[str, list[str]]:
    """Return the last part of a path, and the names in its folder."""
    path = Path(name)
    try:
        return path.name, sorted(each.name for each in path.parent.iterdir())
    except OSError:
        return path.name, []


def say(area: str, language: Language) -> Mapping[str, str]:
    """Return the words of one area: of a verb, or of a group of shared texts."""
    module = importlib.import_module(f"tierce_tools.cli.words.{area}")
    return module.FR if language is Language.fr else module.EN


def trouble_text(trouble: Trouble, language: Language) -> str:
    """Return what went wrong and what to do, in one line.

    If the last detail is a tuple, it holds the known names, and the first detail is the wrong one.
    """
    details = [_detail_text(detail, language) for detail in trouble.details]
    said = say(trouble.area, language)[trouble.key].format(*details)
    if details and isinstance(trouble.details[-1], tuple):
        known = cast("tuple[object, ...]", trouble.details[-1])
        said += did_you_mean(trouble.details[0], known, language)
    return said


def _detail_text(detail: object, language: Language) -> str:
    if isinstance(detail, OSError):
        return os_error_text(detail, language)
    if isinstance(detail, (LogError, BadLine)):
        return error_text(detail, language)
    if isinstance(detail, tuple):
        return shown(cast("tuple[object, ...]", detail))
    return line_of(detail)


def line_of(detail: object) -> str:
    """Return a detail of an error as a short text in one line."""
    text = spelt(" ".join(str(detail).split()))
    return text if len(text) < 300 else text[:200] + "..."


def shown(detail: object) -> str:
    """Return a detail of an error as a short text in one line, values as JSON."""
    if isinstance(detail, tuple):
        return ", ".join(map(str, cast("tuple[object, ...]", detail)))
    text = as_json(detail)
    return text if len(text) < 200 else text[:60] + "..."


def house_text(rules: Mapping[str, object], language: Language) -> str:
    """Return house rules as people name them."""
    say = WORDS[language]
    options: Phrases = names(language).OPTIONS
    values = {"true": say["yes"], "false": say["no"], '"required"': say["yes"],
              '"optional"': say["no"]}
    found: list[str] = []
    for name, value in rules.items():
        text = json.dumps(value)
        found.append(say["option"].format(options[name], values.get(text, text)))
    return say["house"].format("; ".join(found))
