"""Publishes to a broker what happens at a table: each record at least once, across any break.

The table's journal is the queue. The retained position says how far it is on the broker; from there
it goes on after a break of the cable, of the broker or of this program. Nothing is kept here.
"""

import asyncio
import os
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import aiomqtt

from tierce_tools.base.trouble import Trouble
from tierce_tools.broker import discovery, messages
from tierce_tools.broker.address import Address
from tierce_tools.broker.connection import Begun, Connecting, end_if_cancelled, hold, no_rights, what_of
from tierce_tools.broker.messages import ASK, EVENT, GONE, NAMES, ONLINE, POSITION, RECORD, STATE, STATUS
from tierce_tools.broker.outbox import Outbox
from tierce_tools.broker.source import Source
from tierce_tools.broker.state import State

_ECHO_S = 10.0  # for what is said on one's own topic to come back
_PARTING_S = 2.0


@dataclass(frozen=True)
class Published:
    """What is published: the table's name, the language of its texts, whether without names.

    `page` is the address of a page about it, to which Home Assistant links.
    """

    name: str
    language: str
    anonymous: bool = False
    page: str = field(default_factory=lambda: os.environ.get("TIERCE_PAGE", ""))


Ask = tuple[str, int]  # a journal's name, the number from which it is asked for

# Called with a key of what has happened, and the reason if there is one: "begun", "broker_away" at the
# beginning, "broker_gone", "broker_back", "gone", "back", "anew".
Tell = Callable[[str, str | Trouble], None]


async def publish(
    address: Address, context: ssl.SSLContext | None, table: Published, source: Source, tell: Tell
) -> None:
    """Publish until cancelled. Raises Trouble if the broker can't be used at the beginning."""
    discovery.check(table.page)
    publisher = _Publisher(table, source, tell)
    will = aiomqtt.Will(messages.topic(table.name, STATUS), GONE, qos=1, retain=True)

    async def serve(client: aiomqtt.Client, begun: Begun) -> None:
        try:
            position, ask, names = await _where(client, table.name)
        except TimeoutError:
            raise no_rights(address, messages.topic(table.name, "#")) from None
        tell("begun" if begun() else "broker_back", "")
        await publisher.serve(client, position, ask, names)

    connecting = Connecting(f"tierce-{table.name}", will=will)
    await hold(address, context, connecting, serve, lambda why: tell(what_of(why), why))


async def _where(
    client: aiomqtt.Client, table: str
) -> tuple[messages.Position | None, Ask | None, messages.Names | None]:
    """Return how far the broker is, what the collector asks for, and who plays.

    The broker sends what it has retained before it sends what is said now. Raises TimeoutError if
    nothing comes back of what is said on one's own topic.
    """
    position, ask, names = None, None, None
    await client.subscribe([(messages.topic(table, what), 1) for what in (POSITION, ASK, NAMES, STATUS)])
    await _retain(client, table, STATUS, ONLINE)
    async with asyncio.timeout(_ECHO_S):
        async for message in client.messages:
            what = message.topic.value.rpartition("/")[2]
            if what == POSITION:
                position = messages.read_position(message.payload)
            elif what == ASK:
                ask = messages.read_ask(message.payload)
            elif what == NAMES:
                names = messages.read_names(message.payload)
            elif what == STATUS and not message.retain and message.payload == ONLINE.encode():
                break
    return position, ask, names


async def _retain(client: aiomqtt.Client, table: str, what: str, payload: str | bytes) -> None:
    """Say something that the broker retains."""
    await client.publish(messages.topic(table, what), payload, qos=1, retain=True)


