"""The explanations of verdicts, for learners of the game. See why.py.

why.py chooses the sentences by name. Values replace the braces.
"""

from collections.abc import Mapping
from typing import Any

from tierce_tools.base.texts import N_, NN_, NP_

NOUNS = {
    "point": NN_("{n} point", "{n} points"),
    "card": NN_("{n} card", "{n} cards"),
    "joker": NN_("{n} joker", "{n} jokers"),
    "round": NN_("{n} round", "{n} rounds"),
}

# --- what happens, one line each: the log's text if no referee has words for it

# The warnings that only a board gives.
OF_BOARD = {
    "unknown_card": N_("{zone}: a tag that is not a card of this game ({tag})"),
    "wrong_tag": N_("{zone}: a tag of a different kind from the cards'"),
    "changing_tag": N_("{zone}: a tag whose number changes at each reading: a phone or bank card?"),
    "unsteady": N_("{zone} is unsteady: cards come and go"),
    "judged_unsteady": N_("{zone} was unsteady and was judged as it was read: the players decided so"),
    "two_zones": N_("{card} is read in two zones: {zone} and {other}"),
    "too_many_tags": N_("{zone}: more cards than its reader can read ({read})"),
    "stacked_cards": N_("{zone}: cards that can't be read; spread them"),
    "zones_full": N_("All {zones} meld zones are in use: there is no room for another meld"),
    "reader_lost": N_("{zone}: its reader does not answer"),
    "reader_back": N_("{zone}: its reader answers again"),
    "reader_deaf": N_("{zone}: its reader had stopped reading cards and was restarted"),
    "not_recording": N_("The board can't write its journal ({reason})"),
    "log_damaged": N_("The board's log up to round {round} is damaged; the totals hold"),
    "bad_event": N_("The table did not understand: {why}"),
}
LINES = OF_BOARD | {
    "began": N_("{game}: {players}"),
    "left": N_("The match was abandoned."),
    "lost": N_("{count} records are lost: this match can no longer be refereed here"),
    "damaged": N_("The journal is damaged and a part of this match is lost: the table asks for the totals"),
    "restarted": N_("The power failed: the table has restarted and plays on"),
    "back": N_("{player} takes the last turn back: it begins again"),
    "shown": N_("The table's own page now shows {player}'s hand"),
    "hidden": N_("The table's own page no longer shows {player}'s hand"),
    "taken_back": N_("The power failed: the table has restarted, without what it had not saved yet"),
    "differs": N_("The board and this computer judge differently: update both"),
    "came": N_("{zone}: {cards} put there"),
    "went": N_("{zone}: {cards} taken away"),
    "on_top": N_("{zone}: {cards} on top"),
    "draw": N_("Drawn from the stock: {cards}"),
    "draw_back": N_("Put back on the stock: {cards}"),
    "declare": N_("{zone}: the joker is declared as {card}"),
    # outcomes of a board while its match can't be refereed here
    "turn": N_("{player}: the turn is accepted; left in hand: {cards}"),
    "refused": N_("{player}: refused: {why}"),
    "reshuffle": N_("The discard pile is the new stock: {cards}"),
    "round": N_("Round {round}: {how}; {scores}"),
    "recave": N_("After those that buy in again: {scores}"),
    "match": N_("The match is over: {scores}"),
    "count_mismatch": N_("{zone}: cards read: {read}, expected: {expected}"),
    "duplicate_card": NP_("log", "{card} now lies in {zone}; it was read elsewhere before"),
    "table_not_clear": N_("{zone}: not clear at the deal"),
    "not_your_turn": N_("not {player}'s turn"),
    "no_ruling_undo": N_("there is no turn to take back"),
    "no_ruling_accept": N_("there is no open turn to let stand"),
    "no_ruling_void": N_("no round is on"),
    "no_ruling_count": N_("what this hand counts is not asked for now"),
    "no_ruling_hand": N_("the number of cards in this hand can't be set now"),
    "no_ruling_reshuffle": N_("there is no pile to shuffle now"),
    "no_ruling_end": N_("the match is over already"),
    # rulings of the players
    "ruling_undo": N_("{player}'s turn is taken back"),
    "ruling_accept": N_("{player}'s turn is accepted in spite of: {clauses}"),
    "ruling_void": N_("this round does not count"),
    "ruling_points": N_("{player}'s score is corrected: {points}"),
    "ruling_count": N_("{player}'s hand counts {points}, as the players say"),
    "ruling_hand": N_("{player}'s hand has {cards}, as the players say"),
    "ruling_reshuffle": N_("the pile was shuffled, as the players say"),
    "ruling_end": N_("the players end the match"),
}


