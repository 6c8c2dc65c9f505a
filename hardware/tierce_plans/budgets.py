"""A table's budgets as a page: power, the readers' bus, the field, and the time that reading takes."""

from collections.abc import Callable, Iterator

from tierce_plans import electrical, parts, power, timing
from tierce_plans.electrical import SpiLoad
from tierce_plans.pages import Page, escaped
from tierce_tools.base.extras import has
from tierce_tools.base.texts import N_
from tierce_tools.description.descriptions import Description

_NEAR = 0.8  # warn above this part of what the Pico's pin can give
_LIT = ("leds", "_field")  # ends of the keys of what is lit
_LIMITS = {
    "miso": N_("load of MISO: 20 pF at 7 MHz, and more in proportion as the clock is slower"),
    "round_trip": N_("a bit there and back in half a bit"),
    "clock": N_("SCK high and low for as long as the reader needs, after its edge"),
    "chip": N_("the reader itself"),
}
_STATES = {"empty": N_("empty"), "typical": N_("in play"), "full": N_("full"), "count": N_("hands are counted")}
_URGENCY = {timing.HOT: N_("something may happen now"), timing.WARM: N_("soon"), timing.COLD: N_("hardly")}


def markdown(table: Description, language: str) -> str:
    """Return the budgets of a table in Markdown."""
    page = Page(language)
    say = page.say
    page.head(say("{name}: power, bus and radio", name=escaped(table.name)), 1)
    page.text(
        say(
            "Computed from the table's description by `tierce hardware`. What it means, and how to "
            "check it: hardware/guides/BUDGETS.md."
        )
    )
    found = power.budget(table)
    _power(page, table, found)
    _three_v3(page, table, found)
    load = electrical.spi(table)
    if load:
        _bus(page, table, load)
        _field(page, table)
        _radio(page, table)
    _checks(page, table, found)
    return str(page)


def facts(language: str) -> str:
    """Return the table of the figures from which all tables' readers' buses are computed."""
    page = Page(language)
    say = page.say
    page.table(
        [say("figure"), say("value"), say("mark"), say("source")],
        [
            [say(each.name), page.short(each.value), f"[{each.mark}]", say(each.source)]
            for each in electrical.FACTS.values()
        ],
        (1,),
    )
    return str(page)


def _power(page: Page, table: Description, found: power.Budget) -> None:
    say, number = page.say, page.number
    leds = table.config.get("leds") or {"count": 0, "bright": 0}
    page.head(say("What it takes from 5 V"))
    rows = [
        [
            say(row.name, bright=leds["bright"]),
            str(row.count),
            number(row.typical_ma),
            number(row.max_ma),
            _marked(row.typical_mark, row.mark),
            say(row.source),
        ]
        for row in found.rows
    ]
    whole = f"**{number(found.max_ma)}**"
    rows.append(["**" + say("all") + "**", "", number(found.typical_ma), whole, "", ""])
    heads = [say("what"), say("number"), say("typical, mA"), say("at most, mA"), say("mark"), say("source")]
    page.table(heads, rows, (1, 2, 3))
    page.points(_supply(page, table, found, leds))


