"""Options of the games: RULES.md "option: default"."""

from play import FREE, Clause, Play, lines, opened
from tierce.presets import PRESETS, LogError, options_of
from tierce.referee import Referee

# Every option of a laying game, with a value that is allowed; a line each, as lesson 3 adds one.
LAYING = {
    "ace_in_hand": 15,
    "check_melds": True,
    "discard_to_hand": True,
    "final_discard": "required",
    "first_lay_points": 40,
    "first_lay_pure_run": False,
    "first_turn_discard": False,
    "first_turn_lay": True,
    "hand": 12,
    "joker_in_hand": 30,
    "joker_kept": True,
    "joker_swap": True,
    "joker_swap_set": "one",
    "jokers": 2,
    "jokers_per_meld": 2,
    "lay_off_before_laying": True,
    "lay_off_with_first_lay": False,
    "low_ace": 11,
    "not_laid": "hand",
    "not_laid_alone": 300,
    "opening_draw": False,
    "out_bonus": -10,
    "out_bonus_alone": -50,
    "penalties": False,
    "pure_run_beside_joker": True,
    "rami_sec_bonus": -30,
    "rami_sec_factor": 3,
    "rami_sec_waives": "all",
    "recave": "always",
    "same_suit_twice": True,
    "single_card_draws_stock": True,
    "target": 300,
    "winner_scores": True,
}
# Options that a game does not have, and values that make no sense of those that it has.
BAD = (
    ("knock_limit", "rami51", (1,)),
    ("first_lay_points", "gin", (1,)),
    ("penalties", "gin", (1,)),
    ("gin_bonus", "manipulation", (1,)),
    ("joker_swap", "manipulation", (1,)),
    ("stock_floor", "chamberliens", (1,)),
    ("no_such_option", "rami7", (1,)),
    ("last_contract_goes_out", "rami51", (1,)),
    ("first_lay_points", "contrat", (1,)),
    ("target", "contrat", (1,)),
    ("first_lay_points", "rami51", (-1, "51", None)),
    ("first_lay_pure_run", "rami51", ("yes", 1)),
    ("final_discard", "rami51", ("maybe", True)),
    ("penalties", "rami51", (0,)),
    ("hand", "rami51", (0, "by_round")),
    ("hand", "contrat", ("by_seats",)),
    ("target", "rami51", (0,)),
    ("jokers_per_meld", "rami51", (True,)),
    ("ace_in_hand", "rami51", (10,)),
    ("joker_in_hand", "rami51", (101,)),
    ("jokers", "rami51", (9,)),
    ("not_laid", "rami51", (1001, "hands")),
    ("not_laid_alone", "rami51", (None,)),
    ("out_bonus", "rami51", (-1001,)),
    ("rami_sec_factor", "rami51", (0, 5)),
    ("undercut_bonus", "gin", (-1,)),
    ("undercut_bonus", "manipulation", (-1001,)),
    ("match_bonus", "manipulation", (1001,)),
    ("knock_limit", "gin", (2.5,)),
    ("stock_floor", "gin", (-1,)),
    ("target", "manipulation", ([],)),
)


def header(game, **rules):
    """Return a header with exactly these house rules."""
    players = ["Ana", "Luc"]
    return {"tierce": 1, "game": game, "players": players, "dealer": 1, "rules": rules}


class HouseRules(Clause):
    clause = "house_rules"
    lines = """
    rami30 is rami51 but for its two options | opened rami51/rami30 first_lay_points=51 first_lay_pure_run=true |
        1 TH JH X1 > 2D !first_lay_pure_run,first_lay_points
    and rami51 becomes rami30 by them | opened rami51/rami30 first_lay_points=30 first_lay_pure_run=false | 1 TS TH X1
        > 2D ok laid=30
    one option leaves the others as they are | opened rami51 first_lay_points=0 | 1 5S 5H 5D > 2D !first_lay_pure_run
    """

    def test_every_option_of_every_game_may_be_set(self):
        for game in sorted(PRESETS):
            known = options_of(PRESETS[game])
            if PRESETS[game]["plays"] == "laying":
                self.assertEqual(sorted(LAYING), sorted(known))
                Referee(header(game, **LAYING))
            for name in known:
                for value in known[name]:
                    if isinstance(value, tuple):  # from, to
                        value = value[0] if name == "hand" else value[1]
                    Referee(header(game, **{name: value}))

    def test_the_rules_may_be_left_out(self):
        for game in sorted(PRESETS):
            found = header(game)
            del found["rules"]
            self.assertEqual(Referee(found).feed({"t": 0, "seat": 1, "press": "deal"}), ())

    def test_an_option_of_another_game_or_a_value_that_makes_no_sense_is_an_error(self):
        for name, game, odd in BAD:
            for value in odd:
                with self.assertRaises(LogError):
                    Referee(header(game, **{name: value}))

    def test_two_to_six_play_and_two_at_gin(self):
        for game in sorted(PRESETS):
            for seats in range(1, 8):
                given = header(game)
                given["players"] = ["Ana", "Luc", "Zoe", "Max", "Ida", "Eve", "Tom"][:seats]
                given["dealer"] = 0
                if seats == 2 or (game != "gin" and 2 < seats < 7):
                    Referee(given)
                    continue
                with self.assertRaises(LogError):
                    Referee(given)

    def test_a_hand_must_fit_the_deck(self):
        Referee(header("rami7", hand=25))
        with self.assertRaises(LogError):
            Referee(header("rami7", hand=27))

    def test_tables_do_not_share_their_options(self):
        Play("rami51", jokers_per_meld=3)
        self.refused(opened("rami51", **FREE).play(meld1="5H X1 X2", discard="2D"), "too_many_jokers")


lines(globals())
