"""Every fault at a table is named, lit and reported, ends when it is fixed, and play goes on."""

import copy
import random
import re
from types import SimpleNamespace

import pytest
import ring
from running import Running, config_for, dealt, event_of, log_of, verdicts, zones_of

from app.board import build
from app.config import SAFE, complete
from app.people.words import BoardWords
from drivers import leds
from tierce.records import OUTCOME
from tierce.referee import Referee
from tierce_tools.twin.tags import Tag15693

ZONES = ("discard", "meld1", "meld2", "meld3", "seat0", "seat1")
play_en = BoardWords("en")
WORDS = {"en": play_en, "fr": BoardWords("fr")}
FLAKY = 0.7  # probability that a card in a flaky zone is missing from a scan
STRANGER = b"\xe0\x04\x01\x53\x99\x99\x99\x99"


def squeezed(text):
    """Return a text without its breaks on a screen: spaces, page numbers."""
    return re.sub(r"\s|\d/\d", "", text).lower()


def told(table, sentence):
    """Tell whether the screen shows a sentence, on any page."""
    return squeezed(sentence) in squeezed(table.said())


def playing(folder, language="en", **more):
    """Return a small table in the first turn of Rami 51: Luc's."""
    return dealt(folder, ZONES, more=more, language=language)


def plays_a_turn(table, card):
    """Discard a card; check that this ends a turn."""
    before = len(verdicts(table.shown))
    table.lay("discard", card)
    table.until(lambda: len(verdicts(table.shown)) > before, 5000)
    assert table.shown[-1][0] == "turn", table.describe()


# --- faults of a zone: cause, repair, message


def couple(table):
    table.lay_and_wait("meld2", "5H 6H 7H")
    antennas = table.twin.antennas
    table.twin.air.couple(antennas["meld1"], antennas["meld2"], 1)
    yield
    table.twin.air.couplings = []


def crowd(table):
    # Forty are the most that this reader reads.
    tags = [Tag15693(b"\xe0\x04\x01\x77" + (i * 0x9E3779B1 & 0xFFFFFFFF).to_bytes(4, "big")) for i in range(1, 46)]
    table.twin.antennas["meld1"].tags.extend(tags)
    yield
    table.twin.antennas["meld1"].tags.clear()


def square_up(table):
    table.lay("meld1", "5H 6H")
    spread = table.twin.square_up("meld1")
    yield
    spread()
    table.take("5H 6H")


def miso_high(table):
    table.twin.faults.miso_high(table.twin.readers["meld1"])
    yield
    table.twin.faults.miso_high(table.twin.readers["meld1"], False)


def stranger(uid):
    def begin(table):
        away = table.twin.stranger("meld1", uid)
        yield
        away()

    return begin


TROUBLES = {
    "two zones": (couple, ["two_zones"], ("two_zones", "5H", "meld2", "meld1")),
    "unknown tag": (stranger(STRANGER), ["foreign"], ("unknown_card", "meld1", STRANGER.hex())),
    "ISO 14443": (stranger(b"\x08\x01\x02\x03"), ["foreign"], ("wrong_tag", "meld1")),
    "too many": (crowd, ["too_many", "foreign"], ("too_many_tags", "meld1", 40)),
    "a squared pair": (square_up, ["stacked"], ("stacked_cards", "meld1")),
    "MISO high": (miso_high, ["lost"], ("reader_lost", "meld1")),
}


@pytest.mark.parametrize("language", ring.longer("en", "fr"))
@pytest.mark.parametrize("name", TROUBLES)
def test_trouble_is_lit_told_and_over(name, language, tmp_path):
    begin, states, warning = TROUBLES[name]
    # Of several cards, one is named.
    said = [warning, ("two_zones", "6H", *warning[2:]), ("two_zones", "7H", *warning[2:])]
    table = playing(tmp_path, language)
    trouble = begin(table)
    next(trouble)
    table.until(lambda: table.light("meld1") in states, 25000)
    table.until(lambda: any(each in table.warnings() for each in said), 5000)
    state = table.light("meld1")
    words = WORDS[language]
    assert told(table, words.alerts().STATES[state]), table.said()
    assert told(table, words.TABLE.MELD % 1)
    table.twin.strip.history = []
    table.run(2500)
    assert any(any(pixel) for frame in table.twin.strip.history for pixel in frame[8:16]), "the zone's lights are dark"
    table.twin.strip.history = None
    # The other zones keep working.
    table.lay("meld3", "KC")
    table.until(lambda: table.light("meld3") == "read", 3000)
    table.take("KC")
    plays_a_turn(table, "2C")
    assert table.light("meld1") in states
    next(trouble, None)
    table.until(lambda: table.light("meld1") not in leds.STATES[4:5] + leds.STATES[7:], 25000)
    table.run(500)
    assert not told(table, words.alerts().STATES[state])
    assert not table.program.show.trouble
    if state == "lost":
        assert ("reader_back", "meld1") in table.warnings()
    plays_a_turn(table, "3C")
    assert len([each for each in table.warnings() if each in said]) == 1
    table.sound()


