"""Snapshots of a table: everything the page may show, as JSON values, unfiltered.

views.filter reduces a snapshot to what a viewer may see.
"""

from typing import Any

from tierce.cards import codes
from tierce.phases import TURN
from tierce.zones import zone_name
from tierce_tools.match import state
from tierce_tools.match.places import BOX, STOCK, rack
from tierce_tools.page import sections
from tierce_tools.players.levels import BEST
from tierce_tools.virtual import back, hand_actions, rulings
from tierce_tools.virtual.play import SLOW, Play


class Snapshots:
    """The snapshots of a play. Expensive sections are computed only when they may have changed."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._config: object = None  # the config of the section "table"
        self._table: dict[str, Any] = {}
        self._happened = -1
        self._match: dict[str, Any] = {}  # the match's sections, until the next change
        self._rulings: dict[str, list[int]] = {}
        self._scene: object = None  # the scene of the deadwood
        self._deadwood: dict[int, tuple[Any, dict[str, Any] | None]] = {}
        self._panel = sections.Panel(play.machine)

    def sections(self) -> dict[str, Any]:
        """Return all sections, unfiltered; "log" has the kept entries."""
        play, machine = self._play, self._play.machine
        busy = play.busy
        return {
            "you": {"kind": machine.kind, "readonly": machine.readonly, "connection": machine.connection},
            "table": self._of_table(),
            **self._of_match(),
            "match": self.match(),
            "cards": (cards := self._cards()),
            "deadwood": self._loose(),
            "room": self._room(cards),
            "lights": sections.lights(machine),
            "screen": self._screen(),
            "playback": play.playback.section() if play.playback else None,
            "pace": {"slow": play.slow, "rate": self._measured(), "turn": play.turn_s},
            "scan": play.scans.section(),
            "faults": play.faults.section(),
            "busy": "boot" if machine.powered and not machine.is_up else busy.busy if busy else None,
            "kept": play.kept_section,
            "rulings": self._rulings,
            "back": back.may(play),
            "private": sorted(play.private),
            "shown": sorted(play.shown),
            "unseen": hand_actions.unseen(play),
            "asked": play.agreement.section(),
            "log": list(play.match.entries),
        }

    def match(self) -> dict[str, Any] | None:
        """Return the section "match"; None without a match."""
        play, match = self._play, self._of_match()["match"]
        if not match:
            return match
        seats = range(len(match["players"]))
        return {
            **match,
            "computers": [play.is_computer(seat) for seat in seats],
            "levels": [play.levels.get(seat, BEST) for seat in seats],
            "sorts": [play.sorts.get(seat, "suit") for seat in seats],
        }

    def _of_table(self) -> dict[str, Any]:
        if self._config is not self._play.config:
            self._config = self._play.config
            self._table = sections.table(self._play.config)
        return self._table

    def _of_match(self) -> dict[str, Any]:
        if self._happened != self._play.happened:
            self._happened = self._play.happened
            self._match = self._play.match.sections()
            play = self._play
            closed = play.machine.readonly or play.playback
            self._rulings = {} if closed else rulings.may(play.match.referee)
            if any(play.computers):
                # Its turn would be open again, with the cards where they lie: players take back their own.
                self._rulings.pop("undo", None)
                self._match["undo"] = None
        return self._match

    def _screen(self) -> dict[str, Any] | None:
        if self._panel.machine is not self._play.machine:
            self._panel = sections.Panel(self._play.machine)
        return self._panel.section()

    def _measured(self) -> float:
        """Return the speed of the table's time as measured, in slow motion or at full speed."""
        return SLOW if self._play.slow else getattr(self._play.machine, "rate", 1.0)

    def _room(self, cards: dict[str, Any]) -> dict[str, Any]:
        """Return the section "room": the number of meld zones, and whether all are full."""
        melds = [held for place, held in cards.items() if place[:4] == "meld"]
        full = self._play.fact("phase") == "turn" and len(melds) > 1 and all(melds)
        return {"melds": len(melds), "full": full, "add": self._play.may_grow}

    def _cards(self) -> dict[str, Any]:
        play = self._play
        if play.machine.readonly:
            return self._seen_cards()
        cards = {place: list(held) for place, held in play.scene.places.items() if place != BOX}
        for seat in range(len(play.config["players"])):
            cards[rack(seat)] = play.hand(seat)
        found: dict[str, Any] = {**cards, STOCK: len(cards[STOCK])}
        if play.playback:
            for place, count in play.playback.hidden().items():
                found[place] = count if place == STOCK else [None] * count
        return found

    def _seen_cards(self) -> dict[str, Any]:
        """Return the cards' places according to the records, if nobody moves cards here."""
        play = self._play
        found: dict[str, Any] = {zone: [] for zone in play.scene.zones}
        found[STOCK] = play.fact("stock", 0)
        for seat, count in enumerate(play.fact("hands", [])):
            found[rack(seat)] = [None] * count
        referee = play.match.referee
        if referee is not None:
            for zone in referee.view.zones():
                found[zone_name(zone)] = codes(referee.view.cards(zone))
        return found

    def _loose(self) -> dict[str, Any]:
        """Return the section "deadwood": at gin, that of each hand."""
        play = self._play
        if play.playback or play.machine.readonly or play.fact("phase") != TURN:
            return {}
        if self._scene is not play.scene:
            self._scene = play.scene
            self._deadwood = {}
        found: dict[str, Any] = {}
        for seat in range(len(play.fact("hands", []))):
            held = play.scene.places[rack(seat)]
            taken = play.fact("taken", -1) if seat == play.fact("seat") else -1
            key = (tuple(held), taken)
            if self._deadwood.get(seat, (None, None))[0] != key:
                self._deadwood[seat] = key, state.deadwood(play.match.referee, held, taken)
            loose = self._deadwood[seat][1]
            if loose is not None:
                found[str(seat)] = loose
        return found
