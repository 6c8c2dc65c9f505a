"""The reasons for a refusal and the lines of a hint, in English; loaded only while one is said."""

from tierce.phrases import Phrases

# One sentence for each clause that a turn or a knock can break (LOG.md "Codes"). Some clauses have
# further sentences for special cases.
WHY = Phrases("""
card_left_table={} was on the table and has left it
meld_broken={1} has left {0}: melds on the table stay as they are
meld_too_short={} holds {}: a meld takes three cards at least
not_a_meld={} holds {}: neither a run nor a set
set_same_suit={} holds {}: a set takes four different suits
too_many_jokers={} holds {}: {} joker in a meld at most
joker_undeclared={} holds {}: say which card the joker stands for
joker_changed={} holds {}: the joker keeps standing for {}
joker_before_laying=only a seat that has laid may take a joker
joker_wrong_card={}: the joker is replaced by {} only
joker_not_replayed=the joker taken must lie in a meld in the same turn
first_round_no_lay=nobody lays in his first turn, except for a rami sec
lay_off_before_laying=only a seat that has laid may lay off {}
first_lay_pure_run=the first lay needs a run without a joker
first_lay_points=first lay is worth {} points, {} needed
contract=the contract asks for {}; laid: {}
discard_first_round=the discard may be taken from one's second turn on
must_draw_stock=with one card in hand one draws from the stock
upcard_passed=both have passed the upcard: draw from the stock
discard_not_melded={} was taken from the discard and must be laid in the same turn
not_top_discard={} lay deeper in the discard pile: only the top card may be taken
not_all_above={} lay beneath others on the discard pile: they must be taken with it
return_same_card={} was just taken and may not be discarded in the same turn
no_draw={} drawn, at least {} needed
no_draw_no_meld={} drawn and nothing melded: without a meld one draws {}
upcard_or_pass=take the upcard or pass
pile_or_pass=the stock is used up: take from the discard pile or pass
too_many_draws={} drawn, {} allowed
third_draw_no_meld=who draws a third card may not meld in this turn
nothing_added=the table has changed, but no card of the hand was added
too_many_cards={} cards put down, {} held
two_discards={} cards discarded, one allowed
no_discard=the turn needs a discard; cards in hand: {}
no_big_gin=no big gin: {} points of deadwood; the turn needs a discard
no_final_discard=the last card must be discarded
pass_not_allowed=nobody passes here: draw and discard
pass_too_early=one passes only at the start of a turn, once the stock is used up
pass_manipulation=nobody passes here: draw, and meld or draw again
pass_after_drawing=who has drawn does not pass any more
knock_not_allowed=nobody knocks in this game
knock_last_turns=the stock is used up: nobody knocks in the last turns
knock_too_high={} points in hand, {} allowed for a knock
knock_deadwood={} points of deadwood, {} allowed for a knock
out_of_turn=it is not this seat's turn
""")

HINTS = Phrases("""
deadwood=deadwood: {}
discard=discard {}
lay=lay {}
down=cards down: {}, points: {}
nothing=nothing to lay
add=add {} to {}
take=add {} to {}, take the joker
knocker=the knocker's melds
too_little=no first lay yet
first_lay=as a first lay: {}
rami_sec=rami sec: all cards can go down
table=the table then:
stands=joker for {}
""")
