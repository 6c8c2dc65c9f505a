"""KiCad for the tests: opens a schematic, exports its netlist, plots it, checks it.

KiCad 7 and later have a command line for that. KiCad 6 has none, and its Python knows only boards:
there the editor itself runs on an X server of its own, with keys pressed by xdotool. Nothing here
waits for a fixed time: it waits for a window, a file, or an idle editor; a failure names for what.
"""

import contextlib
import json
import os
import re
import shutil
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import processes
import psutil
from PIL import ImageGrab
from processes import Process

SYMBOLS = Path(os.environ.get("KICAD6_SYMBOL_DIR", "/usr/share/kicad/symbols"))
PATIENCE = 8  # seconds after which a key without effect is pressed again
WAIT = 120  # longest wait for one thing, on a busy machine
QUIET = 40  # looks in a row at which an idle editor uses no processor time
SIZE = (1600, 1200)  # of the screen; dialogs open in its middle

EDITOR = "Schematic Editor"
CHECKER, REPORT = "Electrical Rules Checker", "Save Report to File"
EXPORT, NETLIST = "Export Netlist", "Save Netlist File"
PLOT = "Plot Schematic Options"
KEYS = {
    "eeschema.InspectionTool.runERC": "Ctrl+Shift+I",
    "eeschema.EditorControl.exportNetlist": "Ctrl+Shift+N",
    "common.Control.plot": "Ctrl+Shift+P",
}
SETTINGS = {
    "eeschema.json": {
        "appearance": {"show_sexpr_file_convert_warning": False},
        "plot": {"background_color": False, "color": True, "format": 5, "frame_reference": True},  # 5: SVG
        "system": {"first_run_shown": True, "never_show_rescue_dialog": True},
        "window": {"pos_x": 0, "pos_y": 0, "size_x": SIZE[0], "size_y": SIZE[1]},
    },
    "kicad_common.json": {
        "environment": {"show_warning_dialog": False},
        "graphics": {"canvas_type": 2},  # without OpenGL
        "system": {"autosave_interval": 0},
    },
}


def missing() -> str:
    """Return what is missing and how to get it, in one line, or ""."""
    if shutil.which("kicad-cli"):
        return ""
    lacking = [name for name in ("eeschema", "Xvfb", "xdotool") if shutil.which(name) is None]
    if not lacking and not (SYMBOLS / "power.kicad_sym").is_file():
        lacking = ["kicad-symbols"]
    get = "install KiCad 7 or later (kicad.org), or: apt install kicad kicad-symbols xvfb xdotool"
    return f"KiCad is not tested, {', '.join(lacking)} missing: {get}" if lacking else ""


class Unexpected(Exception):
    """KiCad says an error, ends, or opens an unexpected window; or none appears."""


def _home(folder: Path) -> dict[str, str]:
    """Create a home folder in which KiCad asks nothing at its start; return the environment."""
    config = folder / "home" / ".config" / "kicad" / "6.0"
    config.mkdir(parents=True)
    shutil.copy(SYMBOLS.parent / "template" / "sym-lib-table", config)
    (config / "fp-lib-table").write_text("(fp_lib_table)\n")
    (config / "user.hotkeys").write_text("".join(f"{action}\t{key}\n" for action, key in KEYS.items()))
    for name, settings in SETTINGS.items():
        (config / name).write_text(json.dumps(settings))
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    homes = {"HOME": "", "XDG_CONFIG_HOME": ".config", "XDG_CACHE_HOME": ".cache"}
    return {
        **kept,
        **{name: str(folder / "home" / below) for name, below in homes.items()},
        **{"KICAD6_SYMBOL_DIR": str(SYMBOLS), "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"},
        **{"GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"},
    }


