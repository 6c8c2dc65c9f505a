"""The parts of the documents that are made: tables of games and options, examples as printed.

The pages `host_tools/COMMANDS.md` and `host_tools/commands/*.md`, README.md and RULES.md call these
functions between the marks of cog. `make manual` writes them anew; tests/host/test_manual.py says
when one is stale.
"""

import json
import os
import platform
import re
import shlex
import shutil
import sys
import tempfile
from datetime import date
from pathlib import Path

import games_tables
from cogapp import Cog
from verbs import tierce_here

from catalogues import no_breaks
from tierce_tools.base.texts import texts
from tierce_tools.broker.schemas import SCHEMAS as SCHEMAS_OF
from tierce_tools.broker.schemas import whole
from tierce_tools.cli.main import VERBS
from tierce_tools.logs.spreadsheet import COLUMNS

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("host_tools/COMMANDS*.md"), *ROOT.glob("host_tools/commands/*.md")])
GAMES = sorted([*ROOT.glob("README*.md"), *ROOT.glob("firmware/RULES*.md")])
TOPICS = sorted(ROOT.glob("host_tools/TOPICS*.md"))
SCHEMAS = ROOT / "host_tools/topics.json"
# Described once, in COMMANDS.md, where a verb has no sentence of its own for them.
COMMON = ("--lang", "--json", "--port", "--store")
_FIELDS = {"en": ("key", "type", "what it is", "example"), "fr": ("clé", "type", "ce que c'est", "exemple")}
_COLUMN = {"en": "column", "fr": "colonne"}
HEADS = {"en": ("option", "what it does"), "fr": ("option", "effet")}

_folder = tempfile.TemporaryDirectory(prefix="tierce-manual-")
_printed: dict[tuple[str, str], str] = {}


def language(page: str) -> str:
    """Return the language of a page, by its name."""
    return "fr" if page.endswith(".fr.md") else "en"


def folder(lang: str) -> Path:
    """Return the folder of a language's examples: recorded games, a store, a bad description."""
    at = Path(_folder.name, lang)
    games = at / "tests" / "games"
    if not games.exists():
        games.mkdir(parents=True)
        for log in (ROOT / "tests/games").glob("demo-*[!d].jsonl"):
            shutil.copy(log, games)
        small = json.loads((ROOT / "hardware/tables/small.json").read_text("utf-8"))
        small["spi"]["hz"] = 7000000
        small["leds"].update(count=300, bright=255)
        small["build"]["tuned_khz"] = 14000
        small["zones"][2]["at"][1] = 380
        del small["zones"][2]["reset"]
        (at / "mine.json").write_text(json.dumps(small), "utf-8")
        run("tierce replay --summary --store games.db tests/games", lang)
    return at


def run(command: str, lang: str) -> str:
    """Return what a command prints, on whichever machine and day; it runs once for a language."""
    if (command, lang) not in _printed:
        at = folder(lang)
        own = {"HOME": str(at), "XDG_DATA_HOME": str(at), "TIERCE_LANG": lang}
        env = {"PATH": os.environ["PATH"], "COLUMNS": "90", "TERM": "dumb", "TZ": "UTC", **own}
        done = tierce_here(*shlex.split(command)[1:], cwd=at, env=env)
        text = done.stdout + done.stderr
        for ours, shown in (
            (date.today().isoformat(), "2026-11-21"),
            (f"{date.today():%d/%m/%Y}", "21/11/2026"),
            (platform.python_version(), "3.11.7"),
        ):
            text = text.replace(ours, shown)
        _printed[command, lang] = "".join(line.rstrip() + "\n" for line in text.splitlines())
    return _printed[command, lang]


def rows(verb: str, lang: str) -> list[tuple[str, str]]:
    """Return the arguments and options of a verb with their sentences, as `--help` has them."""
    found: list[list[str]] = []
    for line in run(f"tierce {verb} --help", lang).partition("\n\n")[2].splitlines():
        named = re.match(r"  (\S.*?)(?:  +(\S.*))?$", line)
        if named and not line.startswith("   "):
            found.append([named[1], named[2] or ""])
        elif found and line.startswith("    "):
            # A line may be broken at a hyphen.
            found[-1][1] += (" " * (found[-1][1][-1:] != "-")) + line.strip()
    # The first one is the sentence about the verb.
    said = [(name, re.sub(" +", " ", text.strip())) for name, text in found[1:] if "--help" not in name]
    # click takes the no-break spaces out of the summaries of a verb's parts.
    return [(name, no_breaks(text)) for name, text in said] if lang == "fr" else said


def table(head: tuple[str, ...], lines: list[tuple[str, ...]]) -> str:
    """Return a Markdown table."""
    every = (head, ("---",) * len(head), *lines)
    return "".join("| " + " | ".join(each.replace("|", "\\|") for each in line) + " |\n" for line in every)


