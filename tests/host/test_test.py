"""`tierce test`: the rules tests on CPython and on every MicroPython of this computer."""

import json
from types import SimpleNamespace
from typing import Any

import pytest
import ring
from verbs import here

from tierce_tools.rules import vm
from tierce_tools.rules.clauses import CLAUSES
from tierce_tools.rules.runners import RulesError, run_rules


def run(*args: str) -> tuple[int, str]:
    done = here("test", *args)
    return done.returncode, done.stdout.decode()


def records(*args: str) -> tuple[int, list[dict[str, str | None]]]:
    code, text = run(*args)
    return code, [json.loads(line) for line in text.splitlines()]


def test_every_clause_holds_on_micropython():
    """On CPython pytest itself runs these tests; in `make test-all` the verb does too."""
    code, there = records("--json", "--on", "micropython")
    assert (code, [each for each in there if each["trouble"]]) == (0, [])
    # At least one test for each clause, codes of the log and others.
    assert {each["clause"] for each in there} == set(CLAUSES)
    machines = [machine.name for machine in vm.find()]
    assert {each["on"] for each in there} == {*machines}
    if ring.ALL:
        code, here = records("--json")
        assert (code, [each for each in here if each["trouble"]]) == (0, [])
        tests = sorted(each["test"] or "" for each in here)
        for machine in machines:
            assert sorted(each["test"] or "" for each in there if each["on"] == machine) == tests


def test_one_clause():
    code, text = run("--clause", "first_lay_points")
    assert code == 0
    assert "the first lay reaches the minimum" in text
    assert "Clauses that hold: 1 of 1." in text
    assert "gin" not in text
    code, text = run("--list")
    assert (code, len(text.splitlines())) == (0, len(CLAUSES))
    assert text.startswith("card_left_table         no card leaves the table\n")


def test_a_house_rule_shows_what_no_longer_holds():
    code, text = run("--rule", "first_lay_points=40", "--lang", "fr")
    assert code == 1
    assert "FirstLayPoints.test_50_points_do_not" in text
    rows = {line.split("│")[1].strip(): line for line in text.splitlines() if "│" in line}
    assert "échoue" in rows["minimum de la première dépose"]
    # Unrelated tests still pass.
    assert "échoue" not in rows["la marque au gin"]
    assert "échoue" not in rows["le grand gin"]


def babbling(text: str) -> Any:
    """Return a Python that prints this."""
    return SimpleNamespace(name="babbling", run_rules=lambda order: (0, text, ""))


def test_what_is_no_test_is_said():
    with pytest.raises(RulesError, match="babbling: hello"):
        list(run_rules(babbling("hello\n")))


def test_who_looks_into_the_program_may_print(capsys: pytest.CaptureFixture[str]):
    told = {"clause": "contract", "test": "A.test_a", "trouble": None, "at": []}
    looking = babbling(f"hand: 7H\n{json.dumps(told)}\n[1]\n")
    assert [each.test for each in run_rules(looking)] == ["A.test_a"]
    assert capsys.readouterr().err == "hand: 7H\n[1]\n"
