"""Explains the table's verdicts and warnings, in each language.

This module chooses the sentences; sentences.py has their texts. A sentence whose name begins
with a family is for that family only; WHEN has the conditions of others.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar, cast

from tierce.cards import parse, text
from tierce.presets import rules_of
from tierce.view import View
from tierce_tools.base.plain import plain
from tierce_tools.base.texts import Texts, languages, of_table, texts
from tierce_tools.logs.replay import Event
from tierce_tools.match import sentences
from tierce_tools.match.sentences import warning_name
from tierce_tools.rules.clauses import CLAUSES, HOW, contract_text
from tierce_tools.rules.reasons import Reason, error_of, sentence

Text = dict[str, str]  # language -> text
Rules = Mapping[str, Any]
Entry = TypeVar("Entry")
Part = tuple[str, dict[str, Any]]  # a sentence's name, and its values


# --- values of sentences


class Amount(NamedTuple):
    """A number of things: `noun` is a key of NOUNS."""

    number: int
    noun: str


class Cards(NamedTuple):
    """Some cards."""

    cards: tuple[int, ...]


class Contract(NamedTuple):
    """A contract of contrat."""

    sets: int
    runs: int


class Zone(NamedTuple):
    """A zone, by its name in the log."""

    name: str


class Names(NamedTuple):
    """Some names."""

    names: tuple[str, ...]


class Clauses(NamedTuple):
    """Some clauses, by their codes."""

    codes: tuple[str, ...]


class Named(NamedTuple):
    """A name from the host's words: `kind` is GAMES or HOW."""

    kind: str
    key: str


def points(number: int) -> Amount:
    """Return an amount of points."""
    return Amount(number, "point")


def cards_of(number: int) -> Amount:
    """Return an amount of cards."""
    return Amount(number, "card")


def by_codes(codes: Iterable[str]) -> Cards:
    """Return cards by their codes; other texts (tags) are left out."""
    return Cards(tuple(card for card in map(parse, codes) if card >= 0))


def _shown(value: Any, say: Texts, players: list[str]) -> str:
    match value:
        case Amount():
            return say.ngettext(*sentences.NOUNS[value.noun], value.number)
        case Cards():
            return " ".join(text(card, of_table("words", say.language)) for card in value.cards)
        case Contract():
            return contract_text(value, say)
        case Zone():
            return _zone(value.name, say, players)
        case Names():
            if not value.names:
                return say("nobody")
            return say(" and ").join(each for each in (", ".join(value.names[:-1]), value.names[-1]) if each)
        case Clauses():
            return ", ".join(say(CLAUSES.get(code, plain(code))) for code in value.codes)
        case dict():  # a text in each language
            return cast("Text", value)[say.language]
        case Named(kind="GAMES"):
            return of_table("names", say.language).GAMES[value.key]
        case Named():
            return say(HOW[value.key])
        case _:
            return str(value)


_VOWEL = "[aeiouàâäéèêëîïôöùûüœ]"
_ELIDES = re.compile(f"{_VOWEL}|y(?!{_VOWEL})|h[éè]", re.I)  # d'Ana, d'Yves, d'Hélène; de Yann, de Hugo


def _zone(name: str, say: Texts, players: list[str]) -> str:
    if name.startswith("meld"):
        meld: str = of_table("words", say.language).MELD % int(name[4:])
        return say("{meld}", meld=meld)
    if name.startswith("seat"):
        seat = int(name[4:])
        player = players[seat] if seat < len(players) else str(seat + 1)
        if _ELIDES.match(player):
            return say.pgettext("vowel", "{player}'s zone", player=player)
        return say("{player}'s zone", player=player)
    return say("the discard")


def joined(sentences: Iterable[str], lang: str) -> str:
    """Return some sentences joined."""
    return texts(lang).gettext("; ").join(sentences)


def reasons_text(reasons: list[Reason]) -> Text:
    """Return the sentences of some reasons, joined, in each language."""
    return {lang: joined([sentence(each, lang) for each in reasons], lang) for lang in languages()}


def known(table: str, name: str) -> bool:
    """Tell whether a table has this sentence."""
    return name in getattr(sentences, table)


