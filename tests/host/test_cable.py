"""The cable is pulled many times, at any byte, during a pull and a live match: every record arrives once."""

import json
import random
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import ring
from attable import AtTable
from journals import kept, played
from players import Players
from test_pull import held, same

from tierce_tools.virtual.board import config_for

LOG = Players("rami51", 3, seats=2, rules={}, honest=True).play(ring.rounds(2, 8)).log


class Cut(AtTable):
    """A table whose cable is pulled after a random number of bytes, `times` times, and plugged in again."""

    def __init__(self, folder: Path, seed: int, times: int, mean: int, files: Any = ()) -> None:
        super().__init__(folder, config_for(LOG[0], "en"), dict(files))
        self.dice, self.left, self.mean = random.Random(seed), times, mean
        self.at_end = self.pulled

    def arm(self) -> None:
        # Every fifth time it is pulled during the greeting.
        most = 600 if self.dice.random() < 0.2 else 2 * self.mean
        self.bytes_left = self.dice.randrange(most) if self.left else None

    def pulled(self) -> None:
        self.left -= 1
        self.pull()
        self.arm()

    def quiet(self) -> None:
        super().quiet() if self.plugged else self.plug()


EVENING = played(range(ring.rounds(1, 5)), turns=ring.rounds(120, 400))
SIZE = sum(len(data) for name, data in EVENING.items() if name.startswith("journal/"))
TIMES = ring.rounds(5, 25)


def test_a_pull(tmp_path: Path, seed: int) -> None:
    store = tmp_path / "games.db"
    with closing(Cut(tmp_path / "flash", seed, TIMES, 2 * SIZE // TIMES, EVENING)) as table:
        while table.left:
            table.arm()
            # If the cable goes before the hello, the verb is repeated, as people do.
            table.tierce("pull", "--store", store)
            table.plug()
        assert table.tierce("pull", "--store", store)[0] == 0
        same(held(store), kept(table.files()))


def test_a_live_match(tmp_path: Path, seed: int) -> None:
    with closing(Cut(tmp_path / "flash", seed, ring.rounds(4, 12), 150)) as table:
        steps = [partial(table.people.do, event) for event in LOG[1:]]
        code, out, _ = table.tierce("watch", "--json", steps=[table.arm, partial(table.people.begin, LOG[0]), *steps])
        assert (code, table.left) == (0, 0)
        records = [each for each in map(json.loads, out.splitlines()) if "board" not in each]
        first = records[0]["seq"]
        same(records, [record for record in kept(table.files()) if first <= record["seq"] <= records[-1]["seq"]])
        assert sum("tierce" in each or ("t" in each and "event" not in each) for each in records) >= len(LOG)
