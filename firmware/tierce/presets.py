"""The six presets as data, and the options that a house may change.

A game is a dict of facts that stand, a house's options laid over them: RULES.md, one section each.
"""


class LogError(Exception):
    """Bad data: a key of ERRORS, in errors_xx here or of the host, and what its sentence names.

    A detail is what the data gave, as it gave it, or a tuple of the names that there are.
    """

    def __init__(self, key, *details):
        super().__init__(key, *details)
        self.key = key
        self.details = details


# What an option may be: (lowest, highest), bool, or the words there are.
_POINTS = (0, 1000)
_TARGET = (1, 1000000)
_LAYING_OPTIONS = {
    "final_discard": ("optional", "required"),
    "first_lay_points": _POINTS,
    "first_lay_pure_run": bool,
    "hand": (1, 52),
    "joker_swap": bool,
    "jokers_per_meld": (0, 4),
    "opening_draw": bool,
    "penalties": bool,
    "pure_run_beside_joker": bool,
    "target": _TARGET,
}
OPTIONS = {
    "laying": _LAYING_OPTIONS,
    "gin": {
        "big_gin_bonus": _POINTS,
        "gin_bonus": _POINTS,
        "knock_limit": _POINTS,
        "stock_floor": (0, 30),
        "target": _TARGET,
        "undercut_bonus": _POINTS,
    },
    "manipulation": {"knock_limit": _POINTS, "target": _TARGET},
}

_RAMI51 = {
    "family": "laying",
    "seats": (2, 5),
    "decks": 2,
    "jokers": 4,
    "ace": 11,  # what an ace and a joker count in hand
    "joker": 20,
    "lay_low_ace": 1,  # what they are worth in a lay; 0: a joker, the card it stands for
    "lay_joker": 0,
    "first_turn_lay": True,  # a seat may lay in its first turn of a round
    "first_turn_discard": False,  # a seat may take the discard in it
    "last_card_discard": False,  # a seat with one card in hand may take it
    "rami_sec": "nobody",  # who may have laid before: nobody, or others ("others")
    "rami_sec_waives": False,  # a rami sec needs neither minimum nor a second turn
    "rami_sec_factor": 2,  # by which it multiplies the others' points
    "not_laid": 100,  # what a seat that has not laid counts
    "nobody_laid": 0,  # what each counts when only the winner has laid, if not 0
    "out": 0,  # what the winner counts
    "out_rami_sec": 0,
    # options
    "final_discard": "optional",
    "first_lay_points": 51,
    "first_lay_pure_run": True,
    "hand": 13,
    "joker_swap": True,
    "jokers_per_meld": 1,
    "opening_draw": True,
    "penalties": True,
    "pure_run_beside_joker": False,
    "target": 1000,
}


def _like(base, **changes):
    preset = dict(base)
    preset.update(changes)
    return preset


PRESETS = {
    "chamberliens": _like(
        _RAMI51,
        first_turn_lay=False,
        first_turn_discard=True,
        last_card_discard=True,
        rami_sec="others",
        rami_sec_waives=True,
        rami_sec_factor=1,
        nobody_laid=200,
        hand=14,
        target=500,
    ),
    "rami51": _RAMI51,
    "rami30": _like(_RAMI51, first_lay_points=30, first_lay_pure_run=False),
    "rami7": _like(
        _RAMI51,
        decks=1,
        jokers=1,
        lay_low_ace=11,
        lay_joker=20,
        first_turn_discard=True,
        last_card_discard=True,
        rami_sec="others",
        out=-20,
        out_rami_sec=-60,
        first_lay_pure_run=False,
        hand=7,
        joker_swap=False,
        opening_draw=False,
    ),
    "gin": {
        "family": "gin",
        "seats": (2, 2),
        "decks": 1,
        "jokers": 0,
        "hand": 10,
        "ace": 1,
        "joker": 0,
        # options
        "big_gin_bonus": 31,
        "gin_bonus": 20,
        "knock_limit": 10,
        "stock_floor": 2,
        "target": 100,
        "undercut_bonus": 10,
    },
    "manipulation": {
        "family": "manipulation",
        "seats": (2, 5),
        "decks": 1,  # two decks, two jokers from three players on
        "jokers": 1,
        "hand": 10,
        "ace": 1,
        "joker": 25,
        "draws": 3,
        "out_bonus": 25,
        "undercut_bonus": 10,
        "target_bonus": 100,
        "round_bonus": 25,
        # options
        "knock_limit": 5,
        "target": 150,
    },
}


def makes_sense(value, allowed):
    """Tell whether a value is one that an option may have."""
    if allowed is bool:
        return value is True or value is False
    if isinstance(allowed[0], str):
        return isinstance(value, str) and value in allowed
    return type(value) is int and allowed[0] <= value <= allowed[1]


def allowed_text(allowed):
    """Return what an option may be, as one writes it in a log's header."""
    if allowed is bool:
        return "true|false"
    if isinstance(allowed[0], str):
        return "|".join(['"%s"' % word for word in allowed])
    return "%d..%d" % allowed


def rules_of(game, seats, house):
    """Return the rules of a game for so many seats, with a house's options laid over the preset.

    Raises LogError for a game or option that does not exist and for values that make no sense.
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
    options = OPTIONS[rules["family"]]
    for name in sorted(house):
        if name not in options:
            raise LogError("no_option", name, game, tuple(sorted(options)))
        if not makes_sense(house[name], options[name]):
            raise LogError("option_value", name, house[name], (allowed_text(options[name]),))
        rules[name] = house[name]
    if rules["family"] == "manipulation" and seats > 2:
        rules["decks"] = rules["jokers"] = 2
    rules["deck"] = rules["decks"] * 52 + rules["jokers"]
    if rules["hand"] * seats + 1 >= rules["deck"]:
        most = (rules["deck"] - 2) // seats
        raise LogError("option_value", "hand", rules["hand"], ("1..%d" % most,))
    return rules