def said(table: str, parts: Iterable[Part], players: list[str]) -> Text:
    """Return sentences of a table of `sentences`, filled in and joined, in each language."""
    found: Text = {}
    chosen = [(getattr(sentences, table)[name], values) for name, values in parts]
    for lang in languages():
        say = texts(lang)
        told = [
            say(sentence).format(**{key: _shown(values[key], say, players) for key in values})
            for sentence, values in chosen
        ]
        # Parts without full stops are joined to one sentence.
        whole = [joined(told, lang)] if table in ("LINES", "HEADS") else told
        found[lang] = " ".join(one[:1].upper() + one[1:] for one in whole)
    return found


# --- refusals: the case of a clause, else the clause -> the sentences that explain it

_MEND_MELD = ("laying_mend_meld", "gin_mend_meld", "manipulation_mend_meld")
_FIRST_LAY = ("first_lay_enough", "first_lay_asks", "first_lay_asks_pure")
REASONS = {
    "card_left_table": ("back_on_table", "mend_back_on_table"),
    "meld_broken": (
        "laying_melds_stay",
        "jokers_stay",
        "contract_jokers_stay",
        "gin_knockers_melds_stay",
        "mend_melds_stay",
    ),
    "meld_too_short": ("three_cards", "contract_lengths", *_MEND_MELD),
    "not_a_meld": ("laying_melds", "contract_melds", "gin_melds", "manipulation_melds", *_MEND_MELD),
    "set_same_suit": ("suits_differ", "two_packs", *_MEND_MELD),
    "too_many_jokers": ("jokers_at_most", "no_jokers", "mend_jokers"),
    "joker_undeclared": ("joker_is_said", "mend_declare"),
    "joker_changed": ("laying_joker_keeps", "manipulation_joker_keeps", "mend_joker_keeps"),
    "joker_before_laying": ("joker_after_lay", *_FIRST_LAY, "mend_joker_after_lay", "mend_joker_back"),
    "joker_wrong_card": ("joker_run", "joker_set", "mend_joker_wrong"),
    "joker_not_replayed": ("joker_replayed", "mend_joker_replayed"),
    "first_round_no_lay": (
        "first_turn",
        "contract_first_turn",
        "first_turn_waived",
        "first_turn_in_order",
        "mend_first_turn",
    ),
    "lay_off_before_laying": ("lay_off_after_lay", *_FIRST_LAY, "mend_lay_off_after_lay", "mend_lay_off_back"),
    "first_lay_pure_run": ("pure_run", "pure_beside", "not_pure_beside", "mend_pure_run"),
    "first_lay_points": ("minimum", "lay_values", "lay_values_rami7", "mend_minimum"),
    "contract": ("contract_asked", "contract_apart", "contract_then", "contract_going_out", "mend_contract"),
    "discard_first_round": ("second_turn", "mend_from_stock"),
    "must_draw_stock": ("one_card", "mend_from_stock"),
    "upcard_passed": ("upcard_is_over", "gin_mend_from_stock"),
    "discard_not_melded": ("discard_is_laid", "mend_discard_is_laid", "deepest_is_laid", "mend_deepest_is_laid"),
    "not_top_discard": ("top_only", "mend_top_only"),
    "not_all_above": ("pile_from_there", "mend_pile_from_there"),
    "return_same_card": ("not_back", "mend_not_back"),
    "no_draw": ("manipulation_draws", "stock_is_over", "mend_draw"),
    "no_draw_no_meld": ("manipulation_draws", "mend_draw"),
    "upcard_or_pass": ("take_or_pass", "mend_take_or_pass"),
    "pile_or_pass": ("stock_is_over", "mend_stock_is_over"),
    "too_many_draws": (
        "laying_one_draw",
        "draw_or_take",
        "opening_without",
        "gin_one_draw",
        "manipulation_three_draws",
        "mend_draws",
    ),
    "third_draw_no_meld": ("third_draw", "mend_third_draw"),
    "nothing_added": ("add_one", "mend_add_one"),
    "too_many_cards": ("hand_is", "mend_hand_is", "manipulation_mend_hand_draw"),
    "two_discards": ("one_discard", "mend_one_discard"),
    "no_discard": ("laying_discard", "gin_discard", "mend_discard"),
    "no_big_gin": ("big_gin", "mend_big_gin"),
    "no_final_discard": ("last_discard", "mend_last_discard"),
    "pass_not_allowed": ("laying_pass", "gin_pass", "mend_pass"),
    "pass_too_early": ("pass_ends_round", "mend_pass_too_early"),
    "pass_manipulation": ("manipulation_pass", "mend_manipulation_pass"),
    "pass_after_drawing": ("drawn_no_pass", "mend_drawn_no_pass"),
    "knock_not_allowed": ("no_knock", "mend_no_knock"),
    "knock_last_turns": ("no_last_knock", "mend_no_last_knock"),
    "knock_too_high": ("manipulation_knock", "manipulation_knock_void"),
    "knock_deadwood": ("gin_knock", "gin_knock_void"),
    "out_of_turn": ("on_turn_only", "mend_on_turn"),
}


