"""Benchmark of the computer player at gin beside OpenSpiel's simple bot: what README.md here says.

    make bench-players
    make bench-players ARGS="--deals 500 --first 20000"

Each deck is played twice, with the seats swapped. OpenSpiel deals and says which moves are legal; the
hands are scored by our rules, with lay-offs, as its bot lays nothing off. One process, no chance
beside the numbers of the decks.
"""

import argparse
import math
import re
import statistics
from collections import Counter
from random import Random

import pyspiel

from tierce.arrange.gin import least, least_discarding, worst_for
from tierce.cards import parse
from tierce.presets import PRESETS
from tierce_tools.players.gin import discard_of, gain, is_wise

RULES = PRESETS["gin"]
LIMIT = 10
GAME = pyspiel.load_game("gin_rummy")
TAKE, DRAW, PASS, KNOCK = range(52, 56)  # OpenSpiel's actions; before them are the discards
# OpenSpiel's number of a card -> ours, and back.
OURS = {13 * suit + rank: parse("A23456789TJQK"[rank] + "SCDH"[suit]) for suit in range(4) for rank in range(13)}
THEIRS = {card: number for number, card in OURS.items()}


def hand_of(state: pyspiel.State, seat: int) -> list[int]:
    """Return the cards that a seat holds, which OpenSpiel says in the state's text only."""
    rows = str(state).split(f"Player{seat}: Deadwood", 1)[1].split("+\n", 1)[1].split("+--", 1)[0]
    return sorted(parse(name.upper()) for name in re.findall(r"[A2-9TJQK][scdh]", rows))


def score(knocker: list[int], other: list[int]) -> int:
    """Return the knocker's points: below 0 for an undercut."""
    deadwood = least(knocker)[0]
    if not deadwood:
        return RULES["gin_bonus"] + least(other)[0]
    left = worst_for(other, knocker, [])[0]
    return left - deadwood if left >= deadwood else left - deadwood - RULES["undercut_bonus"]


def discard(hand: list[int], pile: list[int], taken: int, turns: int, theirs: int) -> tuple[int, bool]:
    """Return our discard, and whether we knock with it, as players.gin.plan decides; `turns` are those before."""
    live = [card for card in range(52) if card not in {*hand, *pile}]
    deadwood, _, card = least_discarding(hand, taken)
    if is_wise(deadwood, [each for each in hand if each != card], live, theirs, LIMIT, RULES):
        return card, True
    return discard_of(hand, taken, live, turns, LIMIT)[0], False


def play(number: int, seat: int) -> tuple[int, str]:
    """Return our points in a deal, and how it ended; `seat` is ours."""
    deck = list(range(52))
    Random(number).shuffle(deck)
    state = GAME.new_initial_state()
    bot = pyspiel.make_simple_gin_rummy_bot(GAME.get_parameters(), 1 - seat)
    pile: list[int] = []
    mover, taken, turns = -1, -1, [0, 0]
    hands: list[list[int]] = []
    while not state.is_terminal():
        if state.is_chance_node():
            card = deck.pop()
            state.apply_action(THEIRS[card])
            if hands:
                hands[mover].append(card)
            elif not state.is_chance_node():
                hands = [hand_of(state, each_seat) for each_seat in (0, 1)]
                pile = [card]
            continue
        mover = state.current_player()
        hand, knocks = hands[mover], False
        if mover != seat:
            action = bot.step(state)
            if action == KNOCK:
                card = least_discarding(hand)[2]
                return -score([each for each in hand if each != card], hands[seat]), "theirs"
        else:
            legal = state.legal_actions()
            if set(legal) & {TAKE, DRAW, PASS}:
                takes = TAKE in legal and gain(hand, pile[-1], LIMIT, PASS in legal) is not None
                action = TAKE if takes else DRAW if DRAW in legal else PASS
            else:
                card, knocks = discard(hand, pile, taken, turns[seat], turns[1 - seat])
                action = THEIRS[card]
        if action == TAKE:
            taken = pile.pop()
            hand.append(taken)
        elif action == DRAW:
            taken = -1
        elif action in OURS:
            card = OURS[action]
            hand.remove(card)
            if knocks:
                return score(hand, hands[1 - seat]), "ours"
            pile.append(card)
            turns[mover] += 1
        state.apply_action(action)
    return 0, "void"


def main() -> None:
    """Print the points a deal, with their interval of 95 %."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=3000, help="half as many decks, each with the seats swapped")
    parser.add_argument("--first", type=int, default=0, help="number of the first deck")
    given = parser.parse_args()
    ends: Counter[str] = Counter()
    both: list[float] = []
    for number in range(given.first, given.first + given.deals // 2):
        pair = [play(number, seat) for seat in (0, 1)]
        ends.update(end for _, end in pair)
        both.append(statistics.mean(points for points, _ in pair))
    half = 1.96 * statistics.stdev(both) / math.sqrt(len(both))
    print(f"gin, good, against OpenSpiel's simple bot: {statistics.mean(both):+.2f} ±{half:.2f} points a deal")
    print(f"{2 * len(both)} deals; knocks: {ends['ours']} ours, {ends['theirs']} its; {ends['void']} void")


if __name__ == "__main__":
    main()