def warning_name(told: Mapping[str, Any]) -> str:
    """Return the name of a warning's sentences: its code, with the ruling if there is one."""
    return f"{told['code']}_{told['ruling']}" if "ruling" in told else told["code"]


# --- headlines of verdicts, read from across the room

HEADS = {
    "lays": N_("{player} lays {points}"),
    "lays_out": N_("{player} lays {points} and is out"),
    "out": N_("{player} is out"),
    "passes": N_("{player} passes"),
    "keeps": N_("{player} lays nothing"),
    "discards": N_("{player} discards {card}"),
    "knocks": N_("{player} knocks"),
    "first_lay": N_("{player}: first lay {have} of {need}"),
    "knock": N_("{player}: {have} points, {need} allowed for a knock"),
    "refused": N_("{player}: refused"),
    "void": N_("Round {round}: nobody scores"),
    "won_round": N_("Round {round} to {winners}"),
    "gets": N_("{player} {points}"),
    "wins": N_("Round {round} to {winners}: {points}"),
    "won_match": N_("The match goes to {winners}: {points}"),
    "level_match": N_("Nobody wins the match: all have the same"),
}

# --- why a turn or a knock was refused: the rule, and how to put it right

RULES = {
    "back_on_table": N_(
        "You may move the cards of the table as you like, but each of them lies in a meld again when your turn ends."
    ),
    "mend_back_on_table": N_("Put the card back into a set or a run, then press done."),
    "laying_melds_stay": N_(
        "What has been laid stays as it was laid: cards may be added to a "
        "meld, but none is taken away, and melds are not rearranged. A whole meld may be pushed "
        "aside, to a zone that was empty when the turn began."
    ),
    "jokers_stay": N_("In this game that goes for jokers, too."),
    "contract_jokers_stay": N_("In this game a joker may be taken from a run, but not from a set."),
    "mend_melds_stay": N_("Put the card back with the others of its meld, then press done."),
    "gin_knockers_melds_stay": N_("You may add cards to the knocker's melds, but take none away."),
    "three_cards": N_("A meld has at least three cards; two are never a meld."),
    "contract_lengths": N_("A set has at least three cards, a run at least four."),
    "contract_melds": N_(
        "A meld is either a run (four or more cards of one suit, in sequence) or a set "
        "(three or more cards of one rank, whatever their suits). The ace goes below the 2 or above "
        "the king, but a run does not go round the corner: K-A-2 is not a run."
    ),
    "laying_melds": N_(
        "A meld is either a run (one suit, in sequence) or a set (three or "
        "four cards of one rank). The ace goes below the 2 or above the king, "
        "but a run does not go round the corner: K-A-2 is not a run."
    ),
    "gin_melds": N_(
        "A meld is either a run (one suit, in sequence) or a set (three or four cards "
        "of one rank). At gin the ace is low only: A-2-3 is a run, Q-K-A is not."
    ),
    "manipulation_melds": N_(
        "A meld is either a run (one suit, in sequence) or a group (three or "
        "four cards of one rank). The ace goes below the 2 or above the king, "
        "but a run does not go round the corner: K-A-2 is not a run."
    ),
    "suits_differ": N_("The cards of a set are of different suits: no suit comes twice."),
    "two_packs": N_("With two packs every card is there twice, but only one of the two may be in a set."),
    "laying_mend_meld": N_(
        "Complete the meld from your hand, or take what you have laid there "
        "back into it; then press done. Your discard may stay where it is."
    ),
    "gin_mend_meld": N_(
        "Lay these cards right, or simply put them on your own zone, where the "
        "table arranges them for you; then press done."
    ),
    "manipulation_mend_meld": N_("Move the cards until every meld on the table is whole, then press done."),
    "jokers_at_most": N_("Here a meld may hold {jokers} at most."),
    "no_jokers": N_("Here no joker may be part of a meld."),
    "mend_jokers": N_("Take a joker back, or put natural cards in its place, then press done."),
    "joker_is_said": N_(
        "A joker stands for one card, and its player says which. Where only one card is possible, the "
        "table does not ask."
    ),
    "mend_declare": N_("Say which card it is (on the table: OK twice), then press done."),
    "laying_joker_keeps": N_("Once laid, a joker keeps standing for its card until that card takes its place."),
    "manipulation_joker_keeps": N_(
        "A joker on the table may move, but it keeps standing for its card. It may stand for another "
        "one only while the real card itself lies on the table, in whatever meld."
    ),
    "mend_joker_keeps": N_(
        "Lay the joker where it stands for that card again, or put everything back as it lay; then press done."
    ),
    "joker_after_lay": N_("A joker on the table may be taken only by a seat that has laid in this round."),
    "mend_joker_after_lay": N_(
        "Put the joker back and take up the card that replaced it, or lay first as well; then press done."
    ),
    "joker_run": N_("In a run a joker is replaced by exactly the card for which it stands."),
    "joker_set": N_(
        "In a set of four it is replaced by the card of the missing suit; in a set of "
        "three by both missing cards, so that four natural cards lie there."
    ),
    "mend_joker_wrong": N_("Bring the right card, or put the joker back; then press done."),
    "joker_replayed": N_(
        "A joker that is taken does not go to the hand: when the turn ends it is "
        "part of a meld, another one or the same one further along."
    ),
    "mend_joker_replayed": N_("Lay it in a meld, or put it back and take up what replaced it; then press done."),
    "first_turn": N_(
        "In {game} nobody lays, lays off or takes a joker in the first turn of a "
        "round, except for a rami sec: all cards at once."
    ),
    "first_turn_waived": N_("It needs no minimum."),
    "first_turn_in_order": N_("It has to be a legal first lay."),
    "mend_first_turn": N_(
        "Take the cards back into your hand and press done; your discard may stay. From your next turn on you may lay."
    ),
    "mend_joker_back": N_(
        "Put the joker back and take up the card that replaced it, then press done. You may take it "
        "from the turn after your first lay."
    ),
    "lay_off_after_lay": N_("Only a seat that has laid in this round may add cards to melds on the table."),
    "first_lay_enough": N_("A legal first lay in the same turn is enough."),
    "mend_lay_off_back": N_(
        "Take these cards back into your hand, then press done. "
        "Laying off is allowed from the turn after the first lay."
    ),
    "mend_lay_off_after_lay": N_("Take these cards back into your hand, or lay first as well; then press done."),
    "first_lay_asks": N_("The first lay must be worth {minimum} here."),
    "first_lay_asks_pure": N_("It must have a run without a joker."),
    "pure_run": N_(
        "The first time that you lay in a round, one of your new melds must be a pure run: one without a joker."
    ),
    "pure_beside": N_("Here three natural cards in sequence, in a run with a joker, are good enough."),
    "not_pure_beside": N_("Three natural cards beside a joker do not make a longer run pure."),
    "mend_pure_run": N_("Lay such a run as well, or take your melds back into your hand; then press done."),
    "minimum": N_(
        "The first time that you lay in a round, your new melds must be worth {minimum} "
        "together. Cards laid off do not count."
    ),
    "lay_values": N_(
        "Face cards count 10, an ace 11, but 1 before a 2 in a run, and a joker as "
        "much as the card for which it stands."
    ),
    "lay_values_rami7": N_("Face cards count 10, an ace 11 wherever it lies, and a joker 20."),
    "mend_minimum": N_(
        "Lay more in this turn, or take your melds back into your hand until you hold enough; then press done."
    ),
    "contract_asked": N_(
        "The first time that you lay in this round, your new melds are exactly "
        "its contract: {contract}. No meld may be missing and none may be extra; each may be longer "
        "than it has to be, and none may hold a joker taken in this turn."
    ),
    "contract_apart": N_(
        "Two runs of one suit that lie side by side count as one; with a gap "
        "between them, or with cards that both have, they are two."
    ),
    "contract_then": N_(
        "Once its contract is laid, a seat lays no further meld in this round: it only adds to those on the table."
    ),
    "contract_going_out": N_("The last contract is laid only by a seat that goes out with it."),
    "mend_contract": N_(
        "Lay the contract as it is asked for, or take your new melds back into your hand; then press done."
    ),
    "contract_first_turn": N_("In this house nobody lays, lays off or takes a joker in the first turn of a round."),
    "second_turn": N_(
        "In {game} a seat may take the discard from its second turn of the round on. "
        "In the first one it draws from the stock."
    ),
    "mend_from_stock": N_("Put the card back on the discard and draw from the stock, then press done."),
    "one_card": N_("A player with only one card cannot take the discard and must draw from the stock."),
    "upcard_is_over": N_("Both have passed the upcard. The player who did not deal then draws from the stock."),
    "gin_mend_from_stock": N_("Put the card back on the discard, draw from the stock and discard."),
    "discard_is_laid": N_("The top of the discard pile may be taken only to be laid, or laid off, in the same turn."),
    "mend_discard_is_laid": N_("Lay it, or put it back on the discard and draw from the stock; then press done."),
    "deepest_is_laid": N_(
        "A card of the discard pile is taken with all that lie above it, and the "
        "deepest of them is laid, or laid off, in the same turn. The others go to the hand."
    ),
    "mend_deepest_is_laid": N_("Lay it, or put back what was taken and draw from the stock; then press done."),
    "pile_from_there": N_("A player who takes a card from the discard pile also takes all the cards above it."),
    "mend_pile_from_there": N_("Take the cards above it as well, or put that card back in its place; then press done."),
    "top_only": N_("Only the top card of the discard pile may be taken. What lies beneath it is out of play."),
    "mend_top_only": N_("Put that card back under the discard, then press done."),
    "not_back": N_("The card just taken from the discard may not go back there in the same turn."),
    "mend_not_back": N_("Take it up again and discard another card."),
    "manipulation_draws": N_(
        "Draw one card, and you may meld. If you have not, draw a second one, "
        "and you may meld. If you still have not, draw a third one, and with it your turn ends."
    ),
    "mend_draw": N_("Draw, tell the table so (minus, unless it weighs the stock), and press done."),
    "take_or_pass": N_(
        "At the opening the upcard is offered: take it, or pass. The stock is open once both have passed."
    ),
    "mend_take_or_pass": N_("Take your discard back, then take the upcard or pass."),
    "stock_is_over": N_(
        "The stock is used up and stays so. A player now takes from the discard pile, or passes, which ends the round."
    ),
    "mend_stock_is_over": N_("Take your cards back, then take from the pile or pass."),
    "draw_or_take": N_("In a turn, a player draws the top card of the stock or takes from the discard pile, not both."),
    "laying_one_draw": N_("In a turn, a player draws one card: from the stock, or the top of the discard pile."),
    "gin_one_draw": N_("In a turn, a player draws one card: from the stock, or the top of the discard pile."),
    "opening_without": N_("The player who opens the round draws none."),
    "manipulation_three_draws": N_("In a turn, a player draws at most three cards, and no more than the stock has."),
    "mend_draws": N_("Put back the card that was too many (onto the stock: hold minus), then press done."),
    "third_draw": N_("A player who has drawn a third card may not meld: the turn ends there."),
    "mend_third_draw": N_(
        "Take the cards that you have melded back into your hand, leave the table as it was, and press done."
    ),
    "add_one": N_("The table may be rearranged only to meld, and a meld adds at least one card from the hand."),
    "mend_add_one": N_("Add a card of your hand, or put the melds back as they lay; then press done."),
    "hand_is": N_(
        "A hand has the cards dealt, plus one for each draw, minus what was laid and discarded. Nobody "
        "puts down more than that."
    ),
    "mend_hand_is": N_("Take back the cards that are too many, then press done."),
    "manipulation_mend_hand_draw": N_("Or was a card drawn without telling the table? Then press minus first."),
    "one_discard": N_("A turn ends with one discard, no more."),
    "mend_one_discard": N_("Take one of the two back into your hand, then press done."),
    "laying_discard": N_("A turn ends with a discard, unless no card is left in hand."),
    "gin_discard": N_(
        "A turn ends with a discard. Only a big gin has none: knock first, then "
        "press done with all eleven cards in melds."
    ),
    "mend_discard": N_("Discard a card: the turn is then judged again."),
    "big_gin": N_("For a big gin all eleven cards lie in melds, and there is no deadwood."),
    "mend_big_gin": N_("Discard a card. Your knock still holds, if no more than {limit} of deadwood are left."),
    "last_discard": N_("By the rules of this house the last card is discarded, not laid."),
    "mend_last_discard": N_("Take one card back that its meld can do without, and discard it."),
    "laying_pass": N_("Nobody passes in this game: in each turn, a player draws, then discards."),
    "gin_pass": N_("Passing is only allowed at the opening, while the upcard is offered."),
    "mend_pass": N_("Draw and discard."),
    "manipulation_pass": N_(
        "Nobody passes in this game. A player who cannot meld, or does not want to, draws three cards."
    ),
    "mend_manipulation_pass": N_("Draw, tell the table so, and press done."),
    "drawn_no_pass": N_("A player who has drawn a card plays the turn to its end."),
    "mend_drawn_no_pass": N_("Discard a card."),
    "no_knock": N_("Nobody knocks in {game}: a round ends when a seat has no card left."),
    "mend_no_knock": N_("Discard a card, or press done."),
    "no_last_knock": N_(
        "The stock is used up, and each seat has one more turn. Nobody may knock now; going out is still possible."
    ),
    "mend_no_last_knock": N_("Press done."),
    "manipulation_knock": N_(
        "A player who knocks may hold at most {limit}. In hand a joker counts {joker}, face cards 10, an ace {ace}."
    ),
    "manipulation_knock_void": N_(
        "So there is no knock: the turn stands, everybody takes up the hand again, and the next seat plays."
    ),
    "gin_knock": N_(
        "A player who knocks may have at most {limit} of deadwood: what stays outside melds "
        "after the discard. Face cards count 10, an ace {ace}."
    ),
    "gin_knock_void": N_(
        "So there is no knock: the discard stands, both take up their hands again, and the other seat plays."
    ),
    "pass_ends_round": N_(
        "A pass ends the round. It is possible only once the stock is used up, and before the player "
        "has taken or laid a card."
    ),
    "mend_pass_too_early": N_("Draw or take, and discard; or take your cards back first."),
    "on_turn_only": N_("Only the seat on turn passes or knocks."),
    "mend_on_turn": N_("Wait until it is your turn."),
}

