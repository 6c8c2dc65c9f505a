"""`tierce deploy`: puts the table's program on a board."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tierce_tools.cli.bars import bar
from tierce_tools.cli.options import AsJson, Port
from tierce_tools.cli.streams import print_json, tell
from tierce_tools.cli.words import Lang, line_of, say
from tierce_tools.trouble import Trouble

if TYPE_CHECKING:
    from tierce_tools.board.repl import Repl

Words = Mapping[str, str]


def deploy(
    port: Port = "auto",
    source: Annotated[
        bool, typer.Option("--source", help="Copy .py files as they are, not compiled.")
    ] = False,
    mount: Annotated[
        bool,
        typer.Option(
            "--mount",
            help="Copy nothing: run the program from this computer until Ctrl-C, for development.",
        ),
    ] = False,
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE|TABLE",
            help="A config.json to put in the place of the board's, or a table there are plans "
            "for: small, club, classroom.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be done; change nothing.")
    ] = False,
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Put the table's program on a board."""
    from tierce_tools.board.build import build
    from tierce_tools.board.deploying import (
        carry_out,
        check_room,
        check_version,
        look,
        size,
        stopped,
    )
    from tierce_tools.board.ports import MODELLED, choose
    from tierce_tools.description.tables import read

    words = say("deploy", lang)
    if port == MODELLED:
        raise Trouble("deploy", "modelled")
    if mount:
        if config or dry_run or as_json:
            raise Trouble("deploy", "mount_alone")
        _mount(port, source, words)
        return
    wanted = None if config is None else read(str(config), lang)[0]
    device = choose(port).device
    tell(words["compiling"])
    files = build(source)
    tell(words["asking"].format(device))
    with stopped(device) as repl:
        board = repl.about()
        check_version(files, board)
        plan = look(repl, files, wanted, board.block)
        check_room(plan, board)
        kept = None
        if not dry_run and not plan.whole:
            try:
                tell(words["copying"])
                with bar(words["copying"], size(plan)) as progress:
                    kept = carry_out(repl, plan, progress)
            except KeyboardInterrupt:
                tell(words["half"])
                raise
        device = repl.restart()
    facts: dict[str, Any] = {
        "port": device,
        "machine": board.machine,
        "micropython": board.version,
        "dry_run": dry_run,
        "copied": plan.copied,
        "bytes": plan.bytes,
        "removed": list(plan.removed),
        "unchanged": plan.unchanged,
        "config": "kept" if plan.config is None else "given" if config else "usual",
        "main_moved_to": kept,
    }
    if not as_json:
        bytes_text = f"{facts['bytes']:,}".replace(",", words["thousands"])
        print(
            words["would" if dry_run else "copied"].format(
                len(plan.copied), bytes_text, len(plan.removed), plan.unchanged
            )
        )
        known = {"kept": "config_kept", "given": "config_given", "usual": "config_new"}
        print(words[known[facts["config"]]].format(config))
        if plan.aside is not None:
            print(words["would_move_main"] if dry_run else words["main_kept"].format(kept))
    if not dry_run:
        tell(words["starting"])
        hello = _hello(device, words)
        facts["hello"] = {key: hello[key] for key in hello if key not in ("re", "id")}
        if not as_json:
            _print_health(facts["hello"], words)
    if as_json:
        print_json(facts)


def _hello(device: str, words: Words) -> dict[str, Any]:
    from tierce_tools.board.deploying import symptoms, wait_for_hello

    try:
        return wait_for_hello(device)
    except Trouble as trouble:
        if (trouble.area, trouble.key) not in (("link", "no_answer"), ("link", "prompt")):
            raise
    said = symptoms(device)
    if not said:
        raise Trouble("deploy", "no_hello_silent", device)
    tell(words["says"])
    for line in said:
        tell(f"    {line_of(line)}")
    raise Trouble("deploy", "no_hello", device)


def _print_health(hello: Mapping[str, Any], words: Words) -> None:
    from tierce_tools.board.deploying import silent_readers

    health = hello["health"]
    print(
        words["up"].format(
            *(line_of(hello[key]) for key in ("firmware", "micropython", "name")),
            len(hello["zones"]),
        )
    )
    bad = [words["unwell"].format(*map(line_of, error)) for error in health["errors"]]
    if silent := silent_readers(hello):
        bad.append(words["silent"].format(", ".join(map(line_of, silent))))
    if not health.get("recording"):
        bad.append(words["not_recording"])
    for line in bad or [words["well"]]:
        print(line)
    if not hello["cards"]:
        print(words["no_deck"])


def _mount(port: str, source: bool, words: Words) -> None:
    import tempfile

    from tierce_tools.board.build import build
    from tierce_tools.board.deploying import check_version, stopped
    from tierce_tools.board.ports import choose
    from tierce_tools.paths import firmware

    device = choose(port).device
    with tempfile.TemporaryDirectory(prefix="tierce-mount-") as scratch:
        folder = Path(scratch)
        if source and (firmware() / "tierce").is_dir():
            folder = firmware()  # a checkout: the board sees edits without a new build
            files: dict[str, bytes] = {}
        else:
            files = build(source)
            for name, data in files.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(data)
        with stopped(device) as repl:
            check_version(files, repl.about())
            tell(words["mounted"].format(folder if source else firmware()))
            _run_mounted(repl, folder)
            tell(words["mount_ended"])
            repl.restart()


def _run_mounted(repl: "Repl", folder: Path) -> None:
    code = (
        "import sys\nsys.path.insert(0, '/remote')\n"
        "exec(open('/remote/main.py').read(), {'__name__': '__main__'})"
    )
    for part in repl.mounted(folder, code):
        sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()
