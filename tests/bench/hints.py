"""Benchmark of the hints beside RLCard, OpenSpiel and machiavelli: what README.md here says.

    make bench-hints
    make bench-hints ARGS="--only manipulation --rounds 3 --positions 10"

Figures are of one run on one machine. Tierce and the peer alternate on the same hands, for several
rounds, and medians are printed. The answers are verified too.
"""

import argparse
import gc
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import cvxpy
import deals
from machiavelli import Solver
from rlcard.games.base import Card
from rlcard.games.gin_rummy.utils import melding, utils

from tierce.arrange import gin, manipulation
from tierce.cards import RANKS, SUITS, code
from tierce.presets import PRESETS

HERE = Path(__file__).resolve().parent
SIZES = (0, 20, 40, 60, 80, 90)  # cards on the table; 0 needs no rearranging
PACKAGES = ("tierce", "rlcard", "open-spiel", "machiavelli", "cvxpy", "cvxopt", "numpy")


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds that `work` takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def verdict(held: bool) -> str:
    """Return whether a goal was met, in words."""
    return "yes" if held else "NO"


# --- (a) one gin hand at a time


def rlcard_deadwood(hand: list[Card]) -> int:
    """Return the least deadwood as RLCard finds it."""
    clusters = melding.get_best_meld_clusters(hand)
    return utils.get_deadwood_count(hand, clusters[0] if clusters else [])


