"""Run rules tests and print one line of JSON for each, on CPython and on MicroPython.

Arguments: a JSON object {"modules": [...], "clause": null or a name, "rules": {...}}.
"""

import json
import sys
import unittest


def cases(modules, clause):
    """Yield (clause, class, method name) of the tests of one clause, or of all."""
    for name in modules:
        module = __import__(name)
        for each in sorted(dir(module)):
            case = getattr(module, each)
            of = getattr(case, "clause", None)
            if not isinstance(case, type) or not of or clause not in (None, of):
                continue
            for method in sorted(dir(case)):
                if method.startswith("test"):
                    yield of, case, method


def trouble(case, method):
    """Run one test; return its failure in one line, or None."""
    test = case(method)
    try:
        test.setUp()
        getattr(test, method)()
        test.tearDown()
    except unittest.SkipTest:
        raise
    except AssertionError as error:
        return " ".join(str(error).split()) or "assertion failed"
    except Exception as error:
        return "%s: %s" % (type(error).__name__, error)
    return None


def run(order):
    """Run the tests of an order; print {"clause","test","trouble"} for each."""
    import play

    play.HOUSE.update(order["rules"])
    for clause, case, method in cases(order["modules"], order["clause"]):
        found = trouble(case, method)
        test = "%s.%s" % (case.__name__, method)
        print(json.dumps({"clause": clause, "test": test, "trouble": found}))


if __name__ == "__main__":
    run(json.loads(sys.argv[1]))
