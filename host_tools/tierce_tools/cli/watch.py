"""`tierce watch`: follows the table live, as lines, as a live table, or as JSON."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tierce_tools.base.texts import N_, Texts, texts
from tierce_tools.cli.language import Lang
from tierce_tools.cli.leaving import Leaving, left_by_signals
from tierce_tools.cli.options import AsJson, Port, option
from tierce_tools.cli.streams import tell
from tierce_tools.logs.words import line_of

if TYPE_CHECKING:  # imported when the verb runs; not needed for --help
    from tierce_tools.board.log_files import Recorder
    from tierce_tools.cli.live import Lines, Terminal
    from tierce_tools.logs.records import Record
    from tierce_tools.match.watcher import Happening, Watcher


def watch(
    port: Port = "auto",
    record: Annotated[
        Path | None,
        option("FILE", N_("Write the match into a log, for tierce replay; the next match goes into FILE-2.")),
    ] = None,
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Follow the table live."""
    with left_by_signals() as leaving:
        _watch(port, record, as_json, lang, leaving)


def _watch(port: str, record: Path | None, as_json: bool, lang: str, leaving: Leaving) -> None:
    from functools import partial

    from tierce_tools.board import follow
    from tierce_tools.board.log_files import Recorder
    from tierce_tools.board.ports import choose
    from tierce_tools.board.session import Session
    from tierce_tools.cli.live import Lines, Terminal
    from tierce_tools.match.watcher import Watcher

    say = texts(lang)
    recorder = None
    if record:
        recorder = Recorder(record, lambda path: tell(say("recording into {path}", path=path)))
    found = choose(port)
    connect = partial(Session.open, check=leaving.check)
    session = connect(found.device)
    watching = Watcher()
    title = say("Watching {name} on {port}; Ctrl-C ends", name=line_of(session.hello["name"]), port=found.device)
    screen = Lines(title, say) if as_json else Terminal(title, lang, watching)
    boot = -1
    steps = follow.follow(session, found, follow.Place(), follow.find_match, connect=connect)
    try:
        with screen:
            for step in steps:
                if isinstance(step, follow.Gone):
                    screen.gone()
                elif isinstance(step, follow.Back):
                    session = step.session
                    if step.anew:
                        watching.forget()
                        _close(recorder, say)
                    if session.hello["boot"] != boot:
                        boot = session.hello["boot"]
                        follow.tell_time(session)
                    screen.back(session.hello, step.anew)
                else:
                    for thing in step:
                        _take(thing, watching, recorder, screen, say)
                        if follow.is_header(thing) and thing["seq"] >= session.hello["next"]:
                            follow.tell_time(session)  # dates a match that begins later
                    if step:
                        screen.refresh()
    finally:
        steps.close()
        if recorder:
            recorder.close()


def _take(
    thing: "Record", watching: "Watcher", recorder: "Recorder | None", screen: "Lines | Terminal", say: Texts
) -> None:
    """Take a record: first write it to the log file, then show it."""
    happenings = list(watching.take(thing))
    if recorder:
        for happening in happenings:
            _record(recorder, happening, watching, say)
    screen.record(thing)
    for happening in happenings:
        screen.show(happening)


# --- the log file


def _record(recorder: "Recorder", happening: "Happening", watching: "Watcher", say: Texts) -> None:
    from tierce_tools.logs.replay import Step
    from tierce_tools.match.watcher import Began, Damaged, Left, Lost, Restarted

    if isinstance(happening, Began):
        recorder.begin(happening.header)
    elif isinstance(happening, Step):
        recorder.write(happening.event or {})
    elif isinstance(happening, Restarted) and happening.back:
        recorder.go_back(len(watching.events))
    elif isinstance(happening, Left):
        recorder.close()
    elif isinstance(happening, Lost | Damaged):
        _close(recorder, say)


def _close(recorder: "Recorder | None", say: Texts) -> None:
    path = recorder.close() if recorder else None
    if path:
        tell(say("{path} ends here: records are missing", path=path))