def test_a_reader_that_heard_nothing_is_named_once_it_hears_again(tmp_path):
    table = playing(tmp_path)
    table.run(500)
    zone = next(zone for zone in table.program.readers.zones if zone.name == "meld1")
    table.twin.faults.deafen(table.twin.readers["meld1"])
    table.lay("meld1", "5H")
    zone.heard -= 119000
    table.until(lambda: ("reader_deaf", "meld1") in table.warnings(), 3000)
    assert told(table, play_en.alerts().WARNINGS["reader_deaf"].format(play_en.TABLE.MELD % 1))
    table.until(lambda: table.light("meld1") == "read", 3000)
    assert zone.deaf == 1


def test_busy_that_sticks_on_a_shared_line(tmp_path):
    """All readers on a stuck BUSY line fail; a reset ends it where possible."""
    table = playing(tmp_path)
    chip = table.twin.readers["meld1"]
    table.twin.faults.busy_stuck(chip)
    table.run(1000)
    plays_a_turn(table, "2C")
    table.twin.faults.busy_stuck(chip, True, True)
    table.until(lambda: len(table.program.show.trouble) == len(ZONES), 15000)
    assert told(table, play_en.alerts().STATES["lost"])
    table.lay("discard", "3C")
    table.run(2000)
    table.twin.faults.busy_stuck(chip, False)
    table.until(lambda: not table.program.show.trouble, 15000)
    table.wait()
    assert len(verdicts(table.shown)) == 2
    table.sound()


# --- matches

RATES = {
    "brownout": 0.0005,
    "busy_sticks": 0.0002,
    "receive_sticks": 0.001,
    "lost_reply": 0.02,
    "bit_error": 0.01,
    "flicker": 0.01,
    "slow_transceive": 0.01,
    "slow_boot": 0.02,
}


@pytest.mark.parametrize("game", ring.longer("gin", "rami51", "manipulation"))
def test_outcomes_are_right_while_readers_fail(game, tmp_path):
    """Readers lose power and hang at random, and zones are broken and repaired between moves."""
    log = log_of(game, 4, {}, 2, 8)
    zones = zones_of(log)
    table = Running(config_for(*zones), folder=tmp_path, seed=5, **RATES, ms=2000)
    table.program.table.begin(log[0])
    referee = Referee(log[0])
    wanted = []
    dice = random.Random(game)
    for event in log[1:]:
        if dice.random() < 0.3:
            chip = table.twin.readers[dice.choice(zones)]
            how = dice.choice((table.twin.faults.miso_high, table.twin.faults.miso_low, table.twin.faults.busy_stuck))
            how(chip)
            table.run(dice.randrange(2500))
            how(chip, False)
            table.until(lambda: not table.program.show.trouble, 30000)
        wanted += referee.feed(event)
        table.people.do(event)
        known = len(verdicts(wanted))
        table.until(lambda known=known: len(verdicts(table.shown)) >= known, 9000)
    assert verdicts(table.shown) == verdicts(wanted)
    refused = [event_of(each) for each in wanted if each[0] == "refused"]
    assert [event_of(each) for each in table.shown if each[0] == "refused"] == refused
    table.sound()


# --- the board's other parts


@pytest.mark.longer
def test_a_stuck_screen_is_named_and_tried_again(tmp_path):
    table = playing(tmp_path)
    table.twin.panel.stuck = True
    plays_a_turn(table, "2C")
    table.run(13000)
    assert [name for name, _ in table.program.errors] == ["screen"]
    plays_a_turn(table, "3C")
    table.twin.panel.stuck = False
    table.run(40000)
    assert table.picture() == table.drawn()
    table.sound()


