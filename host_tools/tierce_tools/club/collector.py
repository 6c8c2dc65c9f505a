"""Keeps what tables say on a broker, until it is stopped; it waits for a broker or store that is gone."""

import asyncio
import ssl
from contextlib import suppress
from typing import Protocol

import aiomqtt

from tierce_tools.base.trouble import Trouble
from tierce_tools.broker import messages
from tierce_tools.broker.address import Address
from tierce_tools.broker.connection import Begun, Connecting, end_if_cancelled, hold, what_of
from tierce_tools.club.kept import Kept
from tierce_tools.club.naming import Naming
from tierce_tools.club.received import Received

_MOST = 256  # messages that are kept in one step
_LOOK_S = 60.0  # between two requests for the positions: a broker may drop the last message
_POSITIONS = [(messages.topic("+", messages.POSITION), 1)]
_TOPICS = [(messages.topic("+", what), 1) for what in (messages.RECORD, messages.POSITION, messages.ASK)]


class Hearing(Protocol):
    """Is told what happens, here and where the tables are followed (watching)."""

    def tell(self, key: str, why: object = "") -> None:
        """Hear of "begun", "broker_back", "store_back"; of "broker_away", "broker_gone", "store_gone": why.

        And of "no_rights": this user does not receive what it publishes.
        """
        ...

    def kept(self, number: int) -> None:
        """Hear how many records were new in a step."""
        ...

    def status(self, table: str, payload: bytes) -> None:
        """Hear what should be the status of a table: ONLINE or GONE."""
        ...


async def collect(
    address: Address, context: ssl.SSLContext | None, identifier: str, kept: Kept, hearing: Hearing
) -> None:
    """Collect until cancelled. Raises Trouble if broker or store can't be used at the beginning.

    `identifier` is this collector's on the broker, which keeps for it what comes while it is away.
    """
    received, naming = Received(), Naming(kept)
    is_stored = False  # whether the store could be used just now

    async def serve(client: aiomqtt.Client, begun: Begun) -> None:
        nonlocal is_stored
        try:
            received.begin(await asyncio.to_thread(kept.have))
            naming.begin()
            await client.subscribe(_TOPICS)
            back = "broker_back" if is_stored else "store_back"
            hearing.tell("begun" if begun() else back)
            is_stored = True
            looking = asyncio.create_task(_look(client))
            try:
                while True:
                    await _step(client, received, naming, kept, hearing)
            finally:
                looking.cancel()
        except Trouble as trouble:
            if is_stored:
                hearing.tell("store_gone", trouble)
            is_stored = False
            raise

    how = Connecting(identifier, stays=True)
    await hold(address, context, how, serve, lambda why: hearing.tell(what_of(why), why))


async def _look(client: aiomqtt.Client) -> None:
    """Ask the broker for the retained positions again, each _LOOK_S seconds."""
    with suppress(aiomqtt.MqttError):  # the loop that reads messages raises it too
        while True:
            await asyncio.sleep(_LOOK_S)
            await client.subscribe(_POSITIONS)


async def _step(client: aiomqtt.Client, received: Received, naming: Naming, kept: Kept, hearing: Hearing) -> None:
    """Keep what has come, then ask for what is missing. Raises Trouble and MqttError."""
    end_if_cancelled()
    now = asyncio.get_running_loop().time
    for _ in range(max(1, min(len(client.messages), _MOST))):
        message = await anext(client.messages)
        received.take(message.topic.value, message.payload, message.retain, now())
    work, asks = received.taken()
    if work:
        keeping = asyncio.create_task(asyncio.to_thread(kept.keep, work))
        try:
            await asyncio.shield(keeping)
        finally:  # what is being written when this ends counts too
            hearing.kept(await keeping)
        naming.hear(work)
    for table, names in (await asyncio.to_thread(naming.names, now())).items():
        topic = messages.topic(table, messages.NAMES)
        await client.publish(topic, messages.encoded_names(names), qos=1, retain=True)
    naming.said()
    for table, (journal, first) in asks.items():
        ask = messages.encoded({"journal": journal, "from": first})
        await client.publish(messages.topic(table, messages.ASK), ask, qos=1, retain=True)
