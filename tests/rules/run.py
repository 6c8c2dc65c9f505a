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
    """Run one test; return its failure in one line, or None, and where it happened."""
    test = case(method)
    try:
        test.setUp()
        getattr(test, method)()
        test.tearDown()
    except unittest.SkipTest:
        raise
    except AssertionError as error:
        return " ".join(str(error).split()) or "assertion failed", places(error)
    except Exception as error:
        return "%s: %s" % (type(error).__name__, error), places(error)
    return None, []


def places(error):
    """Return [file, line] of each frame of an error, outermost first; none on MicroPython."""
    found, frame = [], getattr(error, "__traceback__", None)
    while frame:
        found.append([frame.tb_frame.f_code.co_filename, frame.tb_lineno])
        frame = frame.tb_next
    return found


def run(order):
    """Run the tests of an order; print {"clause","test","trouble","at"} for each."""
    import play

    play.HOUSE.update(order["rules"])
    for clause, case, method in cases(order["modules"], order["clause"]):
        found, at = trouble(case, method)
        test = "%s.%s" % (case.__name__, method)
        print(json.dumps({"clause": clause, "test": test, "trouble": found, "at": at}))


if __name__ == "__main__":
    run(json.loads(sys.argv[1]))
