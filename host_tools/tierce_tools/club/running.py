"""Keeps what the tables publish, follows their state, and serves the page, all at once, until it is stopped."""

import asyncio
import ssl

from tierce_tools.base.trouble import Trouble
from tierce_tools.broker.address import Address
from tierce_tools.club import collector, watching
from tierce_tools.club.collector import Hearing
from tierce_tools.club.kept import Kept
from tierce_tools.club.live_tables import LiveTables
from tierce_tools.club.page import Pages


async def serve(
    address: Address,
    context: ssl.SSLContext | None,
    identifier: str,
    kept: Kept,
    live: LiveTables,
    pages: Pages,
    hearing: Hearing,
) -> None:
    """Serve until cancelled. Raises Trouble if broker or store can't be used at the beginning."""
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(collector.collect(address, context, identifier, kept, hearing))
            group.create_task(watching.watch(address, context, f"{identifier}.page", live, hearing))
            group.create_task(pages.serve())
    except BaseExceptionGroup as group:
        raise _first(group) from None


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the trouble of a group, or else its first error."""
    found: list[BaseException] = [*group.exceptions]
    return next((each for each in found if isinstance(each, Trouble)), found[0])
