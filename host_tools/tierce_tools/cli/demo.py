"""`tierce demo`: recorded matches at the virtual table in the browser, or one in the terminal."""

import os
from contextlib import ExitStack
from typing import Annotated

from tierce_tools.base.paths import games
from tierce_tools.base.texts import N_, texts
from tierce_tools.cli.language import Lang
from tierce_tools.cli.leaving import interrupt, left_by_signals
from tierce_tools.cli.options import flag, option
from tierce_tools.cli.server import Headless, PagePort, modelled, serve

FIRST = "demo-rami51"  # plays at once
SPEED = 10.0


def demo(
    once: Annotated[
        bool, flag("--once", N_("Open no browser; play one match through the whole firmware, then end."))
    ] = False,
    headless: Headless = False,
    page_port: PagePort = None,
    *,
    lang: Lang,
    speed: Annotated[float, option("SPEED", N_("Speed of the playback: 1 is real time."), min=1, max=100)] = SPEED,
) -> None:
    """Show recorded matches on the virtual table; one plays at once."""
    if once:
        _once(lang)
    else:
        _serve(lang, page_port, not headless, speed)


def _once(lang: str) -> None:
    from tierce_tools.cli.replay import replay

    print(texts(lang).gettext("A recorded match, played at the modelled table: its firmware referees."), flush=True)
    with left_by_signals() as leaving, leaving.at_once(interrupt):
        replay([str(games() / f"{FIRST}.jsonl")], lang=lang, speed=None, table=True)


def _serve(lang: str, port: int | None, browser: bool, speed: float) -> None:
    # It starts when the first viewer has come.
    first = [{"do": "play", "log": FIRST, "demo": True}, {"do": "playback", "speed": speed, "paused": True}]
    come = {"do": "playback", "paused": False}
    with left_by_signals() as leaving, ExitStack() as opened:
        machine_for = modelled(None, lang, opened, os.environ.get("TIERCE_STORE") or "auto")
        leaving.check()
        serve(machine_for, first, lang, port, browser, None, leaving, come=come)
