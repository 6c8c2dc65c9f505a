"""The scores of random matches agree with the cards on the table."""

import random
from functools import cache

import pytest
import ring
from naive.cards import hand_values
from naive.gin import columns_of, gin_match, gin_score, knock_limit, least_deadwood, points_in, round_points
from naive.laying import LAYING_GAMES
from naive.scores import laying_score, manipulation_score, match_score, rami500_score
from naive.watched import Watched

from tierce.cards import code
from tierce.presets import OPTIONS

POINTS = OPTIONS["gin"]["gin_bonus"]
SEEDS = range(ring.rounds(4, 6))


class Scored(Watched):
    """Checks each round's score against the cards on the table, and the match's result."""

    rounds = 0
    number = 0

    def __init__(self, *match, **how):
        self.won = []  # the winners of all rounds; gin: (winner, points)
        super().__init__(*match, **how)
        self.number = self.header.get("rounds", 0)
        assert self.view.totals == self.header.get("totals", [0] * self.referee.seats)

    def begin(self):
        """Reset at the beginning of a round."""
        self.number += 1
        self.laid = []  # seats that have laid, in order
        self.points_laid = [0] * self.referee.seats
        self.put_down = []  # seats that have put a card on the table
        self.on_table = set()  # the cards on the table after the last turn
        self.last = None  # the last accepted turn
        self.knocker = None
        self.own = None  # gin: zone -> the knocker's cards in it, once the knock is accepted

    def before(self, event):
        self.phase = self.view.phase
        self.dealer = self.view.dealer
        self.standing = list(self.view.totals)
        self.hands_before = list(self.view.hands)

    def after(self, event, found):
        dealt = event.get("press") == "deal" and self.phase == "deal"
        if dealt and event["seat"] == self.dealer:
            self.begin()
        for each in found:
            if each[0] == "turn":
                self.last = each
                self.points_laid[each[2]] += each[4]
                self.at_once = each[4] > 0 and each[2] not in self.laid + self.put_down
                if each[4] > 0 and each[2] not in self.laid:
                    self.laid.append(each[2])
                on_table = {card for cards in self.lying().values() for card in cards}
                if on_table - self.on_table:
                    self.put_down.append(each[2])
                self.on_table = on_table
                if self.family == "gin" and each[5] == 11:
                    self.own = self.lying()  # the cards of a big gin are down when it is judged
                knocked = event.get("press") == "knock" and self.family == "manipulation"
                self.knocker = each[2] if knocked else None
            elif self.family == "gin" and each[0] == "refused" and each[3] == ["knock_too_high"]:
                assert least_deadwood(self.read(each[2]))[0] > self.limit(), self.here()
            elif each[0] == "round":
                self.rounds += 1
                self.check_round(each)
            elif each[0] == "match":
                self.check_match(each)
        if self.family == "gin" and self.phase == self.view.phase == "count" and self.own is None:
            if self.last[2] not in self.view.awaited():
                self.own = self.lying()

    def stray(self):
        """Check that a round goes on only while the stock lasts. Called before each turn."""
        if self.family == "gin":
            assert len(self.stock) > self.referee.rules["stock_floor"], self.here()
        super().stray()

    def lying(self):
        """Return zone -> cards of the meld zones in use."""
        return {z: list(c) for z, c in self.zones.items() if z.startswith("meld") and c}

    def read(self, seat):
        return self.zones.get(f"seat{seat}", [])

    def check_round(self, outcome):
        number, how, winners, scores, totals, dealer = outcome[2:8]
        here = self.here()
        void = how == "void"
        assert number == self.number, here
        self.number -= void and self.header["game"] == "contrat"
        assert dealer == (self.dealer + (not void)) % self.referee.seats, here
        self.scored = [old + score for old, score in zip(self.standing, scores, strict=True)]
        if self.family == "gin":
            self.won += [(seat, scores[seat]) for seat in winners]
            if self.referee.rules["hollywood"]:
                columns = [points_in(each) for each in columns_of(self.referee.rules, self.won)]
                assert outcome[9] == columns, here
                self.scored = [sum(points) for points in zip(*columns, strict=True)]
        assert totals == self.scored, here
        if void:
            assert len(self.stock) <= self.referee.rules.get("stock_floor", 0), here
            expected = ("void", [], [0] * self.referee.seats)
        else:
            expected = getattr(self, "score_" + self.referee.rules["plays"])()
            self.won += winners if self.family == "manipulation" else []
        assert (how, winners, scores) == expected, here

    def limit(self):
        """Return the most deadwood of a knock in this round."""
        return knock_limit(self.referee.rules, code(self.upcard))

    def score_laying(self):
        """Return the expected score of a laying round from the seat zones."""
        assert self.last[5] == 0
        hands = [self.read(seat) for seat in range(self.referee.seats)]
        return laying_score(self.header["game"], self.referee.rules, hands, self.last[2], self.laid, self.at_once)

    score_contrat = score_laying

    def score_rami500(self):
        """Return the expected score of a round of Rami 500 from the turns and the seat zones."""
        seats = range(self.referee.seats)
        out = self.last[5] == 0
        hands = [self.read(seat) if not out or seat != self.last[2] else [] for seat in seats]
        return rami500_score(self.referee.rules, hands, self.points_laid, out)

    def score_gin(self):
        """Return the expected score of a gin round from meld zones and seat zones."""
        knocker = self.last[2]
        now = self.lying()
        added = [card for zone in self.own for card in now[zone] if card not in self.own[zone]]
        melds = [now[zone] for zone in self.own]
        cards = melds, self.read(knocker), self.read(1 - knocker), added
        how, winners, scores = gin_score(self.referee.rules, knocker, *cards, self.last[5] == 11)
        assert self.view.limit == self.limit(), self.here()
        assert how == "big_gin" or least_deadwood(self.read(knocker))[0] <= self.limit(), self.here()
        return how, winners, [round_points(self.referee.rules, each, code(self.upcard)) for each in scores]

    def score_manipulation(self):
        """Return the expected score of a manipulation round from the seat zones."""
        out = self.last[5] == 0
        hands = [
            hand_values(self.read(seat), 1, self.referee.rules["joker_in_hand"]) if held else 0
            for seat, held in enumerate(self.hands_before)
        ]
        knocker, who = (None, self.last[2]) if out else (self.knocker, None)
        return manipulation_score(hands, knocker, who, self.referee.rules)

    def check_match(self, outcome):
        rules, totals = self.referee.rules, self.scored
        if self.family == "gin":
            carried = self.header.get("totals", [0, 0])
            columns = [points_in(each) for each in columns_of(rules, self.won)]
            for points in columns:
                together = zip(points, carried, strict=True)
                assert max(map(sum, together)) >= rules["target"], self.here()
            totals = gin_match(rules, self.won, carried)
        elif self.header["game"] == "contrat":
            assert self.number == 7, self.here()
        else:
            assert max(totals) >= rules["target"], self.here()
        expected = match_score(self.family, rules, totals, self.won)
        assert outcome[2:] == expected, self.here()


