"""A recorded log played at the modelled table: outcomes, pace, controls."""

import importlib
import json
from itertools import pairwise

import pytest
import ring
from driven import Driven
from players import Players

from tierce.outcomes import line
from tierce.presets import PRESETS
from tierce.referee import Referee
from tierce_tools.base.paths import firmware, games
from tierce_tools.base.texts import languages
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.words import trouble_text
from tierce_tools.virtual import playback
from tierce_tools.virtual.board import program_module

CLUB = json.loads((firmware() / "config.json").read_text("utf-8"))
HEADER = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0}


def text_of(*events, **header):
    return "\n".join(json.dumps(each) for each in [{**HEADER, **header}, *events]) + "\n"


def log_of(*events, **header):
    return playback.read("x.jsonl", text_of(*events, **header).encode())


def recorded_text(name):
    return (games() / f"{name}.jsonl").read_text("utf-8")


def plain(outcomes):
    """Return outcomes without the parts that differ between a table and a log, as the order of cards in a reason."""
    found = [outcome for outcome in outcomes if outcome["event"] != "warning"]  # these depend on what readers see
    return [{key: each[key] for key in each if key not in ("t", "figures", "seq")} for each in found]


def replayed(log):
    referee = Referee(log.header)
    return plain(json.loads(line(o)) for event in log.events for o in referee.feed(event))


class Tables(Driven):
    """A table at which logs are played back."""

    real_ms = 0.0  # the real time that it would have taken on a fast computer

    def open(self, text, **control):
        self.asks(None, "open", name="x", text=text)
        if control:
            self.control(**control)

    def control(self, **control):
        self.asks(None, "playback", **control)

    def section(self):
        assert self.play.playback
        return self.play.playback.section()

    def run_until(self, true, ms=3_600_000):
        end = self.play.machine.ms() + ms
        while not true():
            before, rate = self.play.machine.ms(), self.play.rate
            assert before < end, self.section()
            self.play.advance(10)
            self.real_ms += (self.play.machine.ms() - before) / rate

    def run_to(self, at, ms=3_600_000):
        """Run until the log has been played to its event number `at`."""
        self.run_until(lambda: self.section()["at"] == at, ms)

    def at_end(self):
        assert self.play.playback
        return self.play.playback.over

    def outcomes(self):
        return plain(each for each in self.told if "event" in each)


@pytest.fixture
def table(tmp_path):
    made = Tables(tmp_path)
    yield made
    made.play.close()


# --- reading a log: what the reader refuses is in test_replay.py


GOOD = {"t": 0, "seat": 0, "press": "deal"}
BAD = {
    **{"empty": b"", "no JSON": b"hello\n"},
    "header only": text_of().encode(),
    "no such seat": text_of(GOOD, {"t": 1, "seat": 2, "press": "done"}).encode(),
    "cut off": text_of(GOOD, GOOD).encode()[:-9],
    "as long as may be": b" " * playback.LONGEST,
    "long": b" " * (playback.LONGEST + 1),
}
KEYS = {"header only": "log_no_events", "long": "log_too_long"}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_log_is_one_line_of_trouble(what):
    with pytest.raises(Trouble) as caught:
        playback.read("my.jsonl", BAD[what])
    assert (caught.value.area, caught.value.key) == ("table", KEYS.get(what, "log_line"))
    for language in languages():
        text = trouble_text(caught.value, language)
        assert "\n" not in text
        assert "my.jsonl" in text
        assert not [name for name in ("LogError", "BadLine", "Trouble") if name in text]


@pytest.mark.parametrize("extra", [b"", b"\xef\xbb\xbf"])
def test_a_log_as_an_editor_may_have_left_it(extra):
    text = text_of(GOOD, {"t": 5, "seat": 1, "press": "done"}).replace("\n", "\r\n\r\n")
    assert len(playback.read("x", extra + text.encode()).events) == 2


