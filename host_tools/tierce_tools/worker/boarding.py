"""The board at the page's USB: what `tierce deploy` and `tierce doctor` do, for the page Build."""

from collections.abc import Callable
from contextlib import closing
from typing import Any

from tierce_tools.base.texts import N_, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import deployment
from tierce_tools.board.benches import on_board
from tierce_tools.board.build import build, has_taps
from tierce_tools.board.finding_texts import as_object
from tierce_tools.board.findings import findings
from tierce_tools.worker.cable import DEVICE

Told = dict[str, Any]
# What the tool says with its own commands in it, as it is on a page.
_SAID = {
    "unplugged": N_("The board has gone: plug it in again and repeat what you did; nothing is lost."),
    "in_use": N_("The board's port is in use: close the other program or page that has it open, then try again."),
    "forbidden": N_("The browser may not use this port: allow it in the page's settings, then connect again."),
    "missing": N_("The board is not there: plug it in, then connect again."),
    "silent": N_(
        "No MicroPython answers on this board: make its file above and drag it onto the board, then connect again."
    ),
    "mpy": N_("This board's MicroPython, {version}, can't run the program: make its file above, and drag it onto it."),
    "no_answer": N_("The board does not answer: is the table's program on it? Install it here."),
    "prompt": N_("The table's program does not run on this board: install it here."),
    "old_program": N_("The board's program is older than this page: install it here."),
    "full": N_("The board cannot keep its deck: its flash is full or worn out. Examine it here."),
    "nobody": N_("No card for {minutes} minutes: what is registered is kept. Begin again, and it goes on from there."),
}


def told_here(trouble: Trouble) -> Trouble:
    """Return a Trouble of a board as the page says it."""
    if trouble.area not in ("ports", "repl", "link", "deploy", "register"):
        return trouble
    details = {key: "USB" if value == DEVICE else value for key, value in trouble.details.items()}
    return Trouble(trouble.name, _SAID.get(trouble.key, trouble.text), **details)


def deploy(config: bytes | None, tell: Callable[[int, int], None]) -> Told:
    """Put the program on the board; None keeps its own config.json. `tell` gets bytes written, and of how many.

    Returns what the board then says of itself, and what it prints if it says nothing. Raises Trouble.
    """
    with deployment.stopped(DEVICE) as repl:
        board = repl.about()
        own = repl.read(deployment.CONFIG) if config is None and repl.exists(deployment.CONFIG) else b""
        files = build(taps=has_taps(own if config is None else config))
        deployment.check_version(files, board)
        plan = deployment.look(repl, files, config, board)
        deployment.check_room(plan)
        done = 0

        def progress(more: int) -> None:
            nonlocal done
            done += more
            tell(done, plan.bytes)

        deployment.carry_out(repl, plan, progress)
        repl.restart()
    told: Told = {"copied": len(plan.write), "bytes": plan.bytes, "machine": board.machine}
    try:
        hello = deployment.wait_for_hello(DEVICE)
    except Trouble as trouble:
        if trouble.name not in ("link.no_answer", "link.prompt"):
            raise
        return {**told, "said": deployment.symptoms(DEVICE)}
    keys = ("firmware", "micropython", "name", "zones", "cards")
    silent = deployment.silent_readers(hello)
    return {**told, "hello": {key: hello[key] for key in keys}, "silent": silent, "errors": hello["health"]["errors"]}


def doctor(language: str, say: Callable[[str, str], None]) -> Told:
    """Examine the board without anybody's help; return the findings. Raises Trouble."""
    with closing(on_board(DEVICE, say, language, None)) as facts:
        found = findings(list(facts))
    return {"findings": [as_object(each, texts(language)) for each in found]}
