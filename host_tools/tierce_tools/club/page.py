"""The club's page: all tables, for a projector, computers and phones. Read only, no login, but for office.py.

/                       the page
/news?table=NAME        server-sent events, each a JSON: see LiveTables.news; {} means "still here"
/about.json             {"games": {GAME: {LANGUAGE: NAME}}, "lowest_wins": [GAME, ...],
                         "leagues": [NAME, ...]}
/league?name=&lang=     a league: standings and rounds
/wall?name=&lang=       the same for the wall: where people sit, the round and its clock, standings
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tierce.presets import PRESETS
from tierce_tools.base.texts import TABLE, nearest, of_table
from tierce_tools.base.trouble import Trouble
from tierce_tools.club.live_tables import LiveTables
from tierce_tools.club.office import Office
from tierce_tools.club.standings import names_of, page_of
from tierce_tools.league.page import WALL_POLICY
from tierce_tools.logs.scores_html import POLICY
from tierce_tools.logs.store import Store
from tierce_tools.page import STATIC
from tierce_tools.page.frame import filled
from tierce_tools.server.access import HOST
from tierce_tools.server.listener import Listener

_OWN = Path(__file__).parent / "static"
_PERIOD_S = 0.2  # between two events, at least
_ALIVE_S = 15.0  # between two events, at most
_SEND_S = 10.0  # a page that has not read for this long is dropped
_STANDINGS_S = 5.0  # the age at which standings are computed again
_MOST, _MOST_FROM_ONE = 256, 64  # open pages, in all and from one address
_WAITING = 64, 64  # connections that ask for files
_MOST_BYTES = 1 << 10  # of a WebSocket message; this page sends none


class Pages:
    """The page at an address and port; port 0 is any. Raises Trouble if it is not available.

    At another address than this computer's own, the page is at that one too, with the secretary's,
    which is nowhere else.
    """

    def __init__(self, live: LiveTables, store: Store, address: str, port: int, office: Office | None = None) -> None:
        self._hall = live
        self._store = store
        self._watching: Counter[str] = Counter()  # address -> pages
        self._ended = asyncio.Event()
        self._standings: dict[tuple[str, str, bool], tuple[float, str | None]] = {}
        self._one = asyncio.Lock()
        self._listeners: dict[str, Listener] = {}
        try:
            for each in dict.fromkeys((address, HOST)):
                own = office.routes if office and each == HOST else []
                self._listeners[each] = self._listener(each, port, own)
        except BaseException:
            self.close()
            raise
        self.url = f"http://{self._listeners[address].place}/"
        self.own = self._listeners[HOST].place

    def _listener(self, address: str, port: int, own: list[Route]) -> Listener:
        routes = [
            Route("/", _index),
            Route("/news", self._news),
            Route("/about.json", self._about),
            Route("/league", self._league),
            Route("/wall", self._league),
            *own,
        ]
        return Listener(routes, (_OWN, STATIC), address, port, waiting=_WAITING, most_bytes=_MOST_BYTES)

    async def serve(self) -> None:
        """Serve until cancelled."""
        serving = asyncio.gather(*(each.serve() for each in self._listeners.values()))
        try:
            await asyncio.shield(serving)
        finally:
            self._ended.set()
            for each in self._listeners.values():
                each.stop()
            await serving

    def close(self) -> None:
        """Release the ports, even if nothing was served."""
        for each in self._listeners.values():
            each.close()

    async def _about(self, _: Request) -> Response:
        games = {game: {language: of_table("names", language).GAMES[game] for language in TABLE} for game in PRESETS}
        leagues: list[str] = []
        with suppress(Trouble):  # the store is away: the page of a league says so
            leagues = await asyncio.to_thread(names_of, self._store)
        lowest = [game for game in PRESETS if PRESETS[game]["lowest_wins"]]
        return JSONResponse({"games": games, "lowest_wins": lowest, "leagues": leagues})

    async def _league(self, request: Request) -> Response:
        name = request.query_params.get("name", "")[:100]
        on_wall = request.url.path == "/wall"
        key = name, nearest(request.query_params.get("lang", "")[:20]), on_wall
        now = asyncio.get_running_loop().time()
        async with self._one:  # many requests at once compute it only once
            made, page = self._standings.get(key, (0.0, None))
            if page is None or now - made > _STANDINGS_S:
                try:
                    page = await asyncio.to_thread(page_of, self._store, *key)
                except Trouble:
                    return Response("The store of games can't be read now.\n", 503, media_type="text/plain")
                if page is None:
                    return Response(status_code=404)
                self._standings[key] = now, page
        policy = f"{WALL_POLICY if on_wall else POLICY}; frame-ancestors 'none'"
        return Response(page, media_type="text/html", headers={"content-security-policy": policy})

    async def _news(self, request: Request) -> Response:
        host = request.client.host if request.client else ""
        if self._watching.total() >= _MOST or self._watching[host] >= _MOST_FROM_ONE:
            return Response(status_code=503)
        address, _ = request.scope["server"]
        drop = self._listeners[address].let_in(request)
        return _Stream(self, host, request.query_params.get("table", ""), drop)

    async def stream(self, host: str, name: str, receive: Receive, send: Send) -> None:
        """Tell a page what changes, until it goes, stops reading, or this ends."""
        self._watching[host] += 1
        left = asyncio.create_task(_left(receive))
        ends = asyncio.create_task(self._ended.wait())
        waiting = {left, ends}
        try:
            number = 0
            while not (left.done() or ends.done()):
                since, number = number, self._hall.number
                await _tell(send, self._hall.news(since, name) if number > since else b"{}")
                await asyncio.wait(waiting, timeout=_PERIOD_S, return_when=asyncio.FIRST_COMPLETED)
                change = asyncio.create_task(self._hall.after(number))
                await asyncio.wait({*waiting, change}, timeout=_ALIVE_S, return_when=asyncio.FIRST_COMPLETED)
                change.cancel()
        finally:
            self._watching[host] -= 1
            for task in waiting:
                task.cancel()


class _Stream(Response):
    def __init__(self, pages: Pages, host: str, name: str, drop: Callable[[], None]) -> None:
        super().__init__()
        self._pages = pages
        self._told = host, name
        self._drop = drop

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [(b"content-type", b"text/event-stream; charset=utf-8")],
            }
        )
        try:
            await self._pages.stream(*self._told, receive, send)
            await send({"type": "http.response.body", "body": b""})
        except TimeoutError:
            self._drop()  # a normal end would wait until the page reads
        except OSError:
            pass  # it has gone


async def _tell(send: Send, news: bytes) -> None:
    async with asyncio.timeout(_SEND_S):
        await send({"type": "http.response.body", "body": b"data: " + news + b"\n\n", "more_body": True})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _index(_: Request) -> Response:
    return Response(filled((_OWN / "index.html").read_text("utf-8")), media_type="text/html")
