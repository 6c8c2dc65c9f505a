"""The plan of a season: what is not said is as in the season before, or follows from the game."""

from tierce.presets import PRESETS
from tierce_tools.base.trouble import Trouble
from tierce_tools.league.rules import Rule, rule_of
from tierce_tools.league.season import League, Plan

SWISS = "swiss"
SYSTEMS = (SWISS, "round-robin")
_SEATS, _SWISS_ROUNDS = 4, 5  # by default


def planned(
    before: League | None,
    joining: int,
    game: str | None,
    system: str | None = None,
    seats: int | None = None,
    rounds: int | None = None,
    rule: Rule | None = None,
    seed: int | None = None,
) -> Plan:
    """Return the plan of a league's first season, or of the one after `before`, which `joining` people join.

    Raises Trouble if the game can't be played so, or if no game is given for a new league.
    """
    old = before.plan if before else None
    if old is None and (not game or not joining):
        raise Trouble(
            "league.needs",
            "a new league needs --game and --players, as in tierce league new Club --game rami51 --players Ana,Luc,Max",
        )
    game = game or (old.game if old else "")
    count = joining + (len(before.decided.inside) if before else 0)
    seats = seats or (old.seats if old else min(_SEATS, _places(game)[1]))
    system = system or (old.system if old else SWISS)
    if not rounds:
        rounds = old.rounds if old and system == old.system == SWISS else _rounds(system, count, seats)
    if rule is None:
        rule = old.rule if old else rule_of("places")
    plan = Plan(game, system, seats, rounds, rule, seed if seed is not None else old.seed if old else 1)
    _check(plan)
    return plan


def _places(game: str) -> tuple[int, int]:
    """Return the least and most seats of a game. Raises Trouble."""
    if game not in PRESETS:
        raise Trouble(
            "logs.no_game", "there is no game {game}; the games are: {games}", game=game, games=tuple(PRESETS)
        )
    return PRESETS[game]["seats"]


def _check(plan: Plan) -> None:
    """Raise Trouble if a table cannot play the game, or the rule has no points for a table."""
    low, high = _places(plan.game)
    if not low <= plan.seats <= high:
        raise Trouble(
            "league.seats",
            "{seats} cannot sit at a table of {game}, which has {places} places; say --tables",
            game=plan.game,
            places=str(low) if low == high else f"{low}-{high}",
            seats=plan.seats,
        )
    if plan.rule.places is not None:
        for seats in range(2, plan.seats + 1):
            if seats not in plan.rule.places:
                raise Trouble(
                    "league.no_places",
                    "the rule has no match points for a table of {seats}; "
                    "tables differ by one seat where the players do not fill them",
                    seats=seats,
                )


def _rounds(system: str, players: int, seats: int) -> int:
    """Return how many rounds a season has."""
    if system == SWISS:
        return _SWISS_ROUNDS
    if seats == 2:
        return max(players - 1 + players % 2, 1)
    return max(-(-(players - 1) // (seats - 1)), 1)
