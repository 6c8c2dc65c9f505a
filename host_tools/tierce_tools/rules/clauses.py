"""The clauses of the rules and how rounds end, for reports."""

from collections import Counter
from collections.abc import Iterable, Sequence

from tierce_tools.base.texts import N_, NP_, Texts

HOW = {
    "out": N_("out"),
    "rami_sec": N_("rami sec"),
    "gin": N_("gin"),
    "big_gin": N_("big gin"),
    "knock": N_("knock"),
    "undercut": N_("undercut"),
    "stock_out": N_("stock used up"),
    "void": N_("void"),
}

# What the players may rule, as the board's menu and the page name it.
RULINGS = {
    "undo": N_("take back the last turn"),
    "accept": N_("let this turn stand"),
    "void": N_("this round does not count"),
    "points": N_("correct a score"),
    "count": N_("say what a hand counts"),
    "hand": N_("say how many cards a hand has"),
    "reshuffle": N_("the pile was shuffled"),
    "end": N_("end the match now"),
}


def ruled_text(ruled: Iterable[str], say: Texts) -> str:
    """Return the names of some rulings, each once with its number."""
    return ", ".join(
        say(RULINGS[name]) + (f" (×{number})" if number > 1 else "") for name, number in Counter(ruled).items()
    )


def contract_text(contract: Sequence[int], say: Texts) -> str:
    """Return a contract (sets, runs) of contrat: "2 sets and 1 run"."""
    sets, runs = contract
    parts = [
        say.ngettext("{n} set", "{n} sets", sets) if sets else "",
        say.ngettext("{n} run", "{n} runs", runs) if runs else "",
    ]
    return say(" and ").join(filter(None, parts))


# First the clauses that can be broken (the log's codes), then the rules that describe play.

CLAUSES = {
    "card_left_table": N_("no card leaves the table"),
    "meld_broken": N_("melds on the table are never broken up"),
    "meld_too_short": N_("a meld has at least three cards"),
    "not_a_meld": N_("a meld is a run or a set"),
    "set_same_suit": N_("the cards of a set are of different suits"),
    "too_many_jokers": N_("at most this many jokers in a meld"),
    "joker_undeclared": N_("the player says which card a joker stands for"),
    "joker_changed": N_("a joker keeps standing for its card"),
    "joker_before_laying": N_("only a seat that has laid takes a joker"),
    "joker_wrong_card": N_("a joker is replaced by the card it stands for"),
    "joker_not_replayed": N_("a joker taken is played in the same turn"),
    "first_round_no_lay": N_("nobody lays in their first turn"),
    "lay_off_before_laying": N_("only a seat that has laid lays off"),
    "first_lay_pure_run": N_("the first lay holds a pure run"),
    "first_lay_points": N_("the first lay reaches the minimum"),
    "contract": N_("a first lay is the round's contract"),
    "discard_first_round": N_("the discard is taken from the second turn on"),
    "must_draw_stock": N_("a player with one card draws from the stock"),
    "discard_not_melded": N_("the discard taken is laid in the same turn"),
    "not_top_discard": N_("only the top of the discard pile is taken"),
    "return_same_card": N_("the card taken is not discarded in the same turn"),
    "no_draw": N_("a player draws in each turn"),
    "too_many_draws": N_("nobody draws more than allowed"),
    "third_draw_no_meld": N_("nobody melds after drawing a third card"),
    "nothing_added": N_("a meld adds a card from the hand"),
    "too_many_cards": N_("a seat puts down no more than it holds"),
    "no_discard": N_("a turn ends with a discard"),
    "no_final_discard": N_("the last card is discarded"),
    "pass_not_allowed": N_("passing is for games that allow it"),
    "knock_not_allowed": N_("knocking is for games that allow it"),
    "knock_too_high": N_("a knock keeps within its limit"),
    "out_of_turn": N_("only the seat on turn passes or knocks"),
    "deal": N_("the deal"),
    "turns": N_("turns and who is next"),
    "hands": N_("how many cards a seat holds"),
    "runs": N_("what a run is"),
    "joker_value": N_("what a joker stands for"),
    "lay_values": N_("what cards are worth in a lay"),
    "discard_taken": N_("taking the discard"),
    "joker_swap": N_("replacing a joker"),
    "opening_draw": N_("the opening of a round of Rami 7"),
    "going_out": N_("going out"),
    "rami_sec": NP_("rule", "rami sec"),
    "reshuffle": N_("the stock runs out"),
    "count": N_("counting hands"),
    "penalties": N_("scores of a round"),
    "undo": N_("the last turn taken back"),
    "accept": N_("a turn that the players let stand"),
    "void": N_("a round that does not count"),
    "points": N_("a score that is corrected"),
    "count_said": N_("a count that the players say"),
    "hand": N_("a number of cards that the players say"),
    "shuffled": N_("a pile that the players shuffled"),
    "end": N_("a match that the players end"),
    "match": N_("the end of the match"),
    "gin_opening": N_("the upcard at gin"),
    "gin_lay_down": N_("the lay-down at gin"),
    "gin_lay_off": N_("laying off on the knocker's melds"),
    "gin_score": N_("scores at gin"),
    "rami500_pile": N_("taking deep from the discard pile"),
    "rami500_pass": N_("the stock of Rami 500 runs out"),
    "rami500_score": N_("scores at Rami 500"),
    "big_gin": NP_("rule", "big gin"),
    "stock_floor": N_("the stock comes down to its floor"),
    "manipulation_table": N_("rearranging the table"),
    "manipulation_joker": N_("jokers at manipulation"),
    "manipulation_draws": N_("one, two or three draws"),
    "manipulation_knock": N_("knocking at manipulation"),
    "last_turns": N_("the last turns when the stock is used up"),
    "manipulation_score": N_("scores at manipulation"),
    "house_rules": N_("house rules"),
    "cards_move": N_("cards on the move"),
    "warnings": N_("warnings that refuse nothing"),
    "shown_melds": N_("the cards of each meld zone, as printed"),
    "bad_data": N_("files that are not logs"),
}
