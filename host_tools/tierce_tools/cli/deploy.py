"""`tierce deploy`: puts the table's program on a board."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tierce_tools.base.texts import N_, Texts, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.bars import bar
from tierce_tools.cli.language import Lang
from tierce_tools.cli.options import AsJson, Port, flag, option
from tierce_tools.cli.streams import print_json, tell
from tierce_tools.logs.words import line_of

if TYPE_CHECKING:
    from tierce_tools.board.repl import Repl


def deploy(
    port: Port = "auto",
    source: Annotated[bool, flag("--source", N_("Copy .py files as they are, not compiled."))] = False,
    mount: Annotated[
        bool, flag("--mount", N_("For development: copy nothing, run the program from this computer until Ctrl-C."))
    ] = False,
    config: Annotated[
        Path | None,
        option(
            "FILE|TABLE",
            N_("A config.json that replaces the board's, or the name of a table that has plans: small, club, tap."),
        ),
    ] = None,
    dry_run: Annotated[bool, flag("--dry-run", N_("Print what would be done; change nothing."))] = False,
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Put the table's program on a board."""
    from tierce_tools.board.build import build, has_taps
    from tierce_tools.board.deployment import CONFIG, carry_out, check_room, check_version, look, stopped
    from tierce_tools.board.ports import MODELLED, choose
    from tierce_tools.description.descriptions import read

    say = texts(lang)
    if port == MODELLED:
        raise Trouble("deploy.modelled", "nothing is deployed to the modelled table: name a real board's port")
    if mount:
        if config or dry_run or as_json:
            raise Trouble("deploy.mount_alone", "--mount copies nothing: it goes with --port and --source only")
        _mount(port, source, say)
        return
    wanted = None if config is None else read(str(config), lang)[0]
    device = choose(port).device
    tell(say("Compiling"))
    files = build(source)
    tell(say("Asking {device} what it has", device=device))
    with stopped(device) as repl:
        board = repl.about()
        check_version(files, board)
        if has_taps(repl.read(CONFIG) if wanted is None and repl.exists(CONFIG) else wanted or b""):
            files = build(source, taps=True)
        plan = look(repl, files, wanted, board)
        check_room(plan)
        bytes_text = say.number(f"{plan.bytes:,}")
        if plan.gap:
            tell(
                say(
                    "The flash has no room for the new program beside the old one: the board does not play "
                    "until this is complete. If it breaks off, deploy again: nothing but the program is lost."
                )
            )
        kept = None
        if not dry_run and plan.steps:
            try:
                tell(say("Copying {bytes} bytes, in about {seconds} s", bytes=bytes_text, seconds=plan.seconds))
                with bar(say("Copying"), plan.bytes) as progress:
                    kept = carry_out(repl, plan, progress)
            except KeyboardInterrupt:
                tell(
                    say("Broken off. Deploy again to finish.")
                    if plan.gap
                    else say(
                        "Broken off. The board starts the program that it had, or the new one if that "
                        "was complete. Deploy again to finish."
                    )
                )
                raise
        device = repl.restart()
    config_is = "kept" if plan.config is None else "given" if config else "default"
    facts: dict[str, Any] = {
        "port": device,
        "machine": board.machine,
        "micropython": board.version,
        "dry_run": dry_run,
        "copied": list(plan.write),
        "bytes": plan.bytes,
        "seconds": plan.seconds,
        "gap": plan.gap,
        "removed": plan.removed,
        "config": config_is,
        "main_moved_to": kept,
    }
    if not as_json:
        print(
            say(
                N_("Would copy: {copied} ({bytes} bytes, in about {seconds} s)  Would remove: {removed}")
                if dry_run
                else N_("Copied: {copied} ({bytes} bytes)  Removed: {removed}"),
                copied=len(plan.write),
                bytes=bytes_text,
                removed=len(plan.removed),
                seconds=plan.seconds,
            )
        )
        known = {
            "kept": N_("config.json: the board's own stays"),
            "given": N_("config.json: {config}"),
            "default": N_("config.json: the default, as there was none"),
        }
        print(say(known[config_is], config=config))
        if plan.aside is not None:
            print(
                say("The board's main.py, another program's, would get another name")
                if dry_run
                else say("The board's former main.py is now {name}", name=kept)
            )
    if not dry_run:
        tell(say("Starting the table"))
        hello = _hello(device, say)
        facts["hello"] = {key: hello[key] for key in hello if key not in ("re", "id")}
        if not as_json:
            _print_health(facts["hello"], say)
    if as_json:
        print_json(facts)


