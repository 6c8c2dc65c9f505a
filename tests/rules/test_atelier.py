"""Classroom Rami: RULES.md "atelier", and `check_melds`; what cards are: tierce.hints."""

from play import Clause, lines, opened
from tierce.cards import parse
from tierce.check import check, check_zone, light
from tierce.phrases import table
from tierce.presets import rules_of
from tierce.said import sentence

EN = table("en")


class Atelier(Clause):
    """Seven cards, no minimum, no score: whoever has laid all wins."""

    clause = "penalties"
    lines = """
    any meld opens in the first turn | opened atelier | 1 2H 2S 2D > 3C ok laid=6 hand=4
    who has not laid may lay off | opened atelier | 1 5H 6H 7H > 3C 1 8H > 3D ok laid=0 hand=6
    the discard may be taken at once and is laid | opened atelier | -4C 1 4C 4D 4H > 3C ok took=discard -3C > 9D
        !discard_not_melded
    the player who has laid all wins, and nothing is counted | opened atelier seats=3 | 1 5H 6H 7H 2 KS KH KD KC > 3C
        round how=rami_sec scores=1,0,0 winners=0, totals=1,0,0 view: phase=deal
    what is no meld is refused as ever | opened atelier | 1 5H 6H 8H > 3C !not_a_meld why:5♥~6♥~8♥
    """

    def test_one_pack_without_jokers_seven_cards_each(self):
        for seats in range(2, 7):
            rules = rules_of("atelier", seats, {})
            self.assertEqual((rules["deck"], rules["hand"]), (52, 7))


class CheckMelds(Clause):
    """What lies there: a run, a set or neither, and why, without judging a turn."""

    clause = "not_a_meld"

    def said(self, game, cards, seats=2, **rules):
        cards = [parse(card) for card in cards.split()]
        found = check(rules_of(game, seats, rules), cards, "meld 1")
        return found[:5] + ([sentence(reason, EN) for reason in found[5]],)

    def test_a_run_and_a_set_with_their_points(self):
        run = [parse(card) for card in ("5H", "6H", "7H")]
        self.assertEqual(self.said("atelier", "7H 5H 6H"), ("run", run, {}, 18, (), []))
        kind, _, _, points, _, _ = self.said("atelier", "KS KH KD")
        self.assertEqual((kind, points), ("set", 30))

    def test_neither_and_why(self):
        for cards, code in (
            ("3C 4C 6C", "not_a_meld"),
            ("KD AD 2D", "not_a_meld"),
            ("9C 9C2 9D", "set_same_suit"),
            ("4S 5S", "meld_too_short"),
        ):
            checked = self.said("atelier", cards)
            self.assertEqual((checked[0], list(checked[4]), checked[3]), ("none", [code], 0))
            self.assertEqual(len(checked[5]), 1)
            self.assertEqual(light(checked), None if code == "meld_too_short" else "bad")

    def test_the_cards_of_a_sentence_are_in_order(self):
        _, _, _, _, _, why = self.said("rami51", "X1 6C 3C KD")
        self.assertEqual(why, ["meld 1 holds K\u2666 3\u2663 6\u2663 joker: neither a run nor a set"])

    def test_a_game_without_jokers_allows_none(self):
        _, _, _, _, broken, why = self.said("atelier", "5H 6H X1")
        self.assertEqual(list(broken), ["too_many_jokers"])
        self.assertIn("0 joker", why[0])
        kind, _, stands, points, _, _ = self.said("atelier", "5H 6H X1", jokers=2)
        self.assertEqual((kind, stands, points), ("run", {104: parse("7H")}, 18))

    def test_each_game_has_its_own_rules(self):
        self.assertEqual(self.said("rami51", "QS KS AS")[0], "run")
        self.assertEqual(self.said("gin", "QS KS AS")[0], "none")
        checked = self.said("manipulation", "6H 7H X1", 3)
        self.assertEqual((checked[0], light(checked)), ("run", None))
        self.assertEqual(list(checked[4]), ["joker_undeclared"])

    def test_in_a_match_a_bound_joker_is_considered(self):
        table = opened("atelier", jokers=1)
        table.lay(meld1="5H 6H X1")
        checked = check_zone(table.referee.view, 1)
        self.assertEqual((checked[0], checked[3], light(checked)), ("run", 18, "good"))
        table.discard("3C")
        table.lay(meld1="7H")
        checked = check_zone(table.referee.view, 1)
        self.assertEqual(checked[2], {104: parse("8H")})  # freed where it lies
        table.lift("meld1", "7H 5H")
        table.put("meld1", "7C")
        self.assertEqual(light(check_zone(table.referee.view, 1)), "bad")

    def test_the_option_changes_no_outcome(self):
        said = []
        for on in (True, False):
            table = opened("atelier", check_melds=on)
            table.lay(meld1="5H 6H")
            table.play(meld1="8H", discard="3C")
            table.move("8H", "meld1", "meld2")
            table.done()
            said.append(table.all)
        self.assertEqual(said[0], said[1])


lines(globals())
