"""Statistics as tables of text, for a terminal or a page. Prints nothing.

The caller passes the words as `Terms`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tierce_tools.logs import tallies as of
from tierce_tools.logs.statistics import PAUSE_MS, Facts, Player, by_wins
from tierce_tools.logs.tallies import Tally
from tierce_tools.plain import plain

# With more players than this, the table by clause has no column for each.
MANY_PLAYERS = 5
NONE = "–"


@dataclass(frozen=True)
class Terms:
    """The words of statistics: the sentences of `stats`, and the names of what is counted."""

    language: str
    say: Mapping[str, str]
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
        if self.language == "fr":
            text = text.replace(",", "\N{NO-BREAK SPACE}").replace(".", ",")
        return text

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
        return text or self.say["nameless"]


@dataclass(frozen=True)
class Sheet:
    """A table: the first column is text, the others are numbers."""

    key: str
    title: str
    head: list[str]
    rows: list[list[str]]
    notes: list[str] = field(default_factory=lambda: [])


def headline(facts: Facts, terms: Terms) -> str:
    """Return one line that says how much was counted."""
    number = terms.number
    turns = facts.whole().turns
    return terms.say["head"].format(
        number(facts.matches), number(facts.ended), number(facts.rounds), number(turns)
    )


def sheets(facts: Facts, terms: Terms, one_game: bool) -> Iterator[Sheet]:
    """Yield the tables of one game, or of all games together; empty ones are left out."""
    makers = [_wins, _points, _ends, _rounds_won, _first_lay, _refused, _pace, _jokers]
    for make in makers:
        if make in (_points, _first_lay) and not one_game:
            continue
        sheet = make(facts, terms)
        if sheet and sheet.rows:
            yield sheet


def _head(terms: Terms, *keys: str) -> list[str]:
    return [terms.say[key] for key in keys]


def _everybody(facts: Facts, terms: Terms) -> Iterator[tuple[str, Player]]:
    """Yield (name, facts) of each player, then of all together."""
    players = by_wins(facts)
    for name, player in players:
        yield terms.name(name), player
    if len(players) > 1:
        whole = facts.whole()
        whole.joker_rounds = facts.joker_rounds  # per round, not per player
        yield terms.say["all"], whole


def _wins(facts: Facts, terms: Terms) -> Sheet | None:
    rows: list[list[str]] = []
    for name, player in by_wins(facts):
        scored = player.rounds - player.void
        rows.append([
            terms.name(name),
            terms.number(player.ended),
            terms.number(player.won),
            terms.per_cent(player.won, player.ended),
            terms.number(scored),
            terms.number(player.rounds_won),
            terms.per_cent(player.rounds_won, scored),
        ])
    head = _head(terms, "player", "matches", "won", "share", "rounds", "won", "share")
    return Sheet("wins", terms.say["wins"], head, rows, [terms.say["wins_note"]])


def _points(facts: Facts, terms: Terms) -> Sheet | None:
    rows: list[list[str]] = []
    for name, player in _everybody(facts, terms):
        tally = player.points
        if tally:
            rows.append([
                name,
                terms.number(of.count(tally)),
                terms.number(of.mean(tally), 1),
                terms.number(of.median(tally), 1),
                terms.number(of.spread(tally), 1),
                terms.number(min(tally)),
                terms.number(max(tally)),
            ])
    head = _head(terms, "player", "rounds", "mean", "median", "spread", "least", "most")
    note = terms.say["low_wins" if facts.lays else "high_wins"]
    return Sheet("points", terms.say["points"], head, rows, [note])


def _ends(facts: Facts, terms: Terms) -> Sheet | None:
    rows = [
        [terms.how[how], terms.number(times), terms.per_cent(times, facts.rounds)]
        for how, times in sorted(facts.ends.items(), key=lambda item: (-item[1], item[0]))
    ]
    return Sheet("ends", terms.say["ends"], _head(terms, "how", "rounds", "share"), rows)


def _rounds_won(facts: Facts, terms: Terms) -> Sheet | None:
    whole = facts.whole().ends
    hows = sorted(whole, key=lambda how: (-whole[how], how))
    rows = [
        [terms.name(name), *(terms.number(player.ends[how]) for how in hows)]
        for name, player in by_wins(facts)
    ]
    head = [terms.say["player"], *(terms.how[how] for how in hows)]
    return Sheet("rounds_won", terms.say["rounds_won"], head, rows if hows else [])


def _first_lay(facts: Facts, terms: Terms) -> Sheet | None:
    if not facts.lays:
        return None
    rows: list[list[str]] = []
    for name, player in _everybody(facts, terms):
        turn, points = of.marginals(player.first_lays)
        if turn or player.never_laid:
            rows.append([
                name,
                terms.number(of.count(turn)),
                terms.number(of.median(turn), 1),
                terms.number(of.median(points), 1),
                terms.number(of.mean(points), 1),
                terms.number(max(points, default=None)),
                terms.number(player.never_laid),
            ])
    head = _head(
        terms, "player", "lays", "lay_turn", "lay_points_median", "lay_points", "lay_most", "never"
    )
    return Sheet("first_lay", terms.say["first_lay"], head, rows)


def _refused(facts: Facts, terms: Terms) -> Sheet | None:
    whole = facts.whole()
    players = by_wins(facts)
    shown = players if len(players) <= MANY_PLAYERS else []
    rows = [
        [
            terms.clauses[clause],
            terms.number(times),
            *(terms.number(player.clauses[clause]) for _, player in shown),
        ]
        for clause, times in sorted(whole.clauses.items(), key=lambda item: (-item[1], item[0]))
    ]
    head = [*_head(terms, "clause", "all"), *(terms.name(name) for name, _ in shown)]
    per_turns = terms.number(100 * whole.refused / whole.turns if whole.turns else None, 1)
    note = terms.say["refused_note"].format(terms.number(whole.refused), per_turns)
    return Sheet("refused", terms.say["refused"], head, rows, [note])


def _pace(facts: Facts, terms: Terms) -> Sheet | None:
    def seconds(tenths: float | None) -> str:
        return terms.number(None if tenths is None else tenths / 10, 1)

    rows: list[list[str]] = []
    for name, player in _everybody(facts, terms):
        tally: Tally = player.turn_tenths
        if tally:
            rows.append([
                name,
                terms.number(of.count(tally)),
                seconds(of.median(tally)),
                seconds(of.mean(tally)),
                seconds(of.percentile(tally, 90)),
            ])
    notes: list[str] = []
    if facts.rounds:
        notes.append(terms.say["round_note"].format(
            terms.minutes(of.median(facts.round_tenths)),
            terms.minutes(of.percentile(facts.round_tenths, 90)),
            terms.number(of.median(facts.round_turns)),
        ))
    limit = terms.number(PAUSE_MS / 60_000)
    notes.append(terms.say["pause_note"].format(limit, terms.number(facts.pauses)))
    head = _head(terms, "player", "turns", "median_s", "mean_s", "p90_s")
    return Sheet("pace", terms.say["pace"], head, rows, notes)


def _jokers(facts: Facts, terms: Terms) -> Sheet | None:
    if not facts.has_jokers:
        return None
    rows: list[list[str]] = []
    for name, player in _everybody(facts, terms):
        rounds = player.joker_rounds
        rows.append([
            name,
            terms.number(player.jokers_laid),
            terms.number(player.jokers_laid / rounds if rounds else None, 2),
            terms.number(player.jokers_taken),
            terms.number(player.jokers_held),
            terms.number(player.hands),
        ])
    head = _head(terms, "player", "laid", "laid_per_round", "taken", "held", "hands")
    return Sheet("jokers", terms.say["jokers"], head, rows)