def of_game(table: Mapping[str, Entry], rules: Rules) -> Entry:
    """Return what a table has for what plays a game, else for its family."""
    return table[rules["plays"] if rules["plays"] in table else rules["family"]]


def _deep(rules: Rules) -> bool:
    """Tell whether the discard pile may be taken from any card upwards."""
    return "deep_discard" in rules


def _top_only(rules: Rules) -> bool:
    return not _deep(rules)


# Conditions of sentences that depend on the rules of the match.
WHEN: dict[str, Callable[[Rules], object]] = {
    "jokers_stay": lambda rules: not rules.get("joker_swap", True),
    "contract_jokers_stay": lambda rules: "contracts" in rules and rules["joker_swap"],
    "three_cards": lambda rules: "contracts" not in rules,
    "contract_lengths": lambda rules: "contracts" in rules,
    "laying_melds": lambda rules: "contracts" not in rules,
    "contract_melds": lambda rules: "contracts" in rules,
    "joker_set": lambda rules: "contracts" not in rules,
    "contract_going_out": lambda rules: rules.get("last_contract_goes_out"),
    "first_turn": lambda rules: "contracts" not in rules,
    "contract_first_turn": lambda rules: "contracts" in rules,
    "two_packs": lambda rules: rules["decks"] > 1,
    "jokers_at_most": lambda rules: rules.get("jokers_per_meld"),
    "no_jokers": lambda rules: not rules.get("jokers_per_meld", rules["jokers"]),
    "first_lay_enough": lambda rules: rules.get("lay_off_with_first_lay"),
    "first_lay_asks": lambda rules: rules.get("lay_off_with_first_lay") and rules["first_lay_points"],
    "first_lay_asks_pure": lambda rules: rules.get("lay_off_with_first_lay") and rules["first_lay_pure_run"],
    "mend_joker_after_lay": lambda rules: rules.get("lay_off_with_first_lay"),
    "mend_joker_back": lambda rules: not rules.get("lay_off_with_first_lay"),
    "mend_lay_off_after_lay": lambda rules: rules.get("lay_off_with_first_lay"),
    "mend_lay_off_back": lambda rules: not rules.get("lay_off_with_first_lay"),
    "first_turn_waived": lambda rules: rules.get("rami_sec_waives", "none") != "none",
    "first_turn_in_order": lambda rules: rules.get("rami_sec_waives", "none") == "none" and "contracts" not in rules,
    "pure_beside": lambda rules: rules.get("pure_run_beside_joker"),
    "not_pure_beside": lambda rules: not rules.get("pure_run_beside_joker"),
    "lay_values": lambda rules: not rules.get("lay_joker"),
    "lay_values_rami7": lambda rules: rules.get("lay_joker"),
    "discard_is_laid": _top_only,
    "mend_discard_is_laid": _top_only,
    "deepest_is_laid": _deep,
    "mend_deepest_is_laid": _deep,
    "stock_is_over": _deep,
    "laying_one_draw": _top_only,
    "draw_or_take": _deep,
    "opening_without": lambda rules: not rules.get("opening_draw", True),
}
_FAMILIES = ("laying", "gin", "manipulation")


def meant(name: str, rules: Rules) -> bool:
    """Tell whether a sentence applies under these rules."""
    family = name.partition("_")[0]
    if family in _FAMILIES and family != rules["family"]:
        return False
    return bool(WHEN[name](rules)) if name in WHEN else True


