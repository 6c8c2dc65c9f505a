"""What `tierce publish` sends of an evening: records, states; and a league, for what shows them."""

import json
import random
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import ring
from journals import played
from players import Players
from sqlalchemy import select

from tierce.outcomes import line
from tierce.presets import PRESETS
from tierce.referee import Referee
from tierce_tools.board.follow import end_of
from tierce_tools.broker.source import About
from tierce_tools.broker.state import State
from tierce_tools.club.kept import board_of
from tierce_tools.league.rules import rule_of
from tierce_tools.league.season import Plan
from tierce_tools.league.store import Leagues
from tierce_tools.logs.schema import boards, journals, records
from tierce_tools.logs.store import Store

Record = dict[str, Any]
CLOCK = 1764140000  # of a table's first note of the time


def numbered(found: Iterable[Record], first: int = 1) -> list[Record]:
    """Return records with their numbers, as a board counts them."""
    return [{"seq": seq, **record} for seq, record in enumerate(found, first)]


def judged(log: list[Record]) -> list[Record]:
    """Return a log with the outcome of each event behind it."""
    referee = Referee(log[0])
    found = [log[0]]
    for event in log[1:]:
        found += [event, *(json.loads(line(outcome)) for outcome in referee.feed(event))]
    return found


def records_from(log: list[Record], first: int = 1, over: bool = True) -> list[Record]:
    """Return a log and its outcomes as a board sends them."""
    return numbered([*judged(log), *([{"note": {"over": True}}] if over else [])], first)


def records_of(game: str, seed: int, first: int = 1, over: bool = True, turns: int = 120) -> list[Record]:
    """Return the records of a random match as a board sends them."""
    return records_from(Players(game, seed).play(turns).log, first, over)


class Journal:
    """A source made of records, of which `there` are there by now."""

    board = "board"
    dates = True

    def __init__(self, records: list[Record], there: int = 0) -> None:
        self.records = records
        self.there = there

    def about(self) -> About:
        return About()

    def end(self) -> int:
        return end_of(self.records[self.there - 1]) if self.there else 0

    def has(self, seq: int, unix: int) -> bool:
        return any(
            each["seq"] == seq and each.get("note", {}).get("unix") == unix for each in self.records[: self.there]
        )

    def header(self) -> int:
        at = 0
        for each in self.records[: self.there]:
            at = each["seq"] if "tierce" in each else 0 if each.get("note", {}).get("over") else at
        return at

    def start(self, begin: int) -> None:
        raise NotImplementedError

    step: Any = None
    close: Any = None


def evening(seed: int) -> list[Record]:
    """Return the records of two matches, with notes of the time before, between and after."""
    rng = random.Random(seed)
    games = [rng.choice(sorted(PRESETS)) for _ in range(2)]
    found: list[Record] = [
        {"seq": 1, "note": {"boot": 1, "after": 0}},
        {"seq": 2, "note": {"unix": 1764140000 + seed, "at": 0}},
    ]
    for number, game in enumerate(games):
        found += records_of(game, seed, len(found) + 1, over=rng.random() < 0.5, turns=ring.rounds(50, 120))
        found.append({"seq": len(found) + 1, "note": {"unix": 1764150000 + number}})
    return found


class Unseen(State):
    """A state that nobody looks at."""

    def __init__(self) -> None:
        super().__init__("t", "en")

    def take(self, record: Record) -> None:
        return None


def keep(folder: Path, *seeds: int, whole: bool = True) -> None:
    """Write the journal of a table on which these matches were played."""
    (folder / "journal").mkdir(parents=True, exist_ok=True)
    for name, data in played(seeds, whole=whole, turns=25, clock=CLOCK).items():
        (folder / name).write_bytes(data)


def in_store(store: Store, table: str) -> dict[int, Record]:
    """Return the records of a table's journals, by number."""
    query = (
        select(records.c.seq, records.c.text)
        .join(journals, journals.c.id == records.c.journal)
        .join(boards, boards.c.id == journals.c.board)
        .where(boards.c.board == board_of(table))
    )
    with store.reading() as connection:
        found = connection.execute(query).all()
    assert len({seq for seq, _ in found}) == len(found), "a number in two journals"
    return {seq: {"seq": seq, **json.loads(text)} for seq, text in found}


def states(game: str, seed: int) -> Iterator[Record]:
    """Yield the states of a table during a random match."""
    state = State("t", "en")
    for record in records_of(game, seed):
        state.take(record)
        yield state.told()


def some_state(seed: int = 1) -> Record:
    """Return the state of a table in the middle of a match."""
    return json.loads(_middle(seed))


@cache
def _middle(seed: int) -> str:
    state, records = State("t", "en"), records_of("rami51", seed)
    for record in records[: len(records) // 2]:
        state.take(record)
    return json.dumps(state.told())


def a_league(where: str) -> str:
    """Make a league in a store; return its name."""
    with Store.open(where) as store:
        leagues = Leagues(store)
        leagues.begin("Club", ["Ana", "Luc", "Zoé", "Max"], Plan("rami51", "swiss", 4, 5, rule_of("places"), 1))
        return leagues.pair("Club").name
