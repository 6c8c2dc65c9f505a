"""The rules of each game as the page shows them: nothing of the documents is lost, and nothing is for programs only."""

import re

import pytest

from tierce.outcomes import CODES
from tierce.presets import PRESETS, options_of
from tierce_tools.page.rulebook import rulebook

pytestmark = pytest.mark.made_from("firmware/RULES*.md", "hardware/README*.md", "firmware/*.py", "host_tools/*.py")
LANGUAGES = ("en", "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_game_has_its_rules_without_codes_and_links(language: str) -> None:
    book = rulebook(language)
    assert list(book["games"]) == list(PRESETS)
    for game, told in book["games"].items():
        assert told["options"].keys() == options_of(PRESETS[game]).keys()
        text = "".join(book["sections"][each] for each in (*told["parts"], *told["fine"]))
        assert len(text) > 4000, game
        assert set(re.findall(r'data-option="(\w+)"', text)) <= book["options"].keys()
        assert "<a " not in text
        assert not set(re.findall(r"<code>(\w+)</code>", text)) & {*CODES}
        assert "Sources" not in text
    assert "classroom" in book["build"]


def test_a_game_has_the_same_parts_in_both_languages() -> None:
    english, french = (rulebook(language) for language in LANGUAGES)
    for game, told in english["games"].items():
        for kind in ("parts", "fine"):
            assert len(told[kind]) == len(french["games"][game][kind]), game
    for ours, theirs in zip(english["sections"].values(), french["sections"].values(), strict=True):
        assert re.findall(r'data-option="(\w+)"', ours) == re.findall(r'data-option="(\w+)"', theirs)
