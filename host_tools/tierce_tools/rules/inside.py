"""Runs the rules tests in this very process: for a Python that cannot start another one."""

import json
import sys
from collections.abc import Generator
from contextlib import contextmanager, redirect_stdout
from importlib import import_module, invalidate_caches
from io import StringIO

from tierce_tools.base.paths import rules_tests
from tierce_tools.rules.runners import RulesError


class Inside:
    """This Python itself. Nothing of the tests stays loaded: each run begins from nothing."""

    name = "CPython " + sys.version.split()[0]

    def run_rules(self, order: str) -> tuple[int, str, str]:
        """Run the tests as tests/rules/run.py does."""
        printed = StringIO()
        with _loading(), redirect_stdout(printed):
            import_module("run").run(json.loads(order))
        return 0, printed.getvalue(), ""


@contextmanager
def _loading() -> Generator[None]:
    """Let the modules of the rules tests be imported, and forget them afterwards."""
    folder = str(rules_tests())
    names = {path.stem for path in rules_tests().glob("*.py")}
    others = {name: sys.modules.pop(name) for name in names & sys.modules.keys()}
    sys.path.insert(0, folder)
    invalidate_caches()
    try:
        yield
    except Exception as error:
        raise RulesError(f"{Inside.name}: {error}") from error
    finally:
        sys.path.remove(folder)
        for name in names & sys.modules.keys():
            del sys.modules[name]
        sys.modules.update(others)
