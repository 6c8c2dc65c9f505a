"""Prints the flash and heap of each module of the firmware, and what a match of each game leaves, in bytes.

    make bench-memory

Measured with .mpy files in the 32-bit MicroPython of the WebAssembly build. Modules marked "stays"
are loaded while a match is played at the reference table; the others are loaded on demand and
unloaded. They are merged as for a board: tierce_tools.board.merge. The heap of a module is what its
import allocates after the modules that it imports are loaded. If the pool of names (qstr) grows during
the import, that is included.

The worst moment of a match is a hint: beside the most that was live in tests/table/test_heap.py's matches,
its modules and its search. The search takes at most the room that it has: what is free then, less 40 KB, and
no more than 48 KiB. A page is not written meanwhile.
"""

import ast
import re
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "table"), str(TESTS / "firmware"), str(TESTS)]

import playing  # noqa: E402
import test_heap  # noqa: E402

from tierce_tools.board import build, merge  # noqa: E402
from tierce_tools.rules import vm  # noqa: E402

FREE = {"Pico W": 200 * 1024, "Pico": 241 * 1024}  # the heap, once MicroPython has started
LEFT = 40 * 1024  # app.match.match
MOST = 48 * 1024  # tierce.hints
# The arrangers of each game's hints
ASKS = {
    "rami51": "tierce.arrange.laying",
    "contrat": "tierce.arrange.laying tierce.arrange.contrat",
    "rami500": "tierce.arrange.laying",
    "manipulation": "tierce.arrange.manipulation",
    "gin": "tierce.arrange.gin",
}

LOADED = """
print("loaded", *sorted([name for name in sys.modules if name.split(".")[0] in ROOTS]))
"""
IMPORT = """
for name in NAMES:
    gc.collect()
    before = gc.mem_alloc()
    __import__(name)
    gc.collect()
    print("module", name, gc.mem_alloc() - before)
"""


def order() -> list[str]:
    """Return the names of the merged modules, imported modules before their importers."""
    trees = {
        file.removesuffix(".py").removesuffix("/__init__").replace("/", "."): ast.parse(text)
        for file, text in merge.merged(build.sources()).items()
        if file.endswith(".py")
    }
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        tree = trees.pop(name, None)
        for node in tree.body if tree else ():
            if isinstance(node, ast.ImportFrom) and node.module:
                visit(node.module)
                for one in node.names:
                    visit(f"{node.module}.{one.name}")
        if tree:
            found[name] = None

    for name in sorted(trees):
        visit(name)
    return list(found)


def main() -> None:
    """Measure and print the table."""
    with tempfile.TemporaryDirectory() as folder:
        made = playing.compiled(Path(folder))
        sizes = {
            ".".join((name, *file.relative_to(made[name]).with_suffix("").parts)).removesuffix(
                ".__init__"
            ): file.stat().st_size
            for name in ("app", "drivers", "tierce")
            for file in made[name].rglob("*.mpy")
        }
        log = playing.log_of(*test_heap.BIG[:3], seats=test_heap.BIG[3])
        files = playing.vm_files(made, log, test_heap.table_of(log), 1, {})
        setup = test_heap.HIGH + playing.VM_TABLE
        roots = "ROOTS = ('app', 'drivers', 'tierce')"
        playing_now = vm.find()[0].run(
            [setup, roots, test_heap.START, *[test_heap.PLAY] * 8, "gc.collect()", LOADED], files, ["."]
        )
        each = vm.find()[0].run(
            [setup, f"NAMES = {[name for name in order() if name in sizes]!r}", IMPORT], files, ["."]
        )
        for done in (playing_now, each):
            if done.returncode:
                sys.exit(done.stdout[-2000:] + done.stderr)
        loaded = re.search(r"^loaded (.*)$", playing_now.stdout, re.M)
        assert loaded
        stays = set(loaded[1].split())
        heap = {name: int(size) for name, size in re.findall(r"^module (\S+) (-?\d+)", each.stdout, re.M)}
        lives = {match[0]: test_heap.over_a_match(made, match, test_heap.EVENTS) for match in test_heap.GAMES}
    print(f"{'module':34} {'flash':>7} {'heap':>7}")
    for name in sorted(sizes):
        mark = "stays" if name in stays else ""
        print(f"{name:34} {sizes[name]:7} {heap.get(name, 0):7} {mark}".rstrip())
    kept = sum(size for name, size in heap.items() if name in stays)
    print(f"{'all of it':34} {sum(sizes.values()):7} {sum(heap.values()):7}")
    print(f"{'loaded while a match is played':34} {'':7} {kept:7}")
    heads = "".join(f"{f'room, {name}':>14}" for name in FREE)
    print(f"\n{'at the worst moment':20} {'live':>7} {'modules':>8}{heads}")
    for game, live in lives.items():
        code = sum(heap[name] for name in ["tierce.hints", *ASKS[game].split()])
        room = "".join(f"{min(MOST, free - live[0] - code - LEFT):14}" for free in FREE.values())
        print(f"{game:20} {live[0]:7} {code:8}{room}")


if __name__ == "__main__":
    main()
