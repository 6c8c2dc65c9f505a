"""`tierce press`: presses the table's buttons over USB, and prints what its screen says."""

from typing import Annotated, Any

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.language import Lang
from tierce_tools.cli.options import AsJson, Port, argument
from tierce_tools.cli.streams import print_json
from tierce_tools.logs.words import line_of

_BUTTONS: dict[str, str | int] = {name: name for name in ("minus", "plus", "ok")} | {f"seat{i}": i for i in range(6)}
_GESTURES = ("short", "double", "long")


def press(
    buttons: Annotated[
        list[str] | None,
        argument(
            "BUTTON...",
            N_("minus, plus, ok, seat0 to seat5, in order; ok:long, plus:double. Without any: only the screen."),
        ),
    ] = None,
    port: Port = "auto",
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Press the table's buttons over USB, and print its screen."""
    from tierce_tools.board.ports import choose
    from tierce_tools.board.session import Session, read_screen

    presses = [_press(each) for each in buttons or ()] or [{}]
    with Session.open(choose(port).device) as session:
        screens = [read_screen(session.ask("press", **each)) for each in presses]
    lines = [line_of(_text(row)) for row in screens[-1]]
    if as_json:
        print_json({"screen": lines})
    else:
        print("\n".join(lines))


def _press(asked: str) -> dict[str, Any]:
    name, _, gesture = asked.partition(":")
    gesture = gesture or "short"
    if name not in _BUTTONS or gesture not in _GESTURES:
        raise Trouble(
            "press.no_button",
            "there is no {button}; there are {buttons}, each with {gestures} after a colon, if not short",
            button=asked,
            buttons=tuple(_BUTTONS),
            gestures=_GESTURES,
        )
    return {"button": _BUTTONS[name], "gesture": gesture}


def _text(row: list[Any]) -> str:
    """Return a row of the screen, (size, text or cells, style), as text: see app.people.text."""
    return row[1] if isinstance(row[1], str) else "  ".join(text for _, text in row[1])
