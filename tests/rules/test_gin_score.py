"""Scores at gin: RULES.md "gin"."""

from play import lines
from tables import AtGin


class GinScore(AtGin):
    """The scores of a gin round; the deal alternates."""

    clause = "gin_score"
    lines = """
    # laid off on the nines
    by a hand without deadwood too | knocked 7S knock_limit=10 | 4 8S 8D 8C 5 2H 3H 4H 6 JS JD JH s1 9C done1
        round how=undercut scores=0,17
    gin may be found by the table | knocking | s0 5H 6H 7H 9S 9H 9D TC JC QC KC done0 theirs: round how=gin scores=49,0
    the deal alternates | knocked | theirs: clear deal0 > 4C pass ok seat=1
    a knock scores the difference | knocked | theirs: round how=knock scores=27,0 winners=0, totals=27,0 dealer=0
    an ace counts one and court cards ten | knocked AS | 4 8S 8D 8C 5 2H 3H 4H s1 KS QH JD AD done1
        round how=knock scores=30,0
    equal deadwood scores nothing | knocked | nine:2D round how=knock scores=0,0 winners=, dealer=0
    an undercut scores the difference and 10 | knocked 7S knock_limit=10 | nine:3D
        round how=undercut scores=0,14 winners=1,
    gin scores the deadwood and 20 | gin | theirs: round how=gin scores=49,0 winners=0, dealer=0
    gin scores 20 at least | gin | 4 8S 8D 8C 5 AH 2H 3H 4H 6 JS JD JH done1 round how=gin scores=20,0 winners=0,
    the house may set the bonus for gin | gin gin_bonus=25 | theirs: round how=gin scores=54,0
    and for an undercut | knocked 7S knock_limit=10 undercut_bonus=25 | nine:3D round how=undercut scores=0,29
    """


lines(globals())
