"""The console script `tierce`: a table of verbs, one file each.

A verb's file, and its imports, are loaded only when that verb runs.
"""

import importlib
import os
import re
import sys
from collections.abc import Callable, Iterable
from functools import wraps
from itertools import pairwise
from typing import Any, NoReturn

import typer
import typer.core
import typer.main

from tierce_tools import __version__
from tierce_tools.base.texts import N_, languages, texts
from tierce_tools.cli.language import default_language, known_language
from tierce_tools.cli.leaving import loaded

# Each verb is a function in a file; both have the verb's name. If it has parts, its file lists
# these in PARTS, as this table, and has a function for each.
VERBS = {
    "demo": N_("Show recorded matches on the virtual table; one plays at once."),
    "table": N_("Play in the browser; the board's real program judges."),
    "site": N_("Write the virtual table as files that run in any browser."),
    "replay": N_("Referee recorded games: each turn judged, rounds scored."),
    "hint": N_("Say what a hand could do: best melds, discard, lay-offs."),
    "test": N_("Run the rules tests: which clauses hold, which do not."),
    "hardware": N_("Write a table's plans: pins, wiring, parts, budgets, templates."),
    "flash": N_("Put MicroPython on a Pico."),
    "deploy": N_("Put the table's program on a board."),
    "register": N_("Teach the table a deck of cards."),
    "doctor": N_("Examine a table: readers, lights, screen, buttons, memory."),
    "press": N_("Press the table's buttons over USB, and print its screen."),
    "watch": N_("Follow the table live."),
    "publish": N_("Publish what happens at a table to an MQTT broker."),
    "pull": N_("Fetch the table's journal into the store of games."),
    "logs": N_("List the games in the store."),
    "export": N_("Write games to files: logs, tables, score sheets."),
    "stats": N_("Show who wins, how rounds end, what is refused, and more."),
    "study": N_("Find out what a house rule changes, by rounds between computers."),
    "club": N_("Keep the games of many tables from a broker, and show them all."),
    "people": N_("Register people's cards: a tag laid on a seat says who plays."),
    "league": N_("Run a league: seasons, pairing, match points, standings."),
}
# What typer itself says: of its two options, and on each page.
_OPTIONS = (
    N_("Install completion for the current shell."),
    N_("Show completion for the current shell, to copy it or customize the installation."),
)
_PAGE = (
    N_("Usage: "),
    N_("Show this message and exit."),
    N_("\nArguments:"),
    N_("\nOptions:"),
    N_("\nCommands:"),
    N_("[default:"),
    N_("; required]"),
    N_("[required]"),
)
# What stands for a value on a page: FILE, NAME=VALUE.
_STANDS = (
    *(N_("ADDRESS"), N_("ARGS"), N_("BOARD"), N_("BUTTON"), N_("CARD"), N_("COMMAND"), N_("FILE"), N_("FOLDER")),
    *(N_("LEAGUE"), N_("LEVEL"), N_("LOG"), N_("MELD"), N_("NAME"), N_("NAMES"), N_("NUMBER"), N_("OTHER")),
    *(N_("PLAYER"), N_("RULE"), N_("SEAT"), N_("SEATS"), N_("SECONDS"), N_("SPEED"), N_("STORE"), N_("TEXT")),
    *(N_("VALUE"), N_("WHERE")),
)
_STAYING = {"club", "demo", "publish", "table", "watch"}  # they hold signals once they have something to put in order
_NO_OUTPUT = N_("standard output is closed: send it somewhere, as to a file or to /dev/null")
CONTEXT = {"help_option_names": ["-h", "--help"]}


