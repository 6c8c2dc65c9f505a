"""Results never depend on the order of a dict or a set: MicroPython's differs from CPython's.

Reads the sources of the firmware. An attribute that is assigned a dict or a set anywhere counts as
one everywhere, a variable within its file, and PARAMETERS everywhere. `sorted` and similar calls do
not depend on the order.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2] / "firmware"
MAKE = {"dict", "set", "frozenset"}
WALK = {"list", "tuple", "enumerate", "zip", "iter", "next", "map", "filter", "reversed"}
# These give the same result in any order.
ORDERLESS = {"sorted", "min", "max", "len", "sum", "any", "all", "set", "dict", "bool"}
# Names of dicts that are passed between functions or come from JSON.
PARAMETERS = {"bound", "broken", "config", "deck", "header", "house", "pins", "readings", "rules", "said", "stands"}
# Walks over a dict or set that are allowed, by the reason; also names that hold other types.
ALLOWED = {
    "another dict is made of it": """
        app/link/commands.py:zone app/config.py:both app/config.py:zone tierce/game.py:layout.bound
        tierce/game.py:readings tierce/games/laying.py:layout.touched tierce/hints.py:stands
        tierce/state.py:value.items()
    """,
    "each is treated for itself": """
        app/sensing/readers.py:known tierce/melds.py:pins tierce/presets.py:FOLLOWS tierce/rulings.py:said
        tierce/taps.py:lies tierce/layout.py:self.touched tierce/layout.py:self.moved
    """,
    "a list, or another sequence": """
        app/sensing/readers.py:self.zones app/link/services.py:program.board.zones app/match/table.py:self.zones
        app/match/tapped.py:readers.zones app/start.py:board.zones app/people/teach.py:self.readers.zones
        drivers/buttons.py:pins tierce/arrange/manipulation.py:bound tierce/game.py:broken tierce/hints.py:self.zones
        tierce/taps.py:found
    """,
    "whichever is found first, the result is the same": "tierce/game.py:bound tierce/rulings.py:layout.start",
    "a file for people: an object's entries may stand in any order": "app/config.py:config",
    "they are counted": "app/match/table.py:self._at",
}


def unordered(value: ast.expr) -> bool:
    """Tell whether an expression makes a dict or a set."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in MAKE
    if isinstance(value, ast.BoolOp):
        return any(unordered(each) for each in value.values)
    if isinstance(value, ast.IfExp):
        return unordered(value.body) or unordered(value.orelse)
    return isinstance(value, ast.Dict | ast.Set | ast.DictComp | ast.SetComp)


def name_of(node: ast.expr) -> str | None:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else None


def named(nodes: list[ast.AST], kind: type[ast.expr]) -> set[str]:
    """Return all names of a kind that are assigned a dict or a set."""
    return {
        str(name_of(target))
        for node in nodes
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and unordered(node.value)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, kind)
    }


def walked(node: ast.AST) -> list[ast.expr]:
    """Return the expressions that a node walks over in order."""
    if isinstance(node, ast.For | ast.AsyncFor):
        return [node.iter]
    if isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp):
        return [each.iter for each in node.generators]
    if isinstance(node, ast.Starred):
        return [node.value]
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in WALK:
            return node.args
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("join", "extend"):
            return node.args
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
        return [node.value]
    return []


def walks() -> Iterator[tuple[str, str, int]]:
    """Yield (file, expression, line) of every walk over a dict or a set."""
    trees = {
        str(path.relative_to(ROOT)): list(ast.walk(ast.parse(path.read_text("utf-8"))))
        for path in sorted(ROOT.rglob("*.py"))
    }
    attributes = set().union(*(named(nodes, ast.Attribute) for nodes in trees.values()))
    for file, nodes in trees.items():
        variables = named(nodes, ast.Name) | PARAMETERS
        quiet: set[ast.AST] = set()
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and (node.func.id in ORDERLESS):
                quiet |= set(node.args)
        for node in nodes:
            if node in quiet and not isinstance(node, ast.Call):
                continue
            for what in walked(node):
                if isinstance(what, ast.Call) and name_of(what.func) in ("items", "keys", "values"):
                    seen = isinstance(what.func, ast.Attribute) and not isinstance(what.func.value, ast.Call)
                else:
                    known = variables if isinstance(what, ast.Name) else attributes
                    seen = (unordered(what) and not isinstance(what, ast.Call)) or name_of(what) in known
                if seen:
                    yield file, ast.unparse(what), node.lineno


def test_no_order_of_a_dict_or_a_set_is_seen():
    found = {f"{file}:{what}": line for file, what, line in walks()}
    allowed = " ".join(ALLOWED.values()).split()
    assert {walk: line for walk, line in found.items() if walk not in allowed} == {}
    assert [walk for walk in allowed if walk not in found] == [], "no longer needed"
