"""A match with real cards: each card is tapped, on a phone's reader or a keyboard of cards; JSON, without a table.

The page keeps the log: every answer has its new lines, and `begin` takes them all again. What the people did is said
by keys, and by the lines of the match; the words are the page's.
"""

from collections.abc import Sequence
from typing import Any, cast

from tierce.cards import CARDS, JOKER, code, codes, in_deck, parse
from tierce.events import to_log
from tierce.melds import CARDS as ORDER
from tierce.melds import STANDS
from tierce.phases import COUNT, TURN
from tierce.presets import LogError
from tierce.referee import Referee
from tierce_tools.base import paths
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.replay import Step
from tierce_tools.match.lines import Lines, unstyled
from tierce_tools.match.paper import note, rows
from tierce_tools.virtual.checks import shown

MOST_LINES = 20000  # of a log that a page brings
_LAST = 12  # lines of the match that are shown
_LONGEST_MS = 9007199254740991  # LOG.md, fine print 24
_BUTTONS = ("deal", "pass", "knock", "draw")
_RULINGS = ("undo", "accept", "void", "count", "end")

_TAPS: Any = paths.board_module("app.sensing.taps")
Told = dict[str, Any]
Event = tuple[Any, ...]


class Real:
    """One match, from its log: the header, then its events. Raises LogError for a bad header.

    Events that can't be read are left out: `bad` counts them.
    """

    def __init__(self, log: Sequence[Any], language: str) -> None:
        self.header = log[0]
        self.referee = Referee(self.header)
        self.view = self.referee.view
        self.taps = _TAPS.Taps(self.view)
        self.told = Lines(self.header, language)
        self.happened: list[list[str]] = []
        self.owners: dict[int, int] = {}  # meld zone -> the seat that laid there first
        self.new: list[Told] = []
        self.said: Told = {}
        self.bad = 0
        for line in log[1:]:
            try:
                self._happens(line, self.referee.feed(line))
            except LogError:
                self.bad += 1
        # What was refused before the page was left
        self.taps.refused = self.taps.lies_open()

    # --- what happens

    def feed(self, events: Sequence[Event]) -> list[Event]:
        """Feed events to the referee; return their outcomes. What was counted is taken up when a turn goes on."""
        found: list[Event] = []
        for event in events:
            line = to_log(event)
            outcomes = list(self.referee.take(event))
            self.new.append(line)
            self._happens(line, outcomes)
            found += outcomes
        self.taps.told(found)
        if events and not self.taps.big_gin() and (up := self.taps.hands_up(self.view.t)):
            found += self.feed(up)
        for outcome in found:
            if outcome[0] in ("turn", "refused", "round", "match"):
                self.said = {"key": outcome[0], "mood": "bad" if outcome[0] == "refused" else "good"}
        return found

    def _happens(self, line: Told, outcomes: Sequence[Event]) -> None:
        step = Step(0, 0, line, list(outcomes), self.referee)
        self.happened += [
            [event, said] for event, pieces in self.told.lines(step) if (said := unstyled(pieces).strip())
        ]
        del self.happened[:-_LAST]
        lying = self.view.start
        turns: list[int] = [outcome[2] for outcome in outcomes if outcome[0] == "turn"]
        for seat in turns:
            self.owners = {zone: self.owners.get(zone, seat) for zone in lying}

    # --- what the people do

    def do(self, asked: Told) -> None:
        """Do what the page asks. Raises Trouble, or LogError."""
        self.said = {}
        act = asked.get("act")
        t = asked.get("t")
        t = max(self.view.t, t) if type(t) is int and 0 <= t <= _LONGEST_MS else self.view.t
        taps = self.taps
        if act in ("tap", "face"):
            self._tap(self._card(asked.get("card"), act == "face"), t)
        elif act == "press" and asked.get("button") in _BUTTONS:
            self.feed(taps.press(str(asked["button"]), t))
        elif act == "done":
            taps.done()
            if not taps.asks():
                self.feed(taps.events(t))
        elif act == "ok":
            self.feed(taps.events(t))
        elif act == "next":
            taps.next()
        elif act == "back":
            self.feed(taps.take_back(t))
        elif act == "accept_count":
            self.feed(taps.accepts(t))
        elif act == "ruling" and asked.get("name") in _RULINGS:
            self._rule(asked, t)
        elif act != "look":
            raise Trouble("real.no_act", "There is no action {act}.", act=shown(act))

    def _card(self, name: object, any_copy: bool) -> int:
        """Return the card that was tapped; of a face the copy that is free. Raises Trouble."""
        card = parse(name) if isinstance(name, str) else -1
        rules = self.view.rules
        if card < 0 or not in_deck(card, rules["decks"], rules["jokers"]):
            raise Trouble("real.no_card", "{card} is not played in this game.", card=shown(name))
        if not any_copy:
            return card
        like = range(JOKER, CARDS) if card >= JOKER else range(card % 52, JOKER, 52)
        alike = [other for other in like if in_deck(other, rules["decks"], rules["jokers"])]
        tapped = {*self.taps.laid, *self.taps.counted, *self.taps.taken}
        lying = {each for zone in self.view.zones() for each in self.view.cards(zone)}
        free = [other for other in alike if other not in lying | tapped]
        return (free or [other for other in alike if other in tapped] or alike)[0]

    def _tap(self, card: int, t: int) -> None:
        what, zone, events = self.taps.tap(card, t)
        self.said = {"key": what, "card": code(card)}
        if what == _TAPS.LIES:
            self.said |= {"mood": "note", "zone": zone, "owner": self.owners.get(zone, -1 - zone if zone < 0 else -1)}
        self.feed(events)

    def tap_again(self, tapped: object) -> None:
        """Take in the cards that were tapped before the page was left: {"taken", "laid", "counted"}."""
        given = cast("Told", tapped) if isinstance(tapped, dict) else {}
        for key in ("taken", "laid", "counted"):
            found: Any = given.get(key)
            for name in cast("list[Any]", found) if isinstance(found, list) else ():
                card = parse(name) if isinstance(name, str) else -1
                rules = self.view.rules
                known = card >= 0 and in_deck(card, rules["decks"], rules["jokers"])
                if known and card not in (*self.taps.laid, *self.taps.counted) and not self.view.upcard_due:
                    if key != "taken" or not self.taps.taken:
                        self.taps.tap(card, self.view.t)

    def _rule(self, asked: Told, t: int) -> None:
        name = asked["name"]
        if name == "count":
            event: Event = ("ruling", t, name, self.taps.seat(), asked.get("points"))
        else:
            event = ("ruling", t, name, None, None)
        self.feed([event])
        if name == "undo":
            self.feed(self.taps.take_back(t))

    # --- what is to be seen

    def snapshot(self) -> Told:
        """Return all that the page shows, and the log's new lines."""
        view, taps = self.view, self.taps
        seat = taps.seat()
        new, self.new = self.new, []
        return {
            "new": new,
            "said": self.said,
            "bad": self.bad,
            "game": self.header["game"],
            "players": self.told.players,
            "phase": view.phase,
            "seat": seat,
            "upcard": view.upcard_due,
            "offered": view.is_offered(),
            "knocking": view.is_knocking(),
            "refused": taps.refused,
            "taken": codes(taps.taken),
            "laid": codes(taps.laid),
            "counted": codes(taps.counted),
            "due": taps.due() if view.phase == COUNT or (view.phase == TURN and taps.big_gin()) else 0,
            "short": seat in taps.short,
            "may_accept": bool(taps.accepts(0)),
            "ways": self._ways(),
            "presses": [*(view.presses(seat) if seat >= 0 else ()), *(["draw"] if "draws" in view.rules else [])],
            "rulings": [name for name in view.rulings() if name in _RULINGS and (name != "accept" or self._waivable())],
            "melds": [self._meld(zone) for zone in view.melds()],
            "pile": codes(view.pile[-1:]) if view.rules["discard"] else [],
            "pile_cards": len(view.pile),
            "stock": view.stock,
            "hands": list(view.hands),
            "contract": list(view.contract),
            "dealt": view.dealt(),
            "happened": self.happened,
            "sheet": {
                "rows": [vars(each) for each in rows(self.told.rounds, self.told.say)],
                "note": note(self.told.rounds, self.told.say),
                "totals": self.told.rounds.totals,
            },
        }

    def _waivable(self) -> bool:
        broken = self.view.breaks() if self.taps.refused else None
        return bool(broken) and all(waived for _, _, waived in broken or ())

    def _meld(self, zone: int) -> Told:
        _, order, stands, _ = self.view.reading(zone)
        return {
            "zone": zone,
            "owner": self.owners.get(zone, -1),
            "cards": codes(order),
            "jokers": {code(joker): code(stands[joker]) for joker in stands},
        }

    def _ways(self) -> Told | None:
        taps = self.taps
        if not taps.ways:
            return None
        discard = taps.ways[taps.at][1]
        parts = [self._part(*part) for part in taps.parts()]
        if discard >= 0:
            parts.append({"kind": "discard", "cards": [code(discard)]})
        return {"at": taps.at, "of": len(taps.ways), "parts": parts}

    def _part(self, kind: str, zone: int, reading: Any, came: list[int], gone: list[int]) -> Told:
        """Return what changes on a meld zone, as `Taps.parts` has it."""
        stands = {code(joker): code(face) for joker, face in reading[STANDS].items()}
        part: Told = {"kind": kind, "cards": codes(reading[ORDER]), "jokers": stands}
        if kind in ("meld", "gone"):
            return {**part, "was": codes(self.view.start[zone])}
        if kind == "new":
            return part
        return {**part, "came": codes(came), "gone": codes(gone), "owner": self.owners.get(zone, -1)}


class Session:
    """The one match of a page."""

    def __init__(self) -> None:
        self.match: Real | None = None

    def act(self, asked: Told, language: str) -> Told:
        """Answer a request {"act", ...}. Raises Trouble, or LogError."""
        if asked.get("act") == "begin":
            log: Any = asked.get("log")
            if not isinstance(log, list) or not 0 < len(cast("list[Any]", log)) <= MOST_LINES:
                raise Trouble("real.no_log", "The page cannot go on with this match: begin a new one.")
            self.match = Real(cast("list[Any]", log), language)
            self.match.tap_again(asked.get("tapped"))
        elif self.match is None:
            raise Trouble("real.no_match", "No match is in play: begin one.")
        else:
            self.match.do(asked)
        return self.match.snapshot()
