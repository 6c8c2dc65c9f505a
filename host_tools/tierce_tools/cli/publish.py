"""`tierce publish`: publishes what happens at a table to an MQTT broker."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

from tierce_tools.base.texts import N_, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.language import Lang
from tierce_tools.cli.leaving import left_by_signals
from tierce_tools.cli.options import AsUnit, Broker, Ca, flag, option
from tierce_tools.cli.streams import tell
from tierce_tools.cli.unit import print_unit

_NEWS = {
    "begun": N_("Publishing {port} as tierce/{name} on {broker}; Ctrl-C ends"),
    "broker_away": N_("{why} - trying again until it answers; Ctrl-C ends"),
    "broker_gone": N_("the broker is gone ({why}); the table keeps its records; trying again"),
    "broker_back": N_("the broker is back"),
    "gone": N_("the board is gone; waiting for it to come back"),
    "back": N_("the board is back"),
    "anew": N_("the board has a different log than before: its memory was wiped, or it is another board"),
}


def publish(
    broker: Broker,
    name: Annotated[
        str | None,
        option(
            "TABLE",
            N_(
                "The table's name on the broker, as in tierce/TABLE/state: letters without accents, "
                "digits, hyphens, underscores."
            ),
            "--name",
        ),
    ] = None,
    port: Annotated[
        str,
        option(
            "PORT|FOLDER",
            N_(
                "The board's serial port; auto finds it; modelled is a modelled table; virtual is the virtual table "
                "of this name, whose journal is read; a folder is that of one."
            ),
            "--port",
            envvar="TIERCE_PORT",
            show_envvar=False,
        ),
    ] = "auto",
    anonymous: Annotated[bool, flag("--anonymous", N_("Replace the players' names by A, B, C."))] = False,
    ca: Ca = None,
    forget: Annotated[
        str | None,
        option(
            "TABLE",
            N_("Instead, take a table off the broker: clear everything that is retained for it, and end."),
            "--forget",
        ),
    ] = None,
    unit: AsUnit = False,
    *,
    lang: Lang,
) -> None:
    """Publish what happens at a table to an MQTT broker."""
    from tierce_tools.base.extras import need
    from tierce_tools.broker.address import address_of, tls_of
    from tierce_tools.broker.messages import table_of

    need("broker", "aiomqtt")
    table = forget if name is None else name
    if table is None or (forget is not None and (name is not None or unit)):
        raise Trouble("broker.one_name", "say --name TABLE, or --forget TABLE and nothing else of a table")
    table_of(table)
    address = address_of(broker)
    context = tls_of(address, ca)
    say = texts(lang)
    if unit:
        args = ["publish", "--name", table, "--port", _absolute(port), "--lang", lang]
        args += ["--anonymous"] if anonymous else []
        args += ["--ca", str(ca.absolute())] if ca else []
        print_unit(table, args, {"TIERCE_BROKER": address.hidden()}, say)
        return

    from tierce_tools.broker.running import run

    if forget is not None:
        import asyncio

        from tierce_tools.broker.forgetting import forget as cleared

        number, here = asyncio.run(cleared(address, context, table))
        print(say.ngettext("{table}: {n} topic cleared", "{table}: {n} topics cleared", number, table=table))
        if here:
            tell(say("{table} says that it is online: while it is published, it comes back", table=table))
        return

    from tierce_tools.broker.publisher import Published, publish
    from tierce_tools.broker.source import source_of
    from tierce_tools.logs.words import trouble_text

    def told(key: str, why: str | Trouble) -> None:
        reason = trouble_text(why, lang) if isinstance(why, Trouble) else why and say(why)
        tell(say(_NEWS[key], why=reason, port=port, name=name, broker=address))

    with left_by_signals() as leaving, closing(source_of(port, table)) as source:
        leaving.check()
        run(publish(address, context, Published(table, lang, anonymous), source, told), leaving)


def _absolute(port: str) -> str:
    """Return a port as another folder's program finds it."""
    return str(Path(port).absolute()) if Path(port).is_dir() else port
