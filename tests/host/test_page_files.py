"""The page's files: every text is there, no other host, nothing inline."""

import json
import re
from pathlib import Path

from htmlpage import Page

from tierce.presets import OPTIONS
from tierce_tools.club import __file__ as CLUB_MODULE
from tierce_tools.page import STATIC
from tierce_tools.server import __file__ as SERVER
from tierce_tools.worker import __file__ as WORKER
from tierce_tools.worker.site import EDITOR, PAGES

FOLDERS = (STATIC, Path(SERVER).with_name("static"), Path(WORKER).with_name("static"))
SCRIPTS = sorted(STATIC.glob("*.js"))
PAGE = (STATIC / "index.html").read_text("utf-8")
BENCH = FOLDERS[2]  # the workbench's pages, which only the site has
BENCH_PAGES = sorted(BENCH.glob("*.html"))
BENCH_SCRIPTS = sorted(BENCH.glob("*.js"))
CLUB = Path(CLUB_MODULE).with_name("static")  # the page of many tables
CLUB_PAGES = {"index.html", "office.html"}
OTHER_PAGES = (*BENCH_PAGES, *(CLUB / name for name in sorted(CLUB_PAGES)))
OTHER_SCRIPTS = (*BENCH_SCRIPTS, *sorted(CLUB.glob("*.js")))
TEXTS = {path.name: path.read_text("utf-8", "replace") for path in STATIC.iterdir() if path.is_file()}
ICONS = json.loads(TEXTS["manifest.webmanifest"])["icons"]

# key: N_("text"), NN_("one", "many") or NP_("context", "text")
ENTRY = re.compile(r"[ ]{1,2}(\w+): (?:N_|NN_|NP_)\(")


def words() -> list[str]:
    return ENTRY.findall(TEXTS["texts.js"])


def test_every_value_of_an_option_has_its_words():
    values = {value for options in OPTIONS.values() for allowed in options.values() for value in allowed}
    named = {f"choice_{value}" for value in values if isinstance(value, str)}
    others = {"choice_number", "choice_true", "choice_false"}
    assert named == {key for key in words() if key.startswith("choice_")} - others


def tags(page: str = PAGE) -> list[tuple[str, dict[str, str | None]]]:
    return Page(page).all


def other_tags() -> list[tuple[str, dict[str, str | None]]]:
    return [tag for page in OTHER_PAGES for tag in tags(page.read_text("utf-8"))]


def test_every_word_that_is_asked_for_is_there() -> None:
    asked = {
        value
        for _, attributes in (*tags(), *other_tags())
        for name, value in attributes.items()
        if name in ("data-t", "data-t-label", "data-t-title")
    }
    for path in (*SCRIPTS, *OTHER_SCRIPTS):
        asked.update(re.findall(r'\bt\("(\w+)"', path.read_text("utf-8")))
    assert len(asked) > 100
    assert asked - set(words()) == set()


def test_every_word_that_is_there_is_asked_for() -> None:
    """By its name, or by a composed one: `fault_${what}`, `${what}_long`."""
    others = [path.read_text("utf-8") for path in (*OTHER_SCRIPTS, *OTHER_PAGES)]
    asking = "\n".join([*(text for name, text in TEXTS.items() if name != "texts.js"), *others])
    named = set(re.findall(r"\w+", asking))
    heads = tuple(re.findall(r"`(\w+_)\$\{", asking))
    tails = re.findall(r"`\$\{\w+\}(_\w+)`", asking)
    for key in words():
        short = [key.removesuffix(tail) for tail in tails]
        assert key.startswith(heads) or not named.isdisjoint([key, *short]), key


def test_nothing_is_asked_of_another_host() -> None:
    for name, text in TEXTS.items():
        found = re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"']*", text)
        assert [url for url in found if not url.startswith("http://www.w3.org/")] == [], name


