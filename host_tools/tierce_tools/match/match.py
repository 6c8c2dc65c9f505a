"""The match in play, from a link's records, as the page shows it in each language.

Pure: no threads and no clock. Verdicts and facts about the game come only from the referee that
follows the records.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from tierce.outcomes import keys
from tierce.phases import COUNT, OVER, TURN
from tierce.referee import Referee
from tierce.zones import zone_name
from tierce_tools.base.texts import languages
from tierce_tools.logs.records import DAMAGED, Record, kind_of
from tierce_tools.logs.replay import Event, Outcome, Step
from tierce_tools.logs.rounds import Rounds, is_round
from tierce_tools.match import ends, headlines, state, verdicts
from tierce_tools.match.lines import Lines, unstyled
from tierce_tools.match.places import seat_of
from tierce_tools.match.sentences import warning_name
from tierce_tools.match.verdicts import Before
from tierce_tools.match.watcher import Began, Damaged, Differs, Happening, Left, Lost, Restarted, Said, Watcher
from tierce_tools.match.why import (
    House,
    Named,
    Part,
    Text,
    Zone,
    by_codes,
    cards_of,
    joined,
    known,
    said,
    warned,
    warning,
)
from tierce_tools.rules.reasons import Reason, sentences

Entry = dict[str, Any]

_KEPT = 1000  # entries kept in the log
_VERDICTS = ("turn", "refused", "round", "match", "ruling")
_MOODS = {
    **dict.fromkeys("turn round match".split(), "good"),
    **dict.fromkeys("refused differs".split(), "bad"),
    **dict.fromkeys("warning ruling left lost restarted taken_back back shown hidden damaged".split(), "note"),
}


class FollowedMatch:
    """Takes records; `entries` are the latest of the log, the oldest first."""

    def __init__(self) -> None:
        self._watching = Watcher()
        self.entries: deque[Entry] = deque(maxlen=_KEPT)
        self._number = 0
        self._begin(None)

    def forget(self) -> None:
        """Reset, as another log begins. The log's entries stay."""
        self._watching.forget()
        self._begin(None)

    def go_back(self, seat: int) -> None:
        """Be told that the next restart takes a turn of a seat back: it is no power cut."""
        self._back: int | None = seat

    def tell(self, what: str, seat: int) -> None:
        """Add a line of the table's own to the log, about a seat: a name of LINES."""
        if self.house is not None:
            self.entries.append(self._notice(what, {"player": self.house.name(seat)}))

    def _begin(self, header: Event | None) -> None:
        self._back = None
        self.house: House | None = None if header is None else House.of(header)
        self._lines: dict[str, Lines] = {}
        if header is not None:
            self._lines = {lang: Lines(header, lang, marked=False) for lang in languages()}
        self._verdict: Entry | None = None
        self.end: Entry | None = None  # the end of the last round, until somebody has read it
        self._rounds = Rounds(header or {"players": []})
        self._laid_by: dict[int, int] = {}  # meld zone -> the seat that laid the meld there
        self._t = 0
        self._jokers: list[dict[str, Any]] | None = None  # None: must be computed
        self._last: dict[str, Any] | None = None  # the last section "match", after a loss
        self._doubt: dict[str, Any] | None = None  # the section "doubt"

    @property
    def referee(self) -> Referee | None:
        """The referee that follows the match; None without a match, and after a loss. Read only."""
        return self._watching.referee

    @property
    def header(self) -> Event | None:
        """The header of the match in play."""
        return self._watching.header

    @property
    def is_begun(self) -> bool:
        """Tell whether anything has happened in the match in play."""
        return self.header is not None and bool(self._watching.events)

    def log(self) -> list[Event]:
        """Return the log of the match in play: its header, then its events; [] without a match."""
        watching = self._watching
        if watching.header is None:
            return []
        return [watching.header, *(event for _, event in watching.events)]

    # --- records

    def take(self, records: Iterable[Record]) -> list[Entry]:
        """Take records and losses, in order; return the log's new entries."""
        new: list[Entry] = []
        for record in records:
            gone = "lost" in record or kind_of(record) == DAMAGED
            last = self._match() if gone else None
            for happening, before in self._with_before(self._watching.take(record)):
                new += self._happened(happening, before)
                self._jokers = None
            if last is not None and self.referee is None:
                self._last = last | {"phase": "lost", "seat": -1, "may": {}, "awaited": []}
        self.entries.extend(new)
        return new

    def _with_before(self, taken: Iterator[Happening]) -> Iterator[tuple[Happening, Before | None]]:
        """Yield each happening with the referee's state before it."""
        while True:
            referee = self.referee
            before = None if referee is None else Before.of(referee.view)
            happening = next(taken, None)
            if happening is None:
                return
            yield happening, before

    def _happened(self, happening: Happening, before: Before | None) -> list[Entry]:
        match happening:
            case Began():
                self._begin(happening.header)
                assert self.house is not None
                values = {"game": Named("GAMES", self.house.game), "players": ", ".join(self.house.players)}
                return [self._notice("began", values)]
            case Left():
                entry = self._notice("left", {})
                self._begin(None)
                return [entry]
            case Lost():
                return [self._notice("lost", {"count": happening.count})] if self.house else []
            case Damaged():
                return [self._damaged(happening)]
            case Restarted():
                return self._restarted(happening.back)
            case Differs():
                return [self._notice("differs", {})]
            case Said():
                return self._said(happening.outcome)
            case Step():
                return self._step(happening, before)

    def _damaged(self, happening: Damaged) -> Entry:
        players = self.house.players if self.house else []
        totals = happening.totals
        self._doubt = {"players": players if len(players) == len(totals) else [], "totals": totals}
        return self._notice("damaged", {})

    def _restarted(self, back: bool) -> list[Entry]:
        header = self.header
        if header is None:
            return []
        seat = self._back
        if not back:
            self._back = None
            return [] if seat is not None else [self._notice("restarted", {})]
        # The last events were lost, so everything derived from them is derived again.
        self._begin(header)
        self._back = seat
        for happening, before in self._with_before(self._watching.again()):
            if isinstance(happening, Step):
                self._step(happening, before)
        if seat is None or self.house is None:
            return [self._notice("taken_back", {})]
        return [self._notice("back", {"player": self.house.name(seat)})]

    def _entry(self, event: str, text: Text, why: list[dict[str, Any]] | None = None, t: int | None = None) -> Entry:
        self._number += 1
        return {
            "n": self._number,
            "t": self._t if t is None else t,
            "event": event,
            "mood": _MOODS.get(event, "plain"),
            "text": text,
            "why": why or [],
        }

    def _notice(self, event: str, values: dict[str, Any], line: str = "") -> Entry:
        players = self.house.players if self.house else []
        return self._entry(event, said("LINES", [(line or event, values)], players))

    # --- the referee's steps

    def _step(self, step: Step, before: Before | None) -> list[Entry]:
        event = step.event or {}
        self._t = event.get("t", self._t)
        referee = step.referee
        is_open = referee is not None and referee.view.phase in (COUNT, OVER)
        entries = self._moved(event, is_open)
        self._own(step.outcomes, referee)
        refused = any(outcome[0] == "refused" for outcome in step.outcomes)
        press = event.get("press")
        if referee is not None and referee.view.phase in (TURN, COUNT):
            self.end = None  # a deal, or a turn that is taken back
        if press in ("deal", "knock") and not refused:
            text = self._told(replace(step, outcomes=[]))
            if text["en"]:
                entries.append(self._entry(press, text, self._pressed(press, referee)))
        ruling = step.outcomes[0] if step.outcomes else ()
        ruling = ruling if ruling and ruling[0] == "ruling" else ()
        for outcome in step.outcomes:
            entry = self._outcome(replace(step, event={}, outcomes=[outcome]), before, ruling)
            entries.append(entry)
            if outcome[0] in _VERDICTS:
                self._verdict = entry
        return entries

    def _own(self, outcomes: list[Outcome], referee: Referee | None) -> None:
        """Note whose the new melds of an accepted turn, or of a lay-down, are."""
        there = set(referee.view.melds()) if referee else set[int]()
        self._laid_by = {zone: seat for zone, seat in self._laid_by.items() if zone in there}
        if referee is None or referee.rules["family"] == "manipulation":
            return
        counting = referee.rules["family"] == "gin" and referee.view.phase == COUNT
        awaited = referee.view.awaited() if counting else ()
        seats = [outcome[2] for outcome in outcomes if outcome[0] == "turn"] or list(awaited[:1])
        for zone in there if seats else ():
            self._laid_by.setdefault(zone, seats[0])

    def _told(self, step: Step) -> Text:
        """Return a step's sentences, in each language."""
        text: Text = {}
        for lang, lines in self._lines.items():
            plain = [unstyled(line).strip() for _, line in lines.lines(step)]
            whole = ". ".join(line for line in plain if line)
            text[lang] = whole[:1].upper() + whole[1:]
        return text

    def _moved(self, event: Event, is_open: bool) -> list[Entry]:
        """Return the entries of moved cards; `is_open`: hands are laid down for all to see.

        Otherwise cards on a seat's zone are `for` that seat only.
        """
        parts: list[Part] = []
        if "joker" in event:
            values = {"zone": Zone(event["zone"]), "card": by_codes([event["as"]])}
            parts.append(("declare", values))
        elif "zone" in event:
            moved = [("out", "went"), ("in", "came")]
            if event["zone"] == "discard" and event.get("in"):
                moved = [("in", "on_top")]  # a card below it is covered, not gone
            for key, name in moved:
                if event.get(key):
                    values = {"zone": Zone(event["zone"]), "cards": by_codes(event[key])}
                    parts.append((name, values))
        elif event.get("draw"):
            count: int = event["draw"]
            values = {"cards": cards_of(abs(count))}
            parts.append(("draw" if count > 0 else "draw_back", values))
        if not parts or self.house is None:
            return []
        kind = parts[-1][0] if parts[-1][0] == "declare" else "draw" if "draw" in event else "cards"
        entry = self._entry(kind, said("LINES", parts, self.house.players))
        whose = seat_of(event.get("zone", ""))
        if whose is not None and not is_open:
            entry["for"] = whose
        return [entry]

    def _pressed(self, press: str, referee: Referee | None) -> list[dict[str, Any]]:
        if referee is None or self.house is None:
            return []
        if press == "deal":
            house = self.house.in_round(referee.view)
            return [house.why("deal", "TURNS", verdicts.deal(house, referee.view))]
        if self.house.rules["family"] == "gin" and referee.view.phase == TURN:
            return [self.house.why("gin_lay_down", "TURNS", [("gin_says_knock", {})])]
        return []

    def _outcome(self, step: Step, before: Before | None, ruling: Outcome) -> Entry:
        """Return the entry of the one outcome of a step.

        `ruling` is the outcome `ruling` of the same event, or ().
        """
        house, referee = self.house, step.referee
        outcome = step.outcomes[0]
        assert house is not None and referee is not None
        told = dict(zip(keys(outcome), outcome[2:], strict=True))
        event: str = outcome[0]
        view = referee.view
        house = house.in_round(view)
        if event == "refused":
            return self._refused(house, told)
        text = self._told(step)
        name = str(ruling[2]) if ruling else ""
        scored = self._rounds.scored
        self._rounds.take(event, {"t": outcome[1], **told})
        waived: list[dict[str, Any]] = []
        if name == "accept" and event in ("turn", "ruling"):
            waived = [house.waived(code) for code in ruling[4]]
        if event == "warning":
            return self._entry(event, text, [house.warning(told, text)])
        if event == "turn" and before is not None:
            codes = ruling[4] if name == "accept" else ()
            parts = verdicts.turn(house, told, before, view, codes)
            why = house.why(verdicts.clause_of(parts), "TURNS", parts, sentence=text)
            head = headlines.of_turn(house, told, view)
        elif event == "round":
            clause = ends.clause_of(house, told, name)
            why = house.why(clause, "ENDS", ends.ended(house, told, view, name), sentence=text)
            head = headlines.of_round(house, told, view)
            self.end = ends.sheet(told, view)
        elif event == "match":
            parts = ends.over(house, told, scored, view, self._rounds.closed)
            why = house.why(event, "ENDS", parts, sentence=text)
            head = headlines.of_match(house, told)
            if self.end is not None:
                self.end = ends.sheet_now(self.end, told["totals"], told["winners"], True)
        elif event == "reshuffle":
            why = house.why(event, "TURNS", verdicts.reshuffled(told, name), sentence=text)
            return self._entry(event, text, [why])
        elif event == "ruling" and before is not None:
            parts = verdicts.ruled(house, told, before, view)
            why = house.why(event, "TURNS", parts, verdicts.clause_of_ruling(name), text)
            if name == "points":
                self._correct_end(told)
            return self._entry(event, text, [why, *waived])
        else:
            if event == "recave":
                self._correct_end(told)
            return self._entry(event, text)
        return {**self._entry(event, text, [why, *waived]), "head": head, "seat": told.get("seat")}

    def _correct_end(self, told: dict[str, Any]) -> None:
        """Let the sheet of the last round show the totals of an outcome."""
        if self.end is not None:
            winners = next(row["winners"] for row in self._rounds.rows[::-1] if is_round(row))
            self.end = ends.sheet_now(self.end, told["totals"], winners, False)

    def _refused(self, house: House, told: dict[str, Any]) -> Entry:
        """Return the entry of a refusal, from the values of its outcome or record."""
        why = {lang: sentences(told, lang) for lang in languages()}
        codes: list[str] = told["codes"]
        reasons: list[Reason] = told.get("figures") or [(code,) for code in codes]
        explained = [
            house.refusal(code, reason[0], {lang: why[lang][at] for lang in why})
            for at, (code, reason) in enumerate(zip(codes, reasons, strict=True))
        ]
        values = {"player": house.name(told["seat"]), "why": {lang: joined(why[lang], lang) for lang in why}}
        text = said("LINES", [("refused", values)], house.players)
        head = headlines.of_refusal(house, told["seat"], reasons)
        return {**self._entry("refused", text, explained), "head": head, "seat": told["seat"]}

    # --- outcomes that only the board gives

    def _said(self, outcome: Record) -> list[Entry]:
        """Return the entry of a board's warning, or of any outcome after a loss."""
        house = self.house
        players = house.players if house else []
        t: int = outcome["t"]
        event: str = outcome["event"]
        told = {key: value for key, value in outcome.items() if key not in ("t", "event")}
        if event == "warning":
            if not known("LINES", warning_name(told)):
                return []
            text = said("LINES", [(warning_name(told), warned(told, players))], players)
            return [self._entry(event, text, [warning(told, text, players)], t)]
        if house is None or event not in (*_VERDICTS, "reshuffle", "recave"):
            return []
        if event == "refused":
            entry = self._refused(house, told)
            entry["t"] = t
        else:
            self._rounds.take(event, {"t": t, **told})
            name = f"ruling_{told['ruling']}" if event == "ruling" else event
            if not known("LINES", name):
                return []
            text = said("LINES", [(name, ends.after_loss(house, told))], players)
            entry = self._entry(event, text, t=t)
        if event in _VERDICTS:
            self._verdict = entry
        return [entry]

    # --- the sections of a snapshot

    def sections(self) -> dict[str, Any]:
        """Return the sections of a snapshot about the game, newly made, as JSON values."""
        referee = self.referee
        if self._jokers is None:
            self._jokers = state.jokers(referee)
        return {
            "match": self._match(),
            "melds": state.melds(referee),
            "laid_by": {zone_name(zone): seat for zone, seat in self._laid_by.items()},
            "checks": state.checked(self.referee),
            "jokers": self._jokers,
            "by_hand": self.by_hand(),
            "verdict": self._verdict,
            "end": self.end,
            "sheet": self._sheet(),
            "undo": self._undo(),
            "doubt": self._doubt,
        }

    def by_hand(self) -> dict[str, list[str]]:
        """Return the section "by_hand": see state.by_hand."""
        return state.by_hand(self.referee, (event for _, event in self._watching.events))

    def _undo(self) -> dict[str, Any] | None:
        """Return the section "undo": see state.undo."""
        told = self._verdict
        refused = told is not None and told["event"] == "refused"
        codes = [each["code"] for each in told["why"]] if told and refused else []
        return state.undo(self.referee, codes)

    def _sheet(self) -> dict[str, Any]:
        """Return the section "sheet".

        `carried` are the totals at the start of the match, `bonuses` what its end added. Under
        Hollywood `columns` are the points in its columns, and `entries` what a row adds to them.

        `rows` are rounds, each with the rulings in it as `ruled`, and corrections of a seat's total
        by `points`; `ruled` are the rulings in the round that is played.
        """
        rounds = self._rounds
        kept = {
            True: ("round", "how", "winners", "scores", "entries", "short", "ruled"),
            False: ("t", "seat", "points", "entries", "recave"),
        }
        rows = [{key: each[key] for key in kept[is_round(each)] if key in each} for each in rounds.rows]
        found: dict[str, Any] = {"rows": rows, "totals": list(rounds.totals), "ruled": list(rounds.ruled)}
        if rounds.columns:
            found["columns"] = list(rounds.columns)
        if rounds.goes_on:
            found["carried"] = list(rounds.carried)
        return found | ({"bonuses": rounds.bonuses} if rounds.bonuses else {})

    def _match(self) -> dict[str, Any] | None:
        if self.house is None or self.referee is None:
            return self._last
        return state.match(self.house, self.header or {}, self.referee)


def hint(match: FollowedMatch, seat: int, hand: list[str]) -> dict[str, Any]:
    """Return the hint for a hand, without a trace in the match: see state.hint."""
    return state.hint(match.referee, seat, hand)