def test_names_are_fit_for_a_page():
    """A name may have characters that cannot be sent to a page."""
    data = text_of(GOOD, players=["\ud800na", "L\nuc"]).encode()
    log = playback.read("\udcff.jsonl", data)
    assert log.header["players"] == ["?na", "L uc"]
    section = playback.Playback(log).section()
    assert section["name"] == "?.jsonl"
    json.dumps(section, ensure_ascii=False).encode()


def test_an_event_is_read_as_what_counts_in_it():
    log = log_of(
        {**GOOD, "in": [[]], "as": {}},
        {"t": 1, "draw": 1, "joker": None},
        {"t": 2, "zone": "meld1", "in": ["E0040150AA", "8H", "7H"], "out": None, "note": "x"},
        {"t": 4, "ruling": "undo"},
        {"t": 5, "ruling": "points", "seat": 1, "points": -20, "note": "a slip"},
        deck={"E0040150AA": "7H"},  # tags are cards
    )
    laid, undo = {"t": 2, "zone": "meld1", "in": ["7H", "8H"]}, {"t": 4, "ruling": "undo"}
    points = {"t": 5, "ruling": "points", "seat": 1, "points": -20}
    assert log.events == (GOOD, {"t": 1, "draw": 1}, laid, undo, points)


# --- face-down cards


def test_racks_hold_what_the_game_says():
    log = playback.read("demo", recorded_text("rami51-1").encode())
    hand = log.header["rules"]["hand"]
    assert log.hidden[0] == {"stock": 108, "hand0": 0, "hand1": 0}
    dealt = next(i for i, event in enumerate(log.events) if event.get("press") == "deal")
    assert log.hidden[dealt + 1] == {"stock": 108 - 2 * hand - 1, "hand0": hand, "hand1": hand}
    referee = Referee(log.header)
    for event, hidden in zip(log.events, log.hidden[1:], strict=True):
        for outcome in referee.feed(event):
            if outcome[0] == "turn" and referee.view.phase == "turn":
                assert hidden[f"hand{outcome[2]}"] == outcome[-1], event


@pytest.mark.parametrize("name", ["gin-2", "manipulation-1", "chamberliens-2", "rami7-4"])
def test_no_rack_holds_less_than_nothing_and_gin_hands_leave_theirs_as_they_are_laid_down(name):
    log = playback.read(name, recorded_text(name).encode())
    places = {"stock", *(f"hand{i}" for i in range(len(log.header["players"])))}
    assert all(set(hidden) == places and min(hidden.values()) >= 0 for hidden in log.hidden)
    referee, left = Referee(log.header), 0
    for event, (before, after) in zip(log.events, pairwise(log.hidden), strict=True):
        counting = referee.view.phase == "count"
        referee.feed(event)
        if counting and "in" in event and referee.view.phase == "count" and name == "gin-2":
            racks = [sum(count for place, count in each.items() if place != "stock") for each in (before, after)]
            assert racks[0] - racks[1] == len(event["in"]), event
            left += 1
    assert left or name != "gin-2"


# --- a table for it


def test_the_clubs_table_is_taken_where_it_will_do_and_a_larger_one_where_it_will_not():
    def laid(*melds):
        return log_of(GOOD, *({"t": 1, "zone": f"meld{meld}", "in": ["7H"]} for meld in melds))

    config = playback.config_for(laid(6), CLUB, "fr")
    assert config["zones"] == CLUB["zones"]
    assert (config["language"], config["game"], config["players"]) == ("fr", "rami51", ["Ana", "Luc"])
    config = playback.config_for(laid(99), CLUB)
    names = [zone["zone"] for zone in config["zones"]]
    assert len(names) == len(set(names)) == 1 + 5 + 13
    assert {"discard", "meld1", "meld99", "seat0", "seat1"} <= set(names)
    assert all("at" in zone for zone in config["zones"])
    with pytest.raises(Trouble, match=r"\.log_zones',"):
        playback.config_for(laid(*range(1, 48)), CLUB)


