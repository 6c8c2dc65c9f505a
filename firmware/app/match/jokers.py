"""The jokers on the table that a player may speak for. In memory only for the menu."""

from tierce.cards import JOKER, code
from tierce.table import zone_name


def jokers(game):
    """Return (zone, joker, faces) of each joker that one may speak for: a name and codes."""
    found = []
    for number in game.table.melds():
        for card in game.table.cards(number):
            if card >= JOKER:
                faces = [code(face) for face in _faces(game, number, card)]
                if len(faces) > 1:
                    found.append((zone_name(number), code(card), faces))
    return found


def _faces(game, number, joker):
    """Return the cards that a joker may stand for where it lies."""
    bound = game.bound_in(number)
    if joker in bound:
        return []
    faces = []
    for face in range(52):
        said = dict(game.table.said)
        said[joker] = face
        _, _, stands, broken = game.reading_of(number, bound, said)
        if not broken and joker in stands and stands[joker] == face:
            faces.append(face)
    return faces
