"""Interprets the facts of an examination: each finding has a verdict and advice.

Pure functions from facts to findings. `findings_readers` handles the zones, this module the rest.
All limits are constants and tables, so that measurements change only a number.
"""

from collections.abc import Callable, Iterable, Iterator

from tierce_plans import parts
from tierce_tools.board.facts import BAD, LOOK, OK, UNEXAMINED, Fact, Facts, Finding
from tierce_tools.board.findings_readers import of_readers
from tierce_tools.description.lights import COLOUR_MA, LIGHT_MA, WHITE

# Bytes of heap that a match of any game needs: BOARD.md, "What it costs a Pico".
HEAP = 153600
HEAP_SPARE = 4096
HZ = (100_000_000, 200_000_000)
MPY = [6, 3]
TRIED = ("1.27", "1.28")  # MicroPython versions that were tested
RESERVE = 16384  # bytes of flash that the journal leaves free
CLOCK_PPM = 500
LIGHTS_MA = 500  # the driver dims the lights to this total
PRESSED = 90  # per cent of samples in which the button was down
SCALE_TOP = 0x7FFFFF
SCALE_NOISE = 300
ERRORS = {28: "full", 30: "read_only"}
Rule = Callable[[Facts], Iterable[Finding]]


def findings(told: Iterable[Fact]) -> list[Finding]:
    """Return the findings for some facts, ordered from the inside of the table outwards."""
    facts = Facts(told)
    return [each for rule in (*_INSIDE, of_readers, *_DEVICES) for each in rule(facts)]


def _of(name: str) -> Callable[[Callable[[Facts, Fact], Iterator[Finding]]], Rule]:
    """Return a decorator: the rule judges the fact of this name, if it was told."""
    return lambda judge: lambda facts: [] if (fact := facts.one(name)) is None else judge(facts, fact)


# --- inside


@_of("tierce")
def _program(facts: Facts, fact: Fact) -> Iterator[Finding]:
    deployed = facts.one("deployed")
    value = {"version": fact["version"], "files": 0, "name": ""}
    if deployed and deployed["differ"]:
        value.update(files=len(deployed["differ"]), name=deployed["differ"][0])
        yield Finding("program", LOOK, "program_differs", value, "deploy")
    else:
        yield Finding("program", OK, "program", value)
    play = facts.one("play")
    if play and not play["answers"]:
        yield Finding("play", LOOK, "play_silent", {}, "play_silent")
    again = facts.one("restart")
    if again and not again["answers"]:
        yield Finding("play", BAD, "restart_silent", {}, "restart_silent")


@_of("micropython")
def _micropython(facts: Facts, fact: Fact) -> Iterator[Finding]:
    value = {"version": fact["version"], "mhz": round(fact["hz"] / 1e6), "name": fact["name"]}
    modelled = fact["name"] != "micropython"
    verdict, advice = OK, ""
    if not modelled:
        if fact["mpy"] != MPY:
            verdict, advice = BAD, "flash"
        elif ".".join(fact["version"].split(".")[:2]) not in TRIED:
            verdict, advice = LOOK, "other_version"
        elif not HZ[0] <= fact["hz"] <= HZ[1]:
            verdict, advice = LOOK, "frequency"
    yield Finding("micropython", verdict, "modelled" if modelled else "micropython", value, advice)


