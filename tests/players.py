"""Random players with real cards: logs as a table would record them, including mistakes.

They deal a deck, hold hands and move cards. They use the referee only for its verdicts, so that a
player can put a refused turn right. Deterministic for a seed.
"""

import random
from itertools import product

from tierce.cards import CARDS, JOKER, code, in_deck
from tierce.phases import RULINGS
from tierce.presets import PRESETS, options_of, rules_of
from tierce.referee import Referee
from tierce.zones import zone_name

NAMES = ["Ana", "Luc", "Zoé", "Max", "Ida", "Eve"]


def some_value(rng, allowed):
    """Return a valid value of an option; from a range mostly a small one, of either sign."""
    each = rng.choice(allowed)
    if not isinstance(each, tuple):
        return each
    low, high = each
    sign = -1 if low < 0 and rng.random() < 0.5 else 1
    least = max(low, 0)
    value = least + int((abs(low if sign < 0 else high) - least + 1) ** rng.random()) - 1
    return sign * value


def house_rules(rng, game, seats=2, share=0.25):
    """Return house rules: each option of the game is included with probability `share`."""
    options = dict(options_of(PRESETS[game]))
    options.pop("recave", None)  # these players deal to all seats: tests/rules has it
    rules = {name: some_value(rng, options[name]) for name in sorted(options) if rng.random() < share}
    return fitting(rules, game, seats)


def fitting(rules, game, seats):
    """Return house rules that leave enough cards for the upcard and the stock."""
    if isinstance(rules.get("hand"), int):
        others = {name: rules[name] for name in rules if name != "hand"}
        most = (rules_of(game, seats, others)["deck"] - 2) // seats
        rules["hand"] = min(rules["hand"], most)
    return rules


def has_turned(outcomes):
    """Tell whether a turn was accepted."""
    return any(each[0] == "turn" for each in outcomes)