@cache
def scored(game, seed, honest):
    """Play a checked match, mostly with rules under which rounds end soon."""
    rules = None
    seats = None
    if seed % 4 and game == "contrat":
        rules, seats = {}, 2  # seven rounds, whatever the totals
    elif seed % 4:
        short = game in ("gin", "manipulation", "rami_classique", "kaluki", "atelier")
        rules = {"target": 60 if short else 300}
    if seed % 4 and game in LAYING_GAMES:
        rules["hand"] = 3 + seed % 3
        if game != "rami500":
            rules |= {"first_lay_points": 10 * (seed % 3), "first_lay_pure_run": False}
            rules["penalties"] = seed % 8 != 5
    how = {"rules": rules, "seats": seats, "honest": honest, "goes_on": seed % 3 == 1}
    return Scored(game, seed, **how).play(250)


# The seeds of a game are its module's; another game needs one that is played by its own options.
MATCHES = ring.of_modules(4, 6) + [(game, 1) for game in LAYING_GAMES if not ring.ALL and game not in ring.MODULES]


@pytest.mark.parametrize(("game", "seed"), MATCHES)
def test_scores_follow_from_the_cards_on_the_table(game, seed):
    for honest in (True, False) if game in ring.MODULES or ring.ALL else (True,):
        scored(game, seed, honest)


@pytest.mark.parametrize("game", ring.MODULES)
def test_random_matches_are_scored_often(game):
    """Checks that the test above sees enough rounds of each module, and a whole match."""
    seen = [scored(game, seed, True) for seed in SEEDS]
    assert sum(match.rounds for match in seen) >= ring.rounds(3, 5)
    assert any(match.view.phase == "over" for match in seen)


# The options of gin that its score depends on: each is set in half of the matches.
GIN_SCORING = "box_bonus game_bonus hollywood knock_by_upcard oklahoma_ace".split()
GIN_SCORING += "shutout_doubles spade_doubles tie_undercuts".split()


@pytest.mark.parametrize("seed", ring.seeds("scores", 16, 40))
def test_gins_scoring_options_in_every_combination(seed):
    rng = random.Random(f"gin options/{seed}")
    rules = {"target": rng.choice((30, 60, 100))}
    for name in GIN_SCORING:
        if rng.random() < 0.5:
            allowed = OPTIONS["gin"][name]
            rules[name] = rng.choice((20, 25, 100)) if allowed == POINTS else rng.choice(allowed)
    match = Scored("gin", seed, rules=rules, honest=seed % 2 == 0, goes_on=seed % 5 == 1)
    assert match.play(3000).view.phase == "over", match.header
