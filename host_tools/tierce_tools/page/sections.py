"""The sections of a snapshot about the table and its chips, as JSON values."""

import base64
from functools import cache
from typing import Any, cast

from tierce.presets import FOLLOWS, PRESETS, options_of, value_of
from tierce_tools.base.paths import board_module
from tierce_tools.base.texts import TABLE, of_table
from tierce_tools.description import felt
from tierce_tools.virtual import playback
from tierce_tools.virtual.machine import Machine

_NAMES: dict[str, Any] = {each: of_table("names", each) for each in TABLE}


def table(config: dict[str, Any]) -> dict[str, Any]:
    """Return the section "table" of a config.json whose zones have `at`."""
    config = felt.shown(config)
    leds = config.get("leds") or {"count": 0}
    return {
        "name": config.get("name", "tierce"),
        "language": config.get("language", "en"),
        "zones": [{"zone": zone["zone"], "at": zone["at"], "leds": zone.get("leds")} for zone in config["zones"]],
        "felt": felt.size(config),
        "leds": leds["count"],
        "bright": leds.get("bright", 64),
        "screen": _screen(config),
        "buttons": [button.get("seat", button.get("does")) for button in config.get("buttons") or ()],
        "recorded": playback.recorded(),
        "games": games(),
        "longest": {"name": playback.LONGEST_NAME, "log": playback.LONGEST},  # letters, bytes
    }


def _screen(config: dict[str, Any]) -> dict[str, Any] | None:
    screen = config.get("screen")
    if not screen:
        return None
    width, height = board_module(f"drivers.{screen['kind']}").size(screen)
    return {"kind": screen["kind"], "w": width, "h": height}


@cache
def games() -> dict[str, Any]:
    """Return the games that can be played: names, seats, options with their values."""
    return {game: _game(game, preset) for game, preset in PRESETS.items()}


def _game(game: str, preset: dict[str, Any]) -> dict[str, Any]:
    allowed = options_of(preset)
    # In the order of `names_en.words`, as in the table's menus.
    options = {name: _option(name, allowed[name], preset) for name in _NAMES["en"].OPTIONS if name in allowed}
    return {
        "name": _words("GAMES", game),
        "seats": list(preset["seats"]),
        "options": options,
        # Rounds of a match whose number is fixed; 0 if a total ends it.
        "rounds": len(preset.get("contracts", ())),
        "by_lot": bool(preset.get("by_lot")),
    }


def _option(name: str, allowed: tuple[Any, ...], preset: dict[str, Any]) -> dict[str, Any]:
    """Return an option: `choices` and, for a range of numbers, `min` and `max`."""
    option: dict[str, Any] = {
        "value": value_of(preset, name),
        "words": _words("OPTIONS", name),
        "choices": [each for each in allowed if not isinstance(each, tuple)],
    }
    for limits in allowed:
        if isinstance(limits, tuple):
            option["min"], option["max"] = limits
    if preset[name] is None:
        option["follows"] = FOLLOWS[name]
    return option


def _words(what: str, key: str) -> dict[str, str]:
    return {language: getattr(names, what)[key] for language, names in _NAMES.items()}


def lights(machine: Machine) -> str:
    """Return the colours of all lights, each as rrggbb."""
    strip = machine.table.strip
    if strip is None:
        return ""
    return b"".join(bytes(pixel) for pixel in strip.pixels).hex()


class Panel:
    """The screen's picture, read only when it may have changed."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._key: object = None
        self._picture: dict[str, Any] = {}

    def section(self) -> dict[str, Any] | None:
        """Return the section "screen"; None if there is no screen, or it cannot be seen."""
        panel = self.machine.table.panel
        if panel is None:
            return None
        key = _key(panel)
        if key != self._key:
            self._key = key
            rows = panel.picture()
            self._picture = {"w": len(rows[0]), "h": len(rows), "bits": _bits(rows)}
        seats = self.machine.screen_for()
        whose = None if not seats else seats[0] if len(set(seats)) == 1 else -1
        return {**self._picture, "text": self.machine.screen_text(), "for": whose}


def _key(panel: Any) -> object:
    """Return a value that changes whenever the picture does."""
    glass = getattr(panel, "glass", None)
    if glass is not None:
        return bytes(glass)
    # For a chip that is rarely read, all of its state serves as well.
    facts = cast("dict[str, object]", vars(panel))
    return [str(value) for value in facts.values()]


def _bits(rows: list[bytes]) -> str:
    """Return the pixels of a picture: rows of whole bytes, the most significant bit first."""
    found = bytearray()
    for row in rows:
        wide = row + bytes(-len(row) % 8)
        text = wide.translate(_DIGITS).decode()
        found += int(text, 2).to_bytes(len(wide) // 8, "big")
    return base64.b64encode(found).decode()


_DIGITS = bytes([48, 49]) + bytes(254)
