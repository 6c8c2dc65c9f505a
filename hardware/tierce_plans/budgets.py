"""A table's budgets as a page: power, the readers' bus, and the time that reading takes."""

from collections.abc import Iterable, Sequence

from tierce_plans import budget_words as words
from tierce_plans import electrical, power, timing
from tierce_plans.electrical import SpiLoad
from tierce_tools.description.tables import Table


class _Page:
    """Lines of Markdown in a language."""

    def __init__(self, language: str) -> None:
        self.french = language == "fr"
        self.words = words.FR if self.french else words.EN
        self._parts: list[str] = []

    def say(self, key: str, **details: str) -> str:
        return self.words[key].format(**details)

    def head(self, key: str, level: int = 2, **details: str) -> None:
        self._parts.append("#" * level + " " + self.say(key, **details))

    def text(self, key: str, **details: str) -> None:
        self._parts.append(self.say(key, **details))

    def points(self, lines: Iterable[str]) -> None:
        self._parts.append("\n".join("- " + line for line in lines))

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> None:
        """Add a table. The first `left` columns, marks and sources are text, the others numbers."""
        heads = [self.words[column] for column in columns]
        wordy = [
            i < left or column in ("mark", "source") for i, column in enumerate(columns)
        ]
        lines = [heads, ["---" if each else "---:" for each in wordy], *rows]
        self._parts.append("\n".join("| " + " | ".join(line) + " |" for line in lines))

    def number(self, value: float, digits: int = 0) -> str:
        shown = f"{value:.{digits}f}"
        return shown.replace(".", ",") if self.french else shown

    def short(self, value: float) -> str:
        """Return a number with as many digits as it needs, at most three decimals."""
        shown = f"{value:.3f}".rstrip("0").rstrip(".")
        return shown.replace(".", ",") if self.french else shown

    def source(self, source: str) -> str:
        return words.SOURCES_FR.get(source, source) if self.french else source

    def __str__(self) -> str:
        return "\n\n".join(self._parts) + "\n"


def markdown(table: Table, language: str) -> str:
    """Return the budgets of a table in Markdown, in English ("en") or French ("fr")."""
    page = _Page(language)
    page.head("title", 1, name=table.name)
    page.text("made")
    found = power.budget(table)
    _power(page, table, found)
    _three_v3(page, table, found)
    load = electrical.spi(table)
    if load:
        _bus(page, table, load)
        _radio(page, table)
    _marks(page, table, found)
    return str(page)


def _power(page: _Page, table: Table, found: power.Budget) -> None:
    leds = table.config.get("leds") or {"count": 0, "bright": 0}
    page.head("power")
    rows = [
        [
            page.say(row.key, bright=str(leds["bright"])), str(row.count),
            page.number(row.typical_ma), page.number(row.max_ma),
            _marked(row.typical_mark, row.mark), page.source(row.source),
        ]
        for row in found.rows
    ]
    whole = [f"**{page.say('all')}**", "", page.number(found.typical_ma),
             f"**{page.number(found.max_ma)}**", "", ""]
    page.table(("what", "count", "typical", "most", "mark", "source"), [*rows, whole])
    page.text("one_field")
    most, supply = page.number(found.max_ma), page.number(found.supply_ma)
    if found.usb:
        key = "usb" if found.fits else "usb_over"
        fuse = page.say(
            key, supply=supply, most=most, rest=page.number(found.supply_ma - found.max_ma)
        )
    elif found.fits:
        fuse = page.say("fuse", fuse=page.short(found.fuse_ma / 1000),
                        supply=page.short(found.supply_ma / 1000))
    else:
        fuse = page.say("no_fuse", most=most, supply=supply)
    points = [fuse]
    if found.fuse_ma:
        points.append(page.say(
            "blows" if found.blows else "holds", blows=page.short(found.blows_ma / 1000)
        ))
    if leds["count"]:
        points.append(page.say(
            "room", count=str(found.leds_most), bright=str(leds["bright"]), has=str(leds["count"]),
            most=str(found.bright_most),
        ))
    points.append(page.say(
        "wires", mm2=page.short(found.supply_mm2), cable=str(table.build.cable_mm),
        mv=page.number(found.reader_mv),
    ))
    page.points(points)


def _marked(*marks: str) -> str:
    """Return the marks of neighbouring figures, each mark once."""
    return " ".join(f"[{mark}]" for mark in dict.fromkeys(marks))


def _from(page: _Page, table: Table) -> str:
    return page.say("from_regulator" if table.build.on == "carrier" else "from_pico")


def _three_v3(page: _Page, table: Table, found: power.Budget) -> None:
    page.head("three_v3")
    points = [page.say(
        "rail", typical=page.number(found.three_v3_typical_ma),
        most=page.number(found.three_v3_ma), from_=_from(page, table),
        limit=str(found.three_v3_most_ma),
    )]
    if not found.three_v3_fits:
        points[0] += " " + page.say("rail_over")
    elif found.three_v3_ma > _NEAR * found.three_v3_most_ma and table.build.on != "carrier":
        alarm = round(_NEAR * found.three_v3_most_ma)
        points[0] += " " + page.say("rail_near", alarm=str(alarm))
    if any(row.key == "pn5180" for row in found.rows):
        points.append(page.say("reader_bound"))
    if found.regulator_w:
        good, bad = power.COPPER_K_W
        points.append(page.say(
            "heat", watt=page.number(found.regulator_w, 1), limit=page.number(found.regulator_k_w),
            good=str(good), bad=str(bad),
        ))
    page.points(points)


