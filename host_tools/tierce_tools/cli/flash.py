"""`tierce flash`: puts MicroPython on a Pico."""

import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tierce_tools.cli.bars import bar
from tierce_tools.cli.options import AsJson, Port
from tierce_tools.cli.streams import print_json, tell
from tierce_tools.cli.words import Lang, say, trouble_text
from tierce_tools.trouble import Trouble

if TYPE_CHECKING:
    from tierce_tools.board.drives import Drive
    from tierce_tools.board.flashing import Answer
    from tierce_tools.board.images import Official
    from tierce_tools.board.uf2 import Image

Words = Mapping[str, str]
_DRIVE_S = 20.0  # seconds for the system to mount the drive


def flash(
    file: Annotated[
        Path | None,
        typer.Option("--uf2", metavar="FILE", help="An image that you have, a .uf2 file."),
    ] = None,
    version: Annotated[
        str | None,
        typer.Option(
            "--version",
            metavar="VERSION",
            help="The official image of a version, as 1.28.0; it is downloaded once. By default "
            "the newest one known.",
        ),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            metavar="BOARD",
            help="Whose official image: RPI_PICO, RPI_PICO_W, RPI_PICO2, RPI_PICO2_W. By default "
            "the plain board's with the chip of the drive.",
        ),
    ] = None,
    drive: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Where the Pico's drive is mounted, if that is not found."
        ),
    ] = None,
    bootsel: Annotated[
        bool,
        typer.Option("--bootsel", help="Restart a Pico that runs MicroPython into BOOTSEL mode."),
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be done; write nothing.")
    ] = False,
    wait: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=3600.0,
            metavar="SECONDS",
            help="How long to wait for the board to come back and say its version; 0: not at all.",
        ),
    ] = 20.0,
    port: Port = "auto",
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Put MicroPython on a Pico."""
    from tierce_tools.board import flashing, images, uf2
    from tierce_tools.board.ports import MODELLED
    from tierce_tools.description.boards import RP2040

    words = say("flash", lang)
    if file is not None and (version is not None or board is not None):
        raise Trouble("flash", "uf2_and_version")
    if port == MODELLED:
        raise Trouble("flash", "modelled")
    verifies = wait > 0
    usual = images.usual_board(RP2040)
    image: Image | None = None
    if file is not None:
        image = uf2.read(file)
        _describe(image, words, as_json)
    else:
        images.official(board or usual, version)  # reports an unknown version at once
    found = _find_drive(drive, bootsel and not dry_run, port, words)
    running = None if found else _running(port) if bootsel else _no_drive()
    if image is None:
        chosen = images.official(board or (images.usual_board(found.chip) if found else usual),
                                 version)
        image = _official_image(chosen, words)
        _describe(image, words, as_json)
    size = f"{len(image.raw):,}".replace(",", words["thousands"])
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
        flashing.check(image, found)
    if not found:
        _print(words["would_restart"].format(running), as_json)
    elif dry_run:
        _print(words["would"].format(size, found.path), as_json)
    else:
        before = _ports()
        try:
            with bar(words["writing"], len(image.raw)) as more:
                flashing.write(image, found, more)
        except KeyboardInterrupt:
            tell(words["half"])
            raise
        facts["written"] = True
        _print(words["written"].format(size, found.path), as_json)
        if verifies:
            tell(words["waiting"].format(f"{wait:g}"))
            answer = _verify(image, found, port, before, wait)
            facts |= {"port": answer.port, "runs": answer.version,
                      "verified": answer.trouble is None}
            if answer.trouble:
                tell(trouble_text(answer.trouble, lang))
            else:
                _print(words["runs"].format(answer.version, answer.port), as_json)
    if as_json:
        print_json(facts)
    if facts["written"] and verifies and not facts["verified"]:
        raise typer.Exit(1)


def _print(text: str, as_json: bool) -> None:
    if not as_json:
        print(text, flush=True)


def _describe(image: "Image", words: Words, as_json: bool) -> None:
    board = image.board or words["some_board"]
    _print(words["image"].format(image.name, image.version, image.built, board, image.chip.name,
                                 image.blocks), as_json)
    if not board.startswith(words["pico"]):
        tell(words["other_board"].format(image.name, board))


def _official_image(chosen: "Official", words: Words) -> "Image":
    from tierce_tools.board import images, uf2

    folder = images.cache()
    if images.is_cached(chosen, folder):
        raw = images.fetch(chosen, folder, images.site())
    else:
        tell(words["fetching"].format(chosen.file, images.site()))
        with bar(words["fetching_bar"], chosen.size) as more:
            raw = images.fetch(chosen, folder, images.site(), more)
    return uf2.parse(raw, chosen.file)


def _find_drive(asked: Path | None, bootsel: bool, port: str, words: Words) -> "Drive | None":
    """Return the Pico's drive; with `bootsel` a running board is restarted into BOOTSEL mode."""
    from tierce_tools.board import drives

    found = drives.choose(asked, drives.mounted())
    if found or not bootsel:
        return found
    from tierce_tools.board.flashing import wait_until

    device = _running(port)
    tell(words["restarting"].format(device))
    _into_bootsel(device)
    wait_until(lambda: drives.find(drives.mounted()) or None, _DRIVE_S, time)
    found = drives.choose(asked, drives.mounted())
    if not found:
        raise Trouble("flash", "bootsel_no_drive", device)
    return found


def _running(port: str) -> str:
    from tierce_tools.board.ports import choose

    return choose(port).device


def _no_drive() -> None:
    """Raise the Trouble that explains how to get into BOOTSEL mode."""
    running = _ports()
    if running:
        raise Trouble("flash", "drive_none_running", ", ".join(running))
    raise Trouble("flash", "drive_none")


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
    from tierce_tools.board.flashing import Answer, verify
    from tierce_tools.board.ports import AUTO

    def look() -> str | None:
        if port == AUTO:
            return next((device for device in _ports() if device not in before), None)
        return port if "/" not in port or "://" in port or Path(port).exists() else None

    answer = verify(image, look, _version_on, wait, time)
    if answer.port is None and drive.is_there:
        return Answer(None, None, Trouble("flash", "drive_stays", drive.path))
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
