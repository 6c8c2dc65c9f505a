"""app/people/screen.py: where the rows of a page stand on the canvas."""

from app.people.screen import start_draw
from app.people.text import BLACK, CENTRE, LARGE, PLAIN, SMALL


class Canvas:
    """A canvas of 160 by 96 that notes what is drawn."""

    width = 160

    def __init__(self):
        self.drawn = []

    def fill(self, colour):
        self.drawn.append(("fill", colour))

    def text(self, x, y, text, size):
        self.drawn.append((x, y, text))

    def invert(self, x, y, width, height):
        self.drawn.append(("invert", x, y, width, height))


def test_rows_stand_below_each_other():
    canvas = Canvas()
    rows = [(LARGE, "Ana", CENTRE), (SMALL, "deal", BLACK), (SMALL, ((0, "a"), (-20, "12")), PLAIN)]
    for _ in start_draw(canvas, rows):
        pass
    assert canvas.drawn == [
        ("fill", 0),
        (56, 0, "Ana"),
        (0, 32, "deal"),
        ("invert", 0, 32, 160, 16),
        (0, 48, "a"),
        (144, 48, "12"),
    ]
