"""The workbench beside the table: a hand, cards, a log, house rules, a match with real cards; JSON, without a table.

What is asked is whatever somebody typed or pasted: what is wrong with it is one sentence.
"""

import io
import json
import logging
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tierce.cards import code as card_code
from tierce.cards import parse
from tierce.check import check, light
from tierce.presets import PRESETS, LogError, rules_of
from tierce.referee import Referee
from tierce_tools.base import paths
from tierce_tools.base.plain import plain
from tierce_tools.base.texts import N_, SOURCE, languages, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.hints import questions
from tierce_tools.hints.said import Group, Part, Sentence, parts
from tierce_tools.hints.typed import NO_CARD, code, codes, faces
from tierce_tools.logs.reader import BadLine, numbered, records
from tierce_tools.logs.replay import Step, steps
from tierce_tools.logs.words import error_text, house_text, names
from tierce_tools.match.lines import Lines, unstyled
from tierce_tools.match.paper import note, rows
from tierce_tools.page import requests, sections
from tierce_tools.page.real import Session
from tierce_tools.rules.clauses import CLAUSES
from tierce_tools.rules.inside import Inside
from tierce_tools.rules.program import OWN, mistakes, places, sources
from tierce_tools.rules.reasons import sentence
from tierce_tools.rules.runners import RulesError, modules, run_rules
from tierce_tools.twin import inventory
from tierce_tools.twin.assembly import uid_of
from tierce_tools.virtual.checks import NO_ACTION, shown
from tierce_tools.virtual.playback import LONGEST

MOST_LINES = 2000  # of a log that are shown; the score sheet has all rounds
MATCHES = ("demo-{}", "{}-1", "{}-2")  # of a game, those there are: played under other rules too
_LETTERS = 160  # of a line of a log that are shown
_TYPED = 2000  # letters of what is typed into a field

_LOGGER = logging.getLogger(__name__)
Told = dict[str, Any]


def answer(text: str, more: Mapping[str, Callable[[Told, str], Told]] = MappingProxyType({})) -> str:
    """Answer a request {"id", "do", "language", ...} as a table does: JSON either way. `more` are kinds of requests."""
    number: requests.Number = None
    language = SOURCE
    try:
        asked = requests.read(text)
        number = requests.number_of(asked)
        if asked.get("language") in languages():
            language = str(asked["language"])
        do = {**_DO, **more}.get(requests.checked(asked)["do"])
        if do is None:
            raise Trouble("table.no_action", NO_ACTION, action=shown(asked["do"]))
        return json.dumps({"re": number, **do(asked, language)})
    except (LogError, BadLine) as error:
        said = error_text(error, language)
        return json.dumps({"re": number, "error": {SOURCE: said, language: said}})
    except Exception as error:
        if not isinstance(error, Trouble):
            _LOGGER.exception("the workbench")
        return json.dumps(requests.refused(number, error))


def about(asked: Told, language: str) -> Told:
    """Return the games with their options, the modules of the rules tests, names of logs."""
    return {"games": sections.games(), "modules": modules(), "samples": sorted(_samples())}


def sample(asked: Told, language: str) -> Told:
    """Return the log of a lesson or of a recorded match, by its name. Raises Trouble."""
    name = asked.get("name")
    found = _samples().get(name) if isinstance(name, str) else None
    if found is None:
        raise Trouble("workbench.no_sample", "There is no log {name} here.", name=shown(name))
    return {"text": found.read_text("utf-8")}


def _samples() -> dict[str, Path]:
    lessons = {path.name: path for path in paths.lessons().glob("*.jsonl")}
    recorded = {path.name: path for path in paths.games().glob("demo-*.jsonl") if path.suffixes == [".jsonl"]}
    return {**recorded, **lessons}


# --- a hand


def hand(asked: Told, language: str) -> Told:
    """Say what a hand could do.

    `cards` and each of `table` are typed as in the command `hint`, `jokers` as "X1=5H X2=KS".
    Raises LogError, or Trouble.
    """
    held = codes(_typed(asked.get("cards", "")), language)
    question: Told = {
        "game": asked.get("game"),
        "hand": held,
        "laid": asked.get("laid", False),
        "round": asked.get("round", 1),
        "rules": asked.get("rules", {}),
        "table": [found for each in _typed(asked.get("table", "")).splitlines() if (found := codes(each, language))],
    }
    stands = [each.partition("=") for each in _typed(asked.get("jokers", "")).split()]
    question["jokers"] = {code(joker, language): code(card, language) for joker, _, card in stands}
    found = dict(questions.answer(question))
    return {"hand": held, "parts": [_part(each) for each in parts(found, held, language)]}


def _part(part: Part) -> Told:
    if isinstance(part, Sentence):
        return {"text": part.text, "kind": part.kind}
    if isinstance(part, Group):
        return {"title": part.title, "melds": part.melds, "new": sorted(part.new)}
    return {"joker": part.joker, "card": part.card}


