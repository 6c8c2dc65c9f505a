"""A copy of the project with an environment of its own, in which the copy's modules are found."""

import os
import shutil
import site
import sys
import venv
from pathlib import Path

from mutants_probe import FOLDER

ROOT = Path(__file__).resolve().parents[2]
_LEFT = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".pytest_cache", ".ruff_cache", ".hypothesis", "dist")


class Copy:
    """A copy of the project in a folder; packages, programs and caches are those of this environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / ".venv" / "bin" / "python"
        own = folder / ".venv"
        # What an earlier run has left changed is put right.
        for name in ("firmware", "hardware", "host_tools", "tests"):
            shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copytree(ROOT, folder, ignore=_LEFT, symlinks=True, dirs_exist_ok=True)
        if own.exists():
            return
        venv.create(own, symlinks=True)
        packages = Path(site.getsitepackages([str(own)])[0])
        shutil.copy(Path(__file__).with_name("mutants_probe.py"), packages)
        ours = [str(folder / name) for name in ("firmware", "hardware", "host_tools")]
        begin = "import mutants_probe; mutants_probe.begin()"
        rest = f"import site; site.addsitedir({site.getsitepackages()[0]!r})"
        (packages / "first.pth").write_text("\n".join([*ours, begin, rest, ""]), "utf-8")
        for name in ("cache", "programs"):
            (own / name).symlink_to(Path(sys.prefix, name))
        for script in Path(sys.prefix, "bin").iterdir():
            target = own / "bin" / script.name
            start = f"#!{sys.prefix}/bin/python".encode()
            if not target.exists() and script.is_file() and script.read_bytes().startswith(start):
                text = script.read_bytes().partition(b"\n")[2]
                target.write_bytes(f"#!{self.python}\n".encode() + text)
                shutil.copymode(script, target)

    @property
    def probes(self) -> Path:
        """The folder for what the probes note; they are there while it exists."""
        return self.folder / ".venv" / FOLDER.name

    def environment(self) -> dict[str, str]:
        """Return the environment of processes in it: what they leave behind lies below the copy."""
        temporary = self.folder / "tmp"
        temporary.mkdir(exist_ok=True)
        return {**os.environ, "TMPDIR": str(temporary), "PATH": f"{self.python.parent}{os.pathsep}{os.environ['PATH']}"}
