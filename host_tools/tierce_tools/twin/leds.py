"""The model of a strip of WS2812 lights; assign it to `wire.strip`."""


class Ws2812:
    """`pixels` has the colour of each light as (red, green, blue). Green is sent first.

    Lights beyond the end of a frame keep their colour; bytes beyond the last light are lost.
    """

    def __init__(self, count):
        self.pixels = [(0, 0, 0)] * count
        self.frames = 0
        self.changes = 0  # frames that changed something
        self.history = None  # assign a list to record every frame

    def show(self, colours, count):
        before = list(self.pixels)
        for i in range(min(count, len(self.pixels))):
            green, red, blue = colours[3 * i], colours[3 * i + 1], colours[3 * i + 2]
            self.pixels[i] = (red, green, blue)
        self.frames += 1
        if self.pixels != before:
            self.changes += 1
        if self.history is not None:
            self.history.append(list(self.pixels))


def emulated(pin, show):
    """The strip on a GPIO of an emulated Pico; `show` gets the pixels of each frame."""
    from rp2040py.external.ws2812 import Ws2812 as Emulated

    return Emulated(gpio=pin, on_pixels=show)


def plug(board, given):
    """Put the strip of a config on a board's wires; return it."""
    strip = board.wire(given["pin"]).strip = Ws2812(given["count"])
    return strip
