"""The screen's task: draws the panel's rows whenever they differ from those on the screen."""

from binascii import crc32

from app.people.text import BLACK, CENTRE, LARGE
from app.unload import unload
from drivers.font import cells_of, forget, width
from drivers.steps import DeviceError

_LOOK_US = 100000
_AGAIN_US = 10000000


class Screen:
    """`device` is a driver with start_open and start_show; `canvas` is the picture it shows.

    If the device fails, `failed(name, error)` is called and the task tries again.
    """

    def __init__(self, device, canvas, panel, failed):
        self.device = device
        self.canvas = canvas
        self.panel = panel
        self.failed = failed
        self.seen = None  # the checksum of the rows on the screen: they themselves would take a kilobyte
        self.draw = start_draw

    def run(self):
        """Steps of the task."""
        while True:
            try:
                yield from self.device.start_open()
                self.seen = None
                stamp = -1
                while True:
                    if stamp != self.panel.show.stamp:
                        stamp = self.panel.show.stamp
                        rows = self.panel.rows(self.canvas.width // 8, self.canvas.height // 16)
                        seen = crc32(repr(rows).encode())
                        if seen != self.seen:
                            yield from self.draw(self.canvas, rows)
                        rows = None
                        forget()
                        unload("letters")
                        if seen != self.seen:
                            self.seen = seen
                            yield from self.device.start_show(self.canvas, False)
                    yield _LOOK_US
            except DeviceError as error:
                self.failed("screen", error)
                yield _AGAIN_US


def start_draw(canvas, rows):
    """Steps: draw rows of text on a canvas, one row per step."""
    canvas.fill(0)
    y = 0
    for size, text, style in rows:
        tall = 32 if size == LARGE else 16
        wide = tall // 2
        for at, part in cells_of(text):
            x = wide * at
            if at < 0:
                x = -x - width(part, size)
            elif style & CENTRE:
                x = max(0, (canvas.width - width(part, size)) // 2)
            canvas.text(x, y, part, size)
        if style & BLACK:
            canvas.invert(0, y, canvas.width, tall)
        y += tall
        yield 0
