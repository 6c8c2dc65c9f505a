"""Options that several verbs share."""

from typing import Annotated

import typer

from tierce_tools.texts import N_

Port = Annotated[
    str,
    typer.Option(
        "--port",
        envvar="TIERCE_PORT",
        show_envvar=False,
        metavar="PORT",
        help=N_("The board's serial port, as /dev/ttyACM0 or COM3; auto finds it; modelled is a "
        "modelled table, for trying."),
    ),
]
StoreAt = Annotated[
    str,
    typer.Option(
        "--store",
        envvar="TIERCE_STORE",
        show_envvar=False,
        metavar="STORE",
        help=N_("Where games are kept: a file, or a URL as postgresql://user@host/games; auto is "
        "your own."),
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help=N_("Print facts as lines of JSON."))]
