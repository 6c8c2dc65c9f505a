"""A host at a table in play: what it receives and may ask, and that it disturbs nothing."""

import json
import random

import pytest
import ring
from playing import replayed
from running import EASY, Running, config_for, dealt, log_of, verdicts, zones_of

from app.people.words import BoardWords
from tierce.outcomes import line
from tierce.records import EVENT, HEADER, OUTCOME

KEPT = (HEADER, EVENT, OUTCOME)
ZONES = ("discard", "meld1", "meld2", "meld3", "seat0", "seat1")


def playing(folder):
    return dealt(folder, ZONES)


def caught_up(table):
    table.until(lambda: table.listen() or table.host.next == table.program.journal.next_seq, 20000)


@pytest.mark.parametrize("game", ring.longer("rami51", "gin", "manipulation"))
def test_a_match_over_the_link_is_the_journals_and_replays(game, tmp_path):
    """With commands of all kinds in between, a replay of what was sent gives what was sent."""
    log = log_of(game, 8, {}, 2, 7)
    table = Running(config_for(*zones_of(log)), folder=tmp_path, ms=1500)
    table.host.resume()
    table.run(100)
    table.program.table.begin(log[0])
    dice = random.Random(game)
    asks = [("get", {"what": what}) for what in ("table", "health", "deck", "config")]
    asks += [("time", {"unix": 1700000000}), *((name, {}) for name in ("hello", "config", "selftest", "nonsense"))]
    asked = []
    for event in log[1:]:
        if dice.random() < 0.3:
            command, more = dice.choice(asks)
            asked.append(table.host.ask(command, **more))
        table.people.do(event)
        table.listen()
    caught_up(table)
    table.until(lambda: table.listen() or all(table.host.answer(each) for each in asked), 20000)
    table.sound()
    sent = [{key: each[key] for key in each if key != "seq"} for each in table.host.log if "note" not in each]
    assert sent == [json.loads(thing) if kind == OUTCOME else thing for _, kind, thing in table.journal(KEPT)]
    assert sent[0] == log[0]
    outcomes = [each for each in sent if "event" in each]
    assert [json.loads(line(each)) for each in table.shown] == outcomes
    devices = ("reader_lost", "reader_back", "two_zones", "stacked_cards", "zones_full")
    mine = [each for each in outcomes if each.get("code") not in devices]
    assert [*map(json.loads, replayed([each for each in sent if "event" not in each]))] == mine
    assert len(verdicts(table.shown)) >= 5
    assert table.host.bad == 0


def test_a_table_without_buttons_and_screen_is_played_over_the_link(tmp_path):
    table = Running(config_for(*ZONES, rules=EASY, buttons=None, screen=None, safe_pin=None), folder=tmp_path, ms=1500)

    def press(*buttons):
        for button in buttons:
            name, _, gesture = str(button).partition(":")
            said = table.ask("press", button=int(name) if name.isdigit() else name, gesture=gesture or "short")
        return " ".join(str(text) for _, text, _ in said["screen"])

    begin = BoardWords("en").menu().MENU["start"]
    assert begin in press("ok")
    assert "Ana" in press("ok")
    assert table.program.show.phase == "deal"
    press("ok")
    table.until(lambda: table.program.show.phase == "turn", 5000)
    assert table.ask("press")["screen"] == json.loads(json.dumps(table.rows()))
    for odd in (True, -1, 6, 99, 1.5, "", "x\n", "OK", [1], {}):
        before = table.ask("press")["screen"]
        assert table.ask("press", button=odd)["screen"] == before
        assert table.ask("press", button=odd, gesture=odd)["screen"] == before
    assert table.ask("press", button="ok", gesture="held")["screen"] == before
    table.sound()
    table.lay_and_wait("discard", "9C")
    press("minus")
    table.lay("discard", "2C")
    press(table.program.show.seat)
    table.until(lambda: verdicts(table.shown), 5000)
    assert begin not in press("ok:long")
    press("ok:long")
    table.sound()


def test_every_answer_is_right_while_a_match_is_played(tmp_path):
    table = playing(tmp_path)
    hello = table.ask("hello")
    assert (hello["game"], hello["players"]) == ("rami51", ["Ana", "Luc"])
    assert hello["zones"] == list(ZONES)
    assert hello["recording"] is True
    assert all(each["ok"] for each in hello["health"]["readers"].values())
    table.run(2000)
    seen = table.ask("get", what="table")["table"]
    assert (seen["phase"], seen["seat"], seen["round"]) == ("turn", 1, 1)
    assert {"zone": "discard", "cards": ["9C"], "state": "turn"} in seen["zones"]
    assert table.ask("get", what="config")["config"] == table.config
    assert table.ask("time", unix=1700000000)["unix"] == 1700000000
    begun = table.ask("get", **{"from": 0})
    assert begun["from"] == 0
    caught_up(table)
    notes = [each["note"] for each in table.host.log if "unix" in each.get("note", {})]
    assert notes[-1]["unix"] == 1700000000
    assert 0 < notes[-1]["at"] <= table.program.match.now()
    bad = table.ask("config", set={"language": "de"})
    assert "error" in bad
    assert bad["errors"]
    good = table.ask("config", set={"name": "the other club"})
    assert good["saved"]
    assert json.loads(table.files.read("config.json").decode())["name"] == "the other club"
    table.discard("2C")
    table.sound()


