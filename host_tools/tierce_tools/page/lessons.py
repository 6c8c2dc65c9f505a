"""The lessons for the site, from hardware/lessons: what pupils see, what is for their teacher, and links to the pages.

A lesson is written once, for readers of the project too. On the site a command becomes a link to the page that does
the same, what it prints an answer, and what stands between <!-- terminal --> and <!-- end --> is left out. For pupils
are, in the steps of the course, the task, lists, hands and links; all else is their teacher's.
"""

import html
import json
import re
import shlex
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markdown_it.token import Token

from tierce_tools.base import paths
from tierce_tools.base.texts import in_table, of_table, texts
from tierce_tools.page.rulebook import PARSER
from tierce_tools.rules.program import sources

# The chapters of a lesson, in the order of its headings.
CHAPTERS = ("aims", "needed", "preparation", "hour", "course", "board", "exercises", "homework", "ages", "wrong")
_FOR_TEACHERS = {"needed", "preparation", "ages", "wrong"}
_TASKS = ("Your task.", "À vous.")
_LISTS = {"ordered_list_open", "bullet_list_open", "blockquote_open"}
# A page's name, as texts.js has it, and its file.
_PAGES = {
    "A hand": "hand",
    "What is this?": "meld",
    "A reading": "reading",
    "Referee": "referee",
    "House rules": "rules",
    "The program": "program",
}
_FLAGS = {"--melds"}  # options without a value
_PICTURE = re.compile(r"[\w.-]+\.(?:svg|webp)")


@cache
def lessons(language: str) -> list[dict[str, Any]]:
    """Return the lessons in the language nearest to a wanted one: title, and chapters {kind, title, html, steps}.

    A step has a title, HTML, and its `minutes`: {"45": [from, to], "55": ...}.
    """
    return [_Lesson(path.read_text("utf-8"), in_table(language)).told() for path in _files(in_table(language))]


def pictures() -> dict[str, bytes]:
    """Return name -> file, of all that the lessons show or have printed."""
    named = {name for path in paths.lessons().glob("[0-9]-*.md") for name in _PICTURE.findall(path.read_text("utf-8"))}
    return {name: (paths.lessons() / name).read_bytes() for name in sorted(named)}


def _files(language: str) -> list[Path]:
    every = sorted(paths.lessons().glob("[0-9]-*.md"))
    suffixes = [] if language == "en" else [f".{language}"]
    return [path for path in every if path.suffixes[:-1] == suffixes]


