# The part of CPython's unittest that the rules tests use, for MicroPython. MicroPython has no
# unittest; on CPython the real one is used, and this folder is not on the path. The runner finds
# and runs the tests, not this module. Unlike in CPython, a failing subTest ends its test; `params`
# then tells which one it was.


class SkipTest(Exception):
    pass


class _Raises:
    def __init__(self, test, kind):
        self.test, self.kind, self.exception = test, kind, None

    def __enter__(self):
        return self

    def __exit__(self, kind, exception, trace):
        if kind is None:
            self.test.fail("%s not raised" % self.kind)
        self.exception = exception
        return issubclass(kind, self.kind)  # False: let an unexpected exception pass


class _SubTest:
    def __init__(self, test, params):
        self.test, self.params = test, params

    def __enter__(self):
        self.test.params.append(self.params)

    def __exit__(self, kind, exception, trace):
        if kind is None:  # otherwise keep them for the report
            self.test.params.pop()


class TestCase:
    def __init__(self, methodName="runTest"):
        self.params = []

    def setUp(self):
        pass

    def tearDown(self):
        pass

    def skipTest(self, reason):
        raise SkipTest(reason)

    def subTest(self, msg=None, **params):
        return _SubTest(self, params if msg is None else dict(params, msg=msg))

    def fail(self, msg=None):
        where = ["%s=%r" % item for params in self.params for item in sorted(params.items())]
        raise AssertionError(str(msg) + (" (%s)" % ", ".join(where) if where else ""))

    def _check(self, good, left, relation, right, msg):
        if not good:
            text = "%r %s %r" % (left, relation, right)
            self.fail(text if msg is None else "%s : %s" % (text, msg))

    def assertTrue(self, value, msg=None):
        self._check(value, value, "is not", True, msg)

    def assertFalse(self, value, msg=None):
        self._check(not value, value, "is not", False, msg)

    def assertEqual(self, first, second, msg=None):
        self._check(first == second, first, "!=", second, msg)

    def assertIn(self, member, container, msg=None):
        self._check(member in container, member, "not in", container, msg)

    def assertNotIn(self, member, container, msg=None):
        self._check(member not in container, member, "in", container, msg)

    def assertRaises(self, kind, function=None, *args, **kwargs):
        if function is None:
            return _Raises(self, kind)
        with _Raises(self, kind):
            function(*args, **kwargs)
