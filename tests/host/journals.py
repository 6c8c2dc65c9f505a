"""Contents of a board's journal: read from its flash, or made in advance from played matches."""

import json
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from eventlines import as_event
from players import Players

from tierce.outcomes import line
from tierce.records import EVENT, HEADER, NOTE, OUTCOME
from tierce.referee import Referee
from tierce_tools.base.paths import firmware

sys.path.append(str(firmware()))
from app.files import Files
from app.journal.journal import Journal
from app.journal.segments import open_journal
from app.link.link import record_text

LIMIT = 262144  # bytes of a journal that three whole matches fit into


def kept(files: Mapping[str, bytes]) -> list[dict[str, Any]]:
    """Return all records on a board's flash, as the link sends them."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "journal").mkdir()
        for name, data in files.items():
            if name.startswith("journal/"):
                (Path(folder) / name).write_bytes(data)
        journal = Journal(Files(folder), limit=LIMIT)
        open_journal(journal)
        # The last one is the note of this start.
        return [json.loads(record_text(seq, kind, thing)) for seq, kind, thing in journal.read(0)][:-1]


def played(
    seeds: Iterable[int], whole: bool = True, game: str = "rami51", turns: int = 400, clock: int = 0
) -> dict[str, bytes]:
    """Return the journal of a board with played matches: name -> bytes.

    With `whole` False the last match is unfinished; with `clock` a note of this time comes first.
    """
    with tempfile.TemporaryDirectory() as folder:
        seeds = list(seeds)
        journal = Journal(Files(folder), limit=LIMIT)
        open_journal(journal)
        if clock:
            journal.put(0, NOTE, {"unix": clock})
        for seed in seeds:
            log = Players(game, seed, honest=True).play(turns).log
            if seed == seeds[-1] and not whole:
                log = log[: len(log) // 2]
            journal.put(0, HEADER, log[0])
            referee = Referee(log[0])
            for event in log[1:]:
                journal.put(event["t"], EVENT, as_event(event, log[0].get("deck", ())))
                for outcome in referee.feed(event):
                    journal.put(outcome[1], OUTCOME, line(outcome))
        if whole:
            journal.put(journal.next_seq, NOTE, {"over": True})
        journal.close()
        return {f"journal/{path.name}": path.read_bytes() for path in (Path(folder) / "journal").iterdir()}
