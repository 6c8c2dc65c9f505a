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
    clause = "bad_data"

    # A key, and values that make no sense of it.
    BAD = (
        ("tierce", (2, "1", None)),
        ("game", ("belote", None, ["gin"])),
        ("players", ([], ["Ana"], ["Ana", "Luc", "Zoe", "Max", "Ida", "Eve", "Tom"], "Ana", None, ["Ana", 2])),
        ("dealer", (2, -1, "0", None, True)),
        ("rules", ([], "house")),
        ("deck", ([], "E0", {"E0": "1H"}, {"E0": 5}, {"E0": "E1"})),
        ("totals", ([120], [1, 2, 3], [], [1, None], [1, 2.0], ["1", 2], [True, 2], None, {"0": 1})),
        ("rounds", (-1, "4", 4.0, None, True, [4])),
    )

    def bad(self, *headers):
        for each in headers:
            with self.assertRaises(LogError):
                Referee(each)

    def test_a_value_that_makes_no_sense_is_an_error(self):
        for key, values in self.BAD:
            for value in values:
                self.bad(header(**{key: value}))
        self.bad({}, [], None, "x")

    def test_these_are_good(self):
        for given in ({}, {"totals": [120, -45]}, {"rounds": 0}, {"rounds": 12}):
            Referee(header(**given))
        Referee(header(table="kitchen", score=[1, 2], t=5))  # anything else is kept and ignored

    def test_what_an_error_quotes_reads_the_same_everywhere(self):
        with self.assertRaises(LogError) as raised:
            Referee(header(rules={"hand": {"b": 1.5, "a": [{"d": "é", "c": None}], "c": True}}))
        said = '{"a": [{"c": null, "d": "é"}], "b": 1.5, "c": true}'
        self.assertEqual(text(raised.exception.args[2], " ", 8), said)

    def test_totals_do_not_meet_the_target(self):
        Referee(header(totals=[999, 0]))
        self.bad(header(totals=[0, 1000]), header(totals=[2000, 0]))
        Referee(header(totals=[0, 1000], rules={"target": 1001}))
        Referee(header(totals=[0, 1000], rules={"penalties": False}))
        self.bad(header(totals=[0, 60], rules={"target": 60}))
        for game, target in (("gin", 100), ("manipulation", 150), ("chamberliens", 500)):
            Referee(header(game=game, totals=[target - 1, 0]))
            self.bad(header(game=game, totals=[target, 0]))


class BadData(Clause):
    clause = "bad_data"

    # A key, values that make no sense of it, and the other keys of such an event.
    BAD = (
        ("draw", (201, -201, 10**400, 1.0, 1.5, "1", None, True, [1], "two"), {}),
        ("zone", ("stock", "meld", "meld0", "meldX", "seat2", "seat-1", "hand", "", None, 1), {"in": ["5H"]}),
        ("seat", (2, -1, None, "0", 0.5, True), {"press": "done"}),
        ("press", ("take", "", None, 1, "Done"), {"seat": 0}),
        ("as", ("X2", "X1", "5X", None, 7, ""), {"zone": "meld1", "joker": "X1"}),
        ("joker", ("5H", None), {"zone": "meld1", "as": "6H"}),
        ("in", ("5H",), {"zone": "meld1"}),
        ("out", ({"5H": 1},), {"zone": "meld1"}),
        ("t", (None, "5", -1, 1.5, 0, 9007199254740992, 10**400), {"seat": 0, "press": "hint"}),
    )
    CARDS = ("1H", "5X", "10H", "5h", "", None, 5, "5H1", "5H3", "X0", "X5", "X9", "E004")

    def bad(self, game, *events):
        table = Play(game)
        table.deal(None if game == "manipulation" else "4C")
        for event in events:
            if isinstance(event, dict) and "t" not in event:
                event["t"] = table.t
            with self.assertRaises(LogError):
                table.referee.feed(event)

    def test_a_value_that_makes_no_sense_is_an_error(self):
        for key, values, others in self.BAD:
            for value in values:
                self.bad("rami51", dict(others, **{key: value}))
        for card in self.CARDS:
            self.bad("rami51", {"zone": "meld1", "in": [card]}, {"zone": "meld1", "out": [card]})

    def test_what_is_no_event(self):
        self.bad("rami51", None, [], "deal", 5)
        self.bad("rami51", {}, {"seat": 0}, {"zone": "meld1"}, {"card": "5H"}, {"press": "done"})
        self.bad("rami51", {"zone": "meld1", "joker": "X1"})

    def test_the_limits_are_good(self):
        table = ready("rami51")
        for count in (200, -200, 0):
            table.draw(count)
        event = {"t": table.t, "zone": "meld1", "in": ["5H"]}  # the same time again
        self.assertEqual(len(table.referee.feed(event)), 0)
        table.referee.feed({"t": 9007199254740991, "draw": 1})

    def test_a_card_that_the_game_does_not_have(self):
        self.bad("gin", {"zone": "meld1", "in": ["X1"]}, {"zone": "meld1", "in": ["5H2"]})
        for game in ("rami7", "manipulation"):
            self.bad(game, {"zone": "meld1", "in": ["X2"]}, {"zone": "meld1", "in": ["5H2"]})
        table = opened("manipulation", 3, upcard=None)  # with more than two players it has two decks
        table.put("meld1", "5H2 X2")
        with self.assertRaises(LogError):
            table.put("meld1", "X3")

    def test_the_table_and_its_time_are_as_before(self):
        table = ready("rami51")
        table.lay(meld1="5H 6H 7H")
        for event in (
            {"seat": 7, "press": "deal"},
            {"zone": "meld1", "out": ["7H"], "in": ["8H", "9X"]},
            {"zone": "meld9", "in": ["8H", "??"]},
            {"zone": "discard", "in": ["2D", "2Z"]},
            {"draw": "two"},
            {"zone": "meld1", "joker": "X1", "as": "X2"},
            {"zone": "nowhere", "out": ["5H"]},
        ):
            with self.assertRaises(LogError):
                table.feed(**event)
        with self.assertRaises(LogError):
            table.referee.feed({"t": 999999, "zone": "nowhere", "in": ["5H"]})
        table.discard("2D")
        self.accepted(table, seat=0, took="stock", laid=18, hand=10, t=table.t)

    def test_an_error_says_what_is_wrong(self):
        with self.assertRaises(LogError) as raised:
            ready("rami51").put("meld1", "9X")
        self.assertIn("9X", raised.exception.details)
