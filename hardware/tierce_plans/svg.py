"""SVG files, drawn with drawsvg: numbers are rounded, so every machine writes the same bytes."""

import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

draw: Any = import_module("drawsvg")  # it has no types
_TAG = re.compile(r"<[^>]+>")
_FLOAT = re.compile(r"-?\d+(?:\.\d+(?:e-?\d+)?|e-\d+)")


def drawing(
    width: float, height: float, title: str, about: str = "", *, unit: str = "",
    origin: tuple[float, float] = (0, 0), paper: str = "#fff", **more: Any,
) -> Any:  # fmt: skip
    """Return a sheet to append to. `unit` is what a user unit is on paper, as mm."""
    made = draw.Drawing(width, height, origin, **more)
    if about:
        made.svg_args.update({"role": "img", "aria-labelledby": "title about"})
    made.set_render_size(f"{width:g}{unit}", f"{height:g}{unit}")
    made.append(draw.Title(title, id="title"))
    if about:
        made.append(_Desc(about, id="about"))
    made.append(draw.Rectangle(*origin, width, height, fill=paper))
    return made


class _Desc(draw.Title):
    TAG_NAME = "desc"


def text(drawing: Any, digits: int = 3) -> str:
    """Return a drawing as the content of its file."""
    whole: str = drawing.as_svg(header="")
    return _TAG.sub(lambda tag: _FLOAT.sub(lambda n: _short(n[0], digits), tag[0]), whole) + "\n"


def _short(number: str, digits: int) -> str:
    return f"{round(float(number), digits) + 0.0:.{digits}f}".rstrip("0").rstrip(".")


INK, GREY, RED = "#1f2421", "#6b706c", "#b3261e"


class Plate:
    """A drawing of plain shapes and text; what is added within `with sheet.group():` is in a group.

    `pen` is how thick lines are unless told, `head` how large the heads of arrows are, in lines.
    """

    def __init__(
        self, width: float, height: float, title: str, about: str = "", *, unit: str = "",
        pen: float = 1.5, head: float = 1, **more: Any,
    ) -> None:  # fmt: skip
        self.drawing = drawing(width, height, title, about, unit=unit, **more)
        self.pen = pen
        self._into = [self.drawing]
        self._ends = [draw.Marker(*box, scale=head, orient="auto") for box in ((-8, -4, 1, 4), (-1, -4, 8, 4))]
        for marker, way in zip(self._ends, (1, -1), strict=True):
            spots = (-8 * way, -4, way, 0, -8 * way, 4)
            marker.append(draw.Lines(*spots, fill=GREY, close=True))

    def __str__(self) -> str:
        return text(self.drawing, 2)

    def add(self, element: Any) -> None:
        """Add an element of drawsvg."""
        self._into[-1].append(element)

    @contextmanager
    def group(self, **more: Any) -> Generator[None]:
        """Add a group with these attributes."""
        group = draw.Group(**more)
        self.add(group)
        self._into.append(group)
        yield
        self._into.pop()

    def rect(
        self, x: float, y: float, w: float, h: float, fill: str = "none", words: str = "",
        size: float = 14, **more: Any,
    ) -> None:  # fmt: skip
        """Add a rectangle, with words about its middle."""
        self.add(draw.Rectangle(x, y, w, h, **self._pen(more, fill=fill)))
        if words:
            down = size * (0.98 - 0.625 * len(words.split("\n")))
            self.middle(x + w / 2, y + h / 2 + down, words, size)

    def line(self, points: Sequence[tuple[float, float]], colour: str = INK, **more: Any) -> None:
        """Add a line through points."""
        flat = [each for point in points for each in point]
        self.add(draw.Lines(*flat, **self._pen(more, stroke=colour, fill="none")))

    def arrow(self, points: Sequence[tuple[float, float]], colour: str = INK, **more: Any) -> None:
        """Add a line with a head at its end."""
        self.line(points, colour, marker_end=self._ends[0], **more)

    def measure(self, x: float, y: float, x2: float, y2: float) -> None:
        """Add a line of measure, with a head at both ends."""
        self.arrow([(x, y), (x2, y2)], GREY, marker_start=self._ends[1], stroke_width=1.2)

    def circle(self, x: float, y: float, r: float, **more: Any) -> None:
        """Add a circle."""
        self.add(draw.Circle(x, y, r, **self._pen(more)))

    def path(self, d: str, **more: Any) -> None:
        """Add a path."""
        self.add(draw.Path(d, **self._pen(more)))

    def text(
        self, x: float, y: float, words: str, size: float = 15, fill: str = INK, bold: bool = False,
        **more: Any,
    ) -> None:  # fmt: skip
        """Add a line of text, or several at line ends."""
        if bold:
            more["font_weight"] = "bold"
        self.add(draw.Text(words, size, x, y, fill=fill, line_height=1.25, **more))

    def middle(self, x: float, y: float, words: str, size: float = 15, *more: Any, **also: Any) -> None:
        """Add text about a middle."""
        self.text(x, y, words, size, *more, text_anchor="middle", **also)

    def _pen(self, more: dict[str, Any], **usual: Any) -> dict[str, Any]:
        return {"fill": "none", "stroke": INK, "stroke_width": self.pen, **usual, **more}
