"""Errors found only in logs and questions, in English; tierce.errors_en has all others."""

ERRORS = {
    # the header of a log
    "no_header": 'the first line must be a header: {{"tierce":1,"game":...}}',
    "version": "log version {} is unknown; this is version 1",
    "players": "players must be a list of names",
    "dealer": "dealer {} is no seat; seats are 0 to {}",
    "totals": "totals must be a list of {} whole numbers, one for each seat",
    "rounds": "rounds must be the number of rounds played so far, 0 or more, not {}",
    "not_object": "{} must be an object",
    "not_list": "{} must be a list of cards",
    "deck_card": "deck: tag {} names no card: {}",
    "deck_twice": "deck: {} is named by two tags, {} and {}",
    # an event
    "not_event": "not an event: it needs t and press, draw, ruling, or zone with in, out or joker",
    "time": "t must be a time in whole milliseconds, 0 to 9007199254740991, not {}",
    "time_falls": "time falls: {} after {}",
    "unknown_card": "unknown card {}",
    "unknown_seat": "unknown seat {}; seats are 0 to {}",
    "unknown_button": "unknown button {}; buttons are {}",
    "unknown_ruling": "unknown ruling {}; rulings are {}",
    "draw": "draw must be a whole number from -200 to 200, not {}",
    "not_joker": "{} in {}: only a joker in a meld zone stands for a card",
    "joker_as": "a joker stands for a card, not for {}",
    # a question
    "not_question": 'not a question: it is {{"game":...,"hand":[...]}}',
    "no_hand": "hand is missing: the list of the cards in hand",
    "card_twice": "{} is there twice",
    "no_joker_there": "jokers: {} is no joker that lies on the table",
    "not_bool": "{} must be true or false, not {}",
    "goal": "goal must be cards or points, not {}",
}
