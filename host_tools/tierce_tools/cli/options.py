"""Options that several verbs share."""

from pathlib import Path
from typing import Annotated, Any

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


def option(metavar: str, text: str, *names: str, **how: Any) -> Any:
    """Return an option with a value: what stands for it, the help, and the names unless they are the parameter's."""
    return typer.Option(*names, metavar=metavar, help=text, **how)


def flag(name: str, text: str) -> Any:
    """Return an option without a value, and without an opposite."""
    return typer.Option(name, help=text)


def argument(metavar: str, text: str, **how: Any) -> Any:
    """Return an argument: what stands for it, and the help."""
    return typer.Argument(metavar=metavar, help=text, **how)


Port = Annotated[
    str,
    option(
        "PORT",
        N_(
            "The board's serial port, such as /dev/ttyACM0 or COM3; auto finds it; modelled is a "
            "modelled table, to try things out."
        ),
        "--port",
        envvar="TIERCE_PORT",
        show_envvar=False,
    ),
]
StoreAt = Annotated[
    str,
    option(
        "STORE",
        N_("The store of games: a file, or a URL such as postgresql://user@host/games; auto is your own store."),
        "--store",
        envvar="TIERCE_STORE",
        show_envvar=False,
    ),
]
Broker = Annotated[
    str,
    option(
        "URL",
        N_(
            "The MQTT broker: mqtt://host, or mqtts://user:password@host:8883 with TLS. It may "
            "be in TIERCE_BROKER instead, where others can't read the password."
        ),
        "--broker",
        envvar="TIERCE_BROKER",
        show_envvar=False,
    ),
]
Ca = Annotated[
    Path | None,
    option(
        "FILE", N_("The certificate of the authority that signed the broker's, if the system does not know it."), "--ca"
    ),
]
AsUnit = Annotated[bool, flag("--unit", N_("Print a unit for systemd that runs this each time the computer starts."))]
AsJson = Annotated[bool, flag("--json", N_("Print facts as lines of JSON."))]
