"""Make the recorded matches that `tierce demo` shows: tests/games/demo-*.jsonl.

Computer players play them, with one instructive mistake that is put right. Of several deals that
show everything wanted, the one is kept that shows most in the fewest events. From the project's
folder:

    .venv/bin/python tests/make_demo.py [NAME ...]
"""

import json
import random
import sys
from itertools import combinations
from pathlib import Path

from dealing import Deck

from tierce.arrange import gin
from tierce.cards import parse
from tierce.hints import Question
from tierce.outcomes import keys
from tierce_tools.players import plan

GAMES = Path(__file__).parent / "games"
# name -> players, target total (None: there is none), matches to choose from, what each must show
MATCHES = {
    "rami51": (3, 120, 10, ("first_lay_points", "swap")),
    "chamberliens": (2, 150, 10, ("first_round_no_lay",)),
    "rami7": (3, 150, 5, ("first_lay_points",)),
    "rami30": (3, 150, 10, ("first_lay_points",)),
    "rami40": (4, 150, 10, ("first_lay_points",)),
    "rami_classique": (4, 150, 10, ("first_round_no_lay",)),
    "kaluki": (3, 100, 10, ("first_lay_points",)),
    "contrat": (2, None, 8, ("contract", "swap")),
    "rami500": (3, 200, 10, ("discard_not_melded", "deep")),
    "atelier": (3, None, 10, ("not_a_meld",)),
    "gin": (2, 60, 8, ("knock_too_high", "knock", "lay_off")),
    "manipulation": (2, 60, 3, ("joker_undeclared", "declared", "rearranged")),
}
# Seven rounds are too long: the match goes on from an earlier evening.
BEGUN = {"contrat": {"totals": [74, 51], "rounds": 4}}
EVENTS = 60, 250
ROUNDS = 2, 4
# Duration of each move in milliseconds: (least, most).
TIMES = {
    "turn": (2000, 5000),
    "draw": (1500, 4000),
    "take": (2000, 5000),
    "move": (1800, 4200),
    "declare": (2500, 5000),
    "press": (900, 2500),
    "count": (1500, 3000),
    "deal": (25000, 45000),
    "thinks": (4000, 7000),
}


