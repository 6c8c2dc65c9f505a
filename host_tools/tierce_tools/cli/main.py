"""The console script `tierce`: a table of verbs, one file each."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import typer

from tierce_tools import __version__
from tierce_tools.cli import demo, hint, replay, test
from tierce_tools.cli.streams import give_up_output
from tierce_tools.cli.words import WORDS, usual_language

VERBS = (replay, test, demo, hint)

app = typer.Typer(
    name="tierce",
    help="Tierce, the card table that keeps the score.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tierce {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version."
    ),
) -> None:
    """Tierce, the card table that keeps the score."""


def _until_nobody_reads(verb: Callable[..., None]) -> Callable[..., None]:
    """Let a verb end well when whoever read its output has gone (`| head`): typer would not."""

    @wraps(verb)
    def run_verb(*args: Any, **options: Any) -> None:
        try:
            verb(*args, **options)
        except BrokenPipeError:
            give_up_output()
            raise typer.Exit from None

    return run_verb


for verb in VERBS:
    app.command()(_until_nobody_reads(getattr(verb, verb.__name__.rpartition(".")[2])))


def run() -> None:
    """Run the console script."""
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison] - closed by `>&-`
        sys.exit(2)
    # A table's words hold suits and accents: they must get through whatever the locale says.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # pyright: ignore
    try:
        app()
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone (`| head`): not an error of ours.
        give_up_output()
        sys.exit(0)
    except OSError as error:
        give_up_output()
        language = usual_language()
        print(WORDS[language]["unwritable"].format(error.strerror), file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    run()
