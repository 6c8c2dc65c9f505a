"""How long others wait while one seat presses as fast as it can.

    python tests/bench/flood.py [PRESSES]

A table runs as `tierce table` starts it. Seat 0 sends presses without waiting for answers, while
the owner moves a card to and fro. Prints the milliseconds from a drop to its answer, without and
with the flood, and the fate of the seat's page.
"""

import asyncio
import json
import sys
import time
from contextlib import suppress
from multiprocessing import Process
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "host"))
from webclient import Client, Page, running
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

PRESSES = 30_000
KINDS = (
    {"do": "act", "seat": 0, "press": "done"},
    {"do": "key", "button": 0, "down": True},
    {"do": "sort", "seat": 0, "by": "suit"},
)
QUIET = 20
MOST = 300
REST_S = 5.0  # seconds until the server accepts a seat's presses again


async def drop(page: Page, card: str, number: int) -> float:
    begun = time.perf_counter()
    answer = await page.do("move", cards=[card], to="hand1" if number % 2 else "seat1")
    assert "error" not in answer, answer
    return (time.perf_counter() - begun) * 1000


def said(name: str, found: list[float]) -> None:
    found = sorted(found)
    print(
        f"{name:24} {len(found):4} drops, median {found[len(found) // 2]:7.0f} ms, "
        f"95 % {found[int(len(found) * 0.95)]:7.0f} ms, most {found[-1]:7.0f} ms",
        flush=True,
    )


async def play(link: str, presses: int) -> None:
    async with Client(link).open() as ws:
        page = Page(ws)
        await page.until(lambda sections: "match" in sections)
        await page.do("deal")
        await page.until(lambda sections: len(sections["cards"]["hand1"]) > 12)
        card = page.sections["cards"]["hand1"][0]
        said("quiet", [await drop(page, card, number) for number in range(QUIET)])
        for kind in KINDS:
            theirs = (await page.do("link", seat=0))["url"]
            pressing = Process(target=press, args=(theirs, kind, presses))
            pressing.start()
            found: list[float] = []
            while pressing.is_alive() and len(found) < MOST:
                found.append(await drop(page, card, len(found)))
            said(f"{kind['do']} x {presses}", found)
            pressing.terminate()
            pressing.join()
            await asyncio.sleep(REST_S)


def press(link: str, kind: dict[str, object], presses: int) -> None:
    asyncio.run(flood(link, kind, presses))


async def flood(link: str, kind: dict[str, object], presses: int) -> None:
    begun = time.perf_counter()
    answers = 0
    async with Client(link).open() as ws:
        sending = asyncio.create_task(send(ws, kind, presses))
        try:
            while answers < presses:
                answers += "re" in json.loads(await ws.recv())
            end = "all are answered"
        except ConnectionClosed as closed:
            end = f"closed with {closed.rcvd.code if closed.rcvd else 0}"
        sending.cancel()
    print(f"{'':24} {end}, {answers} answers, {time.perf_counter() - begun:.1f} s", flush=True)


async def send(ws: ClientConnection, kind: dict[str, object], presses: int) -> None:
    with suppress(ConnectionClosed):
        for number in range(presses):
            await ws.send(json.dumps({"id": number, **kind}))
            if number % 50 == 0:
                await asyncio.sleep(0)


if __name__ == "__main__":
    with running("table", "--headless", "--game", "rami51", "--seed", "3") as verb:
        asyncio.run(play(verb.link(), int(sys.argv[1]) if sys.argv[1:] else PRESSES))
