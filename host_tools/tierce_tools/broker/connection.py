"""Holds a connection to a broker: when it has gone, it tries again and again."""

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import aiomqtt

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.broker.address import AWAY, Address, knock

# The library logs what `gone` reports already.
_LOG = logging.getLogger("tierce.mqtt")
_LOG.addHandler(logging.NullHandler())
_LOG.propagate = False

# So many connections in a row of less than _SHORT_S seconds: another program has this name.
_SHORT_S, _SHORT = 5.0, 3
_TAKEN = N_("another program uses this name there; give each its own with --name")

# Until each next attempt to reach a broker that has gone; then always the last.
_AGAIN_S = (1.0, 2.0, 5.0, 10.0)

# Called when a connection is in use; tells whether it is the first.
Begun = Callable[[], bool]


@dataclass(frozen=True)
class Connecting:
    """As whom to connect. `stays`: the broker keeps for this one what comes while it is away."""

    identifier: str
    stays: bool = False
    will: aiomqtt.Will | None = None


def refused(address: Address, error: aiomqtt.MqttError) -> Trouble:
    """Return the trouble of a broker that does not let this user in."""
    return Trouble(
        "broker.refused",
        "{broker}: the broker refuses this user ({error}); check the name and the password",
        broker=address,
        error=error,
    )


def no_rights(address: Address, topic: str) -> Trouble:
    """Return the trouble of a user who may not read a topic."""
    return Trouble(
        "broker.no_rights",
        "{broker}: this user may not write and read {topic}; check the broker's access list",
        broker=address,
        topic=topic,
    )


async def hold(
    address: Address,
    context: ssl.SSLContext | None,
    how: Connecting,
    serve: Callable[[aiomqtt.Client, Begun], Awaitable[None]],
    gone: Callable[[str | Trouble], None],
) -> None:
    """Serve on one connection after another until cancelled.

    `gone` is told why one ended, or by a Trouble that the broker is not there yet. Raises Trouble if
    the broker can't be used at the beginning, or if `serve` raises it on the first connection before
    it has begun; later it is tried again.
    """
    await _there(address, context, gone)
    clock = asyncio.get_running_loop().time
    is_first, failed, short, since = True, 0, 0, 0.0

    def begun() -> bool:
        nonlocal is_first, failed, since
        was_first, is_first, failed, since = is_first, False, 0, clock()
        return was_first

    while True:
        try:
            async with aiomqtt.Client(
                address.host,
                address.port,
                username=address.user,
                password=address.password,
                identifier=how.identifier,
                tls_context=context,
                clean_session=not how.stays,
                will=how.will,
                logger=_LOG,
            ) as client:
                await serve(client, begun)
        except Trouble:
            if is_first:
                raise
        except aiomqtt.MqttError as error:
            if is_first and "timed out" in str(error):
                raise Trouble(
                    "broker.silent",
                    "{broker}: what is there does not answer as a broker; one with TLS is mqtts://",
                    broker=address,
                ) from None
            if is_first:
                raise refused(address, error) from None
            if not failed:
                short = short + 1 if clock() - since < _SHORT_S else 0
                gone(_TAKEN if short >= _SHORT else str(error))
                failed = len(_AGAIN_S) if short >= _SHORT else 0
        end_if_cancelled()
        await asyncio.sleep(_AGAIN_S[min(failed, len(_AGAIN_S) - 1)])
        failed += 1


def what_of(why: str | Trouble) -> str:
    """Return the key of what `hold` tells of."""
    return "broker_away" if isinstance(why, Trouble) else "broker_gone"


async def _there(address: Address, context: ssl.SSLContext | None, gone: Callable[[str | Trouble], None]) -> None:
    """Wait until something answers at the broker's address."""
    failed = 0
    while True:
        try:
            return await asyncio.to_thread(knock, address, context)
        except Trouble as trouble:
            if trouble.key not in AWAY:
                raise
            if not failed:
                gone(trouble)
        end_if_cancelled()
        await asyncio.sleep(_AGAIN_S[min(failed, len(_AGAIN_S) - 1)])
        failed += 1


def end_if_cancelled() -> None:
    """End what was cancelled. Python 3.11's wait_for, which aiomqtt uses, may swallow that."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