class _Publisher:
    def __init__(self, table: Published, source: Source, tell: Tell) -> None:
        self._table = table
        self._name = table.name
        self._source = source
        self._tell = tell
        self._outbox = Outbox(State(table.name, table.language), source, table.anonymous)
        self._here = True
        self._ask: Ask | None = None
        self._names: messages.Names | None = None
        self._said: dict[str, Any] = {}  # what the broker has retained

    async def serve(
        self, client: aiomqtt.Client, position: messages.Position | None, ask: Ask | None, names: messages.Names | None
    ) -> None:
        """Publish on a connection until it breaks. Raises MqttError."""
        self._said.clear()
        self._names = names
        await self._say_device(client)
        if not self._here:
            await _retain(client, self._name, STATUS, GONE)
        await self._start(client, position, ask)
        self._outbox.begin_live()
        reader = asyncio.create_task(self._read(client))
        try:
            while not reader.done():
                end_if_cancelled()
                if self._ask is not None:
                    await self._start(client, self._outbox.position(), self._ask)
                await self._step(client)
            await reader
        except asyncio.CancelledError:
            with suppress(aiomqtt.MqttError, TimeoutError):
                async with asyncio.timeout(_PARTING_S):
                    await _retain(client, self._name, STATUS, GONE)
            raise
        finally:
            reader.cancel()

    async def _read(self, client: aiomqtt.Client) -> None:
        """Hear what the collector says. Raises MqttError when the connection breaks."""
        async for message in client.messages:
            what = message.topic.value.rpartition("/")[2]
            if what == ASK and message.payload:
                self._ask = messages.read_ask(message.payload)
            elif what == NAMES:
                self._names = messages.read_names(message.payload)

    async def _start(self, client: aiomqtt.Client, position: messages.Position | None, ask: Ask | None) -> None:
        """Begin at a position; answer the collector."""
        while True:
            try:
                begin = await asyncio.to_thread(self._outbox.begin, position, ask)
                await asyncio.to_thread(self._source.start, begin)
                break
            except Trouble:  # it has gone just now
                await self._is_here(client, (await asyncio.to_thread(self._source.step)).here)
        # A stream begins with its position. A lower one is said before an ask is cleared: if this
        # program is killed in between, the next one starts there, and no record is left out.
        await self._say_position(client)
        if ask is not None:
            self._ask = None
            await _retain(client, self._name, ASK, b"")

    async def _step(self, client: aiomqtt.Client) -> None:
        step = await asyncio.to_thread(self._source.step)
        await self._is_here(client, step.here)
        if step.anew:
            self._outbox.forget()
            self._outbox.begin_live()
            self._tell("anew", "")
        await self._say_device(client)
        for message in self._outbox.take(step.records):
            await client.publish(messages.topic(self._name, RECORD), message, qos=1)
        await self._say_position(client)
        names, self._names = self._names, None
        if names is not None:
            if self._table.anonymous:  # names from before, which the broker has retained
                await _retain(client, self._name, NAMES, b"")
            self._outbox.know(names)
        if step.records or names or STATE not in self._said:
            state = self._outbox.state.told()
            if state != self._said.get(STATE):
                await _retain(client, self._name, STATE, messages.encoded(state))
                self._said[STATE] = state
        for event in self._outbox.events():
            await client.publish(messages.topic(self._name, EVENT), messages.encoded(event), qos=0)

    async def _say_device(self, client: aiomqtt.Client) -> None:
        """Say the device as Home Assistant reads it: again once the board has another program."""
        about = self._source.about()
        if about != self._said.get(discovery.PREFIX):
            device = discovery.device(self._name, self._table.language, about, self._table.page)
            await client.publish(discovery.topic(self._name), messages.encoded(device), qos=1, retain=True)
            self._said[discovery.PREFIX] = about

    async def _say_position(self, client: aiomqtt.Client) -> None:
        position = self._outbox.position()
        if position is not None and position != self._said.get(POSITION):
            await _retain(client, self._name, POSITION, messages.encoded_position(position))
            self._said[POSITION] = position

    async def _is_here(self, client: aiomqtt.Client, here: bool) -> None:
        if here != self._here:
            self._here = here
            self._tell("back" if here else "gone", "")
            await _retain(client, self._name, STATUS, ONLINE if here else GONE)
