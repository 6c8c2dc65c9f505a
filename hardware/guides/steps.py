"""The configs of the bring-up: each table described as far as it is built, a step at a time.

`python hardware/guides/steps.py` writes hardware/guides/steps/ anew from hardware/tables/.
"""

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FOLDER = HERE / "steps"
TABLES = HERE.parent / "tables"

Config = dict[str, Any]

# What each step adds to the one before; a number is how many zones there are then.
_DEVICES = (("1-board", ()), ("2-screen", ("screen",)), ("3-buttons", ("buttons", "safe_pin")))
# Step 4, the lights, and the last one are the table itself: before them there are no zones, or
# not all.
_READERS = {
    **{path.stem: () for path in sorted(TABLES.glob("classroom*.json"))},
    "small": (("5-reader", 1),),
    "club": (("5-reader", 1), ("6-decoder1", 8), ("7-decoder2", 16)),
}  # fmt: skip
_LATER = ("spi", "select", "zones", "leds", "screen", "buttons", "safe_pin", "buzzer", "scale")


def configs(table: str) -> dict[str, Config]:
    """Return the configs of a table's steps by name, as `1-board`; none for one that is wired at once."""
    if table not in _READERS:
        return {}
    whole: Config = json.loads((TABLES / f"{table}.json").read_text("utf-8"))
    known = {key for key in whole if key not in _LATER}
    found: dict[str, Config] = {}
    for step, added in _DEVICES:
        known.update(added)
        found[step] = _cut(whole, known, 0)
    known = set(whole)
    for step, zones in _READERS[table]:
        found[step] = _cut(whole, known, zones)
    return found


def _cut(whole: Config, known: set[str], zones: int) -> Config:
    """Return the first `zones` zones of a config and its `known` entries, in their order.

    Lights that no zone has stay dark, as they are on the strip already.
    """
    kept = {key: value for key, value in whole.items() if key in known or key == "zones"}
    kept["zones"] = whole["zones"][:zones]
    return kept


def text(config: Config) -> str:
    """Return a config as a file that people read: a line for each entry, zone and button."""
    entries: list[str] = []
    for key, value in config.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            told = "[\n" + ",\n".join(f"    {json.dumps(each)}" for each in value) + "\n  ]"
        else:
            told = json.dumps(value, ensure_ascii=False)
        entries.append(f"  {json.dumps(key)}: {told}")
    return "{\n" + ",\n".join(entries) + "\n}\n"


def files() -> dict[str, str]:
    """Return all files of the steps, by name."""
    return {f"{table}-{step}.json": text(config) for table in _READERS for step, config in configs(table).items()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, content in files().items():
        (FOLDER / name).write_text(content, encoding="utf-8")
