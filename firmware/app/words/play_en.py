"""The board's texts in play, in English. The reasons of a refusal come from the engine."""

from tierce import words_en
from tierce.phrases import Phrases

LANGUAGE = "en"
TABLE = words_en  # the engine's words: cards, melds

# Headlines, longest first: the first that fits in large letters is used. In the last one a name is
# cut to fit.
HEADS = Phrases("""
turn=Your turn, {}|Turn: {}|{}
deal={} deals|Deal: {}
count=Your cards, {}|Count: {}
count_all=Lay your hands|Count
won={} wins!|Won: {}|{}
won_all={} win!|{}
over=Match over
menu=Tierce
teach=Lay {}|{}
teach_done=Deck registered|Done
check=Please check|Check
trouble=Trouble
""")

# The state of play, what to do, the parts of an accepted turn, the device, registering a deck.
SAY = Phrases("""
and=and
of={}: {}
seat=Seat {}
hand_of={}'s zone
hand_of_={}'s zone
discard=discard
round=round {}
dealer=dealer {}
stock=stock {}
draws=drawn {}
limit=knock: {} at most
opening=take the upcard or pass
stock_out=take from the discard pile or pass
total=total
rounds=Scores
to_deal=Deal the cards, then OK.
to_deal_upcard=Deal, turn a card up, then OK.
to_count=Lay your hand on your zone, then OK: {}
to_lay_down=Lay your melds, the rest on your zone, then OK.
knocked={} has knocked.
to_begin=OK: menu
passes=passes
takes=takes the discard
lays=lays {}
keeps=keeps {}
keeps_none=has no card left
undo=take back {}'s turn
undo_=take back {}'s turn
refused=Refused, {}:
buys_in={} buys in at {}.
eliminated={} is out of the match.
reshuffle=The discard pile is the new stock: {}.
power=Power was lost: please check
came=now there: {}
gone=missing: {}
to_check=Put it right if need be, then OK.
unsteady={} is unsteady.
read_now={} Read now: {}.
to_judge=OK: judge it as it is read. -: look again.
not_recording=Not recording
by_hand=By hand: {}.
hint=Hint
teach_where=Lay the card here: {}.
teach_count=card {} of {}
teach_second=second deck
teach_keys=+ skip, - back, OK long: end
teach_seen=This tag is {} already.
teach_one=One card only, please.
teach_done=Registered: {}.
teach_some={} missing, to be registered later.
""")

POINTS = ("point", "points")
CARDS = ("card", "cards")

# How a round ended: with one winner, with several (_many), with none (_none).
ROUND = Phrases("""
out={} is out
won={} wins the round
rami_sec={} makes rami sec
gin={} makes gin
big_gin={} makes big gin
knock={} knocks and wins
undercut={} undercuts
stock_out=stock used up, {} wins
undercut_many={} undercut
won_many={} win the round
stock_out_many=stock used up, {} win
knock_none=a tie, nobody scores
void_none=void, {} deals again
""")


def many(number):
    """Return whether a number takes the plural."""
    return number != 1


def names():
    """Return the module of names; loaded when a menu or a report needs it."""
    from tierce import names_en

    return names_en


def menu():
    """Return the module with the texts of menus and notices; loaded when one is shown."""
    from app.words import menu_en

    return menu_en


def decide():
    """Return the module with the texts of the players' rulings; loaded on demand."""
    from app.words import decide_en

    return decide_en


def alerts():
    """Return the module with the texts of troubles and warnings; loaded on demand."""
    from app.words import alerts_en

    return alerts_en
