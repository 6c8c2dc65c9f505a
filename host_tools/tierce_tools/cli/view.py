"""The display of a match: a line per turn, the score sheet, the live table.

Made from events and outcomes only; knows no rules. Returns rich renderables, prints nothing.
"""

from collections import deque
from collections.abc import Iterator
from itertools import zip_longest
from string import Formatter
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tierce import hints
from tierce.cards import JOKER, RANKS, SUITS, code, parse
from tierce.outcomes import keys
from tierce.phases import DEAL, OVER
from tierce.referee import Referee
from tierce.view import View as Match
from tierce_tools.base.plain import plain
from tierce_tools.base.texts import N_, NP_, texts
from tierce_tools.cli.words import house_text, names, table_words
from tierce_tools.logs.replay import Event, Step
from tierce_tools.logs.rounds import Rounds, is_round, signed
from tierce_tools.match.sentences import LINES, warning_name
from tierce_tools.rules.clauses import CLAUSES, HOW, ruled_text

# Sheets of long matches show the last rounds; the totals include all.
ROUNDS_SHOWN = 12
# Outcomes shown in the live table itself; the others are printed above it.
VERDICTS = ("turn", "refused", "warning", "ruling")
_RED = "HD"
_INDENT = " " * 10
_SEAT_STYLES = ("cyan", "magenta", "yellow", "green", "blue", "bright_red")
WARNINGS = {
    "count_mismatch": N_("{zone}: cards read: {read}, expected: {expected}; “done” again accepts"),
    "duplicate_card": N_("{card} now lies in {zone}; it was read elsewhere before"),
    "table_not_clear": N_("{zone}: not clear at the deal"),
    "not_your_turn": N_("not {player}'s turn"),
    **{name: LINES[name] for name in LINES if name.startswith("no_ruling_")},
}
_TOOK = {
    "stock": N_("draws from the stock"),
    "discard": N_("takes the discard"),
    "none": N_("does not draw"),
}
_KINDS = {
    "run": N_("run"),
    "set": N_("set"),
    "carre": NP_("four cards", "set"),
    "none": N_("no meld"),
}


