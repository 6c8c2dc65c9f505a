"""Reads the match in play from a journal in the simplest way."""

from app.journal.journal import EVENT, HEADER, OUTCOME


def _records(journal):
    return journal.read(journal.in_play) if journal.in_play else ()


def match(journal):
    """Return the header and the events of the match in play; [] without one."""
    found = [(seq, kind, thing) for seq, kind, thing in _records(journal) if kind in (HEADER, EVENT)]
    begun = found and found[0][:2] == (journal.in_play, HEADER)
    return [thing for _, _, thing in found] if begun else []


def said(journal):
    """Return how many outcomes of its last event are kept."""
    count = 0
    for _, kind, _ in _records(journal):
        count = count + 1 if kind == OUTCOME else 0 if kind == EVENT else count
    return count
