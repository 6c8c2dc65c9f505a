"""The presets as data, and the options that a house may change.

A preset is a dict of fixed facts and default options; RULES.md has a section for each. A match
keeps the dict that `rules_of` returns, so that a board can unload this module.
"""

from tierce.bad_data import LogError

# The allowed values of each option: single values, and ranges of integers as (lowest, highest). A
# game whose `plays` is a key here has these options, any other game those of its family.
_YES_NO = (True, False)
_POINTS = ((0, 1000),)
_BONUS = ((-1000, 1000),)
_NOT_LAID = ("hand", "double") + _POINTS
_TARGET = ((1, 1000000),)
OPTIONS: "dict[str, dict[str, Allowed]]" = {
    "laying": {
        "ace_in_hand": (1, 11, 15),
        "check_melds": _YES_NO,
        "discard_to_hand": (True, False, "after_laying"),
        "final_discard": ("optional", "required"),
        "first_lay_points": _POINTS,
        "first_lay_pure_run": _YES_NO,
        "first_turn_discard": _YES_NO,
        "first_turn_lay": _YES_NO,
        "hand": ("by_seats", (1, 52)),
        "joker_in_hand": ((0, 100),),
        "joker_kept": _YES_NO,
        "joker_swap": _YES_NO,
        "joker_swap_set": ("all", "one"),
        "jokers": ((0, 8),),
        "jokers_per_meld": ((0, 4),),
        "lay_off_before_laying": _YES_NO,
        "lay_off_with_first_lay": _YES_NO,
        "low_ace": (1, 11),
        "not_laid": _NOT_LAID,
        "not_laid_alone": _NOT_LAID,
        "opening_draw": _YES_NO,
        "out_bonus": _BONUS,
        "out_bonus_alone": _BONUS,
        "penalties": _YES_NO,
        "pure_run_beside_joker": _YES_NO,
        "rami_sec_bonus": _BONUS,
        "rami_sec_factor": ((1, 4),),
        "rami_sec_waives": ("none", "points", "all"),
        "recave": (False, "once", "always"),
        "same_suit_twice": _YES_NO,
        "single_card_draws_stock": _YES_NO,
        "target": _TARGET,
        "winner_scores": _YES_NO,
    },
    "contrat": {
        "ace_in_hand": (1, 11, 15),
        "discard_to_hand": _YES_NO,
        "final_discard": ("optional", "required"),
        "first_turn_discard": _YES_NO,
        "first_turn_lay": _YES_NO,
        # With fewer the last contract could never be laid: 12 cards, one of them drawn.
        "hand": ("by_round", "ten_twelve", "ten_twelve_four", (11, 52)),
        "joker_in_hand": ((0, 100),),
        "joker_swap": _YES_NO,
        "jokers": ((0, 8),),
        "jokers_per_meld": ((0, 4),),
        "last_contract_goes_out": _YES_NO,
        "lay_off_with_first_lay": _YES_NO,
    },
    "rami500": {
        "ace_in_hand": (1, 11, 15),
        "discard_to_hand": _YES_NO,  # the top card alone
        "final_discard": ("optional", "required"),
        "hand": ("by_seats", (1, 52)),
        "joker_in_hand": ((0, 100),),
        "joker_swap": _YES_NO,
        "jokers": ((0, 8),),
        "jokers_per_meld": ((0, 4),),
        "target": _TARGET,
    },
    "gin": {
        "big_gin_bonus": _POINTS,
        "box_bonus": _POINTS,
        "discard_taken_card": _YES_NO,
        "game_bonus": _POINTS,
        "gin_bonus": _POINTS,
        "hollywood": _YES_NO,
        "knock_by_upcard": _YES_NO,
        "knock_limit": _POINTS,
        "oklahoma_ace": ("gin", 1),
        "shutout_doubles": _YES_NO,
        "spade_doubles": _YES_NO,
        "stock_floor": ((0, 30),),
        "target": _TARGET,
        "tie_undercuts": _YES_NO,
        "undercut_bonus": _POINTS,
        "upcard_after_passes": _YES_NO,
    },
    "manipulation": {
        "joker_in_hand": ((0, 100),),
        "knock_limit": _POINTS,
        "match_bonus": _BONUS,
        "out_bonus": _BONUS,
        "round_bonus": _BONUS,
        "target": _TARGET,
        "undercut_bonus": _BONUS,
    },
}
# If the option is None, it has the value of the other option.
FOLLOWS = {"not_laid_alone": "not_laid", "out_bonus_alone": "out_bonus"}

