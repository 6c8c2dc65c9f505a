"""Classroom Rami: RULES.md "atelier", and `check_melds`; what cards are: tierce.hints."""

from play import Clause, lines, opened
from tierce.cards import parse
from tierce.check import check, check_zone, light
from tierce.phrases import table
from tierce.presets import rules_of
from tierce.said import sentence

EN = table("en")


class Atelier(Clause):
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
            self.assertEqual((rules["deck"], rules["hand"], rules["check_melds"]), (52, 7, True))


class CheckMelds(Clause):
    """What lies there: a run, a set or neither, and why, without judging a turn."""

    clause = "not_a_meld"

    def said(self, game, cards, **rules):
        cards = [parse(card) for card in cards.split()]
        found = check(rules_of(game, 2, rules), cards, "meld 1")
        return found[:5] + ([sentence(reason, EN) for reason in found[5]],)

    # A game, cards; their kind, points and codes, and the light of their zone.
    CHECKED = (
        ("atelier", "7H 5H 6H", "run", 18, [], "good"),
        ("atelier", "KS KH KD", "set", 30, [], "good"),
        ("atelier", "3C 4C 6C", "none", 0, ["not_a_meld"], "bad"),
        ("atelier", "KD AD 2D", "none", 0, ["not_a_meld"], "bad"),
        ("atelier", "9C 9C2 9D", "none", 0, ["set_same_suit"], "bad"),
        ("atelier", "4S 5S", "none", 0, ["meld_too_short"], None),
        ("rami51", "QS KS AS", "run", 31, [], "good"),
        ("gin", "QS KS AS", "none", 0, ["not_a_meld"], "bad"),
        ("manipulation", "6H 7H X1", "run", 0, ["joker_undeclared"], None),
    )

    def test_what_lies_there_by_each_games_rules(self):
        for game, cards, kind, points, codes, shines in self.CHECKED:
            found = self.said(game, cards)
            self.assertEqual((found[0], found[3], list(found[4]), light(found)), (kind, points, codes, shines))
            self.assertEqual(len(found[5]), len(codes))
        self.assertEqual(self.said("atelier", "7H 5H 6H")[1], [parse(card) for card in ("5H", "6H", "7H")])

    def test_the_cards_of_a_sentence_are_in_order(self):
        _, _, _, _, _, why = self.said("rami51", "X1 6C 3C KD")
        self.assertEqual(why, ["meld 1 holds K\u2666 3\u2663 6\u2663 joker: neither a run nor a set"])

    def test_a_game_without_jokers_allows_none(self):
        _, _, _, _, broken, why = self.said("atelier", "5H 6H X1")
        self.assertEqual(list(broken), ["too_many_jokers"])
        self.assertIn("0 joker", why[0])
        kind, _, stands, points, _, _ = self.said("atelier", "5H 6H X1", jokers=2)
        self.assertEqual((kind, stands, points), ("run", {104: parse("7H")}, 18))

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
