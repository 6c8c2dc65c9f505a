"""The lines of a match: what happened in each step of a log, in one language.

Made from events and outcomes only; knows no rules. A line is a list of pieces: a text, or a text
and its style, in rich's names of styles; a terminal shows them, others take the plain text.
"""

from collections.abc import Iterable, Iterator
from string import Formatter
from typing import Any

from tierce.cards import JOKER, RANKS, SUITS, code, parse
from tierce.outcomes import keys
from tierce.phases import OVER
from tierce.said import say as hint_lines
from tierce.view import View
from tierce_tools.base.plain import plain
from tierce_tools.base.texts import N_, NP_, of_table, texts
from tierce_tools.logs.replay import Event, Step
from tierce_tools.logs.rounds import Rounds, signed
from tierce_tools.match.sentences import LINES, warning_name
from tierce_tools.match.verdicts import discarded, passed
from tierce_tools.rules.clauses import CLAUSES, HOW, contract_text
from tierce_tools.rules.reasons import sentences

Piece = str | tuple[str, str]  # a text, or (text, style)
Line = list[Piece]

_RED = "HD"
_INDENT = " " * 10
_SEAT_STYLES = ("cyan", "magenta", "yellow", "green", "blue", "bright_red")
WARNINGS = {
    "count_mismatch": N_("{zone}: cards read: {read}, expected: {expected}; “done” of another player accepts"),
    "duplicate_card": N_("{card} now lies in {zone}; it was read elsewhere before"),
    "table_not_clear": N_("{zone}: not clear at the deal"),
    "not_your_turn": N_("not {player}'s turn"),
    **{name: LINES[name] for name in LINES if name.startswith("no_ruling_")},
}
_TOOK = {"stock": N_("draws from the stock"), "discard": N_("takes the discard"), "none": N_("does not draw")}
_KINDS = {"run": N_("run"), "set": N_("set"), "carre": NP_("four cards", "set"), "none": N_("no meld")}


