"""A page's requests, and the form of their answers: JSON objects, either way.

A request is {"id", "do", ...}; its answer {"re": id, ...}, with "error" in all languages if it
failed, and "doubt" if the same request with "sure" would be done.
"""

from typing import Any, cast

from tierce_tools.base.jsontext import loads
from tierce_tools.base.texts import N_, languages
from tierce_tools.base.trouble import Doubt, Trouble
from tierce_tools.logs.words import trouble_text
from tierce_tools.page import views
from tierce_tools.page.views import Viewer
from tierce_tools.virtual.checks import NO_ACTION

Number = int | str | None  # of a request
FAULT = N_("Something went wrong inside the table; the terminal says why. The game goes on.")
_SHOWN = 40  # letters of an invalid message that are shown


def number_of(action: dict[str, Any]) -> Number:
    """Take a request's number out of it; None if it has no valid one."""
    number = action.pop("id", None)
    return number if isinstance(number, int | str) else None


def checked(action: dict[str, Any]) -> dict[str, Any]:
    """Return a request that names what to do. Raises Trouble."""
    if not isinstance(action.get("do"), str):
        raise Trouble("table.no_action", NO_ACTION, action=str(action.get("do"))[:_SHOWN])
    return action


def language_of(action: dict[str, Any]) -> str:
    """Return the language that a page asks for. Raises Trouble if there is no such one."""
    language = action.get("to")
    if language not in languages():
        raise Trouble(
            "table.no_language",
            "There is no language {language}; there are: {languages}.",
            language=language,
            languages=", ".join(languages()),
        )
    return cast("str", language)


def finished(
    action: dict[str, Any], answer: dict[str, Any], sections: views.Sections, viewer: Viewer
) -> dict[str, Any]:
    """Return the answer that a viewer may read. Raises Trouble."""
    if action.get("do") != "log":
        return answer
    events = views.log(answer["log"], sections, viewer)
    if not events:
        raise Trouble("table.no_log", "No match is in play: there is nothing to save.")
    return {**answer, "log": events}


def refused(number: Number, error: Exception) -> dict[str, Any]:
    """Return the answer to a request that failed; of a fault of ours it says just that."""
    if not isinstance(error, Trouble):
        error = Trouble("table.fault", FAULT)
    answer: dict[str, Any] = {"re": number, "error": {each: trouble_text(error, each) for each in languages()}}
    return {**answer, "doubt": True} if isinstance(error, Doubt) else answer


def read(data: str | bytes) -> dict[str, Any]:
    """Return the object that a page has sent. Raises Trouble if it is none."""
    try:
        return object_of(data)
    except ValueError:
        raise Trouble("table.not_json", "The page sent something that is not a JSON object: reload it.") from None


def object_of(data: str | bytes) -> dict[str, Any]:
    """Return an object from its JSON. Raises ValueError."""
    found = loads(data)
    if not isinstance(found, dict):
        raise ValueError
    return cast("dict[str, Any]", found)
