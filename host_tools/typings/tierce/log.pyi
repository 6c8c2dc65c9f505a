from collections.abc import Mapping
from typing import Any

from tierce.events import Event

def from_log(event: object, now: int, deck: Mapping[str, int], rules: Mapping[str, Any], seats: int) -> Event: ...
