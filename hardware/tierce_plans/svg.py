"""SVG files, drawn with drawsvg: numbers are rounded, so every machine writes the same bytes."""

import re
from importlib import import_module
from typing import Any

draw: Any = import_module("drawsvg")  # it has no types
_TAG = re.compile(r"<[^>]+>")
_FLOAT = re.compile(r"-?\d+(?:\.\d+(?:e-?\d+)?|e-\d+)")


def drawing(
    width: float, height: float, title: str, about: str = "", *, unit: str = "",
    origin: tuple[float, float] = (0, 0), **more: Any,
) -> Any:  # fmt: skip
    """Return a white sheet to append to. `unit` is what a user unit is on paper, as mm."""
    made = draw.Drawing(width, height, origin, **more)
    if about:
        made.svg_args.update({"role": "img", "aria-labelledby": "title about"})
    made.set_render_size(f"{width:g}{unit}", f"{height:g}{unit}")
    made.append(draw.Title(title, id="title"))
    if about:
        made.append(_Desc(about, id="about"))
    made.append(draw.Rectangle(*origin, width, height, fill="#fff"))
    return made


class _Desc(draw.Title):
    TAG_NAME = "desc"


def text(drawing: Any, digits: int = 3) -> str:
    """Return a drawing as the content of its file."""
    whole: str = drawing.as_svg(header="")
    return _TAG.sub(lambda tag: _FLOAT.sub(lambda n: _short(n[0], digits), tag[0]), whole) + "\n"


def _short(number: str, digits: int) -> str:
    return f"{round(float(number), digits) + 0.0:.{digits}f}".rstrip("0").rstrip(".")