class Verbs(typer.core.TyperGroup):
    """The verbs; listing them does not import them."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names, in the order of the table."""
        return list(VERBS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command without code, enough for `--help` and completion; None if unknown."""
        if cmd_name not in VERBS:
            return None
        return _translated(typer.core.TyperCommand(cmd_name, help=VERBS[cmd_name]))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return (name, command, rest); imports the verb."""
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            ctx.fail(_no_verb(args[0], VERBS))
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and _load(command.name or ""), rest

    def get_help(self, ctx: Any) -> str:
        """Return the help page of all verbs, in the chosen language."""
        _translated(self)
        return _page(super().get_help(ctx))


class Verb(typer.core.TyperCommand):
    """One verb, with its help in the chosen language."""

    def get_help(self, ctx: Any) -> str:
        """Return the help page of this verb."""
        _translated(self)
        return _page(super().get_help(ctx))


class Parts(typer.core.TyperGroup):
    """A verb with parts, as `tierce league pair`."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names, in the order of the table."""
        return list(self.commands)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return (name, command, rest)."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            ctx.fail(_no_verb(args[0], self.commands))
        return super().resolve_command(ctx, args)

    def get_help(self, ctx: Any) -> str:
        """Return the help page: the verb's parts, in the chosen language."""
        for each in (self, *self.commands.values()):
            _translated(each)
            each.short_help = each.help  # a sentence; made by click it would lose its no-break spaces
        return _page(super().get_help(ctx))


def _no_verb(wrong: str, known: Iterable[str]) -> str:
    from tierce_tools.logs.words import did_you_mean, line_of

    language = default_language()
    said = texts(language).gettext("there is no verb {verb}", verb=line_of(wrong))
    return said + did_you_mean(wrong, known, language)


def _translated(command: Any) -> Any:
    """Return a command with its help texts, and what stands for values, in the chosen language."""
    say = texts(default_language())
    for each in (command, *command.params):
        each.help = each.help and say(each.help)
        for name in ("metavar", "subcommand_metavar"):
            if said := getattr(each, name, None):
                setattr(each, name, re.sub("[A-Z]+", lambda word: say(word[0]), said))
    return command


def _page(text: str) -> str:
    say = texts(default_language())
    for each in _PAGE:
        text = text.replace(each, say(each))
    return text


def _load(name: str) -> Any:
    module = importlib.import_module(f"tierce_tools.cli.{name}")
    verb, parts = getattr(module, name), getattr(module, "PARTS", {})
    one = typer.Typer(
        cls=Parts, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None, context_settings=CONTEXT
    )
    for part in parts or [name]:
        one.command(part, cls=Verb, context_settings=CONTEXT)(_ended_well(getattr(module, part)))
    if parts:
        one.callback(invoke_without_command=True)(verb)
    return typer.main.get_command(one)


app = typer.Typer(
    name="tierce",
    cls=Verbs,
    help=N_("Tierce, the card table that keeps the score."),
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # rich takes longer to load than everything else
    context_settings=CONTEXT,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tierce {__version__}")
        raise typer.Exit


def _speak(language: str | None) -> str | None:
    """Set the language of this verb and of the processes that it starts."""
    if language:
        os.environ["TIERCE_LANG"] = known_language(language)
    return language


@app.callback()
def main(
    ctx: typer.Context,
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help=N_("Show the version.")),
    lang: str = typer.Option(
        None,
        "--lang",
        callback=_speak,
        is_eager=True,
        metavar="|".join(languages()),
        show_default=False,
        help=N_("Language of all that follows; German is incomplete."),
    ),
) -> None:
    """Tierce, the card table that keeps the score."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


def _ended_well(verb: Callable[..., None]) -> Callable[..., None]:
    """Wrap a verb: a Trouble ends it with one line, a closed pipe (`| head`) without error."""

    @wraps(verb)
    def run_verb(*args: Any, **options: Any) -> None:
        from tierce_tools.base.trouble import Trouble

        if verb.__name__ not in _STAYING:
            loaded()
        try:
            verb(*args, **options)
            return
        except BrokenPipeError:  # `| head`; typer would report an error
            _give_up_output()
            raise typer.Exit from None
        except Trouble as error:
            trouble = error
        except ImportError as error:
            from tierce_tools.base.extras import missing

            lacking = missing(error)
            if not lacking:
                raise
            trouble = lacking
        from tierce_tools.logs.words import trouble_text

        sys.stdout.flush()
        print(trouble_text(trouble, options.get("lang") or default_language()), file=sys.stderr)
        raise typer.Exit(2)

    return run_verb


def _give_up_output() -> None:
    from tierce_tools.cli.streams import give_up_output

    give_up_output(sys.stdout)


def run() -> None:
    """Run the console script."""
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison] - closed by `2>&-`
        # print would write to standard output instead.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison] - closed by `>&-`
        _end(_NO_OUTPUT)
    # Suits and accents must be printed whatever the locale is.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # pyright: ignore
    _speak_as_asked(sys.argv[1:])
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code)
    except typer.Abort:  # Ctrl-C or Ctrl-D at a prompt
        sys.exit(130)
    except BrokenPipeError:
        # The reader has closed the pipe (`| head`): not an error.
        _give_up_output()
        sys.exit(0)
    except OSError as error:
        _give_up_output()
        _end(N_("cannot go on: {why}") if error.filename else N_("cannot write: {why}"), error)
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        _misused(error)


def _speak_as_asked(args: list[str]) -> None:
    """Apply --lang wherever it stands, as help and errors are printed before options are parsed."""
    if "--" in args:
        args = args[: args.index("--")]
    for each, value in pairwise([*args, ""]):
        name, equals, text = each.partition("=")
        asked = text if equals else value
        if name == "--lang" and asked in languages():
            os.environ["TIERCE_LANG"] = asked


def _misused(error: Any) -> NoReturn:
    """Print one line: typer's error, and where to find help. Exits."""
    from tierce_tools.logs.words import did_you_mean, line_of

    language = default_language()
    message = line_of(error.format_message()).replace("Value error, ", "").rstrip(".")
    if hasattr(error, "possibilities"):  # an unknown option
        wrong: str = error.option_name
        known = [name for param in error.ctx.command.params for name in param.opts]
        message = texts(language).gettext("there is no option {option}", option=line_of(wrong))
        message += did_you_mean(wrong, [name for name in known if name[0] == "-"], language)
    elif told := re.match(r"Missing (?:option|argument) '([^']+)'", message):
        message = texts(language).gettext("{name} is missing", name=told[1])
    elif told := re.search(r"'([^']+)' is not one of (.+)", message):  # typer: the choices
        message += did_you_mean(told[1], re.findall("'(.+?)'", told[2]), language)
    command = error.ctx.command_path if error.ctx else "tierce"
    said = texts(language).gettext("{error}; {command} --help says what there is", error=message, command=command)
    print(said, file=sys.stderr)
    sys.exit(error.exit_code)


def _end(text: str, error: OSError | None = None) -> NoReturn:
    from tierce_tools.cli.streams import give_up_output
    from tierce_tools.logs.words import line_of, os_error_text

    language = default_language()
    why = error and os_error_text(error, language)
    if error and error.filename:
        why = f"{line_of(str(error.filename))}: {why}"
    try:
        print(texts(language)(text, why=why), file=sys.stderr, flush=True)
    except OSError:  # stderr may be what can't be written to
        give_up_output(sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    run()
