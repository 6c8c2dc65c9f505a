"""The site's page Build: what a table needs, and one file for its board; JSON, as the workbench.

It runs in a Python of its own, which has the plans and the program for a board besides.
"""

import json
import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from importlib import import_module
from typing import Any

from markdown_it import MarkdownIt

from tierce_plans import bom, budgets, diagram, pins
from tierce_plans.checks import problems
from tierce_plans.schematics import circuits, layout, picture
from tierce_tools.base.texts import texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import flash_image, images
from tierce_tools.board.archive import packed
from tierce_tools.board.build import build, has_taps
from tierce_tools.board.finding_texts import NEXT
from tierce_tools.board.uf2 import Image
from tierce_tools.description import descriptions, problem_texts
from tierce_tools.description.boards import BOARDS
from tierce_tools.description.descriptions import Description
from tierce_tools.page import workbench
from tierce_tools.worker import boarding, cable, reaching, teaching

Told = dict[str, Any]

_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")  # a description comes from anywhere
_PAGES = {"pins": pins.markdown, "parts": bom.markdown, "budget": budgets.markdown}
_MOST_PROBLEMS = 20
_POLL_S = 0.05  # how often a person's answer is looked for


def answer(text: str) -> str:
    """Answer a request of the page: see workbench.answer."""
    return workbench.answer(text, _DO)


def tables(asked: Told, language: str) -> Told:
    """Return the tables that there are plans for, each with its description, and the boards."""
    found: list[Told] = []
    for name in descriptions.names():
        table = descriptions.load(name, language)
        seats = sum(zone["zone"].startswith("seat") for zone in table.zones) or len(table.config["players"])
        text = descriptions.shipped(name).read_text("utf-8")
        found.append({"name": name, "zones": len(table.zones), "seats": seats, "text": text})
    return {"tables": found, "boards": {board.key: board.title for board in BOARDS}}


def plan(asked: Told, language: str) -> Told:
    """Return what the table of a description takes: its pages as HTML, its wiring as SVG, and what is wrong with it.

    `text` is the description, `board` the board that it is built with, "" for the description's own. Raises Trouble.
    """
    table, config = _described(asked, language)
    wrong = problem_texts.told(problems(table)[:_MOST_PROBLEMS], texts(language))
    told: Told = {"problems": wrong, "board": table.board.title, "config": config.decode()}
    if any(each["error"] for each in wrong):
        return told
    official = images.official(table.board.image, None)
    told |= {"file": official.file, "page": images.PAGE.format(table.board.image)}
    told |= {name: _html(make(table, language)) for name, make in _PAGES.items()}
    return {**told, "wiring": _wiring(table, language)}


def uf2(asked: Told, language: str) -> Told:
    """Return the file to drag onto a board: MicroPython, the program and the description of the table as config.json.

    `data` is MicroPython's own file in base64, `name` its name; the description is given as for `plan`. Raises Trouble.
    """
    table, config = _described(asked, language)
    try:
        raw = b64decode(str(asked.get("data", "")), validate=True)
    except ValueError:
        raw = b""
    image = _checked(raw, str(asked.get("name", ""))[:80], table)
    files = {**packed(build(taps=has_taps(config))), "config.json": config}
    made = flash_image.made(image, files)
    name = f"tierce-{table.name}-{table.board.image}.uf2"
    return {"name": name, "data": b64encode(made).decode(), "version": image.version}


def _checked(raw: bytes, name: str, table: Description) -> Image:
    try:
        return flash_image.checked(raw, name, table.board)
    except Trouble as trouble:
        if "--uf2" not in trouble.text:
            raise
        official = images.official(table.board.image, None)
        raise Trouble(
            trouble.name,
            "{name} is not a UF2 file of MicroPython: take {file} from {page}",
            name=name,
            file=official.file,
            page=images.PAGE.format(table.board.image),
        ) from None


def _described(asked: Told, language: str) -> tuple[Description, bytes]:
    """Return the table of a request, and its config.json. Raises Trouble if its description has errors."""
    name = "config.json"
    data = str(asked.get("text", "")).encode("utf-8", "surrogatepass")
    given = descriptions.value_of(data, name)
    wrong = descriptions.errors(given)
    if wrong:
        raise descriptions.refused(name, wrong, language)
    table = descriptions.from_config(given, str(given["name"]))
    board = asked.get("board")
    if board == table.board.key or board not in [each.key for each in BOARDS]:
        return table, data
    given["build"] = {**given.get("build", {}), "board": board}
    data = json.dumps(given, indent=2, ensure_ascii=False).encode() + b"\n"
    return descriptions.from_config(given, table.name), data


def _html(page: str) -> str:
    """Return a page as HTML without a style in it, which the page's policy forbids; it has its heading already."""
    return _PARSER.render(page.partition("\n")[2]).replace('style="text-align:right"', 'class="number"')


def _wiring(table: Description, language: str) -> str:
    """Return the drawing to wire a table by: on breadboards each wire, for the carrier board its schematic."""
    if table.build.on == "breadboard":
        return diagram.svg(table, language)
    return picture.svg(layout.schematic(circuits.build(table)))


# --- the board at the page's USB


def plug(line: Any) -> None:
    """Reach boards by the page's port: see static/line.js."""
    run_sync: Any = import_module("pyodide.ffi").run_sync

    global _line
    _line = line
    cable.plug(line, run_sync)


def deploy(asked: Told, language: str) -> Told:
    """Put the program on the board, with the described table's configuration if `with` says so. Raises Trouble."""
    config = _described(asked, language)[1] if asked.get("with") else None
    return _there(lambda: boarding.deploy(config, lambda done, of: _tell(progress=[done, of])))


def doctor(asked: Told, language: str) -> Told:
    """Examine the board; return the findings. Raises Trouble."""
    say = texts(language)
    return _there(lambda: boarding.doctor(language, lambda what, zone: _tell(progress=[say(NEXT[what], zone=zone)])))


def register(asked: Told, language: str) -> Told:
    """Teach the board its deck, card by card: see teaching. Raises Trouble."""
    return _there(lambda: teaching.register(asked, language, _line))


def reach(asked: Told, language: str) -> Told:
    """Measure how far a zone of the board reads, with a person's help: see reaching.reach. Raises Trouble."""
    say = texts(language)
    return _there(
        lambda: reaching.reach(
            str(asked.get("zone", "")),
            language,
            _answer,
            lambda what, zone: _tell(progress=[say(NEXT[what], zone=zone)]),
            lambda told: _tell(reached=told),
        )
    )


def reached(asked: Told, language: str) -> Told:
    """Return the picture and the lines of a report that is given. Raises Trouble."""
    return reaching.shown(asked.get("report"), language)


def _answer(text: str) -> str:
    """Ask the person at the page; return the key of the answer."""
    keys = teaching.Keys(_line)
    _tell(asks=text)
    while not (key := keys.get()):
        time.sleep(_POLL_S)
    return key


def _tell(**said: Any) -> None:
    _line.tell(json.dumps(said))


def _there(act: Callable[[], Told]) -> Told:
    """Do something with the board. Raises Trouble, in words for a page."""
    if _line is None:
        raise Trouble("ports.no_serial", "This browser can't reach a board by USB: Chrome or Edge can.")
    try:
        return act()
    except Trouble as trouble:
        raise boarding.told_here(trouble) from None


_line: Any = None
_DO = {
    "tables": tables,
    "plan": plan,
    "uf2": uf2,
    "deploy": deploy,
    "doctor": doctor,
    "register": register,
    "reach": reach,
    "reached": reached,
}
