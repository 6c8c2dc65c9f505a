"""The language of the command. Imports little, as `--help` loads it."""

import os

import typer

from tierce_tools.base.texts import languages, nearest


def default_language() -> str:
    """Return the language in TIERCE_LANG, which may be "fr" or "fr_FR.UTF-8"."""
    return nearest(os.environ.get("TIERCE_LANG", ""))


def known_language(text: str) -> str:
    """Return the language that `--lang` names. Raises typer.BadParameter."""
    if text not in languages():
        known = ", ".join(map(repr, languages()))
        raise typer.BadParameter(f"{text!r} is not one of {known}")
    return text
