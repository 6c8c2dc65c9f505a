"""Interprets the facts about the zones: readers, antennas, reading, leaks."""

from collections import Counter
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from tierce_plans import parts
from tierce_tools.board.facts import BAD, LOOK, OK, UNEXAMINED, Fact, Facts, Finding

# Per cent by which a gain may differ from those of loops of the same size. Adjust these first once
# a real table has been measured.
GAIN_LOOK = 20
GAIN_BAD = 50
GAINS = 3  # loops of a size needed for a comparison
RATE_LOOK = 98  # per cent of scans that read a lying card
RATE_BAD = 90
LEAK_BAD = 30  # per cent of another zone's scans that read the card too
ERRORS_BAD = 2  # per cent of scans that failed
# Microseconds per scan, for an empty zone and for each card. Twelve zones then take a third of a
# second, within which a card should be seen.
SCAN_US = 25000
CARD_US = 25000
_INPUTS = 3  # address inputs of a 74HC138
STACKED = 1  # flags of a scan, as in drivers/scan.py
FULL = 2


class Zones:
    """The facts about the zones, summed up."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.names = [zone["zone"] for zone in facts.zones]
        self.readers = {fact["zone"]: fact for fact in facts.all("reader")}
        self.failed = [name for name in self.names if "error" in self.readers.get(name, {})]
        self.reads = {"": self._added("")}
        for fact in facts.all("reads"):
            if fact["test"] not in self.reads:
                self.reads[fact["test"]] = self._added(fact["test"])
        self.same = self._same_chips()

    def _added(self, test: str) -> dict[str, Fact]:
        """Return the reads of each zone while a test card lay in zone `test`; "": no card."""
        added: dict[str, Fact] = {}
        for fact in self.facts.all("reads"):
            if fact["test"] != test:
                continue
            one = added.setdefault(
                fact["zone"],
                {
                    "scans": 0,
                    "tags": Counter[str](),
                    "errors": Counter[str](),
                    "us": [],
                    "agc": [],
                    "flags": 0,
                    "lost": False,
                },
            )
            one["scans"] += fact["scans"]
            one["tags"].update(fact["tags"])
            one["errors"].update(fact["errors"])
            one["us"].append(fact["us"])
            one["agc"].append(fact["agc"])
            one["flags"] |= fact["flags"]
            one["lost"] |= fact["lost"]
        return added

    def _same_chips(self) -> list[list[str]]:
        """Return the groups of zones that reach the same chip."""
        chips: dict[str, list[str]] = {}
        for name, fact in self.readers.items():
            if "die" in fact:
                chips.setdefault(fact["die"], []).append(name)
        pairs = {tuple(sorted((fact["zone"], fact["other"]))) for fact in self.facts.all("same_chip")}
        return [zones for zones in chips.values() if len(zones) > 1] + [list(e) for e in pairs]

    def home(self, tag: str) -> str:
        """Return the zone in which a tag lies: the one that reads it most often."""
        reads = self.reads[""]
        return max(reads, key=lambda name: reads[name]["tags"][tag])

    def share(self, one: str, other: str) -> bool:
        """Tell whether two zones reach the same chip."""
        return any(one in zones and other in zones for zones in self.same)

    def kind(self, name: str) -> str:
        """Return the kind of a zone's reader."""
        return self.facts.zones[self.names.index(name)]["reader"]

    def cs(self, name: str) -> int:
        """Return the decoder output of a zone, or its chip-select pin."""
        return self.facts.zones[self.names.index(name)]["cs"]


def _readers(zones: Zones) -> Iterator[Finding]:
    together = len(zones.failed) > 1 and _together(zones)
    if together:
        yield together
    for name, fact in zones.readers.items():
        if not (together and name in zones.failed):
            yield _reader(name, fact, zones)
    for same in zones.same:
        bit = _bit(zones, same)
        address = _address(zones)
        value: Fact = {"zones": ", ".join(same)}
        advice = "same_chip"
        if bit >= 0:
            value["gpio"] = address[bit]
            advice = "same_chip_address"
        yield Finding("select", BAD, "same_chip", value, advice)


def _address(zones: Zones) -> list[int]:
    select: dict[str, Any] = zones.facts.config.get("select") or {}
    return select.get("address", [])


def _bit(zones: Zones, same: list[str]) -> int:
    """Return the only address line in which these zones' outputs differ, or -1."""
    differ = 0
    for name in same:
        differ |= zones.cs(name) ^ zones.cs(same[0])
    bits = [bit for bit in range(len(_address(zones))) if differ == 1 << bit]
    return bits[0] if bits else -1


