"""Write the schematics: for each table a KiCad 6 project, a picture and a netlist.

    python hardware/schematics/make.py [TABLE ...]

into hardware/TABLE/, from hardware/tables/. The same table is the same bytes.
"""

import sys
from pathlib import Path

import circuits
import layout
import picture

from tierce_tools.base.trouble import Trouble
from tierce_tools.description import descriptions
from tierce_tools.description.descriptions import Table

HERE = Path(__file__).parent
NAME = "schematic"


def files(table: Table) -> dict[str, str]:
    """Return the files of a table: name -> text."""
    sheet = circuits.build(table)
    drawn = layout.schematic(sheet)
    return {
        f"{NAME}.kicad_sch": layout.text(drawn),
        **layout.project(NAME),
        f"{NAME}.svg": picture.svg(drawn),
        f"{NAME}.net": circuits.netlist(sheet),
    }


if __name__ == "__main__":
    try:
        for table in sys.argv[1:] or descriptions.names():
            made = files(descriptions.load(table, "en"))
            for file, content in made.items():
                (HERE.parent / table / file).write_text(content, "utf-8", newline="\n")
    except Trouble as trouble:
        sys.exit(str(trouble))
