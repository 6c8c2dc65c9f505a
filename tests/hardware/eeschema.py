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
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
from PIL import Image, ImageGrab

SYMBOLS = Path(os.environ.get("KICAD6_SYMBOL_DIR", "/usr/share/kicad/symbols"))
PROGRAMS = ("eeschema", "Xvfb", "xdotool")
PATIENCE = 8  # seconds after which a key without effect is pressed again
WAIT = 120  # longest wait for one thing, on a busy machine
SIZE = (1600, 1200)  # of the screen; dialogs open in its middle

EDITOR = "Schematic Editor"
CHECKER, REPORT = "Electrical Rules Checker", "Save Report to File"
EXPORT, NETLIST = "Export Netlist", "Save Netlist File"
PLOT = "Plot Schematic Options"


def missing() -> str:
    """Return what is missing and how to get it, in one line, or ""."""
    if shutil.which("kicad-cli"):
        return ""
    lacking = [name for name in PROGRAMS if shutil.which(name) is None]
    if not lacking and not (SYMBOLS / "power.kicad_sym").is_file():
        lacking = ["kicad-symbols"]
    told = ", ".join(lacking)
    get = "install KiCad 7 or later (kicad.org), or: apt install kicad kicad-symbols xvfb xdotool"
    return f"KiCad is not tested, {told} missing: {get}" if lacking else ""


class Unexpected(AssertionError):
    """An unexpected window, or a window that did not appear."""


def _home(folder: Path) -> dict[str, str]:
    """Create a home folder in which KiCad asks nothing at its start; return the environment."""
    config = folder / "home" / ".config" / "kicad" / "6.0"
    config.mkdir(parents=True)
    shutil.copy(SYMBOLS.parent / "template" / "sym-lib-table", config)
    (config / "fp-lib-table").write_text("(fp_lib_table)\n")
    hotkeys = {
        "eeschema.InspectionTool.runERC": "Ctrl+Shift+I",
        "eeschema.EditorControl.exportNetlist": "Ctrl+Shift+N",
        "common.Control.plot": "Ctrl+Shift+P",
    }
    (config / "user.hotkeys").write_text("".join(f"{k}\t{v}\n" for k, v in hotkeys.items()))
    (config / "eeschema.json").write_text(
        json.dumps(
            {
                "appearance": {"show_sexpr_file_convert_warning": False},
                "plot": {"background_color": False, "color": True, "format": 5,  # SVG
                         "frame_reference": True},
                "system": {"first_run_shown": True, "never_show_rescue_dialog": True},
                "window": {"pos_x": 0, "pos_y": 0, "size_x": SIZE[0], "size_y": SIZE[1]},
            }
        )
    )  # fmt: skip
    (config / "kicad_common.json").write_text(
        json.dumps(
            {
                "environment": {"show_warning_dialog": False},
                "graphics": {"canvas_type": 2},  # without OpenGL
                "system": {"autosave_interval": 0},
            }
        )
    )
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return kept | {
        "HOME": str(folder / "home"),
        "XDG_CONFIG_HOME": str(folder / "home" / ".config"),
        "XDG_CACHE_HOME": str(folder / "home" / ".cache"),
        "KICAD6_SYMBOL_DIR": str(SYMBOLS),
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "GDK_BACKEND": "x11",
        "NO_AT_BRIDGE": "1",
    }


