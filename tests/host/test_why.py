"""The explanation of each verdict: every one has a text in both languages."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import ring
from players import Deciding

from tierce.outcomes import CODES
from tierce.phases import RULINGS
from tierce.phrases import words as in_language
from tierce.referee import Referee
from tierce_tools.base.texts import TABLE, languages
from tierce_tools.match import sentences, why
from tierce_tools.match.ends import ended
from tierce_tools.match.match import FollowedMatch
from tierce_tools.match.why import House

ROOT = Path(__file__).parents[2]
GAMES = sorted(path for path in (ROOT / "tests/games").glob("*.jsonl") if ".expected" not in path.name)
PLAYED = dict.fromkeys("chamberliens rami51 rami30 rami7 contrat rami500 gin manipulation".split(), 3) | {"gin": 2}
FAMILY = {"gin": "gin", "manipulation": "manipulation"}
# Clauses of LOG.md that only some families have; the others belong to all three.
ONLY = {
    code: families.split()
    for families, codes in (
        ("manipulation", "card_left_table joker_undeclared third_draw_no_meld nothing_added"),
        ("gin manipulation", "no_draw knock_too_high"),
        ("gin", "return_same_card"),
        ("laying gin", "meld_broken no_discard must_draw_stock"),
        ("laying manipulation", "knock_not_allowed joker_changed"),
        ("laying", "too_many_jokers joker_before_laying joker_wrong_card joker_not_replayed first_round_no_lay"),
        ("laying", "lay_off_before_laying first_lay_pure_run first_lay_points contract discard_first_round"),
        ("laying", "discard_not_melded not_top_discard no_final_discard"),
    )
    for code in codes.split()
}
# Clauses of one game, and those that it does not have.
OF_GAME = {"contract": "contrat"}
NEVER = {"contrat": {"set_same_suit", "first_lay_pure_run", "first_lay_points"}}
# The case of a clause in such a family, if it differs from the usual one.
CASE_OF = {
    ("gin", "must_draw_stock"): "upcard_passed",
    ("gin", "no_draw"): "upcard_or_pass",
    ("gin", "too_many_cards"): "two_discards",
    ("gin", "knock_too_high"): "knock_deadwood",
    ("manipulation", "pass_not_allowed"): "pass_manipulation",
    ("manipulation", "knock_not_allowed"): "knock_last_turns",
}


def words(lang: str) -> Any:
    return in_language("tierce.said", lang).WHY


def codes_of(title: str) -> list[str]:
    """Return the codes in the first column of a table of LOG.md."""
    text = (ROOT / "firmware/LOG.md").read_text("utf-8").split(f"\n## {title}\n")[1]
    found = re.findall(r"^\| `(\w+)` \|", text.split("\n## ")[0], re.MULTILINE)
    return [each for each in found if each != "code"]


def house(game: str, **rules: object) -> House:
    players = ["Ana", "Luc", "Zoé"][: PLAYED[game]]
    return House.of({"game": game, "players": players, "rules": rules})


def refusal(game: str, reason: str, code: str = "", /, **rules: object) -> dict[str, Any]:
    """Return the explanation of a refusal."""
    return house(game, **rules).refusal(code or reason, reason, {lang: words(lang)[reason] for lang in TABLE})


def records_of(path: Path) -> list[dict[str, Any]]:
    return [{"seq": seq, **json.loads(line)} for seq, line in enumerate(path.read_text("utf-8").splitlines(), 1)]


def is_told(text: dict[str, str]) -> None:
    """Check that a text exists in both languages, is filled in, and differs between them."""
    assert set(text) == set(languages())
    for each in text.values():
        assert len(each) > 20, text
        assert not set("{}[]") & set(each), text
        assert each[0].isupper() or not each[0].isalpha(), text
        assert each[-1] in ".?", text
        assert "  " not in each, text
        assert "None" not in each, text
    assert text["en"] != text["fr"]


def test_every_sentence_is_used_and_every_one_asked_for_is_there() -> None:
    asked = {name for names in why.REASONS.values() for name in names}
    assert asked == set(sentences.RULES)
    assert set(why.WHEN) <= asked  # a family's sentences need no condition of their own


def test_the_codes_are_those_of_the_log() -> None:
    codes = codes_of("Codes, in this order")
    assert len(codes) == 32
    assert codes == CODES.split()
    assert set(codes) <= set(why.REASONS) <= set(words("en"))
    # Only contracts have cases that are explained alike.
    alike = set("run_too_short no_more side_by_side contract_laid goes_out".split())
    assert set(words("en")) - set(why.REASONS) == alike
    others = {name for name in sentences.WARNINGS if not name.startswith("no_ruling")}
    assert {*others, "no_ruling"} == set(codes_of("Warnings"))
    never = {"no_ruling_points"}
    assert set(sentences.WARNINGS) - others == {f"no_ruling_{name}" for name in RULINGS} - never
    assert {f"ruling_{name}" for name in RULINGS} <= set(sentences.LINES)
    assert set(sentences.WARNINGS) <= set(sentences.LINES)


@pytest.mark.parametrize("game", PLAYED)
def test_each_clause_that_a_game_has_is_explained(game: str) -> None:
    family = FAMILY.get(game, "laying")
    explained = 0
    for code in CODES.split():
        if family not in ONLY.get(code, [family]) or game != OF_GAME.get(code, game) or code in NEVER.get(game, ()):
            continue
        found = refusal(game, CASE_OF.get((family, code), code), code)
        is_told(found["explain"])
        assert found["code"] == code
        assert all(found["clause"].values())
        assert found["clause"]["en"] != found["clause"]["fr"]
        # A rule, and what to do about it.
        assert found["explain"]["en"].count(".") + found["explain"]["en"].count("?") >= 2, found
        explained += 1
    assert explained > 12


# A game, the reason, the rules that differ, and what is said in English or French, or with "-" is not.
EXPLAINED: list[tuple[str, str, dict[str, object], list[str]]] = [
    ("rami51", "first_lay_points", {}, ["51 points"]),
    ("rami30", "first_lay_points", {}, ["30 points"]),
    ("rami30", "first_lay_points", {"first_lay_points": 40}, ["40 points"]),
    ("rami7", "first_lay_points", {}, ["joker 20"]),
    ("chamberliens", "first_round_no_lay", {}, ["Rami Chamber'liens"]),
    ("rami51", "discard_first_round", {}, ["Rami 51"]),
    ("rami51", "too_many_jokers", {"jokers_per_meld": 2}, ["2 jokers"]),
    ("rami51", "too_many_jokers", {"jokers_per_meld": 1}, ["1 joker "]),
    ("rami51", "too_many_jokers", {"jokers_per_meld": 0}, ["no joker"]),
    ("rami51", "lay_off_before_laying", {}, ["51 points", "run without a joker", "suite sans joker"]),
    ("rami51", "lay_off_before_laying", {"first_lay_points": 0, "first_lay_pure_run": False}, ["-worth", "-run"]),
    ("rami51", "set_same_suit", {}, ["two packs"]),
    ("rami7", "set_same_suit", {}, ["-packs"]),
    ("rami7", "too_many_draws", {}, ["round"]),
    ("rami500", "not_all_above", {}, ["all the cards above it"]),
    ("rami500", "pile_or_pass", {}, ["or passes"]),
    ("rami500", "pass_too_early", {}, ["ends the round"]),
    ("rami500", "discard_not_melded", {}, ["the deepest of them"]),
    ("rami500", "too_many_draws", {}, ["not both"]),
    ("manipulation", "knock_too_high", {}, ["5 points", "joker "]),
    ("gin", "knock_deadwood", {"knock_limit": 10}, ["10 points of deadwood", "10 points au plus"]),
    ("gin", "knock_deadwood", {"knock_limit": 6}, ["6 points of deadwood", "6 points au plus"]),
]


@pytest.mark.parametrize(("game", "reason", "rules", "parts"), EXPLAINED)
def test_what_holds_in_a_match_is_said_with_its_figures(
    game: str, reason: str, rules: dict[str, object], parts: list[str]
) -> None:
    explained = refusal(game, reason, **rules)["explain"]
    is_told(explained)
    for part in parts:
        english = part.removeprefix("-") in explained["en"]
        assert not english if part[0] == "-" else english or part in explained["fr"], (part, explained)
    assert game != "rami500" or "top of the discard pile" not in explained["en"]


def test_each_warning_says_what_it_means_and_what_to_do() -> None:
    rows = (ROOT / "firmware/LOG.md").read_text("utf-8").splitlines()
    samples: dict[str, Any] = {"zone": "meld3", "other": "seat1", "card": "7H", "read": 1, "expected": 5, "seat": 0}
    samples |= {"figures": ["unknown_card", "7H2"], "reason": "full", "zones": 12, "round": 3}
    said = {"zone": ("meld 3", "combinaison 3"), "expected": ("5", "5"), "other": ("Luc's zone", "zone de Luc")}
    said |= {"seat": ("Ana", "Ana")}
    cases = [(code, "undo") for code in codes_of("Warnings") if code != "no_ruling"]
    for code, ruling in (*cases, *(("no_ruling", each) for each in sorted({*RULINGS} - {"points"}))):
        row = next(line for line in rows if line.startswith(f"| `{code}` |"))
        named = re.findall(r"`(\w+)`", row)[1:]
        told = {"code": code} | {key: (samples | {"ruling": ruling})[key] for key in named}
        if code == "unknown_card":
            told["card"] = "e004015099999999"
        found = why.warning(told, {"en": "a", "fr": "b"}, ["Ana", "Luc"])
        is_told(found["explain"])
        assert (found["code"], found["sentence"]) == (code, {"en": "a", "fr": "b"})
        for english, french in (said[key] for key in told if key in said):
            assert english in found["explain"]["en"]
            assert french in found["explain"]["fr"]
        # Also without a match in play, when nobody has a name.
        is_told(why.warning(told, {}, [])["explain"])


def test_zones_and_amounts_are_said_as_people_say_them() -> None:
    for zone, read, lang, said in (
        ("seat0", 1, "fr", "la zone d'Ana"),
        *(("seat1", 1, "fr", each) for each in ("la zone de Luc", "2 cartes")),
        *(("seat1", 0, "fr", "0 carte,"), ("seat1", 0, "en", "0 cards,"), ("seat1", 1, "en", "1 card,")),
    ):
        told = {"code": "count_mismatch", "zone": zone, "read": read, "expected": 2}
        assert said in why.warning(told, {}, ["Ana", "Luc"])["explain"][lang]


# The first of each game, and those of a kind; the other recorded matches are longer.
@pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.stem, marks=[pytest.mark.longer] * (path.stem[-1:] in "234")) for path in GAMES]
)
def test_recorded_matches_are_explained_from_end_to_end(path: Path) -> None:
    expected = path.with_name(path.name.replace(".jsonl", ".expected.jsonl")).read_text("utf-8")
    told = iter(json.loads(line) for line in expected.splitlines())
    records = records_of(path)
    totals: list[int] = [0] * len(records[0]["players"])
    for entry in FollowedMatch().take(records):
        if entry["event"] in ("began", "cards", "draw", "declare"):
            continue
        for each in entry["why"]:
            is_told(each["explain"])
        if entry["event"] in ("deal", "knock"):
            continue
        outcome = next(told)
        assert (entry["event"], entry["t"]) == (outcome["event"], outcome["t"])
        explained = " ".join(each["explain"]["en"] for each in entry["why"])
        assert explained
        codes = [each["code"] for each in entry["why"]]
        if outcome["event"] == "refused":
            assert codes == outcome["codes"]
            sentences = [each["sentence"]["en"] for each in entry["why"]]
            assert sentences == outcome.get("why", sentences)  # only some sentences were kept
        elif outcome["event"] == "warning":
            assert codes[0] == outcome["code"]
        elif outcome["event"] == "turn":
            assert not outcome["laid"] or re.search(rf"\b{outcome['laid']} point", explained) or ("New on" in explained)
            assert outcome["hand"] or "no card left" in explained
        elif outcome["event"] == "round":
            totals = outcome["totals"]
            for score in outcome["scores"]:
                assert not score or re.search(rf"{score} point", explained), (score, explained)
            assert outcome["how"] == "void" or all(f" {each}" in explained for each in totals)
        elif outcome["event"] == "ruling":
            totals = outcome.get("totals", totals)
            assert codes == ["ruling", *outcome.get("codes", ())]
        elif outcome["event"] == "match":
            for before, after in zip(totals, outcome["totals"], strict=True):
                assert before == after or f"{after - before} points more" in explained
    assert next(told, None) is None


def test_the_recorded_matches_have_every_clause_and_end() -> None:
    """Checks of these matches are then checks of all clauses and ends."""
    codes: set[str] = set()
    ends: set[str] = set()
    for path in (ROOT / "tests/games").glob("*.expected.jsonl"):
        for line in path.read_text("utf-8").splitlines():
            outcome = json.loads(line)
            codes.update(outcome.get("codes", ()) if outcome["event"] == "refused" else ())
            ends.update([outcome["how"]] if outcome["event"] == "round" else ())
    assert codes == set(CODES.split())
    assert ends == {"out", "rami_sec", "gin", "big_gin", "knock", "undercut", "stock_out", "void"}


@pytest.mark.parametrize("game", ring.FAMILIES)
def test_whatever_the_players_decide_is_explained(game: str) -> None:
    explained = Counter[str]()
    for seed in ring.seeds("why", 2, 3):
        print(game, seed)
        players = Deciding(game, f"why-{seed}").play(40)
        match = FollowedMatch()
        for entry in match.take({"seq": at, **line} for at, line in enumerate(players.log)):
            if entry["event"] in ("ruling", "warning", "round", "match", "turn", "reshuffle"):
                for each in entry["why"]:
                    is_told(each["explain"])
                assert all(entry["text"].values())
                explained[entry["event"]] += 1
    assert explained["ruling"] >= 2


def test_a_turn_that_is_let_pass_is_not_praised_for_what_was_waived() -> None:
    entries = FollowedMatch().take(records_of(ROOT / "tests/games/rulings-accept-chamberliens.jsonl"))
    ruling, turn = next((each, entries[at + 1]) for at, each in enumerate(entries) if each["event"] == "ruling")
    assert ruling["text"]["en"] == (
        "Ana's turn is accepted in spite of: nobody lays in their first turn, the first lay reaches the minimum"
    )
    assert [each["code"] for each in turn["why"][1:]] == ["first_round_no_lay", "first_lay_points"]
    explained = turn["why"][0]["explain"]["en"]
    assert "worth 26 points" in explained
    assert "minimum" not in explained


def test_a_round_that_does_not_count_is_explained_as_the_players_will() -> None:
    deal = {"t": 1, "seat": 0, "press": "deal"}
    header = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "totals": [40, 30]}
    said = taken(header, [deal, {"t": 2, "ruling": "void"}])
    assert "The players have decided that this round does not count" in said
    assert "Ana deals again" in said
    said = taken(header, [deal, {"t": 2, "ruling": "end"}])
    assert said == "The players have ended the match: the round in play does not count."
    match = FollowedMatch()
    *_, over = match.take([{"seq": 1, **header}, {"seq": 2, "t": 3, "ruling": "end"}])
    assert over["why"][0]["explain"]["en"].startswith("The players have ended the match: the lowest total wins.")
    assert "Won by: Luc" in over["why"][0]["explain"]["en"]


# --- ends that no recorded match has


def taken(header: dict[str, Any], events: list[dict[str, Any]]) -> str:
    """Return the English explanation of the last round of a log made here."""
    match = FollowedMatch()
    header = {"tierce": 1, "dealer": 0, **header}
    records = [{"seq": 1, **header}, *({"seq": 2 + at, "t": at, **event} for at, event in enumerate(events))]
    rounds = [entry for entry in match.take(records) if entry["event"] == "round"]
    is_told(rounds[-1]["why"][0]["explain"])
    return rounds[-1]["why"][0]["explain"]["en"]


def counted(seat: int, *cards: str) -> list[dict[str, Any]]:
    """Return the events of a hand that the other seat accepts as it lies, whatever its number of cards."""
    return [{"zone": f"seat{seat}", "in": list(cards)}, *({"seat": each, "press": "done"} for each in (seat, 1 - seat))]


GIN = {"game": "gin", "players": ["Ana", "Luc"]}
OPENED: list[dict[str, Any]] = [
    {"seat": 0, "press": "deal"},
    {"zone": "discard", "in": ["9C"]},
    *({"seat": seat, "press": "pass"} for seat in (1, 0)),
]
KNOCKED: list[dict[str, Any]] = [*OPENED, {"seat": 1, "press": "knock"}, {"zone": "discard", "in": ["KD"]}]


def test_a_tie_and_a_void_round_at_gin() -> None:
    said = taken(GIN, [*KNOCKED, *counted(1, "5S"), *counted(0, "5H")])
    assert "Both have 5 points of deadwood: nobody scores." in said
    assert "The match ends at 100 points, and the highest total wins it." in said
    rules = {"tie_undercuts": True, "spade_doubles": True}
    spade = [{**each, "in": ["9S"]} if each == OPENED[1] else each for each in KNOCKED]
    said = taken(GIN | {"rules": rules}, [*spade, *counted(1, "5S"), *counted(0, "5H")])
    assert "an undercut: Ana scores 10 points. A spade was turned up, so the round counts twice: 20 points" in said
    said = taken(GIN | {"rules": {"stock_floor": 30}}, [*OPENED, {"zone": "discard", "in": ["KD"]}])
    assert "30 cards" in said
    assert "Ana deals again" in said


def test_others_win_when_the_knocker_is_not_lowest_at_manipulation() -> None:
    knocked: list[dict[str, Any]] = [{"seat": 0, "press": "deal"}, {"draw": 3}, {"seat": 1, "press": "knock"}]
    counts = [{"ruling": "count", "seat": seat, "points": points} for seat, points in ((1, 5), (0, 2))]
    said = taken({"game": "manipulation", "players": ["Ana", "Luc"]}, [*knocked, *counts])
    assert "Luc has knocked, but does not have the lowest hand" in said
    assert "10 points more" in said
    assert "Score of Ana: 13 points." in said


def test_a_void_round_of_a_laying_game() -> None:
    view = Referee({"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0}).view
    told = why.said("ENDS", ended(house("rami51"), {"how": "void", "dealer": 1}, view), ["Ana", "Luc", "Zoé"])
    is_told(told)
    assert "Luc deals again" in told["en"]
    assert "à Luc de donner" in told["fr"]


def test_a_round_without_points() -> None:
    rules = {"penalties": False, "hand": 3, "first_lay_points": 0}
    deal = [{"seat": 0, "press": "deal"}, {"zone": "discard", "in": ["9C"]}]
    lay = [{"zone": "meld1", "in": ["5H", "6H", "7H"]}, {"seat": 1, "press": "done"}]
    said = taken({"game": "rami7", "players": ["Ana", "Luc"], "rules": rules}, [*deal, *lay])
    assert "No points are kept" in said
    assert "match ends at" not in said
