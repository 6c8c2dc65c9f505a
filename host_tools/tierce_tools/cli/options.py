"""Options that several verbs share."""

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
        help=N_(
            "The store of games: a file, or a URL such as postgresql://user@host/games; auto is "
            "your own store."
        ),
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help=N_("Print facts as lines of JSON."))]
