"""Computer players on the bare referee: whole matches with real cards, and turns to put right."""

import json
import random
from collections import Counter
from functools import partial

import pytest
import ring
from evenings import log_of
from hypothesis import given, settings
from hypothesis import strategies as st
from players import NAMES, house_rules

from tierce.cards import code, parse
from tierce.presets import MOST_SEATS, PRESETS
from tierce.referee import Referee
from tierce_tools.base.paths import firmware
from tierce_tools.players import fallback, manipulation, plan
from tierce_tools.players.dealing import Deck
from tierce_tools.players.gin import advice, discard_of, gain, is_wise
from tierce_tools.study.rounds import Setting
from tierce_tools.study.rounds import play as study

GAMES = sorted(PRESETS)
LONG = 3000  # turns; no round of these players should take nearly as many


class Match(Deck):
    """A match of computer players; without `rules`, with random house rules."""

    def __init__(self, game: str, seed: object, seats: int | None = None, rules=None, melds=6):
        rng = random.Random(f"{game}/{seed}")
        # With one pack for many players few cards are in play, and 51 points may never come
        # together.
        most = 3 if game == "rami7" else MOST_SEATS
        seats = seats or rng.randint(2, min(most, PRESETS[game]["seats"][1]))
        rules = sensible(rng, game, seats) if rules is None else rules
        rng = random.Random(f"{game}/{seed}/{seats}")
        header = {"tierce": 1, "game": game, "players": NAMES[:seats], "dealer": rng.randrange(seats), "rules": rules}
        print(f"seed {game}/{seed}", header)
        super().__init__(header, rng, melds)

    def seat(self) -> int:
        """Return the seat that acts next."""
        if self.view.phase == "turn":
            return self.view.seat
        return next(seat for seat in range(self.referee.seats) if seat in self.view.awaited())

    def act(self, seat: int, asked=plan) -> list[tuple]:
        """Let a seat do its plan; return the outcomes."""
        before = len(self.said)
        moves = asked(self.referee, seat, list(self.hands[seat]), self.zones, self.rng)
        assert moves, (self.view.phase, seat)
        for move in moves:
            self.do(seat, move)
        return self.said[before:]

    def play(self, rounds: int, levels: tuple[str, ...]) -> Counter:
        """Play to the end of the match, or `rounds` rounds, each seat at its level; count each kind of outcome."""
        turns = 0
        while self.view.phase != "over" and turns < LONG:
            if self.view.phase == "deal":
                if self.view.round == rounds:
                    break
                self.deal()
                turns = 0
            asked = plan
            seat = self.seat()
            for _ in range(12):
                said = self.act(seat, partial(asked, level=levels[seat]))
                if any(each[0] == "refused" for each in said):
                    asked = fallback
                if self.view.phase in ("deal", "over") or self.seat() != seat:
                    break
            else:
                # The same seat may act twice in a row only during a count.
                assert any(each[0] == "turn" for each in self.said[-3:])
            turns += 1
        if turns == LONG:
            # One pack, or a table without a free zone, can end in melds that nothing fits any more:
            # the people cancel the round.
            full = all(self.view.cards(n) for n, zone in enumerate(self.zones) if zone.startswith("meld"))
            assert full or self.referee.rules["decks"] == 1, "a round without end"
            self.feed(ruling="void")
        return Counter(each[0] for each in self.said)


