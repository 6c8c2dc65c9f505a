"""Keeps what tables say on a broker, until ended; a broker or store that goes is waited for."""

import asyncio
import ssl
from collections.abc import Callable

import aiomqtt

from tierce_tools.base.trouble import Trouble
from tierce_tools.broker import messages
from tierce_tools.broker.address import Address
from tierce_tools.broker.connection import Begun, Connecting, end_if_cancelled, hold
from tierce_tools.club.desk import Desk
from tierce_tools.club.kept import Kept

_MOST = 256  # messages that are kept in one step
# What names tables' positions is as needed as the records; of the rest only the latest counts.
_TOPICS = [
    (messages.topic("+", what), qos) for what, qos in (
        (messages.RECORD, 1), (messages.POSITION, 1), (messages.ASK, 1),
        (messages.STATE, 0), (messages.STATUS, 0),
    )
]

# Called with a key of what has happened, and why: "begun", "broker_back", "broker_gone",
# "store_gone", "store_back"; with "kept" and a number after each step.
Tell = Callable[[str, str], None]
# Called with each table's name, topic and message of its state and status.
Show = Callable[[str, str, bytes], None]


async def collect(
    address: Address, context: ssl.SSLContext | None, name: str, kept: Kept, tell: Tell, show: Show
) -> None:
    """Collect until cancelled. Raises Trouble if broker or store can't be used at the beginning.

    `name` tells this collector from others on the broker.
    """
    desk = Desk()
    is_stored = True  # whether the store could be used at last

    async def serve(client: aiomqtt.Client, begun: Begun) -> None:
        nonlocal is_stored
        try:
            desk.begin(await asyncio.to_thread(kept.have))
            await client.subscribe(_TOPICS)
            if begun():
                tell("begun", "")
            else:
                tell("broker_back" if is_stored else "store_back", "")
            is_stored = True
            while True:
                await _step(client, desk, kept, tell, show)
        except Trouble as trouble:
            if is_stored:
                tell("store_gone", str(trouble))
            is_stored = False
            raise

    how = Connecting(f"tierce-{name}", stays=True)
    await hold(address, context, how, serve, lambda why: tell("broker_gone", why))


async def _step(
    client: aiomqtt.Client, desk: Desk, kept: Kept, tell: Tell, show: Show
) -> None:
    """Keep what has come, then ask for what is missing. Raises Trouble and MqttError."""
    end_if_cancelled()
    for _ in range(max(1, min(len(client.messages), _MOST))):
        message = await anext(client.messages)
        topic, payload = message.topic.value, message.payload
        table, what = messages.parted(topic) or ("", "")
        if what in (messages.STATE, messages.STATUS):
            show(table, what, payload)
        else:
            desk.take(topic, payload, message.retain)
    work, asks = desk.taken()
    if work:
        tell("kept", str(await asyncio.to_thread(kept.keep, work)))
    for table, (journal, first) in asks.items():
        ask = messages.encoded({"journal": journal, "from": first})
        await client.publish(messages.topic(table, messages.ASK), ask, qos=1, retain=True)
