"""The match as the page shows it: made from a board's records only, in both languages."""

import json
from itertools import count
from typing import Any
from unittest.mock import MagicMock

import pytest
import ring
from evenings import log_of
from naive.watched import everything
from players import Deciding, Players

from tierce.cards import code
from tierce.presets import PRESETS, LogError
from tierce.referee import Referee
from tierce_tools.base.texts import TABLE
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.words import trouble_text
from tierce_tools.match.match import FollowedMatch, hint

EASY = {"first_lay_points": 0, "first_lay_pure_run": False}
HEADER = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": EASY}
GIN = HEADER | {"game": "gin", "rules": {}}
HAND = ["KS", "KH", "KD", "QS", "QH", "QD", "JS", "TC", "TD", "TH", "2C", "8D", "6H"]
Record = dict[str, Any]


def records_of(log: list[Record]) -> list[Record]:
    return [{"seq": seq, **thing} for seq, thing in enumerate(log, 10)]


def events(*some: Record) -> list[Record]:
    return [{"t": 1000 * at, **event} for at, event in enumerate(some)]


def begun(*some: Record, header: Record = HEADER) -> FollowedMatch:
    match = FollowedMatch()
    match.take(records_of([header, *events(*some)]))
    return match


def table(texts: dict[str, str]) -> dict[str, str]:
    return {language: texts[language] for language in TABLE}


def shown(match: FollowedMatch) -> Record:
    """Return its sections, as the page receives them in JSON."""
    sections = match.sections()
    assert json.loads(json.dumps(sections)) == sections
    return sections


DEAL: Record = {"seat": 0, "press": "deal"}
UPCARD: Record = {"zone": "discard", "in": ["9C"]}
RUN: Record = {"zone": "meld1", "in": ["5H", "6H", "X1"]}
DISCARD: Record = {"zone": "discard", "in": ["2D"]}
PASSED: tuple[Record, ...] = (DEAL, UPCARD, {"seat": 1, "press": "pass"}, {"seat": 0, "press": "pass"})
KNOCKED: tuple[Record, ...] = (*PASSED, {"seat": 1, "press": "knock"}, DISCARD)  # at gin


# --- the display


def test_a_refusal_offers_to_take_back_the_turn_before() -> None:
    match = begun(DEAL, UPCARD, DISCARD, header={**HEADER, "rules": {**EASY, "first_turn_discard": True}})
    assert shown(match)["undo"] == {"seat": 1, "offered": False}
    seqs = count(20)

    def take(**event: object) -> Record:
        match.take([{"seq": next(seqs), "t": 30000, **event}])
        return shown(match)

    take(zone="discard", out=["2D"])
    section = take(zone="discard", **{"in": ["4D"]})
    assert (section["verdict"]["event"], section["undo"]) == ("refused", {"seat": 1, "offered": True})
    section = take(ruling="undo")
    assert (section["match"]["seat"], section["undo"], section["verdict"]["event"]) == (1, None, "ruling")
    assert all("Luc" in section["verdict"]["text"][language] for language in TABLE)
    section = take(seat=1, press="done")
    assert (section["verdict"]["event"], section["match"]["seat"]) == ("turn", 0)
    assert section["undo"] == {"seat": 1, "offered": False}


def test_nothing_is_shown_without_a_match() -> None:
    match = FollowedMatch()
    assert shown(match) == {
        **dict.fromkeys(("match", "verdict", "end", "undo", "doubt")),
        **{"melds": {}, "laid_by": {}, "checks": {}, "jokers": [], "by_hand": {}},
        "sheet": {"rows": [], "totals": [], "ruled": []},
    }
    assert match.log() == []


def test_cards_by_hand_are_shown_whatever_a_board_sends() -> None:
    lain: dict[str, list[str]] = {"meld1": ["7H"]}
    cases: list[tuple[list[Record], dict[str, list[str]]]] = [
        ([{"zone": "meld1", "out": None, "in": ["7H"]}], lain),
        ([{"zone": "meld1", "in": ["E004"]}], lain),  # a tag of the header's deck
        ([{"zone": "meld1", "in": ["7H"]}, {"zone": "meld1", "in": None, "out": ["7H"]}], {}),
        *(([{"zone": "meld1", "in": odd}], {}) for odd in ([["7H"]], ["9Z"], 5)),
        *(([odd], {}) for odd in ({"seat": 1, "press": "done", "out": 5}, {"ruling": "void", "in": {}})),
    ]
    for sent, lying in cases:
        match = begun(DEAL, *({**event, "by": "hand"} for event in sent), header={**HEADER, "deck": {"E004": "7H"}})
        assert shown(match)["by_hand"] == lying


