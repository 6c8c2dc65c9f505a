"""What came of a match, and when it was: for lists and score sheets. Prints nothing."""

from collections.abc import Mapping
from datetime import datetime

from tierce.presets import PRESETS
from tierce_tools.logs.listing import MatchRow


def ahead(match: MatchRow) -> list[int]:
    """Return the seats that have won, or are ahead; none where all are level."""
    if match.ended:
        return match.winners
    ranked = ranking(match)
    best = match.totals[ranked[0]] if ranked else 0
    seats = [seat for seat in ranked if match.totals[seat] == best]
    return seats if len(seats) < len(ranked) else []


def ranking(match: MatchRow) -> list[int]:
    """Return the seats, the best first, as things stand; equal ones by number."""
    if match.ranking:
        return match.ranking
    lowest = PRESETS.get(match.game, {}).get("lowest_wins", False)
    sign = 1 if lowest else -1
    return sorted(range(len(match.totals)), key=lambda seat: (sign * match.totals[seat], seat))


def result(match: MatchRow, words: Mapping[str, str]) -> str:
    """Return in words who has won, or is ahead."""
    seats = ahead(match)
    who = ", ".join(shown(match.players[seat], words) for seat in seats)
    if match.ended:
        text = words["won" if len(seats) == 1 else "draw"].format(who)
    else:
        text = words["leads"].format(who) if seats else words["level"]
    return text if match.whole else text + words["lost"]


def date(match: MatchRow, words: Mapping[str, str]) -> str:
    """Return when a match began, in the words of people; else when it was kept."""
    text = local(match.time).strftime(words["when"])
    return text if match.began is not None else words["about"].format(text)


def iso(unix: float) -> str:
    """Return a time as ISO 8601 has it, to the second, in this computer's time zone."""
    return local(unix).isoformat(timespec="seconds")


def local(unix: float) -> datetime:
    """Return a time in this computer's time zone."""
    try:
        return datetime.fromtimestamp(unix).astimezone()
    except (OverflowError, OSError, ValueError):  # no clock was ever there
        return datetime.fromtimestamp(0).astimezone()


def shown(name: str, words: Mapping[str, str]) -> str:
    """Return a name without what would steer a terminal."""
    text = "".join(letter if letter.isprintable() else "?" for letter in name)
    return text if text.strip() else words["nameless"]