class View:
    """Follows one match and describes it in one language."""

    def __init__(self, header: Event, language: str) -> None:
        self.language = language
        self.say = texts(language)
        self.names = names(language)
        self.words = table_words(language)
        # Control characters are replaced.
        self.players = [plain(name) for name in header["players"]]
        self.game: str = header["game"]
        self.deck: dict[str, str] = header.get("deck", {})
        self.house: dict[str, object] = header.get("rules", {})
        self.rounds = Rounds(header, ROUNDS_SHOWN)
        self.t = 0
        self.round = self.rounds.before
        self.played: Match | None = None
        self.verdicts: deque[Text] = deque(maxlen=8)

    def title(self) -> Text:
        """Return the game, the players and the house rules."""
        text = Text(self.names.GAMES[self.game], style="bold")
        text.append(self.say("{game}: {players}", game="", players=""))
        text.append_text(Text(", ").join(map(self.seat, range(len(self.players)))))
        if self.house:
            text.append("\n" + house_text(self.house, self.language), style="dim")
        return text

    # --- pieces of text

    def seat(self, seat: int) -> Text:
        """Return a player's name."""
        return Text(self.players[seat], style="bold " + _SEAT_STYLES[seat])

    def zone(self, name: str) -> str:
        """Return a zone's name as a player says it."""
        if name.startswith("meld"):
            return self.say("meld {number}", number=name[4:])
        if name.startswith("seat"):
            return self.say("{player}'s hand", player=self.players[int(name[4:])])
        return self.say.pgettext("place", "the discard")

    def card(self, code: str) -> Text:
        """Return a card as players write it, red or black."""
        card = parse(self.deck.get(code, code))
        if card < 0 or card >= JOKER:
            return Text(self.words.JOKER if card >= JOKER else plain(code), style="bold magenta")
        rank, suit = RANKS[card % 13], SUITS[card % 52 // 13]
        text = self.words.RANKS.get(rank, rank) + self.words.SUITS[suit]
        return Text(text, style="red" if suit in _RED else "bold")

    def cards(self, codes: list[str]) -> Text:
        """Return cards separated by spaces."""
        return Text(" ").join(self.card(code) for code in codes)

    def hand(self, size: int) -> str:
        """Return how many cards a seat has left, in words."""
        if not size:
            return self.say("no card left")
        return self.say.ngettext("{n} card left", "{n} cards left", size)

    def people(self, seats: list[int]) -> Text:
        """Return names as a list in words."""
        if not seats:
            return Text(self.say("nobody wins"))
        who = Text(", ").join(self.seat(seat) for seat in seats[:-1])
        if len(seats) > 1:
            who.append(self.say(" and "))
        who.append_text(self.seat(seats[-1]))
        return _fill(
            self.say.ngettext("{players} wins", "{players} win", len(seats), players="{players}"),
            players=who,
        )

    # --- lines

    def lines(self, step: Step) -> Iterator[Text | Table]:
        """Return the lines for one step of a log."""
        event = step.event or {}
        if step.referee is None:
            return
        view = step.referee.view
        self.played = view
        if view.round > self.round:
            self.round = view.round
            yield Text()
            yield _fill(
                self.say("{player} deals round {round}"),
                player=self.seat(event["seat"]),
                round=view.round,
            )
        refused = any(outcome[0] == "refused" for outcome in step.outcomes)
        if event.get("press") == "knock" and not refused and view.phase != OVER:
            self.t = view.t
            yield self._stamped("· ", "dim").append_text(
                _fill(self.say("{player} knocks"), player=self.seat(event["seat"]))
            )
        before = self.rounds.count, self.rounds.scored
        for outcome in step.outcomes:
            values = dict(zip(keys(outcome), outcome[2:], strict=True))
            yield from self.outcome(outcome[0], outcome[1], values)
        if before != (self.rounds.count, self.rounds.scored):
            yield self.score_sheet()

    def outcome(self, event: str, t: int, values: dict[str, Any]) -> Iterator[Text]:
        """Return the lines of one outcome, given as event, time and other values."""
        self.t = t
        self.rounds.take(event, {"t": t, **values})
        for line in getattr(self, "_" + event)(values):
            self.note(line, event)
            yield line

    def note(self, line: Text, event: str = "warning") -> None:
        """Show a line in the live table if it shows this kind of event."""
        if event in VERDICTS:
            self.verdicts.append(line)

    def _turn(self, values: dict[str, Any]) -> Iterator[Text]:
        say = self.say
        took = _TOOK[values["took"]]
        passes = self.game == "gin" and values["took"] == "none"
        discard = Text()
        card = None if passes else self._discarded(values["hand"])
        if card is not None:
            discard = _fill(say(", discards {card}"), card=self.card(code(card)))
        laid = (
            say(", lays {points}", points=say("{points} points", points=values["laid"]))
            if values["laid"]
            else ""
        )
        text = _fill(
            say("{seat} {took}{laid}{discard}, {hand}"),
            seat=self.seat(values["seat"]),
            took=say("passes") if passes else say(took),
            laid=Text(laid, style="bold green"),
            discard=discard,
            hand=self.hand(values["hand"]),
        )
        yield self._stamped("✓ ", "green").append_text(text)

    def _discarded(self, hand: int) -> int | None:
        """Return the card discarded by the turn that was just accepted; None if there is none."""
        view = self.played
        if view is None or not view.rules["discard"]:
            return None
        if view.discards:  # the turn that ended the play still has its discard there
            return view.discards[-1]
        # If cards are left in hand, the turn ended with the top discard; big gin has no discard.
        return view.pile[-1] if 0 < hand <= view.rules["hand"] and view.pile else None

    def _refused(self, values: dict[str, Any]) -> Iterator[Text]:
        head = _fill(self.say("{player}: refused"), player=self.seat(values["seat"]))
        yield self._stamped("✗ ", "bold red").append_text(head)
        for clause, why in zip(values["codes"], values["why"], strict=True):
            yield Text(_INDENT + "- ", style="red").append(plain(why), style="default").append(
                f"  [{plain(clause)}]", style="dim"
            )

    def _stamped(self, mark: str, style: str) -> Text:
        return Text().append(_clock(self.t) + "  ", style="dim").append(mark, style=style)

    def _reshuffle(self, values: dict[str, Any]) -> Iterator[Text]:
        yield Text(
            _INDENT
            + self.say(
                "the discard pile is shuffled and is the new stock: {cards} cards",
                cards=values["stock"],
            ),
            style="italic",
        )

    def _round(self, values: dict[str, Any]) -> Iterator[Text]:
        ended = HOW[values["how"]]
        how = Text(self.say(ended), style="bold")
        if values["how"] != "void":
            how.append(", ").append_text(self.people(values["winners"]))
        yield _fill(self.say("Round {round}: {how}"), round=values["round"], how=how)
        if values.get("short"):
            yield _fill(
                self.say("  counted with another number of cards than held: {players}"),
                players=self.people(values["short"]),
            )

    def _ruling(self, values: dict[str, Any]) -> Iterator[Text]:
        ruling: str = values["ruling"]
        said = dict(values)
        if "seat" in values:
            said["player"] = self.seat(values["seat"])
        if "points" in values:
            points: int = values["points"]
            said["points"] = (
                signed(points) if ruling == "points"
                else self.say.ngettext("{n} point", "{n} points", points)
            )
        if "cards" in values:
            said["cards"] = self.say.ngettext("{n} card", "{n} cards", values["cards"])
        if "codes" in values:
            waived = (self.say(CLAUSES.get(each, plain(each))) for each in values["codes"])
            said["clauses"] = ", ".join(waived)
        text = _fill(self.say(LINES[f"ruling_{ruling}"]), **said)
        yield self._stamped("↶ " if ruling == "undo" else "§ ", "bold yellow").append_text(text)

    def _match(self, values: dict[str, Any]) -> Iterator[Text]:
        yield _fill(self.say("Match: {winners}"), winners=self.people(values["winners"]))
        totals = values["totals"]
        ranking = Text(", ").join(
            Text.assemble(self.seat(seat), f" {totals[seat]}") for seat in values["ranking"]
        )
        yield _fill(self.say("Ranking: {ranking}"), ranking=ranking)

    def _warning(self, values: dict[str, Any]) -> Iterator[Text]:
        warning = warning_name(values)
        if values["code"] == "no_ruling":
            text = Text(self.say(WARNINGS[warning]))
        elif warning == "not_your_turn":
            text = _fill(self.say(WARNINGS[warning]), player=self.seat(values["seat"]))
        else:
            said = {key: values[key] for key in values if key in ("read", "expected")}
            card = self.card(values["card"]) if "card" in values else ""
            text = _fill(
                self.say(WARNINGS[warning]), zone=self.zone(values["zone"]), card=card, **said
            )
        yield Text(_INDENT + "! ", style="yellow").append_text(text)

    def _meld(self, values: dict[str, Any]) -> Iterator[Text]:
        kind: str = values["kind"]
        zone = self.words.MELD % int(values["zone"][4:])
        if not values["cards"]:
            yield Text(_INDENT).append_text(_fill(self.say("{zone}: empty"), zone=zone))
            return
        if kind == "set" and len(values["cards"]) == 4:
            kind = "carre"
        text = _fill(
            self.say("{zone}: {kind} {cards}{points}"),
            zone=zone,
            kind=self.say(_KINDS[kind]),
            cards=self.cards(values["cards"]),
            points=self.say(", worth {points}", points=values["points"])
            if values["points"]
            else "",
        )
        for joker in sorted(values["jokers"]):
            stands = _fill(
                self.say("{joker} for {card}"), joker=self.card(joker),
                card=self.card(values["jokers"][joker]),
            )
            text.append(" (").append_text(stands).append(")")
        for clause in values["codes"]:
            text.append(f"  [{plain(clause)}]", style="red")
        yield Text(_INDENT).append_text(text)

    def _hint(self, values: dict[str, Any]) -> Iterator[Text]:
        yield self._stamped("? ", "cyan").append_text(self.seat(values["seat"]))
        answer = values["answer"]
        for line in hints.say(answer, self.words):
            yield Text(_INDENT + "  ").append(line, style="cyan")

    # --- the score sheet

    def score_sheet(self) -> Table:
        """Return the score sheet: a row per round and correction, then the totals."""
        sheet = Table(title=self.say("Score sheet"), title_style="bold", show_footer=True)
        sheet.add_column(self.say("round"), self.say("total"), justify="right")
        rounds = self.rounds
        for seat, total in enumerate(rounds.totals):
            sheet.add_column(self.seat(seat), Text(str(total), style="bold"), justify="right")
        if not rounds.all_shown:
            sheet.add_row(self.say("(earlier rounds)"), *map(str, rounds.earlier), style="dim")
        elif rounds.goes_on:
            sheet.add_row(self.say("Brought forward"), *map(str, rounds.carried), style="dim")
        ruled: list[str] = []
        for each in rounds.rows:
            if not is_round(each):
                points = [""] * len(rounds.totals)
                points[each["seat"]] = signed(each["points"])
                said = self.say("correction, {time}", time=_clock(each["t"]).strip())
                sheet.add_row(said, *points, style="yellow")
                continue
            number = str(each["round"])
            if each["ruled"]:
                ruled.append(self.say(
                    "{name}: {value}", name=number, value=ruled_text(each["ruled"], self.say)
                ))
                number = f"§ {number}"
            sheet.add_row(number, *map(str, each["scores"]))
        if rounds.bonuses:
            sheet.add_row(self.say("Bonuses of the end"), *map(str, rounds.bonuses), style="dim")
        if ruled:
            sheet.caption = self.say("§ The players ruled. {rulings}", rulings="; ".join(ruled))
            sheet.caption_justify = "left"
        return sheet

    # --- the live table

    def live(self, referee: Referee, t: int) -> RenderableType:
        """Return the table as it lies: melds, discard, hands, the last verdicts, the totals."""
        from rich.panel import Panel

        view = referee.view
        say = self.say
        total, totals = say("total"), self.rounds.totals
        seats = Table.grid(padding=(0, 2))
        for seat in range(referee.seats):
            state = Text()
            if seat == view.seat:
                state = Text(say("on turn"), style="bold green")
            elif seat in view.awaited():
                state = Text(say("counting"), style="yellow")
            hand = self.hand(view.hands[seat]) if view.round else ""
            seats.add_row(self.seat(seat), hand, f"{total} {totals[seat]}", state)
        pile = [*view.pile[: -1 if view.taken >= 0 else None], *view.discards]
        top = self.cards([code(pile[-1])]) if pile else Text("-")
        stock = Text.assemble(say("stock"), f" {view.stock}   ", say("discard"), " ", top)
        melds = [
            Text.assemble(
                (f"{zone:>2} ", "dim"), self.cards(view.meld(zone)[1])
            )
            for zone in view.melds()
        ]
        half = (len(melds) + 1) // 2
        felt = Table.grid(padding=(0, 4))
        for left, right in zip_longest(melds[:half], melds[half:], fillvalue=Text()):
            felt.add_row(left, right)
        phase = {DEAL: say("awaiting the deal"), OVER: say("match over")}.get(view.phase, "")
        title = f"{self.names.GAMES[self.game]}  {_clock(t)}  {phase}"
        rest = [Text(overflow="ellipsis", no_wrap=True).append_text(v) for v in self.verdicts]
        return Group(
            Panel(Group(seats, Text(), stock, Text(), felt), title=title, border_style="green"),
            *rest,
        )


def _clock(t: int) -> str:
    seconds = t // 1000
    return f"{seconds // 60:>3}:{seconds % 60:02}"


def _fill(pattern: str, **values: object) -> Text:
    """Fill a sentence like str.format, keeping the styles of the values."""
    text = Text()
    for literal, name, _, _ in Formatter().parse(pattern):
        text.append(literal)
        if name:
            value = values[name]
            text.append_text(value if isinstance(value, Text) else Text(str(value)))
    return text