def test_a_turn_is_shown_as_it_is_played() -> None:
    match = begun()
    assert shown(match)["match"]["phase"] == "deal"
    assert shown(match)["match"]["may"] == {"0": ["deal"], "1": []}
    match = begun(DEAL, UPCARD, RUN)
    sections = shown(match)
    assert sections["match"] | {"may": None} == {
        **{"game": "rami51", "players": ["Ana", "Luc"], "computers": [False, False], "rules": EASY},
        **{"phase": "turn", "seat": 1, "dealer": 0, "round": 1, "stock": 81, "hands": [13, 13], "totals": [0, 0]},
        **{"awaited": [], "down": [], "opening": False, "knocker": -1, "draws": 0, "laid": [], "spread": False},
        **{"contract": [], "may": None, "aim": {"target": 1000}, "knocking": False, "must_draw": True},
    }
    assert sections["match"]["may"] == {"0": ["hint"], "1": ["done", "hint"]}
    assert sections["melds"] == {"meld1": {"kind": "run", "points": 18, "codes": [], "jokers": {"X1": "7H"}}}
    assert sections["jokers"] == [{"zone": "meld1", "joker": "X1", "faces": ["4H", "7H"]}]
    match.take([{"seq": 90, "t": 9000, **DISCARD}])
    sections = shown(match)
    assert sections["match"]["seat"] == 0
    assert sections["match"]["hands"] == [13, 10]
    assert sections["jokers"] == []  # it is bound now
    verdict = sections["verdict"]
    assert (verdict["event"], verdict["mood"]) == ("turn", "good")
    assert table(verdict["head"]) == {"en": "Luc lays 18 points", "fr": "Luc pose 18 points"}
    assert table(verdict["text"]) == {
        "en": "Luc draws from the stock, lays 18 points, discards 2♦, 10 cards left",
        "fr": "Luc pioche, pose 18 points, défausse 2♦, reste 10 cartes",
    }
    assert "5♥ 6♥ joker" in verdict["why"][0]["explain"]["fr"]


def test_a_refusal_has_its_clauses_and_figures_in_both_languages() -> None:
    match = begun(DEAL, UPCARD, {"zone": "meld1", "in": ["5H", "6H"]}, DISCARD)
    verdict = shown(match)["verdict"]
    assert (verdict["event"], verdict["mood"]) == ("refused", "bad")
    assert [each["code"] for each in verdict["why"]] == ["meld_too_short"]
    assert verdict["why"][0]["sentence"]["fr"].startswith("combinaison 1 : 5♥ 6♥")
    assert verdict["why"][0]["sentence"]["en"].startswith("meld 1 holds 5♥ 6♥")
    assert shown(match)["melds"]["meld1"]["codes"] == ["meld_too_short"]
    assert shown(match)["match"]["seat"] == 1
    match = begun(DEAL, UPCARD, RUN, DISCARD, header={**HEADER, "rules": {**EASY, "first_lay_points": 51}})
    assert table(shown(match)["verdict"]["head"]) == {
        "en": "Luc: first lay 18 of 51",
        "fr": "Luc : première dépose 18 sur 51",
    }


def test_the_log_says_each_thing_once_and_numbers_it() -> None:
    match = FollowedMatch()
    new = match.take(records_of([HEADER, *events(DEAL, UPCARD, RUN, DISCARD)]))
    kinds = ["began", "deal", "cards", "cards", "cards", "turn"]
    assert [(entry["event"], entry["n"]) for entry in new] == list(zip(kinds, range(1, 7), strict=True))
    assert [entry["t"] for entry in new] == [0, 0, 1000, 2000, 3000, 3000]
    assert list(match.entries) == new == json.loads(json.dumps(new))
    assert table(new[0]["text"]) == {"en": "Rami 51: Ana, Luc", "fr": "Rami 51 : Ana, Luc"}
    assert table(new[1]["text"]) == {"en": "Ana deals round 1", "fr": "Ana distribue la manche 1"}
    assert new[3]["text"]["fr"] == "La combinaison 1 : 5♥ 6♥ joker en plus"
    more = match.take([{"seq": 90, "t": 8000, "zone": "discard", "in": ["3D"], "out": ["2D"]}])
    assert more[0]["text"]["en"] == "The discard: 3♦ on top"  # what is covered is not gone
    (entry,) = match.take([{"seq": 91, "t": 9000, "seat": 1, "press": "knock"}])
    assert entry["n"] == 9


