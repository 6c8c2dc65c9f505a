"""How far a zone's reader reaches, as measured by `tierce doctor --reach`: the report, a JSON object.

Plans use a report in place of the model where a table's description names it: `build.measured`. Its
rows are checked as a config.json is; hardware/measured/reach.schema.json is made of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tierce_tools.base import paths

READ = 98  # per cent of scans: a card counts as read from here on
FEW = 4  # cards of the three fans
FAN = 13  # cards of the long fan, at most
PITCHES = (18, 12, 10)  # mm from card to card, of the three fans
SCHEMA = "reach.schema.json"

# As rows of app/schema.py: name, kind, limits, default; "needed" is its NEEDED.
_MOST_US = 10_000_000


def rows() -> list[tuple[str, str, Any, Any]]:
    """Return the rows of a report."""
    board: Any = paths.board_module("app.schema")
    percents = [0, 100]
    return [
        ("tierce_reach", "int", [1, 1], board.NEEDED),
        ("modelled", "bool", None, False),
        ("date", "text", [0, 10], ""),
        ("table", "text", [1, 20], "table"),
        ("zone", "zone", None, board.NEEDED),
        ("reader", "word", board.kinds("READER"), board.NEEDED),
        ("antenna", "ints", [2, 1, 999], board.NEEDED),
        ("settle_us", "int", [100, 100_000], 5000),
        ("hz", "int", [1, 100_000_000], 1_000_000),
        ("tag", "ints", [2, 5, 80], [18, 18]),
        ("tuned_khz", "int", [13000, 20000], 16000),
        ("card_um", "int", [100, 2000], 300),
        ("height_cards", "int", [0, 200], None),
        *((f"four_at_{pitch}", "ints", [FEW, *percents], None) for pitch in PITCHES),
        ("sideways_mm", "int", [0, 400], None),
        ("fan_cards", "int", [1, FAN], None),
        ("fan_pitch", "int", [5, 60], None),
        ("fan", "ints", [FAN, *percents], None),
        ("scan_us", "ints", [4, 0, _MOST_US], [0, 0, 0, 0]),
        ("gain", "ints", [4, 0, 65535], [0, 0, 0, 0]),
    ]


@dataclass(frozen=True, kw_only=True)
class Report:
    """What was measured with one loop; None: not measured. The rows' names, and where it comes from."""

    name: str
    tierce_reach: int
    modelled: bool
    date: str
    table: str
    zone: str
    reader: str
    antenna: Sequence[int]  # width and height, mm
    settle_us: int
    hz: int
    tag: Sequence[int]
    tuned_khz: int
    card_um: int  # thickness of a plain card
    height_cards: int | None = None  # most plain cards under one tag that is still read
    four_at_18: Sequence[int] | None = None  # per cent of scans that read each of four tags, the best first
    four_at_12: Sequence[int] | None = None
    four_at_10: Sequence[int] | None = None
    sideways_mm: int | None = None  # from the wire outwards to the middle of one tag that is still read
    fan_cards: int | None = None
    fan_pitch: int | None = None
    fan: Sequence[int] | None = None  # as four_at_18, of `fan_cards` cards; the others are 0
    scan_us: Sequence[int]  # median time of a scan of 0, 1, 4 and `fan_cards` cards; 0: not measured
    gain: Sequence[int]  # the receiver's, of the same

    @property
    def fan_read(self) -> int:
        """How many cards of the long fan were read."""
        return sum(percent >= READ for percent in self.fan or ())

    def scan(self, cards: int) -> float | None:
        """Return how many µs a scan of some cards takes, between the measured numbers of cards; None if unmeasured."""
        counts = (0, 1, FEW, self.fan_cards or FAN)
        known = sorted((count, us) for count, us in zip(counts, self.scan_us, strict=True) if us)
        if len(known) < 2:
            return None
        above = next((at for at, (count, _) in enumerate(known) if at and count >= cards), len(known) - 1)
        (low, quick), (high, slow) = known[above - 1 : above + 1]
        return quick + (slow - quick) * (cards - low) / (high - low) if high > low else float(slow)

    def is_of(self, reader: str, antenna: Sequence[int]) -> bool:
        """Whether a zone's reader and loop are of the kind that was measured."""
        return self.reader == reader and sorted(self.antenna) == sorted(antenna)


def errors(given: Any) -> list[tuple[Any, ...]]:
    """Return all errors of a report, as parsed from JSON, as `descriptions.errors` does."""
    return _check(given).errors


def report(given: Any, name: str = "") -> Report:
    """Return the report of an object without errors."""
    return Report(name=name, **_check(given).config)


def _check(given: Any) -> Any:
    """Return the board's own check, run over the rows of a report."""
    check: Any = paths.board_module("app.config")._Check

    class ReportCheck(check):
        def __init__(self) -> None:
            self.errors: list[Any] = []
            self.by = "pins"
            self.config: Any = self.object("", given, rows())

    return ReportCheck()
