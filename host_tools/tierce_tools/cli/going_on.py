"""How a match begins that goes on from a log or from paper, and who deals first."""

from dataclasses import dataclass
from typing import Any

from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.reader import open_input, records

LOT = "lot"
_DIGITS = 9  # most digits of a number


@dataclass(frozen=True)
class Last:
    """The last state of a log. `rounds` were played to their end; `dealer` deals next."""

    name: str
    game: str
    players: list[str]
    rules: dict[str, Any]
    totals: list[int]
    rounds: int
    dealer: int


def last_of(name: str) -> Last:
    """Return the last state of a log. Raises Trouble if it can't be read, or has a bad line."""
    from tierce.phases import COUNT, TURN
    from tierce_tools.base.plain import plain
    from tierce_tools.logs.replay import steps

    header: dict[str, Any] = {}
    view: Any = None
    try:
        with open_input(name) as stream:
            for step in steps(records(stream)):
                if step.error or step.referee is None:
                    raise Trouble(
                        "table.log_line", "{name}:{line}: {error}", name=name, line=step.line, error=step.error
                    )
                header = header or step.event or {}
                view = step.referee.view
    except OSError as error:
        raise Trouble("table.unreadable", "{name} can't be read: {error}", name=name, error=error) from None
    return Last(
        name,
        header["game"],
        [plain(each).strip() for each in header["players"]],
        header.get("rules", {}),
        list(view.totals),
        view.round - (view.phase in (TURN, COUNT)),
        view.dealer,
    )


def totals_of(given: str | None, names: list[str], last: Last | None) -> list[int] | None:
    """Return the totals with which a match begins, by seat; None without any. Raises Trouble."""
    if given is None:
        if last is None:
            return None
        if names == last.players:
            return last.totals
        new = [name for name in names if name not in last.players]
        if new:
            raise Trouble(
                "table.no_total",
                "{player} has no total in {name}: say all totals, as in --totals {example}",
                player=new[0],
                name=last.name,
                example=",".join(str(120 - 40 * seat) for seat in range(len(names))),
            )
        return [last.totals[last.players.index(name)] for name in names]
    texts = [text.strip() for text in given.split(",")]
    digits = [text[1:] if text[:1] in ("-", "+") else text for text in texts]
    if not all(each.isdecimal() and len(each) <= _DIGITS for each in digits):
        raise Trouble(
            "table.bad_totals",
            "--totals {totals}: take a whole number for each player, as in --totals 120,45",
            totals=given,
        )
    if len(texts) != len(names):
        raise Trouble(
            "table.how_many_totals",
            "--totals {totals}: {count} totals are needed, one for each of {names}",
            totals=given,
            count=len(names),
            names=", ".join(names),
        )
    return [int(text) for text in texts]


def dealer_of(given: str | None, names: list[str], last: Last | None, by_lot: bool) -> int | str:
    """Return who deals first: a seat, or LOT. Raises Trouble.

    By default the seat whose turn it is in `last`, or the next one that still plays; in a new match
    the first seat, or LOT if the game has it so (`by_lot`).
    """
    if given is None:
        if last is None:
            return LOT if by_lot else 0
        players = last.players
        turns = players[last.dealer :] + players[: last.dealer]
        return next((names.index(name) for name in turns if name in names), 0)
    if given in names:
        return names.index(given)
    if given == LOT:
        return LOT
    if given.isdecimal() and len(given) <= _DIGITS and int(given) < len(names):
        return int(given)
    raise Trouble(
        "table.bad_dealer",
        "--dealer {dealer}: nobody has that name; give a name ({names}), a seat from 0 to {last}, or lot",
        dealer=given,
        names=", ".join(names),
        last=len(names) - 1,
    )
