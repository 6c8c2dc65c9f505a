"""The board's unittest gives CPython's verdicts; above all, it fails where it should."""

import json
import sys

import pytest
from processes import run_text

from tierce_tools.base import paths
from tierce_tools.rules import vm

# Each is the body of a test `t`.
CASES = [
    *("t.assertTrue(1)", "t.assertTrue([])", "t.assertFalse(0)", "t.assertFalse('x')"),
    *("t.assertEqual([1, (2,)], [1, (2,)])", "t.assertEqual('TH', 'TS')", "t.assertEqual(1, 2, 'why')"),
    *("t.assertIn(1, (1, 2))", "t.assertIn(3, (1, 2))", "t.assertNotIn(3, (1, 2))", "t.assertNotIn(1, (1, 2))"),
    "t.assertRaises(ValueError, int, 'x')",
    *("t.assertRaises(ValueError, int, '1')", "t.assertRaises(KeyError, int, 'x')"),
    *("t.assertRaises((KeyError, ValueError), int, 'x')", "with t.assertRaises(ValueError): int('x')"),
    *("with t.assertRaises(ValueError): pass", "with t.assertRaises(ValueError): {}['x']"),
    "with t.assertRaises(KeyError) as c: {}['a']\nt.assertEqual(c.exception.args[0], 'a')",
    "with t.assertRaises(KeyError) as c: {}['a']\nt.assertEqual(c.exception.args[0], 'b')",
    *("with t.subTest(seat=1): t.assertEqual(1, 1)", "with t.subTest(seat=1): t.assertEqual(1, 2)"),
    *("with t.subTest('joker', seat=1): t.fail('why')", "with t.subTest(): {}['x']", "t.skipTest('why')"),
    *("raise unittest.SkipTest('why')", "t.fail('why')", "t.fail()", "assert 1 == 2", "{}['x']"),
]

SCRIPT = """
import json, sys, unittest

def verdict(case):
    t = unittest.TestCase()
    try:
        t.setUp()
        exec(case, {"t": t, "unittest": unittest})
        t.tearDown()
    except unittest.SkipTest as e:
        return "skipped", str(e)
    except AssertionError as e:
        return "failed", str(e)
    except Exception as e:
        return type(e).__name__, ""
    return "ok", ""

for case in json.loads(sys.stdin.read()):
    print(json.dumps(verdict(case)))
"""


def on_the_board(machine: vm.Vm, cases: list[str]) -> list[list[str]]:
    files = {"board": paths.rules_tests() / "board"}
    done = machine.run(SCRIPT, files=files, path=["board"], stdin=json.dumps(cases).encode())
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(params=vm.find(), ids=str)
def machine(request: pytest.FixtureRequest) -> vm.Vm:
    return request.param


def test_same_verdicts_as_cpython(machine: vm.Vm):
    done = run_text(sys.executable, "-c", SCRIPT, stdin=json.dumps(CASES), check=True)
    here = [json.loads(line)[0] for line in done.stdout.splitlines()]
    there = [verdict for verdict, _ in on_the_board(machine, CASES)]
    assert list(zip(CASES, there, strict=True)) == list(zip(CASES, here, strict=True))


SAID = [
    ("t.assertEqual('TH', 'TS')", "'TH' != 'TS'"),
    ("t.assertEqual(1, 2, 'why')", "1 != 2 : why"),
    ("t.assertIn(3, (1, 2))", "3 not in (1, 2)"),
    ("t.assertTrue([])", "[] is not True"),
    ("t.assertRaises(ValueError, int, '1')", "<class 'ValueError'> not raised"),
    ("with t.subTest('joker', seat=1):\n t.assertEqual(1, 2)", "1 != 2 (msg='joker', seat=1)"),
    ("with t.subTest(seat=1):\n with t.subTest(zone='m2'): t.assertEqual(1, 2)", "1 != 2 (seat=1, zone='m2')"),
    ("with t.subTest(seat=1): pass\nt.assertEqual(1, 2)", "1 != 2"),
]


def test_the_message_shows_what_differs(machine: vm.Vm):
    assert on_the_board(machine, [case for case, _ in SAID]) == [["failed", message] for _, message in SAID]
