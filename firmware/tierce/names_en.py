"""What a match itself does not need, in English: names of games and options, and errors."""

from tierce.phrases import Phrases

# In the order of the menus.
GAMES = Phrases("""
rami51=Rami 51
rami30=Rami 30
rami40=Rami 40
chamberliens=Rami Chamber'liens
rami7=Rami 7
rami_classique=Classic Rami
kaluki=Kaluki
contrat=Contract Rummy
rami500=Rami 500
atelier=Classroom Rami
gin=Gin Rami
manipulation=Manipulation
""")

# In the order of the menus.
OPTIONS = Phrases("""
target=total that ends the match
first_lay_points=minimum of the first lay
first_lay_pure_run=the first lay needs a pure run
low_ace=points of an ace before a 2 in a lay
pure_run_beside_joker=three naturals beside a joker are a pure run
first_turn_lay=laying in the first turn
rami_sec_waives=what a rami sec need not have
lay_off_before_laying=who has not laid may lay off and take jokers
lay_off_with_first_lay=one may lay off in the turn of the first lay
last_contract_goes_out=the last contract is laid only by going out
hand=cards dealt to each seat
jokers=jokers in the deck
jokers_per_meld=jokers in a meld at most
same_suit_twice=a suit may come twice in a set
joker_swap=jokers on the table may be replaced
first_turn_discard=the discard may be taken in the first turn
joker_kept=a joker taken may stay in hand
joker_swap_set=cards that take the last joker of a set
discard_to_hand=the discard taken may stay in hand
single_card_draws_stock=with one card in hand one draws from the stock
final_discard=the last card must be discarded
check_melds=the table says at once what lies on a meld zone
opening_draw=the first seat draws in its first turn
penalties=rounds are counted
recave=who reaches the target buys in again
winner_scores=the winner scores what the others hold
joker_in_hand=points of a joker in hand
ace_in_hand=points of an ace in hand
not_laid=points of a seat that has not laid
not_laid_alone=the same, if only the winner has laid
rami_sec_factor=factor of a rami sec
rami_sec_bonus=winner's points for a rami sec
out_bonus=winner's points for going out
out_bonus_alone=the same, if only the winner has laid
knock_limit=points in hand for a knock at most
knock_by_upcard=the upcard's worth is the limit of a knock
oklahoma_ace=limit of a knock with an ace turned up
spade_doubles=a spade turned up doubles the round
gin_bonus=bonus for gin
big_gin_bonus=bonus for a big gin
undercut_bonus=bonus for an undercut
tie_undercuts=equal deadwood is an undercut
upcard_after_passes=once both have passed, the upcard may be taken
discard_taken_card=the card just taken may be discarded
stock_floor=cards left in the stock that end a round
game_bonus=bonus for winning the match
box_bonus=bonus for each round won, at the end
shutout_doubles=the winner's points double if the other has won no round
hollywood=three columns (Hollywood)
match_bonus=bonus for reaching the target
round_bonus=bonus of the others for each round won
""")

# Bad data that a table can meet; the host has the words for errors in files.
ERRORS = Phrases("""
seats={} is for {} players; here are {}
no_game=there is no game {}; the games are {}
no_option=there is no option {} in {}; the options are {}
option_value=option {}: {} makes no sense; it may be {}
target_met=a total of {} has the target already, which is {}
contracts_over={} rounds are played already, and the match has {}
hollywood_totals=with three columns (hollywood) a match does not go on from totals
unknown_zone=unknown zone {}; zones are discard, meld1, meld2..., seat0...
hand_size=a hand of {} cards: {} at most
no_meld={} holds {}, which is no meld
joker_unsaid={} holds {}: jokers must say which card its joker stands for
no_hint_now=there is nothing to play now
no_hand_there=lay your hand on your zone, then press hint
""")
