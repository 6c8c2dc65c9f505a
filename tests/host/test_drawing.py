"""The picture of the card table: up to date with its generator, and its cards are legal."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tierce.referee import Referee

sys.path.append(str(Path(__file__).parents[2] / "hardware"))
import draw_table

pytestmark = pytest.mark.made_from(
    "hardware/draw_table.py", "hardware/table.svg", "hardware/*.py", "firmware/tierce/*.py", "firmware/LOG.md"
)
HARDWARE = Path(draw_table.__file__).parent
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def picture() -> ElementTree.Element:
    """Return the committed drawing; parsing it checks that it is well-formed."""
    return ElementTree.fromstring((HARDWARE / "table.svg").read_bytes())


def group(picture: ElementTree.Element, name: str) -> ElementTree.Element:
    found = [each for each in picture.iter(f"{SVG}g") if each.get("id") == name]
    assert len(found) == 1, name
    return found[0]


def cards(picture: ElementTree.Element, zone: str) -> list[str]:
    codes = [each.get("data-card") for each in group(picture, zone).iter()]
    return [code for code in codes if code]


def test_the_drawing_is_fresh() -> None:
    assert (HARDWARE / "table.svg").read_text(encoding="utf-8") == draw_table.svg()


def test_each_card_shows_its_own_rank_and_suit(picture: ElementTree.Element) -> None:
    suits = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
    for card in picture.iter(f"{SVG}g"):
        code = card.get("data-card")
        if code is None:
            continue
        words = [each.text for each in card.iter(f"{SVG}text")]
        shown = {each.get("d") for each in card.iter(f"{SVG}path")}
        if code[0] == "X":
            assert (words, shown) == (["★", "★", "joker"], set())
        else:
            suit = draw_table.SUIT_PATHS[suits[code[1]]]
            assert (words, shown) == (["10" if code[0] == "T" else code[0]], {suit})


def test_the_logs_example_is_this_table_and_the_referee_says_what_it_shows(picture: ElementTree.Element) -> None:
    text = (HARDWARE.parent / "firmware" / "LOG.md").read_text(encoding="utf-8")
    example = text.split("## Example", 1)[1].split("```jsonl\n", 1)[1].split("```", 1)[0]
    events = [json.loads(line) for line in example.splitlines()[1:]]
    for zone in ("meld1", "meld2", "discard"):
        assert cards(picture, zone) == [card for each in events if each.get("zone") == zone for card in each["in"]]
    players = [seat[0] for seat in draw_table.SEATS]
    table = Referee({"tierce": 1, "game": "rami51", "players": players, "dealer": 0}, show_melds=True)
    events.append({"t": events[-1]["t"], "zone": "meld5", "in": cards(picture, "meld5")})
    said = [each for event in events for each in table.feed(event)]
    turns = [each for each in said if each[0] == "turn"]
    luc = draw_table.SEATS[1]
    assert turns == [("turn", events[-1]["t"], 1, "stock", 56, luc[1])]
    lights = {int(each[2].removeprefix("meld")): "red" if each[7] else "green" for each in said if each[0] == "meld"}
    assert lights == draw_table.LIGHTS
    assert said[-1][7] == ["not_a_meld"]
    screen = [each.text or "" for each in group(picture, "screen").iter(f"{SVG}text")]
    assert screen[0] == f"{luc[0]} lays {turns[0][4]}, well done"
    assert screen[2] == "Zoé, meld 5: neither a run nor a set"
