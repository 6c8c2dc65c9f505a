"""The display of a match on a terminal: its lines in colour, the score sheet, the live table.

Made from events and outcomes only; knows no rules. Returns rich renderables, prints nothing.
"""

from collections import deque
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tierce.cards import code
from tierce.phases import DEAL, OVER
from tierce.referee import Referee
from tierce_tools.logs.replay import Event, Step
from tierce_tools.logs.words import house_text, names
from tierce_tools.match.lines import Line, Lines, clock
from tierce_tools.match.paper import note, rows

# Sheets of long matches show the last rounds; the totals include all.
ROUNDS_SHOWN = 12
# Outcomes shown in the live table itself; the others are printed above it.
VERDICTS = ("turn", "refused", "warning", "ruling")
_ROWS = {"round": "", "correction": "yellow", "beside": "dim"}  # styles of the score sheet


class View:
    """Follows one match and shows it in one language. `told` says what happened."""

    def __init__(self, header: Event, language: str) -> None:
        self.language = language
        self.told = Lines(header, language, ROUNDS_SHOWN)
        self.names = names(language)
        self.house: dict[str, object] = header.get("rules", {})
        self.verdicts: deque[Text] = deque(maxlen=8)

    def title(self) -> Text:
        """Return the game, the players and the house rules."""
        text = Text(self.names.GAMES[self.told.game], style="bold")
        text.append(self.told.say("{game}: {players}", game="", players=""))
        text.append_text(Text(", ").join(map(self._seat, range(len(self.told.players)))))
        if self.house:
            text.append("\n" + house_text(self.house, self.language), style="dim")
        return text

    def _seat(self, seat: int) -> Text:
        return _text([self.told.seat(seat)])

    # --- lines

    def lines(self, step: Step) -> Iterator[Text | Table]:
        """Yield the lines for one step of a log, and the score sheet if it has changed."""
        rounds = self.told.rounds
        before = rounds.count, rounds.scored
        for event, line in self.told.lines(step):
            text = _text(line)
            self.note(text, event)
            yield text
        if before != (rounds.count, rounds.scored):
            yield self.score_sheet()

    def outcome(self, event: str, t: int, values: dict[str, Any]) -> Iterator[Text]:
        """Yield the lines of an outcome that a board sent, without knowing where its cards lie."""
        self.told.played = None
        for line in self.told.outcome(event, t, values):
            text = _text(line)
            self.note(text, event)
            yield text

    def note(self, line: Text, event: str = "warning") -> None:
        """Show a line in the live table if it shows this kind of event."""
        if event in VERDICTS:
            self.verdicts.append(line)

    # --- the score sheet

    def score_sheet(self) -> Table:
        """Return the score sheet: a row per round and correction, then the totals."""
        say = self.told.say
        sheet = Table(title=say("Score sheet"), title_style="bold", show_footer=True)
        sheet.add_column(say("round"), say("total"), justify="right")
        rounds = self.told.rounds
        for seat, total in enumerate(rounds.totals):
            sheet.add_column(self._seat(seat), Text(str(total), style="bold"), justify="right")
        for each in rows(rounds, say):
            sheet.add_row(each.name, *each.points, style=_ROWS[each.kind])
        ruled = note(rounds, say)
        if ruled:
            sheet.caption = ruled
            sheet.caption_justify = "left"
        return sheet

    # --- the live table

    def live(self, referee: Referee, t: int) -> RenderableType:
        """Return the table as it lies: melds, discard, hands, the last verdicts, the totals."""
        from rich.panel import Panel

        view = referee.view
        say = self.told.say
        total, totals = say("total"), self.told.rounds.totals
        seats = Table.grid(padding=(0, 2))
        for seat in range(referee.seats):
            state = Text()
            if seat == view.seat:
                state = Text(say("on turn"), style="bold green")
            elif seat in view.awaited():
                state = Text(say("counting"), style="yellow")
            hand = self.told.hand(view.hands[seat]) if view.round else ""
            seats.add_row(self._seat(seat), hand, f"{total} {totals[seat]}", state)
        pile = [*view.pile[: -1 if view.taken >= 0 else None], *view.discards]
        top = _text(self.told.cards([code(pile[-1])])) if pile else Text("-")
        stock = Text.assemble(say("stock"), f" {view.stock}   ", say("discard"), " ", top)
        melds = [
            Text.assemble((f"{zone:>2} ", "dim"), _text(self.told.cards(view.meld(zone)[1]))) for zone in view.melds()
        ]
        half = (len(melds) + 1) // 2
        felt = Table.grid(padding=(0, 4))
        for left, right in zip_longest(melds[:half], melds[half:], fillvalue=Text()):
            felt.add_row(left, right)
        phase = {DEAL: say("awaiting the deal"), OVER: say("match over")}.get(view.phase, "")
        title = f"{self.names.GAMES[self.told.game]}  {clock(t)}  {phase}"
        rest = [Text(overflow="ellipsis", no_wrap=True).append_text(v) for v in self.verdicts]
        return Group(Panel(Group(seats, Text(), stock, Text(), felt), title=title, border_style="green"), *rest)


def _text(line: Line) -> Text:
    return Text.assemble(*line)
