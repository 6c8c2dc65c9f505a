"""Options that several verbs share."""

from pathlib import Path
from typing import Annotated

import typer

from tierce_tools.base.texts import N_

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
            "The MQTT broker: mqtt://host, or mqtts://user:password@host:8883 with TLS. "
            "TIERCE_BROKER has it too, where others can't read the password."
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
AsJson = Annotated[bool, typer.Option("--json", help=N_("Print facts as lines of JSON."))]
