"""The documents agree with the program: examples, commands, options, codes."""

import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from verbs import tierce_here

from tierce import words_en, words_fr
from tierce.outcomes import CODES
from tierce.phrases import words as in_language
from tierce.presets import OPTIONS
from tierce_tools.cli.main import VERBS
from tierce_tools.logs.errors import ERRORS

pytestmark = pytest.mark.made_from("*.md", "firmware/*.py", "firmware/*.words", "host_tools/*.py", "host_tools/*.po")
ROOT = Path(__file__).parents[2]


def blocks(document: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(r"^```jsonl\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run(*args: str, given: str = "") -> str:
    done = tierce_here(*args, stdin=given, env={"COLUMNS": "80", "TERM": "dumb"})
    assert done.returncode == 0, done.stderr
    return done.stdout


def replayed(log: str, *args: str) -> str:
    return run("replay", "--json", *args, "-", given=log)


def test_the_examples():
    for document in ("README.md", "README.fr.md", "firmware/LOG.md"):
        log, outcome = blocks(document)[:2]
        assert replayed(log) == outcome, document
    # Of a house rule.
    for document, language in (("README.md", "en"), ("README.fr.md", "fr")):
        log, _, header, outcome = blocks(document)[:4]
        changed = header + "".join(log.splitlines(keepends=True)[1:])
        assert replayed(changed, "--lang", language) == outcome, document
    # Questions for a hint, and a hint on a table.
    examples = blocks("firmware/LOG.md")
    for question, answer in (examples[2:4], examples[4:6]):
        assert run("hint", given=question) == answer
    log, hints = examples[6:]
    assert replayed(log, "--hints") == hints
    assert replayed(log) == ""


def test_the_two_commands_and_the_verbs():
    for document in ("README.md", "README.fr.md"):
        text = (ROOT / document).read_text(encoding="utf-8")
        assert re.search(r"^make demo", text, re.MULTILINE)
        assert re.search(r"^make test", text, re.MULTILINE)
        assert [verb for verb in VERBS if f"`tierce {verb}" not in text] == []


DOCUMENTS = sorted(
    each for each in ROOT.rglob("*.md") if not {".venv", ".venv-bench", ".venv-ha", "node_modules"} & set(each.parts)
)


FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@cache
def anchors(path: Path) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    found: set[str] = set()
    for title in re.findall(r"^#+ (.*)$", FENCE.sub("", path.read_text("utf-8")), re.MULTILINE):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title).lower()
        slug = re.sub(r"[^\w -]", "", plain).replace(" ", "-")
        same = [each for each in found if re.fullmatch(rf"{slug}(-\d+)?", each)]
        found.add(f"{slug}-{len(same)}" if same else slug)
    return found


def links_of(document: Path) -> list[str]:
    text = FENCE.sub("", document.read_text("utf-8"))
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)
    return [link for link in links if not re.match(r"[a-z]+:", link)]


@pytest.mark.made_from("*")
def test_links_lead_somewhere():
    for document in DOCUMENTS:
        for link in links_of(document):
            target, _, anchor = unquote(link).partition("#")
            path = document.parent / target if target else document
            assert path.exists(), (document, link)
            if anchor and path.suffix == ".md":
                assert anchor in anchors(path.resolve()), (document, link)


def test_a_french_page_leads_to_french_pages():
    for document in (each for each in DOCUMENTS if each.name.endswith(".fr.md")):
        own = document.name.replace(".fr.md", ".md")
        for file in (link.partition("#")[0] for link in links_of(document)):
            if file.endswith(".md") and not file.endswith(".fr.md") and file != own:
                assert not (document.parent / file.replace(".md", ".fr.md")).exists(), (document, file)


def test_every_code_and_option_is_explained():
    rules = (ROOT / "firmware/RULES.md").read_text(encoding="utf-8")
    log = (ROOT / "firmware/LOG.md").read_text(encoding="utf-8")
    for code in CODES.split():
        assert f"`{code}`" in log, code
        assert f"`{code}`" in rules or code in ("out_of_turn",), code
    for options in OPTIONS.values():
        for option in options:
            assert f"`{option}" in rules, option


def clauses(document: str) -> list[tuple[str, list[str], list[str]]]:
    """Return each heading, paragraph, list item and row, as its mark, its codes, its numbers."""
    text = (ROOT / document).read_text(encoding="utf-8").partition("\n## ")[2]
    found: list[tuple[str, list[str], list[str]]] = []
    for each in re.split(r"\n\n|\n(?=- |\d+\. |\| |#)", text):
        mark = re.match(r"#+ |- |\d+\. |\| |", each.strip())
        numbers = re.findall(r"(?<![\w`])-?\d+(?!\w)", re.sub(r"`[^`]*`", "", each))
        assert mark
        found.append((mark[0], sorted(re.findall("`[^`]+`", each)), sorted(numbers)))
    return found


def test_both_rules_have_the_same_clauses():
    """Headings, clauses by number, tables, codes and options in each, and its figures."""
    english, french = clauses("firmware/RULES.md"), clauses("firmware/RULES.fr.md")
    for ours, theirs in zip(english, french, strict=True):
        assert ours == theirs


def test_cards_have_words_in_both_languages():
    assert [name for name in dir(words_en) if name.isupper()] == [name for name in dir(words_fr) if name.isupper()]
    assert list(words_en.SUITS) == list(words_fr.SUITS)


def raised(*sources: str) -> set[str]:
    text = "".join((ROOT / source).read_text(encoding="utf-8") for source in sources)
    return set(re.findall(r'LogError\(\s*"(\w+)"', text))


def test_no_sentence_is_of_no_error_and_the_tables_are_on_the_board():
    """That every error has one: test_texts.py."""
    table, files = set(in_language("tierce.names", "en").ERRORS), set(ERRORS)
    assert not table & files
    names = ("referee", "rulings", "log", "presets", "game", "hints")
    engine = [f"firmware/tierce/{name}.py" for name in names]
    told = raised(*engine, "host_tools/tierce_tools/hints/questions.py")
    # hints/answers.py chooses one of these two.
    assert told | {"no_meld", "joker_unsaid"} == table | files
    # What a referee reports at a table: its hints, and errors in house rules.
    assert raised(*engine[3:]) - {"not_object"} <= table
