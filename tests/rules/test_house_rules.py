"""Options of the games: RULES.md "option: default"."""

from play import FREE, Clause, Play
from tierce.presets import LogError
from tierce.referee import Referee

LAYING = {
    "final_discard": "required",
    "first_lay_points": 40,
    "first_lay_pure_run": False,
    "hand": 12,
    "joker_swap": True,
    "jokers_per_meld": 2,
    "opening_draw": False,
    "penalties": False,
    "pure_run_beside_joker": True,
    "target": 300,
}
GIN = {
    "big_gin_bonus": 25,
    "gin_bonus": 25,
    "knock_limit": 5,
    "stock_floor": 0,
    "target": 200,
    "undercut_bonus": 20,
}
MANIPULATION = {"knock_limit": 10, "target": 300}
OPTIONS = {
    "chamberliens": LAYING,
    "rami51": LAYING,
    "rami30": LAYING,
    "rami7": LAYING,
    "gin": GIN,
    "manipulation": MANIPULATION,
}


def header(game, **rules):
    """Return a header with these house rules, and no others."""
    players = ["Ana", "Luc"]
    return {"tierce": 1, "game": game, "players": players, "dealer": 1, "rules": rules}


class HouseRules(Clause):
    """Every option of a preset may be set in the header; what makes no sense is an error."""

    clause = "house_rules"

    def test_every_option_of_every_game_may_be_set(self):
        for game in sorted(OPTIONS):
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
            ("rami51", "target", 0),
            ("rami51", "jokers_per_meld", True),
            ("gin", "knock_limit", 2.5),
            ("gin", "stock_floor", -1),
            ("manipulation", "target", []),
        ):
            with self.assertRaises(LogError):
                Referee(header(game, **{name: value}))

    def test_a_hand_must_fit_the_deck(self):
        Referee(header("rami7", hand=25))
        with self.assertRaises(LogError):
            Referee(header("rami7", hand=27))

    def test_rami30_is_rami51_but_for_its_two_options(self):
        asked = {"first_lay_points": 51, "first_lay_pure_run": True}
        for game in ("rami51", "rami30"):
            table = Play(game, **asked)
            table.deal("4C")
            table.lay(meld1="TH JH X1")
            table.discard("2D")
            self.refused(table, "first_lay_pure_run", "first_lay_points")

    def test_and_rami51_becomes_rami30_by_them(self):
        for game in ("rami51", "rami30"):
            table = Play(game, first_lay_points=30, first_lay_pure_run=False)
            table.deal("4C")
            table.lay(meld1="TS TH X1")
            table.discard("2D")
            self.accepted(table, laid=30)

    def test_one_option_leaves_the_others_as_they_are(self):
        table = Play("rami51", first_lay_points=0)
        table.deal("4C")
        table.lay(meld1="5S 5H 5D")
        table.discard("2D")
        self.refused(table, "first_lay_pure_run")

    def test_tables_do_not_share_their_options(self):
        Play("rami51", jokers_per_meld=3)
        table = Play("rami51", **FREE)
        table.deal("4C")
        table.lay(meld1="5H X1 X2")
        table.discard("2D")
        self.refused(table, "too_many_jokers")
