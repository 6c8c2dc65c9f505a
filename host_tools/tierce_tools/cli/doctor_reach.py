"""`tierce doctor --reach`: what the experiment found, as a report, its picture, and a few lines."""

import json
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from tierce_tools.base.texts import N_, Texts, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.streams import print_json
from tierce_tools.description.descriptions import Description
from tierce_tools.description.reach import PITCHES, READ, Report, report

_UNKNOWN = N_("not measured")


def fan_of(table: Description, zone: str) -> int:
    """Return how many cards the felt shows in a zone's fan."""
    from tierce_plans.templates import places

    return next(len(place.cards) for place in places(table) if place.zone == zone)


def path_of(out: Path | None, zone: str) -> Path:
    """Return where the report goes. Raises Trouble if a file is there, which would be lost."""
    path = out or Path(f"reach-{zone}.json" if zone else "reach.json")
    for each in (path, path.with_suffix(".svg")):
        if each.exists():
            raise Trouble(
                "doctor", "reach_there", "{path} is there already: move it away, or name another with --out", path=each
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
        raise Trouble("doctor", "reach_nothing", "nothing was measured: tierce doctor says what is wrong")
    if as_json:
        print_json(given)
        return
    say = texts(lang)
    for line in lines(report(given), say):
        print(line)
    print(say("Written to {folder}", folder=f"{path}, {path.with_suffix('.svg')}"))


def lines(found: Report, say: Texts) -> list[str]:
    """Return what was measured, a line each."""
    told = [say("{zone}, loop of {wide} × {high} mm:", zone=found.zone, wide=found.antenna[0], high=found.antenna[1])]
    unknown = say(_UNKNOWN)

    def row(name: str, value: str | None) -> None:
        told.append(say("  {name}: {value}", name=name, value=value or unknown))

    cards = found.height_cards
    mm = say.number(f"{(cards or 0) * found.card_um / 1000:.1f}")
    row(say("height of one tag"), None if cards is None else say("{cards} plain cards, {mm} mm", cards=cards, mm=mm))
    for pitch in PITCHES:
        four = getattr(found, f"four_at_{pitch}")
        row(say("four cards at {pitch} mm", pitch=pitch), four and _percents(four, say))
    sideways = found.sideways_mm
    row(say("sideways"), None if sideways is None else say("{mm} mm outside the wire", mm=sideways))
    name = say("whole fan at {pitch} mm", pitch=found.fan_pitch or "?")
    row(name, _percents(found.fan[: found.fan_cards], say) if found.fan else None)
    return told


def _percents(percents: Sequence[int], say: Texts) -> str:
    read = sum(percent >= READ for percent in percents)
    return say(
        "{read} of {cards} read; the worst in {percent} % of the scans",
        read=read,
        cards=len(percents),
        percent=percents[-1],
    )


def _write(path: Path, text: str) -> None:
    from tierce_tools.base.whole import write_whole

    try:
        write_whole(path, text.encode())
    except (OSError, ValueError) as error:
        raise Trouble(
            "doctor", "unwritable", "cannot write {path}: {error}; name another file with --out", path=path, error=error
        ) from None