class Lines:
    """Follows one match and says in one language what happened.

    `played` is the table after the last step; None if it is unknown. Without `marked` no line begins
    with its time and a mark.
    """

    def __init__(self, header: Event, language: str, rounds_shown: int = 1, marked: bool = True) -> None:
        self.marked = marked
        self.say = texts(language)
        self.words = of_table("words", language)
        # Control characters are replaced.
        self.players = [plain(name) for name in header["players"]]
        self.game: str = header["game"]
        self.deck: dict[str, str] = header.get("deck", {})
        self.rounds = Rounds(header, rounds_shown)
        self.t = 0
        self.round = self.rounds.before
        self.played: View | None = None

    # --- pieces of text

    def seat(self, seat: int) -> Piece:
        """Return a player's name."""
        return self.players[seat], "bold " + _SEAT_STYLES[seat]

    def zone(self, name: str) -> str:
        """Return a zone's name as a player says it."""
        if name.startswith("meld"):
            return self.say("meld {number}", number=name[4:])
        if name.startswith("seat"):
            return self.say("{player}'s hand", player=self.players[int(name[4:])])
        return self.say.pgettext("place", "the discard")

    def card(self, code: str) -> Piece:
        """Return a card as players write it, red or black."""
        card = parse(self.deck.get(code, code))
        if card < 0 or card >= JOKER:
            return self.words.JOKER if card >= JOKER else plain(code), "bold magenta"
        rank, suit = RANKS[card % 13], SUITS[card % 52 // 13]
        text = self.words.RANKS.get(rank, rank) + self.words.SUITS[suit]
        return text, "red" if suit in _RED else "bold"

    def cards(self, codes: list[str]) -> Line:
        """Return cards separated by spaces."""
        return _joined(" ", map(self.card, codes))

    def hand(self, size: int) -> str:
        """Return how many cards a seat has left, in words."""
        if not size:
            return self.say("no card left")
        return self.say.ngettext("{n} card left", "{n} cards left", size)

    def names(self, seats: list[int]) -> Line:
        """Return names as a list in words."""
        first = _joined(", ", map(self.seat, seats[:-1]))
        return [*first, self.say(" and "), self.seat(seats[-1])] if first else [self.seat(seats[-1])]

    def winners(self, seats: list[int]) -> Line:
        """Return who wins."""
        if not seats:
            return [self.say("nobody wins")]
        wins = self.say.ngettext("{players} wins", "{players} win", len(seats), players="{players}")
        return _fill(wins, players=self.names(seats))

    # --- lines

    def lines(self, step: Step) -> Iterator[tuple[str, Line]]:
        """Yield the lines for one step of a log, each with the event of its outcome or ""."""
        event = step.event or {}
        if step.referee is None:
            return
        view = step.referee.view
        self.played = view
        # A void round of contrat is dealt again under its number.
        self.round = min(self.round, view.round)
        if event.get("press") == "deal" and view.round > self.round:
            self.round = view.round
            yield "", []
            deals = self.say("{player} deals round {round}")
            if view.contract:
                deals = self.say("{player} deals round {round}: {contract}, {hand} each")
            yield (
                "",
                _fill(
                    deals,
                    player=self.seat(event["seat"]),
                    round=view.round,
                    contract=contract_text(view.contract, self.say) if view.contract else "",
                    hand=self.say.ngettext("{n} card", "{n} cards", view.dealt()),
                ),
            )
        refused = any(outcome[0] == "refused" for outcome in step.outcomes)
        if event.get("press") == "knock" and not refused and view.phase != OVER:
            self.t = view.t
            knocks = _fill(self.say("{player} knocks"), player=self.seat(event["seat"]))
            yield "", [*self._stamped("· ", "dim"), *knocks]
        for outcome in step.outcomes:
            values = dict(zip(keys(outcome), outcome[2:], strict=True))
            for line in self.outcome(outcome[0], outcome[1], values):
                yield outcome[0], line

    def outcome(self, event: str, t: int, values: dict[str, Any]) -> Iterator[Line]:
        """Yield the lines of one outcome, given as event, time and other values."""
        self.t = t
        self.rounds.take(event, {"t": t, **values})
        yield from getattr(self, "_" + event)(values)

    def _turn(self, values: dict[str, Any]) -> Iterator[Line]:
        say = self.say
        took = _TOOK[values["took"]]
        view = self.played
        passes = passed(values, view) if view else self.game == "gin" and values["took"] == "none"
        card = discarded(values, view) if view else None
        discard = _fill(say(", discards {card}"), card=self.card(code(card))) if card is not None else []
        laid = say(", lays {points}", points=say("{points} points", points=values["laid"])) if values["laid"] else ""
        yield [
            *self._stamped("✓ ", "green"),
            *_fill(
                say("{seat} {took}{laid}{discard}, {hand}"),
                seat=self.seat(values["seat"]),
                took=say("passes") if passes else say(took),
                laid=(laid, "bold green"),
                discard=discard,
                hand=self.hand(values["hand"]),
            ),
        ]

    def _refused(self, values: dict[str, Any]) -> Iterator[Line]:
        head = _fill(self.say("{player}: refused"), player=self.seat(values["seat"]))
        yield [*self._stamped("✗ ", "bold red"), *head]
        for clause, why in zip(values["codes"], sentences(values, self.say.language), strict=True):
            yield [(_INDENT + "- ", "red"), why, (f"  [{plain(clause)}]", "dim red")]

    def _stamped(self, mark: str, style: str) -> Line:
        return [(clock(self.t) + "  ", "dim"), (mark, style)] if self.marked else []

    def _reshuffle(self, values: dict[str, Any]) -> Iterator[Line]:
        said = self.say("the discard pile is shuffled and is the new stock: {cards} cards", cards=values["stock"])
        yield [(_INDENT + said, "italic")]

    def _round(self, values: dict[str, Any]) -> Iterator[Line]:
        ended = HOW[values["how"]]
        how: Line = [self.say(ended)]
        if values["how"] != "void":
            how += [", ", *self.winners(values["winners"])]
        bold: Line = [_styled(each, "bold") for each in how]
        yield _fill(self.say("Round {round}: {how}"), round=values["round"], how=bold)
        if values.get("short"):
            yield _fill(
                self.say("  counted with a different number of cards from what they hold: {players}"),
                players=self.names(values["short"]),
            )

    def _recave(self, values: dict[str, Any]) -> Iterator[Line]:
        for seat in values["seats"]:
            text = self.say("{player} buys in again at {total}")
            yield [_INDENT, *_fill(text, player=self.seat(seat), total=values["totals"][seat])]
        for seat in values["eliminated"]:
            yield [_INDENT, *_fill(self.say("{player} is out of the match"), player=self.seat(seat))]

    def _ruling(self, values: dict[str, Any]) -> Iterator[Line]:
        ruling: str = values["ruling"]
        said = dict(values)
        if "seat" in values:
            said["player"] = self.seat(values["seat"])
        if "points" in values:
            points: int = values["points"]
            said["points"] = (
                signed(points) if ruling == "points" else self.say.ngettext("{n} point", "{n} points", points)
            )
        if "cards" in values:
            said["cards"] = self.say.ngettext("{n} card", "{n} cards", values["cards"])
        if "codes" in values:
            waived = (self.say(CLAUSES.get(each, plain(each))) for each in values["codes"])
            said["clauses"] = ", ".join(waived)
        mark = "↶ " if ruling == "undo" else "§ "
        text = _fill(self.say(LINES[f"ruling_{ruling}"]), **said)
        yield [*self._stamped(mark, "bold yellow"), *text]

    def _match(self, values: dict[str, Any]) -> Iterator[Line]:
        totals = values["totals"]
        winners: list[int] = values["winners"] if len(values["winners"]) < len(totals) else []
        yield _fill(self.say("Match: {winners}"), winners=self.winners(winners))
        ranking = [
            piece
            for place, seat in enumerate(values["ranking"])
            for piece in (", " if place else "", self.seat(seat), f" {totals[seat]}")
        ]
        yield _fill(self.say("Ranking: {ranking}"), ranking=ranking)

    def _warning(self, values: dict[str, Any]) -> Iterator[Line]:
        warning = warning_name(values)
        if values["code"] == "no_ruling":
            text: Line = [self.say(WARNINGS[warning])]
        elif warning == "not_your_turn":
            text = _fill(self.say(WARNINGS[warning]), player=self.seat(values["seat"]))
        else:
            said = {key: values[key] for key in values if key in ("read", "expected")}
            card = self.card(values["card"]) if "card" in values else ""
            text = _fill(self.say(WARNINGS[warning]), zone=self.zone(values["zone"]), card=card, **said)
        mark: Line = [(_INDENT + "! ", "yellow")] if self.marked else []
        yield mark + [_styled(each, "yellow") for each in text]

    def _meld(self, values: dict[str, Any]) -> Iterator[Line]:
        kind: str = values["kind"]
        zone = self.words.MELD % int(values["zone"][4:])
        if not values["cards"]:
            yield [_INDENT, *_fill(self.say("{zone}: empty"), zone=zone)]
            return
        if kind == "set" and len(values["cards"]) == 4:
            kind = "carre"
        text = _fill(
            self.say("{zone}: {kind} {cards}{points}"),
            zone=zone,
            kind=self.say(_KINDS[kind]),
            cards=self.cards(values["cards"]),
            points=self.say(", worth {points}", points=values["points"]) if values["points"] else "",
        )
        for joker in sorted(values["jokers"]):
            stands = _fill(
                self.say("{joker} for {card}"), joker=self.card(joker), card=self.card(values["jokers"][joker])
            )
            text += [" (", *stands, ")"]
        text += [(f"  [{plain(clause)}]", "red") for clause in values["codes"]]
        yield [_INDENT, *text]

    def _hint(self, values: dict[str, Any]) -> Iterator[Line]:
        yield [*self._stamped("? ", "cyan"), self.seat(values["seat"])]
        answer = values["answer"]
        for line in hint_lines(answer, self.words):
            yield [_INDENT + "  ", (line, "cyan")]


def clock(t: int) -> str:
    """Return a log's time as minutes and seconds."""
    seconds = t // 1000
    return f"{seconds // 60:>3}:{seconds % 60:02}"


def unstyled(line: Line) -> str:
    """Return the text of a line."""
    return "".join(piece if isinstance(piece, str) else piece[0] for piece in line)


def _styled(piece: Piece, style: str) -> Piece:
    """Return a piece with a style beside its own."""
    return (piece, style) if isinstance(piece, str) else (piece[0], f"{style} {piece[1]}")


def _joined(between: str, pieces: Iterable[Piece]) -> Line:
    found: Line = []
    for piece in pieces:
        found += [between, piece] if found else [piece]
    return found


def _fill(pattern: str, **values: Piece | Line | int) -> Line:
    """Fill a sentence like str.format, keeping the styles of the values."""
    line: Line = []
    for literal, name, _, _ in Formatter().parse(pattern):
        line.append(literal)
        if name:
            value = values[name]
            if isinstance(value, list):
                line += value
            else:
                line.append(str(value) if isinstance(value, int) else value)
    return line
