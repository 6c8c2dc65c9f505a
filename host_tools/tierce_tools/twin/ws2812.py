"""The model of a strip of WS2812 lights: hang it on a wire as `wire.strip`."""


class Ws2812:
    """`pixels` is what shines: (red, green, blue) of each light. Green is sent first.

    Lights that were sent nothing keep their colour; bytes beyond the last light leave the strip.
    """

    def __init__(self, count):
        self.pixels = [(0, 0, 0)] * count
        self.frames = 0
        self.changes = 0  # frames that changed something
        self.history = None  # a list, to keep every frame in

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
