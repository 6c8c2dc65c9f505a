"""`tierce doctor --reach`: what the experiment found, as a report, its picture, and a few lines."""

import json
from collections.abc import Callable, Iterable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from tierce_tools.base.texts import texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.board.reach import Reach
from tierce_tools.board.reach_texts import lines
from tierce_tools.cli.streams import print_json
from tierce_tools.description.reach import report


def kind() -> Callable[..., Reach]:
    """Return the experiment, with the fans of the plans."""
    from tierce_plans.reached import fan_of

    return partial(Reach, fan_of=fan_of)


def path_of(out: Path | None, zone: str) -> Path:
    """Return where the report goes. Raises Trouble if a file is there, which would be lost."""
    path = out or Path(f"reach-{zone}.json" if zone else "reach.json")
    for each in (path, path.with_suffix(".svg")):
        if each.exists():
            raise Trouble(
                "doctor.reach_there", "{path} is there already: move it away, or name another with --out", path=each
            )
    return path


def measure(facts: Iterable[dict[str, Any]], path: Path, modelled: bool, as_json: bool, lang: str) -> None:
    """Write each report as it grows, at the end its picture; then print it. Raises Trouble."""
    given: dict[str, Any] | None = None
    try:
        for fact in facts:
            if fact.pop("fact") == "reach":
                given = {**fact, "modelled": modelled, "date": date.today().isoformat()}
                _write(path, json.dumps(given, indent=1, ensure_ascii=False) + "\n")
    finally:  # also after Ctrl-C or a lost reader: what was measured is kept
        if given:
            from tierce_plans.reached import svg

            _write(path.with_suffix(".svg"), svg(report(given), lang))
    if given is None:
        raise Trouble("doctor.reach_nothing", "nothing was measured: tierce doctor says what is wrong")
    if as_json:
        print_json(given)
        return
    say = texts(lang)
    for line in lines(report(given), say):
        print(line)
    print(say("Written to {folder}", folder=f"{path}, {path.with_suffix('.svg')}"))


def _write(path: Path, text: str) -> None:
    from tierce_tools.base.whole import write_whole

    try:
        write_whole(path, text.encode())
    except (OSError, ValueError) as error:
        raise Trouble(
            "doctor.unwritable", "cannot write {path}: {error}; name another file with --out", path=path, error=error
        ) from None
