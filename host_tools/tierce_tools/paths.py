"""Where the files that are not Python modules of this package lie.

An installed wheel and a git checkout keep them in different places; nothing else needs to know.
"""

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def engine() -> Path:
    """The folder of the rules engine, package `tierce`."""
    return _either(_HERE.parent / "tierce", "firmware/tierce")


def firmware() -> Path:
    """The folder of the board's program: `app`, `drivers`, `main.py`, `config.json`."""
    return _either(_HERE / "firmware", "firmware")


def rules_tests() -> Path:
    """The folder of the rules tests, which run on CPython and on MicroPython."""
    return _either(_HERE / "rules_tests", "tests/rules")


def games() -> Path:
    """The folder of the recorded games."""
    return _either(_HERE / "games", "tests/games")


def _either(installed: Path, in_checkout: str) -> Path:
    return installed if installed.is_dir() else _HERE.parents[1] / in_checkout