def _supply(page: Page, table: Description, found: power.Budget, leds: dict[str, int]) -> Iterator[str]:
    """Yield what is said of the supply: its fuse, how many LEDs it feeds, its wires."""
    say, number = page.say, page.number
    most, supply = number(found.max_ma), number(found.supply_ma)
    if found.usb and found.fits:
        yield say(
            "No fuse: it is fed over USB, {supply} mA, and the computer's port switches off by "
            "itself. {rest} mA are left.",
            supply=supply,
            rest=number(found.supply_ma - found.max_ma),
        )
    elif found.usb:
        yield say(
            "Too much for USB: {most} mA at most, and a port gives {supply} mA. Fewer LEDs, "
            "less brightness, or a supply of its own.",
            most=most,
            supply=supply,
        )
    elif found.fits:
        yield say(
            "Fuse: {fuse} A, the next size above 1.25 times what it takes at most. The supply gives {supply} A.",
            fuse=page.short(found.fuse_ma / 1000),
            supply=page.short(found.supply_ma / 1000),
        )
    else:
        yield say(
            "No fuse will do: it takes {most} mA at most, and the supply "
            "gives {supply} mA. Use a larger supply, fewer LEDs, or less brightness.",
            most=most,
            supply=supply,
        )
    blows = page.short(found.blows_ma / 1000)
    if found.blows:
        yield say(
            "A short, or plus and minus swapped, blows it: for that it needs {blows} A for two minutes at most [K].",
            blows=blows,
        )
    elif found.fuse_ma:
        yield say("A short may not blow it: for that it needs {blows} A for up to two minutes [K].", blows=blows)
    if leds["count"]:
        yield say(
            "LEDs: the supply feeds {count} of them at brightness {bright}, or those {has} at brightness {most}.",
            count=found.leds_most,
            bright=leds["bright"],
            has=leds["count"],
            most=found.bright_most,
        )
    yield say(
        "Wires of the supply: {mm2} mm² of copper, up to 1 m, lose less than 150 mV. The "
        "longest reader cable, {cable} mm, loses {mv} mV while its field is on.",
        mm2=page.short(found.supply_mm2),
        cable=table.build.cable_mm,
        mv=number(found.reader_mv),
    )


def _marked(*marks: str) -> str:
    """Return the marks of neighbouring figures, each mark once."""
    return " ".join(f"[{mark}]" for mark in dict.fromkeys(marks))


def _from(page: Page, table: Description) -> str:
    say = page.say
    on_carrier = table.build.on == "carrier"
    return say("the carrier's regulator") if on_carrier else say("the Pico's pin 3V3")


def _three_v3(page: Page, table: Description, found: power.Budget) -> None:
    say, number = page.say, page.number
    page.head(say("3.3 V for the readers and the screen"))
    first = say(
        "{typical} mA typically, {most} mA at most; {from_} gives {limit} mA.",
        typical=number(found.three_v3_typical_ma),
        most=number(found.three_v3_ma),
        from_=_from(page, table),
        limit=found.three_v3_most_ma,
    )
    if not found.three_v3_fits:
        first += " " + say("**That is too much.**")
    elif found.three_v3_ma > _NEAR * found.three_v3_most_ma and table.build.on != "carrier":
        first += " " + say(
            "That is close. If yours take more than {alarm} mA, give the readers a 3.3 V regulator of their own.",
            alarm=round(_NEAR * found.three_v3_most_ma),
        )
    points = [first]
    if found.regulator_w:
        good, bad = power.COPPER_K_W
        heat = say(
            "The regulator turns {watt} W into heat. For 40 °C in the box it may have {limit} K/W "
            "to the air: an AMS1117 in SOT-223 has {good} with copper under its tab, {bad} "
            "without.",
            watt=number(found.regulator_w, 1),
            limit=number(found.regulator_k_w),
            good=good,
            bad=bad,
        )
        points.append(heat)
    page.points(points)


def _bus(page: Page, table: Description, load: SpiLoad) -> None:
    say, number = page.say, page.number
    page.head(say("The readers' bus"))
    mhz = page.short(load.hz / 1e6)
    carrier = table.build.on == "carrier"

    def pf(value: float) -> str:
        return number(value) + " pF"

    rows = [
        [say("clock, `spi.hz`"), mhz + " MHz", number(load.most_hz / 1e6, 1) + " MHz"],
        [
            say("load of a reader's MISO"),
            pf(load.miso_pf),
            say("{most} pF at this clock", most=number(load.miso_most_pf)),
        ],
        [say("load of its gate"), pf(load.bus_pf), ""],
        [say("load of SCK, fullest segment") if carrier else say("load of SCK"), pf(load.sck_pf), ""],
        [say("load of the Pico's SCK"), pf(load.pico_pf), ""],
        [say("edge of SCK at a reader"), number(load.rise_ns) + " ns", ""],
        [
            say("from SCK at the Pico to MISO at the Pico"),
            number(load.round_trip_ns) + " ns",
            say("{half} ns, half a bit", half=number(load.half_ns)),
        ],
    ]
    there = (True, True, load.bus_pf, True, carrier, True, True)
    shown = [row for row, each in zip(rows, there, strict=True) if each]
    page.table([say("figure"), say("here"), say("limit")], shown, (1, 2))
    page.text(say("What limits the clock, the slowest first:"))
    page.table(
        [say("limit"), say("fastest")],
        [[say(_LIMITS[limit.key]), number(limit.hz / 1e6, 1) + " MHz"] for limit in load.limits],
        (1,),
    )
    if load.legal:
        within = say(
            "At {hz} MHz it is within all limits; it could run {reserve} times as fast.",
            hz=mhz,
            reserve=number(load.reserve, 1),
        )
    else:
        within = say(
            "**At {hz} MHz it is out of its limits.** Set `spi.hz` to {most}, or take shorter cables.",
            hz=mhz,
            most=load.most_hz // 100_000 * 100_000 or load.most_hz,
        )
    page.text(within)


