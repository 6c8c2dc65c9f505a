"""A match in play as JSON, and back: a board goes on with it without replaying all of it.

Loaded only to keep a match or to go on with one.
"""

from tierce.game import Game

# What a new referee of the same header has already
_OWN = ("__dict__", "rules", "form", "known", "layout", "out")
_KINDS = (("tuple", tuple), ("set", set), ("bytes", bytes), ("bytearray", bytearray), ("dict", dict))


def kept(game: "Game") -> "list[Any]":
    """Return all that an event changes of a match, as JSON can say it."""
    # CPython keeps some in slots: tierce.game.
    names = set(game.__dict__) | set(Game.__slots__)
    attributes = {name: getattr(game, name) for name in sorted(names) if name not in _OWN}
    layout = game.layout
    was = [(card, layout.was_at[card]) for card in sorted(layout.moved)]
    lies = (layout.zones, layout.said, layout.start, layout.bound, layout.touched, was)
    return [_plain(attributes), _plain(lies)]


def restore(game: "Game", state: "Sequence[Any]") -> None:
    """Give a new match what `kept` returned. Raises ValueError, TypeError or KeyError for other things."""
    attributes, lies = _whole(state[0]), _whole(state[1])
    layout = game.layout
    layout.zones, layout.said, layout.start, layout.bound, layout.touched, was = lies
    for zone in sorted(layout.zones):
        for card in layout.zones[zone]:
            layout.at[card] = layout.was_at[card] = zone
    for card, zone in was:
        layout.was_at[card] = zone
        layout.moved.add(card)
        layout.shifted = True  # perhaps
    for name in sorted(attributes):
        setattr(game, name, attributes[name])
    game.enter(game.state)
    if "noting" not in attributes:  # of an older version, whose undo needs other things
        game.before, game.at_start = None, {}


def _plain(value: "Any") -> "Any":
    """Return a value with an object {kind: items} for each that is neither simple nor a list."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {"dict": [_plain(each) for each in value.items()]}
    for name, kind in _KINDS:
        if type(value) is kind:
            return {name: [_plain(each) for each in value]}
    return value


def _whole(value: "Any") -> "Any":
    if isinstance(value, list):
        return [_whole(each) for each in value]
    if isinstance(value, dict):
        name = next(iter(value))  # the only one
        return dict(_KINDS)[name]([_whole(each) for each in value[name]])
    return value