class Demo(Deck):
    """One match, played to its end. `seen` are the notable things that it shows."""

    def __init__(self, game: str, seed: int) -> None:
        seats, target, _, self.wanted = MATCHES[game]
        rules = {} if target is None else {"target": target}
        super().__init__(game, seed, seats, rules, begun=BEGUN.get(game))
        # Without points the players end the match.
        self.ends = ROUNDS[0] + 1 if not self.view.rules.get("penalties", True) else None
        self.hands_take = random.Random(seed)
        self.seen: set[str] = set()

    def pause(self, what: str) -> None:
        self.t += round(self.hands_take.randint(*TIMES[what]), -2)

    def act(self, seat: int, moves: list[tuple]) -> None:
        for move in moves:
            self.pause(move[0])
            self.do(seat, move)

    def play(self) -> None:
        """Play the match to its end, or until it has too many events."""
        game = self.view
        while game.phase != "over" and len(self.log) <= EVENTS[1]:
            if game.phase == "deal":
                self.pause("deal")
                if game.round == self.ends:
                    self.feed(ruling="end")
                    continue
                self.deal()
                self.pause("turn")
                continue
            waiting = [s for s in range(self.referee.seats) if s in game.awaited()]
            seat = game.seat if game.phase == "turn" else waiting[0]
            moves = plan(self.referee, seat, self.hands[seat], self.zones, self.rng)
            self.note(seat, moves)
            if not (self.wanted[0] not in self.seen and self.err(seat, moves)):
                self.act(seat, moves)
            if game.phase == "turn" and game.seat != seat:
                self.pause("turn")
        self.seen |= {each[3] for each in self.said if each[0] == "round"}

    def note(self, seat: int, moves: list[tuple]) -> None:
        """Note what these moves show."""
        game = self.view
        for kind, *what in moves:
            if kind == "declare":
                self.seen.add("declared")
            if kind == "take" and what:
                self.seen.add("deep")
            if kind != "move" or not what[1].startswith("meld"):
                continue
            zone = int(what[1][4:])
            from_melds = [c for c in what[0] if game.zone_of(parse(c)) > 0]
            if from_melds and game.phase == "turn":
                self.seen.add("swap" if game.rules["discard"] else "rearranged")
            if game.phase == "count" and zone in game.laid_down:
                self.seen.add("lay_off")

    # --- mistakes

    def err(self, seat: int, moves: list[tuple]) -> bool:
        """On its turn, make this match's mistake and put it right; tell whether it was made."""
        if self.view.phase != "turn" or moves[-1][0] in ("draw", "take"):
            return False
        before = len(self.said)
        mistakes = {
            "gin": self.knock_too_soon,
            "rami500": self.forget_the_deepest,
            "manipulation": self.forget_the_joker,
            "atelier": self.leave_a_gap,
        }
        mistakes.get(self.log[0]["game"], self.lay_too_little)(seat, moves)
        self.seen |= {name for each in self.said[before:] if each[0] == "refused" for name in each[3]}
        return len(self.said) > before

    def amend(self, seat: int, wrong: list[tuple], right: list[tuple]) -> None:
        """Make wrong moves; if they are refused, think, and make the right ones."""
        self.act(seat, wrong)
        if self.said[-1][0] == "refused":
            self.pause("thinks")
            self.act(seat, right)

    def lay(self, seat: int, melds: list[list[str]], moves: list[tuple]) -> None:
        """Lay melds before the other moves, and take them back."""
        free = [z for z in self.zones if z[:4] == "meld" and not self.view.cards(int(z[4:]))]
        laid = [("move", meld, zone) for meld, zone in zip(melds, free, strict=False)]
        back = [("move", meld, f"hand{seat}") for _, meld, _ in laid]
        self.amend(seat, laid + moves, [*back, ("press", "done")])

    def lay_too_little(self, seat: int, moves: list[tuple]) -> None:
        """Lay melds too early, or worth too little."""
        if len(moves) > 1 or self.view.has_laid[seat] or moves[0][2:] != ("discard",):
            return
        hand = [parse(card) for card in self.hands[seat] if card not in moves[0][1]]
        question = Question(self.referee.rules, hand, [], [], {})
        question.round = self.view.round
        if melds := dict(question.answer())["melds"]:
            self.lay(seat, melds, moves)

    def leave_a_gap(self, seat: int, moves: list[tuple]) -> None:
        """Lay three cards of a suit that are not side by side."""
        if len(moves) > 1 or moves[0][2:] != ("discard",):
            return
        hand = [card for card in self.hands[seat] if card not in moves[0][1]]
        for three in combinations(sorted(hand, key=parse), 3):
            low, mid, high = (parse(card) for card in three)
            if low // 13 == high // 13 and low + 1 == mid and mid + 2 == high:
                self.lay(seat, [list(three)], moves)
                return

    def knock_too_soon(self, seat: int, moves: list[tuple]) -> None:
        """Knock with slightly too much deadwood; the knock is refused, the cards are taken up."""
        hand = [parse(card) for card in self.hands[seat]]
        deadwood = gin.least_discarding(hand, self.view.taken)[0]
        if len(moves) > 1 or not 11 <= deadwood <= 16 or self.view.turns[seat] < 2:
            return
        self.act(seat, [("press", "knock"), *moves])
        laid = plan(self.referee, seat, self.hands[seat], self.zones, self.rng)
        self.amend(seat, laid, [("move", what[0], f"hand{seat}") for kind, *what in laid if kind == "move"])

    def forget_the_deepest(self, seat: int, moves: list[tuple]) -> None:
        """Take several cards of the pile and discard before the deepest is laid; then lay it."""
        taken = [card for card in self.view.pile if self.view.is_taken(card)]
        if len(taken) > 1 and len(moves) > 1 and moves[-1][2:] == ("discard",):
            self.amend(seat, moves[-1:], [*moves[:-1], ("press", "done")])

    def forget_the_joker(self, seat: int, moves: list[tuple]) -> None:
        """Leave a joker undeclared; declare it when the table asks."""
        said = [move for move in moves if move[0] == "declare"]
        if said:
            self.amend(seat, [move for move in moves if move not in said], [*said, moves[-1]])

    # --- choosing

    def price(self) -> tuple[int, int] | None:
        """Return a sort key, the lowest is best: (-notable things, events); None if unusable."""
        rounds, refused = ([each[0] for each in self.said].count(what) for what in ("round", "refused"))
        if self.view.phase != "over" or not ROUNDS[0] <= rounds <= ROUNDS[1]:
            return None
        if not EVENTS[0] <= len(self.log) - 1 <= EVENTS[1] or refused != 1 or not self.seen >= set(self.wanted):
            return None
        return -len(self.seen), len(self.log)


def text(value: dict) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def line(outcome: tuple) -> str:
    values = dict(zip(keys(outcome), outcome[2:], strict=True))
    values.pop("figures", None)
    return text({"t": outcome[1], "event": outcome[0], **values})


def make(game: str) -> None:
    best = None
    found = seed = 0
    while found < MATCHES[game][2]:
        seed += 1
        match = Demo(game, seed)
        match.play()
        price = match.price()
        found += price is not None
        if price and (best is None or price < best[0]):
            best = price, seed, match
    assert best
    _, seed, match = best
    for name, lines in (("", map(text, match.log)), (".expected", map(line, match.said))):
        (GAMES / f"demo-{game}{name}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    print(
        f"demo-{game}: deal {seed}, {len(match.log) - 1} events, {match.t // 60000} min, {sorted(match.seen)}",
        flush=True,
    )


if __name__ == "__main__":
    for name in sys.argv[1:] or MATCHES:
        make(name)
