"""`tierce flash`: puts MicroPython on a Pico."""

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tierce_tools.base.texts import N_, Texts, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.bars import bar
from tierce_tools.cli.language import Lang
from tierce_tools.cli.options import AsJson, Port, flag, option
from tierce_tools.cli.streams import print_json, tell
from tierce_tools.logs.words import trouble_text

if TYPE_CHECKING:
    from tierce_tools.board.bootloader import Answer
    from tierce_tools.board.drives import Drive
    from tierce_tools.board.images import Official
    from tierce_tools.board.uf2 import Image

_DRIVE_S = 20.0  # seconds for the system to mount the drive


def flash(
    file: Annotated[Path | None, option("FILE", N_("A .uf2 file that you have."), "--uf2")] = None,
    version: Annotated[
        str | None,
        option(
            "VERSION",
            N_(
                "The version of the official image, such as 1.28.0; it is downloaded once. By "
                "default the newest known version."
            ),
            "--version",
        ),
    ] = None,
    board: Annotated[
        str | None,
        option(
            "BOARD",
            N_(
                "The board of the official image: RPI_PICO, RPI_PICO_W, RPI_PICO2, RPI_PICO2_W. By "
                "default the board without Wi-Fi that has the drive's chip."
            ),
        ),
    ] = None,
    drive: Annotated[
        Path | None, option("FOLDER", N_("Where the Pico's drive is mounted, if that is not found."))
    ] = None,
    bootsel: Annotated[bool, flag("--bootsel", N_("Restart a Pico that runs MicroPython into BOOTSEL mode."))] = False,
    dry_run: Annotated[bool, flag("--dry-run", N_("Print what would be done; write nothing."))] = False,
    wait: Annotated[
        float,
        option(
            "SECONDS",
            N_("How long to wait for the board to restart and report its version; 0: do not wait."),
            min=0.0,
            max=3600.0,
        ),
    ] = 20.0,
    port: Port = "auto",
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Put MicroPython on a Pico."""
    from tierce_tools.board import bootloader, images, uf2
    from tierce_tools.board.ports import MODELLED
    from tierce_tools.description.boards import RP2040

    say = texts(lang)
    if file is not None and (version is not None or board is not None):
        raise Trouble(
            "flash.uf2_and_version",
            "--uf2 names an image, --version and --board name an official one: give one or the other",
        )
    if port == MODELLED:
        raise Trouble("flash.modelled", "the modelled table needs no MicroPython; leave --port out")
    verifies = wait > 0
    standard = images.default_board(RP2040)
    image: Image | None = None
    if file is not None:
        image = uf2.read(file)
        _describe(image, say, as_json)
    else:
        images.official(board or standard, version)  # reports an unknown version at once
    found = _find_drive(drive, bootsel and not dry_run, port, say)
    running = None if found else _running(port) if bootsel else _no_drive()
    if image is None:
        chosen = images.official(board or (images.default_board(found.chip) if found else standard), version)
        image = _official_image(chosen, say)
        _describe(image, say, as_json)
    size = say.number(f"{len(image.raw):,}")
    facts: dict[str, Any] = {
        "image": image.name,
        "sha256": image.sha256,
        "micropython": image.version,
        "board": image.board,
        "chip": image.chip.name,
        "blocks": image.blocks,
        "bytes": len(image.raw),
        "drive": str(found.path) if found else None,
        "dry_run": dry_run,
        "written": False,
        "port": running,
        "runs": None,
        "verified": False,
    }
    if found:
        bootloader.check(image, found)
    if not found:
        _print(
            say("Would restart {port} into BOOTSEL mode and write to its drive; nothing was done", port=running),
            as_json,
        )
    elif dry_run:
        _print(say("Would write {size} bytes to {path}; nothing was written", size=size, path=found.path), as_json)
    else:
        before = _ports()
        try:
            with bar(say("Writing"), len(image.raw)) as more:
                bootloader.write(image, found, more)
        except KeyboardInterrupt:
            tell(say("stopped half-way: this Pico does not start until all is written; repeat the command"))
            raise
        facts["written"] = True
        _print(say("{size} bytes written to {path}", size=size, path=found.path), as_json)
        if verifies:
            tell(say("Waiting up to {seconds} s for the board to come back", seconds=f"{wait:g}"))
            answer = _verify(image, found, port, before, wait)
            facts |= {"port": answer.port, "runs": answer.version, "verified": answer.trouble is None}
            if answer.trouble:
                tell(trouble_text(answer.trouble, lang))
            else:
                _print(
                    say(
                        "MicroPython {version} runs on the board at {port}; next: tierce deploy",
                        version=answer.version,
                        port=answer.port,
                    ),
                    as_json,
                )
    if as_json:
        print_json(facts)
    if facts["written"] and verifies and not facts["verified"]:
        raise typer.Exit(1)


def _print(text: str, as_json: bool) -> None:
    if not as_json:
        print(text, flush=True)


def _describe(image: "Image", say: Texts, as_json: bool) -> None:
    from tierce_tools.description.boards import BOARDS

    board = image.board or say("some board")
    _print(
        say(
            "{name}: MicroPython {version} of {date} for {board} ({chip}), {blocks} blocks, whole",
            name=image.name,
            version=image.version,
            date=image.built,
            board=board,
            chip=image.chip.name,
            blocks=image.blocks,
        ),
        as_json,
    )
    for each in BOARDS:
        if each.title == board:
            _print(say("It leaves {kib} KiB of flash for files", kib=each.files >> 10), as_json)
    if not board.startswith(say("Raspberry Pi Pico")):
        tell(
            say(
                "{name} was built for {board}, not for a Pico: its pins and its flash may differ",
                name=image.name,
                board=board,
            )
        )


def _official_image(chosen: "Official", say: Texts) -> "Image":
    from tierce_tools.board import images, uf2

    folder = images.cache()
    if images.is_cached(chosen, folder):
        raw = images.fetch(chosen, folder, images.site())
    else:
        tell(say("Downloading {file} from {site}", file=chosen.file, site=images.site()))
        with bar(say("Downloading"), chosen.size) as more:
            raw = images.fetch(chosen, folder, images.site(), more)
    return uf2.parse(raw, chosen.file)


def _find_drive(asked: Path | None, bootsel: bool, port: str, say: Texts) -> "Drive | None":
    """Return the Pico's drive; with `bootsel` a running board is restarted into BOOTSEL mode."""
    from tierce_tools.board import drives

    found = drives.choose(asked, drives.mounted())
    if found or not bootsel:
        return found
    from tierce_tools.board.bootloader import wait_until

    device = _running(port)
    tell(say("Restarting {device} into BOOTSEL mode", device=device))
    _into_bootsel(device)
    wait_until(lambda: drives.find(drives.mounted()) or None, _DRIVE_S, time)
    found = drives.choose(asked, drives.mounted())
    if not found:
        raise Trouble(
            "flash.bootsel_no_drive",
            "{device} was restarted into BOOTSEL mode, but no drive "
            "appeared: mount RPI-RP2 or RP2350, then repeat with --drive and its folder",
            device=device,
        )
    return found


def _running(port: str) -> str:
    from tierce_tools.board.ports import choose

    return choose(port).device


def _no_drive() -> None:
    """Raise the Trouble that explains how to get into BOOTSEL mode."""
    running = _ports()
    if running:
        raise Trouble(
            "flash.drive_none_running",
            "no Pico in BOOTSEL mode found, but one that runs, at "
            "{port}: repeat with --bootsel to restart it into that mode, or hold its BOOTSEL "
            "button while you plug it in",
            port=", ".join(running),
        )
    raise Trouble(
        "flash.drive_none",
        "no Pico in BOOTSEL mode found: unplug it, hold its BOOTSEL button "
        "while you plug it in again, then repeat; --drive names the folder if its drive (RPI-RP2 "
        "or RP2350) is there already",
    )


def _into_bootsel(device: str) -> None:
    from tierce_tools.board.repl import BoardError, Repl

    with Repl(device) as repl:
        try:
            repl.exec("import machine\nmachine.bootloader()", 2.0)
        except BoardError:
            raise
        except Trouble:
            pass  # the port has gone, as expected


def _ports() -> list[str]:
    from tierce_tools.board.ports import find

    return [each.device for each in find()]


def _verify(image: "Image", drive: "Drive", port: str, before: list[str], wait: float) -> "Answer":
    """Wait for the flashed board and ask for its version."""
    from tierce_tools.board.bootloader import Answer, verify
    from tierce_tools.board.ports import AUTO

    def look() -> str | None:
        if port == AUTO:
            return next((device for device in _ports() if device not in before), None)
        return port if "/" not in port or "://" in port or Path(port).exists() else None

    answer = verify(image, look, _version_on, wait, time)
    if answer.port is None and drive.is_there:
        return Answer(
            None,
            None,
            Trouble(
                "flash.drive_stays",
                "{path}: everything is written, but the Pico did not restart: unplug it and plug it in without "
                "BOOTSEL; if no port appears, hold BOOTSEL and repeat",
                path=drive.path,
            ),
        )
    return answer


def _version_on(device: str) -> str:
    from tierce_tools.board.repl import Repl

    with Repl(device) as repl:
        version = repl.about().version
        # Restart the program that is on the board.
        with suppress(Trouble):
            if repl.exists("main.py"):
                repl.restart()
        return version
