"""The language of the command. Imports little, as `--help` loads it."""

import os

from tierce_tools.texts import nearest


def default_language() -> str:
    """Return the language in TIERCE_LANG, which may be "fr" or "fr_FR.UTF-8"."""
    return nearest(os.environ.get("TIERCE_LANG", ""))
