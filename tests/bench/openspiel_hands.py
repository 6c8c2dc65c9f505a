"""Let OpenSpiel play gin with each of its options, and record its hands and their scores.

The records are those that tests/reference compares with the engine. OpenSpiel deals, tells which
moves are legal and scores; this program only chooses among the legal moves. From the project's
folder, with the extra `bench`:

    python tests/bench/openspiel_hands.py [--check]

`--check` writes nothing; it tells whether the recorded file is what the command would write.
"""

import argparse
import gzip
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pyspiel

RECORDS = Path(__file__).parents[1] / "reference" / "data" / "gin_hands.jsonl.gz"
HANDS = 300  # with each of the options
# name -> parameters of OpenSpiel's game; its defaults are 10 points and bonuses of 25.
GAMES = {
    "default": {},
    "bonuses": {"gin_bonus": 20, "undercut_bonus": 10},
    "knock_card": {"knock_card": 5},
    "oklahoma": {"oklahoma": True},
    "oklahoma_bonuses": {"oklahoma": True, "gin_bonus": 20, "undercut_bonus": 10},
}
TAKE, DRAW, PASS, KNOCK = range(52, 56)  # actions; before them the cards, after them the melds
WORDS = {TAKE: "take", DRAW: "draw", PASS: "pass", KNOCK: "knock"}
UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)


def fact(state: pyspiel.State, name: str) -> str:
    """Return the value of a line `name: value` of the state's text."""
    text = str(state).split(f"{name}: ", 1)[1]
    return text.split(maxsplit=1)[0]


def cards(state: pyspiel.State, action: int) -> list[str]:
    """Return the cards of an action: one, or those of a meld."""
    text = state.action_to_string(max(0, state.current_player()), action).rsplit(" ", 1)[1]
    return [text[at : at + 2].upper() for at in range(0, len(text), 2)]


def hand_of(state: pyspiel.State, seat: int) -> list[int]:
    """Return the cards that a seat holds."""
    rows = str(state).split(f"Player{seat}: Deadwood", 1)[1].split("+\n", 1)[1].split("+--", 1)[0]
    held = rows.replace("|", " ").replace("+", " ")
    names = [held[at : at + 2] for at in range(len(held)) if held[at : at + 2] in IDS]
    return sorted(IDS[name] for name in names)


IDS = {rank + suit: 13 * place + at for place, suit in enumerate("scdh") for at, rank in enumerate("A23456789TJQK")}


def reach(state: pyspiel.State, seat: int) -> Iterator[tuple[list[int], pyspiel.State]]:
    """Return each way in which a seat may lay down all that it lays down: actions, state after."""
    if state.is_terminal() or state.current_player() != seat:
        yield [], state
        return
    for action in state.legal_actions():
        after = state.child(action)
        for more, end in reach(after, seat):
            yield [action, *more], end


def laid_down(state: pyspiel.State, seat: int, knocker: int) -> list[int]:
    """Return the actions of a seat's best lay-down; the knocker's has the least deadwood first."""
    best, worth = [], None
    for actions, end in reach(state, seat):
        points = end
        if not end.is_terminal():
            points = max((each for _, each in reach(end, 1 - seat)), key=lambda each: each.returns()[1 - seat])
        least = 0
        if seat == knocker:
            # OpenSpiel lets a knocker keep deadwood so that less can be laid off; we do not.
            least = -sum(min(10, card % 13 + 1) for card in left(state, actions, seat))
        value = (least, points.returns()[seat])
        if worth is None or value > worth:
            best, worth = actions, value
    return best


def left(state: pyspiel.State, actions: list[int], seat: int) -> list[int]:
    """Return the cards that a seat still holds after some actions of its lay-down."""
    held = hand_of(state, seat)
    for action in actions:
        if action == PASS:
            continue
        for name in cards(state, action):
            held.remove(IDS[name[0] + name[1].lower()])
    return held


