"""The reasons of refusals: figures in the engine and the log, sentences where they are read."""

import json
import re
from typing import Any

import pytest

from tierce.phrases import words
from tierce.referee import Referee
from tierce_tools.base.paths import firmware, games
from tierce_tools.base.texts import languages, texts
from tierce_tools.cli import live
from tierce_tools.rules.reasons import line_in, sentence, sentences

# A reason of each kind of figures, and its sentence in the table's languages; the catalogue of a third.
TOLD = [
    (
        ["first_lay_points", 45, 51],
        "first lay is worth 45 points, 51 needed",
        "la première dépose vaut 45 points, il en faut 51",
        "die erste Auslage zählt 45 Punkte, nötig sind 51",
    ),
    (
        ["meld_broken", "meld3", "QD2"],
        "Q♦ has left meld 3: melds on the table stay as they are",
        "D♦ a quitté la combinaison 3 : les combinaisons posées ne se défont pas",
        "Q♦ hat die Meldung 3 verlassen: Meldungen auf dem Tisch bleiben, wie sie sind",
    ),
    (
        ["joker_changed", "meld1", ["5C", "TC", "X1"], ["7C"]],
        "meld 1 holds 5♣ 10♣ joker: the joker keeps standing for 7♣",
        "combinaison 1 : 5♣ 10♣ joker ; le joker reste à la place de 7♣",
        "Meldung 1: 5♣ 10♣ joker; der Joker steht weiter für 7♣",
    ),
    (
        ["contract", [2, 1], [0, 0]],
        "the contract asks for 2 sets and 1 run; laid: nothing",
        "le contrat demande 2 brelans et 1 suite ; posé : rien",
        "der Kontrakt verlangt 2 Sätze und 1 Folge; ausgelegt: nichts",
    ),
]


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told[0][0])
def test_a_reason_is_said_in_each_language(told: tuple[Any, ...]) -> None:
    assert [sentence(told[0], language) for language in ("en", "fr", "de")] == [*told[1:]]


def test_the_german_catalogue_has_them_all() -> None:
    for case in words("tierce.said", "en").WHY:
        figures = ["7H"] * words("tierce.said", "en").WHY[case].count("{")
        assert sentence([case, *figures], "de") != sentence([case, *figures], "en"), case


def test_the_sample_logs_have_figures_as_the_log_says() -> None:
    """Each case that they have is in the table, with as many figures; a record says what the outcome says."""
    text = (firmware() / "LOG.md").read_text("utf-8").split("\n## Figures\n")[1].split("\n## ")[0]
    rows = [row.strip("|").split("|") for row in text.splitlines() if row.startswith("|")]
    known = {
        case: 0 if row[2].strip() == "none" else len(row[2].split(","))
        for row in rows[2:]
        for case in re.findall(r"`([a-z_]+)`", row[1])
    }
    seen: set[str] = set()
    logs = sorted(each for each in games().glob("*.jsonl") if ".expected" not in each.name)
    matches = [[json.loads(line) for line in path.read_text("utf-8").splitlines()] for path in logs]
    referees = ((Referee(header), events) for header, *events in matches)
    outcomes = (outcome for referee, events in referees for event in events for outcome in referee.feed(event))
    for outcome in (each for each in outcomes if each[0] == "refused"):
        record = json.loads(line_in(outcome, "fr"))
        for language in languages():
            assert sentences(record, language) == [sentence(reason, language) for reason in outcome[4]]
        assert record["why"] == sentences(record, "fr")
        for reason in outcome[4]:
            assert len(reason) - 1 == known.get(reason[0], 0), reason
            seen.add(reason[0])
    assert set(known) <= set(words("tierce.said", "en").WHY)
    assert len(seen & set(known)) > 20


def test_watch_adds_the_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    record = {"seq": 1, "t": 3, "event": "refused", "seat": 0, "codes": ["no_draw"], "figures": [["no_draw", 0, 1]]}
    live.Lines("", texts("fr")).record(record)
    assert json.loads(capsys.readouterr().out) == {**record, "why": ["cartes piochées : 0, il en faut au moins 1"]}


def test_what_is_unknown_names_the_clause() -> None:
    """A newer board's case, and what a hostile one may send."""
    unknown = (["of_tomorrow", 7], ["meld_broken"], ["not_a_meld", "meld1", []], ["contract", [{}], 3], ["x\n[WHY]"])
    for reason in unknown:
        record = {"codes": ["not_a_meld"], "figures": [reason]}
        assert sentences(record, "en") == ["a meld is a run or a set"], reason
    assert sentences({"codes": ["not_a_meld"], "why": ["pas une\x1bsuite"]}, "en") == ["pas une?suite"]
