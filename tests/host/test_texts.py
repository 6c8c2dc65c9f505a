"""The catalogues of translations: complete in French, fresh, with the same placeholders."""

import ast
import gettext
import io
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from verbs import tierce_here

import catalogues
from tierce_tools.base import texts as texts_module
from tierce_tools.base.texts import LOCALE, Texts, languages, of_table, texts
from tierce_tools.logs.errors import ERRORS, LINES

pytestmark = pytest.mark.made_from("firmware/*.py", "host_tools/*", "hardware/tierce_plans/*.py")
TRANSLATIONS = languages()[1:]
DOMAINS = [
    (language, domain)
    for language in TRANSLATIONS
    for domain in catalogues.DOMAINS
    if catalogues.path_of(language, domain).exists()
]
TOOLS = LOCALE.parent
extracted = cache(catalogues.extracted)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def read(language: str, domain: str) -> Any:
    with catalogues.path_of(language, domain).open("rb") as file:
        return read_po(file, locale=language)


def forms(text: Any) -> list[str]:
    return list(text) if isinstance(text, (tuple, list)) else [text]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_french_has_its_no_break_spaces():
    """Before ; : ! ? » and %, and after «: `make words` writes them."""
    assert catalogues.no_breaks("« Où ? » dit-il ; 9 % : l\u2019as !") == (
        "«\u202fOù\u202f?\u202f» dit-il\u202f; 9\u00a0%\u00a0: l'as\u202f!"
    )
    documents = [*catalogues.french()]
    assert len(documents) > 50
    for path, text in documents:
        assert path.read_text("utf-8") == text, path
    for each in (each for language, domain in DOMAINS if language == "fr" for each in read("fr", domain) if each.id):
        for said in forms(each.string):
            assert said == catalogues.no_breaks(said), each.id
            assert not re.search(r"\w[;!»]|«\w|\w[:?](?!\S)", re.sub("\\S*:\\S*", "", said)), each.id


@pytest.mark.parametrize(("language", "domain"), DOMAINS)
def test_a_catalogue_has_the_texts_of_the_code(language: str, domain: str):
    """`make words` brings it up to date; one that is not complete has what is translated."""
    ours = {(each.context, str(each.id)) for each in extracted(domain) if each.id}
    found = [each for each in read(language, domain) if each.id]
    theirs = {(each.context, str(each.id)) for each in found}
    assert theirs == ours if language in catalogues.COMPLETE else theirs <= ours
    whole = language in catalogues.COMPLETE
    assert [each.id for each in found if not (all(forms(each.string)) if whole else any(each.string))] == []
    assert not whole or not any(each.fuzzy for each in found)


@pytest.mark.parametrize(("language", "domain"), DOMAINS)
def test_a_translation_has_the_placeholders_of_its_text(language: str, domain: str):
    for each in read(language, domain):
        wanted = fields(forms(each.id)[-1])
        # A form may have the number as a word, "one card": it is n, in the page's scripts 0.
        number = {"n", "0"} if isinstance(each.id, tuple) else set[str]()
        for form in filter(None, forms(each.string)):
            if domain == "page" and "1" not in wanted:
                # French has "d'Ana" beside "de Luc": the page gives that as {1}.
                form = form.replace("{1}", "{0}")
            assert fields(form) | number == wanted | number, each.id


@pytest.mark.parametrize(("language", "domain"), DOMAINS)
def test_a_catalogue_is_read_as_gettext_reads_it(language: str, domain: str):
    compiled = io.BytesIO()
    catalogue = read(language, domain)
    write_mo(compiled, catalogue)
    compiled.seek(0)
    theirs, ours = gettext.GNUTranslations(compiled), Texts(language, domain)
    for each in catalogue:
        one, *many = forms(each.id)
        if many and all(each.string):
            for n in (0, 1, 2, 5, 100):
                assert ours.catalogue[one][ours.plural(n)] == theirs.ngettext(one, many[0], n)
        elif each.context:
            assert ours.pgettext(each.context, one) == theirs.pgettext(each.context, one)
        elif one:
            assert ours.catalogue.get(one, [one])[0] == theirs.gettext(one)


def test_numbers_of_things():
    one, many = "{n} card left", "{n} cards left"
    assert [texts("en").ngettext(one, many, n) for n in (0, 1, 2)] == ["0 cards left", "1 card left", "2 cards left"]
    french = [texts("fr").ngettext(one, many, n) for n in (0, 1, 2)]
    assert french == ["reste 0 carte", "reste 1 carte", "reste 2 cartes"]


def test_english_is_what_a_language_lacks():
    assert texts("xx")("a text that nobody wrote: {n}", n=3) == "a text that nobody wrote: 3"
    assert texts("fr").pgettext("place", "nowhere") == "nowhere"
    assert texts("fr").number("-1,234.5") == "-1\N{NO-BREAK SPACE}234,5"


