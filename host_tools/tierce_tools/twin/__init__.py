"""The modelled table: a board's pins and buses, the chips on them, and the cards in their fields.

The firmware runs on it unchanged. The package uses only what MicroPython supports, and relative
imports: it is `tierce_tools.twin` on a computer and `twin` under MicroPython.
"""

import sys


def modules():
    """Make `import machine` and `import neopixel` find the models; return both."""
    from . import machine, neopixel

    sys.modules["machine"] = machine
    sys.modules["neopixel"] = neopixel
    return machine, neopixel
