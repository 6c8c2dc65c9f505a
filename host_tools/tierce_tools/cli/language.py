"""Which language the command speaks. Light: `--help` needs no more of Tierce than this."""

import os
from enum import StrEnum


class Language(StrEnum):
    """The languages that the table speaks."""

    en = "en"
    fr = "fr"


def usual_language() -> Language:
    """Return the language that TIERCE_LANG asks for, "fr_FR.UTF-8" as well as "fr"."""
    asked = os.environ.get("TIERCE_LANG", "").lower()
    return Language.fr if asked.startswith("fr") else Language.en