def sensible(rng: random.Random, game: str, seats: int) -> dict:
    """Return house rules under which a round can end, with a low target."""
    rules = house_rules(rng, game, seats)
    if PRESETS[game]["family"] == "laying":
        # Five cards worth 51 are very rare, and no hand is worth 300.
        fewest = 11 if game == "contrat" else 7
        if rules.get("hand", fewest) not in range(fewest, 30 // seats + 1):
            rules.pop("hand", None)
        # Jokers that stay where they lie can end a round in runs and sets that nothing fits.
        rules.pop("joker_swap", None)
        rules["jokers_per_meld"] = max(1, rules.get("jokers_per_meld", 1))
        if "first_lay_points" in rules:
            rules["first_lay_points"] = min(rules["first_lay_points"], 51)
    if rules.get("penalties", True) and game != "contrat":
        rules["target"] = rng.choice((20, 60, 150))
    return rules


# Manipulation and contrat take the longest.
FEW = {"manipulation": 1}  # matches in make test
MATCHES = [
    (game, part)
    for game, part in ring.matches(1, 2)
    if game in ring.FAMILIES and (game not in ("manipulation", "contrat") or not part)
]


@pytest.mark.parametrize(("game", "part"), MATCHES)
def test_whole_matches(game: str, part: int):
    found: Counter = Counter()
    for seed in range(part * 8, part * 8 + ring.rounds(FEW.get(game, 2), 6)):
        deck = Match(game, seed)
        levels = ("good", "beginner", "steady") if seed % 2 else ("good",)
        found += deck.play(ring.rounds(1, 4), (levels * deck.referee.seats)[: deck.referee.seats])
        # Every card is in exactly one place.
        table = [code(c) for zone in deck.view.zones() for c in deck.view.cards(zone)]
        held = [*(card for hand in deck.hands for card in hand), *deck.stock]
        assert len({*table, *held, *deck.pile}) == deck.referee.rules["deck"]
        assert len({*table, *held}) == len(table) + len(held)
    print(dict(found))
    assert found["round"] > 0
    assert found["warning"] == found["refused"] == 0


@pytest.mark.parametrize("game", ring.FAMILIES)
def test_a_table_of_two_meld_zones(game: str):
    """Melds rarely find room: nobody may lay outside it, and turns go on."""
    deck = Match(game, "small", seats=2, rules={}, melds=2)
    deck.deal()
    for _ in range(ring.rounds(12 if game == "manipulation" else 60, 90)):
        if deck.view.phase in ("deal", "over"):
            deck.deal()
        said = deck.act(deck.seat())
        assert not [each for each in said if each[0] in ("refused", "warning")]


def test_the_stock_runs_out():
    """The pile becomes the stock, and play goes on."""
    deck = Match("rami7", 5, seats=5, rules={"first_lay_points": 1000})
    deck.deal()
    for _ in range(150):
        deck.act(deck.seat())
    found = Counter(each[0] for each in deck.said)
    assert found["reshuffle"] > 1
    assert not found["refused"]


def test_who_is_not_awaited_does_nothing_and_whom_nobody_has_dealt_to_has_a_plan():
    deck = Match("rami51", 1, seats=3)
    assert plan(deck.referee, 0, [], deck.zones) == []
    deck.deal()
    other = (deck.view.seat + 1) % 3
    for make in (plan, fallback):
        assert make(deck.referee, other, deck.hands[other], deck.zones) == []
        for game in GAMES:
            deck_of = Match(game, 1, seats=2)
            deck_of.deal()
            assert isinstance(make(deck_of.referee, deck_of.view.seat, [], deck_of.zones), list), game


@pytest.mark.parametrize("game", [game for game in ring.FAMILIES if PRESETS[game].get("discard", True)])
@pytest.mark.parametrize("passes", [0, 2])
def test_a_taken_card_that_went_to_another_hand(game: str, passes: int):
    """People may move any card of a virtual table, also one that a computer has just taken."""
    deck = Match(game, 1, seats=2)
    deck.deal()
    for _ in range(passes):
        deck.do(deck.view.seat, ("press", "pass"))
    seat = deck.view.seat
    deck.do(seat, ("take",))
    deck.hands[1 - seat].append(deck.hands[seat].pop())
    for make in (plan, fallback):
        assert make(deck.referee, seat, deck.hands[seat], deck.zones)


def test_planning_changes_nothing_and_looks_at_its_own_hand_only():
    """Plans are tried on a copy: the same question has the same answer, whatever others hold."""
    deck = Match("manipulation", 4, seats=2, rules={})
    deck.deal()
    for _ in range(ring.rounds(12, 40)):
        if deck.view.phase == "deal":
            break
        seat = deck.seat()
        other, dealt = deck.hands[1 - seat], list(deck.hands[1 - seat])
        asked = [plan(deck.referee, seat, deck.hands[seat], deck.zones)]
        other[:] = deck.stock[: len(dealt)]
        asked.append(plan(deck.referee, seat, deck.hands[seat], deck.zones))
        other[:] = dealt
        assert asked[0] == asked[1]
        assert deck.referee.feed({"t": deck.t, "draw": 0}) == ()
        deck.act(seat)


# --- levels


def test_a_hint_at_gin_advises_the_draw_of_a_good_player():
    advised = Counter()
    for seed in ring.seeds("players", 3, 6):
        deck = Match("gin", seed, seats=2, rules={})

        def asked(referee: Referee, seat: int, hand: list[str], *rest) -> list[tuple]:
            moves = plan(referee, seat, hand, *rest)
            said = advice(referee, seat, [parse(card) for card in hand])
            if said:
                advised[said["draw"]] += 1
                wanted = {"take": ("take",), "pass": ("press", "pass"), "stock": ("draw",)}
                assert moves[-1] == wanted[said["draw"]], (moves, said)
            return moves

        while deck.view.round < 3 and deck.view.phase != "over":
            if deck.view.phase == "deal":
                deck.deal()
            deck.act(deck.seat(), asked)
    assert set(advised) == {"take", "pass", "stock"}, advised


def cards(codes: str) -> list[int]:
    return [parse(card) for card in codes.split()]


def test_at_gin_a_pair_that_may_grow_is_kept_and_what_lets_one_knock_is_taken():
    hand = cards("AH 2C 4S 4H 7C 8S TS TH JS JH KD")
    live = [card for card in range(52) if card not in hand]
    # Late in a deal, what the other can least use goes first.
    assert [code(discard_of(hand, -1, live, turns, 10)[0]) for turns in (0, 4, 8)] == ["KD", "KD", "TS"]
    assert code(discard_of(hand, parse("KD"), live, 0, 10)[0]) != "KD"
    assert gain(cards("AS 2S 3S 5S 5H AD 5D 3C 5C 7C"), parse("AC"), 10, False) == 5
    assert gain(cards("AS 2S 3S 5S 5H AD 5D 3C 5C 7C"), parse("AC"), 4, False) is None
    # In the opening, three melds that may come of it are enough.
    for hand, wanted in (("AS 2S 4H 4D 7C 9D JH QC KD KS", False), ("AS 8S 4H 4D 7C 9D JH QC KD KS", True)):
        assert (gain(cards(hand), parse("7S"), 10, True) is not None) == wanted
        assert gain(cards(hand), parse("7S"), 10, False) is None


def test_at_gin_the_bonuses_say_whether_to_knock():
    rest = cards("AS 2S 3S 5S 5H 5D 9C TC 4D 6C")
    live = [card for card in range(52) if card not in rest]
    rules = {"hand": 10, "gin_bonus": 20, "undercut_bonus": 10}
    wise = [is_wise(10, rest, live, 8, 10, {**rules, "undercut_bonus": bonus}) for bonus in (0, 10, 1000)]
    assert wise == [True, True, False]
    assert not is_wise(11, rest, live, 6, 10, rules)
    assert is_wise(0, rest, live, 6, 10, rules)


def test_a_quick_look_finds_all_that_can_be_added_to_a_meld(monkeypatch: pytest.MonkeyPatch):
    asked: list[int] = []

    def both(sight) -> tuple:
        found = added(sight)
        with monkeypatch.context() as patch:
            patch.setattr(manipulation, "_may_join", lambda *_: True)
            assert added(sight) == found
        asked.append(len(sight.old))
        return found

    added = manipulation._added
    monkeypatch.setattr(manipulation, "_added", both)
    for seed in ring.seeds("players", 1, 4):
        Match("manipulation", seed, seats=2, rules={}).play(1, ("beginner", "steady"))
    assert max(asked) > 3


# The same deals always give the same figures. Manipulation takes the longest.
SEATED = (("beginner", "good"), ("good", "beginner"))


@pytest.mark.longer
@pytest.mark.parametrize(("game", "rounds"), [("rami51", 18), ("rami500", 12), ("gin", 45), ("manipulation", 3)])
def test_the_stronger_level_wins_clearly_more_often(game: str, rounds: int):
    weak, strong = (
        sum(study(Setting(game, levels, {}, 1), range(rounds)).wins[levels.index(one)] for levels in SEATED)
        for one in ("beginner", "good")
    )
    assert strong >= 2 * weak, f"{game}: beginner {weak}, good {strong}"


# --- turns that a person began


def mess(deck: Match, seat: int, rng: random.Random) -> None:
    """Play as a careless person: draw, lay, take, move melds of the table."""
    hand, game = deck.hands[seat], deck.view
    for _ in range(rng.randint(1, 6)):
        what = rng.randrange(7)
        if what == 0 and deck.stock:
            deck.do(seat, ("draw",))
        elif what == 1 and deck.pile and game.rules["discard"]:
            deck.do(seat, ("take",))
        elif what < 5 and hand:
            cards = rng.sample(hand, rng.randint(1, min(4, len(hand))))
            deck.move(seat, cards, rng.choice([z for z in deck.zones if z.startswith("meld")]))
        elif what == 5:
            zone = rng.choice([0, *game.melds()])
            cards = [code(card) for card in game.cards(zone)]
            if zone and cards:
                deck.move(seat, rng.sample(cards, 1), f"hand{seat}")
        elif hand and rng.random() < 0.3:
            deck.move(seat, rng.sample(hand, 1), f"seat{seat}")
    if deck.view.phase == "turn" and deck.view.seat == seat:
        if game.rules["discard"] and hand and rng.random() < 0.5:
            deck.move(seat, rng.sample(hand, 1), "discard")
        else:
            deck.do(seat, ("press", "done"))


@settings(max_examples=ring.rounds(15, 40))
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 10**6), turns=st.integers(0, 30))
def test_a_refused_turn_is_put_right(game: str, seed: int, turns: int):
    rng = random.Random(seed)
    deck = Match(game, seed, rules={})
    deck.deal()
    for _ in range(2 * turns):
        if deck.view.phase == "turn":
            deck.act(deck.seat())
    if deck.view.phase != "turn":
        return
    seat = deck.seat()
    mess(deck, seat, rng)
    if deck.view.phase != "turn" or deck.view.seat != seat:
        return
    for _ in range(8):
        said = deck.act(seat, fallback)
        if any(each[0] == "turn" for each in said):
            return
    raise AssertionError(f"still refused: {game}/{seed} {deck.said[-3:]}")


@pytest.mark.made_from("tests/games/*", "firmware/config.json", "firmware/tierce/*.py")
@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_match_is_whole_and_fits_the_club_table(game: str):
    club = json.loads((firmware() / "config.json").read_text("utf-8"))
    header, *events = log_of(f"demo-{game}")
    assert 60 <= len(events) <= 250
    assert {event.get("zone", "meld1") for event in events} <= {z["zone"] for z in club["zones"]}
    referee = Referee(header)
    said = [each[0] for event in events for each in referee.feed(event)]
    assert said[-1] == "match"
    assert (said.count("refused"), said.count("warning")) == (1, 0)