@dataclass(frozen=True)
class House:
    """The game and its players: the rules with the options of the match."""

    game: str
    players: list[str]
    rules: Rules

    @classmethod
    def of(cls, header: Event) -> "House":
        """Return the House of a header. Raises LogError if it is invalid."""
        players = [plain(name) for name in header["players"]]
        rules = rules_of(header["game"], len(players), header.get("rules", {}))
        return cls(header["game"], players, rules)

    def in_round(self, view: View) -> "House":
        """Return the House with what holds in this round only.

        In Oklahoma the upcard sets the limit of a knock; in contrat each round has its contract and
        its number of cards.
        """
        if view.contract:
            now = {"contract": view.contract, "hand": view.dealt()}
            return replace(self, rules={**self.rules, **now})
        if not self.rules.get("knock_by_upcard"):
            return self
        return replace(self, rules={**self.rules, "knock_limit": view.limit})

    def name(self, seat: int) -> str:
        """Return the name of a seat's player."""
        return self.players[seat]

    def values(self) -> dict[str, Any]:
        """Return the rules' values for sentences."""
        rules = self.rules
        values: dict[str, Any] = {"game": Named("GAMES", self.game)}
        for name, option, noun in (
            ("minimum", "first_lay_points", "point"),
            ("limit", "knock_limit", "point"),
            ("jokers", "jokers_per_meld", "joker"),
            ("hand", "hand", "card"),
            ("target", "target", "point"),
            ("floor", "stock_floor", "card"),
        ):
            if rules.get(option) is not None:
                values[name] = Amount(rules[option], noun)
        if "contracts" in rules:
            values["contracts"] = Amount(len(rules["contracts"]), "round")
            values["contract"] = Contract(*rules.get("contract", rules["contracts"][0]))
        # At gin an ace counts 1, and there are no jokers.
        values["ace"] = rules.get("ace_in_hand", 1)
        values["joker"] = rules.get("joker_in_hand", 0)
        return values

    def why(
        self, code: str, table: str, parts: Iterable[Part], clause: str = "", sentence: Text | None = None
    ) -> dict[str, Any]:
        """Return one explanation in the form of the log's entries."""
        named = clause or code
        return {
            "code": code,
            "clause": {lang: texts(lang)(CLAUSES.get(named, named)) for lang in languages()},
            "sentence": dict(sentence or {}),
            "explain": said(table, parts, self.players),
        }

    def refusal(self, code: str, case: str, sentence: Text) -> dict[str, Any]:
        """Explain why a turn or a knock was refused, from the clause, its case and the sentence of it."""
        values = self.values()
        names = REASONS.get(case) or REASONS.get(code, ())
        parts = [(name, values) for name in names if meant(name, self.rules)]
        return self.why(code, "RULES", parts, sentence=sentence)

    def waived(self, code: str) -> dict[str, Any]:
        """Explain a clause that the players have waived for a turn."""
        values = self.values()
        parts = [(name, values) for name in REASONS.get(code, ()) if "mend_" not in name and meant(name, self.rules)]
        return self.why(code, "RULES", parts)

    def warning(self, told: dict[str, Any], sentence: Text) -> dict[str, Any]:
        """Explain a warning: see `warning`."""
        return warning(told, sentence, self.players)


def warning(told: dict[str, Any], sentence: Text, players: list[str]) -> dict[str, Any]:
    """Explain a warning; `told` are its code and further keys. There may be no match."""
    house = House("", players, {})
    parts = [(warning_name(told), warned(told, players))]
    return house.why(told["code"], "WARNINGS", parts, "warnings", sentence)


def warned(values: dict[str, Any], players: list[str]) -> dict[str, Any]:
    """Return the values for a warning's sentences, from its keys."""
    filled: dict[str, Any] = {}
    for key, value in values.items():
        match key:
            case "zone" | "other":
                filled[key] = Zone(value)
            case "read" | "expected":
                filled[key] = cards_of(value)
            case "card":
                card = parse(value)
                filled["card"] = Cards((card,)) if card >= 0 else value
                filled["tag"] = value
            case "figures":
                filled["why"] = {lang: error_of(value, lang) for lang in languages()}
            case "seat":
                filled["player"] = players[value] if value < len(players) else value
            case _:
                filled[key] = value
    return filled
