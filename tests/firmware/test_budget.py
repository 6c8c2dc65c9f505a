"""What the engine costs a board: heap, flash, garbage. The figures are printed (pytest -s).

Measured on the 32-bit MicroPython of the WebAssembly build, with the engine loaded from .mpy files:
objects and garbage collector are the same as on a Pico.
"""

import json
import re

import pytest
import ring
from compiled import compiled
from players import Players

from tierce.cards import CARDS, code, in_deck
from tierce_tools.base.paths import engine, firmware
from tierce_tools.rules import vm

HEAP = 70 * 1024
FLASH = 91 * 1024
GARBAGE = 256  # of an event of up to three cards
KEPT = 1536  # bytes that an accepted turn keeps for `undo`

# In parts, so that the machine can collect garbage between them.
OPEN = """
from tierce.referee import Referee
log = open("log.jsonl")
referee = Referee(json.loads(log.readline()))
"""
PLAY = """
for _ in range(20):
    text = log.readline()
    if text:
        referee.feed(json.loads(text))
"""
MODULES = """
def loaded():
    return " ".join(sorted([name for name in sys.modules if name.startswith("tierce.")]))
"""
# A match that answers hints; the hint modules are not loaded before the first one.
ASKED = """
referee = Referee(json.loads(open("log.jsonl").readline()), False, True)
referee.feed({"t": 0, "seat": referee.view.dealer, "press": "deal"})
referee.feed({"t": 0, "zone": "seat0", "in": ["5H", "6H", "7H"]})
"""
ASK = """
answered = referee.feed({"t": 0, "seat": 0, "press": "hint"})[0][0]
"""
GARBAGE_OF_ZONES = """
from tierce.log import from_log
garbage = []
for line in [json.loads(text) for text in open("log.jsonl")][1:played]:
    event = from_log(line, 0, {}, other.rules, other.seats)
    before = gc.mem_alloc()
    found = other.take(event)
    after = gc.mem_alloc()
    if event[0] == "cards" and len(event[3]) + len(event[4]) < 4 and not found:
        garbage.append(after - before)
print("garbage", json.dumps(sorted(garbage)))
"""


@pytest.fixture(scope="module")
def mpy(tmp_path_factory):
    """Return the folder with the engine compiled for the board."""
    return compiled(tmp_path_factory.mktemp("mpy"), {"tierce": engine()})["tierce"]


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """Return the same with all names as in the sources."""
    return compiled(tmp_path_factory.mktemp("plain"), {"tierce": engine()}, whole=False)["tierce"]


