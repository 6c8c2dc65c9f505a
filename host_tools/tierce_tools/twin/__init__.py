"""The modelled table: a board's pins and buses, the chips on them, and the cards in their fields.

The firmware runs on it unchanged. It is written in the subset that MicroPython runs, and imports
itself relatively: it is `tierce_tools.twin` on a computer and `twin` in a MicroPython machine.
"""

import sys


def modules():
    """Let `import machine` and `import neopixel` find the modelled ones; return both."""
    from . import machine, neopixel

    sys.modules["machine"] = machine
    sys.modules["neopixel"] = neopixel
    return machine, neopixel
