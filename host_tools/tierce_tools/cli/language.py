"""The language of the command. Imports little, as `--help` loads it."""

import os
from enum import StrEnum


class Language(StrEnum):
    """The languages of the table."""

    en = "en"
    fr = "fr"


def usual_language() -> Language:
    """Return the language in TIERCE_LANG, which may be "fr" or "fr_FR.UTF-8"."""
    asked = os.environ.get("TIERCE_LANG", "").lower()
    return Language.fr if asked.startswith("fr") else Language.en
