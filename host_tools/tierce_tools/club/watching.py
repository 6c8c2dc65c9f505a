"""Follows the state of all tables, for the page of the club, until stopped: apart from what is stored."""

import asyncio
import ssl

import aiomqtt

from tierce_tools.broker import messages
from tierce_tools.broker.address import Address
from tierce_tools.broker.connection import Begun, Connecting, end_if_cancelled, hold
from tierce_tools.club.collector import Hearing
from tierce_tools.club.live_tables import LiveTables

# For a broker to send what it has retained, and for tables to connect again after a crash.
_SETTLED_S = 15.0
_ECHO_S = 10.0  # for a message to come back
# Only the latest counts, and the broker retains it.
_TOPICS = [(messages.topic("+", what), 0) for what in (messages.STATE, messages.STATUS)]


async def watch(
    address: Address, context: ssl.SSLContext | None, identifier: str, live: LiveTables, hearing: Hearing
) -> None:
    """Watch until cancelled. Raises Trouble if the broker can't be used at the beginning."""

    # This user must receive what it publishes here; else it lacks a collector's rights.
    own = messages.topic(identifier, messages.ASK)

    async def serve(client: aiomqtt.Client, begun: Begun) -> None:
        live.begin()
        await client.subscribe([*_TOPICS, (own, 0)])
        begun()
        live.tell(broker=True)
        later = asyncio.get_running_loop().call_later
        settling = later(_SETTLED_S, live.settle)
        missing = later(_ECHO_S, hearing.tell, "no_rights")
        try:
            await client.publish(own, b"", qos=1)
            async for message in client.messages:
                end_if_cancelled()
                topic, payload = message.topic.value, message.payload
                if topic == own:
                    missing.cancel()
                live.take(topic, payload)
                table, what = messages.parted(topic) or ("", "")
                if what == messages.STATUS:
                    hearing.status(table, payload)
        finally:
            settling.cancel()
            missing.cancel()

    # The collector tells of a broker that has gone.
    await hold(address, context, Connecting(identifier), serve, lambda _: live.tell(broker=False))
