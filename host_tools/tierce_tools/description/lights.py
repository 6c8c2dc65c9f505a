"""What the lights take, in mA."""

LIGHT_MA = 1  # per light, dark
COLOUR_MA = 20  # per colour of a light, at full brightness
WHITE = (0xC8 + 0xFF + 0x8C) / 255  # brightest state used, in units of one full colour
