"""The rules of each game, and how a table is built, for the page: documents without what is for programs.

Codes of clauses are left out. An option is an empty element that names it, which the page fills
with the option's words and the value in force: see static/rulebook.js.
"""

import html
import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tierce.outcomes import CODES
from tierce.presets import PRESETS, options_of, value_of
from tierce_tools.base import paths
from tierce_tools.base.texts import in_table, of_table

# The parts of the fine print, in the order of both files, with the games that each is for.
_FINE = ("laying", "gin", "manipulation", "gin", "rami500", "contrat", "laying")
_OPTIONS = tuple(of_table("names", "en").OPTIONS)  # as in the table's menus
PARSER = MarkdownIt("commonmark").enable("table")
_LEFT_OUT = {"link_open", "link_close", "html_block"}
_SOURCES = ("Sources:", "Sources\u00a0:")  # a paragraph for those who check the rules


@cache
def rulebook(language: str) -> dict[str, Any]:
    """Return the rules for a page in the language nearest to a wanted one.

    `sections` is HTML by name; `games` has, for each game, the names of its `parts`, of its `fine`
    print, and its `options` with their values; `options` their words. `build` says which tables can be built.
    """
    spoken = in_table(language)
    names = of_table("names", spoken)
    sections = _sections(spoken, names.GAMES)
    heads = list(sections)
    own = [head for head in heads if head in PRESETS]
    shared, people, fine = heads[heads.index(own[0]) - 1], heads[heads.index(own[-1]) + 1], heads[-len(_FINE) :]
    games: dict[str, Any] = {}
    for game, preset in PRESETS.items():
        kinds = {preset["family"], preset["plays"]}
        allowed = options_of(preset)
        games[game] = {
            "parts": [game if game in own else "rami51", *([shared] if preset["family"] == "laying" else ())],
            "fine": [people, *(head for head, kind in zip(fine, _FINE, strict=True) if kind in kinds)],
            "options": {name: value_of(preset, name) for name in _OPTIONS if name in allowed},
        }
    used = {head for game in games.values() for head in (*game["parts"], *game["fine"])}
    return {
        "sections": {head: text for head, text in sections.items() if head in used},
        "games": games,
        "options": {name: names.OPTIONS[name] for name in _OPTIONS},
        "build": _build(spoken, names.GAMES),
    }


def _build(language: str, games: Any) -> str:
    """Return the first two sections of hardware/README.md: what can be built, and in which order."""
    tokens = _tokens(paths.building(), "README", language)
    heads = [at for at, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    return _html(tokens[heads[0] : heads[2]], games)


def _sections(language: str, games: Any) -> dict[str, str]:
    """Return the HTML of each section of RULES.md by its heading; the fine print's parts are sections of their own."""
    tokens = _tokens(paths.rules_text(), "RULES", language)
    chapters = [at for at, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    parts = [at for at, token in enumerate(tokens[chapters[-1] :], chapters[-1]) if _opens(token)]
    found: dict[str, str] = {}
    for start, end in pairwise([*chapters[:-1], *parts, len(tokens)]):
        head = tokens[start + 1].content
        found[head] = _html(tokens[start:end], games)
    return found


def _tokens(folder: Path, name: str, language: str) -> list[Token]:
    """Return the tokens of a document in a language."""
    suffix = "" if language == "en" else f".{language}"
    text = (folder / f"{name}{suffix}.md").read_text("utf-8")
    return [token for token in PARSER.parse(text) if token.type not in _LEFT_OUT]


def _html(tokens: list[Token], games: Any) -> str:
    return PARSER.renderer.render(_for_players(tokens, games), PARSER.options, {})


def _opens(token: Token) -> bool:
    return token.type == "heading_open" and token.tag == "h3"


def _for_players(tokens: list[Token], games: Any) -> list[Token]:
    """Return a section's tokens, one level deeper, without links, codes and sources."""
    found: list[Token] = []
    for at, token in enumerate(tokens):
        if token.type in ("heading_open", "heading_close"):
            token.tag = {"h2": "h3", "h3": "h4"}[token.tag]
        if any(each.type == "inline" and each.content.startswith(_SOURCES) for each in tokens[max(0, at - 1) : at + 2]):
            if token.type.startswith("paragraph") or token.content.startswith(_SOURCES):
                continue
        if token.type == "inline":
            token.children = [_worded(each, games) for each in token.children or () if each.type not in _LEFT_OUT]
            if token.content in games:
                token.children = [Token("text", "", 0, content=games[token.content])]
        found.append(token)
    return found


def _worded(token: Token, games: Any) -> Token:
    """Return an inline token; what stands in code is a clause's code, an option, a value, a game, or code."""
    if token.type != "code_inline":
        return token
    name, _, value = token.content.partition(": ")
    if name in CODES and not value:
        return Token("text", "", 0)
    if name in games:
        return Token("text", "", 0, content=games[name])
    if name in _OPTIONS:
        told = f' data-value="{html.escape(value)}"' if value else ""
        return Token("html_inline", "", 0, content=f'<em data-option="{name}"{told}></em>')
    try:
        known: object = json.loads(token.content)
    except ValueError:
        return token
    shown = known if isinstance(known, str) else token.content
    return Token("html_inline", "", 0, content=f'<em data-value="{html.escape(shown)}"></em>')
