"""Statistics as tables of text, for a terminal or a page. Prints nothing.

The caller passes the words as `Terms`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tierce_tools.base.plain import plain
from tierce_tools.base.sheet import Sheet
from tierce_tools.base.texts import N_, Texts
from tierce_tools.logs import tallies as of
from tierce_tools.logs.statistics import PAUSE_MS, Facts, Player, by_wins
from tierce_tools.logs.tallies import Tally
from tierce_tools.rules.clauses import RULINGS

# With more players than this, the table by clause has no column for each.
MANY_PLAYERS = 5
NONE = "–"


@dataclass(frozen=True)
class Terms:
    """The words of statistics: the sentences of `stats`, and the names of what is counted."""

    say: Texts
    how: Mapping[str, str]
    clauses: Mapping[str, str]
    games: Mapping[str, str]

    def number(self, value: float | None, digits: int = 0) -> str:
        """Return a number in the language's format; a dash for None."""
        if value is None:
            return NONE
        text = f"{value:,.{digits}f}"
        if text.strip("-0.,") == "":
            text = text.lstrip("-")
        return self.say.number(text)

    def per_cent(self, part: float, whole: float) -> str:
        """Return `part` of `whole` in per cent."""
        if not whole:
            return NONE
        return f"{100 * part / whole:.0f}\N{NO-BREAK SPACE}%"

    def minutes(self, tenths: float | None) -> str:
        """Return tenths of a second as minutes and seconds."""
        if tenths is None:
            return NONE
        seconds = round(tenths / 10)
        return f"{seconds // 60}:{seconds % 60:02}"

    def name(self, player: str) -> str:
        """Return a player's name without control characters."""
        text = plain(player)
        return text or self.say("(no name)")


def headline(facts: Facts, terms: Terms) -> str:
    """Return one line that says how much was counted."""
    number = terms.number
    turns = facts.whole().turns
    return terms.say(
        "matches: {matches}, of which ended: {ended}. Rounds: {rounds}. Turns: {turns}.",
        matches=number(facts.matches),
        ended=number(facts.ended),
        rounds=number(facts.rounds),
        turns=number(turns),
    )


def sheets(facts: Facts, terms: Terms, one_game: bool) -> Iterator[Sheet]:
    """Yield the tables of one game, or of all games together; empty ones are left out."""
    makers = [_wins, _points, _ends, _rounds_won, _first_lay, _refused, _rulings, _pace, _jokers]
    for make in makers:
        if make in (_points, _first_lay) and not one_game:
            continue
        sheet = make(facts, terms)
        if sheet and sheet.rows:
            yield sheet


def _head(terms: Terms, *columns: str) -> list[str]:
    return [terms.say(column) for column in columns]


def _everybody(facts: Facts, terms: Terms) -> Iterator[tuple[str, Player]]:
    """Yield (name, facts) of each player, then of all together."""
    players = by_wins(facts)
    for name, player in players:
        yield terms.name(name), player
    if len(players) > 1:
        whole = facts.whole()
        whole.joker_rounds = facts.joker_rounds  # per round, not per player
        yield terms.say("all"), whole


def _sheet(
    title: str, head: Sequence[str], rows: Iterable[Sequence[str]], terms: Terms, key: str, *notes: str
) -> Sheet:
    """Return a table of the players: its title, its columns and the rows' cells, each with its player."""
    return Sheet(
        terms.say(title), _head(terms, N_("player"), *head), [list(row) for row in rows], notes=list(notes), key=key
    )


def _wins(facts: Facts, terms: Terms) -> Sheet:
    def row(name: str, player: Player, scored: int) -> tuple[str, ...]:
        matches = terms.number(player.ended), terms.number(player.won), terms.per_cent(player.won, player.ended)
        share = terms.per_cent(player.rounds_won, scored)
        return (terms.name(name), *matches, terms.number(scored), terms.number(player.rounds_won), share)

    rows = (row(name, player, player.rounds - player.void) for name, player in by_wins(facts))
    head = N_("matches"), N_("won"), N_("share"), N_("rounds"), N_("won"), N_("share")
    note = terms.say("Only matches that ended; void rounds are left out.")
    return _sheet(N_("Who wins"), head, rows, terms, "wins", note)


def _points(facts: Facts, terms: Terms) -> Sheet:
    def row(name: str, tally: Tally) -> tuple[str, ...]:
        exact = (terms.number(each(tally), 1) for each in (of.mean, of.median, of.spread))
        return (name, terms.number(of.count(tally)), *exact, terms.number(min(tally)), terms.number(max(tally)))

    rows = (row(name, player.points) for name, player in _everybody(facts, terms) if player.points)
    head = N_("rounds"), N_("mean"), N_("median"), N_("spread"), N_("least"), N_("most")
    note = terms.say(
        N_("Low is good. Spread is the standard deviation.")
        if facts.lays
        else N_("High is good. Spread is the standard deviation.")
    )
    return _sheet(N_("Points per round"), head, rows, terms, "points", note)


