"""The jokers on the table that a player may declare. Loaded only when asked for, then dropped."""

from tierce.cards import JOKER


def jokers(game):
    """Return [(zone, joker, faces)] for each joker that could stand for more than one card."""
    found = []
    for zone in game.layout.melds():
        for card in game.layout.cards(zone):
            if card >= JOKER:
                faces = _faces(game, zone, card)
                if len(faces) > 1:
                    found.append((zone, card, faces))
    return found


def _faces(game, zone, joker):
    """Return the faces that a joker could stand for where it lies; [] if it is bound to a card."""
    bound = game.bound_in(zone)
    if joker in bound:
        return []
    faces = []
    for face in range(52):
        said = dict(game.layout.said)
        said[joker] = face
        _, _, stands, broken = game.reading_of(zone, bound, said)
        if not broken and joker in stands and stands[joker] == face:
            faces.append(face)
    return faces