@pytest.mark.parametrize("seed", ring.seeds("table_faults", 3, 15))
def test_any_part_of_the_hardware(seed, tmp_path):
    dice = random.Random(seed)
    config = config_for(language=dice.choice(("en", "fr")))
    if dice.random() < 0.3:
        config["screen"] = {"kind": "oled", "i2c": 0, "sda": 16, "scl": 17}
    there = copy.deepcopy(config)
    for part in ("leds", "screen", "buzzer"):
        if dice.random() < 0.5:
            there.pop(part, None)
    there["buttons"] = [each for each in there["buttons"] if dice.random() < 0.5]
    some = dice.choice((0, 0.3, 0.8, 1))
    there["zones"] = [zone for zone in there["zones"] if dice.random() < some]
    table = Running(config, folder=tmp_path, there=there)
    assert table.program.config["language"] == config["language"], table.program.errors
    table.run(8000)
    table.sound()
    program = table.program
    known = {zone["zone"] for zone in there["zones"]}
    absent = [zone["zone"] for zone in config["zones"] if zone["zone"] not in known]
    assert [zone for zone, _ in program.show.trouble] == absent
    assert sorted(each[1] for each in table.warnings("reader_lost")) == sorted(absent)
    assert [name for name, _ in program.errors] == ["screen"] * ("screen" not in there)
    health = table.ask("hello")["health"]
    assert {zone for zone in health["readers"] if not health["readers"][zone]["ok"]} == set(absent)
    if absent and "screen" in there:
        assert told(table, WORDS[config["language"]].alerts().STATES["lost"])
        if there["screen"]["kind"] == "epaper":
            table.run(4000)
            assert table.picture() == table.drawn()
    for zone in absent:
        assert table.light(zone) == "lost"


# --- files


def test_a_damaged_deck_is_named(tmp_path):
    """A damaged config.json: test_config, test_panel and test_table_power."""
    table = Running(config_for(*ZONES), folder=tmp_path, start=False)
    table.files.write("deck.bin", b"nonsense")
    table.start(2500)
    table.sound()
    assert ("deck", "damaged") in table.program.errors
    assert told(table, "deck.bin: damaged")
    assert told(table, "No deck registered yet")
    assert table.picture() == table.drawn()
    assert table.ask("hello")["health"]["errors"]
    assert table.files.read("deck.bin") == b"nonsense"  # kept for a repair


# --- flickering cards


def flickering(tmp_path, seed, language="en"):
    """Return a table where 10-J-Q-K was laid on a flickering reader, and a card discarded."""
    table = playing(tmp_path, language=language, seed=seed)
    table.people.press("minus")
    table.twin.antennas["meld1"].absent = FLAKY
    for card in ("TS", "JS", "QS", "KS"):
        table.lay("meld1", card)
        table.run(250)
    table.run(600)
    table.lay("discard", "2C")
    table.until(lambda: table.program.show.unsteady, 6000)
    return table


def judged(table):
    return [event_of(each) for each in table.shown if each[0] in ("turn", "refused")]


@pytest.mark.parametrize("seed", range(1, ring.rounds(2, 5)))
def test_no_verdict_is_based_on_a_zone_that_flickers(tmp_path, seed):
    """A regression test: 30 points were judged, or only three of the cards 10-J-Q-K."""
    table = flickering(tmp_path, seed)
    assert judged(table) == [], seed
    assert table.program.show.trouble == [("meld1", "unsteady")]
    assert table.warnings("unsteady") == [("unsteady", "meld1")]
    assert table.light("meld1") == "read"
    table.run(6000)
    assert judged(table) == [], seed
    # The reader is repaired: the turn is judged without a press, and correctly.
    table.twin.antennas["meld1"].absent = 0
    table.until(lambda: judged(table), 6000)
    assert judged(table) == [("turn", 1, "stock", 40, 9)]
    table.run(3000)
    assert not table.program.show.trouble
    table.sound()


def test_the_people_have_an_unsteady_zone_judged(tmp_path):
    """By any button that ends a turn: test_controls."""
    table = flickering(tmp_path, 1, "fr")
    words = WORDS["fr"]
    assert told(table, "Combinaison 1 est instable. Lu : 10♠ V♠ D♠ R♠."), table.said()
    assert told(table, words.SAY["to_judge"]), table.said()
    table.people.press(1)
    table.run(1000)
    assert judged(table) == [("turn", 1, "stock", 40, 9)]
    assert table.warnings("judged_unsteady") == [("judged_unsteady", "meld1")]
    assert not told(table, words.SAY["to_judge"])
    # The warning is in the journal before the verdict.
    kept = [thing for _, kind, thing in table.journal() if kind == OUTCOME]
    assert '"code":"judged_unsteady"' in kept[-2]
    assert '"event":"turn"' in kept[-1]
    table.sound()


