"""Benchmark of the hints beside RLCard, OpenSpiel and machiavelli: what README.md here says.

    make bench-hints
    make bench-hints ARGS="--only manipulation --rounds 3 --positions 10"

Figures are of one run on one machine. Tierce and the peer alternate on the same hands, for several
rounds, and medians are printed. The answers are verified too.
"""

import argparse
import gc
import json
import math
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
from typing import Any

import cvxpy
import deals
import matplotlib
from machiavelli import Solver
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator
from rlcard.games.base import Card
from rlcard.games.gin_rummy.utils import melding, utils

from tierce.arrange import gin, manipulation
from tierce.cards import RANKS, SUITS, code
from tierce.presets import PRESETS

HERE = Path(__file__).resolve().parent
SIZES = (0, 20, 40, 60, 80, 90)  # cards on the table; 0 needs no rearranging
PACKAGES = ("tierce", "rlcard", "open-spiel", "machiavelli", "cvxpy", "cvxopt", "numpy")

Result = dict[str, Any]


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds that `work` takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def rounded(figure: float) -> float:
    """Return a figure with four significant digits."""
    return float(f"{figure:.4g}")


def verdict(held: bool) -> str:
    """Return whether a goal was met, in words."""
    return "yes" if held else "NO"


# --- (a) one gin hand at a time


def rlcard_deadwood(hand: list[Card]) -> int:
    """Return the least deadwood as RLCard finds it."""
    clusters = melding.get_best_meld_clusters(hand)
    return utils.get_deadwood_count(hand, clusters[0] if clusters else [])


