"""`tierce test`: runs the rules tests on this Python, in MicroPython or on a board, by clause."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tierce_tools.base.npm import NpmError
from tierce_tools.base.texts import N_, of_table, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.language import Lang
from tierce_tools.cli.options import flag, option
from tierce_tools.cli.streams import print_json, tell
from tierce_tools.logs.words import did_you_mean, house_text, shown
from tierce_tools.rules.clauses import CLAUSES

if TYPE_CHECKING:  # imported only when this verb runs
    from tierce_tools.rules.runners import RulesTest, Runner


class On(StrEnum):
    """Where the rules tests run."""

    cpython = "cpython"
    micropython = "micropython"


def test(
    on: Annotated[On, typer.Option(help=N_("Run on this computer's Python, or in MicroPython."))] = (On.cpython),
    clause: Annotated[str | None, option("NAME", N_("Only the tests of this clause."))] = None,
    rule: Annotated[
        list[str] | None,
        option("NAME=VALUE", N_("A house rule; the tests show which clauses still hold with it. May be repeated.")),
    ] = None,
    port: Annotated[
        str | None,
        option("PORT", N_("Run on the board at this serial port, such as /dev/ttyACM0 or COM3; auto finds it.")),
    ] = None,
    *,
    lang: Lang,
    as_json: Annotated[bool, flag("--json", N_("Print one line for each test."))] = False,
    list_clauses: Annotated[bool, flag("--list", N_("List the clauses."))] = False,
) -> None:
    """Run the rules tests: which clauses hold, which do not."""
    clauses = {name: texts(lang)(CLAUSES[name]) for name in CLAUSES}
    if list_clauses:
        for name, words in clauses.items():
            print(f"{name:24}{words}")
        return
    if clause is not None and clause not in clauses:
        _usage(
            texts(lang).gettext(
                "there is no clause {clause}; the clauses are: {clauses}", clause=clause, clauses=", ".join(clauses)
            )
        )
    house = house_rules(rule or [], lang)
    if port is not None and on is not On.cpython:
        raise Trouble("repl.on_and_port", "--on and --port do not go together: a board has a Python of its own")
    good = True
    with _runners(on) if port is None else _board(port, lang) as runners:
        for runner in runners:
            good = _report(runner, clause, house, clauses, lang, as_json) and good
    if not good:
        raise typer.Exit(1)


def _usage(text: str) -> None:
    typer.echo(text, err=True)
    raise typer.Exit(2)


def house_rules(rules: list[str], lang: str) -> dict[str, Any]:
    """Return house rules from NAME=VALUE, checked against the options; exits with 2 if bad."""
    from tierce.presets import OPTIONS, allowed_text, makes_sense

    house: dict[str, Any] = {}
    # The same option may have different limits in different games.
    options: dict[str, list[Any]] = {}
    for family in OPTIONS.values():
        for name, allowed in family.items():
            options.setdefault(name, []).append(allowed)
    for each in rules:
        name, equals, text = each.partition("=")
        if not equals:
            _usage(texts(lang).gettext("{rule} is not NAME=VALUE, as in first_lay_points=40", rule=each))
        if name not in options:
            said = texts(lang).gettext(
                "there is no option {name}; the options are: {options}",
                name=shown(name),
                options=", ".join(sorted(options)),
            )
            _usage(said + did_you_mean(name, options, lang))
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        if not any(makes_sense(value, allowed) for allowed in options[name]):
            error = of_table("names", lang).ERRORS["option_value"]
            known = dict.fromkeys(allowed_text(allowed) for allowed in options[name])
            _usage(error.format(shown(name), text, ", ".join(known)))
        house[name] = value
    return house


@contextmanager
def _runners(on: On) -> "Generator[list[Runner]]":
    from tierce_tools.rules.runners import OnCPython, OnMicroPython

    if on is On.cpython:
        yield [OnCPython()]
        return
    from tierce_tools.rules import vm

    try:
        machines = vm.find()
    except NpmError as error:
        _usage(str(error))
        raise
    yield [OnMicroPython(machine) for machine in machines]


@contextmanager
def _board(port: str, lang: str) -> "Generator[list[Runner]]":
    from tierce_tools.board.ports import choose
    from tierce_tools.board.rules_on_board import board_runner

    def testing(done: int, of: int, module: str) -> None:
        tell(say("Rules tests on the board: {done} of {of}, {module}", done=done + 1, of=of, module=module))

    say = texts(lang)
    with board_runner(choose(port).device, testing) as runner:
        yield [runner]


def _report(
    runner: "Runner", clause: str | None, house: dict[str, Any], clauses: dict[str, str], lang: str, as_json: bool
) -> bool:
    """Run the tests and report them; return whether all pass."""
    from tierce_tools.rules.runners import RulesError, run_rules

    try:
        tests = list(run_rules(runner, clause, house))
    except RulesError as error:
        _usage(str(error))
        raise
    failed = [each for each in tests if each.trouble]
    if as_json:
        for each in tests:
            print_json({"on": runner.name, **vars(each)})
        return not failed
    from rich.table import Table
    from rich.text import Text

    from tierce_tools.cli.consoles import console as console_of

    say = texts(lang)
    console = console_of()
    by_clause: dict[str, list[RulesTest]] = {}
    for name in clauses:
        found = [each for each in tests if each.clause == name]
        if found:
            by_clause[name] = found
    table = Table(title=say("Rules tests on {name}", name=runner.name), title_justify="left")
    table.add_column(say("clause"))
    table.add_column(say("tests"), justify="right")
    table.add_column("")
    broken = 0
    for name, found in by_clause.items():
        trouble = [each for each in found if each.trouble]
        broken += bool(trouble)
        verdict = Text(say("holds"), style="green")
        if trouble:
            verdict = Text(say("does not hold"), style="bold red")
        table.add_row(Text(clauses[name]), f"{len(found) - len(trouble)}/{len(found)}", verdict)
    if house:
        console.print(house_text(house, lang))
    console.print(table)
    for each in failed:
        console.print(Text(f"{clauses[each.clause]} [{each.clause}] {each.test}", style="bold"))
        console.print(Text(f"    {each.trouble}"))
    held = say(
        "Clauses that hold: {holding} of {clauses}. Tests: {passed} of {tests}.",
        holding=len(by_clause) - broken,
        clauses=len(by_clause),
        passed=len(tests) - len(failed),
        tests=len(tests),
    )
    console.print(held, style="red" if failed else "green")
    return not failed
