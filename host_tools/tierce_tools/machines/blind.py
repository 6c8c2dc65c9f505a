"""People at a table whose firmware cannot be inspected: they follow its records.

They have their own copy of the firmware's panel, which gets the same presses as the board. So they
know the state of the board's menus.
"""

import importlib
from types import SimpleNamespace
from typing import Any

from tierce.log import from_log
from tierce.presets import LogError
from tierce.zones import zone_number
from tierce_tools.board.follow import is_header
from tierce_tools.virtual.board import program_module
from tierce_tools.virtual.machine import Steps

_STEP_MS = 100
_LEAST_MS = 400
_MOST_MS = 4000
# A busy board looks at its buttons about every 40 ms.
_TAP_MS = 160
_MENU_MS = 300  # a view opened by ok is loaded from flash
_KEPT = 64  # number of outcomes that people remember


class Blind:
    """`table` is the hardware (a twin.assembly.Hardware), `config` the board's config.json.

    Pass the board's records to `take`, in order, and the time to `look`, every few milliseconds.
    `people` are the puppets, for a Machine; `start_settle` is also one's.
    """

    def __init__(self, table: Any, config: dict[str, Any]) -> None:
        program_module()
        of_match: Any = importlib.import_module("app.match.match")
        of_show: Any = importlib.import_module("app.match.show")
        self._hardware = table
        self._config = dict(config)
        self._show: Any = of_show.Show()
        files = SimpleNamespace(write=_nothing, read=_no_file)
        journal = SimpleNamespace(put=_nothing, sync=_nothing, recording=True, next_seq=1, files=files)
        clock = SimpleNamespace(ms=lambda: 0)
        self._match: Any = of_match.Match(self._config, clock, journal, self._show, _nothing)
        # Presses take effect here only when the board reports them.
        self._table = SimpleNamespace(
            match=self._match,
            press=_nothing,
            draw=_nothing,
            declare=_nothing,
            rule=_nothing,
            by_hand=self._by_hand,
            put_by_hand=_nothing,
            judge_now=_nothing,
            look_again=_nothing,
            begin=self._begin,
            end=self._end,
            # What the page "What is this?" listens to; here it is never drawn.
            readers=SimpleNamespace(tags=None),
            presence=SimpleNamespace(lying=()),
        )
        self._program = SimpleNamespace(
            table=self._table, match=self._match, show=self._show, panel=None, config=self._config
        )
        self.restarted(False)
        self.people = self._sit_down()

    def _sit_down(self) -> Any:
        puppets: Any = importlib.import_module("tierce_tools.twin.puppets")
        blind = self

        class ByRecords(puppets.Puppets):  # presses and chooses at the board's pace
            def start_press(self, button: str | int, gesture: str = "short") -> Steps:
                return blind.start_press(button, gesture)

            def start_choose(self, label: object) -> Steps:
                return blind.start_choose(label)

        return ByRecords(self._hardware, self._program)

    # --- knowledge

    @property
    def referee(self) -> Any:
        """The referee of the match in play, or None."""
        return self._match.referee

    def restarted(self, power: bool = True) -> None:
        """Follow a restart. With `power`, the panel shows that a match in play goes on."""
        of_panel: Any = importlib.import_module("app.people.panel")
        of_buttons: Any = importlib.import_module("drivers.buttons")
        teach = SimpleNamespace(teaching=None, begin=_nothing)
        buttons = self._config.get("buttons") or ()
        panel: Any = of_panel.Panel(self._config, self._table, buttons, teach, _nothing, _nothing)
        self._program.panel = panel
        keys = [self._hardware.keys[each.get("seat", each.get("does"))] for each in buttons]
        self._buttons: Any = of_buttons.Buttons(
            [SimpleNamespace(value=lambda wire=key.wire: wire.level) for key in keys]
        )
        if power and self._match.referee is not None:
            panel.resumed(self._match.header)

    def take(self, record: dict[str, Any]) -> None:
        """Take a record of the board, or a report of lost records."""
        match = self._match
        thing = {key: record[key] for key in record if key != "seq"}
        try:
            if is_header(thing):
                self._begin(thing)
            elif "over" in thing.get("note", ()):
                self._end()
            elif not thing.keys() & {"note", "event", "lost"} and match.referee is not None:
                self._follow(thing)
                del self.people.outcomes[:-_KEPT]
        except LogError:  # the record of another version cannot be understood
            self._end()

    def _follow(self, line: dict[str, Any]) -> None:
        """Let an event of the board happen here too; one that makes no sense here is left out."""
        match = self._match
        referee = match.referee
        try:
            event = from_log(line, 0, {}, referee.rules, referee.seats)
        except LogError:
            return
        match.now = lambda: event[1]
        if event[0] == "press" and event[3] == "hint":
            match.ask(event, ())
        else:
            match.take(event)

    def look(self, ms: float) -> None:
        """Read the buttons at this time (ms) and pass their gestures to the panel."""
        for index, gesture in self._buttons.poll(int(ms)):
            self._program.panel.press(index, gesture)
        self._buttons.repeats = self._program.panel.counting

    def hinted(self) -> list[int]:
        """Return the seat whose hint the board shows according to its records, as a list; or []."""
        if self._show.hint is None:
            return []
        return [outcome[2] for outcome in self.people.outcomes if outcome[0] == "hint"][-1:]

    def _begin(self, header: dict[str, Any]) -> None:
        """Begin a match. Raises LogError."""
        self._match.begin(header)
        self._match.tell()

    def _by_hand(self) -> Any:
        """Return what can be moved by hand, as the board's menu has it while no reader is lost."""
        numbers = [zone_number(each["zone"]) for each in self._config["zones"]]
        module: Any = importlib.import_module("app.match.by_hand")
        return module.lists(self._match, numbers, ())

    def _end(self) -> None:
        """Stop following the match, finished or not."""
        self._match.end()
        self._match.tell()

    # --- actions

    def start_press(self, button: str | int, gesture: str = "short") -> Steps:
        """See Machine."""
        ms = self._hardware.press(button, gesture, _TAP_MS)
        yield ms + (_MENU_MS if button == "ok" else 0)

    def start_choose(self, label: object) -> Steps:
        """Steps: go to an item of the open menu. Raises ValueError if the menu has no such item."""
        menu = self._program.panel.menu
        labels = [item[0] for item in menu._items()]
        if menu.screen == "jokers":
            labels = [menu.choices.jokers[each][:2] for each in labels]
        if label not in labels:
            raise ValueError(f"no {label} in the menu")
        ahead = (labels.index(label) - menu.at) % len(labels)
        back = len(labels) - ahead
        button, far = ("plus", ahead) if ahead <= back else ("minus", back)
        for _ in range(far // 2):
            yield from self.start_press(button, "double")
        if far % 2:
            yield from self.start_press(button)

    def start_settle(self) -> Steps:
        """See Machine: waits until the board has reported the cards on the table."""
        yield _LEAST_MS
        waited = _LEAST_MS
        while waited < _MOST_MS and self._is_behind():
            yield _STEP_MS
            waited += _STEP_MS

    def _is_behind(self) -> bool:
        """Tell whether cards on melds differ from the board's reports. Hands are not reported."""
        referee = self.referee
        if referee is None:
            return False
        code: Any = importlib.import_module("tierce.cards").code
        view = referee.view
        known = {code(card) for number in view.melds() for card in view.cards(number)}
        there = {card for card, zone in self._hardware.zones.items() if zone.startswith("meld")}
        return known != there


def _no_file(_: str) -> bytes:
    return b""


def _nothing(*_: object) -> None:
    pass
