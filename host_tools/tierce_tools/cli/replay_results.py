"""`tierce replay --store` and `--summary`: keeps the refereed games and sums up the results."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tierce.presets import LogError
from tierce_tools.base.texts import N_, texts
from tierce_tools.cli.consoles import console
from tierce_tools.cli.replay_log import Done, Log
from tierce_tools.cli.streams import print_json
from tierce_tools.logs.reader import BadLine, records

if TYPE_CHECKING:
    from tierce_tools.logs.summary import Summary

_FIGURES = {
    "files": N_("logs"),
    "bad_files": N_("logs with bad lines"),
    "bad_lines": N_("bad lines"),
    "matches": N_("matches"),
    "ended": N_("of which ended"),
    "rounds": N_("rounds"),
    "turns": N_("turns"),
    "refused": N_("refused"),
    "warnings": N_("warnings"),
    "events": N_("events"),
    "kept": N_("kept in the store"),
    "known": N_("in the store already"),
    "left_out": N_("left out for bad lines"),
    "seconds": N_("seconds"),
    "events_per_second": N_("events per second"),
}


class Keeper:
    """Keeps each game once. A log with bad lines is kept only if the run goes on past errors.

    `kept`, `known` and `left_out` count the logs that were new, already there, and not kept.
    """

    def __init__(self, where: str) -> None:
        from tierce_tools.logs.store import Store

        self._store = Store.open(where)
        self.kept = 0
        self.known = 0
        self.left_out = 0

    def __enter__(self) -> "Keeper":
        self._store.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._store.__exit__(*error)

    def counts(self) -> tuple[int, int, int]:
        """Return the numbers of logs kept, known and left out."""
        return self.kept, self.known, self.left_out

    def take(self, log: Log, done: Done, keep_going: bool) -> None:
        """Keep a refereed log without its bad lines, or leave it out."""
        if done.bad and (done.no_header or not (keep_going and done.bad_lines)):
            self.left_out += 1
            return
        source = "-" if log.name == "-" else Path(log.name).name
        try:
            lines = _good_lines(Path(log.path or log.name), set(done.bad_lines))
            new = self._store.add_log(lines, source) is not None
        except (OSError, BadLine, LogError):  # changed since, or reading failed
            self.left_out += 1
            return
        self.kept += new
        self.known += not new


def _good_lines(path: Path, bad: set[int]) -> Iterator[dict[str, Any]]:
    with path.open("rb") as stream:
        for number, _, value in records(stream):
            if number not in bad:
                if isinstance(value, BadLine):
                    raise value
                yield cast("dict[str, Any]", value)


def show_summary(total: "Summary", keeper: Keeper | None, seconds: float, as_json: bool, lang: str) -> None:
    """Print the summary as a table or as one JSON object."""
    figures = total.figures(seconds)
    if keeper:
        figures |= dict(zip(("kept", "known", "left_out"), keeper.counts(), strict=True))
    if as_json:
        print_json(figures)
        return
    from rich.table import Table
    from rich.text import Text

    say = texts(lang)
    table = Table(title=say("Summary"), title_justify="left", show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for key, value in figures.items():
        text = f"{value:.2f}" if isinstance(value, float) else f"{value:,}"
        table.add_row(Text(say(_FIGURES[key])), say.number(text))
    console().print(table)