MOST_SEATS = 6
_SEATS = (2, MOST_SEATS)

# Before its options a preset has facts that a house cannot change:
#   family          its options, hints and computer players: "laying", "gin" or "manipulation"
#   plays           which games/ module plays it
#   seats           (fewest, most)
#   decks           packs of 52 cards
#   larger_from     number of seats from which the facts of `larger` hold
#   discard         whether there are an upcard and a discard pile
#   melds_in_play   whether melds are laid during play (else only in the count)
#   lowest_wins     whether the lowest total wins the match
#   ace_high        whether an ace may follow the king
#   jokers_suited   whether a joker stands for one card, suit included, and is declared
#   laid_as_in_hand whether a meld is worth the values of its cards in hand
#   by_lot          whether the first dealer is drawn by lot, unless the players say otherwise
#   hint_goal       what a hint maximizes: "points" or "cards" laid
#   hint_cards      largest hand that hints accept, unless the house deals more cards
_RAMI51 = {
    "family": "laying",
    "plays": "laying",
    "seats": _SEATS,
    "decks": 2,
    "larger_from": MOST_SEATS + 1,
    "larger": {},
    "discard": True,
    "melds_in_play": True,
    "lowest_wins": True,
    "ace_high": True,
    "jokers_suited": False,
    "laid_as_in_hand": False,
    "by_lot": False,
    "hint_goal": "points",
    "hint_cards": 15,
    "by_seats": (10, 7, 7, 7, 6),  # cards dealt to 2, 3, 4, 5 or 6 seats under `hand: "by_seats"`
    "lay_ace": 11,  # lay value of an ace
    "lay_joker": 0,  # lay value of a joker; 0: the value of the card it stands for
    # who may have laid before a rami sec: "nobody", or "others"; "never": there is none
    "rami_sec": "nobody",
    # options
    "ace_in_hand": 11,
    "check_melds": False,  # whether the table says at once what lies on a meld zone
    "discard_to_hand": False,
    "final_discard": "optional",
    "first_lay_points": 51,
    "first_lay_pure_run": True,
    "first_turn_discard": False,
    "first_turn_lay": True,
    "hand": 13,
    "joker_in_hand": 20,
    "joker_kept": False,
    "joker_swap": True,
    "joker_swap_set": "all",  # which suits take the last joker of a set: "all" that lack, or "one"
    "jokers": 4,
    "jokers_per_meld": 1,
    "lay_off_before_laying": False,
    "lay_off_with_first_lay": True,
    "low_ace": 1,  # lay value of an ace before a 2 in a run
    "not_laid": 100,
    "not_laid_alone": None,
    "opening_draw": True,
    "out_bonus": 0,
    "out_bonus_alone": None,
    "penalties": True,
    "pure_run_beside_joker": False,
    "rami_sec_bonus": 0,
    "rami_sec_factor": 2,
    "rami_sec_waives": "none",  # what a rami sec does not need: "points", or a pure run too ("all")
    "recave": False,  # whether a seat that passes the target buys in again: "once", "always"
    "same_suit_twice": False,
    "single_card_draws_stock": True,
    "target": 1000,
    "winner_scores": False,
}


def _like(base: "dict[str, Any]", **changes: object) -> "dict[str, Any]":
    preset = dict(base)
    preset.update(changes)
    return preset


