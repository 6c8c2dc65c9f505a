"""The tables of games and options in README.md and RULES.md, in both languages, from the presets.

`make manual` writes them: manual.py calls these functions between the marks of cog.
"""

import json
from collections import Counter
from itertools import groupby
from typing import Any

from tierce.phrases import words
from tierce.presets import FOLLOWS, OPTIONS, PRESETS, options_of, rules_of

# What the tables say, in English and French.
_SAY = {
    "head": (
        "game|players|cards|first lay|a round ends when|the match ends",
        "jeu|joueurs|cartes|première dépose|la manche se termine quand|la partie se termine",
    ),
    "range": ("{} to {}", "{} à {}"),
    "jokers": ("{} with {} jokers", "{} dont {} jokers"),
    "joker": ("{} with 1 joker", "{} dont 1 joker"),
    "for": ("{} for {}", "{} à {}"),
    "more": ("{} or more players", "{} joueurs et plus"),
    "players": ("{} ({})", "{} ({})"),
    "each": ("{} each", "{} chacun"),
    "points": ("{} points", "{} points"),
    "any": ("any meld", "toute combinaison"),
    "pure": ("{} and a pure run", "{} et une tierce franche"),
    "later": ("{}, not in the first turn", "{}, jamais à son premier tour"),
    "out": ("a player is out", "un joueur a tout posé"),
    "discards": ("a player is out by a discard", "un joueur a fini par une défausse"),
    "lowest": ("at {}, lowest wins", "à {}, le plus petit total gagne"),
    "highest": ("at {}, highest wins", "à {}, le plus grand total gagne"),
    "rounds": ("after {} rounds, lowest wins", "après {} manches, le plus petit total gagne"),
    "people": (
        "when the players end it, most rounds won wins",
        "quand les joueurs l'arrêtent, le plus de manches gagne",
    ),
    "contract": ("the contract of the round", "le contrat de la manche"),
    "options": ("option|default|in other games|allowed", "option|par défaut|dans d'autres jeux|permis"),
    "as": ("as `{}`", "comme `{}`"),
    # What the presets can't say, by what plays the game: the first lay, and when a round ends.
    "gin first": ("at the end only", "seulement à la fin"),
    "gin ends": (
        "a player knocks, or has gin or big gin; void when two cards are left in the stock",
        "un joueur frappe, ou fait gin ou grand gin ; nulle s'il ne reste que deux cartes à la pioche",
    ),
    "manipulation first": ("one whole meld", "une combinaison entière"),
    "manipulation ends": (
        "a player knocks or is out, or the stock is used up and everybody has had a last turn",
        "un joueur frappe ou a tout posé, ou la pioche est épuisée et chacun a eu son dernier tour",
    ),
    "rami500 first": ("any meld", "toute combinaison"),
    "rami500 ends": (
        "a player is out; or the stock is used up, and a player takes nothing from the pile",
        "un joueur a tout posé ; ou la pioche est épuisée, et quelqu'un ne prend rien à la défausse",
    ),
}
SAY = {lang: {key: said[at] for key, said in _SAY.items()} for at, lang in enumerate(("en", "fr"))}

Rules = dict[str, Any]
Row = tuple[str, ...]


def _by_seats(texts: dict[int, str], say: dict[str, str], plain: str) -> str:
    """Return texts by number of seats as one: that of the fewest, then those that differ.

    `plain` is how a text is said in full; what differs is said in short.
    """
    groups = [(text, [seats for seats, _ in some]) for text, some in groupby(texts.items(), key=lambda each: each[1])]
    others = [
        say["for"].format(text, say["more"].format(seats[0]) if seats[1:] else seats[0]) for text, seats in groups[1:]
    ]
    first = plain.format(groups[0][0])
    return say["players"].format(first, ", ".join(others)) if others else first


def _cards(by_seats: dict[int, Rules], say: dict[str, str]) -> str:
    """Return the cards of the deck and those that each seat is dealt."""
    decks: dict[int, str] = {}
    for seats, rules in by_seats.items():
        jokers = rules["jokers"]
        text = say["jokers"] if jokers > 1 else say["joker"] if jokers else "{}"
        decks[seats] = text.format(rules["deck"], jokers)
    hands = {seats: _hand(rules, say) for seats, rules in by_seats.items()}
    return f"{_by_seats(decks, say, '{}')}, {_by_seats(hands, say, say['each'])}"


def _hand(rules: Rules, say: dict[str, str]) -> str:
    deals = rules.get("deals", (rules["hand"],))
    return say["range"].format(deals[0], deals[-1]) if deals[1:] else str(deals[0])


def _first_lay(rules: Rules, say: dict[str, str]) -> str:
    if "contracts" in rules:
        return say["contract"]
    points = rules["first_lay_points"]
    text = say["points"].format(points) if points else say["any"]
    if rules["first_lay_pure_run"]:
        text = say["pure"].format(text)
    return text if rules["first_turn_lay"] else say["later"].format(text)


def games(lang: str) -> tuple[Row, list[Row]]:
    """Return the head and the rows of the table of games, in the order of the menus."""
    say = SAY[lang]
    names = words("tierce.names", lang).GAMES
    found: list[Row] = []
    for game in names:
        low, high = PRESETS[game]["seats"]
        by_seats = {seats: rules_of(game, seats, {}) for seats in range(low, high + 1)}
        rules = by_seats[low]
        seats = str(low) if low == high else say["range"].format(low, high)
        first, ends = (say.get(f"{rules['plays']} {what}", "") for what in ("first", "ends"))
        if not ends:
            first = _first_lay(rules, say)
            ends = say["discards" if rules["final_discard"] == "required" else "out"]
        over = say["lowest" if rules["lowest_wins"] else "highest"].format(rules["target"])
        if "contracts" in rules:
            over = say["rounds"].format(len(rules["contracts"]))
        elif not rules.get("penalties", True):
            over = say["people"]
        found.append((f"{names[game]} `{game}`", seats, _cards(by_seats, say), first, ends, over))
    return tuple(say["head"].split("|")), found


def _value(preset: Rules, option: str, say: dict[str, str]) -> str:
    value = preset[option]
    return say["as"].format(FOLLOWS[option]) if value is None else f"`{json.dumps(value)}`"


def _allowed(option: str, kind: str, say: dict[str, str]) -> str:
    return ", ".join(
        say["range"].format(*each) if isinstance(each, tuple) else f"`{json.dumps(each)}`"
        for each in OPTIONS[kind][option]
    )


def options(lang: str, kind: str) -> tuple[Row, list[Row]]:
    """Return a table of options: the commonest default, and the games that differ.

    `kind` is a key of OPTIONS.
    """
    say = SAY[lang]
    order = list(words("tierce.names", lang).GAMES)
    presets = {game: PRESETS[game] for game in order if options_of(PRESETS[game]) is OPTIONS[kind]}
    found: list[Row] = []
    for option in sorted(OPTIONS[kind]):
        values = {game: _value(preset, option, say) for game, preset in presets.items()}
        default = Counter(values.values()).most_common(1)[0][0]
        others: dict[str, list[str]] = {}
        for game, value in values.items():
            if value != default:
                others.setdefault(value, []).append(game)
        differ = "; ".join(f"{', '.join(some)} {value}" for value, some in others.items())
        row = [f"`{option}`", default, differ, _allowed(option, kind, say)]
        found.append(tuple(row) if len(presets) > 1 else (row[0], row[1], row[3]))
    head = say["options"].split("|")
    return tuple(head) if len(presets) > 1 else (head[0], head[1], head[3]), found
