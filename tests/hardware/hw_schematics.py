"""Schematics for the tests: those of the shipped tables; and the nets of a file, by where things stand."""

import functools
from collections import defaultdict
from pathlib import Path

from simp_sexp import Sexp

from tierce_plans.schematics import circuits, symbols
from tierce_plans.schematics.symbols import first, lists, plain
from tierce_tools.description import descriptions

ROOT = Path(__file__).parents[2]
CONFIG = "firmware/config.json"
TABLES = {name: descriptions.load(name, "en") for name in descriptions.names()}
TABLES[CONFIG] = descriptions.load(str(ROOT / CONFIG), "en")


@functools.cache
def built(name):
    """Return the sheet of a table, to look at only."""
    return circuits.build(TABLES[name])


def nets(tree):
    """Return the nets of a schematic file (one sheet, no wires): name -> (reference, pin).

    Read as KiCad joins things: names, supplies and pins that are in one point. ValueError for what
    the file leaves open: a pin with neither a name nor a cross, or with both; a name or a cross on
    nothing; two names on a net; a part without one of its units.
    """
    if list(lists(tree, "wire", "junction", "label")):
        raise ValueError("a wire or a local label")
    library = {plain(each[1]): symbols.described(each) for each in first(tree, "lib_symbols")[1:]}
    refs = {
        plain(path[1]).rsplit("/", 1)[-1]: plain(first(path, "reference")[1])
        for path in first(tree, "symbol_instances")[1:]
    }
    names, pins, missing = defaultdict(set), defaultdict(list), {}
    for label in lists(tree, "global_label"):
        names[tuple(first(label, "at")[1:3])].add(plain(label[1]))
    for each in lists(tree, "symbol"):
        symbol, unit = library[plain(first(each, "lib_id")[1])], first(each, "unit")[1]
        ref = refs[first(each, "uuid")[1]]
        missing.setdefault(ref, [*symbol.pins]).remove(unit)
        x, y, angle = first(each, "at")[1:]
        for pin in symbol.pins[unit]:
            dx, dy = symbols.turned(pin.x, pin.y, angle)
            point = (round(x + dx, 3), round(y + dy, 3))
            if first(symbol.tree, "power") and pin.kind == "power_in":
                names[point].add(pin.name)
            else:
                pins[point].append((ref, pin.number))
    crosses = [tuple(first(each, "at")[1:3]) for each in lists(tree, "no_connect")]
    found = defaultdict(set)
    for point, nodes in pins.items():
        marks = len(names[point]) + crosses.count(point)
        if marks != 1 or (point in crosses and len(nodes) > 1):
            raise ValueError(f"{marks} marks on {nodes}")
        for name in names[point]:
            found[name].update(node for node in nodes if node[0][0] != "#")
    if any(missing.values()) or ({*names} | {*crosses}) - {*pins}:
        raise ValueError(f"units {missing}, marks {({*names} | {*crosses}) - {*pins}}")
    return {name: frozenset(nodes) for name, nodes in found.items()}


def netlist(text):
    """Return the nets of a netlist file (ours or KiCad's): name -> (reference, pin)."""
    return {
        str(first(net, "name")[1]).removeprefix("/"): frozenset(
            (str(first(node, "ref")[1]), str(first(node, "pin")[1])) for node in lists(net, "node")
        )
        for net in lists(first(Sexp(text), "nets"), "net")
    }