PRESETS: "dict[str, dict[str, Any]]" = {
    "chamberliens": _like(
        _RAMI51,
        rami_sec="others",
        rami_sec_waives="points",
        first_turn_discard=True,
        first_turn_lay=False,
        hand=14,
        not_laid_alone=200,
        rami_sec_factor=1,
        single_card_draws_stock=False,
        target=500,
    ),
    "rami51": _RAMI51,
    "rami30": _like(_RAMI51, first_lay_points=30, first_lay_pure_run=False),
    "rami40": _like(
        _RAMI51, final_discard="required", first_lay_points=40, first_lay_pure_run=False, jokers_per_meld=2, low_ace=11
    ),
    "rami_classique": _like(
        _RAMI51,
        first_lay_points=0,
        first_lay_pure_run=False,
        first_turn_lay=False,
        not_laid="hand",
        rami_sec="others",
        target=500,
    ),
    "kaluki": _like(
        _RAMI51,
        by_seats=(15, 15, 15, 13, 11),
        rami_sec="others",
        ace_in_hand=15,
        first_lay_pure_run=False,
        first_turn_discard=True,
        hand="by_seats",
        joker_in_hand=25,
        jokers_per_meld=2,
        not_laid="hand",
        single_card_draws_stock=False,
        target=150,
    ),
    "contrat": _like(
        _RAMI51,
        plays="contrat",
        run_least=4,  # fewest cards of a run; elsewhere 3
        same_suit_twice=True,
        # (sets, runs) of each round
        contracts=((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)),
        # cards dealt in each round under these values of `hand`
        by_round=(7, 8, 9, 10, 11, 12, 13),
        ten_twelve=(10, 10, 10, 12, 12, 12, 12),
        ten_twelve_four=(10, 10, 10, 10, 12, 12, 12),
        first_lay_points=0,
        first_lay_pure_run=False,
        not_laid="hand",
        rami_sec_factor=1,
        single_card_draws_stock=False,
        target=None,  # the match ends with its last contract
        # options
        ace_in_hand=15,
        discard_to_hand=True,
        first_turn_discard=True,
        hand="by_round",
        joker_in_hand=15,
        jokers_per_meld=2,
        last_contract_goes_out=False,
    ),
    "rami7": _like(
        _RAMI51,
        decks=1,
        low_ace=11,
        lay_joker=20,
        rami_sec="others",
        first_lay_pure_run=False,
        first_turn_discard=True,
        hand=7,
        joker_swap=False,
        jokers=1,
        lay_off_before_laying=True,
        opening_draw=False,
        out_bonus=-20,
        rami_sec_bonus=-60,
        single_card_draws_stock=False,
    ),
    "rami500": _like(
        _RAMI51,
        plays="rami500",
        deep_discard=True,  # the pile is taken from any card upwards
        decks=1,
        larger_from=5,
        larger={"decks": 2, "jokers": 4},
        lowest_wins=False,
        by_seats=(13, 7, 7, 7, 7),
        hint_cards=18,
        lay_ace=15,
        lay_joker=15,
        rami_sec="never",
        ace_in_hand=15,
        first_lay_points=0,
        first_lay_pure_run=False,
        first_turn_discard=True,
        hand="by_seats",
        joker_in_hand=15,
        joker_swap=False,
        jokers=2,
        jokers_per_meld=2,
        lay_off_before_laying=True,
        not_laid="hand",
        single_card_draws_stock=False,
        target=500,
    ),
    "atelier": _like(
        _RAMI51,
        decks=1,
        hint_goal="cards",
        rami_sec="others",
        check_melds=True,
        first_lay_points=0,
        first_lay_pure_run=False,
        first_turn_discard=True,
        hand=7,
        jokers=0,
        lay_off_before_laying=True,
        penalties=False,
        single_card_draws_stock=False,
    ),
    "gin": {
        "family": "gin",
        "plays": "gin",
        "seats": (2, 2),
        "decks": 1,
        "larger_from": MOST_SEATS + 1,
        "larger": {},
        "discard": True,
        "melds_in_play": False,
        "lowest_wins": False,
        "ace_high": False,
        "jokers_suited": False,
        "laid_as_in_hand": True,
        "by_lot": False,
        "hint_goal": "points",
        "hint_cards": 11,
        "ace_in_hand": 1,
        "jokers": 0,
        "jokers_per_meld": 0,
        "joker_in_hand": 0,
        "hand": 10,
        # options
        "big_gin_bonus": 31,
        "box_bonus": 0,
        "discard_taken_card": False,
        "game_bonus": 0,
        "gin_bonus": 20,
        "hollywood": False,
        "knock_by_upcard": False,
        "knock_limit": 10,
        "oklahoma_ace": "gin",
        "shutout_doubles": False,
        "spade_doubles": False,
        "stock_floor": 2,
        "target": 100,
        "tie_undercuts": False,
        "undercut_bonus": 10,
        "upcard_after_passes": False,
    },
    "manipulation": {
        "family": "manipulation",
        "plays": "manipulation",
        "seats": _SEATS,
        "decks": 1,
        "larger_from": 3,
        "larger": {"decks": 2, "jokers": 2},
        "discard": False,
        "melds_in_play": True,
        "lowest_wins": False,
        "ace_high": True,
        "jokers_suited": True,
        "laid_as_in_hand": True,
        "by_lot": True,
        "hint_goal": "cards",
        "hint_cards": 40,
        "jokers": 1,
        "jokers_per_meld": 4,  # in effect no limit
        "hand": 10,
        "ace_in_hand": 1,
        "draws": 3,
        # options
        "joker_in_hand": 25,
        "knock_limit": 5,
        "match_bonus": 100,
        "out_bonus": 25,
        "round_bonus": 25,
        "target": 150,
        "undercut_bonus": 10,
    },
}