def _together(zones: Zones) -> Finding | None:
    """Return the finding of several readers that seem to fail for one cause, or None."""
    failed = zones.failed
    reasons = {zones.readers[name]["error"] for name in failed}
    value: Fact = {
        "zones": ", ".join(failed),
        "count": len(failed),
        "of": len(zones.readers),
        "reason": ", ".join(sorted(reasons)),
    }
    if len(failed) == len(zones.readers):
        busy = zones.facts.one("busy")
        advice = "all_readers"
        if busy and busy["levels"] and all(busy["levels"].values()):
            advice = "all_busy"
        elif reasons == {"eeprom"}:
            advice = "all_held"
        return Finding("readers", BAD, "all_readers", value, advice)
    address = _address(zones)
    # The lowest address lines go to every decoder; the others select a decoder.
    ways = [(1 << bit, [gpio], "half_readers") for bit, gpio in enumerate(address[:_INPUTS])]
    ways += [(-1 << _INPUTS, address[_INPUTS:], "half_decoder")] if address[_INPUTS:] else []
    ways += [(1 << bit, [address[bit]], "half_readers") for bit in range(_INPUTS, len(address))]
    for mask, gpios, advice in ways:
        level = zones.cs(failed[0]) & mask
        if failed == [name for name in zones.readers if zones.cs(name) & mask == level]:
            value["gpio"] = gpios[0] if len(gpios) == 1 else ", ".join(map(str, gpios))
            return Finding("readers", BAD, "half_readers", value, advice)
    return None


def _reader(name: str, fact: Fact, zones: Zones) -> Finding:
    if "error" in fact:
        value = {"reason": fact["error"]}
        return Finding("reader", BAD, "reader_error", value, "reader_" + fact["error"], name)
    kind = zones.kind(name)
    version, known, copy = parts.reader(kind).version(fact)
    value: Fact = {"chip": kind.upper(), "version": version}
    if not (fact.get("field", 1) and fact.get("fifo", 1)):
        reason = "field" if fact.get("fifo", 1) else "bus"
        value["reason"] = reason
        return Finding("reader", BAD, "reader_error", value, "reader_" + reason, name)
    reads = [each[name] for each in zones.reads.values() if name in each]
    errors = sum((each["errors"] for each in reads), Counter[str]())
    if errors:
        reason, _ = errors.most_common(1)[0]
        count, scans = errors.total(), sum(each["scans"] for each in reads)
        value.update(reason=reason, count=count, scans=scans)
        many = any(each["lost"] for each in reads) or count * 100 >= ERRORS_BAD * scans
        verdict = BAD if many else LOOK
        return Finding("reader", verdict, "reader_fails", value, "reader_" + reason, name)
    if fact["before"]:
        value["reason"] = fact["before"]
        return Finding("reader", LOOK, "reader_late", value, "reader_" + fact["before"], name)
    deaf = (zones.facts.one("play") or {}).get("deaf", {}).get(name)
    if deaf:
        value["count"] = deaf
        return Finding("reader", LOOK, "reader_deaf", value, "reader_deaf", name)
    if not known:
        return Finding("reader", LOOK, "reader_copy" if copy else "reader", value, "reader_unknown", name)
    if fact.get("outside_field"):
        return Finding("reader", LOOK, "reader", value, "outside_field", name)
    return Finding("reader", OK, "reader", value, "", name)


def _antennas(zones: Zones) -> Iterator[Finding]:
    gains: dict[str, float] = {}
    covered: list[str] = []
    for name, reads in zones.reads[""].items():
        if "agc" in zones.readers.get(name, {}) and reads["us"]:
            if reads["tags"]:
                covered.append(name)
            else:
                gains[name] = median(reads["agc"])
    for name in zones.names:
        if name in covered:
            yield Finding("antenna", UNEXAMINED, "covered", {}, "clear", name)
        if name not in gains:
            continue
        gain = gains[name]
        size = _loop(zones, name)
        others = [gains[other] for other in gains if other != name and _loop(zones, other) == size]
        if len(others) < GAINS - 1:
            others = [gains[other] for other in gains if other != name]
        value: Fact = {"gain": round(gain)}
        if not others:
            yield Finding("antenna", OK, "gain_alone", value, "", name)
            continue
        usual = median(others)
        off = 100 * abs(gain - usual) / usual if usual else 0
        value.update(usual=round(usual), off=round(off))
        stacked = zones.reads[""][name]["flags"] & STACKED
        if gain in (0, 1023) or off >= GAIN_BAD:
            yield Finding("antenna", BAD, "gain", value, "antenna", name)
        elif off >= GAIN_LOOK:
            yield Finding("antenna", LOOK, "gain", value, "antenna", name)
        else:
            yield Finding("antenna", OK, "gain", value, "", name)
        if stacked:
            yield Finding("tags", LOOK, "stacked", {}, "stacked", name)