def choice(state: pyspiel.State, taken: int | None, rng: random.Random) -> int:
    """Return what the seat on turn does: mostly what leaves it the least deadwood."""
    legal, seat = state.legal_actions(), state.current_player()
    hand = hand_of(state, seat)
    if legal == [DRAW]:
        return DRAW
    if TAKE in legal:
        card = IDS[fact(state, "Upcard")]
        helps = any(
            UTILS.min_deadwood([*hand[:at], *hand[at + 1 :], card]) < UTILS.min_deadwood(hand)
            for at in range(len(hand))
        )
        if helps != (rng.random() < 0.1):
            return TAKE
        return DRAW if DRAW in legal else PASS
    # Our rules bar the card just taken from being discarded, and so from being knocked with.
    if KNOCK in legal and rng.random() < 0.7:
        if any(card != taken for card in state.child(KNOCK).legal_actions() if card < 52):
            return KNOCK
    allowed = [card for card in legal if card < 52 and card != taken]
    if rng.random() < 0.1:
        return rng.choice(allowed)
    return min(allowed, key=lambda card: (UTILS.min_deadwood([c for c in hand if c != card]), card))


def play(name: str, number: int) -> dict:
    """Return the record of a hand; its name and number are its seed."""
    rng = random.Random(f"{name}/{number}")
    game = pyspiel.load_game("gin_rummy", GAMES[name])
    state = game.new_initial_state()
    moves, upcard, first, knocker, taken = [], None, None, -1, None
    down: list[int] = []  # what is left of a lay-down
    while not state.is_terminal():
        seat = state.current_player()
        if state.is_chance_node():
            action = rng.choice([each for each, _ in state.chance_outcomes()])
            if moves and moves[-1][1:] == ["draw"]:
                moves[-1] += cards(state, action)
            state.apply_action(action)
            continue
        if upcard is None:
            upcard, first = fact(state, "Upcard").upper(), seat
            limit = int(fact(state, "Knock card"))
        if knocker >= 0 and not down:
            if fact(state, "Phase") == "Knock" and len(hand_of(state, seat)) == 11:
                # The discard: the one that leaves the least deadwood.
                hand = hand_of(state, seat)
                legal = [card for card in state.legal_actions() if card < 52]
                down = [
                    min(
                        (card for card in legal if card != taken),
                        key=lambda card: UTILS.min_deadwood([c for c in hand if c != card]),
                    )
                ]
            else:
                down = laid_down(state, seat, knocker)
        if fact(state, "Phase") == "Wall" and knocker < 0:
            state.apply_action(PASS)  # the stock is used up; a knock without a draw is not ours
            continue
        action = down.pop(0) if down else choice(state, taken, rng)
        if action == KNOCK:
            knocker = seat
        if action == TAKE:
            taken = IDS[fact(state, "Upcard")]
        elif action in (DRAW, PASS):
            taken = None
        if action in WORDS:
            word, some = WORDS[action], []
            if knocker >= 0 and action == PASS:
                word = "done"
        else:
            some = cards(state, action)
            phase = fact(state, "Phase")
            word = "meld" if len(some) > 1 else "lay_off" if phase == "Layoff" else "discard"
        moves.append([seat, word, *some])
        state.apply_action(action)
    returns = [int(points) for points in state.returns()]
    return {
        "id": f"{name}-{number}",
        "game": GAMES[name],
        "first": first,
        "upcard": upcard,
        "limit": limit,
        "knocker": knocker,
        "moves": moves,
        "left": [[card(each) for each in hand_of(state, seat)] for seat in (0, 1)],
        "returns": returns,
    }


def card(number: int) -> str:
    """Return the code of an OpenSpiel card."""
    return "A23456789TJQK"[number % 13] + "SCDH"[number // 13]


def main() -> int:
    """Write or check the records."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    asked = parser.parse_args()
    records = [play(name, number) for name in GAMES for number in range(HANDS)]
    text = "".join(json.dumps(each, separators=(",", ":")) + "\n" for each in records)
    if asked.check:
        same = gzip.decompress(RECORDS.read_bytes()).decode() == text
        print("the same" if same else f"{RECORDS} has other hands")
        return 0 if same else 1
    RECORDS.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(f"{len(records)} hands")
    return 0


if __name__ == "__main__":
    sys.exit(main())
