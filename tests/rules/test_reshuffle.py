"""The stock runs out: RULES.md "The stock runs out", fine print 12."""

from play import FREE, Clause, lines, opened


class Reshuffle(Clause):
    clause = "reshuffle"
    lines = """
    all but this turns discard is shuffled | table | events:turn > 5C ok took=stock shuffled stock=3
        events:turn,reshuffle
    the stock counts down again | table | > 5C > 6C > 7C events:turn > 8C shuffled stock=3
    taking the discard spares the stock | table | -3C 1 3C 3S 3H > 5C events:turn > 6C shuffled stock=3
    the stock is reckoned not read | table discards=2C | draw > 3C draw2 draw-1 > 5C shuffled stock=3
    a refused turn draws nothing | table discards=2C | 1 5H 6H > 3C done done !meld_too_short -5H,6H done events:turn
    two decks are 108 cards | opened rami51 hand=52 | > 2C > 3C events:turn > 5C shuffled stock=3
    the pile comes back | table | > 5C 1 2C 3C 4C ~ > 6C ok seat=1 laid=9
    but its top which may be taken | table | > 5C -5C 1 3C 4C 5C > 6C ok seat=1 took=discard
    a turn that wins does not reshuffle | table | 1 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
        2 AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH > 5C ok hand=0 events:turn,round
    one card in hand is enough to go on | table | 1 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
        2 AH 2H 3H 4H 5H 6H 7H 8H 9H TH > 5C ok hand=1 shuffled stock=3
    """

    def table(self, discards="2C 3C"):
        """Return a table of Rami 7 with two hands of 25 cards: two of 53 were in the stock."""
        table = opened("rami7", hand=25, opening_draw=False, **FREE)
        table.discards(discards)
        return table


lines(globals())
