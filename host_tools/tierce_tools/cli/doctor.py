"""`tierce doctor`: examines a table and reports findings with advice."""

import re
import sys
from collections.abc import Generator, Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tierce_tools.base.texts import N_, Texts, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.board.finding_texts import ASK, COLUMNS, DO, FOUND, NEXT, VERDICT, WHAT, as_object, number, sentence
from tierce_tools.board.reach_texts import PLACE
from tierce_tools.cli.consoles import console as console_of
from tierce_tools.cli.language import Lang
from tierce_tools.cli.options import AsJson, Port, flag, option
from tierce_tools.cli.streams import print_json
from tierce_tools.logs.words import line_of

if TYPE_CHECKING:  # imported where needed
    from rich.console import Console

    from tierce_tools.board.facts import Finding

Fact = dict[str, Any]

_STYLES = {"ok": "green", "look": "yellow", "bad": "bold red", "not examined": "dim"}


def doctor(
    port: Port = "auto",
    ask: Annotated[
        bool, flag("--ask", N_("Also test, with your help, cards, lights, screen, buttons, buzzer."))
    ] = False,
    cards: Annotated[bool, flag("--cards", N_("Also test cards, with your help."))] = False,
    zone: Annotated[list[str] | None, option("NAME", N_("Only this zone. May be repeated."), "--zone")] = None,
    config: Annotated[
        str | None,
        option("FILE|TABLE", N_("With --port modelled: the table's config.json, or the name of one of ours.")),
    ] = None,
    fault: Annotated[
        list[str] | None,
        option(
            "NAME[=WHERE]",
            N_(
                "With --port modelled: a mistake or fault to try, such as busy=meld1; a wrong name "
                "lists all. May be repeated."
            ),
        ),
    ] = None,
    reach: Annotated[
        bool, flag("--reach", N_("Measure with your help how far one zone reads, and write a report."))
    ] = False,
    out: Annotated[
        Path | None,
        option(
            "FILE",
            N_("With --reach: the report's file, by default reach-ZONE.json, or reach.json; a picture goes beside it."),
            "--out",
        ),
    ] = None,
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Examine a table: readers, lights, screen, buttons, memory."""
    from tierce_tools.board.facts import BAD
    from tierce_tools.board.findings import findings

    say = texts(lang)
    progress = Progress(say)
    tried = _tried(port, config, fault or [], lang)
    if reach:
        _reach(port, progress, lang, zone or [], out, as_json, tried)
        return
    if out:
        raise Trouble("doctor.out_reach", "--out is the report's file of --reach: add --reach")
    with closing(_facts(port, progress, lang, ask, cards, zone or [], tried)) as facts, progress:
        told = list(facts)
    found = [each for each in findings(told) if _wanted(each, zone or [])]
    if as_json:
        for each in found:
            print_json(as_object(each, say))
    else:
        show(found, _config(told), say, port)
    sys.stdout.flush()
    if any(each.verdict == BAD for each in found):
        raise typer.Exit(1)


def _reach(
    port: str, progress: "Progress", lang: str, zones: list[str], out: Path | None, as_json: bool, tried: Fact
) -> None:
    from tierce_tools.base.extras import need
    from tierce_tools.board.ports import MODELLED
    from tierce_tools.cli.doctor_reach import kind, measure, path_of

    need("plans", "fpdf", "numpy")
    path = path_of(out, zones[0] if zones else "")
    with closing(_facts(port, progress, lang, True, False, zones, {**tried, "kind": kind()})) as facts, progress:
        measure(facts, path, port == MODELLED, as_json, lang)


def _tried(port: str, config: str | None, faults: list[str], lang: str) -> Fact:
    """Return the modelled table's config, actual hardware and faults. Raises Trouble."""
    from tierce_tools.board.ports import MODELLED

    if port != MODELLED and (config is not None or faults):
        raise Trouble(
            "doctor.modelled_only",
            "--config and --fault are for the modelled table: add --port modelled; a real board gets its "
            "config.json by tierce deploy --config FILE",
        )
    if config is None:
        return {"faults": faults}
    from tierce_tools.description.descriptions import load

    return {"config": load(config, str(lang)).config, "faults": faults}


def _facts(
    port: str, progress: "Progress", lang: str, ask: bool, cards: bool, zones: list[str], tried: Fact
) -> Generator[Fact]:
    from tierce_tools.board.benches import on_board, on_modelled
    from tierce_tools.board.ports import MODELLED, choose

    how: Fact = {"only": zones, "cards_only": cards and not ask}
    if port == MODELLED:
        return on_modelled(progress.say, str(lang), **tried, **how)
    helper = Asking(progress) if ask or cards else None
    return on_board(choose(port).device, progress.say, str(lang), helper, **how, **_kind(tried))


def _kind(tried: Fact) -> Fact:
    return {key: tried[key] for key in ("kind",) if key in tried}


def _config(told: Iterable[Fact]) -> Fact:
    found: list[Fact] = [fact["config"] for fact in told if fact["fact"] == "config"]
    return found[-1] if found else {}


def _wanted(found: "Finding", zones: list[str]) -> bool:
    """Tell whether a finding belongs to the chosen zones, or to a part that they depend on."""
    if not zones:
        return True
    if found.zone:
        return found.zone in zones
    general = ("program", "config", "examination", "readers", "select", "play", "part")
    return found.verdict != "ok" and found.what in general


# --- during the examination


class Progress:
    """Shows the current step on a terminal's last line; does nothing off a terminal."""

    def __init__(self, say: Texts) -> None:
        self.texts = say
        self._status: Any = None

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        self.pause()

    def say(self, what: str, zone: str) -> None:
        """Show the next step."""
        if not sys.stderr.isatty():
            return
        text = self.texts(NEXT[what], zone=zone)
        if self._status is None:
            from rich.console import Console

            self._status = Console(stderr=True).status("")
        self._status.update(text)
        self._status.start()

    def pause(self) -> None:
        """Clear the line, so that others can write to the terminal."""
        if self._status:
            self._status.stop()


class Asking:
    """A helper (see examine.Helper): asks on standard error, reads answers from standard input."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._say = progress.texts
        self._over = False  # the person has ended the examination

    def lay(self, zone: str) -> bool:
        """Ask for a card in a zone."""
        answer = self._ask("card", zone)
        return not self._over and answer != self._say.pgettext("answer", "s")

    def place(self, what: str, zone: str, number: int) -> bool:
        """Ask for the cards of a step of `reach`."""
        self._tell(what, zone, number, " ")
        answer = self._ask("place", zone)
        return not self._over and answer != self._say.pgettext("answer", "s")

    def take(self, zone: str) -> None:
        """Ask to take the card away."""
        self._tell("take", zone)

    def sees(self, what: str, zone: str) -> bool | None:
        """Ask whether something is as it should be."""
        answer = self._ask(what, zone)
        return answer.startswith(self._say.pgettext("answer", "y")) if answer else None

    def listen(self) -> None:
        """Announce a sound."""
        self._tell("listen", "")

    def press(self, button: str) -> bool:
        """Ask for a button to be pressed."""
        self._tell("press", button)
        return not self._over

    def _tell(self, key: str, name: str, number: int = 0, end: str = "\n") -> None:
        if not self._over:
            self._progress.pause()
            print(self._say((ASK | PLACE)[key], name=name, number=number), end=end, file=sys.stderr, flush=True)

    def _ask(self, key: str, name: str) -> str:
        if self._over:
            return ""
        self._tell(key, name, end="")
        line = sys.stdin.readline() if sys.stdin else ""  # stdin is None after `<&-`
        answer = line.strip().lower()
        # End of input counts as the answer to end.
        if not line or answer == self._say.pgettext("answer", "q"):
            self._over = True
            answer = ""
        return answer


# --- the findings


def show(found: "list[Finding]", config: Fact, say: Texts, port: str) -> None:
    """Print a table of findings, then the advice."""
    from rich.table import Table
    from rich.text import Text

    from tierce_tools.board.facts import VERDICTS
    from tierce_tools.board.ports import MODELLED

    console = console_of()
    if port == MODELLED:
        title = say("Examination of a modelled table")
    else:
        title = say("Examination of the table “{name}”", name=line_of(config.get("name")))
    table = Table(title=Text(title, "table.title"), title_justify="left")
    for column in ("what", "where", "found", "verdict"):
        table.add_column(say(COLUMNS[column]), no_wrap=column in ("what", "verdict"), overflow="fold")
    for group in _grouped(found):
        first = group[0]
        value = _merged([each.value for each in group], say)
        table.add_row(
            say(WHAT[first.what]),
            _where(group, config, say),
            Text(sentence(FOUND, first.shown, value, say)),
            Text(say(VERDICT[first.verdict]), _STYLES[first.verdict]),
        )
    console.print(table)
    counts = {verdict: sum(each.verdict == verdict for each in found) for verdict in VERDICTS}
    _show_advice(found, config, say, console)
    fine = not counts["bad"] and not counts["look"]
    console.print(
        say(
            N_("All that was examined is in order ({ok}); not examined: {unexamined}.")
            if fine
            else N_("{bad} bad, {look} to look at, {ok} in order, {unexamined} not examined."),
            ok=counts["ok"],
            look=counts["look"],
            bad=counts["bad"],
            unexamined=counts["not examined"],
        ),
        style="bold",
    )


def _show_advice(found: "list[Finding]", config: Fact, say: Texts, console: "Console") -> None:
    from rich.padding import Padding
    from rich.text import Text

    from tierce_tools.board.facts import VERDICTS

    told: dict[tuple[str, str], list[Finding]] = {}
    for verdict in VERDICTS:
        for each in found:
            if each.advice and each.verdict == verdict:
                text = sentence(DO, each.advice, each.value, say)
                told.setdefault((verdict, text), []).append(each)
    if not told:
        return
    console.print(say("What to do"), style="bold")
    for (verdict, text), group in told.items():
        names = dict.fromkeys(say(WHAT[each.what]) for each in group)
        where = _where(group, config, say)
        head = ", ".join(names) + (f" ({where})" if where else "")
        text_of_verdict = say("{verdict}: ", verdict=say(VERDICT[verdict]))
        console.print(Text(text_of_verdict, _STYLES[verdict]).append(head, "bold"))
        console.print(Padding(Text(text), (0, 0, 0, 2)))


def _grouped(found: "list[Finding]") -> "list[list[Finding]]":
    """Group findings of a kind; findings with advice only if they are alike."""
    groups: dict[Any, list[Finding]] = {}
    for at, each in enumerate(found):
        own = {**each.value, "button": ""} if each.verdict in ("bad", "look") else {}
        key = (each.what, each.verdict, each.shown, each.advice, str(own))
        groups.setdefault(key if each.zone or each.button else at, []).append(each)
    return list(groups.values())


def _merged(values: list[Fact], say: Texts) -> Fact:
    """Return several values as one; differing numbers become a range."""
    merged: Fact = {}
    for key in values[0]:
        several = {value[key] for value in values}
        if len(several) == 1:
            merged[key] = values[0][key]
        elif all(isinstance(each, (int, float)) for each in several):
            ends = (number(end, say) for end in (min(several), max(several)))
            merged[key] = "–".join(map(str, ends))
        else:
            merged[key] = ", ".join(sorted(map(str, several)))
    return merged


def _where(group: "list[Finding]", config: Fact, say: Texts) -> str:
    zones = list(dict.fromkeys(each.zone for each in group if each.zone))
    buttons = list(dict.fromkeys(each.button for each in group if each.button))
    parts: list[str] = []
    if zones and len(zones) == len(config.get("zones", ())) > 1:
        parts.append(say("all zones"))
    elif zones:
        parts.append(_short(zones))
    if buttons and len(buttons) == len(config.get("buttons") or ()) > 1:
        parts.append(say("all buttons"))
    elif buttons:
        parts.append(_short(buttons))
    return ", ".join(parts)


def _short(names: list[str]) -> str:
    """Return names with consecutive numbers as a range: meld1–3."""
    runs: list[tuple[str, int, int]] = []
    for name in names:
        match = re.fullmatch(r"([a-z]+)(\d+)", name)
        stem, number = (match[1], int(match[2])) if match else (name, -1)
        if runs and match and runs[-1][0] == stem and runs[-1][2] == number - 1:
            runs[-1] = (stem, runs[-1][1], number)
        else:
            runs.append((stem, number, number))
    return ", ".join(
        stem if first < 0 else f"{stem}{first}" if first == last else f"{stem}{first}–{last}"
        for stem, first, last in runs
    )