# --- why a turn was accepted, and what it did

TURNS = {
    "from_stock": N_("One card was drawn from the stock."),
    "from_discard": N_("{card} was taken from the discard and laid in the same turn, as it must be."),
    "from_pile": N_(
        "{cards} were taken from the discard pile; {card}, the deepest, was laid in the same turn, as it must be."
    ),
    "taken_pile": N_("{cards} were taken from the discard pile."),
    "points_laid": N_("That is {points} in this turn; {player} has laid {total} in this round."),
    "passed_pile": N_("The stock is used up, and {player} takes nothing from the discard pile: the round ends."),
    "gin_from_discard": N_("{card} was taken from the discard; another card had to be discarded."),
    "gin_taken_card": N_("{card} was taken from the discard."),
    "without": N_("The player who opens the round draws nothing, and discards."),
    "passed": N_("{player} does not want the upcard."),
    "offered": N_("Now {next} may take it, or pass."),
    "both_passed": N_("Both have passed: {next} draws from the stock."),
    "both_passed_upcard": N_("Both have passed: {next} takes the upcard after all, or draws from the stock."),
    "run": N_("New on {zone}: a run, {cards}, worth {points}."),
    "set": N_("New on {zone}: a set, {cards}, worth {points}."),
    "set_of_four": NP_("four cards", "New on {zone}: a set, {cards}, worth {points}."),
    "first_lay": N_("It is the first lay of {player} in this round: {points}, for a minimum of {minimum}."),
    "first_lay_pure": N_("It has a run without a joker, as the game requires."),
    "contract_laid": N_("That is the contract of this round: {contract}."),
    "contract_is": N_("The contract of this round is {contract}, laid in one turn before anything else."),
    "waived": N_("All cards down at once with a pure run: a rami sec needs no minimum here."),
    "laid_off": N_("Added to {zone}: {cards}."),
    "joker_taken": N_("The joker of {zone} was replaced by its card and laid again at once."),
    "discarded": N_("The discard of {card} ends the turn."),
    "gin_nothing_laid": N_("At gin nothing is laid before the end."),
    "drawn": N_("Drawn from the stock: {drawn}."),
    "melded": N_(
        "From the hand to the table: {cards}, which count {points} in hand. Every meld on the table is whole."
    ),
    "not_melded": N_("Nothing was melded."),
    "next": N_("{next} is on turn."),
    "went_out": N_("{player} has no card left, and the round ends."),
    "counted_next": N_("To be counted now: {seats}. Put your hand on your zone and press done."),
    "gin_knocks": N_(
        "{player} has knocked: melds on meld zones, the rest on one's own zone, then "
        "done. {limit} of deadwood are allowed."
    ),
    "gin_big": N_("All eleven cards lie in melds: big gin, and no discard is needed."),
    "knocks": N_("{player} has knocked, and all hands are counted. The knocker may hold {limit} at most."),
    "last_turns": N_("The stock is used up: each seat has one more turn, without a draw."),
    "dealt": N_("{player} has dealt {hand} to each."),
    "first": N_("{next} sits on the dealer's left and plays first."),
    "upcard": N_("The next card is turned up, and begins the discard pile."),
    "gin_offered": N_("{next} may take the upcard, or pass."),
    "gin_says_knock": N_(
        "Now discard: the turn is then judged. For a big gin press done instead, with all eleven cards laid down."
    ),
    "reshuffled": N_(
        "The turn that takes the last card of the stock is played to its end. Then "
        "the discard pile, but for the card just discarded, is shuffled and becomes the new stock: "
        "{cards}."
    ),
    "shuffle": N_("Shuffle these cards and put them down as the stock, face down."),
    "ruled_undo": N_(
        "The players have the last word: everything is as it was when {player}'s turn began, but the "
        "cards stay where they are now. {player} moves what is wrong and discards, or presses Done."
    ),
    "ruled_accept": N_("The players have the last word: the turn is accepted, and nothing else is waived for it."),
    "ruled_void": N_("The players have the last word: this round does not count."),
    "ruled_points": N_("The players have the last word: {points} for {player}. The totals are now: {totals}."),
    "ruled_points_over": N_("Winners and ranking of the match are decided again."),
    "ruled_points_on": N_("No total has reached the target now: the match goes on, and {dealer} deals."),
    "ruled_count": N_("The players have the last word: {player}'s hand counts {points}, whatever lies there."),
    "ruled_hand": N_(
        "The players have the last word: {player}'s hand has {cards}, and the stock has as many more or fewer."
    ),
    "ruled_reshuffle": N_("The players have the last word: the pile, but for its top card, is the new stock: {cards}."),
    "ruled_end": N_("The players have the last word: the match ends with the totals as they are."),
    "drawn_none": N_("No card was drawn."),
}

