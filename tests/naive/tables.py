"""Tables that drive the engine and a naive judge through random turns."""

import itertools
import json

import ring
from players import NAMES

from naive.cards import RANKS, SUITS, deck_of, face
from naive.melds import place_face, shape_code
from naive.watched import lasting
from tierce.outcomes import CODES
from tierce.referee import Referee


def header_of(game, seats, dealer=0, rules=None):
    header = {"tierce": 1, "game": game, "players": NAMES[:seats], "dealer": dealer}
    return {**header, "rules": rules} if rules else header


def event_of(came=None, **event):
    """Return an event; `came` becomes its key `in`, which is a keyword in Python."""
    event = {"t": 0, **event}
    return event if came is None else {**event, "in": came}


def around(rng, card, free):
    """Return the free cards of a random meld that contains `card`; of any meld if it is None."""
    own = card is None
    if own:
        card = face(rng.choice(free or ["7H"]))
    size = rng.choice((3, 3, 3, 4, 4, 5))
    if rng.random() < 0.45:
        suits = [suit for suit in SUITS if suit != card[1]]
        rng.shuffle(suits)
        faces = [card[0] + suit for suit in suits[: min(size, 4) - 1]]
    else:
        place = 14 if card[0] == "A" and rng.random() < 0.5 else RANKS.index(card[0]) + 1
        low = max(1, min(15 - size, place - rng.randrange(size)))
        faces = [place_face(each, card[1]) for each in range(low, low + size) if each != place]
    meld = []
    for wanted in [*faces, card] if own else faces:
        found = sorted(each for each in free if face(each) == wanted and each not in meld)
        if found:
            meld.append(rng.choice(found))
    return meld


class JudgedTable:
    """A dealt engine and a judge, which see the same turns."""

    judge = None  # set by each family, with its longest run
    longest = 13

    def __init__(self, header, rng):
        self.header = header
        self.rng = rng
        self.referee = Referee(header)
        self.deck = deck_of(self.referee.rules)
        self.cards = self.deck  # the cards in use
        self.seats = len(header["players"])
        self.seen = set()  # all codes of the verdicts so far
        self.log = []
        self.feed(seat=header["dealer"], press="deal")

    def feed(self, **event):
        """Feed an event; return its outcomes."""
        self.log.append(event_of(**event))
        return list(self.referee.feed(self.log[-1]))

    def log_text(self):
        """Return the log so far, for failure messages."""
        return "\n".join(json.dumps(each) for each in [self.header, *self.log])

    # --- making a turn

    def free(self, turn):
        """Return the cards that can come from a hand."""
        used = turn.used() | {c for cards in self.judge.melds.values() for c in cards}
        return [card for card in self.cards if card not in used]

    def new_zone(self, turn):
        """Return the number of an empty meld zone."""
        full = turn.zones.keys() | self.judge.melds.keys()
        return next(zone for zone in itertools.count(1) if zone not in full)

    def fitting(self, turn, zone, cards):
        """Return the cards that fit what lies in a zone."""
        held = turn.zones[zone]
        return [card for card in cards if shape_code([*held, card], self.longest) is None]

    # --- playing the turn

    def lay_out(self, before, turn):
        """Move the cards on the table from the old state to that of a turn."""
        came = []
        for zone, cards in before.items():
            gone = [card for card in cards if card not in turn.zones.get(zone, ())]
            if gone:
                self.feed(zone=f"meld{zone}", out=gone)
        for zone, cards in turn.zones.items():
            came += [(zone, card) for card in cards if card not in before.get(zone, ())]
        self.rng.shuffle(came)
        for zone, card in came:
            self.feed(zone=f"meld{zone}", came=[card])

    def declare(self, turn):
        for zone, cards in turn.zones.items():
            for card in cards:
                if card in turn.said:
                    self.feed(zone=f"meld{zone}", joker=card, **{"as": turn.said[card]})

    def take_back(self, before, turn):
        """Put everything on the table back, and withdraw the declarations."""
        for zone, cards in turn.zones.items():
            extra = [c for c in cards if c not in before.get(zone, ()) or c in turn.said]
            if extra:
                self.feed(zone=f"meld{zone}", out=extra)
        for zone, cards in before.items():
            here = [c for c in turn.zones.get(zone, ()) if c not in turn.said]
            missing = [c for c in cards if c not in here]
            if missing:
                self.feed(zone=f"meld{zone}", came=missing)

    def ended(self, **event):
        """Feed an event that ends a turn; return (codes, turn outcome or None)."""
        kept, seat = lasting(self.referee), self.judge.seat
        found = self.feed(**event)
        self.beside = [each for each in found if each[0] not in ("turn", "refused")]
        verdicts = [each for each in found if each[0] in ("turn", "refused")]
        text = f"{found}\n{self.log_text()}"
        assert len(verdicts) == 1, text
        verdict = verdicts[0]
        assert verdict[2] == seat, text
        if verdict[0] == "turn":
            return [], verdict
        assert lasting(self.referee) == kept, text
        named = verdict[3]
        assert named == [each for each in CODES.split() if each in named], text
        assert named, text
        return named, None

    def compare(self, turn, **event):
        """End a turn; check that the judge agrees; return (the judge's verdict, codes)."""
        expected = self.judge.judge(turn)
        named, accepted = self.ended(**event)
        text = f"{sorted(expected.codes)} or {sorted(expected.open_codes)}, not {named}\n"
        assert expected.agrees(named), text + self.log_text()
        if accepted:
            values = (expected.took, expected.laid, expected.hand)
            assert accepted[3:] == values, f"{values}, not {accepted}\n{self.log_text()}"
        return expected, named

    def finish(self, turn, back=False):
        """End a turn by its discard or `done`; `back`: a card goes back where it was taken, which ends nothing."""
        if back:
            assert not self.feed(zone="discard", came=turn.discards), self.log_text()
        if turn.discards and not back:
            return self.compare(turn, zone="discard", came=turn.discards)
        return self.compare(turn, seat=self.judge.seat, press="done")


def seen_at(made, what, few, many, turns=lambda seed: 14):
    """Return the codes of all verdicts at the tables that are made of seeds: see `ring.seeds`."""
    seen = set()
    for seed in ring.seeds(what, few, many):
        print("seed", seed)
        table = made(seed)
        for _ in range(turns(seed)):
            if not table.play():  # the round is over
                break
        seen |= table.seen
    return seen
