"""Stores with games in them, for tests of the verbs that read a store."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from published import judged, numbered

from tierce_tools.base.paths import games
from tierce_tools.logs.store import Store

BEGAN = 1_800_000_000  # 2027-01-15 08:00 UTC
EVENING = 40_000  # seconds between the starts of two matches


def log_of(name: str) -> list[dict[str, Any]]:
    text = (games() / f"{name}.jsonl").read_text("utf-8")
    return [json.loads(each) for each in text.splitlines()]


def records_of(logs: Iterable[list[dict[str, Any]]], began: int | None = BEGAN) -> list[dict[str, Any]]:
    """Return some matches as a board's link sends them, with notes that date each."""
    sent: list[dict[str, Any]] = [{"note": {"boot": 1, "after": 0}}]
    for number, log in enumerate(logs):
        header, *rest = judged(log)
        sent += [header] if began is None else [header, {"note": {"unix": began + EVENING * number + 3, "at": 3000}}]
        sent += rest
    return numbered(sent)


def store_at(path: Path, records: list[dict[str, Any]], board: str = "E66118604B2F5629", name: str = "club") -> Path:
    """Keep a board's records in a store; return the store's path."""
    with Store.open(str(path)) as store:
        store.journal(board, name).keep(records, BEGAN + 10 * EVENING)
    return path


def of_names(names: list[str], rounds: int = 0, **rules: object) -> list[dict[str, Any]]:
    """Return a match of these players over `rounds` rounds, as a board sends it."""
    header = {"tierce": 1, "game": "rami51", "players": names, "dealer": 0, "rules": rules}
    sent: list[dict[str, Any]] = [header, {"t": 0, "seat": 0, "press": "deal"}]
    totals = [0] * len(names)
    for number in range(1, rounds + 1):
        winner = number % len(names)
        scores = [0 if seat == winner else 7 * number + seat for seat in range(len(names))]
        totals = [a + b for a, b in zip(totals, scores, strict=True)]
        said = {"event": "round", "round": number, "how": "out", "winners": [winner]}
        sent.append({"t": 60_000 * number, **said, "scores": scores, "totals": totals, "dealer": 0})
    if rounds:
        ranking = sorted(range(len(names)), key=lambda seat: totals[seat])
        said = {"event": "match", "winners": ranking[:1], "ranking": ranking, "totals": totals}
        sent.append({"t": 60_000 * rounds, **said})
    return numbered(sent)
