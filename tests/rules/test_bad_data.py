"""Invalid lines: LOG.md "Any line that is not one of these"."""

from play import Clause, Play, opened, ready
from tierce.outcomes import text
from tierce.presets import LogError
from tierce.referee import Referee


def header(**changes):
    found = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 1}
    found.update(changes)
    return found


class BadHeader(Clause):
    """An invalid header is an error."""

    clause = "bad_data"

    def bad(self, *headers):
        for each in headers:
            with self.assertRaises(LogError):
                Referee(each)

    def test_this_one_is_good(self):
        Referee(header())

    def test_it_has_its_version(self):
        self.bad(header(tierce=2), header(tierce="1"), header(tierce=None), {}, [], None, "x")

    def test_what_an_error_quotes_reads_the_same_everywhere(self):
        with self.assertRaises(LogError) as raised:
            Referee(header(rules={"hand": {"b": 1.5, "a": [{"d": "é", "c": None}], "c": True}}))
        said = '{"a": [{"c": null, "d": "é"}], "b": 1.5, "c": true}'
        self.assertEqual(text(raised.exception.args[2], " ", 8), said)

    def test_it_names_a_game_that_there_is(self):
        self.bad(header(game="belote"), header(game=None), header(game=["gin"]))

    def test_it_names_two_to_six_players(self):
        self.bad(header(players=["Ana"], dealer=0), header(players=[]))
        self.bad(header(players=["Ana", "Luc", "Zoe", "Max", "Ida", "Eve", "Tom"]))
        self.bad(header(players="Ana"), header(players=None), header(players=["Ana", 2]))

    def test_it_names_a_dealer_who_plays(self):
        for dealer in (2, -1, "0", None, True):
            self.bad(header(dealer=dealer))

    def test_rules_and_deck_are_objects(self):
        self.bad(header(rules=[]), header(rules="house"), header(deck=[]), header(deck="E0"))

    def test_a_deck_maps_tags_to_cards(self):
        self.bad(header(deck={"E0": "1H"}), header(deck={"E0": 5}), header(deck={"E0": "E1"}))

    def test_totals_are_a_number_for_each_seat(self):
        Referee(header(totals=[120, -45]))
        self.bad(header(totals=[120]), header(totals=[1, 2, 3]), header(totals=[]))
        self.bad(header(totals=[1, None]), header(totals=[1, 2.0]), header(totals=["1", 2]))
        self.bad(header(totals=[True, 2]), header(totals=None), header(totals={"0": 1}))

    def test_totals_do_not_meet_the_target(self):
        Referee(header(totals=[999, 0]))
        self.bad(header(totals=[0, 1000]), header(totals=[2000, 0]))
        Referee(header(totals=[0, 1000], rules={"target": 1001}))
        Referee(header(totals=[0, 1000], rules={"penalties": False}))
        self.bad(header(totals=[0, 60], rules={"target": 60}))
        for game, target in (("gin", 100), ("manipulation", 150), ("chamberliens", 500)):
            Referee(header(game=game, totals=[target - 1, 0]))
            self.bad(header(game=game, totals=[target, 0]))

    def test_rounds_are_a_number(self):
        Referee(header(rounds=0))
        Referee(header(rounds=12))
        self.bad(header(rounds=-1), header(rounds="4"), header(rounds=4.0), header(rounds=None))
        self.bad(header(rounds=True), header(rounds=[4]))

    def test_anything_else_is_kept_and_ignored(self):
        Referee(header(table="kitchen", score=[1, 2], t=5))


