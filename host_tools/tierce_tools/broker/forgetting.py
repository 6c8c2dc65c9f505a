"""Takes a table off a broker: what that has retained of it is cleared."""

import asyncio
import ssl

import aiomqtt

from tierce_tools.broker import discovery, messages
from tierce_tools.broker.address import Address, knock
from tierce_tools.broker.connection import no_rights, refused

_ECHO_S = 10.0  # for what is said on the table's own topic to come back


async def forget(address: Address, context: ssl.SSLContext | None, table: str) -> tuple[int, bool]:
    """Clear a table's topics; return how many there were, and whether the table says that it is online.

    The discovery comes first: Home Assistant removes the device before its state is empty. Raises
    Trouble.
    """
    await asyncio.to_thread(knock, address, context)
    try:
        async with aiomqtt.Client(
            address.host, address.port, username=address.user, password=address.password, tls_context=context
        ) as client:
            found = await _retained(client, table)
            for topic in (discovery.topic(table), *sorted(found)):
                await client.publish(topic, b"", qos=1, retain=True)
    except TimeoutError:
        raise no_rights(address, messages.topic(table, "#")) from None
    except aiomqtt.MqttError as error:
        raise refused(address, error) from None
    return len(found), found.get(messages.topic(table, messages.STATUS)) == messages.ONLINE.encode()


async def _retained(client: aiomqtt.Client, table: str) -> dict[str, bytes]:
    """Return what is retained under a table's topic. The broker sends that before what is said now."""
    found: dict[str, bytes] = {}
    mark = messages.topic(table, messages.ASK)
    await client.subscribe(messages.topic(table, "#"), 1)
    await client.publish(mark, b"{}", qos=1)  # no ask, so nobody heeds it
    async with asyncio.timeout(_ECHO_S):
        async for message in client.messages:
            topic = message.topic.value
            if topic == mark and not message.retain:
                return found
            if message.retain:
                found[topic] = bytes(message.payload)
    return found
