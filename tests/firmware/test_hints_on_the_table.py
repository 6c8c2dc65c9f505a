"""A hint at a table: what is asked, that it changes nothing and reveals no other hand."""

import json
import random
import re

import pytest
import ring
from naive.gin import is_gin_meld, least_after_discard, least_after_lay_offs, least_deadwood
from naive.watched import Watched, everything
from players import Players

from play import FREE, Play
from tierce.cards import code, codes
from tierce.outcomes import line
from tierce.phrases import table as words_of
from tierce.referee import Referee
from tierce.said import say
from tierce.zones import NOWHERE
from tierce_tools.hints.questions import answer

LAY_HAND = {"error": ["no_hand_there"]}
NOT_NOW = {"error": ["no_hint_now"]}


class Asked(Play):
    """A table at play that answers hints."""

    def __init__(self, *match, **how):
        super().__init__(*match, **how)
        self.referee = Referee(self.header, show_hints=True)

    def hint(self, seat=None, cards=""):
        """Lay cards on a seat's zone, press `hint`, take them up; return the answer."""
        seat = self.active if seat is None else seat
        if cards:
            self.put(f"seat{seat}", cards)
        self.press("hint", seat)
        found = said_of(self.lines, self.t, seat)
        if cards:
            self.lift(f"seat{seat}", cards)
        return found


def said_of(lines, t, seat):
    """Return what the only one of some lines, an answer to a seat, says."""
    (text,) = lines
    found = json.loads(text)
    assert text == json.dumps(found, separators=(",", ":"), ensure_ascii=False)
    assert list(found.items())[:3] == [("t", t), ("event", "hint"), ("seat", seat)]
    return dict(list(found.items())[3:])


def dealt(game, seats=2, upcard="4C", **rules):
    table = Asked(game, seats, **rules)
    table.deal(None if game == "manipulation" else upcard)
    return table


def laying(game="rami51", **rules):
    """Return a table of two where each has had a turn, any meld opens, and seat 0 is on turn."""
    table = dealt(game, **{**FREE, **rules})
    table.discards("2C 3C")
    return table


def answered(found, **values):
    assert {name: found[name] for name in values} == values
    return found


# --- every family


def test_no_round_is_open_any_more():
    table = laying("rami7", target=1)
    table.turn(0, meld1="5H 6H 7H 8H", meld2="KS KH KD")
    table.put("seat1", "QS QH QD")
    assert table.referee.view.phase == "over"
    assert table.hint(1) == NOT_NOW


def test_what_is_wrong_is_figures_until_it_is_said():
    table = Asked("gin")
    table.deal("KC")
    found = table.hint(0, "5H 6H 7H 8H 9H TH JH QH KH AS 2S 3S")
    assert found == {"error": ["hand_size", 12, 11]}
    assert say(list(found.items()), words_of("fr")) == ["une main de 12 cartes : 11 au plus"]


def test_tags_are_answered_with_cards():
    table = dealt("gin", deck={"E0": "5H", "E1": "6H", "E2": "7H"}, upcard="KC")
    assert table.hint(0, "E0 E1 E2 2C")["melds"] == [["5H", "6H", "7H"]]


# --- the laying games


def test_a_seat_that_has_not_laid():
    table = laying()
    found = table.hint(0, "JH QH KH 7S 7D 7C X1 2C")
    assert list(found)[:7] == "points cards melds lay_offs pure_run can_lay rami_sec".split()
    answered(found, points=62, cards=7, can_lay=True, rami_sec=True)
    table.play(meld4="9S TS JS", discard="2D")
    # Another seat has laid: no rami sec, and a seat that has not laid lays off with its first lay only.
    found = table.hint(1, "JH QH KH 7S 7D 7C X1 QS")
    answered(found, points=72, lay_offs=[{"zone": "meld4", "in": ["QS"]}], rami_sec=False)
    answered(table.hint(1, "7S 7D QS"), points=0, lay_offs=[], can_lay=False)


def test_a_joker_taken_to_hand_is_there_once():
    table = laying()
    table.play(meld1="5H X1 7H", discard="2D")
    table.play(meld2="9S TS JS", discard="3D")
    asked = "6H KS KD 9D"
    at_first = answered(table.hint(0, asked), points=30, cards=3)
    table.lift("meld1", "X1")
    found = table.hint(0, asked + " X1")
    assert json.dumps(found).count('"X1"') == json.dumps(at_first).count('"X1"') == 2
    assert found == at_first
    table.put("meld1", "6H")
    assert table.hint(0, "KS KD 9D X1")["points"] == 30


