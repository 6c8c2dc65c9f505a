"""What may leave a table: everything but people's hands, which wait until their round is over."""

from tierce_tools.board.follow import is_header
from tierce_tools.logs.records import BOOT, MATCH, OVER, ROUND, RULING, Record, kind_of
from tierce_tools.logs.seated import Seated
from tierce_tools.match.places import seat_of


def is_secret(record: Record) -> bool:
    """Tell whether a record may show cards of a hand: it names cards on a seat's zone.

    Also a hint's answer, should a board send one.
    """
    if record.get("event") == "hint":
        return True
    zones = (record.get("zone"), record.get("other"))
    if not any(isinstance(zone, str) and seat_of(zone) is not None for zone in zones):
        return False
    return any(key in record for key in ("in", "out", "card", "joker"))


class Privacy:
    """Takes a journal's records in order; returns those that may leave, in their order.

    A hand is held back until its round is over and won't be opened again: the next round's first
    turn, the match's end, the next match, or a match that was left. After a match that the people
    ended in the middle of a round only the next match frees it, as `undo` may take that end back
    (LOG.md, "Rulings"). A player's card on a seat, before any hand is dealt, goes on.
    """

    def __init__(self) -> None:
        self._held: dict[int, Record] = {}
        self._seated = Seated()
        self._scored = 0  # number of the round's score; 0: it is being played
        self._void = False  # whether that round does not count

    @property
    def held(self) -> tuple[int, ...]:
        """The numbers of the records held back, ascending."""
        return tuple(self._held)

    def take(self, record: Record) -> list[Record]:
        """Take a record or a loss."""
        is_players = self._seated.take(record)
        if "lost" in record or is_players:
            return [record]
        kind = kind_of(record)
        if kind == BOOT:
            self._go_back(record["note"]["after"])
        elif kind == ROUND:
            self._scored, self._void = record["seq"], record["how"] == "void"
        elif kind == RULING and record["ruling"] == "undo":
            self._scored = 0
        if kind == OVER or is_header(record):
            return [*self._freed(record["seq"]), record]
        if record.get("event") == "turn" or (kind == MATCH and not self._void):
            return [*self._freed(self._scored), record]
        if is_secret(record):
            self._held[record["seq"]] = record
            return []
        return [record]

    def _freed(self, scored: int) -> list[Record]:
        """Return the records held back before this number; what follows is the next round's."""
        freed = [each for seq, each in self._held.items() if seq < scored]
        self._held = {seq: each for seq, each in self._held.items() if seq > scored}
        self._scored = 0
        return freed

    def _go_back(self, after: int) -> None:
        """Forget the records after this one: the board lost them in a power cut."""
        self._held = {seq: each for seq, each in self._held.items() if seq <= after}
        if self._scored > after:
            self._scored = 0