def makes_sense(value: object, allowed: "Allowed") -> bool:
    """Tell whether a value is allowed; `allowed` as in OPTIONS."""
    for each in allowed:
        if isinstance(each, tuple):
            if type(value) is int and each[0] <= value <= each[1]:
                return True
        elif type(value) is type(each) and value == each:
            return True
    return False


def allowed_text(allowed: "Allowed") -> str:
    """Return the allowed values as text, written as in a log's header: `1..4` or `true|false`."""
    found = []
    for each in allowed:
        if isinstance(each, tuple):
            found.append("%d..%d" % each)
        elif isinstance(each, str):
            found.append('"%s"' % each)
        else:
            found.append(str(each).lower())
    return "|".join(found)


def value_of(rules: "Mapping[str, Any]", name: str) -> "Any":
    """Return the value of an option, or of the option that it follows (FOLLOWS)."""
    value = rules[name]
    return rules[FOLLOWS[name]] if value is None else value


def options_of(preset: "Mapping[str, Any]") -> "dict[str, Allowed]":
    """Return the options of a game: name -> allowed values. `preset` may be its rules, too."""
    return OPTIONS.get(preset["plays"]) or OPTIONS[preset["family"]]


def rules_of(game: object, seats: int, house: object) -> "dict[str, Any]":
    """Return the rules of a game as a dict: its preset with the house's options.

    `seats` is the number of players; `house` is the dict `rules` of a header. Raises LogError for
    an unknown game or option, or a value that is not allowed.
    """
    if not isinstance(game, str) or game not in PRESETS:
        raise LogError("no_game", game, tuple(sorted(PRESETS)))
    rules = dict(PRESETS[game])
    low, high = rules["seats"]
    if not low <= seats <= high:
        allowed = "%d" % low if low == high else "%d..%d" % (low, high)
        raise LogError("seats", game, (allowed,), seats)
    if not isinstance(house, dict):
        raise LogError("not_object", "rules")
    options = options_of(rules)
    for name in sorted(house):
        if name not in options:
            raise LogError("no_option", name, game, tuple(sorted(options)))
        if not makes_sense(house[name], options[name]):
            raise LogError("option_value", name, house[name], (allowed_text(options[name]),))
        rules[name] = house[name]
    for name in FOLLOWS:
        if name in rules:
            rules[name] = value_of(rules, name)
    if rules["hand"] == "by_seats":
        rules["hand"] = rules["by_seats"][seats - 2]
    if "contracts" in rules:
        # `deals`: the cards dealt in each round; `hand` is then the largest hand.
        hand = rules["hand"]
        rules["deals"] = rules[hand] if isinstance(hand, str) else (hand,) * len(rules["contracts"])
        rules["hand"] = max(rules["deals"])
    if seats >= rules["larger_from"]:
        for name in sorted(rules["larger"]):
            if name not in house:
                rules[name] = rules["larger"][name]
    # How often a suit may come in a set.
    rules["set_copies"] = min(rules["decks"], 1 + rules.get("same_suit_twice", 0))
    rules["lowest_wins"] = rules["lowest_wins"] and not rules.get("winner_scores")
    # Without such a target nobody passes it.
    rules["recave"] = rules["lowest_wins"] and rules.get("penalties", True) and rules.get("recave", False)
    rules["deck"] = rules["decks"] * 52 + rules["jokers"]
    if rules["hand"] * seats + 1 >= rules["deck"]:
        most = (rules["deck"] - 2) // seats
        raise LogError("option_value", "hand", rules["hand"], ("1..%d" % most,))
    return rules