@pytest.mark.parametrize("players", [["", " "], ["A" * 40, "Maximilian-Joseph"], ["Ana\n", "\x07Luc"], ["Zoé", "王"]])
def test_any_names_make_a_good_config(players):
    program_module()
    check = importlib.import_module("app.config").check
    for melds in (6, 99):
        log = log_of({"t": 1, "zone": f"meld{melds}", "in": ["7H"]}, players=players)
        assert check(playback.config_for(log, CLUB)) == []


def test_the_recorded_games_are_named_and_can_be_read():
    found = playback.recorded()
    assert len({each["name"] for each in found}) == len(found)
    assert {each["game"] for each in found} >= {"chamberliens", "rami51", "rami7", "gin", "manipulation"}
    for each in found:
        log = playback.read_recorded(each["name"])
        assert (log.header["game"], log.header["players"]) == (each["game"], each["players"])
        assert all(each["title"][language] for language in ("en", "fr"))
        playback.config_for(log, CLUB)
    for name in ("", "../games/demo", "demo.expected", "nothing", "demo\n"):
        with pytest.raises(Trouble, match=r"\.no_recorded',"):
            playback.read_recorded(name)


# --- played

WAITING = text_of(GOOD, {"t": 10**9, "seat": 1, "press": "done"})
RULED = sorted(path.stem for path in games().glob("rulings-*-*.jsonl") if not path.stem.endswith(".expected"))
OFFERED = {PRESETS[each["game"]]["plays"]: each["name"] for each in playback.recorded()}  # one a module


@pytest.mark.parametrize("name", ring.longer(*RULED, "rami7-1", "gin-2", *OFFERED.values()))
def test_the_outcomes_are_those_of_the_replay(name, table):
    text = recorded_text(name)
    log = playback.read(name, text.encode())
    table.open(text, speed=100)
    seen = []

    def ended():
        section = table.section()
        if not seen or seen[-1] != section:
            seen.append(section)
        return table.at_end()

    table.run_until(ended)
    table.run_until(lambda: len(table.outcomes()) >= len(replayed(log)), 2000)
    assert table.outcomes() == replayed(log)
    for before, after in pairwise(seen):
        assert before["at"] <= after["at"] <= before["at"] + 1
        assert before["t"] <= after["t"]
    assert (seen[-1]["at"], seen[-1]["t"]) == (len(log.events), log.events[-1]["t"])
    # The page shows where the cards lie.
    cards = table.snapshots.sections()["cards"]
    for zone in log.zones:
        lying = [code for code, at in table.play.machine.table.zones.items() if at == zone]
        assert sorted(cards[zone]) == sorted(lying)
    for seat in range(len(log.header["players"])):
        assert set(cards[f"hand{seat}"]) <= {None}


def test_a_card_by_hand_is_played_back_as_one(table):
    moves = (("discard", "9C", {}), ("meld1", "5H 7H", {}), ("meld1", "6H", {"by": "hand"}), ("discard", "2D", {}))
    events = [
        GOOD,
        *({"t": t, "zone": zone, "in": cards.split(), **by} for t, (zone, cards, by) in enumerate(moves, 2)),
    ]
    table.open(text_of(*events, rules={"first_lay_points": 0, "first_lay_pure_run": False}), speed=100)
    table.run_until(table.at_end)
    table.run_until(lambda: len(table.outcomes()) >= 1, 2000)
    assert table.snapshots.sections()["by_hand"] == {"meld1": ["6H"]}
    assert [each["laid"] for each in table.outcomes()] == [18]
    moved = [each for each in table.play.match.log() if each.get("by") == "hand"]
    assert [(each["zone"], each["in"]) for each in moved] == [("meld1", ["6H"])]


