"""`tierce stats`: its figures, against counts by hand and against the outcome lines alone."""

import json
import re
import statistics as plain
from collections import Counter, defaultdict
from dataclasses import fields
from functools import cache, partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import ring
from htmlpage import ASKING, Page
from hypothesis import example, given
from hypothesis import strategies as st
from players import Deciding, Players
from verbs import complaint, here

from tierce.outcomes import CODES, line
from tierce.presets import PRESETS
from tierce.referee import Referee
from tierce_tools.base.paths import games
from tierce_tools.cli.stats import terms_of
from tierce_tools.logs import statistics as of
from tierce_tools.logs import tallies
from tierce_tools.logs.reader import numbered
from tierce_tools.logs.replay import steps
from tierce_tools.logs.sheets import headline, sheets
from tierce_tools.logs.statistics import Course, Facts, Player
from tierce_tools.logs.statistics_json import as_json as facts_as_json
from tierce_tools.logs.store import Store
from tierce_tools.rules.clauses import CLAUSES, HOW

SAMPLES = sorted(p for p in games().glob("*.jsonl") if not p.name.endswith(".expected.jsonl"))
DEAL = {"t": 0, "seat": 0, "press": "deal"}


tierce = partial(here, "stats")


def as_json(*args: str | Path, stdin: bytes = b"") -> dict[str, Any]:
    done = tierce("--json", *args, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == 1
    return json.loads(done.stdout)


def header(game: str, *players: str, **rules: object) -> dict[str, object]:
    return {"tierce": 1, "game": game, "players": list(players), "dealer": 0, "rules": rules}


def log_of(*events: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(event).encode() + b"\n" for event in events)


def facts(*events: dict[str, Any]) -> of.Facts:
    """Return the facts of a log without bad lines."""
    counting = of.Counting()
    for step in steps(numbered(events)):
        assert step.error is None, (step.line, step.error)
        counting.take(step)
    return counting.facts


# A match of Rami 51 to 100, counted by hand. Luc's 1st turn takes 15 s: at 9 s it is refused, as
# his hearts alone are 26; then he lays 56, with one joker. Ana's 1st turn takes 25 s. In his 2nd
# turn Luc goes out after 10 s.
RAMI51: list[dict[str, Any]] = [
    header("rami51", "Ana", "Luc", target=100, hand=10),
    DEAL,
    {"t": 900, "zone": "discard", "in": ["4C"]},
    {"t": 8000, "zone": "meld1", "in": ["5H", "6H", "7H", "8H"]},
    {"t": 9000, "zone": "discard", "in": ["2D"]},  # refused: 26 points
    {"t": 12000, "zone": "meld2", "in": ["KS", "KH", "X1"]},
    {"t": 15000, "seat": 1, "press": "done"},
    {"t": 40000, "zone": "discard", "in": ["3D"]},
    {"t": 45000, "zone": "meld1", "in": ["9H", "TH"]},
    {"t": 50000, "zone": "discard", "in": ["9C"]},
    {"t": 52000, "seat": 0, "press": "knock"},  # refused: this game has no knock
    {"t": 80000, "zone": "discard", "in": ["2C"]},
    {"t": 81000, "zone": "meld3", "in": ["JD"]},
    {"t": 90000, "zone": "discard", "in": ["QC"]},  # refused: one card is not a meld
    {"t": 91000, "zone": "meld3", "out": ["JD"]},
    {"t": 91500, "zone": "meld1", "in": ["JH"]},
    {"t": 92000, "seat": 1, "press": "done"},
]


def test_a_match_counted_by_hand():
    found = as_json("-", stdin=log_of(*RAMI51))
    game = found["games"]["rami51"]
    assert list(found["games"]) == ["rami51"]
    ana, luc = sorted(game["players"], key=lambda player: player["player"])
    # Luc: 10 + 1 - 7 - 1 = 3 left; 3 + 1 - 2 - 1 = 1; 1 + 1 - 1 - 1 = 0, so he is out.
    won = {"player": "Luc", "won": 1, "share": 1, "rounds_won": 1, "rounds_share": 1, "turns": 3, "refused": 2}
    lost = {"player": "Ana", "won": 0, "share": 0, "rounds_won": 0, "rounds_share": 0, "turns": 2, "refused": 1}
    assert luc == {**luc, **won, "ends": {"out": 1}, "clauses": {"first_lay_points": 1, "meld_too_short": 1}}
    assert ana == {**ana, **lost, "clauses": {"knock_not_allowed": 1}}
    assert luc["jokers"] == {"laid": 1, "taken": 0, "held": 0, "hands": 0}
    assert ana["points"] == figures_of([100])
    # Luc laid in his first turn: 26 for the hearts, 30 for the kings; Ana never laid.
    assert luc["first_lay"] == {"count": 1, "never": 0, "turn": figures_of([1]), "points": figures_of([56])}
    assert ana["first_lay"] == {"count": 0, "never": 1, "turn": figures_of([]), "points": figures_of([])}
    assert luc["turn_seconds"] == figures_of([15, 10, 12])
    assert ana["turn_seconds"] == figures_of([25, 30])
    assert game["turn_seconds"] == figures_of([10, 12, 15, 25, 30])
    assert game["points"] == figures_of([0, 100])
    assert game["round_seconds"]["median"] == 92
    assert game["round_turns"]["mean"] == 5
    counts = {"matches": 1, "ended": 1, "rounds": 1, "void": 0, "ends": {"out": 1}, "refused": 3, "pauses": 0}
    assert game == {**game, **counts}
    assert found["overall"] == {**found["overall"], "points": None, "first_lay": None, "turns": 5}


def test_the_same_match_as_tables():
    found, terms = facts(*RAMI51), terms_of("en")
    assert headline(found, terms) == "matches: 1, of which ended: 1. Rounds: 1. Turns: 5."
    rows = {sheet.key: [" ".join(row) for row in [sheet.head, *sheet.rows]] for sheet in sheets(found, terms, True)}
    assert rows["points"] == [
        "player rounds mean median spread least most",
        "Luc 1 0.0 0.0 0.0 0 0",
        "Ana 1 100.0 100.0 0.0 100 100",
        "all 2 50.0 50.0 50.0 0 100",
    ]
    assert rows["first_lay"] == [
        "player lays median turn median points mean points most rounds without",
        "Luc 1 1.0 56.0 56.0 56 0",
        "Ana 0 – – – – 1",
        "all 1 1.0 56.0 56.0 56 1",
    ]
    assert rows["pace"][1:] == ["Luc 3 12.0 12.3 15.0", "Ana 2 27.5 27.5 30.0", "all 5 15.0 18.4 30.0"]


def test_a_pause_is_no_turn():
    slow = [dict(event) for event in RAMI51]
    for event in slow[7:]:  # five minutes and a second before Ana's turn goes on
        event["t"] += 276_001
    found = facts(*slow)
    assert slow[7]["t"] - slow[6]["t"] == of.PAUSE_MS + 1001
    assert found.pauses == 1
    assert sorted(found.whole().turn_tenths) == [100, 120, 150, 300]
    assert found.round_tenths == {920 - 250: 1}
    # A gap of exactly PAUSE_MS counts as thinking.
    for event in slow[7:]:
        event["t"] -= 1001
    found = facts(*slow)
    assert found.pauses == 0
    assert found.players["Ana"].turn_tenths == {3000: 1, 300: 1}


def put(t: int, zone: str, cards: str = "", **more: Any) -> dict[str, Any]:
    """Return the event of cards that come to a zone."""
    return {"t": t, "zone": zone, **({"in": cards.split()} if cards else {}), **more}


RUN_OF_THREE = [put(1, "discard", "4C"), put(2, "meld1", "5H 6H X1"), put(3, "discard", "2D")]
# The game, its rules, the events; for Luc, then for Ana: jokers laid, taken, and held at the end, and hands counted.
JOKERS: dict[str, tuple[str, dict[str, int], list[dict[str, Any]], tuple[int, ...], tuple[int, ...]]] = {
    "laid, taken and held": (
        "rami30",
        {"hand": 8},
        [
            *(put(1, "discard", "4C"), put(2, "meld1", "5H X1 7H")),
            put(3, "discard", "2D"),  # Luc: 1 laid; 5 cards left
            put(4, "meld2", "KS KH KD"),
            # Ana takes the joker for the real card, and lays it with two clubs.
            *(put(5, "meld1", "6H", out=["X1"]), put(6, "meld3", "8C 9C X1")),
            put(7, "discard", "3D"),  # 8 + 1 - 6 - 1 = 2 left
            *(put(8, "discard", "9D"), put(9, "meld2", "KC"), put(9, "meld3", "JC")),
            put(10, "discard", "3D2"),  # 2 + 1 - 2 - 1 = 0: Ana is out
            *(put(11, "seat1", "X3 2C 3C 8D 9D2"), {"t": 12, "seat": 1, "press": "done"}),
        ],
        *((1, 0, 1, 1), (0, 1, 0, 0)),
    ),
    "further along its run it was taken": (
        "rami30",
        {"hand": 7},
        [
            *(*RUN_OF_THREE, put(4, "discard", "3D")),
            put(5, "meld1", "7H"),  # the joker is now an 8
            *(put(6, "discard", "9C"), put(7, "discard", "TC")),
            put(8, "meld1", "4H"),  # at the other end: it stays
            put(9, "discard", "TD"),
        ],
        *((1, 1, 0, 0), (0, 0, 0, 0)),
    ),
    "moved with its whole meld it is not taken": (
        "rami30",
        {"hand": 7},
        [
            *(*RUN_OF_THREE, put(4, "meld1", out=["5H", "6H", "X1"])),
            *(put(5, "meld4", "5H 6H X1"), put(6, "discard", "3D")),
        ],
        *((1, 0, 0, 0), (0, 0, 0, 0)),
    ),
    "at manipulation it moves and is not taken": (
        "manipulation",
        {},
        [
            *({"t": 1, "draw": 1}, put(2, "meld1", "5H X1 7H"), {"t": 3, "seat": 1, "press": "done"}),
            # Ana moves the meld and adds a card: the joker is still the six of hearts.
            *({"t": 4, "draw": 1}, put(5, "meld1", out=["5H", "X1", "7H"]), put(6, "meld2", "5H X1 7H 8H")),
            *({"t": 7, "seat": 0, "press": "done"}, {"t": 8, "draw": 1}),
            # Luc lays the six there and uses the joker as the four.
            *(put(9, "meld2", "6H"), {"t": 10, "zone": "meld2", "joker": "X1", "as": "4H"}),
            {"t": 11, "seat": 1, "press": "done"},
        ],
        *((1, 1, 0, 0), (0, 0, 0, 0)),
    ),
}


@pytest.mark.parametrize(("game", "rules", "events", "luc", "ana"), JOKERS.values(), ids=JOKERS)
def test_jokers(
    game: str, rules: dict[str, int], events: list[dict[str, Any]], luc: tuple[int, ...], ana: tuple[int, ...]
):
    rules = {**rules, "first_lay_points": 10} if rules else {}
    found = facts(header(game, "Ana", "Luc", **rules), DEAL, *events)
    for name, counts in (("Luc", luc), ("Ana", ana)):
        its = found.players[name]
        assert (its.jokers_laid, its.jokers_taken, its.jokers_held, its.hands) == counts, name
    assert found.joker_rounds == bool(found.rounds)
    assert found.whole().refused == 0


def test_a_void_round_has_no_winner_and_no_points():
    passed = [{"t": 2, "seat": 1, "press": "pass"}, {"t": 3, "seat": 0, "press": "pass"}]
    log = [header("gin", "Ana", "Luc", stock_floor=30), DEAL, put(1, "discard", "4C"), *passed, put(4, "discard", "5D")]
    shown = as_json("-", stdin=log_of(*log))["games"]["gin"]
    assert shown == {**shown, "ends": {"void": 1}, "rounds": 1, "void": 1, "jokers": None, "first_lay": None}
    assert shown["points"]["count"] == 0
    assert [player["rounds_share"] for player in shown["players"]] == [None, None]


# --- what the players decided


def test_a_turn_that_is_taken_back_begins_anew():
    found = facts(
        *RAMI51[:7],
        {"t": 20_000, "ruling": "undo"},
        {"t": 27_000, "seat": 1, "press": "done"},
        {"t": 30_000, "ruling": "accept"},
        {"t": 39_000, "zone": "discard", "in": ["3D"]},
    )
    assert found.rulings == {"undo": 1}  # nothing had to be waived
    # Luc's 15 s are taken back, and the 5 s of Ana's turn; then he has 7 s, and Ana 12 s.
    assert found.players["Luc"].turn_tenths == {70: 1}
    assert found.players["Ana"].turn_tenths == {120: 1}
    assert found.players["Luc"].first_lays == {(1, 56): 1}


def test_a_round_that_does_not_count_is_void_and_its_open_turn_is_none():
    void = {"t": 20_000, "ruling": "void"}
    found = facts(*RAMI51[:7], void, {**DEAL, "t": 400_000}, {**void, "t": 420_000})
    assert (found.rounds, found.void, found.rulings) == (2, 2, {"void": 2})
    assert (found.whole().turns, found.pauses) == (1, 0)
    assert found.round_tenths == {200: 2}
    back = facts(*RAMI51[:7], void, {"t": 21_000, "ruling": "undo"})
    assert (back.rounds, back.whole().turns) == (0, 0)
    assert back.rulings == {"void": 1, "undo": 1}


def test_a_match_that_a_correction_reopens_has_not_ended():
    more = {"t": 95_000, "ruling": "points", "seat": 0, "points": -20}
    assert facts(*RAMI51).ended == 1
    opened = facts(*RAMI51, more)
    assert (opened.ended, opened.players["Luc"].won, opened.rounds) == (0, 0, 1)
    assert opened.courses[0].totals == [[0, 0], [80, 0]]
    still = facts(*RAMI51, {**more, "points": 20}, {**more, "points": 5})
    assert (still.ended, still.players["Luc"].won) == (1, 1)
    assert still.courses[0].totals == [[0, 0], [125, 0]]
    closed = facts(*RAMI51[:7], {"t": 20_000, "ruling": "end"})
    assert (closed.ended, closed.void) == (1, 1)
    shown = as_json("-", stdin=log_of(*RAMI51, more))
    assert shown["overall"]["rulings"] == shown["games"]["rami51"]["rulings"] == {"points": 1}


# --- against the outcome lines alone


Lines = list[dict[str, Any]]


def standing(outcomes: Lines) -> Lines:
    """Return the outcomes without those of turns that were taken back."""
    found: Lines = []
    for outcome in outcomes:
        ruling = outcome.get("ruling") if outcome["event"] == "ruling" else None
        if ruling == "undo":
            last = max(at for at, each in enumerate(found) if each["event"] == "turn")
            kept = [each for each in found[last:] if each["event"] == "refused"]
            found[last - (found[last - 1].get("ruling") == "accept") :] = kept
        elif ruling == "points":  # the end of the match is said again, if it still is one
            found = [each for each in found if each["event"] != "match"]
        elif outcome["event"] != "warning":
            found.append(outcome)
    return found


def recount(logs: list[tuple[dict[str, Any], Lines]]) -> dict[str, dict[str, Any]]:
    """Count again from headers and outcome lines, in the simplest way."""
    found: dict[str, dict[str, Any]] = {}
    for top, outcomes in logs:
        names = top["players"]
        counts = found.setdefault(top["game"], defaultdict(Counter))
        counts["matches"].update(names)
        of_preset = PRESETS[top["game"]].get("penalties", True)
        uncounted = top.get("rules", {}).get("penalties", of_preset) is False
        laid: set[str] = set()
        turns: Counter[str] = Counter()
        rulings = (each["ruling"] for each in outcomes if each["event"] == "ruling")
        counts["rulings"].update(rulings)
        waived: list[str] = []
        for outcome in standing(list(outcomes)):
            name = names[outcome["seat"]] if "seat" in outcome else ""
            if outcome["event"] == "ruling":
                waived = outcome.get("codes", [])
            elif outcome["event"] == "turn":
                counts["turns"][name] += 1
                turns[name] += 1
                if outcome["laid"] and name not in laid:
                    laid.add(name)
                    counts["lays"][name, turns[name], outcome["laid"]] += 1
                if {"lay_off_before_laying", "joker_before_laying"} & {*waived} or outcome.get("has_laid"):
                    laid.add(name)  # what it laid counts nothing: a card laid off before, where the game allows it
                waived = []
            elif outcome["event"] == "refused":
                counts["refused"][name] += 1
                counts["clauses"].update((name, clause) for clause in outcome["codes"])
            elif outcome["event"] == "round":
                how = outcome["how"]
                counts["ends"][how] += 1
                counts["rounds"].update(names)
                counts["round_turns"][sum(turns.values())] += 1
                for seat in outcome["winners"]:
                    counts["rounds_won"][names[seat]] += 1
                    counts["won_how"][names[seat], how] += 1
                if how != "void":
                    counts["never"].update(set(names) - laid)
                    for seat, score in enumerate([] if uncounted else outcome["scores"]):
                        counts["points"][names[seat], score] += 1
                laid, turns = set(), Counter()
            elif outcome["event"] == "match":
                counts["ended"].update(names)
                counts["won"].update(names[seat] for seat in outcome["winners"])
    return found


def recorded(path: Path) -> tuple[dict[str, Any], Lines]:
    """Return the header of a sample log and its recorded outcomes."""
    expected = path.with_name(path.stem + ".expected.jsonl").read_text("utf-8")
    top = json.loads(path.read_text("utf-8").splitlines()[0])
    return top, [json.loads(line) for line in expected.splitlines()]


def jokers_of(top: dict[str, Any], outcomes: Lines) -> tuple[Counter[str], Counter[str]]:
    """Count the jokers laid and taken by each player, from the reported contents of meld zones."""
    laid: Counter[str] = Counter()
    taken: Counter[str] = Counter()
    zones: dict[str, dict[str, str]] = {}
    before: dict[str, tuple[str, str]] = {}
    was = laid, taken, before  # when the last turn began
    for outcome in outcomes:
        if outcome["event"] == "meld":
            zones[outcome["zone"]] = dict(outcome["jokers"])
        elif outcome.get("code") == "table_not_clear":
            zones.pop(outcome["zone"], None)
        elif outcome.get("code") == "duplicate_card":  # its old zone is not reported again
            for held in zones.values():
                held.pop(outcome["card"], None)
        elif outcome["event"] == "round":
            before = {}
        elif outcome.get("ruling") == "undo" and outcome["event"] == "ruling":
            laid, taken, before = was
        elif outcome["event"] == "turn":
            was = laid.copy(), taken.copy(), before
            now = {joker: (zone, card) for zone, held in zones.items() for joker, card in held.items()}
            name = top["players"][outcome["seat"]]
            for joker, (zone, card) in now.items():
                if joker not in before:
                    laid[name] += 1
                elif top["game"] == "manipulation":
                    taken[name] += before[joker][1] != card
                else:
                    taken[name] += (before[joker][0], before[joker][1][0]) != (zone, card[0])
            before = now
    return laid, taken


def figures_of(values: list[int]) -> Any:
    """Return the figures of some values, as the JSON has them."""
    names = ("count", "mean", "median", "spread", "p90", "least", "most")
    if not values:
        return {**dict.fromkeys(names), "count": 0}
    p90 = sorted(values)[-(-len(values) * 90 // 100) - 1]
    middle = (plain.fmean(values), plain.median(values), plain.pstdev(values))
    found = (len(values), *middle, p90, min(values), max(values))
    return pytest.approx(dict(zip(names, found, strict=True)), abs=6e-4)


def compare(shown: dict[str, Any], again: dict[str, dict[str, Any]]) -> None:
    """Compare the figures shown with the second count."""
    for game, counts in again.items():
        found = shown[game]
        for key in ("ends", "rulings"):
            assert found[key] == dict(counts[key])
        for key, of_all in (("rounds", "ends"), ("turns", "turns"), ("refused", "refused")):
            assert found[key] == counts[of_all].total(), (game, key)
        assert found["round_turns"] == figures_of([*counts["round_turns"].elements()])
        assert {player["player"] for player in found["players"]} == set(counts["matches"])
        for player in found["players"]:
            name = player["player"]
            its = {key: [what for who, *what in counts[key].elements() if who == name] for key in BY_NAME}
            for key in ("matches", "ended", "won", "rounds", "rounds_won", "turns", "refused"):
                assert player[key] == counts[key][name], (game, name, key)
            for key, kept in (("clauses", "clauses"), ("ends", "won_how")):
                assert player[key] == Counter(what for (what,) in its[kept]), (game, name)
            assert player["points"] == figures_of([points for (points,) in its["points"]]), (game, name)
            assert player["share"] == (round(player["won"] / player["ended"], 4) if player["ended"] else None)
            counted = player["rounds"] - player["void"]
            assert player["rounds_share"] == (round(player["rounds_won"] / counted, 4) if counted else None)
            if game in ("gin", "manipulation"):
                assert player["first_lay"] is None
                continue
            turns, points = ([lay[at] for lay in its["lays"]] for at in (0, 1))
            first = {"count": len(turns), "never": counts["never"][name]}
            assert player["first_lay"] == {**first, "turn": figures_of(turns), "points": figures_of(points)}


BY_NAME = ("clauses", "won_how", "points", "lays")  # counted by name and by something else


@cache
def shown_of_samples() -> dict[str, Any]:
    return as_json(games())


def test_all_sample_logs_recounted():
    shown = shown_of_samples()["games"]
    again = recount([recorded(path) for path in SAMPLES])
    assert set(shown) == set(again)
    assert set(shown) == set(PRESETS)
    compare(shown, again)
    for key in ("matches", "rounds", "turns", "refused"):
        assert shown_of_samples()["overall"][key] == sum(game[key] for game in shown.values()) > 0
    held = {each["player"]: each["jokers"]["held"] for each in shown["contrat"]["players"]}
    laid = re.findall(r'"zone":"seat1","in":\[([^]]*)', (games() / "demo-contrat.jsonl").read_text("utf-8"))
    assert [hand.count('"X') for hand in laid] == [0, held["Luc"], 0] == [0, 1, 0]


@pytest.mark.parametrize("kind", [Players, Deciding])
@pytest.mark.parametrize("game", ring.FAMILIES)
def test_random_matches_recounted(game: str, kind: type[Players]):
    for seed in ring.seeds(game, 1, ring.of_game(game, 1, 3)):
        played = kind(game, f"stats/{seed}").play(ring.rounds(90, 150))
        print("seed", seed)  # printed on failure
        top, outcomes = played.log[0], []
        counting = of.Counting()
        for step in steps(numbered(played.log), partial(Referee, show_melds=True)):
            assert step.error is None
            assert step.referee
            has_laid = [*step.referee.view.has_laid] or [False] * len(top["players"])
            for each in step.outcomes:
                outcomes.append(json.loads(line(each)))
                if each[0] == "turn":
                    outcomes[-1]["has_laid"] = has_laid[each[2]]
            counting.take(step)
        verdicts = [each for each in outcomes if each["event"] != "meld"]
        compare({game: facts_as_json(counting.facts, True)}, recount([(top, verdicts)]))
        laid, taken = jokers_of(top, outcomes)
        for name, player in counting.facts.players.items():
            assert (player.jokers_laid, player.jokers_taken) == (laid[name], taken[name]), name


@given(st.lists(st.integers(-50, 500), max_size=60))
@example([])
def test_figures_are_those_of_the_textbook(values: list[int]):
    tally = Counter(values)
    if not values:
        figures = [of(tally) for of in (tallies.mean, tallies.median, tallies.spread)]
        assert [*figures, tallies.percentile(tally, 90)] == [None] * 4
        return
    assert tallies.mean(tally) == pytest.approx(plain.fmean(values))
    assert tallies.median(tally) == plain.median(values)
    assert tallies.spread(tally) == pytest.approx(plain.pstdev(values), abs=1e-6)
    for per_cent in (1, 10, 25, 50, 90, 100):
        rank = -(-len(values) * per_cent // 100)
        assert tallies.percentile(tally, per_cent) == sorted(values)[rank - 1]


# --- the verb


def test_one_name_is_one_person(tmp_path: Path):
    for place, name in enumerate(("Zo\N{LATIN SMALL LETTER E WITH ACUTE}", "Zoe\u0301", " Zoé ")):
        log = log_of(header("gin", name, "Luc"), DEAL)
        (tmp_path / f"{place}.jsonl").write_bytes(log)
    players = as_json(tmp_path)["games"]["gin"]["players"]
    assert [(p["player"], p["matches"]) for p in players] == [("Luc", 3), ("Zoé", 3)]


def test_only_some_matches():
    some = [path for path in SAMPLES if path.stem.startswith(("gin-", "rami7-", "manipulation-", "rami51-"))]
    found = as_json("--game", "gin", "--game", "rami7", *some)
    assert list(found["games"]) == ["rami7", "gin"]
    found = as_json("--player", "Ida", *some)
    assert all(any(p["player"] == "Ida" for p in game["players"]) for game in found["games"].values())
    both = as_json("--player", "Ida", "--player", "Max", *some)["overall"]["matches"]
    assert 0 < both <= found["overall"]["matches"] < len(some)
    for args, said in (
        (("--player", "Nobody"), b"nobody called Nobody has played; the players are: Ana, Ida, Luc"),
        (("--game", "whist"), b"there is no game whist; the games are: chamberliens, "),
    ):
        done = tierce(*args, *some)
        assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
        assert said in done.stderr
    done = tierce("--json", "--game", "gin", "--player", "Ida", *some)
    assert (done.returncode, json.loads(done.stdout)["overall"]["matches"]) == (0, 0)
    assert b"no match fits" in done.stderr


def test_a_bad_line_ends_its_match_only(tmp_path: Path):
    good, bad = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    good.write_bytes(log_of(*RAMI51))
    bad.write_bytes(log_of(*RAMI51[:8]) + b"rubbish\n" + log_of(*RAMI51[8:]))
    done = tierce("--json", bad, tmp_path / "none", good)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        f"{bad}:9: not JSON (column 1)",
        f"{tmp_path / 'none'}: cannot be read: there is no such file",
    ]
    game = json.loads(done.stdout)["games"]["rami51"]
    assert (game["matches"], game["ended"], game["turns"]) == (2, 1, 2 + 5)


def test_tables_in_both_languages():
    some = [*SAMPLES[::7], games() / "rulings-points-rami30.jsonl"]
    english, french = (tierce(*some, "--lang", lang).stdout.decode() for lang in ("en", "fr"))
    turns = sum(outcome["event"] == "turn" for path in some for outcome in standing(recorded(path)[1]))
    said = f"{turns:,}"
    assert all(mark in english for mark in ("Who wins", "Points per round", "correct a score", said))
    assert all(mark in french for mark in ("Qui gagne", "corriger un total", said.replace(",", "\xa0")))
    assert "\x1b" not in english
    assert english.count("━┓\n") == french.count("━┓\n")


def test_a_name_cannot_steer_the_terminal():
    log = log_of(header("gin", "\x1b[2JA\tna[red]", "Luc"), DEAL)
    shown = tierce("-", stdin=log).stdout.decode()
    assert "?[2JA na[red]" in shown


# --- plots and the report


@pytest.mark.parametrize("lang", ["fr", pytest.param("en", marks=pytest.mark.longer)])
def test_the_report_stands_by_itself(lang: str, tmp_path: Path):
    log, report = tmp_path / "log.jsonl", tmp_path / "report.html"
    other = tmp_path / "other.jsonl"
    names = ("<script>alert(1)</script>", 'Anne & "Zoé"\' $x$', "水 🂡", "x" * 80)
    log.write_bytes(log_of(header("rami51", *names[:2], target=100, hand=10), *RAMI51[1:]))
    other.write_bytes(log_of(header("rami51", *names[2:], target=100, hand=10), *RAMI51[1:]))
    logs = (log, other, games() / "gin-3.jsonl")
    done = tierce(*logs, "--html", report, "--lang", lang)
    assert done.returncode == 0
    text = report.read_text("utf-8")
    page = Page(text)
    asked, ids = page.values(*ASKING), page.values("id")
    assert page.values("lang")[0] == lang
    assert page.tags["script"] == page.tags["link"] == page.tags["img"] == 0
    assert page.tags["svg"] == 6 + 5
    assert {link[:1] for link in asked} == {"#"}
    assert {link[1:] for link in asked} <= set(ids)
    assert len(ids) == len(set(ids))
    assert not re.search(r"url\((?!#)|@import", text)
    assert "#1f77b4" not in text  # a colour that matplotlib chose
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "Anne &amp; &quot;Zoé&quot;&#x27; $x$" in text
    assert lang == "en" or "<!-- un tour se termine par une défausse -->" in text  # the name of a bar
    # Nothing in it tells where or when it was made.
    assert str(tmp_path) not in text
    if ring.ALL:
        again = tmp_path / "again.html"
        tierce(*logs, "--html", again, "--lang", lang)
        assert text == again.read_text("utf-8"), "another page the second time"


@pytest.mark.longer
def test_plots_as_svg_and_png(tmp_path: Path):
    sample = games() / "rami51-4.jsonl"
    for folder in ("a", "b/c"):
        assert tierce(sample, "--json", "--plots", tmp_path / folder).returncode == 0
    drawn = sorted(path.name for path in (tmp_path / "a").iterdir())
    keys = ("ends", "first-lay", "pace", "points", "refused", "totals")
    assert drawn == [f"rami51-{key}.{kind}" for key in keys for kind in ("png", "svg")]
    for name in drawn:
        data = (tmp_path / "a" / name).read_bytes()
        assert hash(data) == hash((tmp_path / "b/c" / name).read_bytes()), name
        if name.endswith("png"):
            assert data.startswith(b"\x89PNG")
        else:
            assert ElementTree.fromstring(data).tag == "{http://www.w3.org/2000/svg}svg"
            assert b"<dc:date>" not in data


@pytest.mark.longer
def test_six_seats_have_a_line_each(tmp_path: Path):
    rules = {"first_lay_points": 0, "first_lay_pure_run": False, "hand": 3}
    log = Players("rami51", "six", seats=6, rules=rules, honest=True).play(400).log
    done = tierce("-", "--plots", tmp_path, stdin=log_of(*log))
    assert done.returncode == 0
    drawn = (tmp_path / "rami51-totals.svg").read_text("utf-8")
    assert all(f">{name}<" in drawn or f"<!-- {name} -->" in drawn for name in log[0]["players"])


def test_nothing_played_draws_nothing(tmp_path: Path):
    log = log_of(header("rami51", "Ana", "Luc"))
    done = tierce("-", "--plots", tmp_path, "--html", tmp_path / "r.html", stdin=log)
    assert done.returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["r.html"]


def test_where_nothing_can_be_written(tmp_path: Path):
    (tmp_path / "file").touch()
    there = tmp_path / "file" / "there"
    for args in ((SAMPLES[0], "--plots", there), (SAMPLES[0], "--html", there), (SAMPLES[0], "--html", "-")):
        assert complaint("stats", *args)


def test_every_clause_and_end_has_its_words():
    ends = set(shown_of_samples()["overall"]["ends"])
    assert set(CODES.split()) <= set(CLAUSES)
    assert ends <= set(HOW)


def test_the_store_says_the_same_as_its_logs(tmp_path: Path):
    kept = tmp_path / "games.db"
    some = SAMPLES[:: ring.rounds(5, 1)]
    assert here("replay", "--summary", "--store", kept, *some).returncode == 0
    assert as_json("--store", kept) == as_json(*some)
    assert as_json("--store", kept, "--game", "gin", "--player", "Ana") == as_json(
        "--game", "gin", "--player", "Ana", *some
    )


def test_a_match_with_lost_records_is_left_out(tmp_path: Path):
    kept = tmp_path / "games.db"
    whole = [header("gin", "Ana", "Luc"), DEAL]
    with Store.open(str(kept)) as store:
        records: list[dict[str, Any]] = [{"seq": seq, **line} for seq, line in enumerate([*RAMI51[:8], *whole], 1)]
        records[5:7] = [{"lost": 2, "from": 6}]
        store.journal("E660", "club").keep(records)
    done = tierce("--json", "--store", kept)
    assert done.returncode == 0
    assert list(json.loads(done.stdout)["games"]) == ["gin"]
    assert done.stderr.decode() == "matches with lost records, not counted: 1\n"
    done = tierce("--json", "--store", kept, "--game", "rami51")
    assert json.loads(done.stdout)["games"] == {}
    assert done.stderr.count(b"\n") == 1


def test_everything_that_is_counted_is_added():
    total = Facts()
    for number in range(1, 6):
        made = Facts(players={"Ana": Player(turns=number)}, courses=[Course("gin", [str(number)])])
        for each in fields(made):
            value: Any = getattr(made, each.name)
            if isinstance(value, Counter):
                value[5] = number
            elif type(value) is int:
                setattr(made, each.name, number)
        total += made
    for each in fields(total):
        value = getattr(total, each.name)
        if isinstance(value, Counter | int) and type(value) is not bool:
            assert (value[5] if isinstance(value, Counter) else value) == 15, each.name
    assert total.players["Ana"].turns == 15
    assert [course.players for course in total.courses] == [[str(number)] for number in range(2, 6)]
    assert of.COURSES == 4


@pytest.mark.parametrize(("tenths", "text"), [(None, "–"), (0, "0:00"), (594, "0:59"), (596, "1:00"), (36610, "61:01")])
def test_tenths_of_a_second_as_minutes(tenths: float | None, text: str):
    assert terms_of("en").minutes(tenths) == text
