"""What people see on the e-paper during a match, and how fast the lights answer them."""

import random

import pytest
import ring
from playing import CLUB, CONFIG
from running import Running, config_for

ZONES = ("discard", "meld1", "meld2", "seat0", "seat1")
NAMES = {"en": ["Ana", "Luc"], "fr": ["Zoé", "Jean-Louis"]}


def discards(table, card, ms=5000):
    table.lay("discard", card)
    before = len(table.shown)
    table.until(lambda: len(table.shown) > before, ms)


def moments(table, language):
    """Play; generate (name, expected texts) at each moment to look at."""
    fr = language == "fr"
    players = NAMES[language]
    press = table.people.press
    yield "menu closed", "OK : menu" if fr else "OK: menu"
    press("ok")
    yield "menu", "Nouvelle partie" if fr else "New match"
    table.people.choose("options")
    press("ok")
    yield "house rules", "Règles de la maison" if fr else "House rules"
    press("ok", "long")
    press("ok", "long")
    table.begin(players=players, rules={"first_lay_points": 51})
    yield "deal", "Distribuez" if fr else "Deal"
    press("ok")
    table.wait()
    table.lay("discard", "9C")
    yield "turn", "pioche 81" if fr else "stock 81"
    table.lay("meld1", "7H 8H 9H")
    table.lay("meld2", "2S 2D 5C")
    table.wait()
    discards(table, "KC")
    yield "refused", "Refusé" if fr else "Refused"
    table.take("2S 2D 5C KC")
    table.lay("meld1", "7H 8H 9H TH JH QH KH")
    table.wait()
    discards(table, "KC")
    yield "accepted", "garde" if fr else "keeps"
    table.twin.faults.miso_low(table.twin.readers["meld2"])
    remove = table.twin.stranger("meld1")
    table.until(lambda: len(table.program.show.trouble) == 2, 9000)
    yield "trouble", "lecteur muet" if fr else "reader does not answer"
    table.twin.faults.miso_low(table.twin.readers["meld2"], False)
    remove()
    table.until(lambda: not table.program.show.trouble, 9000)
    table.take("9H")
    table.lay("meld2", "4S 5S 6S")
    table.cut()
    table.start(3000)
    yield "power is back", "La partie reprend" if fr else "The match goes on"
    table.read_notice()
    yield "differences", "en moins" if fr else "missing: 9"
    table.people.press("ok")
    table.take("4S 5S 6S")
    table.lay("meld1", "9H")
    table.lay("meld2", "TS JS QS KS AS")
    table.wait()
    discards(table, "3C")
    table.people.press("ok", "long")
    yield "menu in play", "Reprendre" if fr else "Go on"
    table.people.press("ok", "long")
    table.lay("meld1", "AH 2H 3H 4H 5H 6H")
    table.wait()
    game = table.program.match.referee.view
    discards(table, "8C")
    assert game.phase == "count", table.describe()
    yield "count", "Étalez" if fr else "Lay your hand"
    table.lay("seat0", "AC 2C TD JD X1")
    table.wait()
    table.people.press(0)
    table.wait()
    yield "count refused", "8 cartes attendues" if fr else "8 cards expected"
    table.people.press(1)  # who is out accepts it
    table.wait()
    yield "round", "a tout posé" if fr else "is out"
    table.people.press("ok", "long")
    table.people.choose("score")
    table.people.press("ok")
    yield "score sheet", "La marque" if fr else "Scores"
    table.people.press("ok")


def scene(language, folder):
    """Generate (name, table) at each moment, once the screen is at rest."""
    config = config_for(*ZONES, language=language, players=NAMES[language])
    table = Running(config, folder=folder)
    table.run(1500)
    for moment, words in moments(table, language):
        for _ in range(4):  # at rest within 3.6 seconds
            table.run(900)
            if table.picture() == table.drawn():
                break
        yield moment, words, table


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.longer)])
def test_the_panel_shows_what_the_desk_says(language, tmp_path):
    for moment, words, table in scene(language, tmp_path):
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
    """From laying a random card to its zone's light, on twelve zones and eighteen."""
    cards = ring.rounds(40, 200)
    table = Running(dict(config, game="manipulation"), folder=tmp_path, seed=2)
    table.run(3500)
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
