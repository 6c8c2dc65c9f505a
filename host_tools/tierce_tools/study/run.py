"""Plays the rounds of a study in many processes, here or on a Dask cluster.

Each task is a few rounds of one cell. Its result depends on nothing else, so that a task whose
process was killed is done again, and the sum is the same on any number of workers.
"""

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from typing import Any

from tierce_tools import __version__
from tierce_tools.base.trouble import Trouble
from tierce_tools.study.figures import Figures
from tierce_tools.study.rounds import Setting, play

_CHUNK = 20  # rounds of a task
_TRIES = 5  # times that processes may die without any task done in between
_WAIT_S = 5  # for a scheduler's first answer

Task = tuple[int, range]  # the cell, the numbers of its rounds
Pool = Callable[[], "Any"]  # () -> a context that gives an Executor


def study(settings: Sequence[Setting], rounds: int, pool: Pool, advance: Callable[[int], None]) -> list[Figures]:
    """Play `rounds` rounds of each cell; return their figures, in the order of the settings.

    `advance` is told how many rounds are done. Raises Trouble if processes die again and again.
    """
    found = [Figures() for _ in settings]
    tasks: list[Task] = [
        (cell, range(first, min(first + _CHUNK, rounds)))
        for first in range(0, rounds, _CHUNK)
        for cell in range(len(settings))
    ]
    tries = 0
    while tasks:
        done: set[Task] = set()
        with pool() as executor, suppress(BrokenProcessPool):
            for task, figures in _results(executor, settings, tasks):
                found[task[0]] += figures
                done.add(task)
                advance(len(task[1]))
        tries = 0 if done else tries + 1
        if tries == _TRIES:
            raise Trouble(
                "study.processes_gone",
                "the processes that play were stopped from outside, perhaps for lack of memory: try fewer --jobs",
            )
        tasks = [task for task in tasks if task not in done]
    return found


def _results(executor: Executor, settings: Sequence[Setting], tasks: Sequence[Task]) -> Iterator[tuple[Task, Figures]]:
    """Yield each task with its figures, as they come. Raises BrokenProcessPool."""
    waiting: dict[Future[Figures], Task] = {}
    try:
        for task in tasks:
            waiting[executor.submit(play, settings[task[0]], task[1])] = task
        for future in as_completed(waiting):
            yield waiting[future], future.result()
    finally:
        for future in waiting:
            future.cancel()


@contextmanager
def processes(jobs: int) -> Generator[Executor]:
    """Give an executor of `jobs` processes on this computer."""
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, context, _ignore_interrupts)
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that the person has started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def cluster(address: str) -> Generator[Executor]:
    """Give an executor of the workers of a Dask scheduler, such as tcp://host:8786.

    Raises Trouble if it does not answer, or if a worker has no Tierce, or another one.
    """
    from asyncio import CancelledError

    import distributed

    new_client: Any = distributed.Client  # its types are incomplete
    try:
        client = new_client(address, timeout=_WAIT_S, set_as_default=False)
    except (OSError, TimeoutError, ValueError, RuntimeError, CancelledError) as error:
        # Which of them depends on how far it came within the time.
        raise Trouble(
            "study.no_scheduler",
            "no Dask scheduler answers at {address}: start one with `dask scheduler`, or leave out --scheduler",
            address=address,
        ) from error
    with client:
        try:
            versions: dict[str, str] = client.run(version)
        except ModuleNotFoundError as error:
            raise Trouble(
                "study.workers_lack", "a worker has no Tierce: install the same there, as in pip install ."
            ) from error
        if not versions:
            raise Trouble(
                "study.no_workers",
                "the scheduler at {address} has no workers: start some with `dask worker {address}`",
                address=address,
            )
        for worker, other in versions.items():
            if other != version():
                raise Trouble(
                    "study.other_version",
                    "the worker {worker} has another Tierce: install the same there",
                    worker=worker,
                )
        yield client.get_executor(pure=False, retries=_TRIES)


def version() -> str:
    """Return what two computers must have in common to play the same: engine and players."""
    from hashlib import sha256
    from pathlib import Path

    import tierce
    import tierce_tools.players as players

    digest = sha256(__version__.encode())
    for package in (tierce, players):
        folder = Path(package.__file__ or "").parent
        for path in sorted(folder.rglob("*"), key=lambda each: each.relative_to(folder).parts):
            if path.suffix in (".py", ".words"):
                digest.update(path.read_bytes())
    return digest.hexdigest()
