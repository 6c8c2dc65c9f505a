"""Errors found only in logs and questions; the engine's names_* have all others.

{0}, {1} are the details of an error, in their order.
"""

from tierce_tools.base.texts import N_

ERRORS = {
    # the header of a log
    "no_header": N_('the first line must be a header: {{"tierce":1,"game":...}}'),
    "version": N_("log version {0} is unknown; this is version 1"),
    "players": N_("players must be a list of names"),
    "dealer": N_("dealer {0} is not a seat; seats are 0 to {1}"),
    "totals": N_("totals must be a list of {0} whole numbers, one for each seat"),
    "rounds": N_("rounds must be the number of rounds played so far, 0 or more, not {0}"),
    "not_object": N_("{0} must be an object"),
    "not_list": N_("{0} must be a list of cards"),
    "deck_card": N_("deck: tag {0} names no card: {1}"),
    "deck_twice": N_("deck: {0} is named by two tags, {1} and {2}"),
    # an event
    "not_event": N_("not an event: it needs t and press, draw, ruling, or zone with in, out or joker"),
    "time": N_("t must be a time in whole milliseconds, 0 to 9007199254740991, not {0}"),
    "time_falls": N_("time goes back: {0} after {1}"),
    "unknown_card": N_("unknown card {0}"),
    "unknown_seat": N_("unknown seat {0}; seats are 0 to {1}"),
    "unknown_button": N_("unknown button {0}; buttons are {1}"),
    "unknown_ruling": N_("unknown ruling {0}; rulings are {1}"),
    "ruling_number": N_("{0} must be a whole number from {2} to {3}, not {1}"),
    "draw": N_("draw must be a whole number from -200 to 200, not {0}"),
    "not_joker": N_("{0} in {1}: only a joker in a meld zone stands for a card"),
    "joker_as": N_("a joker stands for a card, not for {0}"),
    # a question
    "question_round": N_("round {}: a whole number from 1 to {}, for its contract"),
    "not_question": N_('not a question: it is {{"game":...,"hand":[...]}}'),
    "no_hand": N_("hand is missing: the list of the cards in hand"),
    "card_twice": N_("{0} is there twice"),
    "no_joker_there": N_("jokers: {0} is not a joker on the table"),
    "not_bool": N_("{0} must be true or false, not {1}"),
    "goal": N_("goal must be cards or points, not {0}"),
}

# Lines of a log that cannot be read.
LINES = {
    "too_long": N_("longer than {0} bytes"),
    "not_utf8": N_("not UTF-8 text (byte {0})"),
    "not_json": N_("not JSON (column {0})"),
    "cut_off": N_("the last line is cut off"),
    "empty": N_("the file is empty: a log begins with a header"),
    "unreadable": N_("cannot be read: {0}"),
    "no_zone": N_("the modelled table has no zone {0}; it has {1} readers"),
}