def test_the_end_of_a_round_tells_who_did_not_lay() -> None:
    match, found = FollowedMatch(), {}
    for record in records_of(log_of("rami51-2")):
        match.take([record])
        if end := shown(match)["end"]:
            found[end["round"]] = [(seat["laid"], seat["score"]) for seat in end["seats"]]
    assert found == {
        1: [(True, 18), (True, 22), (True, 14), (True, 0)],
        2: [(True, 20), (True, 8), (True, 0), (False, 100)],
        3: [(True, 0), (False, 100), (False, 100), (False, 100)],
    }


@pytest.mark.parametrize("game", ring.FAMILIES)
def test_what_was_accepted_could_be_pressed(game: str) -> None:
    pressed = 0
    for seed in ring.seeds("match_from_records", 1, 3):
        rules = None if PRESETS[game]["plays"] != "laying" else {**EASY, "hand": 5}
        match = FollowedMatch()
        for record in records_of(Players(game, f"web{seed}", rules=rules, honest=True).play(ring.rounds(30, 60)).log):
            may = (match.sections()["match"] or {"may": {}})["may"]
            refused = any(entry["event"] in ("refused", "warning") for entry in match.take([record]))
            if (press := record.get("press")) and not refused:
                assert press in may[str(record["seat"])], (game, seed, record)
                pressed += 1
    assert pressed >= ring.rounds(1, 3)


@pytest.mark.parametrize("kind", [Players, Deciding])
@pytest.mark.parametrize("game", ring.FAMILIES)
def test_sections_are_what_a_replay_says(game: str, kind: type[Players]) -> None:
    """For random matches with stray events or rulings: sheet, verdicts, readings of melds."""
    for seed in ring.seeds("match_from_records", 1, 2):
        print(game, seed)
        played = kind(game, f"section{seed}", goes_on=kind is Deciding).play(ring.rounds(25, 50))
        referee = Referee(played.header, True)
        match = FollowedMatch()
        match.take(records_of(played.log[:1]))
        melds: dict[str, tuple[Any, ...]] = {}
        paper = Standing(played.header)
        for seq, event in enumerate(played.log[1:], 100):
            match.take([{"seq": seq, **event}])
            sections = shown(match)
            sheet, state, verdict = (sections[name] for name in ("sheet", "match", "verdict"))
            last = ""
            for outcome in referee.feed(event):
                if outcome[0] == "meld":
                    melds[outcome[2]] = outcome[3:]
                elif outcome[0] != "warning":
                    last = outcome[0] if outcome[0] != "reshuffle" else last
                paper.take(outcome)
            if last:
                assert (verdict["event"], verdict["t"]) == (last, event["t"])
            assert (sheet["rows"], sheet["ruled"]) == (paper.rows, paper.ruled)
            assert sheet["totals"] == state["totals"] == list(getattr(referee.view, "totals"))  # noqa: B009 - each has them
            if state["phase"] != "over":
                assert sheet["totals"] == paper.totals()
            if end := sections["end"]:
                assert [each["total"] for each in end["seats"]] == state["totals"]
                assert end["over"] == (state["phase"] == "over")
            zone = event.get("zone", "")
            if zone in melds and zone.startswith("meld") and referee.view.phase != "over":
                read, lying, jokers, points, codes = melds[zone]
                found = sections["melds"].get(zone)
                assert found == ({"kind": read, "points": points, "codes": codes, "jokers": jokers} if found else None)
                assert found or lying == []
        assert match.log() == played.log