def _field(page: Page, table: Description) -> None:
    """Say what the tags need of the field, and what the reader gives."""
    say = page.say
    if not any(parts.reader(zone["reader"]).wound for zone in table.zones):
        return
    if not has("numpy"):  # in a browser
        page.head(say("The field"))
        page.text(say("The field of the loops, and its margin, are computed on a computer: `tierce hardware`."))
        return
    from tierce_plans import field_budget

    field_budget.add(page, table)


def _radio(page: Page, table: Description) -> None:
    say, number = page.say, page.number
    states = timing.states(table)
    page.head(say("How long it takes to read the table"))
    page.text(say("All zones once, in ms:"))
    heads = [say("table"), say("cards"), say("settle"), say("air"), say("bus"), say("modelled"), say("estimated")]
    rows: list[list[str]] = []
    for state in states:
        took = state.modelled
        us = took.settle, took.air, took.spi, took.total, state.estimated.total
        rows.append([say(_STATES[state.key]), str(state.cards), *(number(each / 1000) for each in us)])
    page.table(heads, rows, range(1, 7))
    page.text(say("How soon a zone is read again, in ms, by how urgent it is:"))
    heads = [say("table"), say("urgency"), say("zones"), say("wanted"), say("modelled"), say("estimated")]
    page.table(
        heads,
        [
            [say(_STATES[state.key]), say(_URGENCY[seen.kind]), *map(number, seen[1:])]
            for state in states
            for seen in state.seen
        ],
        range(2, 6),
    )
    waits = [timing.believed(table, "typical", software) for software in (False, True)]
    ms = [number(each) for column in waits for each in (column[len(column) // 2], column[-1])]
    page.text(
        say(
            "In play, from when a card is laid until it is believed: {modelled} "
            "ms in the middle and {modelled_most} at most by the drivers, {estimated} and "
            "{estimated_most} as estimated (400 cards, drawn by lot, on the schedule).",
            modelled=ms[0],
            modelled_most=ms[1],
            estimated=ms[2],
            estimated_most=ms[3],
        )
    )


def _checks(page: Page, table: Description, found: power.Budget) -> None:
    say, number = page.say, page.number
    page.head(say("To be checked on the bench"))
    leds = table.config.get("leds")
    idle = sum(row.max_ma for row in found.rows if not row.key.endswith(_LIT))
    idle += power.led_ma(leds["count"], 0) if leds else 0
    checks = [
        say(
            "5 V: {idle} mA or less with the table empty and dark; {field} mA or less with a zone "
            "lit and its field on.",
            idle=number(idle),
            field=number(found.max_ma),
        ),
        say(
            "3.3 V: {most} mA or less in the wire of {from_}.", from_=_from(page, table), most=number(found.three_v3_ma)
        ),
    ]
    if table.zones:
        play = next(state for state in timing.states(table) if state.key == "typical")

        def scans(ms: Callable[[timing.Seen], float]) -> str:
            return number(sum(each.zones * 60_000 / ms(each) for each in play.seen))

        checks.append(
            say(
                "Scans in a minute of play: {scans}, if all is as estimated; {scans_most}, if the "
                "program took no time.",
                scans=scans(lambda each: each.estimated_ms),
                scans_most=scans(lambda each: each.modelled_ms),
            )
        )
    page.points(checks)
