"""A concise way to play at a table, so that tests read like their clauses.

Runs on CPython, on MicroPython, and on a board. Cards are written as in the log ("5H 6H X1").
"""

import json
import unittest

from tierce.cards import parse
from tierce.outcomes import line
from tierce.phases import RULINGS
from tierce.phrases import table
from tierce.presets import PRESETS, makes_sense, options_of
from tierce.referee import Referee
from tierce.said import sentence

# House rules for every table that does not set them itself: `tierce test --rule NAME=VALUE`.
HOUSE = {}

# Any meld opens; for tables where the first lay is not tested.
FREE = {"first_lay_points": 0, "first_lay_pure_run": False}


class Play:
    """A table at play. Every method feeds one line and keeps its outcomes in `last`.

    `deck` and the keys of `begun` go into the header; `show_melds` adds the outcomes of `--melds`.
    """

    def __init__(self, game, seats=2, dealer=None, show_melds=False, deck=None, begun=None, **rules):
        known = options_of(PRESETS[game])
        house = {name: HOUSE[name] for name in HOUSE if makes_sense(HOUSE[name], known.get(name, ()))}
        house.update(rules)
        self.seats = seats
        # By default the last seat deals, so that seat 0 plays first.
        self.dealer = seats - 1 if dealer is None else dealer
        players = ["Ana", "Luc", "Zoe", "Max", "Ida", "Eve"][:seats]
        self.header = {"tierce": 1, "game": game, "players": players, "dealer": self.dealer, "rules": house}
        if deck:
            self.header["deck"] = deck
        self.header.update(begun or {})
        self.referee = Referee(self.header, show_melds)
        self.lying = {}
        self.t = 0
        self.last = []
        self.lines = []  # the same as lines of JSON
        self.all = []

    def feed(self, **event):
        """Feed one event; return its outcomes as dicts."""
        self.t += 1000
        event["t"] = self.t
        self.lines = [line(outcome) for outcome in self.referee.feed(event)]
        self.last = [json.loads(text) for text in self.lines]
        self.all.extend(self.last)
        return self.last

    @property
    def active(self):
        """The seat on turn."""
        return self.referee.view.seat

    def press(self, button, seat=None):
        """Press a button of a seat, by default of the seat on turn."""
        return self.feed(seat=self.active if seat is None else seat, press=button)

    def deal(self, upcard=None):
        """Deal a round and turn up the first card."""
        found = self.press("deal", self.referee.view.dealer)
        if upcard:
            self.discard(upcard)
            self.last = found
        return found

    def put(self, zone, cards):
        """Put cards in a zone; who lay in another one lies there no more."""
        for there in self.lying.values():
            there[:] = [card for card in there if card not in cards.split()]
        self.lying.setdefault(zone, []).extend(cards.split())
        return self.feed(zone=zone, **{"in": cards.split()})

    def lift(self, zone, cards):
        """Take cards out of a zone."""
        left = self.lying.get(zone, [])
        self.lying[zone] = [card for card in left if card not in cards.split()]
        return self.feed(zone=zone, out=cards.split())

    def clear(self):
        for zone in sorted(self.lying):
            if self.lying[zone]:
                self.lift(zone, " ".join(self.lying[zone]))

    def move(self, cards, source, target):
        self.lift(source, cards)
        return self.put(target, cards)

    def lay(self, **melds):
        """Lay melds on their zones: lay(meld1="5H 6H 7H")."""
        for zone in sorted(melds):
            self.put(zone, melds[zone])
        return self.last

    def play(self, draw=0, take=None, discard=None, **melds):
        """Draw from the stock, take the top of the discard, lay melds, discard; return the table."""
        if draw:
            self.draw(draw)
        if take:
            self.take(take)
        self.lay(**melds)
        if discard:
            self.discard(discard)
        return self

    def place(self, zone, cards, first=True):
        """Put cards in a zone; those that lie in another one are taken up `first`."""
        for other in sorted(self.lying) if first else ():
            there = [card for card in self.lying[other] if card in cards]
            if there and other != zone:
                self.lift(other, " ".join(there))
        if cards:
            self.put(zone, " ".join(cards))

    def say(self, zone, joker, card):
        """Declare what a joker stands for."""
        return self.feed(**{"zone": zone, "joker": joker, "as": card})

    def discard(self, card):
        return self.put("discard", card)

    def discards(self, cards):
        """Play one turn per card, with nothing but its discard."""
        for card in cards.split():
            self.discard(card)
        return self.last

    def take(self, card):
        """Take a card from the discard."""
        return self.lift("discard", card)

    def draw(self, count=1):
        """Draw `count` cards from the stock."""
        return self.feed(draw=count)

    def done(self, seat=None):
        return self.press("done", seat)

    def turn(self, draws=1, said=(), **melds):
        """Draw, lay cards, declare jokers, press `done`; return the table."""
        if draws:
            self.draw(draws)
        self.lay(**melds)
        for zone, joker, card in said:
            self.say(zone, joker, card)
        self.done()
        return self

    def count(self, seat, cards="", **melds):
        """Lay a hand down, in melds and on its seat zone, press `done`; return the table."""
        self.lay(**melds)
        if cards:
            self.put("seat%d" % seat, cards)
        self.done(seat)
        return self