def bench_gin(rounds: int, number: int) -> Result:
    """Measure gin hands of ten, one call each, beside RLCard."""
    print(f"\n(a) Gin deadwood, one hand at a time: {number} hands of each kind, {rounds} rounds")
    print("    hands       ours/s   RLCard/s   ours to RLCard (rounds)   wanted 2.0")
    rng = random.Random("gin")
    kinds = {
        "uniform": [deals.uniform_hand(rng) for _ in range(number)],
        "rich": [deals.rich_hand(rng) for _ in range(number)],
    }
    kinds["both"] = kinds["uniform"] + kinds["rich"]
    result: Result = {"rounds": rounds, "wanted": 2}
    for kind, hands in kinds.items():
        objects = [[Card(SUITS[card // 13], RANKS[card % 13]) for card in hand] for hand in hands]
        found = [gin.least(hand)[0] for hand in hands]
        differ = sum(a != rlcard_deadwood(b) for a, b in zip(found, objects, strict=True))

        def ours(hands: list[list[int]] = hands) -> None:
            for hand in hands:
                gin.least(hand)

        def peer(objects: list[list[Card]] = objects) -> None:
            for hand in objects:
                rlcard_deadwood(hand)

        times: list[tuple[float, float]] = []
        for _ in range(rounds):
            gc.collect()
            times.append((seconds(ours), seconds(peer)))
        rates = [len(hands) / statistics.median(each) for each in zip(*times, strict=True)]
        ratios = [theirs / mine for mine, theirs in times]
        ratio = statistics.median(ratios)
        result[kind] = {
            "hands": len(hands),
            "ours_per_second": round(rates[0]),
            "rlcard_per_second": round(rates[1]),
            "ratio": rounded(ratio),
            "ratio_least": rounded(min(ratios)),
            "ratio_most": rounded(max(ratios)),
            "answers_differ": differ,
        }
        print(
            f"    {kind:9}{rates[0]:>9,.0f}{rates[1]:>11,.0f}{ratio:>12.1f}"
            f" ({min(ratios):.1f} to {max(ratios):.1f}){verdict(ratio >= 2):>15}"
            f"{f'   {differ} answers differ' if differ else ''}"
        )
    return result


# --- (b) a file of gin hands


def run(command: list[str], questions: Path, answers: Path) -> tuple[float, float]:
    """Run a filter over a file; return its wall time and its processor time."""
    with questions.open("rb") as source, answers.open("wb") as sink:
        begun = time.perf_counter()
        process = subprocess.Popen(command, stdin=source, stdout=sink)
        _, status, usage = os.wait4(process.pid, 0)
        took = time.perf_counter() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return took, usage.ru_utime + usage.ru_stime


def deadwood(answers: Path) -> list[int]:
    """Return the deadwood of each answer."""
    return [json.loads(line)["deadwood"] for line in answers.open(encoding="utf-8")]


def bench_filter(rounds: int, number: int) -> Result:
    """Measure `tierce hint` over a file of hands beside the filter around OpenSpiel."""
    print(f"\n(b) A file of {number:,} gin hands, whole processes less start-up, {rounds} rounds")
    print("    The peer gives the deadwood only; `tierce hint` the melds and the discard too.")
    print("    hands                ours/s  OpenSpiel/s   ours to its   wanted 1.0   start-up, ms")
    ours = [str(Path(sys.executable).with_name("tierce")), "hint"]
    peer = [sys.executable, str(HERE / "openspiel_filter.py")]
    result: Result = {"rounds": rounds, "hands": number, "wanted": 1}
    uniform, both = (deals.uniform_hand,), (deals.uniform_hand, deals.rich_hand)
    files = (
        ("uniform, 10 cards", uniform, (10,)),
        ("both, 10 cards", both, (10,)),
        ("both, 10 and 11", both, (10, 11)),
    )
    for name, kinds, sizes in files:
        rng = random.Random(f"filter {name}")
        hands = [kinds[i // 2 % len(kinds)](rng, sizes[i % len(sizes)]) for i in range(number)]
        with tempfile.TemporaryDirectory() as folder:
            file, one, out = (Path(folder) / each for each in ("file", "one", "out"))
            lines = [json.dumps({"game": "gin", "hand": [code(card) for card in hand]}) + "\n" for hand in hands]
            file.write_text("".join(lines), encoding="utf-8")
            one.write_text(lines[0], encoding="utf-8")
            answers = []
            for command in (ours, peer):  # warms up too
                run(command, one, out)
                run(command, file, out)
                answers.append(deadwood(out))
            # In each round: our file, the peer's, our single line, the peer's.
            times = [
                [run(command, each, out) for each in (file, one) for command in (ours, peer)] for _ in range(rounds)
            ]
        differ = dict.fromkeys(sizes, 0)
        for hand, a, b in zip(hands, *answers, strict=True):
            differ[len(hand)] += a != b
        figures: Result = {}
        for kind, clock in (("wall", 0), ("processor", 1)):
            a, b, a_one, b_one = (statistics.median(each[i][clock] for each in times) for i in range(4))
            rates = (number - 1) / (a - a_one), (number - 1) / (b - b_one)
            figures[kind] = {
                "ours_per_second": round(rates[0]),
                "openspiel_per_second": round(rates[1]),
                "ratio": rounded(rates[0] / rates[1]),
                "ours_start_ms": rounded(a_one * 1e3),
                "openspiel_start_ms": rounded(b_one * 1e3),
            }
            print(
                f"    {name if kind == 'wall' else '  processor time':18}{rates[0]:>9,.0f}"
                f"{rates[1]:>13,.0f}{rates[0] / rates[1]:>14.2f}"
                f"{verdict(rates[0] >= rates[1]) if kind == 'wall' else '':>13}"
                f"{a_one * 1e3:>9.0f}, {b_one * 1e3:.0f}"
            )
        figures["answers_differ"] = {f"{size} cards": differ[size] for size in sizes}
        result[name] = figures
        if differ[10]:
            print(f"    {differ[10]} answers to hands of 10 differ")
        if differ.get(11):
            eleven = sum(len(hand) == 11 for hand in hands)
            print(
                f"    OpenSpiel's deadwood of 11 cards is not always the least one after a"
                f" discard:\n    it differs for {differ[11]:,} of {eleven:,} hands"
            )
    return result


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


def spread(times: list[float]) -> Result:
    """Return median, 90th percentile and worst of some times, in milliseconds."""
    tenths = statistics.quantiles(times, n=10, method="inclusive")
    figures = {"median": statistics.median(times), "p90": tenths[-1], "worst": max(times)}
    return {name: rounded(figure * 1e3) for name, figure in figures.items()}


def bench_manipulation(rounds: int, number: int) -> Result:
    """Measure the best play of 14 cards on tables of growing size, beside machiavelli.

    A position's time is its median over the rounds; the figures are over the positions.
    """
    print(f"\n(c) Manipulation, a hand of 14: milliseconds a position, {rounds} rounds")
    print("                    ours                 machiavelli       ours to    our worst to")
    print("    table  median    p90  worst   median    p90  worst   its median   ours     its")
    solver = Solver(quiet=True, pretty=False, color=False, emoji=False)
    sizes: list[Result] = []
    for size in SIZES:
        asked = deals.positions(size, number)
        coded = [
            ([each for meld in position.table for each in machiavelli_codes(meld)],
             machiavelli_codes(position.hand))
            for position in asked
        ]  # fmt: skip
        ours: list[list[float]] = [[] for _ in asked]
        peer: list[list[float]] = [[] for _ in asked]
        answers: list[tuple[int, int | None]] = [(0, None)] * len(asked)
        # Round 0 is a warm-up.
        for each in range(rounds + 1):
            gc.collect()
            for i, (position, codes) in enumerate(zip(asked, coded, strict=True)):
                begun = time.perf_counter()
                answer = manipulation.best(position.hand, position.table, {}, PRESETS["manipulation"], "cards")
                between = time.perf_counter()
                found = machiavelli_cards(solver, *codes)
                ended = time.perf_counter()
                if each:
                    ours[i].append(between - begun)
                    peer[i].append(ended - between)
                answers[i] = answer[0], found
        typical = [[statistics.median(each) for each in times] for times in (ours, peer)]
        a, b = spread(typical[0]), spread(typical[1])
        figures: Result = {
            "table": size,
            "positions": len(asked),
            "ours_ms": a,
            "machiavelli_ms": b,
            "median_to_median": rounded(a["median"] / b["median"]),
            "our_worst_to_our_median": rounded(a["worst"] / a["median"]),
            "our_worst_to_its_median": rounded(a["worst"] / b["median"]),
            "our_worst_position": asked[typical[0].index(max(typical[0]))].name,
            "machiavelli_failed": sum(theirs is None for _, theirs in answers),
            "machiavelli_finds_fewer": sum(t is not None and t < o for o, t in answers),
            "machiavelli_finds_more": sum(t is not None and t > o for o, t in answers),
            "reference_differs": sum(
                position.most is not None and position.most != mine
                for position, (mine, _) in zip(asked, answers, strict=True)
            ),
        }
        sizes.append(figures)
        print(
            f"    {size:>5}{a['median']:>8.2f}{a['p90']:>7.2f}{a['worst']:>7.2f}"
            f"{b['median']:>9.1f}{b['p90']:>7.1f}{b['worst']:>7.1f}"
            f"{figures['median_to_median']:>8.2f} {verdict(a['median'] <= b['median']):3}"
            f"{figures['our_worst_to_our_median']:>7.1f} {verdict(a['worst'] <= 3 * a['median']):3}"
            f"{figures['our_worst_to_its_median']:>7.1f}"
        )
    print("    wanted: medians at most 1, our worst at most 3 times our median")
    checks = {
        "machiavelli_failed": "machiavelli gave no answer",
        "machiavelli_finds_fewer": "machiavelli found fewer cards than we did",
        "machiavelli_finds_more": "machiavelli found more cards than we did",
        "reference_differs": "we differ from the reference",
    }
    positions = sum(each["positions"] for each in sizes)
    for name, text in checks.items():
        print(f"    {text}: {sum(each[name] for each in sizes)} of {positions} positions")
    integers = cvxpy.Problem(cvxpy.Minimize(cvxpy.Variable(integer=True)), [])
    return {
        "rounds": rounds,
        "generated_positions_a_size": number,
        "wanted": {"median_to_median": 1, "our_worst_to_our_median": 3},
        "machiavelli_solves_with": solver_name(integers),
        "sizes": sizes,
    }


def solver_name(problem: cvxpy.Problem) -> str:
    """Return the solver that cvxpy chooses by itself, as machiavelli lets it."""
    problem.solve()
    return problem.solver_stats.solver_name


def plot(sizes: list[Result], path: Path) -> None:
    """Draw time against table size."""
    style = {"svg.hashsalt": "tierce", "svg.fonttype": "none", "font.size": 11}
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(8, 4.8), layout="constrained")
        axes = figure.subplots()
        tables = [each["table"] for each in sizes]
        for key, name, colour, marker in (
            ("machiavelli_ms", f"machiavelli {version('machiavelli')}", "#b4572c", "s"),
            ("ours_ms", "Tierce", "#1f6f54", "o"),
        ):
            lines = {kind: [each[key][kind] for each in sizes] for kind in ("median", "p90", "worst")}
            axes.fill_between(tables, lines["median"], lines["worst"], color=colour, alpha=0.16, linewidth=0)
            axes.plot(tables, lines["worst"], color=colour, linewidth=1, linestyle=":")
            axes.plot(tables, lines["median"], color=colour, marker=marker, label=name, linewidth=2)
        axes.set_yscale("log")
        low, high = axes.get_ylim()
        ticks = [
            step * 10.0**power
            for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)))
            for step in (1, 2, 5)
        ]
        axes.yaxis.set_major_locator(FixedLocator(ticks))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.set_ylim(low, high)
        axes.set_xticks(tables)
        axes.set_xlabel("cards on the table")
        axes.set_ylabel("milliseconds, logarithmic")
        axes.set_title(
            "Manipulation: the best play of a hand of 14\nsolid: median of the positions; dotted: the worst one",
            fontsize=11,
            loc="left",
        )
        axes.grid(True, which="major", color="#dddddd", linewidth=0.6)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False)
        figure.savefig(path, format="svg", metadata={"Date": None})


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--hands", type=int, default=100_000, help="gin hands in a file")
    parser.add_argument("--positions", type=int, default=60, help="generated, for each table size")
    parser.add_argument(
        "--json",
        type=Path,
        default=HERE / "results" / "hints.json",
        help="where the figures go, and the plot beside them",
    )
    parser.add_argument("--only", choices=("gin", "filter", "manipulation"), help="this part; writes no files")
    options = parser.parse_args()
    rounds, hands, positions = options.rounds, options.hands, options.positions
    versions = {"python": platform.python_version()} | {name: version(name) for name in PACKAGES}
    machine = f"{platform.machine()}, {os.cpu_count()} processors"
    print(f"{platform.python_implementation()}, {machine}")
    print(", ".join(f"{name} {number}" for name, number in versions.items()))
    # The collector then skips everything imported.
    gc.collect()
    gc.freeze()
    parts: dict[str, Callable[[], Result]] = {
        "gin": lambda: bench_gin(rounds, max(1, hands // 50)),
        "filter": lambda: bench_filter(rounds, hands),
        "manipulation": lambda: bench_manipulation(rounds, positions),
    }
    if options.only:
        parts[options.only]()
        return
    given = f"--rounds {rounds} --hands {hands} --positions {positions}"
    result: Result = {
        "command": f'make bench-hints ARGS="{given}"',
        "implementation": platform.python_implementation(),
        "machine": machine,
        "versions": versions,
    }
    for name, part in parts.items():
        result[name] = part()
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    plot(result["manipulation"]["sizes"], options.json.with_suffix(".svg"))


if __name__ == "__main__":
    main()
