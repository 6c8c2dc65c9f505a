"""How far one reader reaches, with a person's help: the evening's experiment, in four steps.

The report is an object as description/reach has it; it grows from step to step, and each is yielded,
so that what was measured is kept whatever comes next.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tierce_tools.base.trouble import Trouble
from tierce_tools.board.examine import SCANS, Bench, Examination, Fact, Helper, Said
from tierce_tools.description.reach import FAN, FEW, PITCHES, READ

if TYPE_CHECKING:
    from tierce_tools.description.descriptions import Description

_TRY = 20  # scans of a height or a distance that is tried
# Of what is tried: the first number, the finest step, the most.
_CARDS = (4, 1, 200)
_MM = (20, 5, 320)


class Reach(Examination):
    """Measures one zone: yields its report as the fact "reach", which grows.

    `fan_of` returns how many cards the felt shows in a zone's fan.
    """

    def __init__(
        self,
        bench: Bench,
        said: Said,
        language: str,
        scans: int = SCANS,
        fan_of: Callable[["Description", str], int] = lambda table, zone: FAN,
    ) -> None:
        super().__init__(bench, said, language, scans)
        self._fan_of = fan_of

    def _examine(
        self, helper: Helper | None, names: list[str], only: Sequence[str], cards_only: bool
    ) -> Iterator[Fact]:
        if helper is None:
            raise Trouble("doctor.reach_alone", "the reach is measured with a person's help: run it in a terminal")
        if len(only or names) != 1:
            raise Trouble(
                "doctor.reach_zone",
                "the reach is of one zone: name it with --zone; this table has {zones}",
                zones=tuple(names) or ("-",),
            )
        (zone,) = only or names
        self._index, self._zone, self._helper = names.index(zone), zone, helper
        self._report: Fact = self._begun()
        yield from self._piece("readers")
        self._answers()
        yield self._noted(0, self._empty())
        for step in (self._height, self._fans, self._sideways, self._fan):
            step()
            yield {"fact": "reach", **self._report}
        yield from self._do("put_out()")

    def _begun(self) -> Fact:
        """Return the report with what is known before a card is laid."""
        from tierce_tools.description.descriptions import from_config

        table = from_config(dict(self.config))
        its = table.zones[self._index]
        build = table.build
        self._cards = max(1, self._fan_of(table, self._zone))
        kept = {key: its[key] for key in ("zone", "reader", "settle_us")}
        return {
            "tierce_reach": 1,
            "table": self.config["name"],
            **kept,
            "antenna": list(its["antenna"]),
            "hz": table.config["spi"]["hz"],
            "tag": list(build.tag),
            "tuned_khz": build.tuned_khz,
            "fan_pitch": build.pitch,
            "scan_us": [0] * 4,
            "gain": [0] * 4,
        }

    def _answers(self) -> None:
        """Raise Trouble if the reader does not answer."""
        for fact in self._do(f'attempt("reader", examine_reader, {self._index})'):
            if fact["fact"] == "failed" or fact.get("error"):
                raise self._silent(str(fact.get("error")))

    def _silent(self, reason: str) -> Trouble:
        return Trouble(
            "doctor.reach_reader",
            "{zone}: the reader does not work ({reason}): tierce doctor --zone {zone} says what to do; what was "
            "measured is kept",
            zone=self._zone,
            reason=reason,
        )

    def _reads(self, scans: int) -> Fact:
        """Scan the zone; return the fact. Raises Trouble if the reader is lost."""
        told = list(self._do(f'attempt("reads", read, [{self._index}], {scans})'))
        found = next((fact for fact in told if fact["fact"] == "reads"), None)
        if found is None or found["lost"]:
            errors: Mapping[str, Any] = found["errors"] if found else {}
            raise self._silent(next(iter(errors), "-"))
        return found

    def _empty(self) -> Fact:
        """Return the scans of the empty zone. Raises Trouble if cards lie there."""
        found = self._reads(self._scans)
        if found["tags"]:
            raise Trouble("doctor.reach_covered", "{zone}: cards lie there; take them away first", zone=self._zone)
        return found

    def _noted(self, at: int, found: Fact) -> Fact:
        """Note the time and the gain of a fact; return the report."""
        self._report["scan_us"][at], self._report["gain"][at] = found["us"], found["agc"]
        return {"fact": "reach", **self._report}

    # --- the four steps

    def _height(self) -> None:
        self._said("height", self._zone)
        if self._helper.place("one", self._zone, 0):
            found = self._reads(self._scans)
            self._noted(1, found)
            if _rates(found, 1)[0] >= READ:
                self._report["height_cards"] = self._greatest("height", *_CARDS)

    def _fans(self) -> None:
        for pitch in PITCHES:
            self._said("four", self._zone)
            if self._helper.place("four", self._zone, pitch):
                found = self._reads(self._scans)
                if pitch == PITCHES[0]:
                    self._noted(2, found)
                self._report[f"four_at_{pitch}"] = _rates(found, FEW)

    def _sideways(self) -> None:
        self._said("sideways", self._zone)
        if self._helper.place("sideways", self._zone, 0) and self._read():
            self._report["sideways_mm"] = self._greatest("sideways", *_MM)

    def _fan(self) -> None:
        self._said("fan", self._zone)
        if self._helper.place("fan", self._zone, self._cards):
            found = self._reads(self._scans)
            self._noted(3, found)
            self._report.update(fan_cards=self._cards, fan=_rates(found, FAN))

    # --- what is tried

    def _read(self) -> bool:
        return _rates(self._reads(_TRY), 1)[0] >= READ

    def _greatest(self, what: str, first: int, step: int, most: int) -> int:
        """Return the greatest number at which the one card is read; at 0 it is.

        What the person leaves out was not read: so it is the greatest that was seen to be.
        """
        good, bad = 0, most + step
        while bad - good > step:
            doubled = min(2 * good or first, most) if bad > most else (good + bad) // 2
            tried = doubled // step * step
            if not self._helper.place(what, self._zone, tried):
                break
            if self._read():
                good = tried
            else:
                bad = tried
        return good


def _rates(found: Fact, cards: int) -> list[int]:
    """Return for each of the cards how many scans in a hundred read it, the best first."""
    seen = sorted((100 * times // found["scans"] for times in found["tags"].values()), reverse=True)
    return (seen + [0] * cards)[:cards]
