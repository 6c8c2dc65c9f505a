"""Runs a function over many tasks in several processes and returns the results in order."""

import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from tierce_tools.base.trouble import Trouble

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Task = TypeVar("Task")
Result = TypeVar("Result")

# tasks handed to each process ahead of the awaited result
_AHEAD = 4


@contextmanager
def in_order(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int
) -> Generator[Iterator[Result], None, None]:
    """Do `work` on each task in `jobs` processes; yield the results in the order of the tasks.

    A result is yielded as soon as it and all before it are done, even while the next task is still
    being waited for. The processes end when the block is left, finished or not. `work` is a
    function at the top of a module; tasks and results are pickled. An exception from `tasks` or
    `work` is raised in its place. Raises Trouble if a process dies.
    """
    # Imported here, as a run in one process does not need them.
    from queue import SimpleQueue
    from threading import Event, Lock, Thread

    source = iter(tasks)
    taking = Lock()
    over = Event()  # no tasks are left, or the caller has stopped
    # One queue per task, in order. It will receive (succeeded, result or error).
    waiting: SimpleQueue[SimpleQueue[tuple[bool, Any]] | None] = SimpleQueue()
    room: SimpleQueue[None] = SimpleQueue()  # holds an item for each task that may be taken ahead
    for _ in range(jobs * _AHEAD):
        room.put(None)

    def serve(pipe: "Connection[Any, Any]") -> None:
        """Give one process its tasks, each when the one before is done."""
        while True:
            answer: SimpleQueue[tuple[bool, Any]] = SimpleQueue()
            with taking:
                room.get()
                if over.is_set():
                    return
                try:
                    task = next(source)
                except StopIteration:
                    over.set()
                    waiting.put(None)
                    return
                except BaseException as error:
                    over.set()
                    answer.put((False, error))
                    waiting.put(answer)
                    return
                waiting.put(answer)
            try:
                pipe.send(task)
                answer.put(pipe.recv())
            except (EOFError, OSError):
                answer.put(
                    (
                        False,
                        Trouble(
                            "replay.process_gone",
                            "a process that refereed was stopped from outside, perhaps for lack of memory: try "
                            "fewer --jobs",
                        ),
                    )
                )
                return

    def results() -> Iterator[Result]:
        while (answer := _got(waiting)) is not None:
            room.put(None)
            well, result = _got(answer)
            if not well:
                raise result
            yield result

    processes: list[Any] = []
    try:
        with _without_interrupts():
            for pipe in _started(processes, work, jobs):
                # Daemon threads, as a thread that waits for a next task cannot be stopped.
                Thread(target=serve, args=(pipe,), daemon=True).start()
        yield results()
    finally:
        over.set()
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


def _got(queue: Any) -> Any:
    """Return a queue's next item. On Windows Ctrl-C cannot interrupt a wait without timeout."""
    from queue import Empty

    while True:
        try:
            return queue.get(timeout=0.5)
        except Empty:
            pass


@contextmanager
def _without_interrupts() -> Generator[None, None, None]:
    """Hold Ctrl-C back until the block ends, and for good in what is started inside it.

    Only the main thread of the parent handles Ctrl-C. Raised inside `Thread.start`, it would come
    out as another error. (Windows has no such mask: see _serve.)
    """
    mask = getattr(signal, "pthread_sigmask", None)
    before = mask(signal.SIG_BLOCK, {signal.SIGINT}) if mask else None
    try:
        yield
    finally:
        if mask:
            mask(signal.SIG_SETMASK, before)


def _started(processes: list[Any], work: Callable[[Any], Any], jobs: int) -> "list[Any]":
    """Add `jobs` processes that wait for tasks to `processes`; return a pipe to each."""
    from multiprocessing import Pipe, Process

    pipes: list[Any] = []
    for _ in range(jobs):
        here, there = Pipe()
        process = Process(target=_serve, args=(work, there), daemon=True)
        process.start()
        there.close()  # the pipe then closes when its process ends
        processes.append(process)
        pipes.append(here)
    return pipes


def _serve(work: Callable[[Any], Any], pipe: "Connection[Any, Any]") -> None:
    """Run tasks from the pipe until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            task = pipe.recv()
        except EOFError:  # the parent has ended
            return
        try:
            result = (True, work(task))
        except Exception as error:
            import traceback

            error.add_note(traceback.format_exc())  # the traceback itself is not pickled
            result = (False, error)
        pipe.send(result)
