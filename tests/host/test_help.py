"""The command's help and usage errors in both languages; suggestions for wrong names."""

import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from processes import Completed, run_text
from verbs import complaint, tierce_here

from tierce.presets import LogError
from tierce_tools.base.texts import texts
from tierce_tools.cli import main
from tierce_tools.logs.words import did_you_mean, error_text, os_error_text


def tierce(*args: str, **env: str) -> Completed[str]:
    return tierce_here(*args, env={**os.environ, **env})


def test_every_sentence_of_the_help_has_its_french(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("TIERCE_LANG", raising=False)
    told = [*main.VERBS.values()]
    for verb in main.VERBS:
        command: Any = main._load(verb)
        for one in (command, *getattr(command, "commands", {}).values()):
            told += [each.help for each in (one, *one.params) if getattr(each, "help", None)]
    french = texts("fr").catalogue
    assert [each for each in dict.fromkeys(told) if each not in french] == []


def test_help_is_french_where_french_is_asked_for():
    asked = tierce("--help", TIERCE_LANG="fr").stdout
    assert asked == tierce("--lang", "fr", "--help", TIERCE_LANG="en").stdout
    assert all(line in asked for line in ("Utilisation : tierce", "Options :", "Commandes :", "Suivre la table en"))
    assert not any(english in asked for english in ("Usage", "Commands", "Show", "Follow"))
    verb = tierce("--lang", "fr", "pull", "--help").stdout
    assert "Le port série de la carte" in verb
    assert "--store DÉPÔT" in verb
    assert "default" not in verb


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_tierce_alone_lists_its_verbs_in_80_columns(language: str):
    alone = tierce("--lang", language, COLUMNS="80")
    assert alone.returncode == 0
    assert "..." not in re.sub(r"\[\w+\]\.\.\.", "", alone.stdout)
    assert set(main.VERBS) <= {*alone.stdout.split()}
    assert "standings" in tierce("league", "--lang", language).stdout


def test_a_language_after_the_verb_is_that_of_help_and_mistakes():
    for args, said in (
        (["logs", "--lang", "fr", "--help"], "Utilisation : tierce logs"),
        (["logs", "--help", "--lang=fr"], "Utilisation : tierce logs"),
        (["--help", "--lang", "fr"], "Utilisation : tierce"),
        (["logs", "--lang", "fr", "--nope"], "il n'y a pas d'option --nope"),
        (["xyzzy", "--lang", "fr"], "il n'y a pas de verbe xyzzy"),
        (["logs", "--nope", "--lang", "nl"], "there is no option --nope"),
        (["replay", "--nope", "--", "--lang", "fr"], "there is no option --nope"),
    ):
        done = tierce(*args, TIERCE_LANG="en")
        assert said in done.stdout + done.stderr, args


def test_a_language_before_the_verb_is_that_of_the_verb():
    done = tierce("--lang", "fr", "replay", "nothing-here.jsonl")
    assert (done.returncode, done.stderr) == (2, "nothing-here.jsonl: illisible : ce fichier n'existe pas\n")
    wrong = tierce("--lang", "nl", "logs")
    assert wrong.returncode == 2
    assert wrong.stderr.count("\n") == 1
    assert "'en', 'de', 'fr'" in wrong.stderr


def test_the_nearest_name_is_offered():
    for args, said in (
        (["replai", "x"], "there is no verb replai; did you mean replay?"),
        (["xyzzy"], "there is no verb xyzzy; tierce --help"),
        *((line.split(), "--help") for line in ("--nope", "doctor --nope", "flash --wait soon", "logs --store")),
        (["replay", "--jsn", "x"], "there is no option --jsn; did you mean --json?"),
        (
            ["replay", str(Path(__file__).parents[1] / "games" / "gin-1.jsnl")],
            "there is no such file; did you mean gin-1.jsonl?",
        ),
        (["table", "--game", "gin", "--players", "Ana,Luc,Max"], "gin is played by 2, not by 3"),
        (["hint", "--game", "gni", "4S"], "did you mean gin?"),
        (["logs", "--game", "gon"], "did you mean gin?"),
        (["table", "--game", "gon"], "did you mean gin?"),
        (["table", "--game", "gin", "--rule", "knock_limt=5"], "did you mean knock_limit?"),
        (["test", "--rule", "first_lay_point=40"], "did you mean first_lay_points?"),
        (["table", "--config", "clb"], "did you mean club?"),
        (["export", "--all", "--to", "cvs"], "did you mean csv?"),
        (["export", "--all", "--to", "cvs", "--lang", "fr"], "vouliez-vous dire csv ?"),
        (["logs", "--lnag", "en"], "did you mean --lang?"),
    ):
        assert said in complaint(*args), args


def test_what_is_like_nothing_gets_no_offer(tmp_path: Path):
    assert did_you_mean("zzz", ["table", "replay"], "en") == ""
    assert did_you_mean(7, ["7"], "en") == ""
    assert did_you_mean("none.jsonl", ["2.jsonl", "10.jsonl"], "en") == ""
    assert did_you_mean("--nope", ["--store", "--json"], "en") == ""
    assert did_you_mean("gni-1.jsonl", ["gin-1.jsonl"], "en") != ""
    assert did_you_mean(".hiden", [".hidden"], "en") != ""
    error = LogError("no_option", "first_lay_point", "rami51", ("first_lay_points", "hand"))
    assert error_text(error, "fr").endswith(" ; vouliez-vous dire first_lay_points ?")
    missing = FileNotFoundError(2, "", str(tmp_path / "gone" / "x.jsonl"))
    assert os_error_text(missing, "en") == "there is no such folder"


SWALLOWED = """
import sys
from tierce_tools.cli import entry, main
class Thing:
    def __del__(self):
        raise KeyboardInterrupt
def verb():
    Thing()
    for _ in range(10 ** 9):
        pass
main.run = verb
entry.run()
"""


def test_ctrl_c_counts_while_something_is_cleared_away():
    """Python ignores exceptions in finalizers; doctor would run to its end."""
    done = run_text(sys.executable, "-c", SWALLOWED)
    assert (done.returncode, done.stderr) == (130, "")
