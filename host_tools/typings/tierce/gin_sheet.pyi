from collections.abc import Mapping
from typing import Any

def factor(rules: Mapping[str, Any], upcard: int) -> int: ...
