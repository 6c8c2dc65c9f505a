"""Pages are filled into a frame: `{name}` stands for a part, `{sprite}` for the suits' pictures."""

import re
from functools import cache

from tierce_tools.page import STATIC

_SPRITE = re.compile(r'<svg class="sprite".*?</svg>', re.DOTALL)


def filled(frame: str, **parts: str) -> str:
    """Return the page; what stands in braces and is no part stays."""
    names = "|".join(("sprite", *parts))
    known = {"sprite": _sprite(), **parts}
    return re.sub(rf"\{{({names})\}}", lambda part: known[part[1]], frame)


@cache
def _sprite() -> str:
    """Return the pictures that cards.js draws with, as they are in the table's page."""
    found = _SPRITE.search((STATIC / "index.html").read_text("utf-8"))
    assert found
    return found[0]