# --- how a round and a match end, and how the scores are made up

ENDS = {
    "out": N_("{winner} has no card left and wins the round: {score}."),
    "rami_sec": N_("{winner} has put all cards down in one turn, a rami sec, and wins the round: {score}."),
    "multiplied": N_("A rami sec multiplies what the others count by {factor}."),
    "counted": N_("{player} has laid, and counts what is left in hand: {points}."),
    "counted_times": N_("{player} has laid: {points} left in hand, times {factor}: {score}."),
    "counted_not_laid": N_("{player} has not laid, and here counts what is in hand: {points}."),
    "counted_not_laid_times": N_(
        "{player} has not laid, and here counts what is in hand: {points}, times {factor}: {score}."
    ),
    "not_laid": N_("{player} has not laid, and counts {score}."),
    "nobody_laid": N_("Nobody else has laid: each of the others counts {score}."),
    "hand_values": N_("In hand an ace counts {ace}, face cards 10, a joker {joker}."),
    "no_scores": N_("No points are kept: the winner of a round has 1, the others 0."),
    "gin": N_(
        "{winner} has no deadwood: gin. The other hand has {against} of deadwood, and gin adds {bonus}: {score}."
    ),
    "big_gin": N_(
        "{winner} has all eleven cards in melds: big gin. The other hand has {against} "
        "of deadwood, and big gin adds {bonus}: {score}."
    ),
    "gin_knock": N_(
        "{winner} has knocked with {deadwood} of deadwood; the other hand has "
        "{against}, after laying off. The difference is the score: {score}."
    ),
    "gin_tie": N_("Both have {deadwood} of deadwood: nobody scores."),
    "gin_tie_undercut": N_("Both have {deadwood} of deadwood. Here that is an undercut: {winner} scores {score}."),
    "gin_undercut": N_(
        "{knocker} has knocked with {deadwood} of deadwood, but {winner} has only "
        "{against}, after laying off: an undercut. The difference and {bonus} more are the score: "
        "{score}."
    ),
    "gin_doubled": N_("A spade was turned up, so the round counts twice: {score}."),
    "hand": N_("{player} holds {points}."),
    "differences": N_("The lowest hand wins, and scores the differences to all others."),
    "out_bonus": N_("{winner} has gone out, which adds {bonus}."),
    "undercut": N_(
        "{knocker} has knocked, but does not have the lowest hand alone: the player who wins instead has {bonus} more."
    ),
    "stock_out": N_("The stock is used up, and the last turns are over."),
    "scored": N_("Score of {winner}: {score}."),
    "out_of_cards": N_("{player} has no card left, and the round ends."),
    "stock_is_out": N_("The stock is used up, and nothing was taken from the discard pile: the round ends."),
    "laid_less_left": N_("{player} has laid {laid} and holds {points}: {score}."),
    "best_of_round": N_("The round goes to {winner}."),
    "short": N_("Counted with a different number of cards from what they hold: {players}."),
    "void_stock": N_(
        "The stock is used up, and no discards are left to shuffle: nobody scores, and {dealer} deals again."
    ),
    "void_floor": N_(
        "No more than {floor} are left in the stock, and nobody has knocked: nobody scores, and {dealer} deals again."
    ),
    "void_ruled": N_(
        "The players have decided that this round does not count: nobody scores, and {dealer} deals again."
    ),
    "void_end": N_("The players have ended the match: the round in play does not count."),
    "totals": N_("Totals: {totals}."),
    "goal_low": N_("The match ends at {target}, and the lowest total wins it."),
    "goal_high": N_("The match ends at {target}, and the highest total wins it."),
    "goal_contracts": N_("The match has {contracts}, and the lowest total wins it."),
    "next_contract": N_("The next contract: {contract}, with {hand} each."),
    "deals_next": N_("{dealer} deals next."),
    "over_low": N_("A total has reached {target}: the match is over, and the lowest total wins."),
    "over_high": N_("A total has reached {target}: the match is over, and the highest total wins."),
    "over_contracts": N_("All contracts are played: the match is over, and the lowest total wins."),
    "over_ruled_low": N_("The players have ended the match: the lowest total wins."),
    "over_ruled_high": N_("The players have ended the match: the highest total wins."),
    "target_bonus": N_("{player} has reached the target: {bonus} more."),
    "round_bonus": N_("{player} has won {rounds}, for which there are {bonus} more."),
    "end_bonus": N_("{player} has {bonus} more at the end of the match."),
    "won": N_("Won by: {winners}."),
    "level": N_("Nobody has won: all have the same."),
}