class Standing:
    """A score sheet as somebody keeps it on paper, who crosses out what is taken back."""

    def __init__(self, header: Record) -> None:
        self.begun = header.get("totals", [0] * len(header["players"]))
        self.rows: list[Record] = []
        self.ruled: list[str] = []
        self.mark = 0  # rounds when the last turn was accepted

    def rounds(self) -> list[Record]:
        return [row for row in self.rows if "round" in row]

    def entries(self, columns: tuple[Any, ...]) -> Record:
        """Return what is written into the columns now, if there are any."""
        before = [sum(each) for each in zip(*(row["entries"] for row in self.rows if "entries" in row), strict=True)]
        now = [column[seat] for seat in (0, 1) for column in columns[0]] if columns else []
        return {"entries": [one - then for one, then in zip(now, before or [0] * 6, strict=True)]} if now else {}

    def take(self, outcome: tuple[Any, ...]) -> None:
        if outcome[0] == "turn":
            self.mark = len(self.rounds())
        elif outcome[0] == "round":
            names = ("round", "how", "winners", "scores")
            row: Record = dict(zip(names, outcome[2:6], strict=True))
            if len(outcome) > 8:
                row["short"] = outcome[8]
            self.rows.append({**row, **self.entries(outcome[9:]), "ruled": self.ruled})
            self.ruled = []
        elif outcome[0] == "ruling" and outcome[2] == "points":
            row = {"t": outcome[1], "seat": outcome[3], "points": outcome[4]}
            self.rows.append({**row, **self.entries(outcome[6:])})
        elif outcome[0] == "ruling":
            self.ruled = [*self.ruled, outcome[2]]
            for row in self.rounds()[self.mark :] if outcome[2] == "undo" else ():
                self.ruled = row["ruled"] + self.ruled
                self.rows.remove(row)

    def totals(self) -> list[int]:
        found = list(self.begun)
        for row in self.rows:
            for seat in range(len(found)):
                if "round" in row:
                    found[seat] += sum(row["entries"][3 * seat :][:3]) if "entries" in row else row["scores"][seat]
                elif row["seat"] == seat:
                    found[seat] += row["points"]
        return found


def test_gin_from_the_opening_to_the_count() -> None:
    for some, may, opening in (
        ((DEAL, UPCARD), {"0": ["hint"], "1": ["pass", "hint"]}, True),
        (PASSED, {"0": ["hint"], "1": ["knock", "hint"]}, False),
        (KNOCKED[:-1], {"0": ["hint"], "1": ["done", "knock", "hint"]}, False),
    ):
        section = shown(begun(*some, header=GIN))["match"]
        assert (section["may"], section["opening"]) == (may, opening)
    match = begun(*KNOCKED, header=GIN)
    section = shown(match)["match"]
    assert (section["phase"], section["knocker"], section["awaited"]) == ("count", 1, [1])
    assert section["may"] == {"0": [], "1": ["done", "hint"]}
    (entry,) = match.take([{"seq": 90, "t": 9000, "zone": "seat1", "in": ["AS", "2S", "3S"]}])
    assert "for" not in entry  # hands are laid down for all to see
    assert shown(match)["match"]["down"] == [1]


def test_cards_on_a_seat_zone_are_its_own_seats_before_the_count() -> None:
    match = begun(DEAL, UPCARD)
    for zone, whose, face in (("seat1", 1, "KS"), ("meld1", None, "KH")):
        (entry,) = match.take([{"seq": 50, "t": 5000, "zone": zone, "in": [face]}])
        assert (entry["event"], entry.get("for")) == ("cards", whose)


# --- other records of a board, and gaps in its log


def test_warnings_of_a_board_are_told_and_explained() -> None:
    warnings: list[Record] = [
        {"code": "unknown_card", "zone": "meld2", "card": "e0040150aa"},
        {"code": "two_zones", "card": "5H", "zone": "meld1", "other": "meld2"},
        *({"code": code, "zone": "discard"} for code in ("reader_lost", "of_tomorrow")),
    ]
    said = [{"seq": seq, "t": 5000, "event": "warning", **each} for seq, each in enumerate(warnings, 50)]
    match = begun(DEAL, UPCARD)
    new = match.take(said)
    assert [entry["why"][0]["code"] for entry in new] == ["unknown_card", "two_zones", "reader_lost"]
    assert {entry["mood"] for entry in new} == {"note"}
    assert new[0]["text"]["en"] == "Meld 2: a tag that is not a card of this game (e0040150aa)"
    assert new[1]["text"]["fr"].startswith("5♥ se lit dans deux zones : la combinaison 1 et")
    assert shown(match)["verdict"] is None
    # Also without a match in play.
    assert [entry["text"] for entry in FollowedMatch().take(said)] == [entry["text"] for entry in new]


