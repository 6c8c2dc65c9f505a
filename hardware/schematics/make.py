"""Write the schematics: for each table a KiCad 6 project, a picture and a netlist.

    python hardware/schematics/make.py [TABLE ...]

into hardware/TABLE/, from hardware/tables/. The same table is the same bytes.
"""

import sys
from pathlib import Path

import circuits
import kicad_sch
import layout
import pieces
import svg
import symbols

from tierce_tools.description import tables
from tierce_tools.description.tables import Table
from tierce_tools.trouble import Trouble

HERE = Path(__file__).parent
NAME = "schematic"


def files(table: Table) -> dict[str, str]:
    """Return the files of a table: name -> text."""
    sheet = circuits.build(table)
    drawn = layout.draw(sheet)
    return {
        f"{NAME}.kicad_sch": kicad_sch.schematic(drawn),
        f"{NAME}.kicad_pro": kicad_sch.project(f"{NAME}.kicad_pro"),
        **kicad_sch.library_tables(),
        f"{NAME}.svg": svg.svg(drawn),
        f"{NAME}.net": circuits.netlist(sheet),
    }


def supplies() -> str:
    """Return the library of our power symbols: those that the shipped tables use."""
    used: dict[str, symbols.Symbol] = {}
    for name in tables.names():
        for part in layout.draw(circuits.build(tables.load(name, "en"))).of(pieces.Part):
            if part.symbol.name.startswith(symbols.POWER_LIBRARY + ":"):
                used[part.symbol.name] = part.symbol
    return symbols.library([used[each] for each in sorted(used)])


def main(names: list[str]) -> None:
    """Write the files of these tables, or of all."""
    for name in names or tables.names():
        table = tables.load(name, "en")
        folder = HERE.parent / table.name
        folder.mkdir(exist_ok=True)
        for file, text in files(table).items():
            (folder / file).write_text(text, encoding="utf-8", newline="\n")
        print(f"{folder.name}: {NAME}")
    path = HERE / f"{symbols.POWER_LIBRARY}.kicad_sym"
    path.write_text(supplies(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Trouble as trouble:
        sys.exit(str(trouble))