def marked(path: Path) -> Iterator[str]:
    """Yield the texts in a file that are given to a mark, or to `say` and the like."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in ("say", "_say", "gettext", "ngettext", "N_", "NN_"):
                if isinstance(node.args[0], ast.Constant):
                    yield str(node.args[0].value)


def test_every_text_that_is_marked_is_found():
    """Babel does not see a text in an f-string, or deep in the brackets of another one."""
    known = {forms(each.id)[0] for each in extracted("tierce")}
    for path in TOOLS.rglob("*.py"):
        assert set(marked(path)) <= known, path


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Yield (text, call) of each Trouble in a file whose text is written in it."""
    tree = parsed(path)
    named = {
        target.id: node.value.args[0]
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and node.value.args
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and name in ("Trouble", "Doubt"):
            text: Any = node.args[1]
            text = named.get(text.id) if isinstance(text, ast.Name) else text
            if isinstance(text, ast.Constant):
                yield str(text.value), node


def test_a_trouble_has_the_details_that_its_text_names():
    found = 0
    for path in [*TOOLS.rglob("*.py"), *(TOOLS.parents[1] / "hardware/tierce_plans").glob("*.py")]:
        for text, call in calls(path):
            given = {each.arg for each in call.keywords}
            assert fields(text) == given, f"{path}:{call.lineno}"
            found += 1
    assert found > 200


def test_every_error_of_a_log_has_its_sentence():
    known = {"BadLine": {*LINES}, "LogError": {*ERRORS}}
    engine = {*of_table("names", "en").ERRORS}
    for path in [*TOOLS.rglob("*.py"), *(TOOLS.parents[1] / "firmware").rglob("*.py")]:
        for node in ast.walk(parsed(path)):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in known and isinstance(node.args[0], ast.Constant):
                assert node.args[0].value in known[name] | engine, f"{path}:{node.lineno}"


@pytest.fixture
def dutch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str | bytes], None]:
    """Return a function that writes the tool's catalogue of a language nl."""
    monkeypatch.setattr(texts_module, "LOCALE", tmp_path)

    def write(content: str | bytes) -> None:
        path = tmp_path / "nl" / "LC_MESSAGES" / "tierce.po"
        path.parent.mkdir(parents=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    return write


def test_a_folder_is_a_language(tmp_path: Path, dutch: Callable[[str], None]):
    shutil.copytree(LOCALE / "fr", tmp_path / "fr")
    dutch(HEAD + 'msgid "nobody wins"\nmsgstr "niemand "\n"wint"\n\n#, fuzzy\nmsgid "knocks"\nmsgstr "klopt?"\n')
    languages.cache_clear()
    try:
        assert languages() == ("en", "fr", "nl")
        assert texts("nl")("nobody wins") == "niemand wint"
        assert texts("nl")("knocks") == "knocks"  # a fuzzy translation does not count
    finally:
        languages.cache_clear()
        texts.cache_clear()


HEAD = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'


@pytest.mark.parametrize(
    ("content", "said", "told"),
    [
        (HEAD.replace("(n", "(m") + 'msgid "knocks"\nmsgstr "klopt"\n', "knocks", True),
        ('msgid "knocks"\nmsgstr "klöpt"\n'.encode("latin-1"), "knocks", True),
        ("\ufeff" + HEAD + 'msgid "knocks"\nmsgstr "klopt"\n', "klopt", False),
        (HEAD + 'msgid "deal"\nmsgstr "x"\nmsgid "knocks"\nmsgstr "klopt"\n', "klopt", False),
        (HEAD + '#, fuzzy\nmsgid "deal"\nmsgstr "x"\nmsgid "knocks"\nmsgstr "klopt"', "klopt", False),
        *((HEAD + f'msgid "knocks"\nmsgstr "{bad}"\n', "knocks", False) for bad in ("klopt {", "{speler} klopt")),
    ],
)
def test_a_translators_mistake_leaves_the_english(
    dutch: Callable[[str | bytes], None], capsys: Any, content: str | bytes, said: str, told: bool
):
    dutch(content)
    assert Texts("nl")("knocks") == said
    assert ("tierce.po: its texts are in English" in capsys.readouterr().err) is told


def test_a_form_for_many_that_is_missing_is_english(tmp_path: Path, dutch: Callable[[str], None]):
    dutch(HEAD + 'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} kaart"\n')
    (tmp_path / "nl/LC_MESSAGES/page.po").mkdir()
    assert [Texts("nl").ngettext("{n} card", "{n} cards", n) for n in (1, 2)] == ["1 kaart", "2 cards"]
    assert Texts("nl", "page").catalogue == {}


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_each_language_is_offered(language: str):
    assert tierce_here("--lang", language, "--help").returncode == 0
    done = tierce_here("replay", "--help")
    assert f"<{'|'.join(languages())}>" in done.stdout
