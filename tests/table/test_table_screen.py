"""What people see on the e-paper during a match, and how fast the lights answer them."""

import random

import pytest
import ring
from playing import CLUB, CONFIG
from running import ZONES, Running, config_for

NAMES = ["Zoé", "Jean-Louis"]


def moments(table):
    """Play; generate (name, expected text) at each moment to look at. All pages, as texts: screens.txt."""
    yield "before a match", "OK : menu"
    table.begin(players=NAMES, rules={"first_lay_points": 51})
    table.deal()
    yield "turn", "pioche 81"
    table.lay("meld1", "7H 8H 9H")
    table.lay_and_wait("meld2", "2S 2D 5C")
    table.discard("KC")
    yield "refused", "Refusé"
    table.take("2S 2D 5C KC")
    table.lay_and_wait("meld1", "7H 8H 9H TH JH QH KH")
    table.discard("KC")
    yield "accepted", "garde"
    table.take("9H")
    table.cut()
    table.start(3000)
    yield "power is back", "La partie reprend"
    table.read_notice()
    yield "differences", "en moins"


def test_the_panel_shows_what_the_desk_says(tmp_path):
    table = Running(config_for(*ZONES, language="fr", players=NAMES), folder=tmp_path, ms=1500)
    for moment, words in moments(table):
        for _ in range(4):  # at rest within 3.6 seconds
            table.run(900)
            if table.picture() == table.drawn():
                break
        assert table.picture() == table.drawn(), moment
        assert words in table.said(), (moment, table.said())
        assert not table.twin.panel.errors
    table.sound()


# --- response times


@pytest.mark.parametrize(
    ("config", "melds"),
    [pytest.param(CONFIG, 6, id="twelve", marks=pytest.mark.longer), pytest.param(CLUB, 12, id="club")],
)
def test_how_soon_a_card_is_seen(tmp_path, config, melds):
    cards = ring.rounds(40, 200)
    table = Running(dict(config, game="manipulation"), folder=tmp_path, seed=2, ms=3500)
    table.begin(game="manipulation", players=["Ana", "Luc", "Max", "Ida", "Zoe"])
    table.people.press("ok")
    table.run(1000)
    assert table.program.show.phase == "turn", table.describe()
    dice = random.Random(5)
    clock = table.twin.clock
    zones = [f"meld{i + 1}" for i in range(melds)]
    ranks = "A23456789TJQK"
    deck = [rank + suit + pack for pack in ("", "2") for suit in "SHDC" for rank in ranks]
    took = []
    lying = []
    while len(took) < cards:
        if len(lying) > 24 or not deck:
            for card in lying:
                table.take(card)
            deck += lying
            lying = []
            table.run(2500)
        card = deck.pop(dice.randrange(len(deck)))
        zone = dice.choice(zones)
        table.program.lights.touched.clear()
        table.run(40 + dice.randrange(160))
        if table.light(zone) != "idle":
            table.until(lambda zone=zone: table.light(zone) == "idle", 6000)
        begin = clock.now
        table.lay(zone, card)
        lying.append(card)
        table.until(lambda zone=zone: table.light(zone) == "read", 6000)
        took.append((clock.now - begin) / 1000)
    took.sort()
    print(f"{melds} melds: a card's light: median {took[cards // 2]:.0f} ms, worst {took[-1]:.0f} ms")
    assert took[cards // 2] <= 300
    assert took[-1] <= 1000
    table.sound()
