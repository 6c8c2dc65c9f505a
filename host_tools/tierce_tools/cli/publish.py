"""`tierce publish`: says on an MQTT broker what a table does."""

from contextlib import closing
from typing import Annotated

import typer

from tierce_tools.base.texts import N_, texts
from tierce_tools.cli.language import Lang
from tierce_tools.cli.leaving import left_by_signals
from tierce_tools.cli.options import Broker, Ca
from tierce_tools.cli.streams import tell

_NEWS = {
    "begun": N_("Publishing {port} as tierce/{name} on {broker}; Ctrl-C ends"),
    "broker_gone": N_("the broker has gone ({why}); the table keeps its records, and it is tried again"),
    "broker_back": N_("the broker is back"),
    "gone": N_("the board has gone; waiting for it to come back"),
    "back": N_("the board is back"),
    "anew": N_("the board has another log than before: its memory was wiped, or it is another one"),
}


def publish(
    broker: Broker,
    name: Annotated[
        str,
        typer.Option(
            "--name",
            metavar="TABLE",
            help=N_(
                "The table's name on the broker, as in tierce/TABLE/state: letters without accents, "
                "digits, hyphens, underscores."
            ),
        ),
    ],
    port: Annotated[
        str,
        typer.Option(
            "--port",
            envvar="TIERCE_PORT",
            show_envvar=False,
            metavar="PORT|FOLDER",
            help=N_(
                "The board's serial port; auto finds it; modelled is a modelled table; a folder "
                "is that of a virtual table, whose journal is read."
            ),
        ),
    ] = "auto",
    anonymous: Annotated[bool, typer.Option("--anonymous", help=N_("Leave the players' names out: A, B, C."))] = False,
    ca: Ca = None,
    *,
    lang: Lang,
) -> None:
    """Publish on an MQTT broker what a table does."""
    from tierce_tools.base.extras import need
    from tierce_tools.broker.address import address_of, tls_of
    from tierce_tools.broker.messages import table_of

    need("broker", "aiomqtt")
    table_of(name)
    address = address_of(broker)
    context = tls_of(address, ca)

    from tierce_tools.broker.publisher import Table, publish
    from tierce_tools.broker.running import run
    from tierce_tools.broker.source import source_of

    say = texts(lang)

    def told(key: str, why: str) -> None:
        tell(say(_NEWS[key], why=why and say(why), port=port, name=name, broker=address))

    with left_by_signals() as leaving, closing(source_of(port)) as source:
        leaving.check()
        run(publish(address, context, Table(name, lang, anonymous), source, told), leaving)