@dataclass
class Editor:
    """The editor with an open schematic."""

    schematic: Path
    folder: Path  # of screenshots
    display: str
    process: Process

    def xdotool(self, *words: str) -> str:
        env = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
        done = processes.run_text("xdotool", *words, env={**env, "DISPLAY": self.display}, patience=WAIT)
        return done.stdout if done.returncode == 0 else ""

    def windows(self) -> dict[str, str]:
        """Return the visible windows: title -> number."""
        found = self.xdotool("search", "--onlyvisible", "--name", ".").split()
        return {self.xdotool("getwindowname", each).strip(): each for each in found}

    def window(self, title: str) -> str | None:
        """Return the number of the window whose title contains this. Unexpected if the editor has ended."""
        if self.process.poll() is not None:
            raise Unexpected(f"eeschema ended ({self.process.poll()}): {self.process.err.rest()}")
        return next((number for name, number in self.windows().items() if title in name), None)

    def failed(self, what: str) -> Unexpected:
        """Save a picture of the screen; return what to raise."""
        ImageGrab.grab(xdisplay=self.display).save(self.folder / "failed.png")
        return Unexpected(f"{what}; windows {list(self.windows())}; see {self.folder}")

    def idle(self) -> None:
        """Wait until the editor is idle: asleep, without processor time, at several looks in a row.

        On a busy machine a program with work to do is runnable, not asleep.
        """
        me = psutil.Process(self.process.pid)
        quiet, before = 0, -1.0

        def looks() -> bool:
            nonlocal quiet, before
            spent = sum(me.cpu_times()[:2])
            asleep = me.status() == psutil.STATUS_SLEEPING
            quiet = quiet + 1 if asleep and spent - before <= 0.01 else 0
            before = spent
            return quiet >= QUIET

        processes.until(looks, "the editor is idle", WAIT)

    def soon(self, happens: Callable[[], object], seconds: float = PATIENCE) -> bool:
        """Tell whether a condition becomes true in time, or once the editor is idle after that."""
        with contextlib.suppress(AssertionError):
            processes.until(lambda: bool(happens()), seconds=seconds)
            return True
        self.idle()
        return bool(happens())

    def press(self, where: str, *keys: str) -> None:
        """Press keys in a window."""
        number = self.window(where)
        if number is None:
            raise self.failed(f"no window {where}")
        self.xdotool("windowfocus", "--sync", number)
        self.xdotool("key", "--clearmodifiers", *keys)

    def tried(self, happens: Callable[[], object], dialog: str, *ways: Callable[[], None]) -> None:
        """Act until something happens, each way in turn, while a dialog is there; wait for what follows.

        A key is lost if it comes before its window listens, so it is repeated once it clearly had
        no effect.
        """
        for way in ways * 3:
            if not happens() and self.window(dialog) is not None:
                way()
            if self.soon(happens):
                self.idle()
                return
        raise self.failed(f"no effect in {dialog}")

    def open(self, title: str, where: str, *ways: Callable[[], None]) -> None:
        """Open a dialog by an action in another window."""
        self.tried(lambda: self.window(title), where, *ways)

    def saved(self, dialog: str, path: Path) -> str:
        """Let a file dialog save under its proposed name; return the file's text."""
        self.tried(path.is_file, dialog, lambda: self.press(dialog, "Return"))
        return path.read_text(encoding="utf-8")

    def close(self, title: str) -> None:
        self.tried(lambda: self.window(title) is None, title, lambda: self.press(title, "Escape"))

    def place(self, title: str) -> tuple[int, int, int, int]:
        """Return a window's place: left, top, width, height."""
        told = self.xdotool("getwindowgeometry", "--shell", self.window(title) or "0")
        place = {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", told)}
        if not place:
            raise self.failed(f"no window {title}")
        return place["X"], place["Y"], place["WIDTH"], place["HEIGHT"]

    def click(self, title: str, from_right: int, from_bottom: int) -> None:
        """Click in a window, at a distance in pixels from its lower right corner."""
        left, top, width, height = self.place(title)
        x, y = left + width - from_right, top + height - from_bottom
        self.xdotool("mousemove", str(x), str(y), "click", "1")

    def check(self) -> list[tuple[str, str]]:
        """Check the electrical rules, as last; return kind and severity of what is found."""
        self.open(CHECKER, EDITOR, lambda: self.press(EDITOR, "ctrl+shift+i"))

        def looks() -> bytes:
            """Return the upper half of the window, where the check shows its progress."""
            x, y, width, height = self.place(CHECKER)
            return ImageGrab.grab((x, y, x + width, y + height // 2), xdisplay=self.display).tobytes()

        before = looks()
        self.press(CHECKER, "Return")
        if not self.soon(lambda: looks() != before, WAIT):
            raise self.failed("the check is not done")
        self.idle()
        tabs = ("Tab",) * 5
        ways = (lambda: self.click(CHECKER, 61, 77), lambda: self.press(CHECKER, *tabs, "Return"))
        self.open(REPORT, CHECKER, *ways)
        report = self.saved(REPORT, self.schematic.with_name("ERC.rpt"))
        found = re.findall(r"^\[(\w+)\]: .*\n +; Severity: (\w+)", report, re.MULTILINE)
        told = re.search(r"Errors (\d+)  Warnings (\d+)", report)
        assert told, report
        assert len(found) == sum(map(int, told.groups())), report
        return found

    def netlist(self) -> str:
        """Export the netlist in KiCad's own format and return it."""
        self.open(EXPORT, EDITOR, lambda: self.press(EDITOR, "ctrl+shift+n"))
        self.open(NETLIST, EXPORT, lambda: self.press(EXPORT, "Return"))
        text = self.saved(NETLIST, self.schematic.with_suffix(".net"))
        self.close(EXPORT)
        return text

    def plot(self) -> str:
        """Plot the sheet and return the SVG."""
        path = self.schematic.with_suffix(".svg")
        self.open(PLOT, EDITOR, lambda: self.press(EDITOR, "ctrl+shift+p"))
        done = lambda: path.is_file() and "</svg>" in path.read_text()[-50:]  # noqa: E731
        self.tried(done, PLOT, lambda: self.press(PLOT, "Return"))
        self.close(PLOT)
        return path.read_text(encoding="utf-8")


@dataclass
class CommandLine:
    """The same by the command line of KiCad 7 and later; of its check, the errors only."""

    schematic: Path

    def run(self, *words: str) -> None:
        done = processes.run_text("kicad-cli", "sch", *words, str(self.schematic), patience=WAIT)
        if done.returncode:
            raise Unexpected(f"Error: kicad-cli {words}: {done.stdout}{done.stderr}")

    def netlist(self) -> str:
        path = self.schematic.with_suffix(".net")
        self.run("export", "netlist", "--output", str(path))
        return path.read_text("utf-8")

    def plot(self) -> str:
        self.run("export", "svg", "--no-background-color", "--output", str(self.schematic.parent))
        return self.schematic.with_suffix(".svg").read_text("utf-8")

    def check(self) -> list[tuple[str, str]]:
        path = self.schematic.with_name("erc.json")
        try:
            self.run("erc", "--format", "json", "--severity-error", "--output", str(path))
        except Unexpected:
            if not path.is_file():  # KiCad 7 has no such command
                return []
        sheets = json.loads(path.read_text("utf-8"))["sheets"]
        found = [each for sheet in sheets for each in sheet["violations"]]
        # KiCad 9 tells of warnings even so: a new home has no table of KiCad's own libraries.
        return [(each["type"], "error") for each in found if each["severity"] == "error"]


@contextlib.contextmanager
def opened(schematic: Path, folder: Path) -> Iterator[Editor | CommandLine]:
    """Open a schematic (a copy, as KiCad writes beside it) and yield what works on it.

    `folder` is an empty folder for KiCad's home and screenshots. Everything started is ended.
    """
    if shutil.which("kicad-cli"):
        yield CommandLine(schematic)
        return
    screen = ("-displayfd", "1", "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24")
    # It keeps running when xdotool disconnects; it prints its number once it answers.
    with Process("Xvfb", *screen, "-nolisten", "tcp", "-noreset", patience=WAIT) as server:
        display = f":{server.out.line()}"
        env = {**_home(folder), "DISPLAY": display}
        with Process("eeschema", schematic, env=env, cwd=folder, patience=WAIT) as process:
            editor = Editor(schematic, folder, display, process)

            def odd() -> list[str]:
                known = ("eeschema", "Load")
                return [title for title in editor.windows() if EDITOR not in title and not title.startswith(known)]

            def ready() -> bool:
                if (found := odd()) and not editor.soon(lambda: odd() != found):
                    raise editor.failed(f"{found} before {schematic.name} is open")
                title = next((each for each in editor.windows() if EDITOR in each), "")
                return editor.window("") is not None and title.startswith(schematic.stem)

            for _ in range(2):
                if not editor.soon(ready, WAIT):
                    raise editor.failed(f"{schematic.name} does not open")
                editor.idle()
            yield editor
        server.end(signal.SIGTERM)  # it takes its lock along
