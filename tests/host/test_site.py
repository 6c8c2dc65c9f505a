"""The table as a folder of files; tests/browser/test_browser_site.py opens it."""

import gzip
import hashlib
import json
import re
import sys
import tarfile
from base64 import b64encode
from pathlib import Path

import pytest
from processes import run_text
from typer.testing import CliRunner

from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.main import app
from tierce_tools.worker.shell import copy_tables, remove_tables
from tierce_tools.worker.site import write

MB = 1_000_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "new" / "site"
    write(folder)
    return folder


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_is_small(site: Path):
    files = files_of(site).values()
    assert sum(map(len, files)) < 17 * MB
    assert sum(len(gzip.compress(data, 6)) for data in files) < 9 * MB


def test_it_is_the_same_bytes_twice_and_replaces_an_earlier_one(site: Path, tmp_path: Path):
    (tmp_path / "again/texts").mkdir(parents=True)
    for name in ("files.js", "texts/old.json"):
        (tmp_path / "again" / name).write_text("{}")
    write(tmp_path / "again")
    assert files_of(tmp_path / "again") == files_of(site)


def test_the_list_for_the_service_worker_has_the_hash_of_each_file(site: Path):
    said = (site / "files.js").read_text().removeprefix("self.SITE = ").removesuffix(";\n")
    digests = {name: hashlib.sha256(data).digest() for name, data in files_of(site).items() if name != "files.js"}
    assert json.loads(said)["files"] == {name: f"sha256-{b64encode(each).decode()}" for name, each in digests.items()}


def test_nothing_names_another_host(site: Path):
    """Pyodide's own scripts know addresses that are asked for packages only."""
    for name, data in files_of(site).items():
        if name.endswith((".html", ".js", ".css", ".webmanifest")) and name[:8] != "pyodide/":
            data = data.replace(b"//www.w3.org/", b"")  # the name of SVG, not an address
            assert not re.search(rb"(?:https?:)?//\w+\.\w", data), name
    index = (site / "index.html").read_text()
    assert re.search(r"Content-Security-Policy\" content=\"default-src 'self'", index)


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(Trouble, match="not_ours"):
        write(tmp_path)
    assert files_of(tmp_path) == {"mine.txt": b"mine"}
    with pytest.raises(Trouble, match="no_folder"):
        write(tmp_path / "mine.txt")
    done = CliRunner().invoke(app, ["site", str(tmp_path), "--lang", "fr"])
    assert done.exit_code != 0


# Without this environment's packages and without another process, as in the browser; a match is begun, and comes back.
ALONE = """
import json, os, subprocess, sys
os.fork = os.posix_spawn = subprocess.Popen = None
sys.path.insert(0, sys.argv[1])
from tierce_tools.page.workbench import answer
from tierce_tools.worker.shell import Shell

def begun(do=None):
    shell, told = Shell(sys.argv[2], sys.argv[3], "fr", 1), []
    if do:
        shell.hear(json.dumps({"id": 1, **do}))
    shell.hear('{"id": 2, "do": "nothing"}')
    shell.hear("[")
    shell.hear('{"id": 3, "do": "settle"}')
    sections = {}
    while not any(each.get("re") == 3 for each in told):
        shell.turn()
        for message in json.loads(shell.told() or "[]"):
            told.append(message)
            sections.update(message.get("set", {}))
    assert shell.changed() and not shell.changed()
    return sections, told

new = {"do": "new", "game": "gin", "players": [{"name": "Ana"}, {"name": "Luc"}], "rules": {}}
sections, told = begun(new)
again, _ = begun()
asked = {"game": "gin", "cards": "5H 6H 7H", "module": "test_melds"}
bench = [json.loads(answer(json.dumps({**asked, "do": do}))) for do in ("hand", "clauses", "rules")]
print(json.dumps([sections["match"]["players"], again["match"]["players"], again["kept"]["resumed"],
                  [each for each in told if "error" in each], ["error" in each for each in bench],
                  sorted({name.partition(".")[0] for name in sys.modules})]))
"""


def test_it_needs_nothing_but_python_itself(site: Path, tmp_path: Path):
    for name in ("python", "work", "home"):
        (tmp_path / name).mkdir()
    with tarfile.open(site / "tierce.pack") as archive:
        archive.extraction_filter = lambda entry, _: entry  # Python before 3.11.4 asks for no filter
        archive.extractall(tmp_path / "python")
    folders = (tmp_path / each for each in ("python", "work", "home"))
    done = run_text(sys.executable, "-I", "-S", "-c", ALONE, *folders)
    assert done.returncode == 0, done.stderr
    players, again, resumed, errors, bench, modules = json.loads(done.stdout)
    assert players == again == resumed["players"] == ["Ana", "Luc"]
    assert {each["re"] for each in errors} == {2, None}  # what is unknown, what is no JSON
    assert bench == [False] * 3
    assert not {"typer", "rich", "starlette", "sqlalchemy", "serial"} & {*modules}


def test_tables_of_an_earlier_version_are_copied_once(tmp_path: Path):
    old, home = tmp_path / "old", tmp_path / "home"
    for folder, text in ((old / "a", "before"), (old / "b", "before"), (home / "b", "played on")):
        folder.mkdir(parents=True)
        (folder / "table.json").write_text(text)
    assert copy_tables(str(old), str(home))
    remove_tables(str(old))
    assert files_of(home) == {"a/table.json": b"before", "b/table.json": b"played on"}
    assert not copy_tables(str(old), str(home))