def test_no_lay_in_the_first_turn_of_chamberliens():
    table = dealt("chamberliens", 3)
    hand = "JH QH KH 7S 7D 7C 9C 2S"
    found = answered(table.hint(0, hand), points=51, can_lay=False, rami_sec=False)
    assert "first_lay" not in found
    # The others, who have had no turn yet, may not either.
    answered(table.hint(1, hand), can_lay=False, rami_sec=False)
    # Except for a rami sec, with no minimum.
    answered(table.hint(0, "2H 3H 4H 7S 7D 7C 9C"), points=30, can_lay=False, rami_sec=True)
    # A worse lay is a legal first lay; it is not mentioned before laying is allowed.
    other = "JS QS KS QH QD KH KD TC TD TH 2C"
    assert "first_lay" not in table.hint(0, other)
    table.discard("2D")
    answered(table.hint(0, hand), points=51, can_lay=True, rami_sec=False)
    assert table.hint(0, other)["first_lay"]
    assert table.hint(1, hand)["can_lay"] is False
    table.discards("3D 4D")
    assert table.hint(1, hand)["can_lay"] is True


def test_more_cards_than_a_hand_may_have():
    table = dealt("rami51")
    hand = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS2 2S2 3S2"
    assert table.hint(0, hand) == {"error": ["hand_size", 16, 15]}
    assert table.hint(0, hand[:-4])["cards"] == 14
    table = dealt("rami51", hand=20)
    assert table.hint(0, hand)["cards"] == 16


# --- gin


def knocked(hand):
    """Return a table at which seat 0 has knocked with 5H 6H 7H on zone 3 and the rest on its zone."""
    table = dealt("gin", upcard="KC")
    table.take("KC")
    table.press("knock")
    table.discard("QC")
    table.put("meld3", "5H 6H 7H")
    table.put("seat0", hand)
    return table


OPPONENT = "8H 4H 2C QS 8S KD KH 9D 3D JD"


def test_the_opponent_of_a_knocker_lays_off():
    table = knocked("2S 2H 2D 9S TS JS AS")
    # Before the knock is accepted there is nothing to lay off on.
    found = table.hint(1, OPPONENT)
    assert list(found) == ["deadwood", "melds", "discard"]
    answered(table.hint(0), deadwood=1, discard=None)
    table.done(0)
    found = table.hint(1, OPPONENT)
    assert list(found) == ["deadwood", "melds", "discard", "lay_offs"]
    answered(found, deadwood=42, melds=[], discard=None)
    laid_off = sorted((each["zone"], sorted(each["in"])) for each in found["lay_offs"])
    assert laid_off == [("meld3", ["4H", "8H"]), ("seat0", ["2C"]), ("seat0", ["8S", "QS"])]
    # The knocker is not told what the opponent could do.
    assert table.hint(0)["deadwood"] == 1
    table.put("seat1", OPPONENT)
    assert table.done(1)[-1]["scores"] == [41, 0]
    assert table.hint(1) == NOT_NOW


def test_what_was_laid_off_already_is_a_part_of_its_meld():
    table = knocked("2S 2H 2D 9S TS JS AS")
    table.done(0)
    hand = "4H 2C QS 8S KD KH 9D 3D 9H"
    whole = table.hint(1, hand + " 8H")
    assert {"zone": "meld3", "in": ["8H", "9H", "4H"]} in whole["lay_offs"]
    table.put("meld3", "8H")
    found = table.hint(1, hand)
    assert found["deadwood"] == whole["deadwood"] == 32
    table.put("seat1", hand)
    assert table.done(1)[-1]["scores"] == [31, 0]


def test_after_gin_nothing_is_laid_off():
    table = knocked("2S 2H 2D 9S TS JS QS")
    table.done(0)
    found = table.hint(1, "8H 4H 2C KS 8S KD KH 9D 3D JD")
    assert list(found) == ["deadwood", "melds", "discard"]
    answered(found, deadwood=8 + 4 + 2 + 8 + 9 + 3 + 10, discard=None)


def test_after_a_void_knock_its_cards_are_who_knocked_s():
    table = knocked("2S 4D 6C 8S TS JD KC")
    table.done(0)
    assert table.last[0]["codes"] == ["knock_too_high"]
    assert table.active == 1
    assert table.hint(1, "AS 2D 3C 5C 7D 9H TC QH KD 9D") == {"deadwood": 66, "melds": [], "discard": None}
    assert table.hint(0)["deadwood"] == 50
    table.move("5H 6H 7H", "meld3", "seat0")
    assert table.hint(0) == {"deadwood": 50, "melds": [["5H", "6H", "7H"]], "discard": None}


# --- manipulation


