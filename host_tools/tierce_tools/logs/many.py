"""Work spread over several processes, with its results in order."""

import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from tierce_tools.trouble import Trouble

if TYPE_CHECKING:
    from concurrent.futures import Future

Task = TypeVar("Task")
Result = TypeVar("Result")

MOST_JOBS = 60  # Windows waits for no more processes than these
# Tasks handed out ahead of the result that is waited for, for each process.
_AHEAD = 4


@contextmanager
def in_order(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int
) -> Generator[Iterator[Result], None, None]:
    """Do `work` on each task in so many processes; yield the results, in the order of the tasks.

    A result comes as soon as it is there and its turn has come, even while the next task is still
    awaited. The processes are gone when the block is left, done or not. `work` is a function of a
    module; tasks and results are pickled. What `tasks` raises is raised in its place; Trouble where
    a process has died.
    """
    # Whoever works in one process need not wait for these.
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children
    from queue import Queue
    from threading import Event, Thread

    before = set(active_children())
    pool = ProcessPoolExecutor(min(jobs, MOST_JOBS), initializer=_leave_interrupts)
    # The processes begin here, before there are threads whose locks they would inherit.
    pool.submit(_leave_interrupts)
    waiting: Queue[Future[Result] | BaseException | None] = Queue(jobs * _AHEAD)
    left = Event()

    def hand_out() -> None:
        try:
            for task in tasks:
                if left.is_set():
                    return
                waiting.put(pool.submit(work, task))
            waiting.put(None)
        except BaseException as error:
            if not left.is_set():
                waiting.put(error)

    # A daemon, as nothing can end it while it awaits a task that never comes.
    Thread(target=hand_out, daemon=True).start()
    done = False

    def results() -> Iterator[Result]:
        nonlocal done
        from concurrent.futures.process import BrokenProcessPool

        while (found := waiting.get()) is not None:
            try:
                if isinstance(found, BaseException):
                    raise found
                yield found.result()
            except BrokenProcessPool:
                raise Trouble("replay", "process_gone") from None
        done = True

    try:
        yield results()
    finally:
        left.set()
        if not done:
            for child in set(active_children()) - before:
                child.terminate()
        pool.shutdown(wait=done, cancel_futures=True)


def _leave_interrupts() -> None:
    """Leave Ctrl-C to the process that waits for this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
