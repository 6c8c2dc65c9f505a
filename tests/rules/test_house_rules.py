"""Options of the games: RULES.md "option: default"."""

from play import FREE, Clause, Play, opened
from tierce.presets import PRESETS, LogError, options_of
from tierce.referee import Referee

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
CONTRAT = {
    "ace_in_hand": 11,
    "discard_to_hand": False,
    "final_discard": "required",
    "first_turn_discard": False,
    "first_turn_lay": False,
    "hand": "ten_twelve",
    "joker_in_hand": 30,
    "joker_swap": False,
    "jokers": 2,
    "jokers_per_meld": 1,
    "last_contract_goes_out": True,
    "lay_off_with_first_lay": False,
}
GIN = {
    "big_gin_bonus": 25,
    "box_bonus": 25,
    "discard_taken_card": True,
    "game_bonus": 100,
    "gin_bonus": 25,
    "hollywood": True,
    "knock_by_upcard": True,
    "knock_limit": 5,
    "oklahoma_ace": 1,
    "shutout_doubles": True,
    "spade_doubles": True,
    "stock_floor": 0,
    "target": 200,
    "tie_undercuts": True,
    "undercut_bonus": 20,
    "upcard_after_passes": True,
}
MANIPULATION = {
    "joker_in_hand": 30,
    "knock_limit": 10,
    "match_bonus": 0,
    "out_bonus": -10,
    "round_bonus": 50,
    "target": 300,
    "undercut_bonus": 20,
}
RAMI500 = {
    "ace_in_hand": 1,
    "discard_to_hand": True,
    "final_discard": "required",
    "hand": 10,
    "joker_in_hand": 20,
    "joker_swap": True,
    "jokers": 0,
    "jokers_per_meld": 1,
    "target": 300,
}
PLAYS = {"laying": LAYING, "contrat": CONTRAT, "rami500": RAMI500, "gin": GIN, "manipulation": MANIPULATION}
OPTIONS = {game: PLAYS[PRESETS[game]["plays"]] for game in sorted(PRESETS)}


def header(game, **rules):
    """Return a header with exactly these house rules."""
    players = ["Ana", "Luc"]
    return {"tierce": 1, "game": game, "players": players, "dealer": 1, "rules": rules}


class HouseRules(Clause):
    """Every option of a preset may be set in the header; an invalid value is an error."""

    clause = "house_rules"

    def test_every_option_of_every_game_may_be_set(self):
        for game in sorted(OPTIONS):
            known = options_of(PRESETS[game])
            self.assertEqual(sorted(OPTIONS[game]), sorted(known))
            for name in sorted(OPTIONS[game]):
                Referee(header(game, **{name: OPTIONS[game][name]}))
            Referee(header(game, **OPTIONS[game]))

    def test_the_rules_may_be_left_out(self):
        for game in sorted(OPTIONS):
            found = header(game)
            del found["rules"]
            self.assertEqual(Referee(found).feed({"t": 0, "seat": 1, "press": "deal"}), ())

    def test_an_option_of_another_game_is_an_error(self):
        for game, name in (
            ("rami51", "knock_limit"),
            ("gin", "first_lay_points"),
            ("gin", "penalties"),
            ("manipulation", "gin_bonus"),
            ("manipulation", "joker_swap"),
            ("chamberliens", "stock_floor"),
            ("rami7", "no_such_option"),
            ("rami51", "last_contract_goes_out"),
            ("contrat", "first_lay_points"),
            ("contrat", "target"),
        ):
            with self.assertRaises(LogError):
                Referee(header(game, **{name: 1}))

    def test_a_value_that_makes_no_sense_is_an_error(self):
        for game, name, value in (
            ("rami51", "first_lay_points", -1),
            ("rami51", "first_lay_points", "51"),
            ("rami51", "first_lay_points", None),
            ("rami51", "first_lay_pure_run", "yes"),
            ("rami51", "first_lay_pure_run", 1),
            ("rami51", "final_discard", "maybe"),
            ("rami51", "final_discard", True),
            ("rami51", "penalties", 0),
            ("rami51", "hand", 0),
            ("rami51", "hand", "by_round"),
            ("contrat", "hand", "by_seats"),
            ("rami51", "target", 0),
            ("rami51", "jokers_per_meld", True),
            ("rami51", "ace_in_hand", 10),
            ("rami51", "joker_in_hand", 101),
            ("rami51", "jokers", 9),
            ("rami51", "not_laid", 1001),
            ("rami51", "not_laid", "hands"),
            ("rami51", "not_laid_alone", None),
            ("rami51", "out_bonus", -1001),
            ("rami51", "rami_sec_factor", 0),
            ("rami51", "rami_sec_factor", 5),
            ("gin", "undercut_bonus", -1),
            ("manipulation", "undercut_bonus", -1001),
            ("manipulation", "match_bonus", 1001),
            ("gin", "knock_limit", 2.5),
            ("gin", "stock_floor", -1),
            ("manipulation", "target", []),
        ):
            with self.assertRaises(LogError):
                Referee(header(game, **{name: value}))

    def test_two_to_six_play_and_two_at_gin(self):
        for game in sorted(OPTIONS):
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

    def test_rami30_is_rami51_but_for_its_two_options(self):
        asked = {"first_lay_points": 51, "first_lay_pure_run": True}
        for game in ("rami51", "rami30"):
            table = opened(game, **asked)
            self.refused(table.play(meld1="TH JH X1", discard="2D"), "first_lay_pure_run", "first_lay_points")

    def test_and_rami51_becomes_rami30_by_them(self):
        for game in ("rami51", "rami30"):
            table = opened(game, first_lay_points=30, first_lay_pure_run=False)
            self.accepted(table.play(meld1="TS TH X1", discard="2D"), laid=30)

    def test_one_option_leaves_the_others_as_they_are(self):
        table = opened("rami51", first_lay_points=0)
        self.refused(table.play(meld1="5S 5H 5D", discard="2D"), "first_lay_pure_run")

    def test_tables_do_not_share_their_options(self):
        Play("rami51", jokers_per_meld=3)
        self.refused(opened("rami51", **FREE).play(meld1="5H X1 X2", discard="2D"), "too_many_jokers")
