"""The texts of the players' rulings, in English; loaded only while one is asked for or shown."""

from tierce.phrases import Phrases

# What a ruling will do. The keys with _ are for names before which French elides.
ASK = Phrases("""
never=These rules always hold
accept={}'s turn passes as it lies
accept_={}'s turn passes as it lies
void=Round {} does not count, {} deals again
points={} {}: from {} to {}
count={}'s hand counts {}
count_={}'s hand counts {}
hand={}: {}, not {}
reshuffle={} of the discard pile go to the stock
end=The match ends with {}
""")

# What it has done
DID = Phrases("""
undo={}'s turn is taken back
undo_={}'s turn is taken back
accept={}'s turn passes all the same: {}
accept_={}'s turn passes all the same: {}
void=The round does not count
points=Score of {} corrected: {}, now {}
points_=Score of {} corrected: {}, now {}
count={}'s hand counts {}
count_={}'s hand counts {}
hand={} holds {}
reshuffle=The discard pile was shuffled
end=The match ends now
""")

# The clauses that a turn may break if the players let it pass
WAIVED = Phrases("""
first_round_no_lay=a lay in the first turn
lay_off_before_laying=a lay-off before laying
joker_before_laying=a joker before laying
first_lay_pure_run=no pure run
first_lay_points=too few points
contract=not the contract
discard_first_round=the discard in the first turn
must_draw_stock=no draw from the stock
discard_not_melded=the discard not melded
not_top_discard=not the top discard
return_same_card=the card taken, put back
no_draw=no draw
too_many_draws=too many draws
third_draw_no_meld=a meld after a third draw
nothing_added=nothing added
no_final_discard=no last discard
""")
