"""Bad data that a table can meet, in English. The host has the words for errors in files."""

from tierce.phrases import Phrases

ERRORS = Phrases("""
seats={} is for {} players; here are {}
no_game=there is no game {}; the games are {}
no_option=there is no option {} in {}; the options are {}
option_value=option {}: {} makes no sense; it may be {}
target_met=a total of {} has the target already, which is {}
unknown_zone=unknown zone {}; zones are discard, meld1, meld2..., seat0...
hand_size=a hand of {} cards: {} at most
no_meld={} holds {}, which is no meld
joker_unsaid={} holds {}: jokers must say which card its joker stands for
no_hint_now=there is nothing to play now
no_hand_there=lay your hand on your zone, then press hint
""")
