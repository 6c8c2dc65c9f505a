"""The manual of the command: its generated parts are fresh, both languages have the same parts."""

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import manual
import pytest

from tierce_tools.cli.main import VERBS
from tierce_tools.hints.typed import code

pytestmark = pytest.mark.made_from(
    "*.md", "firmware/*.py", "host_tools/*", "hardware/*.py", "hardware/tables/*", "tests/*.py", "tests/games/*"
)
COMMANDS = manual.ROOT / "host_tools/COMMANDS.md"
ENGLISH = [COMMANDS, *(COMMANDS.parent / f"commands/{verb}.md" for verb in VERBS)]


def test_every_verb_has_its_pages():
    pages = [*ENGLISH, *(page.with_suffix(".fr.md") for page in ENGLISH)]
    assert sorted(pages) == list(manual.PAGES)
    for page in pages:
        if page.parent.name == "commands":
            assert "[[[cog options() ]]]" in page.read_text("utf-8"), page


@pytest.mark.parametrize("lang", ["en", pytest.param("fr", marks=pytest.mark.longer)])
def test_the_pages_say_what_the_command_says(lang: str):
    with redirect_stdout(io.StringIO()) as said:
        code = manual.renew("--check", lang=lang)
    assert code == 0, f"{said.getvalue()}: run make manual"


def cards_as_in_a_log(command: str, page: Path) -> str:
    """Return a command with its cards in the log's letters; a French page has the French ones."""
    lang = "fr" if page.name.endswith(".fr.md") else "en"
    return re.sub(r"[^\s=\"]+", lambda word: code(word[0], lang), command) if "hint" in command else command


def parts(page: Path) -> dict[str, list[str]]:
    """Return what both languages of a page have alike."""
    text = page.read_text("utf-8")
    # A comment after a command is in words, and so is what stands for a value: FOLDER.
    typed = re.findall(
        r"^(?:\$ )?((?:tierce|mpremote|pip) .*?)(?: --lang fr)?(?:  .*| #.*)?$",
        re.sub("[A-Z]{4,}", "VALUE", text),
        re.MULTILINE,
    )
    return {
        "headings": re.findall(r"^#+(?= )", text, re.MULTILINE),
        "marks": [cards_as_in_a_log(each, page) for each in re.findall(r"^<!-- .* -->$", text, re.MULTILINE)],
        "commands": [cards_as_in_a_log(each.split(" ce qui")[0].split(" what ")[0], page) for each in typed],
        "options": re.findall(r"^\| `(-[^ `]+)", text, re.MULTILINE),
        "rows": re.findall(r"^\|(?= )", text, re.MULTILINE),
        "items": re.findall(r"^(?:-|\d\.)(?= )", text, re.MULTILINE),
        "links": [re.sub(r"(\.fr)?\.md.*", "", each) for each in re.findall(r"\]\(([^)]+\.md[^)]*)\)", text)],
    }


def test_both_languages_have_the_same_parts():
    for page in ENGLISH:
        assert parts(page) == parts(page.with_suffix(".fr.md")), page.stem


def said() -> str:
    """Return all that the command, the page and the table say, in any language: what is translated, and the page."""
    paths = [path for path in (manual.ROOT / "host_tools/tierce_tools").rglob("*.*") if path.suffix in (".js", ".po")]
    return plain(" ".join(re.sub(r'"\n"', "", path.read_text("utf-8")) for path in paths))


def plain(text: str) -> str:
    return re.sub(r"[\s\u202f\xa0]+", " ", text.replace("\u2019", "'")).lower()


def test_messages_are_quoted_as_they_are():
    quoted = [
        (page.name, quote)
        for page in manual.PAGES
        for quote in re.findall(
            r"(?:^- |wrong: |va pas\u00a0: |; )\*([^*]+)\*(?=[:, ])", page.read_text("utf-8"), re.MULTILINE
        )
    ]
    assert len(quoted) > 40
    known = said()
    for page, quote in quoted:
        # What a message fills in is "..." or "N" here, or a number.
        for part in re.split(r"\.\.\.|\bN\b|FILE:LINE:|\d+", quote):
            assert plain(part).strip(" :;") in known, (page, quote)