def _hello(device: str, say: Texts) -> dict[str, Any]:
    from tierce_tools.board.deployment import symptoms, wait_for_hello

    try:
        return wait_for_hello(device)
    except Trouble as trouble:
        if trouble.name not in ("link.no_answer", "link.prompt"):
            raise
    said = symptoms(device)
    if not said:
        raise Trouble(
            "deploy.no_hello_silent",
            "{device}: the program is on the board but does not say "
            "hello: unplug the board, plug it in, and try tierce doctor",
            device=device,
        )
    tell(say("The board says:"))
    for line in said:
        tell(f"    {line_of(line)}")
    raise Trouble(
        "deploy.no_hello",
        "{device}: the program is on the board but does not say hello: correct what it says above, "
        "then deploy again; tierce doctor tells more",
        device=device,
    )


def _print_health(hello: Mapping[str, Any], say: Texts) -> None:
    from tierce_tools.board.deployment import silent_readers

    health = hello["health"]
    print(
        say(
            "Tierce {version} on MicroPython {micropython}, table {table}, {zones} zones",
            version=line_of(hello["firmware"]),
            micropython=line_of(hello["micropython"]),
            table=line_of(hello["name"]),
            zones=len(hello["zones"]),
        )
    )
    bad = [say("{part}: {error}", part=line_of(part), error=line_of(error)) for part, error in health["errors"]]
    if silent := silent_readers(hello):
        bad.append(say("No reader answers in: {zones} (tierce doctor)", zones=", ".join(map(line_of, silent))))
    if not health.get("recording"):
        bad.append(say("The journal is not recording (tierce doctor)"))
    for line in bad or [say("All is well.")]:
        print(line)
    if not hello["cards"]:
        print(say("The table knows no cards yet; next: tierce register"))


def _mount(port: str, source: bool, say: Texts) -> None:
    from tierce_tools.base.paths import firmware
    from tierce_tools.base.scratch import Scratch
    from tierce_tools.board.archive import packed
    from tierce_tools.board.build import build
    from tierce_tools.board.deployment import check_version, stopped
    from tierce_tools.board.ports import choose

    device = choose(port).device
    with Scratch("tierce-mount-") as scratch:
        folder = Path(scratch)
        if source and (firmware() / "tierce").is_dir():
            folder = firmware()  # a checkout: the board sees edits without a new build
            files: dict[str, bytes] = {}
        else:
            files = build(source, taps=True)  # nothing of it takes flash
            for name, data in packed(files, _MOUNTED).items():
                (folder / name).write_bytes(data)
        with stopped(device) as repl:
            check_version(files, repl.about())
            tell(
                say(
                    "The board runs what is in {folder}. Its own program stays as it is; config, deck "
                    "and journal are the board's. Ctrl-C ends.",
                    folder=folder if source else firmware(),
                )
            )
            run_mounted(repl, folder)
            tell(say("The program has ended."))
            repl.restart()


_MOUNTED = "program.rom"

# An import takes a look into the mounted folder that Ctrl-C interrupts for a module that is not
# there (MicroPython's mp_vfs_import_stat), so such an error is shown, but not written down.
_ON_MOUNT = f"""\
import os, sys
os.chdir('/remote')
import main
os.chdir('/')
sys.path.insert(0, '/remote')
if main.PROGRAM:
    main.PROGRAM = '/remote/{_MOUNTED}'
main.mount()
import app.faults
def note(files, name, error, note=app.faults.note):
    if not isinstance(error, ImportError):
        note(files, name, error)
app.faults.note = note
main.main()
"""


def run_mounted(repl: "Repl", folder: Path) -> None:
    """Run the program of a folder of this computer; write its output. Raises Trouble."""
    for part in repl.mounted(folder, _ON_MOUNT):
        sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()