# --- what a warning means, and what to do

WARNINGS = {
    "count_mismatch": N_(
        "On {zone} the table reads {read}, but that hand should have {expected}. "
        "Spread the cards and see that none lies elsewhere. Another player accepts what is read with Done."
    ),
    "unknown_card": N_(
        "There is a tag ({tag}) on {zone} that is not a card of this game, such as a card of another "
        "pack or a bank card. It does not count. Take it away, or register it as a card."
    ),
    "duplicate_card": N_(
        "{card} was read on {zone} while another zone still had it. From now on "
        "it lies on {zone} only. If that is wrong, move it aside and put it down again."
    ),
    "table_not_clear": N_(
        "On {zone} there were cards at the deal, where there should be none. "
        "They count as taken away. Clear the table before you deal."
    ),
    "no_ruling_undo": N_(
        "Only the last accepted turn can be taken back, and only once: not before the first turn of a "
        "match has been accepted, nor once the next round is dealt. Nothing has changed."
    ),
    "no_ruling_accept": N_("A turn can be let stand only while it is open. Nothing has changed."),
    "no_ruling_void": N_("Only a round that is being played or counted can be cancelled. Nothing has changed."),
    "no_ruling_count": N_(
        "What a hand counts can be said only while hands are counted, and only "
        "for a hand that is counted. Nothing has changed."
    ),
    "no_ruling_hand": N_(
        "How many cards a hand has can be said only in a round, and only of a "
        "hand that has some; in gin it is always known. Nothing has changed."
    ),
    "no_ruling_reshuffle": N_(
        "A pile can be shuffled only while a turn is open, if cards lie "
        "under its top card; only the rami games do so. Nothing has changed."
    ),
    "no_ruling_end": N_("The match is over already. Nothing has changed."),
    "not_your_turn": N_("{player} has pressed a button that does nothing for that seat now. Nothing has changed."),
    "bad_event": N_("The table did not understand something: {why}. It left that out, and the game goes on."),
    "wrong_tag": N_(
        "There is a tag on {zone} of a different kind from the cards', such as a bank card or a "
        "telephone. Take it away; the cards beneath are then read again."
    ),
    "changing_tag": N_(
        "There is a tag on {zone} that gives a different number each time it is read, as phones and "
        "many bank cards do. Take it away."
    ),
    "unsteady": N_(
        "On {zone} cards are read, missed and read again: they lie at the edge, or "
        "their tags or the reader are worn. No turn is judged by it while that goes on. Put the "
        "cards in the middle of the zone. After three seconds the player on turn decides: done "
        "once more judges what is read; minus, at the table, looks again."
    ),
    "judged_unsteady": N_("On {zone} cards came and went, and it was judged as it was read: the players decided so."),
    "two_zones": N_(
        "{card} is read on {zone} and on {other} at once, as it lies between the two. "
        "It counts as lying on {zone}. Move it clear of the other zone."
    ),
    "too_many_tags": N_(
        "There are more cards on {zone} than its reader can read; {read} were read. Move some to another zone."
    ),
    "zones_full": N_(
        "Each of the {zones} meld zones holds cards, so another meld has no place. At "
        "the virtual table a zone is added by one click. At a real one, lay off on the melds there "
        "are; where the rules allow it, join two of them."
    ),
    "stacked_cards": N_(
        "On {zone} cards lie on top of each other so that their tags drown each other out. Spread them "
        "a little, like a fan."
    ),
    "reader_lost": N_(
        "The reader of {zone} does not answer. The zone is left out, and what lay there counts as "
        "still lying there. The table tries again by itself."
    ),
    "reader_back": N_("The reader of {zone} answers again. What lies there is read again."),
    "reader_deaf": N_(
        "The reader of {zone} answered, but it read no card until the table restarted it. "
        "What was laid there in the meantime is read now."
    ),
    "log_damaged": N_(
        "After its start the table went on from a state of the match that it keeps beside its journal. "
        "What the journal has from before that, up to round {round}, is damaged: totals and cards are "
        "right, but the log has gaps."
    ),
    "not_recording": N_(
        "The table can't write its journal ({reason}). The game goes on, but a power cut would lose it."
    ),
}

