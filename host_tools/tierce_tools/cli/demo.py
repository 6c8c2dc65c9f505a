"""`tierce demo`: a recorded match, refereed live in the terminal."""

import sys
from typing import Annotated

import typer

from tierce_tools.cli.replay import replay
from tierce_tools.cli.words import WORDS, Lang
from tierce_tools.paths import games

# Six minutes of play pass in about ten seconds.
SPEED = 36.0


def demo(
    once: Annotated[
        bool, typer.Option("--once", help="Straight through: no pauses, nobody is waited for.")
    ] = False,
    *,
    lang: Lang,
    speed: Annotated[
        float, typer.Option(min=0.001, help="How many times faster than it was played.")
    ] = SPEED,
) -> None:
    """Referee a recorded Rami 51 match, live; ends with the score sheet."""
    log = games() / "demo.jsonl"
    print(WORDS[lang]["demo"], flush=True)
    live = not once and sys.stdout.isatty()
    replay([str(log)], lang=lang, speed=speed if live else None)