@pytest.mark.parametrize("game", ring.longer("manipulation", "rami51", "gin"))
@pytest.mark.parametrize("seed", range(1, ring.rounds(2, 3)))
def test_whatever_stands_in_a_log_the_playback_comes_to_its_end(game, seed, table, caplog):
    """Players who do anything: cards in two zones at once, buttons out of turn."""
    log = Players(game, seed, seats=2).play(ring.rounds(4, 12)).log
    table.open("".join(json.dumps(each) + "\n" for each in log), speed=100)
    table.run_until(table.at_end)
    assert table.section()["at"] == len(log) - 1
    assert not caplog.records


def test_a_log_takes_as_long_as_it_took_by_its_speed(table):
    discards = ({"t": 20_000, "zone": "discard", "in": ["9C"]}, {"t": 60_000, "zone": "discard", "in": ["2C"]})
    table.open(text_of(GOOD, *discards), speed=10)
    table.run_to(1)
    begin, since = table.real_ms, table.play.machine.ms()
    table.run_until(table.at_end)
    # The table's time is that of the people's moves, and of the shortened waits.
    assert 5400 <= table.real_ms - begin <= 6600
    assert table.play.machine.ms() - since < 12_000


def test_the_speed_changes_while_it_waits(table):
    table.open(WAITING)
    table.run_to(1)
    for speed, t, least, most in ((100, 100_000, 900, 1200), (1, 500, 400, 700)):
        table.control(speed=speed)
        begin, end = table.real_ms, table.section()["t"] + t
        table.run_until(lambda end=end: table.section()["t"] >= end)
        assert least <= table.real_ms - begin <= most


def test_pause_and_step(table):
    laid = ((1000, "discard", "9C"), (600_000, "meld1", "7H"), (1_200_000, "meld1", "7S"))
    table.open(text_of(GOOD, *({"t": t, "zone": zone, "in": [card]} for t, zone, card in laid)), paused=True)
    table.run_until(lambda: table.play.playback and table.play.match.header is not None)
    for at in (0, 1, 2, 3):
        if at:
            table.control(step=True)
            table.run_to(at, 20_000)
        table.wait(5000)
        assert (table.section()["at"], table.section()["paused"]) == (at, True)
    assert table.snapshots.sections()["cards"]["meld1"] == ["7H"]
    # A single step within a long wait, without a pause before.
    table.control(paused=False)
    table.control(step=True)
    table.run_until(table.at_end, 20_000)
    assert table.snapshots.sections()["cards"]["meld1"] == ["7H", "7S"]


def test_stop_leaves_the_table_as_it_is_and_another_log_can_follow(table):
    table.open(WAITING)
    table.run_to(1)
    table.control(stop=True)
    table.run_until(lambda: not table.play.busy, 5000)
    table.open(recorded_text("rami7-1"), speed=100)
    table.run_to(5, 60_000)


def test_a_bad_log_disturbs_nothing_that_runs(table):
    table.open(WAITING)
    table.run_to(1)
    machine, section = table.play.machine, table.section()
    for what, data in BAD.items():
        with pytest.raises(Trouble):
            table.open(data.decode("utf-8", "replace"))
        assert table.play.machine is machine, what
        assert table.section() == section, what
    table.control(speed=100)
    table.run_until(lambda: table.section()["t"] > section["t"], 5000)


@pytest.mark.parametrize(
    "asked",
    [
        *({"speed": 0}, {"speed": 101}, {"speed": -1}, {"speed": "fast"}, {"speed": True}, {"speed": None}),
        *({"speed": float("nan")}, {"speed": float("inf")}, {"paused": 1}, {"paused": "yes"}, {"speed": []}),
    ],
)
def test_what_no_playback_can_do(asked):
    player = playback.Playback(log_of(GOOD))
    before = player.section()
    with pytest.raises(Trouble) as caught:
        player.control(asked)
    assert player.section() == before
    for language in languages():
        assert "\n" not in trouble_text(caught.value, language)
