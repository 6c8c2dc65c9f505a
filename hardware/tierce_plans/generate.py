"""All files that are generated from a table's description, with the same bytes at each run.

`python -m tierce_plans.generate` writes all files of the shipped tables into hardware/plans/, which is
not in git and goes to a release; and those that the guides show into hardware/<table>/, which is.
"""

import logging
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tierce_plans import antennas, bom, budgets, deck_labels, diagram, pins, schema, templates, wokwi
from tierce_plans.pages import texts
from tierce_plans.schematics import circuits, layout, picture, symbols
from tierce_plans.shapes import Box, Drawing, dxf, svg
from tierce_plans.tiles import tiled
from tierce_tools.base import paths
from tierce_tools.base.whole import write_whole
from tierce_tools.description import descriptions
from tierce_tools.description.descriptions import Description

# Files in both languages: the name, with "" or ".fr" for {}, and the function that makes it.
_SAID: dict[str, Callable[[Description, str], str | bytes]] = {
    "pins{}.md": pins.markdown,
    "parts{}.csv": bom.csv,
    "parts{}.md": bom.markdown,
    "budget{}.md": budgets.markdown,
    "labels{}.pdf": deck_labels.pdf,
}
_LANGUAGES = {"": "en", ".fr": "fr"}
PROJECT = "schematic"  # the name of KiCad's
_OURS = ("tierce.kicad_sym", "tierce.pretty/Pico_Socket.kicad_mod")  # what KiCad has not

# No warning about letters that the font lacks: the PDF shows a box for them.
logging.getLogger("fpdf").setLevel(logging.ERROR)


def files(table: Description) -> dict[str, bytes]:
    """Return all files of a table without problems: name (with / for folders) -> content."""
    return {name: made.encode() if isinstance(made, str) else made for name, made in _made(table)}


def _made(table: Description) -> Iterator[tuple[str, str | bytes]]:
    for ending, language in _LANGUAGES.items():
        for name, make in _SAID.items():
            yield name.format(ending), make(table, language)
        if table.build.on == "breadboard":
            yield f"wiring{ending}.svg", diagram.svg(table, language)
        for name, drawing, area in _drawings(table, language):
            yield f"{name}{ending}.svg", svg(drawing)
            yield f"{name}-a4{ending}.pdf", tiled(drawing, area, texts(language))
            if not ending:
                yield f"{name}.dxf", dxf(drawing)
    for name, text in wokwi.files(table).items():
        yield f"wokwi/{name}", text
    sheet = circuits.build(table)
    drawn = layout.schematic(sheet)
    yield f"{PROJECT}.svg", picture.svg(drawn)
    for name, text in (
        (f"{PROJECT}.kicad_sch", layout.text(drawn)),
        (f"{PROJECT}.net", circuits.netlist(sheet)),
        *layout.project(PROJECT).items(),
    ):
        yield f"kicad/{name}", text
    for name in _OURS:
        yield f"kicad/{name}", (symbols.HERE / name).read_bytes()


def shown(made: dict[str, bytes]) -> dict[str, bytes]:
    """Return the drawings that the guides show, and what one prints beside them."""
    ends = (".svg", "labels.pdf", "labels.fr.pdf", "felt-a4.pdf", "felt-a4.fr.pdf")
    return {name: data for name, data in made.items() if name.endswith(ends)}


def _drawings(table: Description, language: str) -> Iterator[tuple[str, Drawing, Box]]:
    """Yield the drawings to scale: name, drawing, and the part of it to print at 1:1."""
    yield "felt", templates.felt_drawing(table, language), (0, 0, *table.build.felt)
    for size in antennas.sizes(table):
        name = f"antenna-{size[0]}x{size[1]}"
        yield name, antennas.template(table, size, language), antennas.area(table, size)


def write(folder: Path, made: dict[str, bytes]) -> None:
    """Write files into a folder, which is created if needed. Raises OSError."""
    for name, data in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)


def figures(table: Description) -> dict[str, Any]:
    """Return the main figures of a table. Units are in the names."""
    from tierce_plans import electrical, fields, power, timing
    from tierce_plans.kinds import ON_EDGE

    budget = power.budget(table)
    load = electrical.spi(table)
    cents = bom.totals(table)
    used = {pin for pin, _, _ in paths.board_module("app.config")._Check(table.config).pins}
    return {
        "zones": len(table.zones),
        "gpios_used": sorted(used),
        "gpios_free": sorted(ON_EDGE - used),
        "supply_ma": budget.supply_ma,
        "typical_ma": round(budget.typical_ma),
        "max_ma": round(budget.max_ma),
        "fuse_ma": budget.fuse_ma,
        "three_v3_ma": round(budget.three_v3_ma),
        "three_v3_most_ma": budget.three_v3_most_ma,
        "spi_hz": load and load.hz,
        "spi_most_hz": load and load.most_hz,
        "fields": fields.figures(table),
        "parts_eur": cents["built"] / 100,
        "deck_eur": cents["deck"] / 100,
        "scan_ms": {state.key: round(state.estimated.total / 1000) for state in timing.states(table)},
    }


def main() -> None:
    """Write the schema, KiCad's symbols that come with us, and the files of the shipped tables."""
    schema.write()
    kinds = [kind.symbol for kind in circuits.KINDS.values()]
    kept = symbols.kept([*kinds, "power:PWR_FLAG"])
    (symbols.HERE / symbols.KEPT).write_text(kept, "utf-8", newline="\n")
    home = paths.tables().parent
    shutil.rmtree(home / "plans", ignore_errors=True)
    for name in descriptions.names():
        made = files(descriptions.load(name, "en"))
        write(home / "plans" / name, made)
        write(home / name, shown(made))


if __name__ == "__main__":
    main()