def _typed(text: object) -> str:
    """Return what was typed into a field. Raises Trouble if it is no such text."""
    if not isinstance(text, str) or len(text) > _TYPED:
        raise Trouble(
            "workbench.too_long", "That is too long for this field: it takes {letters} letters.", letters=_TYPED
        )
    return text


# --- what is this?

_KINDS = {
    "run": N_("A run"),
    "set": N_("A set"),
    "set4": N_("A set of four"),
    "none": N_("No meld"),
    "short": N_("Not yet a meld"),
}


def what(asked: Told, language: str) -> Told:
    """Say what some `cards`, typed as a hand, are by the rules of a `game`: run, set, neither, why.

    Raises LogError, or Trouble.
    """
    game = asked.get("game")
    preset: Mapping[str, Any] = PRESETS.get(game, {}) if isinstance(game, str) else {}
    rules = rules_of(game, preset.get("seats", (2,))[0], asked.get("rules", {}))
    cards = [parse(card) for card in faces(_typed(asked.get("cards", "")), language)]
    if not cards:
        raise Trouble("workbench.no_cards", "No card is typed yet.")
    say = texts(language)
    where = say("the zone")
    kind, order, stands, points, _, why = found = check(rules, cards, where)
    key = kind
    if kind == "none":
        key = "none" if light(found) else "short"
    elif kind == "set" and len(cards) > 3:
        key = "set4"
    parts: list[Told] = [{"text": say(_KINDS[key]), "kind": "head"}]
    if not why:
        worth = say.ngettext("{n} point", "{n} points", points)
        parts = [{"text": f"{say(_KINDS[key])}, {worth}", "kind": "head"}]
    told = [sentence(each, language) for each in why]
    parts += [{"text": each[:1].upper() + each[1:] + ".", "kind": "note"} for each in told]
    parts += [{"joker": card_code(each), "card": card_code(stands[each])} for each in stands]
    mood = light(found) or ""
    return {"cards": [card_code(card) for card in order], "mood": mood, "parts": parts}


# --- a reading


def reading(asked: Told, language: str) -> Told:
    """Say how the tags of some `cards`, typed as a hand, are read: slots, questions, milliseconds.

    The tags are the modelled ones. Raises LogError, or Trouble.
    """
    cards = list(dict.fromkeys(codes(_typed(asked.get("cards", "")), language)))
    wrong = [each for each in cards if parse(each) < 0]
    if wrong:
        raise Trouble("hints.no_card", NO_CARD, card=shown(wrong[0]))
    uids = [uid_of(card) for card in cards]
    whose = {int.from_bytes(uid, "big"): card for uid, card in zip(uids, cards, strict=True)}
    found: list[Told] = [
        {
            "slot": slot,
            "cards": [whose[each] for each in here],
            "asked": [
                {"ends": inventory.grouped(value, count), "cards": [whose[each] for each in answer]}
                for value, count, answer in inventory.questions(here)
            ],
        }
        for slot, here in inventory.slots(uids).items()
    ]
    return {
        "slots": found,
        "silent": inventory.SLOTS - len(found),
        "extra": sum(len(each["asked"]) for each in found),
        "ms": round(inventory.limit_a(uids) / 1000, 1),
    }


# --- a log


def referee(asked: Told, language: str) -> Told:
    """Referee the log in `text`: what each line brings about, and the score sheet. Raises Trouble.

    A line that is no event of a log has an error, and changes nothing.
    """
    text = asked.get("text")
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else b""
    if len(data) > LONGEST:
        raise Trouble("workbench.log_too_long", "This log is longer than {megabytes} MB.", megabytes=LONGEST >> 20)
    raw = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    told: Lines | None = None
    found: list[Told] = []
    count = {"turn": 0, "refused": 0, "bad": 0, "left": 0}
    for step in steps(records(io.BytesIO(data)), partial(Referee, show_melds=True)):
        said: list[list[str]] = []
        if told is None:
            if step.referee and step.event:
                told = Lines(step.event, language)
        elif step.error is None:
            said = [[event, line] for event, pieces in told.lines(step) if (line := unstyled(pieces).strip())]
        for outcome in step.outcomes:
            count[outcome[0]] = count.get(outcome[0], 0) + 1
        count["bad"] += step.error is not None
        if len(found) >= MOST_LINES:
            count["left"] += 1
            continue
        line = raw[step.line - 1] if step.line <= len(raw) else b""
        found.append(
            {
                "n": step.line,
                "log": plain(line[: _LETTERS * 4].decode("utf-8", "replace"))[:_LETTERS],
                "said": said,
                "error": error_text(step.error, language) if step.error else "",
            }
        )
    return {
        "lines": found,
        "count": {key: count[key] for key in ("turn", "refused", "bad", "left")},
        **(_sheet(told, language) if told else {"title": "", "players": [], "sheet": None}),
    }


def _sheet(told: Lines, language: str) -> Told:
    rounds = told.rounds
    return {
        "title": names(language).GAMES[told.game],
        "players": told.players,
        "sheet": {
            "rows": [vars(each) for each in rows(rounds, told.say)],
            "note": note(rounds, told.say),
            "totals": rounds.totals,
            "winners": list(rounds.match["winners"]) if rounds.match else [],
        },
    }