def opened(game, seats=2, upcard="4C", **how):
    """Return a dealt table with this upcard, or none; `how` goes to `Play`."""
    table = Play(game, seats, **how)
    table.deal(upcard)
    return table


def both_passed(upcard="4C", **rules):
    """Return a table of gin where both seats passed; seat 0 draws from the stock."""
    table = opened("gin", upcard=upcard, **rules)
    table.press("pass")
    table.press("pass")
    return table


def ready(game, seats=2, **rules):
    """Return a table where each seat has had one turn and any meld opens; seat 0 is on turn."""
    table = Play(game, seats, **dict(dict(FREE, hand=PRESETS[game]["hand"]), **rules))
    table.deal("4C")
    table.discards(" ".join("2C 3C 5C 7C 9C".split()[:seats]))
    return table


def lines(names):
    """Give the cases of a module, its `globals()`, a test for each row of their `lines`.

    A row is "name | how the table begins | steps". One without a name is another part of the test
    before, and one without bars goes on with its steps; "# why" is a comment. A table begins with the
    name of a method of the case, or of a function of its module, of this one or of `tables`, and what it
    takes; words without `=` are one text, whose blanks in a value are `~`. Where values stand side by side, as in
    rami51/rami30, there is a table for each. The steps: `Clause.follow`.
    """
    for case in list(names.values()):
        parts = []
        for row in getattr(case, "lines", "").split("\n") if isinstance(case, type) else ():
            if "|" not in row:
                if row.strip() and row.strip()[0] != "#":
                    parts[-1][1] += row
                continue
            name, begin, steps = [part.strip() for part in row.split("|")]
            if name:
                name = "test_" + name.replace(" ", "_")
                if hasattr(case, name):
                    raise ValueError("two tests are called " + name)
                parts = []
                setattr(case, name, _test(names, parts))
            parts.append([begin.split(), steps])


def _test(names, parts):
    def test(self):
        for (begin, *given), steps in parts:
            begin = getattr(self, begin, None) or names.get(begin) or globals().get(begin) or tables(begin)
            for words in each_of(given):
                text = " ".join([word for word in words if "=" not in word])
                how = values([word for word in words if "=" in word])
                self.follow(begin(value(text), **how) if text else begin(**how), steps)

    return test


def each_of(words):
    """Return these words with each of the values that stand side by side in one of them."""
    ways = [[]]
    for word in words:
        name, equals, many = word.rpartition("=")
        ways = [way + [name + equals + each] for way in ways for each in many.split("/")]
    return ways


def tables(name):
    """Return a function of the module `tables`, which needs this one."""
    return getattr(__import__("tables"), name)


def value(text):
    """Return a value of a row: a number, a truth, a list ("0,200"; "0," has one), "X1:6H" as a dict, or a text."""
    if ":" in text:
        return dict([pair.split(":") for pair in text.split(",")])
    if "," in text:
        return [value(each) for each in text.split(",") if each]
    if text in ("true", "false", "null"):
        return {"true": True, "false": False}.get(text)
    return int(text) if text.lstrip("-").isdigit() else text.replace("~", " ")


def values(words):
    """Return the values of NAME=VALUEs; a zone's are cards: meld1=5H,6H,7H."""
    pairs = [word.split("=") for word in words]
    return {name: text.replace(",", " ") if name[:4] == "meld" else value(text) for name, text in pairs}