def _loop(zones: Zones, name: str) -> tuple[int, ...]:
    antenna: list[int] = zones.facts.zones[zones.names.index(name)].get("antenna") or []
    return tuple(sorted(antenna))


def _reading(zones: Zones) -> Iterator[Finding]:
    lying = zones.reads[""]
    for name in zones.names:
        if name in zones.reads:
            yield from _with_test_card(zones, name)
        elif name in lying:
            here = [tag for tag in lying[name]["tags"] if zones.home(tag) == name]
            if here:
                yield _rate(name, lying[name], here)
                yield _leak(zones, name, here, "")
            else:
                yield Finding("reading", UNEXAMINED, "no_card", {}, "cards", name)


def _with_test_card(zones: Zones, name: str) -> Iterator[Finding]:
    reads = zones.reads[name]
    before = zones.reads[""].get(name, {"tags": {}})["tags"]
    mine = reads.get(name)
    if mine is None:
        return
    here = [tag for tag in mine["tags"] if tag not in before] or list(mine["tags"])
    if here:
        yield _rate(name, mine, here)
        yield _leak(zones, name, here, name)
        return
    # The card laid here may be read by another zone's reader.
    for other, theirs in reads.items():
        known = zones.reads[""].get(other, {"tags": {}})["tags"]
        if other != name and [tag for tag in theirs["tags"] if tag not in known]:
            yield Finding("select", BAD, "exchanged", {"other": other}, "exchanged", name)
            return
    value = {"percent": 0, "scans": mine["scans"], "cards": 0}
    yield Finding("reading", BAD, "rate", value, "not_read", name)


def _rate(name: str, reads: Fact, tags: list[str]) -> Finding:
    scans = reads["scans"] - reads["errors"].total()  # failures are the reader's fault
    rate = min(reads["tags"][tag] for tag in tags) * 100 / max(scans, 1)
    value = {"percent": int(rate), "scans": scans, "cards": len(tags)}
    verdict = OK if rate >= RATE_LOOK else LOOK if rate >= RATE_BAD else BAD
    return Finding("reading", verdict, "rate", value, "" if verdict == OK else "rate", name)


def _leak(zones: Zones, name: str, tags: list[str], test: str) -> Finding:
    """Return the finding on whether another zone reads a card that lies in this one."""
    most, by = 0.0, ""
    for other, reads in zones.reads[test].items():
        if other == name or zones.share(name, other):
            continue
        rate = max(reads["tags"][tag] for tag in tags) * 100 / max(reads["scans"], 1)
        if rate > most:
            most, by = rate, other
    if not by:
        return Finding("leak", OK, "no_leak", {}, "", name)
    value = {"other": by, "percent": max(1, int(most))}
    return Finding("leak", BAD if most >= LEAK_BAD else LOOK, "leak", value, "leak", name)


def _tags(zones: Zones) -> Iterator[Finding]:
    for fact in zones.facts.all("strange"):
        value = {"tag": fact["tags"][0], "count": len(fact["tags"])}
        yield Finding("tags", LOOK, "strange", value, "strange", fact["zone"])
    for fact in zones.facts.all("other_kind"):
        yield Finding("tags", LOOK, "other_kind", {}, "other_kind", fact["zone"])
    for name, reads in zones.reads[""].items():
        if reads["flags"] & FULL:
            yield Finding("tags", LOOK, "too_many", {"cards": len(reads["tags"])}, "too_many", name)
        if reads["flags"] & STACKED and reads["tags"]:
            yield Finding("tags", LOOK, "stacked", {}, "stacked", name)


def _time(zones: Zones) -> Iterator[Finding]:
    for zone in zones.facts.zones:
        reads = zones.reads[""].get(zone["zone"])
        if reads and any(reads["us"]):
            us = median(reads["us"])
            limit = SCAN_US + CARD_US * len(reads["tags"])
            value = {"ms": round(us / 1000, 1), "limit": round(limit / 1000)}
            if us > limit:
                yield Finding("time", LOOK, "time", value, "time", zone["zone"])
            else:
                yield Finding("time", OK, "time", value, "", zone["zone"])


_RULES: tuple[Callable[[Zones], Iterator[Finding]], ...] = (_readers, _antennas, _reading, _tags, _time)


def of_readers(facts: Facts) -> Iterator[Finding]:
    """Return the findings about the zones."""
    if facts.one("reader"):
        zones = Zones(facts)
        for rule in _RULES:
            yield from rule(zones)