# --- house rules


def rules(asked: Told, language: str) -> Told:
    """Play the recorded matches of a `game` under its house `rules` too. Raises LogError."""
    game, house = asked.get("game"), asked.get("rules", {})
    _check(game, house)
    return {
        "said": house_text(house, language) if house else "",
        "matches": [
            _compared(name.format(game), house, language)
            for name in MATCHES
            if (paths.games() / f"{name.format(game)}.jsonl").exists()
        ],
    }


def _check(game: object, house: object) -> None:
    """Raise LogError if there is no such game, or if it has no such house rules."""
    preset: Mapping[str, Any] = PRESETS.get(game, {}) if isinstance(game, str) else {}
    rules_of(game, preset.get("seats", (2,))[0], house)


def _compared(name: str, house: Mapping[str, Any], language: str) -> Told:
    text = (paths.games() / f"{name}.jsonl").read_text("utf-8")
    header, *events = map(json.loads, text.splitlines())
    other = {**header, "rules": {**header.get("rules", {}), **house}}
    return {
        "name": name,
        "players": [plain(each) for each in header["players"]],
        "as_played": _outcome([header, *events], language),
        "under_rules": _outcome([other, *events], language),
    }


def _outcome(log: list[Told], language: str) -> Told:
    """Return how a match comes out: who wins or is ahead, the totals, the first refusal ..."""
    told: Lines | None = None
    turns = refused = bad = 0
    first = error = ""
    for step in steps(numbered(log)):
        if step.referee is None:
            error = error_text(step.error, language) if step.error else ""
            break
        if told is None:
            told = Lines(log[0], language)
            continue
        bad += step.error is not None
        turns += _number(step, "turn")
        refused += _number(step, "refused")
        lines = [unstyled(line).strip() for event, line in told.lines(step) if event == "refused"]
        if lines and not first:
            first = " ".join(lines)
    rounds = told.rounds if told else None
    totals = rounds.totals if rounds else []
    best = (min if PRESETS[log[0]["game"]]["lowest_wins"] else max)(totals, default=0)
    return {
        "error": error,
        "turns": turns,
        "refused": refused,
        "bad": bad,
        "first": first,
        "rounds": rounds.count if rounds else 0,
        "totals": totals,
        "ahead": [seat for seat, total in enumerate(totals) if total == best],
        "winners": list(rounds.match["winners"]) if rounds and rounds.match else [],
    }


def _number(step: Step, event: str) -> int:
    return sum(outcome[0] == event for outcome in step.outcomes)


def clauses(asked: Told, language: str) -> Told:
    """Run one `module` of the rules tests under house `rules`. Raises LogError, or Trouble."""
    module, house = asked.get("module"), asked.get("rules", {})
    _check(asked.get("game"), house)
    if module not in modules():
        raise Trouble("workbench.no_module", "There are no rules tests {module}.", module=shown(module))
    try:
        tests = [*run_rules(Inside(), None, house, [str(module)])]
    except RulesError as error:
        raise Trouble("workbench.no_tests", "These rules tests can't run: {error}", error=plain(str(error))) from None
    say = texts(language)
    return {
        "tests": [
            {
                "clause": each.clause,
                "words": say(CLAUSES.get(each.clause, each.clause)),
                "test": each.test,
                "trouble": plain(each.trouble)[: _LETTERS * 4] if each.trouble else "",
                "at": places(each.at),
            }
            for each in tests
        ]
    }


# --- the program


def program(asked: Told, language: str) -> Told:
    """Return the names of the files that may be changed, and of the one that may be new."""
    return {"files": [name for name in sources() if name != OWN], "own": OWN}


def source(asked: Told, language: str) -> Told:
    """Return the text of a file of the program, by its `name`. Raises Trouble."""
    name = asked.get("name")
    found = sources().get(name) if isinstance(name, str) else None
    if found is None:
        raise Trouble("workbench.no_source", "There is no file {name} here.", name=shown(name))
    return {"text": found.read_text("utf-8") if found.exists() else ""}


def mistakes_in(asked: Told, language: str) -> Told:
    """Return what is wrong in the `text` of a file, by its `name`: its lines, from 1, and why. Raises Trouble."""
    name, text = asked.get("name"), asked.get("text")
    if not (isinstance(name, str) and isinstance(text, str)) or name not in sources():
        raise Trouble("workbench.no_source", "There is no file {name} here.", name=shown(name))
    return {"errors": [{"line": line, "text": plain(why)} for line, why in mistakes(name, text)]}


_DO: dict[str, Callable[[Told, str], Told]] = {
    "about": about,
    "sample": sample,
    "hand": hand,
    "what": what,
    "reading": reading,
    "referee": referee,
    "rules": rules,
    "clauses": clauses,
    "program": program,
    "source": source,
    "mistakes": mistakes_in,
    "real": Session().act,
}
