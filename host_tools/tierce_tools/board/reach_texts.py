"""What the evening's experiment says: what a person is to lay, and what was measured."""

from collections.abc import Sequence

from tierce_tools.base.texts import N_, Texts
from tierce_tools.description.reach import PITCHES, READ, Report

# What a person is asked to lay, by the step.
PLACE = {
    "one": N_("Lay one card with a tag on {name}, the tag in the middle, and nothing else."),
    "height": N_("Put {number} plain cards without tags under it."),
    "four": N_("Lay four cards in a fan on {name}, {number} mm from card to card."),
    "sideways": N_(
        "Lay one card: the middle of its tag {number} mm outside the wire of {name}, at the middle of a long side."
    ),
    "fan": N_("Lay {number} cards in a fan on {name}, at the felt's marks."),
}
_UNKNOWN = N_("not measured")


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