def ran(program, log, *script):
    """Run a script on the board's MicroPython, beside a log; return the lines that it prints."""
    text = "".join(json.dumps(event) + "\n" for event in log)
    play = [OPEN, *[PLAY] * ((len(log) + 19) // 20), "assert not log.readline(); log.close(); text = log = None"]
    parts = [each for part in script for each in (play if part is PLAY else [part])]
    done = vm.find()[0].run(["import gc, json, sys", *parts], {"tierce": program, "log.jsonl": text.encode()}, ["."])
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def fifth_round(game, seats, rules):
    """Return the log of a match that has just come to its fifth round."""
    players = Players(game, 1, seats=seats, rules=dict(rules), honest=True)
    while players.view.round < 5:
        players.play(1)
    return players.log


def every_card_on_the_table(log):
    """Return events that lay every card of the deck on meld zones: the fullest possible table."""
    players = Players(log[0]["game"], "", seats=len(log[0]["players"]), rules=log[0]["rules"])
    rules = players.referee.rules
    deck = [code(c) for c in range(CARDS) if in_deck(c, rules["decks"], rules["jokers"])]
    t = log[-1]["t"]
    return [{"t": t, "zone": f"meld{i // 3 + 1}", "in": deck[i : i + 3]} for i in range(0, len(deck), 3)]


MATCHES = {
    # A high target keeps the match going; an easy first lay brings many cards to the table.
    "rami51": (5, {"hand": 6, "first_lay_points": 0, "first_lay_pure_run": False, "target": 9999}),
    "gin": (2, {"target": 9999}),
    "manipulation": (5, {"target": 9999}),
}


# Gin takes most: its hints judge its turns.
@pytest.mark.parametrize("game", ring.longer("gin", "rami51", "manipulation"))
def test_heap_in_the_fifth_round(game, mpy, capsys):
    seats, rules = MATCHES[game]
    log = fifth_round(game, seats, rules)
    played = len(log)
    log += every_card_on_the_table(log)
    heap, garbage = ran(
        mpy,
        log,
        "gc.collect(); base = gc.mem_alloc()",
        "from tierce.referee import Referee",
        "gc.collect(); imported = gc.mem_alloc() - base",
        PLAY,
        "gc.collect()",
        "print('heap', imported, gc.mem_alloc() - base, referee.view.round)",
        f"other = Referee(json.loads(open('log.jsonl').readline())); played = {played}",
        GARBAGE_OF_ZONES,
    )
    _, imported, live, round_ = heap.split()
    zones = json.loads(garbage.partition(" ")[2])
    with capsys.disabled():
        print(
            f"\n{game}, {seats} seats, round {round_}, all cards on the table: "
            f"live heap {live} bytes of {HEAP} (referee imported {imported}); an event of up to three cards "
            f"allocates {zones[len(zones) // 2]} bytes in the median, {zones[-1]} at most"
        )
    assert round_ == "5"
    assert int(live) <= HEAP
    assert zones[-1] <= GARBAGE


# Every card lies on the table, in sets of three; half of them are on the pile too.
KEEP = """
game = referee._game
game.layout.settle({})
game.pile = list(range(54, 108))
game.bound = {}
game.before = None
before = 0
"""
KEPT_NOW = """
game.say_turn("stock", 0, 1)
game.out = []
"""


@pytest.mark.parametrize("game", ring.longer("rami51", "gin", "manipulation"))
def test_what_an_accepted_turn_keeps(game, plain, capsys):
    """Not counting the jokers' faces, which the next turn keeps."""
    seats, rules = MATCHES[game]
    log = Players(game, 1, seats=seats, rules=dict(rules)).play(4).log
    log += every_card_on_the_table(log)
    kept = "print(gc.mem_alloc() - before, sum([len(cards) for cards in game.before[3].values()]))"
    (said,) = ran(plain, log, PLAY, KEEP, "gc.collect()", "before = gc.mem_alloc()", KEPT_NOW, "gc.collect()", kept)
    live, cards = map(int, said.split())
    with capsys.disabled():
        print(f"\n{game}, {seats} seats: a turn keeps {live} bytes of {KEPT}")
    assert cards > (90 if game == "rami51" else 45)
    assert 200 < live <= KEPT


# The modules that every match loads, those of its family, and those of its hints: as the build merges them.
LOADED = "tierce.games tierce.log tierce.presets tierce.referee"
OF_FAMILY = {
    "rami51": ("tierce.games.laying", "tierce.arrange tierce.arrange.laying"),
    "rami500": ("tierce.games.laying tierce.games.rami500", "tierce.arrange tierce.arrange.laying"),
    "contrat": (
        "tierce.games.laying tierce.games.contrat",
        "tierce.arrange tierce.arrange.contrat tierce.arrange.laying",
    ),
    "gin": ("tierce.games.gin tierce.arrange tierce.arrange.gin", ""),
    "manipulation": ("tierce.games.manipulation", "tierce.arrange tierce.arrange.manipulation tierce.arrange.ways"),
}


@pytest.mark.parametrize("game", OF_FAMILY)
def test_who_asks_for_no_hint_has_none_in_memory(game, mpy, capsys):
    seats, rules = MATCHES.get(game, (3, {}))
    players = Players(game, "modules", seats=seats, rules=dict(rules)).play(20)
    # The hint button is pressed at a table without hints, too.
    log = [*players.log, {"t": players.log[-1]["t"], "seat": 0, "press": "hint"}]
    assert any(event.get("press") == "done" for event in log)
    played, before, more, asked = ran(
        mpy,
        log,
        MODULES,
        PLAY,
        "print(loaded())",
        ASKED,
        "gc.collect()",
        "before = gc.mem_alloc(); print(loaded())",
        ASK,
        "gc.collect()",
        "print(gc.mem_alloc() - before, answered); print(loaded())",
    )
    with capsys.disabled():
        print(f"\n{game}: the first hint brings {more.split()[0]} bytes into memory that stay")
    of_play, of_hints = OF_FAMILY[game]
    expected = set(f"{LOADED} {of_play}".split())
    assert set(played.split()) == set(before.split()) == expected
    assert more.endswith(" hint")
    hints = f"tierce.hints {of_hints}".split()
    assert set(asked.split()) == expected.union(hints)


def test_flash(mpy, capsys):
    sizes = [file.stat().st_size for file in mpy.rglob("*") if file.is_file()]
    total = sum(sizes)
    with capsys.disabled():
        print(f"\nflash: {total} bytes of {FLASH} in {len(sizes)} modules")
    assert len(sizes) > 20
    assert total <= FLASH
    page = (firmware() / "README.md").read_text("utf-8")
    said = re.search(r"take ([\d,]+) bytes of flash", page)
    assert said, "README.md says what all modules take"
    assert abs(int(said[1].replace(",", "")) - total) < total // 50
