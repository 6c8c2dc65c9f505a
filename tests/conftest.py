"""Paths for the tests' helper modules; which tests run, and in which order."""

import atexit
import gc
import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

# Collecting makes half a million objects and hardly any garbage.
gc.disable()
# Nothing here outlives the tests: no write waits for the disk, and what is no open file still fails.
os.fsync = os.fstat

HERE = Path(__file__).parent
# `players` for the tests here; `play` for the rules tests, which use no packages.
sys.path[:0] = [str(HERE), str(HERE / "rules")]

import processes  # noqa: E402 - found by the line above
import ring  # noqa: E402
import sources  # noqa: E402

processes.with_default_signals()

# Tests never write to the user's own data folder.
_data = tempfile.mkdtemp(prefix="tierce-tests-")
atexit.register(shutil.rmtree, _data, True)
os.environ["XDG_DATA_HOME"] = _data
# Nor anything else outside this folder.
os.environ.setdefault("TIERCE_CACHE", str(Path(sys.prefix, "cache")))
os.environ.setdefault("MPLCONFIGDIR", str(Path(sys.prefix, "cache", "matplotlib")))
for _own in ("TIERCE_TABLES", "TIERCE_STORE"):
    os.environ.pop(_own, None)

# No deadline: a busy machine is no fault. No database: a failing example is printed, with the blob
# that reproduces it.
settings.register_profile(
    "ring",
    max_examples=ring.rounds(20, 100),
    database=None,
    deadline=None,
    print_blob=True,
    derandomize=not ring.ALL,  # the Makefile gives `make test-all` a seed, which it prints
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("ring")
# What hypothesis keeps, the constants in our modules for example, stays here too.
set_hypothesis_home_dir(Path(os.environ["TIERCE_CACHE"], "hypothesis"))

collect_ignore = ["rules/board"]
_begun: set[Path] = set()  # the files whose tests run, or have run


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what runs in `make test-all` only; put the files that take longest first."""
    if not ring.ALL:
        longer = [item for item in items if item.get_closest_marker("longer")]
        config.hook.pytest_deselected(items=longer)
        items[:] = [item for item in items if not item.get_closest_marker("longer")]
    sources.skip_unchanged(items)
    place = {f"test_{name}.py": number for number, name in enumerate(ring.SLOWEST)}
    items.sort(key=lambda item: place.get(item.path.name, len(place)))


def pytest_collection_finish() -> None:
    """From here on there is garbage."""
    gc.enable()


def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Keep what is older than a file's tests out of garbage collections: each modelled board runs one."""
    if item.path not in _begun:
        _begun.add(item.path)
        gc.collect()
        gc.freeze()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note which tests of unchanged files need not run again."""
    sources.note(report)


def pytest_sessionfinish() -> None:
    """Keep that."""
    sources.keep()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test that takes a `seed` one of the ring's, and those that have failed before."""
    marks = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "seed" in metafunc.fixturenames and not any("seed" in names for names in marks):
        metafunc.parametrize("seed", ring.seeds(metafunc.module.__name__.removeprefix("test_"), 1, 1))
