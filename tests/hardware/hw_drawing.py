"""The drawing modules of hardware/schematics for the tests; skipped as hw_schematics is.

    from hw_drawing import kicad_sch, layout
"""

from importlib import import_module

from hw_schematics import FOLDER, ROOT, circuits, quiet

# Imported by name, after hw_schematics has set their path.
kicad_sch, layout, make, pieces, svg, symbols = map(
    import_module, ("kicad_sch", "layout", "make", "pieces", "svg", "symbols")
)

__all__ = [
    "FOLDER", "ROOT", "circuits", "kicad_sch", "layout", "make", "pieces", "quiet", "svg",
    "symbols",
]  # fmt: skip
