"""The official images of MicroPython that `tierce flash` knows."""

import re

from tierce_tools.board.images import OFFICIAL


def test_each_has_a_hash_of_its_own():
    for image in OFFICIAL:
        assert re.fullmatch("[0-9a-f]{64}", image.sha256), image.file
    assert len({image.sha256 for image in OFFICIAL}) == len(OFFICIAL)