def test_nothing_is_inline_that_the_server_forbids() -> None:
    for tag, attributes in (*tags(), *other_tags()):
        assert tag != "style"
        assert tag != "script" or attributes.get("src")
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
    for path in (*SCRIPTS, *OTHER_SCRIPTS):
        text = path.read_text("utf-8")
        assert not re.search(r"innerHTML|insertAdjacentHTML|document\.write|\beval\(", text)
        assert 'setAttribute("style"' not in text


def test_every_file_that_is_named_is_there() -> None:
    """Each shell has its own part; every file of the page is referred to by one."""
    page = {*re.findall(r'"static/([\w.-]+)"', PAGE), *(icon["src"] for icon in ICONS)}
    own = {
        path: set(re.findall(r'from "\./([\w.-]+)"', path.read_text("utf-8")))
        for folder in FOLDERS
        for path in folder.glob("*.js")
    }
    named = page.union(*(own[path] for path in SCRIPTS))
    for folder in FOLDERS[1:]:
        needed = named.union(*(own[path] for path in folder.glob("*.js")))
        assert needed - set(TEXTS) == needed & ({path.name for path in folder.iterdir()} | EDITOR.keys())
        named -= {path.name for path in folder.iterdir()} | EDITOR.keys()
    # index.html is the page itself.
    assert set(TEXTS) - named.union(*(own[path] for path in BENCH_SCRIPTS)) == {"index.html"}


def test_the_manifest_and_the_icons_are_those_of_every_page() -> None:
    for text in (PAGE, *(path.read_text("utf-8") for path in OTHER_PAGES if path.name in ("index.html", "bench.html"))):
        links = {attributes.get("rel"): attributes.get("href") for tag, attributes in tags(text) if tag == "link"}
        assert links["manifest"] == "static/manifest.webmanifest"
        assert links["apple-touch-icon"] == "static/icon-180.png"
    for name, side in (("icon-180.png", "180"), *((icon["src"], icon["sizes"].split("x")[0]) for icon in ICONS[1:])):
        head = (STATIC / name).read_bytes()[:24]
        assert head[:4] == b"\x89PNG"
        assert {int.from_bytes(head[16:20]), int.from_bytes(head[20:])} == {int(side)}


def test_the_page_of_many_tables_takes_what_it_shares_from_the_tables_page() -> None:
    named = {
        name for page in CLUB_PAGES for name in re.findall(r'"static/([\w.-]+)"', (CLUB / page).read_text("utf-8"))
    }
    for path in CLUB.glob("*.js"):
        named.update(re.findall(r'from "\./([\w.-]+)"', path.read_text("utf-8")))
    assert named - set(TEXTS) == {path.name for path in CLUB.iterdir()} - {*CLUB_PAGES, "wall.js"}


def test_ids_are_given_once_and_scripts_ask_for_those_that_there_are() -> None:
    frame = ids(BENCH / "bench.html")
    pages = [(ids(STATIC / "index.html"), SCRIPTS)]
    for page in CLUB_PAGES:
        own = [path for path in CLUB.glob("*.js") if (path.stem == "office") == (page == "office.html")]
        pages.append((ids(CLUB / page), [path for path in own if path.stem != "wall"]))
    pages += [([*frame, *ids(BENCH / f"{name}.html")], [BENCH / f"{name}.js"]) for name in PAGES]
    for there, scripts in pages:
        assert len(there) == len(set(there))
        for path in scripts:
            asked = re.findall(r'(?:querySelector|find)\("#([\w-]+)"\)', path.read_text("utf-8"))
            assert set(asked) <= {*there}, path.name


def ids(page: Path) -> list[str]:
    return [attributes["id"] or "" for _, attributes in tags(page.read_text("utf-8")) if attributes.get("id")]


def test_no_text_takes_anothers_name() -> None:
    assert sorted(words()) == sorted(set(words()))


def test_modules_are_short() -> None:
    for path in SCRIPTS:
        assert len(TEXTS[path.name].splitlines()) < 350 or path.name == "texts.js", path.name
