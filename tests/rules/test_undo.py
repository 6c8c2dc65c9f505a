"""The last turn taken back: LOG.md "Rulings", `undo`."""

from play import FREE, Clause, Play, both_passed, opened, ready
from tierce.presets import LogError


class Undo(Clause):
    """The last accepted turn is taken back, with all its consequences."""

    clause = "undo"

    def undone(self, table, **values):
        """Take the last turn back; check the ruling's values."""
        table.feed(ruling="undo")
        values["ruling"] = "undo"
        self.check(table, "ruling", values)

    def nothing(self, table):
        """Check that there is nothing to take back."""
        table.feed(ruling="undo")
        self.assertEqual(len(table.last), 1)
        self.warned(table, "no_ruling", ruling="undo")

    def test_an_event_of_two_kinds_is_none(self):
        table = ready("rami51")
        for key, value in (("press", "done"), ("zone", "meld1"), ("draw", 1), ("draw", None)):
            event = {"t": table.t, "ruling": "undo", "seat": 0, "in": ["5H"]}
            event[key] = value
            with self.assertRaises(LogError):
                table.referee.feed(event)
        self.undone(table, seat=1, hand=13)

    def test_an_unknown_ruling(self):
        table = ready("rami51")
        for name in ("undone", "", None, 1, ["undo"], {}, True, "Undo"):
            with self.assertRaises(LogError):
                table.referee.feed({"t": table.t, "ruling": name})
        self.undone(table, seat=1)

    def test_other_keys_are_ignored(self):
        table = ready("rami51")
        table.feed(ruling="undo", seat="nobody", by="hand", points=[5])
        self.check(table, "ruling", {"ruling": "undo", "seat": 1})

    def test_before_the_first_turn_there_is_nothing(self):
        for game in ("chamberliens", "rami51", "rami30", "rami7", "gin", "manipulation"):
            table = Play(game)
            self.nothing(table)
            table.deal(None if game == "manipulation" else "4C")
            self.nothing(table)

    def test_it_is_one_turn_deep(self):
        table = ready("rami51")
        self.undone(table, seat=1, hand=13, totals=[0, 0])
        self.nothing(table)
        table.done(1)
        self.accepted(table, seat=1, hand=13)
        self.undone(table, seat=1)

    def test_a_refusal_changes_nothing_of_it(self):
        table = ready("rami51")
        table.done()
        self.refused(table, "no_discard")
        self.undone(table, seat=1)

    def test_the_discard_stands_until_it_is_exchanged(self):
        table = ready("rami51")
        self.undone(table, seat=1)
        table.lift("discard", "3C")
        table.discard("5C")
        self.accepted(table, seat=1, took="stock", hand=13)
        self.assertEqual(table.active, 0)

    def test_what_was_exchanged_before_it_is_the_discard(self):
        table = ready("rami51")
        table.lift("discard", "3C")
        table.discard("5C")
        self.refused(table, "discard_not_melded")
        self.undone(table, seat=1)
        table.done(1)
        self.accepted(table, seat=1, took="stock", hand=13)

    def test_two_discards_are_too_many(self):
        table = ready("rami51")
        table.lift("discard", "3C")
        table.discard("5C")
        self.undone(table, seat=1)
        table.discard("3C")
        self.refused(table, "too_many_cards")

    def test_draws_are_forgotten(self):
        table = opened("manipulation", upcard=None)
        self.accepted(table.turn(1, meld1="5H 6H 7H"), seat=0, hand=8)
        self.undone(table, seat=0, hand=10)
        table.done(0)
        self.refused(table, "no_draw")
        table.draw(-1)
        table.draw(1)
        table.done(0)
        self.accepted(table, seat=0, hand=8)

    def test_a_discard_that_was_taken_is_still_taken(self):
        table = ready("rami51")
        self.accepted(table.play(take="3C", meld1="3C 4C2 5C", discard="9D"), seat=0, took="discard", hand=10)
        self.undone(table, seat=0, hand=13)
        table.done()
        self.accepted(table, seat=0, took="discard", hand=10)

    def test_unless_it_lies_on_the_pile_again(self):
        table = ready("rami51")
        table.play(take="3C", meld1="3C 4C2 5C", discard="9D")
        table.move("3C 4C2 5C", "meld1", "seat0")
        table.move("3C", "seat0", "discard")
        self.undone(table, seat=0, hand=13)
        table.done()
        self.accepted(table, seat=0, took="stock", hand=13)

    def test_what_the_next_seat_laid_is_the_turns_own(self):
        table = ready("rami51")
        table.play(meld1="5H 6H 7H", discard="9D")
        table.put("meld2", "8S 8H 8D")
        self.undone(table, seat=0, hand=13)
        table.done()
        self.accepted(table, seat=0, hand=7, laid=18 + 24)

    def test_a_declaration_holds_while_the_joker_stays(self):
        for moved in (False, True):
            table = ready("rami51")
            table.put("meld1", "5H 6H X1")
            table.say("meld1", "X1", "4H")
            table.discard("9D")
            self.accepted(table, seat=0, laid=15)
            if moved:
                table.move("X1", "meld1", "seat0")
                table.move("X1", "seat0", "meld1")
            self.undone(table, seat=0)
            table.done()
            self.accepted(table, seat=0, laid=18 if moved else 15)

    def test_a_joker_is_bound_as_before(self):
        table = ready("rami51")
        table.play(meld1="5H 6H X1", discard="9D")
        table.discard("9S")
        table.lift("meld1", "X1")
        self.accepted(table.play(meld1="7H", meld2="KS KH X1", discard="JD"), seat=0, laid=30)
        self.undone(table, seat=0, hand=10)
        table.lift("meld2", "KS KH X1")
        table.lift("meld1", "7H")
        self.accepted(table.turn(0, meld1="X1"), seat=0, laid=0, hand=10)

    def test_who_had_laid(self):
        table = ready("rami51", first_lay_points=20)
        table.play(meld1="8H 9H TH", discard="9D")
        self.undone(table, seat=0)
        table.lift("meld1", "8H 9H TH")
        table.done()
        self.accepted(table, seat=0, laid=0, hand=13)
        table.discard("9S")
        self.refused(table.play(meld1="2H 3H 4H", discard="JD"), "first_lay_points")

    # --- the end of a round, of the match

    def out(self, **rules):
        """Return a table of three cards a hand at which seat 0 has gone out."""
        table = ready("rami51", hand=3, **rules)
        table.play(meld1="5H 6H 7H", discard="2D")
        return table

    def test_the_end_of_a_round_and_of_the_match(self):
        for target, event in ((1000, "round"), (100, "match")):
            table = self.out(target=target)
            self.assertEqual(table.last[-1]["event"], event)
            self.undone(table, seat=0, hand=3, totals=[0, 0])
            table.done()
            self.assertEqual(table.last[-1]["event"], event)
            self.scored(table, "rami_sec", [0, 200], round=1, totals=[0, 200], dealer=0)

    def test_a_count_that_has_begun(self):
        table = ready("rami51", hand=6)
        table.play(meld1="8H 9H TH", discard="2D")
        table.play(meld2="8S 9S TS", discard="3D")
        self.accepted(table.play(meld3="JH QH KH", discard="4D"), seat=0, hand=0)
        self.warned(table.count(1, "9C KD"), "count_mismatch")
        self.undone(table, seat=0, hand=3)
        table.done(1)
        self.warned(table, "not_your_turn")
        table.done(0)
        self.accepted(table, seat=0, hand=0)
        table.done(1)
        self.warned(table, "count_mismatch")

    def test_not_any_more_once_the_next_round_is_dealt(self):
        table = self.out()
        table.press("deal", 1)
        self.warned(table, "not_your_turn")
        table.clear()
        table.deal("4C")
        self.nothing(table)
        table = self.out()
        table.press("deal", 1)
        self.undone(table, seat=0)

    def test_a_reshuffle(self):
        table = opened("rami7", 2, hand=24, opening_draw=True, **FREE)
        self.assertEqual(table.referee.view.stock, 4)
        table.discards("2C 3C 5C 7C")
        self.check(table, "reshuffle", {"stock": 4})
        table.lift("discard", "3C 5C")
        self.undone(table, seat=1, hand=24)
        game = table.referee.view
        self.assertEqual((game.stock, len(game.pile)), (1, 4))
        self.assertEqual(sorted(game.cards(0)), [40, 42, 45])  # 2C, 4C and the turn's 7C
        table.done()
        self.check(table, "reshuffle", {"stock": 4})

    # --- gin

    def test_gins_opening(self):
        table = both_passed()
        self.undone(table, seat=1, hand=10)
        self.accepted(table.play(take="4C", discard="9D"), seat=1, took="discard")

    def test_a_knock_that_was_too_high_is_the_knockers_turn(self):
        table = both_passed()
        table.knock(0)
        table.discard("9D")
        self.refused(table.count(0, "KS KH QD JD TD 9C 8C 7D 6S 5S"), "knock_too_high")
        self.undone(table, seat=0, hand=10)
        table.done(0)
        self.accepted(table, seat=0, hand=10)
        self.assertEqual(table.active, 1)

    def test_the_upcard_belongs_to_the_beginning(self):
        table = opened("gin", upcard=None)
        table.pass_()
        table.discard("4C")
        self.undone(table, seat=0)
        self.accepted(table.play(take="4C", discard="9D"), seat=0, took="discard")

    # --- manipulation

    def test_manipulations_last_turns(self):
        table = opened("manipulation", 2, upcard=None)
        stock = table.referee.view.stock
        for _ in range(stock // 3):
            table.turn(3)
        self.accepted(table, took="stock")
        view = table.referee.view
        self.assertNotIn("knock", view.presses(view.seat))
        seat = 1 - view.seat
        self.undone(table, seat=seat)
        self.assertIn("knock", view.presses(seat))
        table.draw(3)
        table.done(seat)
        for last in (1 - seat, seat):
            self.assertNotIn("knock", view.presses(last))
            table.done(last)
            self.accepted(table, seat=last, took="none")
        self.assertEqual(view.phase, "count")
