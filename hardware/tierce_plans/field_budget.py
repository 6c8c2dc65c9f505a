"""The field of a table's loops as part of its budgets: what the tags need, and what the readers give."""

from collections.abc import Sequence

from tierce_plans import fields
from tierce_plans.antennas import Loop
from tierce_plans.pages import Page, escaped
from tierce_plans.templates import Place
from tierce_tools.description.descriptions import Description


def add(page: Page, table: Description) -> None:
    """Say what the tags need of the field, and what the reader gives, where a loop shows cards."""
    say, number = page.say, page.number
    zones = fields.fans(table)
    if not zones:
        return
    build = table.build

    def cells(found: fields.Reading) -> list[str]:
        ends = 1 if found.given[0] == found.given[1] else 2  # measured: one figure
        given = " – ".join(number(1000 * each) for each in found.given[:ends])
        margin = " – ".join(number(each, 1) for each in found.margin[:ends])
        if found.margin[1] < 1:
            margin = f"**{margin}**"
        whole = [number(found.field, 2), number(1000 * found.amps), given, margin]
        return [*whole, number(found.echo_db)]

    page.head(say("The field"))
    page.text(
        say(
            "All tags of a fan need 40 µW at 1.5 V at once, and so do those of a shorter one: the worst number of "
            "cards counts. The current is for the fan where the felt shows it, and for that field at the weakest "
            "place in the loop. The reader gives what 0.3 to 0.6 W drive through the matching and the tags [HW]. "
            "Margin: given over needed. Answer: how much the faintest tag changes the loop's current."
        )
    )
    needs = [say("field, A/m"), say("needs, mA"), say("given, mA"), say("margin"), say("answer, dB")]
    heads = [say("loop, mm"), say("cards"), *needs, say("reach, mm"), say("hole, mm")]
    rows = [
        [
            f"{loop.width:.0f} × {loop.height:.0f}",
            str(len(place.cards)),
            *cells(fields.worst(fields.readings(fields.fan(table, place)))),
            str(_reach(table, loop, place)),
            str(fields.hole(loop, build.tag, build.tuned_khz, fields.WATTS[0])),
        ]
        for loop, place in zones.items()
    ]
    page.text(
        say(
            "Pitch {pitch} mm, tags of {wide} × {high} mm tuned to {mhz} MHz. Reach: how far outside the wire a single "
            "tag of 14 MHz may be read. Hole: the strip over the wire where a single tag is not read.",
            pitch=build.pitch,
            wide=build.tag[0],
            high=build.tag[1],
            mhz=number(build.tuned_khz / 1000, 2),
        )
    )
    page.table(heads, rows, range(1, 9))
    _measured(page, table, list(zones.values()))
    loop, place = max(zones.items(), key=lambda each: len(each[1].cards))
    size = f"{loop.width:.0f} × {loop.height:.0f}"
    page.text(say("The longest fan in the loop of {size} mm, with other pitches and tags:", size=size))
    others = [(pitch, khz, fields.fan(table, place, pitch, khz)) for pitch in fields.PITCHES for khz in fields.TUNINGS]
    page.table(
        [say("pitch, mm"), say("tags, MHz"), say("cards"), *needs],
        [
            [str(pitch), number(khz / 1000, 2), str(len(tags.places)), *cells(fields.worst(fields.readings(tags)))]
            for pitch, khz, tags in others
            if tags.places
        ],
        range(8),
    )


def _reach(table: Description, loop: Loop, place: Place) -> int:
    """Return how far beside a loop a single tag is read, in mm: as measured, or computed."""
    mm = fields.reach(table, place)
    return fields.outside(loop, table.build.tag, fields.STRAY, fields.WATTS[1]) if mm is None else mm


def _measured(page: Page, table: Description, zones: Sequence[Place]) -> None:
    """Say which figures are measured: of the reports that the description names."""
    say, number = page.say, page.number
    points: list[str] = []
    for place in zones:
        report = fields.measured(table, place)
        if report is None:
            continue
        amps = fields.measured_amps(place.loop, report)
        told = [say("{name}, {date}:", name=escaped(report.name), date=escaped(report.date or "?"))]
        if amps:
            told.append(
                say(
                    "a tag on {cards} cards is read, for which {ma} mA are given.",
                    cards=report.height_cards,
                    ma=number(1000 * amps[0]),
                )
            )
        if report.fan:
            told.append(
                say(
                    "Of {cards} cards, {pitch} mm apart, {read} are read.",
                    cards=report.fan_cards,
                    pitch=report.fan_pitch,
                    read=report.fan_read,
                )
            )
        if report.sideways_mm is not None:
            told.append(say("A tag {mm} mm outside the wire is read.", mm=report.sideways_mm))
        if report.scan(0) is not None:
            told.append(say("The estimated times are those of its scans."))
        points.append(" ".join(told))
    if points:
        page.text(say("Measured, and used in place of the model:"))
        page.points(points)
