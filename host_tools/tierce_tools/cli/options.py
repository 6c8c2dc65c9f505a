"""Options that several verbs share."""

from pathlib import Path
from typing import Annotated

import typer

from tierce_tools.base.texts import N_


def games(incomplete: str) -> list[str]:
    """Return the games whose names begin so, for the shell's completion; so do the next two."""
    from tierce.presets import PRESETS

    return [name for name in PRESETS if name.startswith(incomplete)]


def tables(incomplete: str) -> list[str]:
    """Return the tables that there are plans for."""
    from tierce_tools.description.descriptions import names

    return [name for name in names() if name.startswith(incomplete)]


def leagues(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the leagues of the store that is given; none where it can't be read."""
    from tierce_tools.base.trouble import Trouble
    from tierce_tools.league.store import Leagues
    from tierce_tools.logs.store import Store

    try:
        with Store.open(ctx.params.get("store") or "auto", make=False) as opened:
            return [name for name in Leagues(opened).names() if name.startswith(incomplete)]
    except (Trouble, ImportError):
        return []


Port = Annotated[
    str,
    typer.Option(
        "--port",
        envvar="TIERCE_PORT",
        show_envvar=False,
        metavar="PORT",
        help=N_(
            "The board's serial port, such as /dev/ttyACM0 or COM3; auto finds it; modelled is a "
            "modelled table, to try things out."
        ),
    ),
]
StoreAt = Annotated[
    str,
    typer.Option(
        "--store",
        envvar="TIERCE_STORE",
        show_envvar=False,
        metavar="STORE",
        help=N_("The store of games: a file, or a URL such as postgresql://user@host/games; auto is your own store."),
    ),
]
Broker = Annotated[
    str,
    typer.Option(
        "--broker",
        envvar="TIERCE_BROKER",
        show_envvar=False,
        metavar="URL",
        help=N_(
            "The MQTT broker: mqtt://host, or mqtts://user:password@host:8883 with TLS. It may "
            "be in TIERCE_BROKER instead, where others can't read the password."
        ),
    ),
]
Ca = Annotated[
    Path | None,
    typer.Option(
        "--ca",
        metavar="FILE",
        help=N_("The certificate of the authority that signed the broker's, if the system does not know it."),
    ),
]
AsUnit = Annotated[
    bool, typer.Option("--unit", help=N_("Print a unit for systemd that runs this each time the computer starts."))
]
AsJson = Annotated[bool, typer.Option("--json", help=N_("Print facts as lines of JSON."))]
