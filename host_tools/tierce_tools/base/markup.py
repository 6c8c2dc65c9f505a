"""Text as HTML."""

import re
from html import escape

_WORD = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc][\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\d]*"  # from right to left
_NAME = re.compile(f"{_WORD}(?:[ -]{_WORD})*")


def markup(text: str) -> str:
    """Return a text escaped; names written from right to left don't move the figures beside them."""
    return _NAME.sub(r"<bdi>\g<0></bdi>", escape(text))
