"""Lets the table's time pass, as fast as it can, until nothing is pending.

Nothing is pending once every request is answered, no computer has to act, no playback goes on, and
the firmware has seen all cards, judged every event, and drawn its screen. What waits for people does
not count: a paused playback, a request to agree to, a result to be read.
"""

from tierce_tools.virtual.play import Answering, Play

MOST_MS = 60_000  # of table time; a match of computers only would never settle
_LOOK_MS = 50
# Longer than a double press, a light of a card that was read, and the wait before a meld is checked.
_CALM_MS = 1600


def start(play: Play, most_ms: float) -> Answering:
    """Steps, for some time more than `most_ms` at most.

    The answer tells whether the table is `settled`, and the `ms` of its time that passed.
    """
    begin = play.machine.ms()
    end = begin + most_ms
    while True:
        while is_pending(play) and play.machine.ms() < end:
            yield _LOOK_MS
        yield from play.machine.start_settle()
        yield _CALM_MS
        yield from play.machine.start_settle()  # the calm time may have brought a press or a card
        settled = not is_pending(play)
        now = play.machine.ms()
        if settled or now >= end:
            return {"settled": settled, "ms": round(now - begin)}


def is_pending(play: Play) -> bool:
    """Tell whether a request, a press of the people, a computer or a playback is under way."""
    return play.hands.at_buttons or computer_acts(play) or play.is_under_way


def computer_acts(play: Play) -> bool:
    """Tell whether a computer's seat is about to act: see computers.Computers."""
    if not play.machine.powered or play.machine.readonly or play.playback:
        return False
    if play.match.end is not None and not all(play.computers):
        return False  # people are reading how the round ended
    return play.due() is not None or (play.fact("phase") == "deal" and play.is_computer(play.fact("dealer")))