def option(name: str, text: str) -> tuple[str, str]:
    """Return a row of a table of options; typer's types and ranges are no use to a reader."""
    name = re.sub(r" <(?!\w+\|)[^>]*>", "", name)
    text = re.sub(r" ?\[\S*x[<>=]+\S*\]|; \S*x[<>=]+[\d.]+", "", text)
    return "`" + re.sub("[<>]", "", name) + "`", text


def common(lang: str) -> dict[str, str]:
    """Return the common options, by name with metavar, with the sentence that most verbs have."""
    every = [row for verb in VERBS for row in rows(verb, lang)]
    found: dict[str, str] = {}
    for name in COMMON:
        same = [row for row in every if row[0].split()[0] == name]
        names, text = max(same, key=same.count)
        found[names] = text
    return found


def shared(page: str) -> str:
    """Return the table of the common options."""
    lang = language(page)
    return table(HEADS[lang], [option(*row) for row in common(lang).items()])


def options(page: str, part: str = "") -> str:
    """Return the table of the options of a page's verb, and the names of its common options.

    `part` is one of the verb's parts, if it has some.
    """
    lang = language(page)
    known = common(lang)
    verb = f"{Path(page).name.partition('.')[0]} {part}".strip()
    own = [row for row in rows(verb, lang) if known.get(row[0]) != row[1]]
    also = ", ".join(f"`{row[0].split()[0]}`" for row in rows(verb, lang) if row not in own)
    made = table(HEADS[lang], [option(*row) for row in own]) + "\n" if own else ""
    if lang == "fr":
        return f"{made}Et {also} : [options communes](../COMMANDS.fr.md#options-communes).\n"
    return f"{made}And {also}: [common options](../COMMANDS.md#common-options).\n"


def shown(page: str, command: str, begin: "dict[str, str] | None" = None, lines: int = 0) -> str:
    """Return a block with a command and what it prints: from a line that begins so, some lines."""
    first = begin[language(page)] if begin else ""
    printed = run(command, language(page)).splitlines()
    at = next(at for at, line in enumerate(printed) if line.startswith(first))
    part = printed[at : at + lines] if lines else printed[at:]
    before = ["..."] if at else []
    after = ["..."] if printed[at + len(part) :] else []
    french = " --lang fr" if language(page) == "fr" else ""
    return "\n".join(["```", f"$ {command}{french}", *before, *part, *after, "```", ""])


def games(page: str) -> str:
    """Return the table of the games."""
    return table(*games_tables.games(language(page)))


def rules(page: str, family: str) -> str:
    """Return the table of the options of a family of games."""
    return table(*games_tables.options(language(page), family))


def schemas() -> str:
    """Return the file of the topics' JSON Schemas."""
    return json.dumps(whole(), indent=2, ensure_ascii=False) + "\n"


def fields(page: str, topic: str) -> str:
    """Return the table of the keys of a topic's JSON."""
    lang = language(page)
    say = texts(lang)
    lines: list[tuple[str, ...]] = []
    for key, schema in SCHEMAS_OF[topic]["properties"].items():
        kind = schema.get("type", "enum")
        kinds = " | ".join(kind) if isinstance(kind, list) else kind
        of = schema.get("items", {}).get("type")
        example = json.dumps(schema["examples"][0], ensure_ascii=False)
        told = say(schema["description"])
        if "enum" in schema and topic == "event":
            told += " (" + ", ".join(f"`{each}`" for each in schema["enum"]) + ")"
        lines.append((f"`{key}`", f"{kinds} of {of}" if of else kinds, told, f"`{example}`"))
    return table(_FIELDS[lang], lines)


def columns(page: str, name: str) -> str:
    """Return the table of the columns of a CSV table."""
    lang = language(page)
    say = texts(lang)
    lines = [(f"`{key}`", kind, say(text), f"`{example}`") for key, (kind, text, example) in COLUMNS[name].items()]
    return table((_COLUMN[lang], *_FIELDS[lang][1:]), lines)


def renew(*args: str, lang: str = "") -> int:
    """Run cog over the pages (of one language): `-r` writes them, `--check` finds stale ones."""
    if "-r" in args:
        SCHEMAS.write_text(schemas(), "utf-8")
    pages = [str(page) for page in [*PAGES, *GAMES, *TOPICS] if lang in ("", language(page.name))]
    made = ("options", "fields", "columns", "games", "rules", "shared", "shown")
    calls = [f"{each} = lambda *a, **k: cog.out(manual.{each}(here, *a, **k))" for each in made]
    prologue = "; ".join(["import cog, manual", "here = cog.inFile", *calls])
    return Cog().main(["cog", *args, "-p", prologue, *pages])


if __name__ == "__main__":
    sys.exit(renew(*(sys.argv[1:] or ["-r"])))
