"""The heap that contrived hands' hints need, and their time, on a 32-bit MicroPython.

    TIERCE_MICROPYTHON=micropython make bench-hint-heap

2,000 hands of one long suit, of 18 cards with two jokers, beside six melds, in all games: the
worst that can be asked. MicroPython must give CPython's answers, in 48 KiB that are free. Its
objects must have a Pico's size: README.md here says how it is built.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tierce.presets import PRESETS
from tierce_tools.base.paths import engine

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from compiled import compiled
from contrived import QUESTION, contrived, question

LIMITS = (8, 16, 24, 32, 40, 48)  # KiB

# Runs on MicroPython: a question a line in, (heap in KiB or 0, ms, answer) a line out.
GUEST = """
import gc, json, sys, time
from tierce.hints import Question
from tierce.presets import rules_of
QUESTION
def within(made, free):
    gc.collect()
    ballast = None
    try:
        for size in (4096, 256, 16):
            for _ in range((gc.mem_free() - free) // (size + 64)):
                ballast = [ballast, bytearray(size)]
        return made.answer()
    except MemoryError:
        return None
    finally:
        ballast = None
        gc.collect()
for text in sys.stdin:
    asked = json.loads(text)
    if not asked:
        break
    made = question(asked)
    asked = text = None
    start = time.ticks_ms()
    answer = made.answer()
    took = time.ticks_diff(time.ticks_ms(), start)
    found = json.dumps(answer)
    answer = None
    need = 0
    for limit in LIMITS:
        again = within(made, limit * 1024)
        if again is not None:
            need = limit
            break
    print(json.dumps([need, took, found]))
"""


def main() -> None:
    """Ask, compare and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--game", choices=sorted(PRESETS))
    options = parser.parse_args()
    program = os.environ.get("TIERCE_MICROPYTHON")
    if not program:
        sys.exit("TIERCE_MICROPYTHON must name a 32-bit MicroPython of the Unix port")
    asked = [each for each in contrived(options.hands) if options.game in (None, each["game"])]
    needs: dict[str, collections.Counter[int]] = collections.defaultdict(collections.Counter)
    worst: dict[str, tuple[float, float, int]] = {}
    few = collections.Counter[str]()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        program_of = compiled(Path(folder), {"tierce": engine()})["tierce"]
        script = Path(folder, "guest.py")
        start = f"LIMITS = {LIMITS}\nimport sys; sys.path[:] = [{str(program_of.parent)!r}]\n"
        script.write_text(start + GUEST.replace("QUESTION", QUESTION))
        with subprocess.Popen(
            [program, "-X", "heapsize=400k", str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdin
            assert process.stdout
            for number, each in enumerate(asked):
                made = question(each)
                begun = time.perf_counter()
                answer = made.answer()
                seconds = time.perf_counter() - begun
                process.stdin.write(json.dumps(each) + "\n")
                process.stdin.flush()
                need, ms, found = json.loads(process.stdout.readline())
                game = each["game"]
                needs[game][need] += 1
                few[game] += dict(answer).get("at_least", False)
                worst[game] = max(worst.get(game, (0, 0, 0)), (seconds, ms, number))
                if json.loads(found) != json.loads(json.dumps(answer)):
                    wrong += 1
                    print("differs:", json.dumps(each), answer, found)
                if not need:
                    print("too much:", number, json.dumps(each), file=sys.stderr)
            process.stdin.write("null\n")
    print(f"{'game':16}{''.join(f'{limit:>7}' for limit in LIMITS)}   more   at least  worst ms (ours)")
    for game in sorted(needs):
        row = "".join(f"{needs[game][limit]:7}" for limit in (*LIMITS, 0))
        print(f"{game:16}{row}{few[game]:10}{worst[game][1]:10.0f} ({worst[game][0] * 1000:.0f})")
    over = sum(each[0] for each in needs.values())
    sys.exit(bool(over or wrong))


if __name__ == "__main__":
    main()