def test_what_a_board_forgot_is_forgotten_here_too() -> None:
    match = begun(DEAL, UPCARD, RUN, DISCARD, {"zone": "meld2", "in": ["KS"]})
    before = shown(match)
    (entry,) = match.take([{"seq": 15, "note": {"boot": 2, "after": 15}}])
    assert (entry["event"], shown(match)) == ("restarted", before)
    match = begun(DEAL, UPCARD, RUN, DISCARD, {"zone": "meld2", "in": ["KS"]})
    for number in (10, 11, 12, 13, 14):
        other = begun(DEAL, UPCARD, RUN, DISCARD, {"zone": "meld2", "in": ["KS"]})
        before = begun(*[DEAL, UPCARD, RUN, DISCARD][: number - 10])
        (entry,) = other.take([{"seq": 20000, "note": {"boot": 2, "after": number}}])
        assert (entry["event"], entry["mood"]) == ("taken_back", "note")
        ours, theirs = shown(other), shown(before)
        verdicts = [(each.pop("verdict") or {"text": None})["text"] for each in (ours, theirs)]
        assert (ours, verdicts[0], other.log()) == (theirs, verdicts[1], before.log())
    assert len(match.log()) == 6
    # Earlier entries stay.
    match.take([{"seq": 20000, "note": {"boot": 2, "after": 12}}])
    assert [each["event"] for each in match.entries][-3:] == ["turn", "cards", "taken_back"]
    # And it goes on from there, in both languages.
    (cards, turn) = match.take([{"seq": 20001, "t": 30000, **DISCARD}])
    assert (cards["event"], turn["text"]["fr"][:10]) == ("cards", "Luc pioche")


def test_after_a_loss_the_board_is_believed() -> None:
    match = begun(DEAL, UPCARD)
    (entry,) = match.take([{"lost": 3, "from": 40}])
    assert (entry["event"], "3" in entry["text"]["fr"]) == ("lost", True)
    section = shown(match)
    facts = {key: section["match"][key] for key in ("phase", "seat", "players", "may")}
    assert facts == {"phase": "lost", "seat": -1, "players": ["Ana", "Luc"], "may": {}}
    assert (section["melds"], match.referee) == ({}, None)
    with pytest.raises(Trouble):
        hint(match, 0, HAND)
    ended = {"round": 1, "how": "out", "winners": [0], "scores": [0, 34]}
    told: list[Record] = [
        {"zone": "meld1", "in": ["5H"]},
        {"event": "refused", "seat": 1, "codes": ["no_discard"], "why": ["il faut se défausser ; cartes en main : 4"]},
        {"event": "turn", "seat": 1, "took": "stock", "laid": 0, "hand": 4},
        {"event": "reshuffle", "stock": 31},
        {"event": "round", **ended, "totals": [0, 34], "dealer": 1},
        {"event": "match", "winners": [0], "ranking": [0, 1], "totals": [0, 534]},
    ]
    new = match.take({"seq": 43 + at, "t": 90 + at, **each} for at, each in enumerate(told))
    kinds = ["refused", "turn", "reshuffle", "round", "match"]
    assert [(entry["event"], entry["t"]) for entry in new] == list(zip(kinds, range(91, 96), strict=True))
    assert new[0]["why"][0]["explain"]["en"].startswith("A turn ends with a discard")
    assert new[1]["text"]["en"] == "Luc: the turn is accepted; left in hand: 4 cards"
    assert new[3]["text"]["fr"] == "Manche 1 : tout posé ; Ana 0, Luc 34"
    section = shown(match)
    assert section["sheet"]["rows"] == [{**ended, "ruled": []}]
    assert section["verdict"]["event"] == "match"
    # Until the next match begins.
    match.take([{"seq": 60, **HEADER}])
    section = shown(match)
    assert (section["match"]["phase"], section["verdict"]) == ("deal", None)
    assert section["sheet"] == {"rows": [], "totals": [0, 0], "ruled": []}


def test_a_match_that_is_left_and_another_log() -> None:
    match = begun(DEAL, UPCARD)
    (entry,) = match.take([{"seq": 40, "note": {"over": True}}])
    assert entry["event"] == "left"
    assert shown(match) == shown(FollowedMatch())
    match = begun(DEAL, UPCARD)
    match.forget()
    assert (shown(match), len(match.entries)) == (shown(FollowedMatch()), 3)
    # Other records have no effect.
    others: list[Record] = [
        {"seq": 41, "note": {"at": 5, "unix": 1}},
        {"lost": 2, "from": 42},
        {"seq": 44, "t": 1, "zone": "meld1", "in": ["5H"]},
        {"seq": 45, "tierce": 1, "game": "whist", "players": ["A"], "dealer": 0},
    ]
    assert match.take(others)[0]["event"] == "differs"


# --- hints


