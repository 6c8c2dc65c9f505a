"""The footprint that KiCad 6's libraries have not: a Pico in two sockets; tierce.pretty.

    python hardware/schematics/own_footprint.py    # after a change here

Of the Pico's data sheet, figure "dimensions": 51 mm by 21 mm; two rows of 20 holes of 1 mm,
2.54 mm from hole to hole and 17.78 mm from row to row; pin 1 at the end with the USB plug.
"""

from pathlib import Path

FILE = Path(__file__).parent / "tierce.pretty" / "Pico_Socket.kicad_mod"
GRID, ROWS = 2.54, 17.78  # mm
WIDTH, LENGTH = 21.0, 51.0
USB = (8.0, 1.3)  # the plug: its width, and how far it stands out


def _line(x1: float, y1: float, x2: float, y2: float, layer: str, width: float) -> str:
    return (
        f"  (fp_line (start {x1:g} {y1:g}) (end {x2:g} {y2:g})"
        f' (layer "{layer}") (width {width:g}))\n'
    )


def _box(x: float, y: float, layer: str, width: float, beyond: float = 0) -> str:
    """Return a box about the middle; it may reach beyond its upper edge."""
    corners = [(-x, -y - beyond), (x, -y - beyond), (x, y), (-x, y)]
    return "".join(
        _line(*corners[i], *corners[(i + 1) % 4], layer, width) for i in range(4)
    )


def footprint() -> str:
    """Return the footprint, as KiCad 6 reads it: its middle is that of the Pico."""
    text = (
        '(footprint "Pico_Socket" (version 20211014) (generator tierce)\n  (layer "F.Cu")\n'
        '  (descr "Raspberry Pi Pico in two sockets of 20 pins")\n  (attr through_hole)\n'
        '  (fp_text reference "REF**" (at 0 0) (layer "F.SilkS")\n'
        "    (effects (font (size 1 1) (thickness 0.15)))\n  )\n"
        '  (fp_text value "Pico_Socket" (at 0 2) (layer "F.Fab")\n'
        "    (effects (font (size 1 1) (thickness 0.15)))\n  )\n"
    )
    half = (WIDTH / 2, LENGTH / 2)
    text += _box(*half, "F.Fab", 0.1)
    text += _box(half[0] + 0.1, half[1] + 0.1, "F.SilkS", 0.12)
    text += _box(half[0] + 0.5, half[1] + 0.5, "F.CrtYd", 0.05, USB[1])
    for side in (-1, 1):  # the plug
        x = side * USB[0] / 2
        text += _line(x, -half[1] - USB[1], x, -half[1], "F.SilkS", 0.12)
    text += _line(-USB[0] / 2, -half[1] - USB[1], USB[0] / 2, -half[1] - USB[1], "F.SilkS", 0.12)
    for number in range(1, 41):
        left = number <= 20
        row = number - 1 if left else 40 - number
        x = -ROWS / 2 if left else ROWS / 2
        y = round((row - 9.5) * GRID, 3)
        shape = "rect" if number == 1 else "oval"
        text += (
            f'  (pad "{number}" thru_hole {shape} (at {x:g} {y:g}) (size 1.7 1.7) (drill 1)'
            ' (layers "*.Cu" "*.Mask"))\n'
        )
    return text + ")\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(footprint(), "utf-8", newline="\n")