class Players:
    """Plays one random match; `log` is the header and the events, `outcomes` the verdicts.

    `honest`: no stray events (meaningless presses, flickering cards, corrections by the sensor).
    `goes_on`: the match continues an earlier one, with its totals and rounds.
    """

    def __init__(self, game, seed, seats=None, rules=None, honest=False, goes_on=False):
        self.rng = rng = random.Random(f"{game}/{seed}")
        self.honest = honest
        low, high = PRESETS[game]["seats"]
        seats = seats or rng.randint(low, high)
        rules = house_rules(rng, game, seats) if rules is None else rules
        self.header = {"tierce": 1, "game": game, "players": NAMES[:seats], "dealer": rng.randrange(seats)}
        self.header["rules"] = rules
        if goes_on and not rules.get("hollywood"):
            target = rules.get("target", PRESETS[game]["target"]) or 500
            self.header["totals"] = [rng.randrange(-target, target) for _ in range(seats)]
            self.header["rounds"] = rng.randrange(len(PRESETS[game].get("contracts", ())) or 9)
        self.log = [self.header]
        self.outcomes = []
        self.referee = Referee(self.header)
        self.view = self.referee.view
        self.family = self.referee.rules["family"]
        self.deep = self.referee.rules["plays"] == "rami500"
        self.t = 0
        self.counts = 0  # attempts at the current count

    # --- the log

    def feed(self, **event):
        """Record one event; return its outcomes."""
        event = {"t": self.t, **{"in" if key == "came" else key: event[key] for key in event}}
        self.t += self.rng.choice((0, 40, 300, 2500))
        self.log.append(event)
        found = self.referee.feed(event)
        self.outcomes.extend(found)
        return found

    def put(self, zone, cards):
        """Put cards in a zone: from the hand of the seat on turn, or of the seat that counts."""
        return self.feed(zone=zone, came=[code(card) for card in cards]) if cards else ()

    def lift(self, zone, cards):
        """Take cards out of a zone."""
        return self.feed(zone=zone, out=[code(card) for card in cards]) if cards else ()

    def melds_now(self):
        """Return the cards of each meld zone."""
        return {zone: list(self.view.cards(zone)) for zone in self.view.melds()}

    def lift_new(self, before):
        """Take what was not there before out of the meld zones."""
        for zone in self.view.melds():
            self.lift(f"meld{zone}", [card for card in self.view.cards(zone) if card not in before.get(zone, ())])

    # --- a match

    def play(self, turns=120):
        """Play `turns` turns, over several rounds, or to the end of the match."""
        while turns > 0 and self.view.phase != "over":
            if self.view.phase == "deal":
                self.deal()
            elif self.view.phase == "count":
                self.count()
            else:
                turns -= 1
                self.counts = 0
                self.stray()
                if self.view.phase == "turn":  # a stray press can end it
                    seat = self.view.seat
                    getattr(self, "turn_" + self.family)(seat, self.hands[seat])
        return self

    def deal(self):
        """Clear the table, shuffle, deal."""
        rules, rng = self.referee.rules, self.rng
        for zone in self.view.zones():
            if self.honest or rng.random() < 0.95:
                self.lift(zone_name(zone), list(self.view.cards(zone)))
        deck = [c for c in range(CARDS) if in_deck(c, rules["decks"], rules["jokers"])]
        rng.shuffle(deck)
        if not self.honest and rng.random() < 0.1:
            self.feed(seat=rng.randrange(self.referee.seats), press="deal")
        if self.view.phase == "deal":
            self.feed(seat=self.view.dealer, press="deal")
        size = self.view.dealt()
        self.hands = [deck[i * size : (i + 1) * size] for i in range(self.referee.seats)]
        self.stock = deck[size * self.referee.seats :]
        self.pile = []
        if self.family != "manipulation":
            self.pile.append(self.stock.pop())
            self.upcard = self.pile[0]
            self.put("discard", self.pile)
        self.passed = 0

    def stray(self):
        """Feed a harmless event that a real table reports now and then."""
        rng = self.rng
        if self.honest or rng.random() > 0.15:
            return
        seat = rng.randrange(self.referee.seats)
        what = rng.randrange(5)
        if what == 0:
            self.feed(seat=seat, press=rng.choice(("pass", "hint", "done")))
        elif what == 1 and self.hands[seat]:
            cards = rng.sample(self.hands[seat], 1)
            self.put(f"seat{seat}", cards)
            self.lift(f"seat{seat}", cards)
        elif what == 2 and len(self.pile) > 2:
            deep = rng.sample(self.pile[:-1], 1)
            self.lift("discard", deep)
        elif what == 3:
            self.feed(draw=1)
            self.feed(draw=-1)
        elif what == 4 and seat != self.view.seat:
            self.feed(seat=seat, press="knock")

    def refill(self):
        """If the stock is empty, shuffle the pile except its top card into a new stock."""
        if not self.stock and not self.deep:
            self.stock = self.pile[:-1]
            self.pile = self.pile[-1:]
            self.rng.shuffle(self.stock)

    # --- finding melds

    def melds_in(self, hand):
        """Return disjoint melds that a hand holds, found greedily in random order."""
        rng = self.rng
        found = []
        naturals = [c for c in hand if c < JOKER]
        jokers = [c for c in hand if c >= JOKER]
        by_suit = {}
        by_rank = {}
        for card in naturals:
            by_suit.setdefault(card % 52 // 13, {})[card % 13] = card
            by_rank.setdefault(card % 13, {})[card % 52 // 13] = card
        options = [list(cards.values()) for cards in by_rank.values() if len(cards) > 2]
        for cards in by_suit.values():
            row = []
            for rank in range(14):
                card = cards.get(rank % 13)
                if card is not None and (rank < 13 or self.family != "gin"):
                    row.append(card)
                    if len(row) > 2:
                        options.append(list(row))
                elif len(row) == 2 and jokers:
                    options.append([*row, jokers[0]])
                    row = []
                else:
                    row = []
        options += [[*c.values(), jokers[0]] for c in by_rank.values() if len(c) == 2 and jokers]
        rng.shuffle(options)
        options.sort(key=len, reverse=True)
        used = set()
        for cards in options:
            if not used & set(cards) and len(set(cards)) == len(cards):
                used |= set(cards)
                found.append(cards)
        return found

    def contract_in(self, hand, contract):
        """Return the melds of a contract (sets, runs) that a hand holds; [] if it holds none."""
        rng, most = self.rng, self.referee.rules["jokers_per_meld"]
        jokers = [card for card in hand if card >= JOKER]
        naturals = [card for card in hand if card < JOKER]
        rng.shuffle(naturals)
        wanted = ["run"] * contract[1] + ["set"] * contract[0]

        def shapes(kind, cards):
            if kind == "set":
                for rank in range(13):
                    yield [card for card in cards if card % 13 == rank][: rng.randint(3, 4)], 3
                return
            for suit, start in product(range(4), range(11)):
                faces = [suit * 13 + place % 13 for place in range(start, start + 4)]
                found = {card % 52: card for card in cards}
                yield [found[face] for face in faces if face in found], 4

        def search(at, cards, wild):
            if at == len(wanted):
                return []
            for some, least in shapes(wanted[at], cards):
                lack = max(0, least - len(some))
                if lack > min(most, len(wild)) or len(some) < 2:
                    continue
                rest = [card for card in cards if card not in some]
                more = search(at + 1, rest, wild[lack:])
                if more is not None:
                    return [some + wild[:lack], *more]
            return None

        return search(0, naturals, jokers) or []

    def new_melds(self, hand):
        """Return the melds that the seat on turn lays, mostly lawful ones."""
        contract = self.view.contract
        if not contract or self.rng.random() < 0.03:
            return self.melds_in(hand)
        return [] if self.view.has_laid[self.view.seat] else self.contract_in(hand, contract)

    def discarded(self, cards, hand):
        """Return a card to discard; in contrat mostly one that is of little use, so it ends."""
        if not self.view.contract or self.rng.random() < 0.1:
            return self.rng.choice(cards)

        def use(card):
            near = [c for c in hand if c != card and c < JOKER]
            ranks = [c for c in near if c % 13 == card % 13]
            runs = {c % 52 for c in near if c % 52 // 13 == card % 52 // 13 and 0 < abs(c % 13 - card % 13) < 4}
            sets, runs_asked = self.view.contract
            return card >= JOKER, len(ranks) * (sets > 0) + len(runs) * (runs_asked > 0)

        return min(cards, key=use)

    def free_zones(self):
        """Yield the names of empty meld zones, endlessly."""
        zone = 0
        while True:
            zone += 1
            if not self.view.cards(zone):
                yield f"meld{zone}"

    # --- turns

    def draws(self):
        """Tell whether the seat on turn draws from the stock, unless it takes the pile."""
        is_first = not self.referee.rules["opening_draw"] and max(self.view.turns) == 0
        return not is_first and self.stock

    def discard(self, hand, card):
        """Keep in mind that a card was discarded."""
        hand.remove(card)
        self.pile.append(card)

    def end_turn(self, seat, down, taken, discard):
        """Keep in mind what an accepted turn has moved."""
        self.pile = [card for card in self.pile if card not in taken]
        self.hands[seat] = [card for card in self.hands[seat] if card not in down and card != discard]
        if discard is not None:
            self.pile.append(discard)

    def turn_laying(self, seat, hand):
        """Play a turn of a laying game; if it is refused, put it right."""
        rng, before = self.rng, self.melds_now()
        self.refill()
        taken = self.taken_up(hand)  # the deepest first
        if taken:
            self.lift("discard", rng.sample(taken, len(taken)))
            hand.extend(taken)
        elif self.draws():
            hand.append(self.stock.pop())
            if rng.random() < 0.3:
                self.feed(draw=1)
        elif self.deep and rng.random() < 0.5:
            self.feed(seat=seat, press="pass")
            return
        down = []
        zones = self.free_zones()
        if rng.random() < 0.7:
            for cards in self.new_melds(hand):
                zone = next(zones)
                self.put(zone, cards)
                down += cards
                if rng.random() < 0.05 and cards[-1] >= JOKER:
                    self.feed(zone=zone, joker=code(cards[-1]), **{"as": code(rng.randrange(52))})
        if before and rng.random() < 0.6:
            down += self.lay_off(before, [card for card in hand if card not in down])
        if not self.honest and rng.random() < 0.1:
            some = rng.sample(hand, min(len(hand), rng.randint(1, 4)))
            if not set(some) & set(down):
                self.put(next(zones), some)
                down += some
        left = [card for card in hand if card not in down]
        discard = None
        if left and (not set(taken[:1]) & set(left) or rng.random() < 0.3):
            rest = [card for card in left if card not in taken[:1]] or left
            discard = self.discarded(rest, left)
            out = self.put("discard", [discard])
        else:
            out = self.feed(seat=seat, press="done")
        if has_turned(out):
            self.end_turn(seat, down, taken, discard)
        else:
            self.put_right(seat, before, taken, discard)

    def taken_up(self, hand):
        """Return the cards to take from the pile, the deepest first."""
        rng = self.rng
        if not self.pile or rng.random() > (0.4 if self.deep else 0.2):
            return []
        if not self.deep:
            return self.pile[-1:]
        first = rng.randrange(len(self.pile))
        for at in rng.sample(range(len(self.pile)), min(4, len(self.pile))):
            found = self.melds_in(hand + self.pile[at:])
            if any(self.pile[at] in cards for cards in found):
                first = at
        return self.pile[first:]

    def lay_off(self, before, left):
        """Try to lay off or to take a joker; return the cards that were put there."""
        rng = self.rng
        laid = []
        for zone, cards in before.items():
            for joker in [c for c in cards if c >= JOKER]:
                face = self.view.bound.get(joker)
                own = [c for c in left if c % 52 == face and c < JOKER]
                if own and rng.random() < 0.5:
                    self.lift(f"meld{zone}", [joker])
                    self.put(f"meld{zone}", own[:1])
                    laid.append(own[0])
                    left.remove(own[0])
                    target = rng.choice(list(before))
                    self.put(f"meld{target}", [joker])
        for card in list(left):
            for zone in before:
                if rng.random() < 0.1:
                    # Mostly try only cards that may fit.
                    near = any(abs(card - other) == 1 or card % 13 == other % 13 for other in before[zone])
                    if near or card >= JOKER:
                        self.put(f"meld{zone}", [card])
                        laid.append(card)
                        left.remove(card)
                        break
        return laid

    def put_right(self, seat, before, taken, discard):
        """Take back a refused turn and play a plain one."""
        view = self.view
        self.lift_new(before)
        for zone, cards in before.items():
            self.put(f"meld{zone}", [card for card in cards if view.zone_of(card) != zone])
        hand = self.hands[seat]
        if discard is not None:
            self.lift("discard", [discard])
        if taken:
            for card in taken:
                hand.remove(card)
            self.put("discard", taken)
            if self.draws():
                hand.append(self.stock.pop())
        if self.deep and not view.stock and view.phase == "turn":
            self.feed(draw=-view.draws)
            if has_turned(self.feed(seat=seat, press="pass")):
                return
        if not hand:  # after rulings, that say another number of cards than the hand has
            self.feed(ruling="void")
            return
        card = self.discarded(hand, hand)
        turned = has_turned(self.put("discard", [card]))
        if not turned:
            # The plain turn is refused too, as a sensor counted too many draws. Correct that.
            self.feed(draw=-self.view.draws)
            turned = has_turned(self.feed(seat=seat, press="done"))
        if turned:
            self.discard(hand, card)

    def turn_gin(self, seat, hand):
        """Play a turn of gin: the upcard, draw, knock when possible."""
        rng, game = self.rng, self.view
        taken = False
        for zone in game.zones():
            # The cards of a knock that was refused return to the hand.
            if zone:
                self.lift(zone_name(zone), list(game.cards(zone)))
        if game.is_opening() and rng.random() < 0.6:
            self.feed(seat=seat, press="pass")
            return
        rules = self.referee.rules
        over = game.upcard_is_over()
        if (game.is_opening() or rng.random() < 0.3) and self.pile and not over:
            taken = True
            hand.append(self.pile.pop())
            self.lift("discard", hand[-1:])
        elif self.stock:
            hand.append(self.stock.pop())
        melded = {card for cards in self.melds_in(hand) for card in cards}
        loose = [card for card in hand if card not in melded]
        limit = game.limit
        points = sorted(min(10, card % 13 + 1) for card in loose)
        if not loose:
            self.feed(seat=seat, press="knock")
            self.lay_down(seat)
            for _ in range(3):
                if game.phase == "turn":
                    self.lay_down_plainly(seat)
            return
        if sum(points[:-1]) <= limit or (not self.honest and rng.random() < 0.02):
            self.feed(seat=seat, press="knock")
        barred = hand[-1] if taken and not rules["discard_taken_card"] else None
        choice = [card for card in loose or hand if card != barred] or hand[:-1] or hand
        if not choice:
            self.feed(seat=seat, press="done")
            return
        card = max(choice, key=lambda each: min(10, each % 13 + 1))
        self.discard(hand, card)
        self.put("discard", [card])

    def lay_down(self, seat):
        """Lay a hand down at gin, partly as melds and partly on the seat zone, and press `done`."""
        rng = self.rng
        hand = list(self.hands[seat])
        zones = self.free_zones()
        fixed = self.view.melds()
        for cards in self.melds_in(hand):
            if rng.random() < 0.6:
                self.put(next(zones), cards)
                hand = [card for card in hand if card not in cards]
        if seat != self.view.knocker and fixed and hand and rng.random() < 0.2:
            self.put(f"meld{rng.choice(fixed)}", [hand.pop()])
        if rng.random() < 0.1 and hand:
            hand.pop()
        self.put(f"seat{seat}", hand)
        self.press_counted(seat)

    def lay_down_plainly(self, seat):
        """Lay the whole hand on the seat zone; leave the knocker's melds as laid."""
        self.lift_new(self.view.laid_down)
        seat_zone = self.view.cards(-1 - seat)
        self.put(f"seat{seat}", [card for card in self.hands[seat] if card not in seat_zone])
        self.press_counted(seat)

    def turn_manipulation(self, seat, hand):
        """Play a turn of manipulation: draw, meld, sometimes knock."""
        rng, before = self.rng, self.melds_now()
        press = "done"
        down = []
        drawn = 0
        most = min(3, len(self.stock))
        while drawn < most:
            drawn += 1
            hand.append(self.stock.pop())
            self.feed(draw=1)
            melds = self.melds_in(hand)
            if melds and drawn < 3 and rng.random() < 0.8:
                zones = self.free_zones()
                for cards in melds:
                    zone = next(zones)
                    self.put(zone, cards)
                    down += cards
                    if cards[-1] >= JOKER and rng.random() < 0.8:
                        self.declare(zone, cards)
                break
        for card, zone in product(list(hand), before):
            if card not in down and drawn < 3 and rng.random() < 0.05:
                self.put(f"meld{zone}", [card])
                down.append(card)
        if sum(25 if c >= JOKER else min(10, c % 13 + 1) for c in hand if c not in down) < 12:
            press = "knock"
        if has_turned(self.feed(seat=seat, press=press)):
            self.hands[seat] = [card for card in hand if card not in down]
            return
        self.lift_new(before)
        while drawn < most:
            drawn += 1
            hand.append(self.stock.pop())
            self.feed(draw=1)
        self.feed(seat=seat, press="done")

    def declare(self, zone, cards):
        """Declare what a joker can stand for beside these cards."""
        faces = [card % 52 for card in cards[:-1]]
        face = faces[-1] + 1
        if faces[0] % 13 == faces[1] % 13:
            suits = [suit * 13 + faces[0] % 13 for suit in range(4)]
            face = min(each for each in suits if each not in faces)
        self.feed(zone=zone, joker=code(cards[-1]), **{"as": code(min(face, 51))})

    # --- the count

    def count(self):
        """Lay down the cards of the next seat to count."""
        game = self.view
        seat = next(seat for seat in range(self.referee.seats) if seat in game.awaited())
        self.counts += 1
        if self.family == "gin":
            (self.lay_down if self.counts < 3 else self.lay_down_plainly)(seat)
            return
        cards = list(self.hands[seat])
        if self.rng.random() < 0.1 and cards:
            cards.pop()
        self.put(f"seat{seat}", cards)
        self.press_counted(seat)

    def press_counted(self, seat):
        """Let a seat press `done` for its count; somebody else often accepts a wrong number."""
        found = self.feed(seat=seat, press="done")
        if not any(each[2] == "count_mismatch" for each in found):
            return
        big_gin = self.view.phase == "turn"
        free = [s for s in range(self.referee.seats) if s != seat and (big_gin or s not in self.view.awaited())]
        if free and self.rng.random() < 0.5:
            self.feed(seat=free[0], press="done")
        elif not free and self.counts > 4:
            lying = len(self.view.cards(-1 - seat))
            if lying:
                self.feed(ruling="hand", seat=seat, cards=lying)
            else:  # a hand holds one card at least
                self.feed(ruling="count", seat=seat, points=0)


class Deciding(Players):
    """Players who rule now and then, at sensible and at senseless moments.

    `rulings` are the names they use. After an `undo` they mostly play the same turn again; what
    they hold may then be another hand than the referee thinks, as at a real table.
    """

    def __init__(self, game, seed, rulings=None, **how):
        super().__init__(game, f"deciding-{seed}", **how)
        self.rulings = rulings or sorted(RULINGS)

    def play(self, turns=120):
        while turns > 0:
            super().play(min(turns, 20))
            turns -= 20
            for _ in range(3):  # after the match too
                self.rule()
        return self

    def stray(self):
        super().stray()
        if self.family == "gin" and self.rng.random() < 0.1:
            self.feed(draw=2)  # a turn that only a ruling lets pass
        if self.rng.random() < 0.2:
            self.rule("accept")

    def deal(self):
        if self.rng.random() < 0.1:
            self.rule()
        if self.view.phase == "deal":
            super().deal()

    def count(self):
        if self.rng.random() < 0.3:
            self.rule("count")
        if self.view.phase == "count":
            super().count()

    def put_right(self, seat, before, taken, discard):
        if "accept" in self.rulings and self.rng.random() < 0.6:
            view = self.view
            if has_turned(self.feed(ruling="accept")):
                down = {card for zone in view.melds() for card in view.cards(zone)}
                self.end_turn(seat, down, taken, discard)
                return
        super().put_right(seat, before, taken, discard)

    def rule(self, likely=None):
        """Make one ruling, perhaps the likely one; one that ends or voids something is rare."""
        rng = self.rng
        name = likely if likely in self.rulings and rng.random() < 0.5 else rng.choice(self.rulings)
        if name in ("end", "void") and rng.random() < 0.85:
            return
        seat = rng.randrange(self.referee.seats)
        number = {
            "points": rng.choice((-1, 1)) * rng.choice((1, 7, 20, 120, 1000)),
            "count": int(1000 * rng.random() ** 4),
            "hand": max(1, self.view.hands[seat] + rng.randint(-2, 2)),
        }.get(name)
        if number is None:
            out = self.feed(ruling=name)
            if name == "end" and rng.random() < 0.9:
                self.feed(ruling="undo")
        else:
            out = self.feed(ruling=name, seat=seat, **{RULINGS[name]: number})
        if name == "undo" and out[0][0] == "ruling" and rng.random() < 0.7:
            if self.family == "manipulation":
                self.feed(draw=rng.randint(1, 3))
            self.feed(seat=self.view.seat, press="done")