def _ends(facts: Facts, terms: Terms) -> Sheet | None:
    rows = [
        [terms.how[how], terms.number(times), terms.per_cent(times, facts.rounds)]
        for how, times in sorted(facts.ends.items(), key=lambda item: (-item[1], item[0]))
    ]
    return Sheet(terms.say("How rounds end"), _head(terms, N_("end"), N_("rounds"), N_("share")), rows, key="ends")


def _rounds_won(facts: Facts, terms: Terms) -> Sheet | None:
    whole = facts.whole().ends
    hows = sorted(whole, key=lambda how: (-whole[how], how))
    rows = [[terms.name(name), *(terms.number(player.ends[how]) for how in hows)] for name, player in by_wins(facts)]
    head = [terms.say("player"), *(terms.how[how] for how in hows)]
    return Sheet(terms.say("Rounds won, by how they ended"), head, rows if hows else [], key="rounds_won")


def _first_lay(facts: Facts, terms: Terms) -> Sheet | None:
    def row(name: str, turn: Tally, points: Tally, never: int) -> tuple[str, ...]:
        exact = (terms.number(each, 1) for each in (of.median(turn), of.median(points), of.mean(points)))
        most = terms.number(max(points, default=None))
        return (name, terms.number(of.count(turn)), *exact, most, terms.number(never))

    found = ((name, *of.marginals(each.first_lays), each.never_laid) for name, each in _everybody(facts, terms))
    rows = (row(*each) for each in found if each[1] or each[3])
    most = N_("most"), N_("rounds without")
    head = N_("lays"), N_("median turn"), N_("median points"), N_("mean points"), *most
    return _sheet(N_("First lay of a round"), head, rows, terms, "first_lay") if facts.lays else None


def _refused(facts: Facts, terms: Terms) -> Sheet | None:
    whole = facts.whole()
    players = by_wins(facts)
    shown = players if len(players) <= MANY_PLAYERS else []
    rows = [
        [terms.clauses[clause], terms.number(times), *(terms.number(player.clauses[clause]) for _, player in shown)]
        for clause, times in sorted(whole.clauses.items(), key=lambda item: (-item[1], item[0]))
    ]
    head = [*_head(terms, N_("clause"), N_("all")), *(terms.name(name) for name, _ in shown)]
    per_turns = terms.number(100 * whole.refused / whole.turns if whole.turns else None, 1)
    note = terms.say(
        "Turns and knocks refused: {refused}, that is {per_turns} per 100 turns. One may break several clauses.",
        refused=terms.number(whole.refused),
        per_turns=per_turns,
    )
    return Sheet(terms.say("Refused clauses"), head, rows, notes=[note], key="refused")


def _rulings(facts: Facts, terms: Terms) -> Sheet | None:
    rows = [
        [terms.say(RULINGS[ruling]), terms.number(times)]
        for ruling, times in sorted(facts.rulings.items(), key=lambda item: (-item[1], item[0]))
    ]
    head = _head(terms, N_("ruling"), N_("times"))
    return Sheet(terms.say("What the players decided"), head, rows, key="rulings")


def _pace(facts: Facts, terms: Terms) -> Sheet:
    def row(name: str, tally: Tally) -> tuple[str, ...]:
        tenths = of.median(tally), of.mean(tally), of.percentile(tally, 90)
        seconds = (terms.number(None if each is None else each / 10, 1) for each in tenths)
        return (name, terms.number(of.count(tally)), *seconds)

    rows = (row(name, player.turn_tenths) for name, player in _everybody(facts, terms) if player.turn_tenths)
    notes: list[str] = []
    if facts.rounds:
        notes.append(
            terms.say(
                "A round lasts {minutes} min (median; 90 %: up to {most}) and {turns} turns (median).",
                minutes=terms.minutes(of.median(facts.round_tenths)),
                most=terms.minutes(of.percentile(facts.round_tenths, 90)),
                turns=terms.number(of.median(facts.round_turns)),
            )
        )
    limit, pauses = terms.number(PAUSE_MS / 60_000), terms.number(facts.pauses)
    gaps = N_("Gaps of more than {minutes} minutes are taken for pauses and left out: {pauses}.")
    notes.append(terms.say(gaps, minutes=limit, pauses=pauses))
    head = N_("turns"), N_("median, s"), N_("mean, s"), N_("90 % below, s")
    return _sheet(N_("Pace"), head, rows, terms, "pace", *notes)


def _jokers(facts: Facts, terms: Terms) -> Sheet | None:
    def row(name: str, player: Player) -> tuple[str, ...]:
        laid, rounds = player.jokers_laid, player.joker_rounds
        per_round = terms.number(laid / rounds if rounds else None, 2)
        others = player.jokers_taken, player.jokers_held, player.hands
        return (name, terms.number(laid), per_round, *map(terms.number, others))

    rows = (row(name, player) for name, player in _everybody(facts, terms))
    head = N_("laid"), N_("laid per round"), N_("taken"), N_("held at the count"), N_("hands counted")
    return _sheet(N_("Jokers"), head, rows, terms, "jokers") if facts.has_jokers else None
