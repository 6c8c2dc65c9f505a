"""The count: a hand is laid on its seat zone; at gin its melds on other zones."""

from tierce_tools.players import gin
from tierce_tools.players.moves import Move
from tierce_tools.players.sight import Sight


def plan(sight: Sight) -> list[Move]:
    """Return the moves that lay a hand down."""
    return gin.count(sight) if sight.rules["family"] == "gin" else gin.plain_count(sight)


def plain(sight: Sight) -> list[Move]:
    """Return the moves that lay a whole hand on its seat zone."""
    return gin.plain_count(sight)