def test_cards_of_the_table_in_hand_are_the_tables():
    """While rearranging, a player may put a card of the table beside the cards in hand."""
    table = dealt("manipulation")
    table.turn(meld1="6S 7S X1", said=[("meld1", "X1", "5S")])
    table.draw()
    before = table.hint(1, "5S KS KD 9C 8S")
    table.lift("meld1", "X1 6S")
    found = table.hint(1, "5S KS KD 9C 8S X1 6S")
    lies = [card for meld in found["table"] for card in meld]
    assert len(set(lies)) == len(lies)
    answered(found, cards=before["cards"], points=before["points"])


# --- any game


class Asking(Watched):
    """Players who lay their hands down and press `hint` at any time; all else is as without.

    The questions use a random generator of their own, so the match stays the same.
    """

    def __init__(self, game, seed, **how):
        self.answers = 0
        self.hers = random.Random(f"{game}/{seed} asks")
        self.start = {}
        self.has_laid = set()
        self.has_played = set()
        self.knock = None
        super().__init__(game, seed, **how)
        self.referee = Referee(self.header, show_hints=True)
        self.view = self.referee.view

    def after(self, event, found):
        game = self.view
        if event.get("press") == "deal" or game.phase == "deal":
            self.start, self.has_laid, self.has_played = {}, set(), set()
        for outcome in found:
            if outcome[0] == "turn" or (outcome[0] == "refused" and "knock_too_high" in outcome[3]):
                # Cards that lie there now were laid before the turn that begins, also the melds of
                # a void knock.
                self.start = {z: list(c) for z, c in self.zones.items() if c and z[:4] == "meld"}
            if outcome[0] == "turn":
                self.has_played.add(outcome[2])
                if outcome[4]:
                    self.has_laid.add(outcome[2])
        often = 0.03 if self.family == "manipulation" else 0.12
        # Between turns little happens, and that includes much of a round's end.
        if self.hers.random() < (often if game.phase == "turn" else 0.4):
            self.ask()

    def ask(self):
        """Let some seats lay down cards that only they hold, press `hint`, and take them up."""
        hers, game = self.hers, self.view
        put = []
        if hasattr(self, "hands") and hers.random() < 0.95:
            # A card of the pile that no reader sees would be taken by being shown: RULES.md, fine print 29.
            lie = [card for card in game.pile if not game.is_taken(card)]
            for seat, hand in enumerate(self.hands):
                cards = [card for card in hand if game.zone_of(card) == NOWHERE and card not in lie]
                if hers.random() < 0.1:
                    cards = cards[:3]
                if cards and hers.random() < 0.8:
                    put.append((f"seat{seat}", [code(card) for card in cards]))
        for zone, cards in put:
            self.quietly(zone=zone, came=cards)
        seats = range(self.referee.seats)
        for seat in hers.sample(seats, 2) if hers.random() < 0.7 else seats:
            before = everything(self.referee)
            [outcome] = self.quietly(seat=seat, press="hint")
            assert everything(self.referee) == before, self.here()
            self.look(seat, outcome)
        for zone, cards in put:
            self.quietly(zone=zone, out=cards)

    def quietly(self, **event):
        """Record and feed an event without the players' knowledge."""
        event = {"t": self.view.t, **{"in" if k == "came" else k: event[k] for k in event}}
        self.log.append(event)
        found = self.referee.feed(event)
        if "zone" in event:
            here = self.zones.setdefault(event["zone"], [])
            here[:] = [card for card in here if card not in event.get("out", ())]
            here += event.get("in", ())
            assert found == (), self.here()
        return found

    # --- checks of the answer

    def look(self, seat, outcome):
        text = line(outcome)
        found = said_of([text], self.view.t, seat)
        self.answers += 1
        game = self.view
        hand = list(self.zones.get(f"seat{seat}", ()))
        if game.phase == "turn" and seat == game.seat:
            old = [card for cards in self.start.values() for card in cards]
            for zone in sorted(self.zones):
                if zone[:4] == "meld":
                    hand += [card for card in self.zones[zone] if card not in old]
        table = self.start if game.phase == "turn" and self.family != "gin" else {}
        self.tells_nothing(text, hand, table)
        if game.phase != "turn" and (game.phase, self.family) != ("count", "gin"):
            assert found == NOT_NOW, self.here()
        elif not hand:
            assert found == LAY_HAND, self.here()
        elif "error" in found:
            most = 18 if self.header["game"] == "rami500" else 15
            most = max({"gin": 11, "laying": most, "manipulation": 40}[self.family], self.view.rules["hand"] + 1)
            assert len(hand) > 11, self.here()
            assert found == {"error": ["hand_size", len(hand), most]}, self.here()
        elif self.family == "gin":
            self.look_at_gin(seat, hand, found)
        else:
            self.look_at(seat, hand, table, found)

    def tells_nothing(self, text, hand, table):
        """Check that an answer names cards of its own hand and table only."""
        named = set(re.findall(r'"([A2-9TJQK][SHDC]2?|X[1-8])"', text))
        lie = {card for cards in table.values() for card in cards}
        if self.family != "manipulation":
            lie = {card for card in lie if card[0] == "X"}
        stands = set(re.findall(r'"X[1-8]":"(..)"', text))
        assert named - stands <= set(hand) | lie, (self.here(), text)

    def look_at(self, seat, hand, table, found):
        """Compare an answer with the answer to the same question written as JSON."""
        rules = self.header["rules"]
        zones = sorted(table, key=lambda zone: int(zone[4:]))
        bound = self.view.bound if table else {}
        on_table = [card for cards in table.values() for card in cards]
        jokers = {code(joker): code(face) for joker, face in bound.items()}
        question = {
            "game": self.header["game"],
            "hand": hand,
            "table": [table[zone] for zone in zones],
            "jokers": {joker: jokers[joker] for joker in jokers if joker in on_table},
            "rules": rules,
            "laid": seat in self.has_laid,
            "round": self.view.round,
        }
        wanted = dict(answer(question))
        for change in wanted.get("lay_offs", ()):
            change["zone"] = zones[int(change["zone"][4:]) - 1]
        if not self.view.rules.get("first_turn_lay", True) and seat not in self.has_played:
            wanted["can_lay"] = False
            wanted.pop("first_lay", None)
        same = [key for key in wanted if key not in ("melds", "lay_offs", "first_lay", "table")]
        if self.family == "manipulation":
            same = ["cards", "points"]
        assert list(found) == list(wanted), (self.here(), found, wanted)
        for key in same:
            assert found[key] == wanted[key], (self.here(), key, found, wanted)
        for change in found.get("lay_offs", ()):
            assert change["zone"] in zones, (self.here(), found)
            assert set(change.get("out", ())) <= set(table[change["zone"]]), (self.here(), found)

    def look_at_gin(self, seat, hand, found):
        """Compare an answer at gin with exhaustive search."""
        game = self.view
        # While the knocker is awaited too, the knock does not stand yet.
        against = game.phase == "count" and game.knocker not in game.awaited() and seat in game.awaited()
        melds = [self.zones[f"meld{zone}"] for zone in sorted(game.laid_down)] if against else []
        least, ways = least_deadwood(codes(game.knocker_hand)) if against else (0, [])
        if not all(map(is_gin_meld, melds)):
            return  # the opponent's cards there do not fit
        keys = ["deadwood", "melds", "discard"]
        if least and (melds or any(ways)):  # a knocker may have no meld at all
            wanted = max(least_after_lay_offs(hand, [*melds, *way]) for way in ways)
            keys.append("lay_offs")
        else:
            wanted = least_after_discard(hand)
            barred = game.taken >= 0 and not game.rules["discard_taken_card"]
            if len(hand) == 11 and seat == game.seat and barred:
                # A card just taken must not be discarded.
                others = [card for card in hand if card != code(game.taken)]
                wanted = min(least_deadwood({*hand} - {card})[0] for card in others)
                assert found["discard"] in others, (self.here(), found)
        assert list(found) == keys, (self.here(), found)
        assert found["deadwood"] == wanted, (self.here(), found)


def outcomes_of(log, **how):
    referee = Referee(log[0], **how)
    return [outcome for event in log[1:] for outcome in referee.feed(event)]


def without(outcomes, event):
    return [outcome for outcome in outcomes if outcome[0] != event]


@pytest.mark.parametrize(("game", "seed"), ring.of_modules(1, 3))
def test_hints_in_a_match_change_nothing(game, seed):
    asking = Asking(game, seed).play(30)
    # The same players without questions.
    plain = Players(game, seed).play(30)
    assert without(asking.outcomes, "hint") == plain.outcomes
    # The log replayed with and without answers, and without the presses.
    answered = outcomes_of(asking.log, show_hints=True, show_melds=True)
    unanswered = outcomes_of(asking.log, show_melds=True)
    assert len(answered) >= len(unanswered) + asking.answers > len(unanswered)
    assert without(answered, "hint") == unanswered
    assert without(unanswered, "meld") == plain.outcomes
    unasked = [event for event in asking.log if event.get("press") != "hint"]
    assert outcomes_of(unasked, show_hints=True) == plain.outcomes