def test_an_unsteady_zone_is_looked_at_again_and_a_discard_taken_back_meanwhile_is_not_judged(tmp_path):
    table = flickering(tmp_path, 3)
    drawn = table.program.show.draws
    table.people.press("minus")
    assert not told(table, play_en.SAY["to_judge"])
    assert table.program.show.draws == drawn  # no draw was counted
    table.run(4000)
    assert told(table, play_en.SAY["to_judge"])
    assert judged(table) == []
    table.take("2C")
    table.run(3000)
    assert not table.program.show.unsteady
    table.twin.antennas["meld1"].absent = 0
    table.run(3000)
    assert judged(table) == []
    plays_a_turn(table, "3C")
    assert judged(table) == [("turn", 1, "stock", 40, 9)]


def test_a_lost_reader_keeps_no_verdict_waiting(tmp_path):
    table = playing(tmp_path)
    table.people.press("minus")
    table.twin.faults.miso_low(table.twin.readers["meld2"])
    table.until(lambda: table.warnings("reader_lost"))
    before = table.twin.clock.now
    plays_a_turn(table, "2C")
    assert table.twin.clock.now - before < 1500000


def test_a_reader_that_fails_once_is_waited_for(tmp_path):
    """Cards laid just before the failure are judged with the rest."""
    for seed in range(1, ring.rounds(2, 6)):
        table = playing(tmp_path / str(seed), seed=seed)
        table.people.press("minus")
        table.lay("meld1", "TS JS QS KS")
        table.twin.faults.brown_out(table.twin.readers["meld1"])
        table.lay("discard", "2C")
        table.until(lambda table=table: judged(table), 6000)
        assert judged(table) == [("turn", 1, "stock", 40, 9)], seed


def test_a_tag_whose_number_changes_is_named(tmp_path):
    """A phone, at a table whose readers are the other chip: an RC522, for cards of ISO 14443A."""
    config = config_for(*ZONES)
    for zone in config["zones"]:
        zone["reader"] = "mfrc522"
    table = Running(config, folder=tmp_path, ms=1500)
    dice = random.Random(3)
    antenna = table.twin.antennas["meld1"]
    switch = antenna.switch
    away = [lambda: None]

    def switched(chip):
        """Whenever the field goes off, the tag has another number."""
        switch(chip)
        if chip is None:
            away.pop()()
            away.append(table.twin.stranger("meld1", b"\x08" + dice.randbytes(3)))

    antenna.switch = switched
    table.run(6000)
    assert table.program.show.trouble == [("meld1", "changing")]
    assert table.warnings() == [("changing_tag", "meld1")]
    assert told(table, play_en.alerts().STATES["changing"])
    assert table.light("meld1") == "foreign"
    antenna.switch = switch
    away.pop()()
    table.run(3000)
    assert not table.program.show.trouble
    table.sound()


def test_many_tags_of_another_pack_are_no_phone(tmp_path):
    table = Running(config_for(*ZONES), folder=tmp_path, ms=1500)
    for number in range(6):
        table.twin.stranger("meld1", b"\xe0\x04\x01\x53\x99\x99\x99" + bytes([16 * number]))
    table.run(4000)
    assert [trouble for _, trouble in table.program.show.trouble] == ["foreign"]
    assert {code for code, *_ in table.warnings()} == {"unknown_card"}


def test_where_the_buttons_of_the_config_are_wrong_none_is_heard():
    """The program ignores them, as the config does not say what each is for."""
    board = build(complete(SAFE), SimpleNamespace(us=lambda: 0), object())
    assert board.buttons is None


def test_two_presses_at_once_have_but_one_thing_judged(tmp_path):
    """The second press comes before the table has checked what else waits."""
    table = flickering(tmp_path, 1)
    table.program.table.judge_now()
    table.program.table.judge_now()
    table.run(1000)
    assert len(judged(table)) == 1
    assert len(table.warnings("judged_unsteady")) == 1
    table.sound()


def test_that_zones_are_full_is_said_until_one_is_free_again(tmp_path):
    table = playing(tmp_path)
    seen = []
    for act in (
        lambda: table.lay("meld1", "KS KH KD"),
        lambda: table.lay("meld2", "2H 2S 2C"),
        lambda: table.lay("meld3", "6H 6S 6C"),
        lambda: table.take("6H 6S 6C"),
    ):
        act()
        table.wait()
        seen.append(any(each[2] == "zones_full" for each in table.program.show.warnings))
    assert seen == [False, False, True, False]
