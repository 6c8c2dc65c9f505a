"""The modelled table has the hardware of each shipped table, and its readers read."""

from pathlib import Path
from typing import Any

import pytest
from hw_tables import FEW

from tierce.cards import parse
from tierce_tools.board.findings import findings
from tierce_tools.description import descriptions
from tierce_tools.virtual.board import ModelledBoard

CARDS = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S".split()
BOOT_MS, READ_MS = 4000, 3000


@pytest.fixture
def running(tmp_path: Path):
    boards = []

    def start(name: str, **changes: Any) -> ModelledBoard:
        config = {**descriptions.load(name, "en").config, **changes}
        boards.append(ModelledBoard(tmp_path / str(len(boards)), config))
        boards[-1].on()
        boards[-1].run(BOOT_MS)
        return boards[-1]

    yield start
    for board in boards:
        board.stop()


@pytest.mark.parametrize("name", FEW)
def test_each_reader_reads_what_lies_in_its_zone(running: Any, name: str):
    board = running(name)
    zones = [zone["zone"] for zone in board.config["zones"]]
    for zone, card in zip(zones, CARDS, strict=False):
        board.table.put(zone, card)
    board.run(READ_MS)
    lying = board.program.presence.lying
    assert lying == [[parse(card)] for card in CARDS[: len(zones)]]


def test_a_table_without_readers_runs(running: Any):
    board = running("small", zones=[], spi=None, select=None)
    assert board.program.presence is None or board.program.presence.lying == []


def bad_ones(failing: list[int]) -> list[Any]:
    """Return what is found bad at the club's table if the readers at these outputs are silent."""
    config = descriptions.load("club", "en").config
    facts: list[dict[str, Any]] = [{"fact": "config", "errors": [], "config": config}]
    for zone in config["zones"]:
        well = {"firmware": 0x0400, "before": "", "die": f"{zone['cs']:032x}", "agc": 300}
        answer = {"error": "version"} if zone["cs"] in failing else well
        facts.append({"fact": "reader", "zone": zone["zone"], "chip": "pn5180", **answer})
    return [each for each in findings(facts) if each.what in ("reader", "readers")]


@pytest.mark.parametrize(
    ("failing", "advice", "gpio"),
    [
        *(([*range(*ends)], "half_decoder", "13, 27") for ends in ((0, 8), (8, 16), (16, 18))),
        ([*range(0, 16)], "half_readers", 27),
        ([*range(0, 8), 16, 17], "half_readers", 13),
        ([*range(1, 18, 2)], "half_readers", 5),
    ],
)
def test_readers_of_one_decoder_or_one_line_fail_together(failing: list[int], advice: str, gpio: Any):
    found = [each for each in bad_ones(failing) if each.what == "readers"]
    assert [(each.shown, each.advice, each.value["gpio"]) for each in found] == [("half_readers", advice, gpio)]


def test_readers_that_have_nothing_in_common_are_told_one_by_one():
    zones = [zone["zone"] for zone in descriptions.load("club", "en").zones]
    assert [each.zone for each in bad_ones([0, 3, 9]) if each.verdict == "bad"] == [zones[0], zones[3], zones[9]]