def steps_of(text):
    """Yield the steps of a row: a first word, and the cards and NAME=VALUEs that follow it."""
    step = []
    for word in text.split():
        if step and ("=" in word or parse(word) >= 0):
            step.append(word)
        else:
            if step:
                yield step
            step = [word]
    yield step


class Clause(unittest.TestCase):
    """The tests of one clause. `clause` is its name: a code of LOG.md, or a key of the names."""

    clause = None

    def outcome(self, play, event):
        """Return the only outcome of this kind after the last line."""
        found = [each for each in play.last if each["event"] == event]
        if len(found) != 1:
            self.fail("%s expected, not %s" % (event, " ".join(play.lines) or "nothing"))
        return found[0]

    def check(self, play, event, expected):
        """Check that the last line had an outcome with these values."""
        found = self.outcome(play, event)
        for key in sorted(expected):
            self.assertEqual((key, found.get(key)), (key, expected[key]))

    def accepted(self, play, **values):
        """Check that the last line ended a turn, with these values."""
        self.check(play, "turn", values)

    def refused(self, play, *codes, **values):
        """Check that the last line was refused, for exactly these clauses."""
        values["codes"] = list(codes)
        self.check(play, "refused", values)
        self.assertEqual(len(self.outcome(play, "refused")["figures"]), len(codes))

    def why(self, play, *parts):
        """Check that the reasons of the last refusal contain these figures or words."""
        reasons = self.outcome(play, "refused")["figures"]
        text = "; ".join([sentence(reason, table("en")) for reason in reasons])
        for part in parts:
            self.assertIn(str(part), text)

    def warned(self, play, code, **values):
        """Check that the last line had a warning."""
        values["code"] = code
        self.check(play, "warning", values)

    def silent(self, play):
        """Check that the last line had no outcome."""
        self.assertEqual(play.last, [])

    def events(self, play, *kinds):
        """Check the kinds of the last line's outcomes, in order; of warnings, their codes."""
        self.assertEqual([each.get("code", each["event"]) for each in play.last], list(kinds))

    def follow(self, play, text):
        """Take the steps of a row.

        "1 5H 6H X1" puts cards on meld 1, from wherever they lie, "s0 KS" on a seat zone, "> 2D" on the
        discard; "+1 5H": it is not seen to leave where it lay; "1 X1=7H" declares a joker; "-5H,6H" takes
        cards up. "draw" is one card, "draw3" are three. "done", "knock", "pass", "hint" are pressed by the
        seat on turn, "done1" by seat 1; "deal" and "clear" are for all; a ruling is its name and values.
        Checked are "!a,b", refused for exactly these clauses; "ok laid=30", a turn; "shuffled", "round",
        "match", "warning" and so on, outcomes with values; "~", no outcome; "view:" what the view says (names
        that some code here reads too, as only these are kept in a merged board's program); "name:" a check of
        the case itself.
        """
        for step in steps_of(text):
            head, rest = step[0].lstrip("+"), step[1:]
            press = head.rstrip("0123456789")
            name, colon, more = head.partition(":")
            how = values([word for word in rest if "=" in word])
            if head == "~":
                self.silent(play)
            elif head[0] == "!":
                self.refused(play, *head[1:].split(","), **how)
            elif name == "view":
                for key in how:
                    found = getattr(play.referee.view, key)
                    self.assertEqual(list(found) if isinstance(how[key], list) else found, how[key])
            elif colon:
                getattr(self, name)(play, *[value(each) for each in more.split(",") if each], **how)
            elif head[0] == "-":
                cards = head[1:].split(",")
                play.lift(next(zone for zone in play.lying if cards[0] in play.lying[zone]), " ".join(cards))
            elif press in ("draw", "draw-"):
                play.draw(int(head[4:] or 1))
            elif head in RULINGS:
                play.feed(ruling=head, **how)
            elif head in ("deal", "clear"):
                getattr(play, head)()
            elif press in ("done", "knock", "pass", "deal", "hint"):
                play.press(press, int(head[len(press) :]) if head != press else None)
            elif press in ("", "s", ">"):
                zone = "discard" if head == ">" else ("seat" if press else "meld") + head[len(press) :]
                play.place(zone, [word for word in rest if "=" not in word], step[0] == head)
                for word in rest:
                    if "=" in word:
                        play.say(zone, *word.split("="))
            else:
                self.check(play, {"ok": "turn", "shuffled": "reshuffle"}.get(head, head), how)