def _bus(page: _Page, table: Table, load: SpiLoad) -> None:
    page.head("bus_title")
    mhz = page.short(load.hz / 1e6)
    carrier = table.build.on == "carrier"

    def pf(value: float) -> str:
        return page.number(value) + " pF"

    rows = [
        ["clock", mhz + " MHz", page.number(load.most_hz / 1e6, 1) + " MHz"],
        ["miso_pf", pf(load.miso_pf), page.say("miso_limit", most=page.number(load.miso_most_pf))],
        *([["bus_pf", pf(load.bus_pf), ""]] if load.bus_pf else []),
        ["sck_pf" if carrier else "sck_all_pf", pf(load.sck_pf), ""],
        *([["pico_pf", pf(load.pico_pf), ""]] if carrier else []),
        ["rise_ns", page.number(load.rise_ns) + " ns", ""],
        ["round_trip_ns", page.number(load.round_trip_ns) + " ns",
         page.say("half_bit", half=page.number(load.half_ns))],
    ]
    page.table(("figure", "here", "limit"), [[page.say(key), *rest] for key, *rest in rows])
    page.text("limits")
    page.table(("limit", "fastest"), [
        [page.say("limit_" + limit.key), page.number(limit.hz / 1e6, 1) + " MHz"]
        for limit in load.limits
    ])
    if load.legal:
        page.text("legal", hz=mhz, reserve=page.number(load.reserve, 1))
    else:
        page.text("illegal", hz=mhz, most=str(load.most_hz // 100_000 * 100_000 or load.most_hz))
    page.text("facts")
    names = words.FACTS_FR if page.french else words.FACTS_EN
    known = {key: electrical.FACTS[key] for key in electrical.used(table)}
    page.table(("figure", "here", "mark", "source"), [
        [names[key], page.short(each.value), f"[{each.mark}]", page.source(each.source)]
        for key, each in known.items()
    ])
    if "mfrc522" in {zone["reader"] for zone in table.zones}:
        page.text("mfrc522_note")


def _radio(page: _Page, table: Table) -> None:
    states = timing.states(table)
    page.head("radio")
    page.text("radio_text", us=page.number(timing.SOFTWARE_US.value))
    page.table(("state", "cards", "settle", "air", "spi", "modelled", "estimated"), [
        [
            page.say("state_" + state.key), str(state.cards),
            *[page.number(us / 1000) for us in (
                state.modelled.settle, state.modelled.air, state.modelled.spi,
                state.modelled.total, state.estimated.total,
            )],
        ]
        for state in states
    ])
    page.text("cards_text")
    page.text("seen_text", part=page.number(100 * timing.lights(table)))
    page.table(("state", "urgency", "zones", "wished", "modelled", "estimated"), [
        [
            page.say("state_" + state.key), page.say(seen.kind), str(seen.zones),
            *[page.number(ms) for ms in (seen.wished_ms, seen.modelled_ms, seen.estimated_ms)],
        ]
        for state in states for seen in state.seen
    ], left=2)
    waits = [timing.believed(table, "typical", software) for software in (False, True)]
    ms = [page.number(each) for column in waits for each in (column[len(column) // 2], column[-1])]
    page.text("believed", modelled=ms[0], modelled_most=ms[1], estimated=ms[2],
              estimated_most=ms[3])


def _marks(page: _Page, table: Table, found: power.Budget) -> None:
    page.head("marks")
    page.points(page.say("mark_" + mark) for mark in ("V", "C", "K", "HW"))
    page.text("checks")
    dark = sum(row.max_ma for row in found.rows if row.key not in _LIT)
    checks = [
        page.say("check_power", idle=page.number(dark + _dark_leds(table)),
                 field=page.number(found.max_ma)),
        page.say("check_three", from_=_from(page, table), most=page.number(found.three_v3_ma)),
    ]
    if table.zones:
        play = next(state for state in timing.states(table) if state.key == "typical")
        scans = [
            sum(each.zones * 60_000 / ms for each, ms in zip(play.seen, column, strict=True))
            for column in (
                [each.estimated_ms for each in play.seen], [each.modelled_ms for each in play.seen]
            )
        ]
        checks += [page.say("check_bus"), page.say(
            "check_time", scans=page.number(scans[0]), scans_most=page.number(scans[1]))]
    page.points(checks)


_NEAR = 0.8  # warn above this part of what the Pico's pin can give
_LIT = ("leds", "pn5180_field", "mfrc522_field")


def _dark_leds(table: Table) -> float:
    leds = table.config.get("leds")
    return power.led_ma(leds["count"], 0) if leds else 0.0
