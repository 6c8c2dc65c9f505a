"""What a club's evening costs: tables for the guide and for SCALING.md, from the bench's figures.

`make bench-club ARGS=--keep` measures them; `make manual` writes the tables, as it calls these
functions between the marks of cog.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from tierce_tools.club.live_tables import MOST

RESULTS = Path(__file__).parent / "bench" / "results" / "club.json"
PROGRAMS = ("collector", "broker", "database")
HEADS = {
    "en": (
        "tables in play",
        "records a second",
        "`tierce club`",
        "Mosquitto",
        "PostgreSQL",
        "delay to the page, s: median, worst",
    ),
    "fr": (
        "tables en jeu",
        "enregistrements par seconde",
        "`tierce club`",
        "Mosquitto",
        "PostgreSQL",
        "délai jusqu'à la page, s : médiane, maximum",
    ),
}
SAY = {
    "en": "With {tables} tables, the broker was killed {broker} times, the database {database} "
    "times and `tierce club` {collector} times in {minutes} minutes. All {records} records "
    "were in the store afterwards, each once. The page was late by {median} s at the median, "
    "by {worst} s at worst.",
    "fr": "Avec {tables} tables, le broker a été tué {broker} fois, la base de données {database} "
    "fois et `tierce club` {collector} fois en {minutes} minutes. Les {records} "
    "enregistrements étaient ensuite tous dans la base, chacun une fois. Le retard médian de "
    "la page était de {median} s, le plus long de {worst} s.",
}
GOAL = 10_000
EVENING_H = 4

Run = dict[str, Any]
Rows = list[tuple[str, ...]]


@cache
def runs() -> list[Run]:
    """Return the kept runs without faults, in order of pace and of tables."""
    return [each for each in json.loads(RESULTS.read_text()) if "killed" not in each]


def largest() -> Run:
    """Return the run with most tables at a real pace."""
    return max((each for each in runs() if each["speed"] == 1), key=lambda run: run["tables"])


def period_s() -> float:
    """Return the time between two records of a table."""
    run = largest()
    return run["tables"] / run["given_a_second"]


def _number(value: float, digits: int, lang: str) -> str:
    text = f"{value:,.{digits}f}"
    return text.translate(str.maketrans(",.", "\u202f,")) if lang == "fr" else text


def costs(lang: str) -> tuple[tuple[str, ...], Rows]:
    """Return the head and rows of the table of what real paces cost: cores and memory."""

    def of(run: Run, name: str) -> str:
        cores = _number(run["cores"][name], 3, lang)
        return (
            f"{cores} cœur, {run['memory_mb'][name]} Mo"
            if lang == "fr"
            else f"{cores} cores, {run['memory_mb'][name]} MB"
        )

    rows: Rows = []
    for run in runs():
        if run["speed"] == 1:
            delay = run["delay_s"]
            rows.append(
                (
                    _number(run["tables"], 0, lang),
                    _number(run["records_a_second"], 1, lang),
                    *(of(run, name) for name in PROGRAMS),
                    f"{_number(delay['median'], 3, lang)}, {_number(delay['worst'], 3, lang)}",
                )
            )
    return HEADS[lang], rows


def faults(lang: str) -> str:
    """Return what happened when programs were killed at random."""
    (run,) = [each for each in json.loads(RESULTS.read_text()) if "killed" in each]
    killed, delay = run["killed"], run["delay_s"]
    how = {
        "tables": run["tables"],
        "minutes": round(run["seconds"] / 60),
        "records": _number(run["records"], 0, lang),
        **killed,
        "median": _number(delay["median"], 2, lang),
        "worst": _number(delay["worst"], 1, lang),
    }
    return SAY[lang].format(**how) + "\n"


def paces() -> tuple[tuple[str, ...], Rows]:
    """Return the head and rows of the table of faster paces."""
    head = (
        "pace",
        "records a second",
        "as many tables at a real pace",
        "cores: `tierce club`",
        "Mosquitto",
        "PostgreSQL",
        "delay, s: median, worst",
        "complete after, s",
    )
    rows: Rows = []
    for run in runs():
        if run["speed"] != 1:
            cores, delay = run["cores"], run["delay_s"]
            rows.append(
                (
                    f"{run['speed']:.0f} times",
                    f"{run['records_a_second']:,.0f}",
                    f"{run['records_a_second'] * period_s():,.0f}",
                    *(f"{cores[name]:.2f}" for name in PROGRAMS),
                    f"{delay['median']:.2f}, {delay['worst']:.2f}",
                    f"{run['whole_after_s']:.0f}",
                )
            )
    return head, rows


def to_goal() -> tuple[tuple[str, ...], Rows]:
    """Return the head and rows of the table of what 10,000 tables need."""
    run = largest()
    smallest = min(runs(), key=lambda each: (each["speed"], each["tables"]))
    times = GOAL / period_s() / run["records_a_second"]
    clubs = -(-GOAL // MOST)

    def memory(name: str) -> tuple[int, float]:
        a_table = (run["memory_mb"][name] - smallest["memory_mb"][name]) / (run["tables"] - smallest["tables"])
        return smallest["memory_mb"][name], a_table

    records = GOAL / period_s() * 3600 * EVENING_H
    rows: Rows = [("records a second", f"{run['records_a_second']:,.0f}", f"{GOAL / period_s():,.0f}")]
    for name, title in zip(PROGRAMS, ("`tierce club`", "Mosquitto", "PostgreSQL"), strict=True):
        rows.append((f"cores: {title}", f"{run['cores'][name]:.2f}", f"{run['cores'][name] * times:.1f}"))
    for name, title in (("collector", "`tierce club`"), ("broker", "Mosquitto")):
        base, a_table = memory(name)
        rows.append(
            (
                f"memory, MB: {title}, {clubs} of them",
                str(run["memory_mb"][name]),
                f"{base * clubs + a_table * GOAL:,.0f}",
            )
        )
    rows.append(
        (
            f"disk for {EVENING_H} hours, GB",
            f"{records * run['tables'] / GOAL * run['bytes_a_record'] / 1e9:.1f}",
            f"{records * run['bytes_a_record'] / 1e9:.1f}",
        )
    )
    return ("", f"measured, {run['tables']:,} tables", f"{GOAL:,} tables"), rows


def hour() -> str:
    """Return how long a collector needs for the records of an hour."""
    fastest = max(run["records_a_second"] for run in runs())
    waiting = MOST * 3600 / period_s()
    return (
        f"{MOST:,} tables have {waiting / 1e6:.1f} million records then. At {fastest:,.0f} "
        f"records a second, the most that was measured above, they are in the store after "
        f"{waiting / fastest / 60:.0f} minutes [C].\n"
    )
