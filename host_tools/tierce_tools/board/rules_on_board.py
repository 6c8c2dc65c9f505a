"""Runs the rules tests on a board, with the board's own engine.

The tests are copied into a temporary folder. Each module of tests runs in a fresh interpreter, as a
board's heap cannot hold all of them.
"""

import json
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from tierce_tools.base.paths import rules_tests
from tierce_tools.base.trouble import Trouble
from tierce_tools.board.build import MAIN, compiled
from tierce_tools.board.deployment import check_version, differing, import_from, main_on, stopped
from tierce_tools.board.repl import Repl

SCRATCH = "rules_tests"  # the temporary folder on the board
_SLOW_S = 180.0  # longest time for one test on a board
_RUN = "{2}import sys\nsys.path.insert(0, {0!r})\nimport run\nrun.run(run.json.loads({1!r}))"


class OnBoard:
    """A Runner on a board, used in a `with` block; at its end the board's program runs again.

    `tell(done, of, module)` reports progress. Raises Trouble if the board's engine differs from
    this computer's, or the board is disconnected.
    """

    def __init__(self, repl: Repl, tell: Callable[[int, int, str], None]) -> None:
        self._repl = repl
        self._tell = tell
        board = repl.about()
        self._files = _tests()
        check_version(self._files, board)
        if [name for name in differing(repl, board) if name != MAIN]:
            raise Trouble(
                "repl.engine",
                "{device}: the program on the board is not the one here: tierce deploy, then again",
                device=repl.device,
            )
        self._import = import_from(main_on(repl))
        self.name = f"MicroPython {board.version} ({board.machine})"

    def run_rules(self, order: str) -> tuple[int, str, str]:
        """See tierce_tools.rules.runners.Runner."""
        asked = json.loads(order)
        modules = [name for name in asked["modules"] if _mentions(name, asked["clause"])]
        repl = self._repl
        remove_tests(repl)
        try:
            for name, data in self._files.items():
                if name.partition(".")[0] in modules or not name.startswith("test_"):
                    repl.write(f"{SCRATCH}/{name}", data)
            said: list[str] = []
            for done, module in enumerate(modules):
                self._tell(done, len(modules), module)
                repl.fresh()
                one = json.dumps({**asked, "modules": [module]})
                code = _RUN.format(SCRATCH, one, self._import)
                said += repl.lines(code, _SLOW_S)
        finally:
            with suppress(Trouble):
                remove_tests(repl)
        return 0, "".join(f"{line}\n" for line in said), ""


@contextmanager
def board_runner(device: str, tell: Callable[[int, int, str], None]) -> Generator[OnBoard]:
    """Give a Runner on a board; at the end the board's program is restarted."""
    with stopped(device) as repl:
        yield OnBoard(repl, tell)
        repl.restart()


def remove_tests(repl: Repl) -> None:
    """Remove the files of an interrupted `run_rules`."""
    for name in repl.listing(SCRATCH):
        repl.remove(name)
    repl.remove_folder(SCRATCH)


def _tests() -> dict[str, bytes]:
    folder = rules_tests()
    paths: list[Path] = [*folder.glob("*.py"), *(folder / "board").glob("*.py")]
    return compiled({path.name: path.read_bytes() for path in paths})


def _mentions(module: str, clause: str | None) -> bool:
    text = (rules_tests() / f"{module}.py").read_text("utf-8")
    return clause is None or f'clause = "{clause}"' in text