def test_a_hint_is_what_the_referee_answers_and_leaves_no_trace() -> None:
    laid = {"zone": "meld1", "in": ["3C", "4C", "5C"]}
    match = begun(DEAL, UPCARD, laid, DISCARD)
    before = traces(match)
    for seat in (0, 1):
        asked = Referee(HEADER, False, True)
        for event in match.log()[1:]:
            asked.feed(event)
        asked.feed({"t": 9000, "zone": f"seat{seat}", "in": HAND})
        ((_, _, _, answer),) = asked.feed({"t": 9000, "seat": seat, "press": "hint"})
        found = hint(match, seat, HAND)
        assert json.loads(json.dumps(found["answer"])) == json.loads(json.dumps(dict(answer)))
        down = 10  # with the two of clubs, laid off
        assert found["answer"]["cards"] == down
        assert found["en"][0].startswith(f"cards down: {down}")
        assert found["fr"][0].startswith(f"cartes posées : {down}")
    assert traces(match) == before


def traces(match: FollowedMatch) -> Any:
    assert match.referee is not None
    return everything(match.referee)


def test_a_hint_in_the_middle_of_a_turn_counts_what_lies_there() -> None:
    match = begun(DEAL, UPCARD, {"zone": "meld1", "in": ["KS", "KH"]})
    before = traces(match)
    found = hint(match, 1, ["KD", "2C"])
    assert found["answer"]["melds"] == [["KS", "KH", "KD"]]
    # A card that the table still sees elsewhere counts as being there.
    assert hint(match, 1, ["KD", "KH", "2C"])["answer"]["melds"] == [["KS", "KH", "KD"]]
    assert traces(match) == before


def test_gin_answers_the_other_one_after_a_knock() -> None:
    laid = {"zone": "seat1", "in": ["4S", "5S", "6S", "8H", "8C", "8D", "TD", "JD", "QD", "AC"]}
    match = begun(*KNOCKED, laid, {"seat": 1, "press": "done"}, header=GIN)
    assert shown(match)["match"]["may"] == {"0": ["done", "hint"], "1": []}
    found = hint(match, 0, ["7S", "KS", "2H"])
    assert found["answer"]["lay_offs"] == [{"zone": "seat1", "in": ["7S"]}]
    assert any("7♠" in line for line in found["fr"])


BEGUN = (DEAL, UPCARD)
NO_QUESTIONS: list[tuple[tuple[Record, ...], int, list[Any], str]] = [
    ((), 0, HAND, "hint_not_now"),
    (BEGUN, 0, [], "hint_no_hand"),
    *((BEGUN, seat, HAND, "hint_no_seat") for seat in (2, -1)),
    (BEGUN, 0, ["5H", "5H"], "hint_twice"),
    *((BEGUN, 0, [odd], "hint_no_card") for odd in ("ZZ", None)),
    (BEGUN, 0, [code(card) for card in range(20)], "hint_hand_size"),
]


def told(match: FollowedMatch, seat: int, hand: list[Any]) -> tuple[str, str, str]:
    """Return the key of the Trouble that a question is, and its texts."""
    with pytest.raises(Trouble) as trouble:
        hint(match, seat, hand)
    english, french = (trouble_text(trouble.value, language) for language in TABLE)
    assert english != french
    return trouble.value.key, english, french


def test_what_is_no_question_is_a_trouble() -> None:
    for some, seat, hand, key in NO_QUESTIONS:
        match = begun(*some)
        before = traces(match)
        found, *texts = told(match, seat, hand)
        assert (found, "{" in "".join(texts)) == (key, False)
        assert traces(match) == before
    counting = (DEAL, {"draw": 3}, {"seat": 1, "press": "knock"})
    for match in (FollowedMatch(), begun(*counting, header=HEADER | {"game": "manipulation", "rules": {}})):
        assert told(match, 0, ["5H"])[0] == "hint_not_now"


@pytest.mark.parametrize(
    "error", [("no_meld", "meld1", "5H 7H"), ("joker_unsaid", "meld1", "5H X1"), ("hand_size", 20, 15)]
)
def test_what_the_engine_refuses_is_said_with_its_details(
    monkeypatch: pytest.MonkeyPatch, error: tuple[Any, ...]
) -> None:
    match = begun(DEAL, UPCARD)
    assert match.referee is not None
    monkeypatch.setattr(match.referee.view, "hint", MagicMock(side_effect=LogError(*error)))
    for text in told(match, 0, HAND)[1:]:
        assert all(str(detail) in text for detail in error[1:]), text
