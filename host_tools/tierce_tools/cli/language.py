"""The language of the command. Imports little, as `--help` loads it."""

import os
from typing import Annotated

import typer

from tierce_tools.base.texts import N_, languages, nearest
from tierce_tools.cli.options import option


def default_language() -> str:
    """Return the language in TIERCE_LANG, which may be "fr" or "fr_FR.UTF-8"."""
    return nearest(os.environ.get("TIERCE_LANG", ""))


def known_language(text: str) -> str:
    """Return the language that `--lang` names. Raises typer.BadParameter."""
    if text not in languages():
        known = ", ".join(map(repr, languages()))
        raise typer.BadParameter(f"{text!r} is not one of {known}")
    return text


# The option that every verb has.
Lang = Annotated[
    str,
    option(
        f"<{'|'.join(languages())}>",
        N_("Language of the texts; en, unless TIERCE_LANG says otherwise."),
        default_factory=default_language,
        show_default=False,
        parser=known_language,
    ),
]
