"""The table itself: LOG.md "Events" and its fine print 1 to 6, 8, 12, 14."""

from play import FREE, Clause, Play, lines, opened, ready


def over(game="rami51", **rules):
    """Return a table after a round of three-card hands, with the cards still in place."""
    table = opened(game, hand=3, **dict(FREE, **rules))
    table.play(meld1="5H 6H 7H", discard="2D")
    return table


class Deal(Clause):
    clause = "deal"
    lines = """
    before it nothing is judged | Play rami51 | 1 5H 6H ~ > 2D ~
    the first discard after it is the upcard | opened rami51 upcard=null | > 4C ~ > 2D ok seat=0
    the upcard may lie there before | Play rami51 | > 4C deal ~ > 2D ok seat=0
    it may be one left over | over | -5H,6H,7H -4C deal ~ > 3D ok seat=1
    only the dealer deals | Play rami51 seats=3 dealer=1 | deal0 warning code=not_your_turn seat=0 deal2
        warning code=not_your_turn seat=2 deal1 ~
    not during a round | ready rami51 | deal warning code=not_your_turn seat=1 > 2D ok seat=0 hand=13
    nor during a count | ready rami51 hand=4 penalties=true | 1 5H 6H 7H > 2D 2 9S TS JS > 3D 1 8H > 5D deal
        warning code=not_your_turn s1 KC done1 round how=out scores=0,10
    each round needs one | over | clear > 4C > 2D ~ done0 warning code=not_your_turn seat=0
    but not at manipulation | Play manipulation | > 4C deal warning code=table_not_clear zone=discard
    it says nothing itself | Play chamberliens/rami51/rami30/rami7/gin/manipulation | deal ~
    and counts as empty from then on | over | deal events:table_not_clear,table_not_clear > 3C 1 8H 9H TH ~ > 3D
        ok seat=1 laid=27
    one card on the discard is in order | over | -4C deal events:table_not_clear warning zone=meld1
    """

    def test_a_table_that_is_not_clear_is_said(self):
        table = over()
        table.put("seat1", "KC")
        table.put("meld3", "QC")
        table.put("seat0", "JC")
        table.deal()
        self.events(table, *["table_not_clear"] * 5)
        self.assertEqual([each["zone"] for each in table.last], ["discard", "meld1", "meld3", "seat0", "seat1"])


class OutOfTurn(Clause):
    clause = "out_of_turn"
    lines = """
    a knock of another seat | Play rami51/gin | deal > 4C knock1 !out_of_turn seat=1
    | Play manipulation | deal knock1 !out_of_turn seat=1
    a pass of another seat | Play rami51/gin | deal > 4C pass1 !out_of_turn seat=1
    | Play manipulation | deal pass1 !out_of_turn seat=1
    while no turn is open | Play gin | pass0 !out_of_turn seat=0 knock1 !out_of_turn seat=1
    during a lay down | opened gin | -4C knock > 2D knock0 !out_of_turn seat=0 pass1 !out_of_turn seat=1
    during a count | dealt | draw3 knock knock1 !out_of_turn seat=1
    it changes nothing | opened gin | pass1 pass0 ok seat=0
    """


class CardsMove(Clause):
    """A line is applied as a whole, out before in; a card lies in one zone only."""

    clause = "cards_move"
    lines = """
    a card that lies there does not arrive | ready rami51 | 1 5H 6H 7H 1 6H ~ > 3C ~ > 2D ok laid=18
    the discard taken stays taken until it is put back | ready rami51 | -3C 1 3C 3S 3H -3C,3S,3H > 2D
        !discard_not_melded
    zones have any number | ready rami51 | 12 5H 6H 7H 40 9S TS JS > 2D ok laid=47
    a line has one verdict at most | ready rami51 | > 2D 3D 5D events:refused
    a card in two zones is said and lies in the last | ready rami51 hand=13 | 1 5H 6H 7H 8H +2 8H
        warning code=duplicate_card zone=meld2 card=8H -8H > 2D ok laid=18 hand=10
    that comes before the verdict | ready rami51 hand=13 | 1 5H 6H 7H 8H +> 8H events:duplicate_card,turn
        ok laid=18 hand=10
    it goes for seat zones too | ready rami51 | s0 2D +> 2D events:duplicate_card,turn
    the top of the discard is taken so as well | ready rami51 | 1 3S 3H +1 3C
        warning code=duplicate_card zone=meld1 card=3C > 2D ok took=discard laid=9
    """

    def test_out_comes_before_in(self):
        table = ready("rami51", joker_swap=True)
        table.lay(meld1="5H 6H X1")
        table.discards("2D 3D")
        table.feed(**{"zone": "meld1", "out": ["X1"], "in": ["7H", "X1"]})
        self.silent(table)
        table.discard("5D")
        self.accepted(table, seat=0, laid=0)

    def test_a_card_that_does_not_lie_there_does_not_leave(self):
        table = ready("rami51")
        table.lift("meld1", "5H")
        self.silent(table)
        table.lift("discard", "KH")
        self.silent(table)
        table.discard("2D")
        self.accepted(table, took="stock")

    def test_tags_are_cards(self):
        table = ready("rami51", deck={"E004": "5H", "E005": "6H", "E006": "2D"})
        self.accepted(table.play(meld1="E004 E005 7H", discard="E006"), laid=18)

    def test_a_warning_names_the_card_not_its_tag(self):
        table = ready("rami51", deck={"E004": "5H"})
        table.put("meld1", "E004")
        table.put("meld2", "5H")
        self.warned(table, "duplicate_card", zone="meld2", card="5H")
        table.put("meld1", "E004")
        self.warned(table, "duplicate_card", zone="meld1", card="5H")


class Warnings(Clause):
    """Oddities that are no reason to refuse give a warning."""

    clause = "warnings"
    lines = """
    done of another seat | Play rami51/gin | deal > 4C done1 warning code=not_your_turn seat=1
    | Play manipulation | deal done1 warning code=not_your_turn seat=1
    done where there is no round | Play rami51 | done0 warning code=not_your_turn seat=0
    done of a seat with nothing to count | over | done1 warning code=not_your_turn seat=1
    it changes nothing | ready rami51 | > 2D 3D done1 warning code=not_your_turn seat=1 -3D done0 ok seat=0
    seat zones mean nothing during the play | ready rami51 | s0 5H 6H 7H ~ s1 X1 X2 ~ > 2D ok seat=0 laid=0
    a hint is no outcome | opened rami51/gin | hint1 ~ hint0 ~
    | dealt | hint1 ~ hint0 ~
    after the match there are warnings at most | over target=1 penalties=true | events:turn,round,match deal
        events:not_your_turn done0 events:not_your_turn knock0 ~ pass0 ~ 1 8H 2 KC ~ > 3D ~
    nor is a card in two zones said | over target=1 penalties=true | +2 5H ~
    """

    def test_warnings_say_no_more_than_they_need(self):
        table = Play("rami51")
        said = '{"t":%d,"event":"warning","code":%s}'
        table.done(0)
        self.assertEqual(table.lines, [said % (table.t, '"not_your_turn","seat":0')])
        table.put("meld1", "5H")
        table.put("meld2", "5H")
        self.assertEqual(table.lines, [said % (table.t, '"duplicate_card","zone":"meld2","card":"5H"')])
        table.deal()
        self.assertEqual(table.lines, [said % (table.t, '"table_not_clear","zone":"meld2"')])


lines(globals())
