"""Statistics as JSON: the same keys always, null for missing values."""

from collections import Counter

from tierce_tools.logs.statistics import Facts, Player, by_wins
from tierce_tools.logs.tallies import Tally, count, marginals, mean, median, percentile, spread

Json = dict[str, object]


def _rounded(value: float | None, digits: int = 3) -> float | int | None:
    if value is None:
        return None
    value = round(value, digits)
    return int(value) if value == int(value) else value


def _share(part: int, whole: int) -> float | int | None:
    return _rounded(part / whole, 4) if whole else None


def figures(tally: Tally, scale: int = 1) -> Json:
    """Return a tally's figures as JSON, each divided by `scale`; null for an empty tally."""

    def scaled(value: float | None) -> float | int | None:
        return None if value is None else _rounded(value / scale)

    return {
        "count": count(tally),
        "mean": scaled(mean(tally)),
        "median": scaled(median(tally)),
        "spread": scaled(spread(tally)),
        "p90": scaled(percentile(tally, 90)),
        "least": scaled(min(tally, default=None)),
        "most": scaled(max(tally, default=None)),
    }


def _ranked(counter: Counter[str]) -> dict[str, int]:
    return dict(sorted(counter.items(), key=lambda item: (-item[1], item[0])))


def _did(player: Player, facts: Facts, one_game: bool) -> Json:
    """Return the facts of a player, or of all together, as JSON."""
    turn, points = marginals(player.first_lays)
    return {
        "turns": player.turns,
        "refused": player.refused,
        "clauses": _ranked(player.clauses),
        # Games count points differently, so a sum over games means nothing.
        "points": figures(player.points) if one_game else None,
        "first_lay": {
            "count": count(turn),
            "never": player.never_laid,
            "turn": figures(turn),
            "points": figures(points),
        }
        if one_game and facts.lays
        else None,
        "turn_seconds": figures(player.turn_tenths, 10),
        "jokers": {
            "laid": player.jokers_laid,
            "taken": player.jokers_taken,
            "held": player.jokers_held,
            "hands": player.hands,
        }
        if facts.has_jokers
        else None,
    }


def as_json(facts: Facts, one_game: bool) -> Json:
    """Return facts as JSON; firmware/LOG.md explains each key."""
    whole = facts.whole()
    found: Json = {
        "matches": facts.matches,
        "ended": facts.ended,
        "rounds": facts.rounds,
        "void": facts.void,
        "ends": _ranked(facts.ends),
        "rulings": _ranked(facts.rulings),
        **_did(whole, facts, one_game),
        "round_seconds": figures(facts.round_tenths, 10),
        "round_turns": figures(facts.round_turns),
        "pauses": facts.pauses,
        "joker_rounds": facts.joker_rounds,
    }
    found["players"] = [
        {
            "player": name,
            "matches": player.matches,
            "ended": player.ended,
            "won": player.won,
            "share": _share(player.won, player.ended),
            "rounds": player.rounds,
            "void": player.void,
            "rounds_won": player.rounds_won,
            "rounds_share": _share(player.rounds_won, player.rounds - player.void),
            "ends": _ranked(player.ends),
            **_did(player, facts, one_game),
            "joker_rounds": player.joker_rounds,
        }
        for name, player in by_wins(facts)
    ]
    return found