def test_a_card_is_registered_while_a_match_is_played(tmp_path):
    table = playing(tmp_path)
    new = b"\xe0\x04\x01\x50\x11\x22\x33\x44"
    left = table.host.ask("register", card="7H")
    table.run(200)
    assert table.ask("register", cancel=True)["cancelled"] is True
    assert "error" in table.host.answer(left)
    assert table.program.readers.tags is None
    asked = table.host.ask("register", card="7H2")
    table.run(300)
    assert table.host.answer(asked)["waiting"]
    # The tag is shown alone, on an empty zone.
    remove = table.twin.stranger("meld3", new)
    answer = table.until(lambda: table.listen() or "tag" in table.host.answer(asked), 5000)
    answer = table.host.answer(asked)
    assert answer["card"] == "7H2"
    assert answer["tag"] == new.hex(), "another card of the table was taken for it"
    remove()
    table.run(2500)
    table.discard("2C")
    table.sound()


# --- secrets


def test_no_hand_is_told(tmp_path):
    table = Running(config_for(*ZONES), folder=tmp_path, ms=1000)
    table.host.resume()
    table.lay("seat0", "AS 2S")  # before the match
    table.run(2500)
    table.begin(rules=EASY)
    table.lay("seat1", "3S 4S 5S")  # the dealer deals
    table.lay("seat0", "6S")
    table.run(2500)
    table.take("6S")
    table.run(1500)
    table.deal()
    table.lay("seat0", "7S 8S X1")
    table.lay_and_wait("meld1", "5H 6H 7H")
    for command, more in (("hello", {}), ("get", {"what": "table"}), ("get", {"what": "health"}), ("selftest", {})):
        table.host.ask(command, **more)
        table.run(700)
    table.discard("2C")
    # A neighbour's antenna reads a hand.
    antennas = table.twin.antennas
    table.twin.air.couple(antennas["meld3"], antennas["seat0"], 0.4)
    table.run(6000)
    table.twin.air.couplings = []
    table.run(2500)
    # A reader with stacked cards in a hand, and a power cut.
    antennas["seat1"].stacked = [table.twin.tag("3S"), table.twin.tag("4S")]
    table.run(2500)
    antennas["seat1"].stacked = []
    table.cut()
    table.lay("seat1", "9S")
    table.start(4000)
    table.read_notice()
    table.host.resume()
    table.run(1000)
    table.take("AS 3S")
    table.run(1500)
    table.discard("3C")
    caught_up(table)
    assert len(verdicts(table.shown)) == 2
    hands = "AS 2S 3S 4S 5S 6S 7S 8S 9S X1".split()
    kept = json.dumps([each[2] for each in table.journal()])
    said = table.said()
    for card in hands:
        for where, text in (("link", table.raw.decode()), ("journal", kept)):
            for quoted in (f'"{card}"', f'\\"{card}\\"'):
                assert quoted not in text, (where, card, text[text.index(quoted) - 150 :][:200])
        assert card not in said
        assert table.twin.tag(card).uid.hex() not in table.raw.decode()
    table.sound()


# --- a disturbing host


def test_a_host_that_does_not_read_holds_up_nothing(tmp_path):
    table = playing(tmp_path)
    table.port.room = 200
    table.host.resume()
    begin = table.twin.clock.now
    for card in "2C 3C 4C 5C 6C".split():
        before = len(verdicts(table.shown))
        table.twin.put("discard", card)
        while len(verdicts(table.shown)) == before:  # without reading
            table.program.loop.turn()
    assert table.twin.clock.now - begin < 5 * 1500000
    table.port.fails = True
    table.run(500)
    table.port.fails = False
    caught_up(table)
    table.sound()


# --- Ctrl-C


@pytest.mark.parametrize("seed", ring.seeds("table_link", 2, 12))
def test_ctrl_c_leaves_all_off_and_kept(seed, tmp_path):
    """KeyboardInterrupt may come anywhere: in a transfer, a wait, a write."""
    table = playing(tmp_path)
    table.lay("meld1", "5H 6H 7H")
    dice = random.Random(seed)
    clock = table.twin.clock
    at = clock.now + dice.randrange(300000)

    def interrupt():
        raise KeyboardInterrupt

    clock.at(at, interrupt)
    program = table.program
    with pytest.raises(KeyboardInterrupt):
        program.run()
    program.stop()
    assert table.twin.air.on == []
    assert set(table.twin.strip.pixels) == {(0, 0, 0)}
    assert all(wire.tone == (0, 0) for wire in table.twin.board._wires.values())
    last = program.journal.next_seq
    # A new start with the same files finds everything.
    table.program = None
    table.start(2500)
    numbers = [seq for seq, _, _ in table.program.journal.read(0)]
    assert last - 1 in numbers
    table.read_notice()
    table.wait()
    assert len(table.program.match.referee.view.cards(1)) == 3
    table.discard("2C")
    table.sound()


# --- the self test


def test_a_selftest_does_not_disturb_the_game(tmp_path):
    table = playing(tmp_path)
    for card in "2C 3C 4C 5C 6C".split():
        asked = table.host.ask("selftest")
        table.lay(*{"2C": ("meld1", "5H 6H 7H"), "3C": ("meld2", "5S 6S 7S")}.get(card, ("", "")))
        table.discard(card)
        table.until(lambda asked=asked: table.listen() or "readers" in (table.host.answer(asked) or {}), 20000)
        found = table.host.answer(asked)["readers"]
        assert set(found) == set(ZONES)
        assert all("error" not in each for each in found.values())
    assert len(table.program.match.referee.view.cards(1)) == 3
    assert not table.program.show.trouble
    assert not table.warnings()
    chip = table.twin.readers["meld2"]
    table.twin.faults.miso_low(chip)
    table.run(2000)
    found = table.ask("selftest", 20000)
    table.until(lambda: table.listen() or "readers" in table.host.answers[-1], 20000)
    assert "error" in table.host.answers[-1]["readers"]["meld2"]
    table.sound()
