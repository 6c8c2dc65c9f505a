"""The drawing modules of hardware/schematics for the tests; skipped as hw_schematics is.

    from hw_drawing import drawing, kicad_sch
"""

from importlib import import_module

from hw_schematics import FOLDER, ROOT, circuits, quiet

# By name, as hw_schematics has first to say where they are.
drawing, kicad_sch, make, svg, symbols = map(
    import_module, ("drawing", "kicad_sch", "make", "svg", "symbols")
)

__all__ = [
    "FOLDER", "ROOT", "circuits", "drawing", "kicad_sch", "make", "quiet", "svg", "symbols",
]  # fmt: skip