# --- what a ruling would do, asked before it is done

ASKS = {
    "undo": N_(
        "Take back {player}'s turn? It is open again, with {cards} in hand, whatever came "
        "of it; the cards on the table stay where they are."
    ),
    "back": N_(
        "May {player} take the last turn back? It begins again with {cards} in hand; what came after it is gone."
    ),
    "accept": N_("Let {player}'s turn stand? It is accepted, although: {why}."),
    "void": N_("Does round {round} not count? Nobody scores, and {dealer} deals again."),
    "points": N_("Correct {player}'s score by {change}? {before} becomes {total}."),
    "count": N_("Does {player}'s hand count {points}, whatever lies there?"),
    "hand": N_("Does {player} hold {cards}, and not {before}? The stock then has {stock}."),
    "reshuffle": N_("Was the pile shuffled? All but its top card is the new stock, which then has {stock}."),
    "end": N_("End the match now?"),
    "put": N_("Place {card} by hand: {zone}? For the table it then lies there, though no reader sees it."),
    "out": N_("Remove {card} by hand: {zone}? For the table it is then no longer there."),
    "uncounted": N_("Round {round} does not count."),
    "scored": N_("Round {round} is scored with it: {scores}."),
    "decided": N_("The match goes to {winners}: {totals}."),
    "undecided": N_("Nobody wins the match: {totals}."),
    "goes_on": N_("The match then goes on: {dealer} deals."),
    "totals": N_("The totals are {totals} again."),
    "too_high": N_("That is too much for a knock: the knock is void, and play goes on."),
}
