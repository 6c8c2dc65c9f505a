"""The evening's experiment with the board at the page's USB: what `tierce doctor --reach` does, for the page Build."""

from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import date
from functools import partial
from typing import Any, cast

from tierce_plans.reached import fan_of, svg
from tierce_tools.base.texts import Texts, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.board.benches import on_board
from tierce_tools.board.examine import Helper
from tierce_tools.board.reach import Reach
from tierce_tools.board.reach_texts import PLACE, lines
from tierce_tools.description.descriptions import say as said_of
from tierce_tools.description.reach import errors, report
from tierce_tools.worker.cable import DEVICE

Told = dict[str, Any]
DONE, SKIP, END = "done", "skip", "end"  # a person's answers


class Person:
    """The person at the page, as an examination's helper. `ask` gets a sentence and returns one of the answers."""

    def __init__(self, ask: Callable[[str], str], say: Texts) -> None:
        self._ask = ask
        self._say = say
        self._over = False

    def place(self, what: str, zone: str, number: int) -> bool:
        """Ask for the cards of a step."""
        answer = END if self._over else self._ask(self._say(PLACE[what], name=zone, number=number))
        self._over = answer == END
        return answer == DONE


def reach(
    zone: str, language: str, ask: Callable[[str], str], say: Callable[[str, str], None], show: Callable[[Told], None]
) -> Told:
    """Measure a zone with a person's help; return the report as `shown` has it. `show` gets it as it grows.

    Without the name of one of several zones it returns their names. Raises Trouble.
    """
    person = cast("Helper", Person(ask, texts(language)))  # this examination asks for nothing but cards
    how: Told = {"only": [zone] if zone else [], "kind": partial(Reach, fan_of=fan_of)}
    try:
        with closing(on_board(DEVICE, say, language, person, **how)) as facts:
            return measured(facts, language, show)
    except Trouble as trouble:
        if trouble.key == "reach_zone":
            return {"zones": trouble.details["zones"]}
        if trouble.key == "reach_reader":
            raise Trouble(
                "doctor.reach_reader",
                "{zone}: the reader does not work ({reason}): examine the board. What was measured is kept.",
                zone=trouble.details["zone"],
                reason=trouble.details["reason"],
            ) from None
        raise


def measured(facts: Iterable[Told], language: str, show: Callable[[Told], None]) -> Told:
    """Return the last report of the facts; `show` gets each. Raises Trouble if there is none."""
    told: Told | None = None
    for fact in facts:
        if fact["fact"] == "reach":
            given = {key: value for key, value in fact.items() if key != "fact"}
            told = shown({**given, "date": date.today().isoformat()}, language)
            show(told)
    if told is None:
        raise Trouble("doctor.reach_nothing", "nothing was measured: examine the board, which says what is wrong")
    return told


def shown(given: Any, language: str) -> Told:
    """Return a report with its picture and its lines. Raises Trouble if it is none."""
    if wrong := errors(given):
        raise Trouble("doctor.reach_bad", "this is no report: {errors}", errors="; ".join(said_of(wrong, language)))
    found = report(given)
    return {"report": given, "picture": svg(found, language), "lines": lines(found, texts(language))}