class BadData(Clause):
    """An invalid event is an error, and the table is unchanged."""

    clause = "bad_data"

    def bad(self, game, *events):
        table = Play(game)
        table.deal(None if game == "manipulation" else "4C")
        for event in events:
            if isinstance(event, dict) and "t" not in event:
                event["t"] = table.t
            with self.assertRaises(LogError):
                table.referee.feed(event)

    def test_what_is_no_object(self):
        self.bad("rami51", None, [], "deal", 5)

    def test_what_is_no_event(self):
        self.bad("rami51", {}, {"seat": 0}, {"zone": "meld1"}, {"card": "5H"})

    def test_time_is_a_number_that_never_falls(self):
        good = {"seat": 0, "press": "hint"}
        for t in (None, "5", -1, 1.5, 0):
            event = dict(good)
            event["t"] = t
            self.bad("rami51", event)
        table = ready("rami51")
        with self.assertRaises(LogError):
            table.referee.feed(good)

    def test_time_has_an_end(self):
        table = ready("rami51")
        for t in (9007199254740992, 10**400):
            with self.assertRaises(LogError):
                table.referee.feed({"t": t, "draw": 1})
        table.referee.feed({"t": 9007199254740991, "draw": 1})

    def test_a_draw_is_a_whole_number_from_minus_200_to_200(self):
        for count in (201, -201, 10**400, 1.0, "1", None, True):
            self.bad("manipulation", {"draw": count})
        for count in (200, -200, 0):
            ready("rami51").draw(count)

    def test_the_same_time_is_in_order(self):
        table = ready("rami51")
        event = {"t": table.t, "zone": "meld1", "in": ["5H"]}
        self.assertEqual(len(table.referee.feed(event)), 0)

    def test_an_unknown_zone(self):
        for zone in ("stock", "meld", "meld0", "meldX", "seat2", "seat-1", "hand", "", None, 1):
            self.bad("rami51", {"zone": zone, "in": ["5H"]})

    def test_an_unknown_seat(self):
        for seat in (2, -1, None, "0", 0.5, True):
            self.bad("rami51", {"seat": seat, "press": "done"})
        self.bad("rami51", {"press": "done"})

    def test_an_unknown_button(self):
        for button in ("take", "", None, 1, "Done"):
            self.bad("rami51", {"seat": 0, "press": button})

    def test_an_unknown_card(self):
        for card in ("1H", "5X", "10H", "5h", "", None, 5, "5H1", "5H3", "X0", "X5", "X9", "E004"):
            self.bad("rami51", {"zone": "meld1", "in": [card]})
            self.bad("rami51", {"zone": "meld1", "out": [card]})

    def test_a_card_that_the_game_does_not_have(self):
        self.bad("gin", {"zone": "meld1", "in": ["X1"]}, {"zone": "meld1", "in": ["5H2"]})
        self.bad("rami7", {"zone": "meld1", "in": ["X2"]}, {"zone": "meld1", "in": ["5H2"]})
        self.bad("manipulation", {"zone": "meld1", "in": ["X2"]}, {"zone": "meld1", "in": ["5H2"]})

    def test_manipulation_with_more_players_has_two_decks(self):
        table = opened("manipulation", 3, upcard=None)
        table.put("meld1", "5H2 X2")
        with self.assertRaises(LogError):
            table.put("meld1", "X3")

    def test_cards_come_in_a_list(self):
        self.bad("rami51", {"zone": "meld1", "in": "5H"}, {"zone": "meld1", "out": {"5H": 1}})

    def test_draws_are_a_number(self):
        for count in (None, "1", 1.5, [1], True):
            self.bad("rami51", {"draw": count})

    def test_a_joker_is_declared_as_a_card(self):
        for card in ("X2", "X1", "5X", None, 7, ""):
            self.bad("rami51", {"zone": "meld1", "joker": "X1", "as": card})
        self.bad("rami51", {"zone": "meld1", "joker": "X1"})

    def test_only_a_joker_is_declared(self):
        self.bad("rami51", {"zone": "meld1", "joker": "5H", "as": "6H"})
        self.bad("rami51", {"zone": "meld1", "joker": None, "as": "6H"})

    def test_one_bad_card_spoils_the_line(self):
        table = ready("rami51")
        table.lay(meld1="5H 6H 7H")
        with self.assertRaises(LogError):
            table.feed(**{"zone": "meld1", "out": ["7H"], "in": ["8H", "9X"]})
        table.discard("2D")
        self.accepted(table, laid=18)

    def test_the_table_is_as_before(self):
        table = ready("rami51")
        table.lay(meld1="5H 6H 7H")
        for event in (
            {"seat": 7, "press": "deal"},
            {"zone": "meld9", "in": ["8H", "??"]},
            {"zone": "discard", "in": ["2D", "2Z"]},
            {"draw": "two"},
            {"zone": "meld1", "joker": "X1", "as": "X2"},
            {"zone": "nowhere", "out": ["5H"]},
        ):
            with self.assertRaises(LogError):
                table.feed(**event)
        table.discard("2D")
        self.accepted(table, seat=0, took="stock", laid=18, hand=10)

    def test_nor_has_its_time_gone_on(self):
        table = ready("rami51")
        with self.assertRaises(LogError):
            table.referee.feed({"t": 999999, "zone": "nowhere", "in": ["5H"]})
        table.discard("2D")
        self.accepted(table, seat=0, t=table.t)

    def test_an_error_says_what_is_wrong(self):
        table = ready("rami51")
        try:
            table.put("meld1", "9X")
        except LogError as error:
            self.assertIn("9X", error.details)
        else:
            self.fail("no error")