@_of("memory")
def _memory(facts: Facts, fact: Fact) -> Iterator[Finding]:
    value = {"free": fact["free"], "largest": fact["largest"], "needed": HEAP, "kib": fact["free"] // 1024}
    if fact["free"] < HEAP:
        yield Finding("memory", BAD, "memory", value, "memory")
    elif fact["free"] < HEAP + HEAP_SPARE or fact["largest"] < HEAP // 2:
        yield Finding("memory", LOOK, "memory", value, "memory_little")
    else:
        yield Finding("memory", OK, "memory", value)


def _clock(facts: Facts) -> Iterator[Finding]:
    looks = facts.all("clock")
    if len(looks) < 2:
        return
    first, last = looks[0], looks[-1]
    passed = (last["asked"] + last["answered"] - first["asked"] - first["answered"]) / 2
    if passed < 1:
        return
    # The board read its clock at some time between question and answer; its own resolution is 1 ms.
    doubt = (last["answered"] - last["asked"] + first["answered"] - first["asked"]) / 2 + 0.001
    off = (last["ms"] - first["ms"]) / 1000 - passed
    value = {"ppm": round(off / passed * 1e6), "doubt": round(doubt / passed * 1e6)}
    if abs(value["ppm"]) - value["doubt"] > CLOCK_PPM:
        yield Finding("clock", LOOK, "clock", value, "clock")
    else:
        yield Finding("clock", OK, "clock", value)


@_of("config")
def _config(facts: Facts, fact: Fact) -> Iterator[Finding]:
    for text in fact["errors"]:
        yield Finding("config", BAD, "text", {"text": text}, "config")
    if not fact["errors"]:
        value = {"name": facts.config["name"], "zones": len(facts.zones)}
        shown = {0: "config_none", 1: "config_one"}.get(len(facts.zones), "config")
        yield Finding("config", OK, shown, value)
    for each in facts.all("parts"):
        for name, reason in each["faults"]:
            value = {"name": name, "reason": reason}
            yield Finding("part", BAD, "part", value, "part")


def _failed(facts: Facts) -> Iterator[Finding]:
    for fact in facts.all("failed")[:1]:  # only the first: the others follow from it
        value = {"part": fact["part"], "error": fact["error"]}
        if fact["part"] in ("setup", "version") and "ImportError" in fact["error"]:
            yield Finding("program", BAD, "no_program", value, "no_program")
        else:
            yield Finding("examination", LOOK, "failed", value, "failed")


@_of("flash")
def _flash(facts: Facts, fact: Fact) -> Iterator[Finding]:
    journal = facts.one("journal") or {"bytes": 0, "limit": 0}
    value = {
        "free": fact["free"] // 1024,
        "total": fact["total"] // 1024,
        "needed": (journal["limit"] - journal["bytes"] + RESERVE) // 1024,
    }
    shown = "flash" if fact["total"] else "flash_free"
    if fact["trouble"]:
        advice = "flash_" + ERRORS.get(fact["trouble"], "broken")
        yield Finding("flash", BAD, shown, value, advice)
    elif fact["free"] < RESERVE:
        yield Finding("flash", BAD, shown, value, "flash_full")
    elif value["free"] < value["needed"]:
        yield Finding("flash", LOOK, shown, value, "flash_little")
    else:
        yield Finding("flash", OK, shown, value)


@_of("journal")
def _journal(facts: Facts, fact: Fact) -> Iterator[Finding]:
    value = {"kib": -(-fact["bytes"] // 1024), "limit": fact["limit"] // 1024}
    play = facts.one("play")
    if play and play.get("recording") is False:
        yield Finding("journal", BAD, "not_recording", value, "not_recording")
    elif play and play.get("doubt"):
        yield Finding("journal", BAD, "journal_damaged", value, "journal_doubt")
    elif fact.get("damaged"):
        yield Finding("journal", LOOK, "journal_damaged", value, "journal_damaged")
    else:
        yield Finding("journal", OK, "journal", value)


@_of("deck")
def _deck(facts: Facts, fact: Fact) -> Iterator[Finding]:
    value = {"cards": fact["cards"], "game": fact["game"], "lacking": fact["lacking"], "some": " ".join(fact["some"])}
    if fact["trouble"] == "damaged":
        yield Finding("deck", BAD, "deck_damaged", value, "deck_damaged")
    elif fact["trouble"] or not fact["cards"]:
        yield Finding("deck", LOOK, "deck_missing", value, "deck_missing")
    elif fact["lacking"]:
        yield Finding("deck", LOOK, "deck_lacks", value, "deck_lacks")
    else:
        yield Finding("deck", OK, "deck", value)


@_of("errors")
def _errors(facts: Facts, fact: Fact) -> Iterator[Finding]:
    if fact["bytes"]:
        yield Finding("errors", LOOK, "text", {"text": fact["last"]}, "errors")
    else:
        yield Finding("errors", OK, "no_errors")


# --- devices


def _lights(facts: Facts) -> Iterator[Finding]:
    leds = facts.config.get("leds")
    if not leds or not facts.one("lights"):
        return
    count, bright = leds["count"], leds["bright"]
    most = count * (LIGHT_MA + COLOUR_MA * WHITE * bright / 255)
    value = {"count": count, "bright": bright, "ma": round(min(most, LIGHTS_MA))}
    if count * LIGHT_MA >= LIGHTS_MA:
        yield Finding("lights", BAD, "lights", value, "lights_dark")
    elif count * LIGHT_MA >= LIGHTS_MA * 3 // 4:
        yield Finding("lights", LOOK, "lights", value, "lights_dim")
    else:
        yield Finding("lights", OK, "lights", value)
    said = {fact["zone"]: fact["right"] for fact in facts.all("seen") if fact["what"] == "lights"}
    for zone in facts.zones:
        if zone.get("leds"):
            value = {"first": zone["leds"][0], "last": sum(zone["leds"]) - 1}
            yield _told("zone_lights", said.get(zone["zone"]), value, zone["zone"])


def _told(what: str, right: bool | None, value: Fact, zone: str = "") -> Finding:
    """Return a finding that only a person can judge."""
    if right is None:
        return Finding(what, UNEXAMINED, "nobody", value, "ask", zone)
    if right:
        return Finding(what, OK, "right", value, "", zone)
    return Finding(what, BAD, "wrong", value, what, zone)


@_of("screen")
def _screen(facts: Facts, fact: Fact) -> Iterator[Finding]:
    screen = facts.config["screen"]
    part = parts.screen(screen["kind"])
    value: Fact = {"kind": part.label}
    if "error" in fact:
        value["error"] = fact["error"]
        advice = f"{screen['kind']}_{fact['error']}"
        other = [at for at in fact["there"] if at in part.addresses]
        if other and screen["address"] not in other:
            value["address"] = other[0]
            advice = "screen_address"
        yield Finding("screen", BAD, "screen_error", value, advice)
        return
    value.update(whole=fact["whole_ms"], part=fact["part_ms"])
    verdict, advice = OK, ""
    for limits, ms in zip(part.pictures_ms, (fact["whole_ms"], fact["part_ms"]), strict=False):
        if not limits[0] <= ms <= limits[1]:
            verdict, advice = LOOK, f"{screen['kind']}_{'slow' if ms > limits[1] else 'quick'}"
            break
    yield Finding("screen", verdict, "screen", value, advice)
    said = [fact["right"] for fact in facts.all("seen") if fact["what"] == "screen"]
    yield _told("picture", said[-1] if said else None, {})


def _buttons(facts: Facts) -> Iterator[Finding]:
    stuck: set[str] = set()
    for fact in facts.all("button"):
        name, down = fact["name"], fact["down"]
        value = {"button": name, "down": down}
        kind = "safe_pin" if name == "safe_pin" else "button"
        if down >= PRESSED:
            stuck.add(name)
            yield Finding(kind, BAD, "button_down", value, kind + "_down", button=name)
        elif down:
            stuck.add(name)
            yield Finding(kind, LOOK, "button_loose", value, "button_loose", button=name)
        else:
            yield Finding(kind, OK, "button_up", value, button=name)
    pressed = {fact["name"]: fact["pressed"] for fact in facts.all("pressed")}
    for fact in facts.all("button"):
        name = fact["name"]
        if name == "safe_pin" or name in stuck:
            continue
        went = pressed.get(name)
        value = {"button": name, "other": ", ".join(each for each in went or () if each != name)}
        if went is None:
            yield Finding("press", UNEXAMINED, "nobody", value, "ask", button=name)
        elif went == [name]:
            yield Finding("press", OK, "pressed", value, button=name)
        elif not went:
            yield Finding("press", BAD, "press_unseen", value, "press_unseen", button=name)
        else:
            yield Finding("press", BAD, "press_other", value, "press_other", button=name)


def _buzzer(facts: Facts) -> Iterator[Finding]:
    if facts.config.get("buzzer"):
        said = [fact["right"] for fact in facts.all("seen") if fact["what"] == "buzzer"]
        yield _told("buzzer", said[-1] if said else None, {})


@_of("scale")
def _scale(facts: Facts, fact: Fact) -> Iterator[Finding]:
    if "error" in fact:
        yield Finding("scale", BAD, "scale_error", {"error": fact["error"]}, "scale_silent")
        return
    low, high = fact["low"], fact["high"]
    value = {"level": (low + high) // 2, "noise": high - low}
    if (low == high and low in (0, -1)) or high >= SCALE_TOP or low <= -SCALE_TOP:
        yield Finding("scale", BAD, "scale", value, "scale_stuck")
    elif value["noise"] > (abs(fact["card"]) // 3 or SCALE_NOISE):
        yield Finding("scale", LOOK, "scale", value, "scale_noise")
    else:
        yield Finding("scale", OK, "scale", value)


_INSIDE = (_failed, _program, _micropython, _memory, _clock, _config, _flash, _journal, _deck, _errors)
_DEVICES = (_lights, _screen, _buttons, _buzzer, _scale)
