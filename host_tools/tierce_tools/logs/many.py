"""Work spread over several processes, with its results in order."""

import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from tierce_tools.trouble import Trouble

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Task = TypeVar("Task")
Result = TypeVar("Result")

# Tasks handed out ahead of the result that is waited for, for each process.
_AHEAD = 4


@contextmanager
def in_order(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int
) -> Generator[Iterator[Result], None, None]:
    """Do `work` on each task in so many processes; yield the results, in the order of the tasks.

    A result comes as soon as it is there and its turn has come, even while the next task is still
    awaited. The processes are gone when the block is left, done or not. `work` is a function of a
    module; tasks and results are pickled. What `tasks` or `work` raises is raised in its place;
    Trouble where a process has died.
    """
    # Whoever works in one process need not wait for these.
    from queue import Queue, SimpleQueue
    from threading import Event, Lock, Thread

    source = iter(tasks)
    taking = Lock()
    over = Event()  # there are no more tasks, or nobody wants them
    # For each task, in order, where its (whether it went well, result or error) will be.
    waiting: Queue[SimpleQueue[tuple[bool, Any]] | None] = Queue(jobs * _AHEAD)

    def serve(pipe: "Connection[Any, Any]") -> None:
        """Hand tasks to one process as it has done those before."""
        while True:
            answer: SimpleQueue[tuple[bool, Any]] = SimpleQueue()
            with taking:
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
                answer.put((False, Trouble("replay", "process_gone")))
                return

    def results() -> Iterator[Result]:
        while (answer := _got(waiting)) is not None:
            well, result = _got(answer)
            if not well:
                raise result
            yield result

    processes, pipes = _processes(work, jobs)
    try:
        # Daemons, as nothing can end one that awaits a task that never comes.
        for pipe in pipes:
            Thread(target=serve, args=(pipe,), daemon=True).start()
        yield results()
    finally:
        over.set()
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


def _got(queue: Any) -> Any:
    """Return the next item of a queue. On Windows nothing interrupts a wait but its end."""
    from queue import Empty

    while True:
        try:
            return queue.get(timeout=0.5)
        except Empty:
            pass


def _processes(work: Callable[[Any], Any], jobs: int) -> tuple[list[Any], "list[Any]"]:
    """Begin so many processes that wait for tasks; return them, and the pipe to each."""
    from multiprocessing import Pipe, Process

    processes: list[Process] = []
    pipes: list[Any] = []
    # Ctrl-C is for the process that waits for these: they never see it. (On Windows see _serve.)
    mask = getattr(signal, "pthread_sigmask", None)
    before = mask(signal.SIG_BLOCK, {signal.SIGINT}) if mask else None
    try:
        for _ in range(jobs):
            here, there = Pipe()
            process = Process(target=_serve, args=(work, there), daemon=True)
            process.start()
            there.close()  # so that it ends with its process
            processes.append(process)
            pipes.append(here)
    finally:
        if mask:
            mask(signal.SIG_SETMASK, before)
    return processes, pipes


def _serve(work: Callable[[Any], Any], pipe: "Connection[Any, Any]") -> None:
    """Do the tasks that come, until none comes any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            task = pipe.recv()
        except EOFError:  # whoever sent them has died
            return
        try:
            result = (True, work(task))
        except Exception as error:
            import traceback

            error.add_note(traceback.format_exc())  # where it was, which does not get through
            result = (False, error)
        pipe.send(result)