class _Lesson:
    """One lesson, on its way to HTML."""

    def __init__(self, text: str, language: str) -> None:
        self._say = texts(language, "page")
        self._games = of_table("names", language).GAMES
        self._headers: dict[str, str] = {}  # log -> its first line, as the lesson has changed it
        self._next_header = ""
        self._changes: dict[str, str] = {}  # file of the program -> its text, as the lesson has changed it
        terminal = re.compile(r"<!-- terminal -->.*?<!-- end -->\n", re.DOTALL)
        self._tokens = PARSER.parse(terminal.sub("", text))
        for token in self._tokens:
            token.children = [each for each in token.children or () if each.type != "text" or each.content]

    def told(self) -> dict[str, Any]:
        """Return the lesson as `lessons` does."""
        first, *chapters = self._split(self._tokens, "h2")
        assert len(chapters) == len(CHAPTERS), first[1].content
        heads = [self._text(chapter[1]) for chapter in chapters]
        bodies = dict(zip(CHAPTERS, (chapter[3:] for chapter in chapters), strict=True))
        made = [self._chapter(kind, head, bodies[kind]) for kind, head in zip(CHAPTERS, heads, strict=True)]
        course = next(each for each in made if each["kind"] == "course")
        for step, row in zip(course["steps"], self._rows(bodies["hour"]), strict=True):
            step["minutes"] = {"45": _minutes(row[0]), "55": _minutes(row[1])}
        return {"title": self._text(first[1]), "chapters": [each for each in made if each["kind"] != "hour"]}

    def _chapter(self, kind: str, title: str, tokens: list[Token]) -> dict[str, Any]:
        if kind == "course":
            before, *steps = self._split(tokens, "h3")
            assert not before
            made = [{"title": self._text(step[1]), "html": self._html(kind, step[3:])} for step in steps]
            changed = [any(each.info == "diff" for each in step) for step in steps]
            if any(changed):
                made[changed.index(True)]["html"] += self._whole()
            return {"kind": kind, "title": title, "steps": made}
        return {"kind": kind, "title": title, "html": self._html(kind, tokens), "teacher": kind in _FOR_TEACHERS}

    @staticmethod
    def _split(tokens: list[Token], tag: str) -> list[list[Token]]:
        """Return the tokens before the first heading of a kind, then those from each one."""
        found: list[list[Token]] = [[]]
        for token in tokens:
            if token.type == "heading_open" and token.tag == tag:
                found.append([])
            found[-1].append(token)
        return found

    @staticmethod
    def _rows(tokens: list[Token]) -> list[list[str]]:
        """Return the cells of the rows of a table, without its head."""
        rows: list[list[str]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(token.content)
        return rows[1:]

    def _text(self, inline: Token) -> str:
        return "".join(each.content for each in inline.children or ())

    # --- HTML

    def _html(self, kind: str, tokens: list[Token]) -> str:
        return "".join(self._block(kind, block) for block in _blocks(tokens))

    def _block(self, kind: str, block: list[Token]) -> str:
        """Return one block of a chapter; what only the teacher sees is marked so."""
        first = block[0]
        if first.type == "fence":
            return self._fence(kind, first)
        task = first.type == "paragraph_open" and self._is_task(block[1])
        for token in block:
            if token.type == "inline":
                token.children = [*self._inline(kind, token.children or [])]
        made = PARSER.renderer.render(block, PARSER.options, {})
        if task:
            return f'<div class="task">{made}</div>'
        mixed = kind in ("course", "exercises", "homework")
        seen = first.type in _LISTS or first.type == "heading_open" or kind == "homework"
        return made if seen or not mixed else f'<div class="notes">{made}</div>'

    @staticmethod
    def _is_task(inline: Token) -> bool:
        """Tell whether a paragraph is a task; its mark is taken away."""
        opens, mark = [*(inline.children or []), None, None][:2]
        if not (opens and mark and opens.type == "strong_open" and mark.content in _TASKS):
            return False
        inline.children = (inline.children or [])[3:]
        return True

    def _inline(self, kind: str, children: list[Token]) -> Iterator[Token]:
        """Yield the parts of a paragraph: links lead to the site's pages, an exercise's answer is the teacher's."""
        answers = [each.type for each in children[:1]] == ["em_open"] and kind in ("exercises", "homework")
        link = ""
        for at, token in enumerate(children):
            after = children[at + 1] if at + 1 < len(children) else None
            if token.type == "link_open":
                link = self._link(str(token.attrGet("href")))
                if link:
                    yield _raw(f'<a href="{html.escape(link)}" target="_blank" rel="noopener">')
            elif token.type == "link_close":
                if link:
                    yield _raw("</a>")
            elif token.type == "image":
                token.attrSet("src", f"lessons/{token.attrGet('src')}")
                token.attrSet("loading", "lazy")
                yield token
            elif token.type == "em_open" and after and (page := self._page(after.content)):
                yield _raw(f'<a href="{page}.html" target="_blank" rel="noopener">')
            elif token.type == "em_close" and self._page(children[at - 1].content):
                yield _raw("</a>")
            else:
                if answers and token.type == "em_open" and at:
                    yield _raw("</span>")
                yield token
                if answers and token.type == "em_close":
                    yield _raw('<span class="notes">')
        if answers:
            yield _raw("</span>")

    def _page(self, name: str) -> str:
        """Return the page of the site that has a name, in the lesson's language; "" if none has."""
        return next((page for english, page in _PAGES.items() if self._say(english).replace("’", "'") == name), "")

    @staticmethod
    def _link(href: str) -> str:
        """Return where a link of the lesson leads on the site; "" if to nothing there."""
        if href.startswith("#"):
            return ""
        if _PICTURE.fullmatch(href):
            return f"lessons/{href}"
        other = re.fullmatch(r"([0-9])-[\w.-]+\.md", href)
        return f"lesson.html#lesson={other[1]}" if other else ""

    # --- blocks of code

    def _fence(self, kind: str, fence: Token) -> str:
        what, text = fence.info, fence.content
        if what == "console":
            return "".join(self._command(kind, *each) for each in _commands(text))
        if what == "jsonl":
            self._next_header = text.strip()
        link = ""
        if what == "python":
            name = text.split("\n", 1)[0].removeprefix("# ")
            self._changes[name] = text.split("\n", 1)[1]
            link = self._button(f"program.html#copy={self._copy({name: self._changes[name]})}", "The program", name)
        if what == "diff":
            link = self._place(text)
        shown = text if what != "diff" else text.split("\n", 1)[1]
        return f'<pre class="code" data-kind="{what}"><code>{html.escape(shown)}</code></pre>{link}'

    def _place(self, text: str) -> str:
        """Make the change of a diff; return a link to its place in the file."""
        head, *lines = text.splitlines()
        name = head.removeprefix("--- ")
        sides = ["".join(line[1:] + "\n" for line in lines if line[0] != other) for other in "+-"]
        before = self._changes.get(name) or sources()[name].read_text("utf-8")
        assert before.count(sides[0]) == 1, (name, sides[0])
        self._changes[name] = before.replace(sides[0], sides[1])
        at = next(i for i, line in enumerate(lines) if line[0] == "+")
        address = f"program.html#file={quote(name)}&find={quote(lines[at - 1].strip())}"
        return self._button(address, "The program", name)

    def _whole(self) -> str:
        """Return a link to the program with all changes of the lesson, for the teacher."""
        files = ", ".join(each.rpartition("/")[2] for each in self._changes)
        link = self._button(f"program.html#copy={self._copy(self._changes)}", "The program", files)
        return f'<div class="notes">{link}</div>'

    def _copy(self, files: dict[str, str]) -> str:
        """Return a copy of the program for an address: see static/copies.js."""
        return _packed(json.dumps({"tierce": "program", "name": "", "files": files}, ensure_ascii=False))

    def _command(self, kind: str, command: str, printed: str) -> str:
        """Return a link to the page that does what a command does, and what it prints, to unfold."""
        found = self._target(command)
        link = ""
        if found:
            address, page, about, done = found
            link = self._button(address, page, about)
            if done or kind not in ("course", "exercises") or (kind == "exercises" and page == "Referee"):
                link = f'<div class="notes">{link}</div>'
        if not printed.strip() or not found:
            return link
        return f'{link}<details class="answer"><summary></summary><pre>{html.escape(printed)}</pre></details>'

    def _button(self, address: str, page: str, about: str) -> str:
        name = self._say(page)
        label = f"{name} · {about}" if about else name
        return (
            f'<p class="acts"><a class="button" href="{html.escape(address)}" target="_blank" rel="noopener">'
            f"{html.escape(label)}</a></p>"
        )

    def _target(self, command: str) -> tuple[str, str, str, bool] | None:
        """Return a command's page: its address and name, what it is about, and whether it tells the answer."""
        program, *words = shlex.split(command)
        options, others = _options(words)
        if program == "python":
            cards = " ".join(others[1:])
            return f"reading.html#cards={quote(cards)}", "A reading", cards, False
        if program != "tierce" or not others:
            return None
        verb, *rest = others
        rules = "".join(f"&rule={quote(rule)}" for rule in options.get("--rule", ()))
        game = options.get("--game", [""])[0]
        if verb == "hint":
            cards = " ".join(rest)
            return f"hand.html#game={game}&cards={quote(cards)}", "A hand", cards, False
        if verb == "replay":
            return self._log(rest[-1].rpartition("/")[2])
        if verb == "test":
            if rules:
                return f"rules.html#game=rami51{rules}", "House rules", ", ".join(options["--rule"]), False
            return "program.html", "The program", "", False
        if verb != "table":
            return None
        if rest:
            log = (paths.lessons() / rest[-1].rpartition("/")[2]).read_text("utf-8")
            return f"./#table=lesson&at=0&log={_packed(log)}", "The card table", rest[-1].rpartition("/")[2], False
        named = [name for name in ("game", "players", "seed") if f"--{name}" in options]
        asked = "".join(f"&{name}={quote(options[f'--{name}'][0])}" for name in named)
        about = [self._games[game]] if game else []
        about += [*options.get("--seed", ()), *options.get("--rule", ())]
        return f"./#table=lesson{asked}{rules}", "The card table", ", ".join(about), False

    def _log(self, name: str) -> tuple[str, str, str, bool]:
        """Return the page of the referee with a log; with its header as the lesson has changed it, it is an answer."""
        if self._next_header:
            self._headers[name], self._next_header = self._next_header, ""
        header = self._headers.get(name, "")
        with_header = f"&header={quote(header)}" if header else ""
        return f"referee.html#sample={name}{with_header}", "Referee", name, bool(header)


def _blocks(tokens: list[Token]) -> Iterator[list[Token]]:
    """Yield the blocks of the outermost level."""
    block: list[Token] = []
    for token in tokens:
        block.append(token)
        if token.level == 0 and token.nesting <= 0:
            yield block
            block = []


def _commands(text: str) -> Iterator[tuple[str, str]]:
    """Yield the commands of a console block, each with what it prints."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield command, printed


def _options(words: list[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Return the options of a command, each with its values, and its other words."""
    options: dict[str, list[str]] = {}
    others: list[str] = []
    rest = iter(words)
    for word in rest:
        if word in _FLAGS:
            continue
        if word.startswith("--"):
            options.setdefault(word, []).append(next(rest))
        else:
            others.append(word)
    return options, others


def _minutes(text: str) -> list[int]:
    return [int(each) for each in text.split("–")]


def _raw(text: str) -> Token:
    return Token("html_inline", "", 0, content=text)


def _packed(text: str) -> str:
    """Return a text as the page's packed.js packs it."""
    packer = zlib.compressobj(9, wbits=-15)
    return urlsafe_b64encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")
