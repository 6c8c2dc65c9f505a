"""Bad data, in English: what is wrong and what there is instead. For replay and the board."""

from tierce.phrases import Phrases

ERRORS = Phrases("""
no_header=the first line must be a header: {{"tierce":1,"game":...}}
version=log version {} is unknown; this is version 1
players=players must be a list of names
seats={} is for {} players; here are {}
dealer=dealer {} is no seat; seats are 0 to {}
no_game=there is no game {}; the games are {}
no_option=there is no option {} in {}; the options are {}
option_value=option {}: {} makes no sense; it may be {}
not_object={} must be an object
not_list={} must be a list of cards
deck_card=deck: tag {} names no card: {}
deck_twice=deck: {} is named by two tags, {} and {}
not_event=not an event: it needs t and press, draw, or zone with in, out or joker
time=t must be a time in whole milliseconds, not {}
time_falls=time falls: {} after {}
unknown_zone=unknown zone {}; zones are discard, meld1, meld2..., seat0...
unknown_card=unknown card {}
unknown_seat=unknown seat {}; seats are 0 to {}
unknown_button=unknown button {}; buttons are {}
draw=draw must be a whole number, not {}
not_joker={} in {}: only a joker in a meld zone stands for a card
joker_as=a joker stands for a card, not for {}
not_question=not a question: it is {{"game":...,"hand":[...]}}
no_hand=hand is missing: the list of the cards in hand
hand_size=a hand of {} cards: {} at most
card_twice={} is there twice
no_meld={} holds {}, which is no meld
joker_unsaid={} holds {}: jokers must say which card its joker stands for
no_joker_there=jokers: {} is no joker that lies on the table
not_bool={} must be true or false, not {}
no_hint_now=there is nothing to play now
no_hand_there=lay your hand on your zone, then press hint
goal=goal must be cards or points, not {}
""")