@contextlib.contextmanager
def _process(*command: str, **more: object) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program in its own process group, and end the whole group afterwards."""
    process = subprocess.Popen(command, start_new_session=True, **more)  # type: ignore[call-overload]
    try:
        yield process
    finally:
        for sign in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, sign)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5)
                break


@contextlib.contextmanager
def _display(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run an X server on a free display; yield its name and its process."""
    there, here = os.pipe()
    with (folder / "xvfb.log").open("wb") as log:
        command = ("Xvfb", "-displayfd", str(here), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24")
        command += ("-nolisten", "tcp", "-noreset")  # keeps running when xdotool disconnects
        with _process(*command, pass_fds=[here], stdout=log, stderr=log) as server:
            os.close(here)
            with os.fdopen(there) as told:
                number = told.readline().strip()  # printed once the server answers
            if not number:
                raise Unexpected((folder / "xvfb.log").read_text(errors="replace"))
            yield f":{number}", server


@dataclass
class Editor:
    """The editor with an open schematic."""

    schematic: Path
    folder: Path  # of logs and screenshots
    display: str
    process: subprocess.Popen[bytes]
    server: subprocess.Popen[bytes]

    def xdotool(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words],
            env={"DISPLAY": self.display, "PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
            timeout=WAIT,
        )
        return done.stdout if done.returncode == 0 else ""

    def windows(self) -> dict[str, str]:
        """Return the visible windows: title -> number."""
        found = self.xdotool("search", "--onlyvisible", "--name", ".").split()
        return {self.xdotool("getwindowname", each).strip(): each for each in found}

    def screenshot(self, name: str) -> Image.Image:
        """Save a picture of the screen, and return it."""
        image = ImageGrab.grab(xdisplay=self.display)
        image.save(self.folder / f"{name}.png")
        return image

    def idle(self, steps: int = 4) -> bool:
        """Wait until the editor is idle, or time is up; tell whether it is idle.

        Idle means asleep without processor time at several looks in a row: on a busy machine a
        program with work to do is runnable, not asleep.
        """
        me = psutil.Process(self.process.pid)
        quiet, before = 0, -1.0
        end = time.monotonic() + WAIT
        while quiet < steps and time.monotonic() < end:
            spent = sum(me.cpu_times()[:2])
            asleep = me.status() == psutil.STATUS_SLEEPING
            quiet = quiet + 1 if asleep and spent - before <= 0.01 else 0
            before = spent
            time.sleep(0.05)
        return quiet >= steps

    def until(self, what: str, happens: Callable[[], bool], allowed: tuple[str, ...] = ()) -> None:
        """Wait for a condition; a window that isn't `allowed`, or the editor's end, is an error."""
        end = time.monotonic() + WAIT
        while not happens():
            if self.process.poll() is not None:
                raise Unexpected(f"eeschema ended ({self.process.returncode}) before: {what}")
            others = [
                title
                for title in self.windows()
                if EDITOR not in title and title not in ("eeschema", *allowed)
                and not title.startswith("Load")
            ]  # fmt: skip
            if others and not happens():
                self.screenshot("unexpected")
                raise Unexpected(f"window {others} before: {what}; see {self.folder}")
            if time.monotonic() > end:
                self.screenshot("late")
                raise Unexpected(f"not within {WAIT} s: {what}; see {self.folder}")
            time.sleep(0.05)

    def window(self, title: str) -> str | None:
        """Return the number of the window whose title contains this."""
        return next((n for name, n in self.windows().items() if title in name), None)

    def press(self, where: str, *keys: str) -> None:
        """Press keys in a window."""
        number = self.window(where)
        if number is None:
            raise Unexpected(f"no window {where}; there are {list(self.windows())}")
        self.xdotool("windowfocus", "--sync", number)
        self.xdotool("key", "--clearmodifiers", *keys)

    def open(self, title: str, *ways: Callable[[], None]) -> None:
        """Open a dialog by an action in another window, trying each way in turn.

        A key is lost if it comes before its window listens, so it is repeated once it clearly had
        no effect.
        """
        for way in ways * 3:
            if self.window(title) is None:
                way()
            if self.soon(lambda: self.window(title) is not None):
                self.idle()
                return
        self.screenshot("unexpected")
        raise Unexpected(f"{title} does not open; see {self.folder}")

    def soon(self, happens: Callable[[], bool]) -> bool:
        """Tell whether a condition becomes true while the editor works, or shortly after."""
        end = time.monotonic() + PATIENCE
        while not happens():
            if self.process.poll() is not None:
                raise Unexpected(f"eeschema ended ({self.process.returncode})")
            if time.monotonic() > end and self.idle():
                return happens()
            time.sleep(0.05)
        return True

    def place(self, title: str) -> tuple[int, int, int, int]:
        """Return a window's place: left, top, width, height."""
        told = self.xdotool("getwindowgeometry", "--shell", self.window(title) or "0")
        place = {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", told)}
        if not place:
            raise Unexpected(f"no window {title}; there are {list(self.windows())}")
        return place["X"], place["Y"], place["WIDTH"], place["HEIGHT"]

    def click(self, title: str, from_right: int, from_bottom: int) -> None:
        """Click in a window, at a distance in pixels from its lower right corner."""
        left, top, width, height = self.place(title)
        x, y = left + width - from_right, top + height - from_bottom
        self.xdotool("mousemove", str(x), str(y), "click", "1")

    def _saved(self, dialog: str, path: Path) -> str:
        """Let a file dialog save under its proposed name; return the file's text."""
        for _ in range(3):
            if self.window(dialog) is not None:
                self.press(dialog, "Return")
            if self.soon(path.is_file):
                self.idle()
                return path.read_text(encoding="utf-8")
        self.screenshot("unexpected")
        raise Unexpected(f"{path.name} is not written; see {self.folder}")

    def _close(self, title: str) -> None:
        for _ in range(3):
            if self.window(title) is not None:
                self.press(title, "Escape")
            if self.soon(lambda: self.window(title) is None):
                return
        raise Unexpected(f"{title} does not close; see {self.folder}")

    def check(self) -> list[tuple[str, str]]:
        """Check the electrical rules, as last; return kind and severity of what is found."""
        self.open(CHECKER, lambda: self.press(EDITOR, "ctrl+shift+i"))
        before = self._looks(CHECKER)
        self.press(CHECKER, "Return")
        self.until("the check is done", lambda: self.idle() and self._looks(CHECKER) != before, (CHECKER,))
        self.screenshot("erc")
        tabs = ("Tab",) * 5
        self.open(REPORT, lambda: self.click(CHECKER, 61, 77), lambda: self.press(CHECKER, *tabs, "Return"))
        report = self._saved(REPORT, self.schematic.with_name("ERC.rpt"))
        found = re.findall(r"^\[(\w+)\]: .*\n +; Severity: (\w+)", report, re.MULTILINE)
        told = re.search(r"Errors (\d+)  Warnings (\d+)", report)
        assert told, report
        assert len(found) == sum(map(int, told.groups())), report
        return found

    def _looks(self, title: str) -> bytes:
        """Return the upper half of a window, where the check shows its progress."""
        x, y, width, height = self.place(title)
        return ImageGrab.grab((x, y, x + width, y + height // 2), xdisplay=self.display).tobytes()

    def netlist(self) -> str:
        """Export the netlist in KiCad's own format and return it."""
        self.open(EXPORT, lambda: self.press(EDITOR, "ctrl+shift+n"))
        self.open(NETLIST, lambda: self.press(EXPORT, "Return"))
        text = self._saved(NETLIST, self.schematic.with_suffix(".net"))
        self._close(EXPORT)
        return text

    def plot(self) -> str:
        """Plot the sheet and return the SVG."""
        path = self.schematic.with_suffix(".svg")
        self.open(PLOT, lambda: self.press(EDITOR, "ctrl+shift+p"))
        self.press(PLOT, "Return")
        done = lambda: path.is_file() and "</svg>" in path.read_text()[-50:]  # noqa: E731
        self.until("the plot is written", done, (PLOT,))
        self._close(PLOT)
        return path.read_text(encoding="utf-8")


@dataclass
class CommandLine:
    """The same by the command line of KiCad 7 and later; of its check, the errors only."""

    schematic: Path

    def run(self, *words: str) -> None:
        done = subprocess.run(
            ["kicad-cli", "sch", *words, str(self.schematic)], timeout=WAIT, capture_output=True, text=True
        )
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

    `folder` is an empty folder for KiCad's home, logs and screenshots. Everything started is ended.
    """
    if shutil.which("kicad-cli"):
        yield CommandLine(schematic)
        return
    environment = _home(folder)
    with _display(folder) as (display, server), (folder / "eeschema.log").open("wb") as log:
        environment["DISPLAY"] = display
        command = ("eeschema", str(schematic))
        with _process(*command, env=environment, cwd=folder, stdout=log, stderr=log) as process:
            editor = Editor(schematic, folder, display, process, server)
            name = schematic.stem

            def ready() -> bool:
                return any(EDITOR in title and title.startswith(name) for title in editor.windows())

            editor.until(f"{schematic.name} is open", ready)
            editor.idle()
            editor.until(f"{schematic.name} is open", ready)
            editor.screenshot("open")
            yield editor
