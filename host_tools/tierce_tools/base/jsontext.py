"""JSON from outside: a log, a link, a message, a file.

Deep nesting is refused before it is parsed. In a browser the parser's stack ends before Python
counts that deep, and the whole program with it.
"""

import json
import re
from collections.abc import Callable
from typing import Any, NoReturn

DEEPEST = 50  # a config has five levels
_STEPS = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', re.DOTALL)


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


_READ = json.JSONDecoder(parse_constant=_no_number).decode  # json.loads would make one for each text


def loads(text: str | bytes | bytearray, *, parse_constant: Callable[[str], Any] = _no_number, **how: Any) -> Any:
    """Return the value of a JSON text; `how` goes to json.loads. NaN and Infinity are no JSON, unless asked for.

    Raises ValueError.
    """
    if not isinstance(text, str):
        text = text.decode(json.detect_encoding(text))
    if text.count("[") + text.count("{") > DEEPEST and _too_deep(text):
        raise ValueError("nested too deep")
    if not how and parse_constant is _no_number:
        return _READ(text)
    return json.loads(text, parse_constant=parse_constant, **how)


def _too_deep(text: str) -> bool:
    """Tell whether more than DEEPEST lists and objects are open at once; read no further than that."""
    depth = 0
    for step in _STEPS.finditer(text):
        mark = step[0][0]
        depth += (mark in "[{") - (mark in "]}")
        if depth > DEEPEST:
            return True
    return False