def bench_gin(rounds: int, number: int) -> None:
    """Measure gin hands of ten, one call each, beside RLCard."""
    print(f"\n(a) Gin deadwood, one hand at a time: {number} hands of each kind, {rounds} rounds")
    print("    hands       ours/s   RLCard/s   ours to RLCard (rounds)   wanted 2.0")
    rng = random.Random("gin")
    kinds = {
        "uniform": [deals.uniform_hand(rng) for _ in range(number)],
        "rich": [deals.rich_hand(rng) for _ in range(number)],
    }
    kinds["both"] = kinds["uniform"] + kinds["rich"]
    for kind, hands in kinds.items():
        objects = [[Card(SUITS[card // 13], RANKS[card % 13]) for card in hand] for hand in hands]
        found = [gin.least(hand)[0] for hand in hands]
        differ = sum(a != rlcard_deadwood(b) for a, b in zip(found, objects, strict=True))
        times: list[tuple[float, float]] = []
        for _ in range(rounds):
            gc.collect()
            ours = seconds(lambda hands=hands: [gin.least(hand) for hand in hands])
            times.append((ours, seconds(lambda objects=objects: [rlcard_deadwood(hand) for hand in objects])))
        rates = [len(hands) / statistics.median(each) for each in zip(*times, strict=True)]
        ratios = [theirs / mine for mine, theirs in times]
        ratio = statistics.median(ratios)
        print(
            f"    {kind:9}{rates[0]:>9,.0f}{rates[1]:>11,.0f}{ratio:>12.1f}"
            f" ({min(ratios):.1f} to {max(ratios):.1f}){verdict(ratio >= 2):>15}"
            f"{f'   {differ} answers differ' if differ else ''}"
        )


# --- (b) a file of gin hands


def run(command: list[str], questions: Path, answers: Path) -> float:
    """Run a filter over a file; return the seconds that it takes."""
    with questions.open("rb") as source, answers.open("wb") as sink:
        return seconds(lambda: subprocess.run(command, stdin=source, stdout=sink, check=True))


def bench_filter(rounds: int, number: int) -> None:
    """Measure `tierce hint` over a file of hands beside the filter around OpenSpiel."""
    print(f"\n(b) A file of {number:,} gin hands, whole processes less start-up, {rounds} rounds")
    print("    The peer gives the deadwood only; `tierce hint` the melds and the discard too.")
    print("    hands                ours/s  OpenSpiel/s   ours to its   wanted 1.0   start-up, ms")
    ours = [str(Path(sys.executable).with_name("tierce")), "hint"]
    peer = [sys.executable, str(HERE / "openspiel_filter.py")]
    uniform, both = (deals.uniform_hand,), (deals.uniform_hand, deals.rich_hand)
    for name, kinds, sizes in (
        ("uniform, 10 cards", uniform, (10,)),
        ("both, 10 cards", both, (10,)),
        ("both, 10 and 11", both, (10, 11)),
    ):
        rng = random.Random(f"filter {name}")
        hands = [kinds[i // 2 % len(kinds)](rng, sizes[i % len(sizes)]) for i in range(number)]
        with tempfile.TemporaryDirectory() as folder:
            file, one, out = (Path(folder) / each for each in ("file", "one", "out"))
            lines = [json.dumps({"game": "gin", "hand": [code(card) for card in hand]}) + "\n" for hand in hands]
            file.write_text("".join(lines), encoding="utf-8")
            one.write_text(lines[0], encoding="utf-8")
            answers: list[list[int]] = []
            for command in (ours, peer):  # warms up too
                run(command, one, out)
                run(command, file, out)
                answers.append([json.loads(line)["deadwood"] for line in out.open(encoding="utf-8")])
            # In each round: our file, the peer's, our single line, the peer's.
            times = [
                [run(command, each, out) for each in (file, one) for command in (ours, peer)] for _ in range(rounds)
            ]
        a, b, a_one, b_one = map(statistics.median, zip(*times, strict=True))
        rates = (number - 1) / (a - a_one), (number - 1) / (b - b_one)
        print(
            f"    {name:18}{rates[0]:>9,.0f}{rates[1]:>13,.0f}{rates[0] / rates[1]:>14.2f}"
            f"{verdict(rates[0] >= rates[1]):>13}{a_one * 1e3:>9.0f}, {b_one * 1e3:.0f}"
        )
        differ = [len(hand) for hand, a, b in zip(hands, *answers, strict=True) if a != b]
        if 10 in differ:
            print(f"    {differ.count(10)} answers to hands of 10 differ")
        if 11 in differ:
            eleven = sum(len(hand) == 11 for hand in hands)
            print(
                f"    OpenSpiel's deadwood of 11 cards is not always the least one after a"
                f" discard:\n    it differs for {differ.count(11):,} of {eleven:,} hands"
            )


# --- (c) rearranging the table


def machiavelli_cards(solver: Solver, table: list[str], hand: list[str]) -> int | None:
    """Return how many cards of the hand machiavelli plays; None if it fails."""
    try:
        melds = solver.solve(table + hand, hand)
    except Exception:  # any exception counts as no answer
        return None
    return None if melds is None else sum(map(len, melds)) - len(table)


def machiavelli_codes(hand: list[int]) -> list[str]:
    """Return cards in machiavelli's notation."""
    return ["123456789tjqk"[card % 13] + SUITS[card % 52 // 13].lower() for card in hand]


def spread(times: list[float]) -> tuple[float, float, float]:
    """Return median, 90th percentile and worst of some times, in milliseconds."""
    tenth = statistics.quantiles(times, n=10, method="inclusive")[-1]
    return 1e3 * statistics.median(times), 1e3 * tenth, 1e3 * max(times)


def bench_manipulation(rounds: int, number: int) -> None:
    """Measure the best play of 14 cards on tables of growing size, beside machiavelli.

    A position's time is its median over the rounds; the figures are over the positions.
    """
    problem = cvxpy.Problem(cvxpy.Minimize(cvxpy.Variable(integer=True)), [])
    problem.solve()  # by what cvxpy chooses, as machiavelli lets it
    print(f"\n(c) Manipulation, a hand of 14: milliseconds a position, {rounds} rounds")
    print(f"                    ours                 machiavelli ({problem.solver_stats.solver_name})")
    print("    table  median    p90  worst   median    p90  worst   to its median   our worst to our median, its")
    solver = Solver(quiet=True, pretty=False, color=False, emoji=False)
    failed = fewer = more = differs = count = 0
    for size in SIZES:
        asked = deals.positions(size, number)
        times: tuple[list[list[float]], ...] = [[] for _ in asked], [[] for _ in asked]
        for each in range(rounds + 1):  # round 0 is a warm-up
            gc.collect()
            for i, position in enumerate(asked):
                table = [card for meld in position.table for card in machiavelli_codes(meld)]
                hand = machiavelli_codes(position.hand)
                begun = time.perf_counter()
                mine = manipulation.best(position.hand, position.table, {}, PRESETS["manipulation"], "cards")[0]
                between = time.perf_counter()
                its = machiavelli_cards(solver, table, hand)
                ended = time.perf_counter()
                if each:
                    times[0][i].append(between - begun)
                    times[1][i].append(ended - between)
                    continue
                failed += its is None
                fewer += its is not None and its < mine
                more += its is not None and its > mine
                differs += position.most not in (None, mine)
                count += 1
        a, b = (spread([statistics.median(each) for each in found]) for found in times)
        print(
            f"    {size:>5}{a[0]:>8.2f}{a[1]:>7.2f}{a[2]:>7.2f}{b[0]:>9.1f}{b[1]:>7.1f}{b[2]:>7.1f}"
            f"{a[0] / b[0]:>8.2f} {verdict(a[0] <= b[0]):3}{a[2] / a[0]:>7.1f} {verdict(a[2] <= 3 * a[0]):3}"
            f"{a[2] / b[0]:>7.1f}"
        )
    print("    wanted: medians at most 1, our worst at most 3 times our median")
    print(f"    of {count} positions: machiavelli gave no answer to {failed}, found fewer cards than we did in {fewer}")
    print(f"    and more in {more}; we differ from the reference in {differs}")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--hands", type=int, default=100_000, help="gin hands in a file")
    parser.add_argument("--positions", type=int, default=60, help="generated, for each table size")
    parser.add_argument("--only", choices=("gin", "filter", "manipulation"), help="this part")
    options = parser.parse_args()
    rounds, hands = options.rounds, options.hands
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    )
    print(", ".join(f"{name} {version(name)}" for name in PACKAGES))
    # The collector then skips everything imported.
    gc.collect()
    gc.freeze()
    parts: dict[str, Callable[[], None]] = {
        "gin": lambda: bench_gin(rounds, max(1, hands // 50)),
        "filter": lambda: bench_filter(rounds, hands),
        "manipulation": lambda: bench_manipulation(rounds, options.positions),
    }
    for name, part in parts.items():
        if options.only in (None, name):
            part()


if __name__ == "__main__":
    main()
