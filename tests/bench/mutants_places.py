"""Mutants: one small change each, at a place of the program chosen by a seed; and finding the place again.

The changes are mutmut's. Its own runner is not used: it switches between mutants inside functions on CPython, so the
sources would differ for MicroPython and for tests that read them. cosmic-ray starts the whole test command for
each mutant; its operators know numbers and operators, but no calls, strings or assignments.

A mutant is a row of results/mutants.json: in `function` of `file` (with its classes; "" outside functions), at the
`nth` time that `old` stands there, put `new`; `line` is where that was when it was chosen.
"""

import ast
import marshal
import random
import textwrap
from pathlib import Path
from typing import Any

from mutants_probe import blocks

TOOLS = "host_tools/tierce_tools"
PARTS = {
    "firmware": (300, ("firmware/tierce", "firmware/app")),
    "host": (200, tuple(f"{TOOLS}/{name}" for name in ("logs", "match", "virtual", "board", "page"))),
}
Mutant = dict[str, Any]


def applied(mutant: Mutant, root: Path) -> tuple[str, str] | None:
    """Return (changed source, blocks that show that the place is reached); None if it isn't there."""
    file, function, nth, old = (mutant[key] for key in ("file", "function", "nth", "old"))
    if not (root / file).exists():  # moved or gone
        return None
    code = _read(root / file)
    lines = code.splitlines(keepends=True)
    wanted = [_bare(line) for line in old.splitlines()]
    begin, end = _functions(ast.parse(code)).get(function, (0, 0)) if function else (0, len(lines))
    found = [at for at in range(begin, end) if [_bare(line) for line in lines[at : at + len(wanted)]] == wanted]
    if len(found) <= nth:
        return None
    at = found[nth]
    margin = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    first = old[: len(old) - len(old.lstrip())]
    margin = margin.removesuffix(first)
    lines[at : at + len(wanted)] = [textwrap.indent(mutant["new"], margin)]
    return "".join(lines), _block(ast.parse(code), at + 1)


def _bare(line: str) -> str:
    return "".join(line.split())


def _read(file: Path) -> str:
    """Return a source; the firmware's without annotations, which don't change what it does."""
    code = file.read_text("utf-8")
    return without_annotations(code) if "firmware" in file.parts else code


def without_annotations(code: str) -> str:
    """Return a source without annotations."""
    data, tree = code.encode(), ast.parse(code)
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    cuts: list[tuple[int, int, bytes]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation:
            begin = starts[node.lineno - 1] + node.col_offset + len(node.arg.encode())
            cuts.append((begin, _end(starts, node.annotation), b""))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns:
            returns = starts[node.returns.lineno - 1] + node.returns.col_offset
            cuts.append((data.rindex(b"->", 0, returns), _end(starts, node.returns), b""))
        elif isinstance(node, ast.AnnAssign):
            begin, end = _end(starts, node.target), _end(starts, node.annotation)
            if node.value is None:
                begin, end = starts[node.lineno - 1] + node.col_offset, _end(starts, node)
            cuts.append((begin, end, b"" if node.value else b"pass"))
    for begin, end, instead in sorted(cuts, reverse=True):
        data = data[:begin].rstrip(b" ") + instead + data[end:] if not instead else data[:begin] + instead + data[end:]
    return data.decode()


def _end(starts: list[int], node: ast.AST) -> int:
    return starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]


def _functions(tree: ast.AST, outer: str = "") -> dict[str, tuple[int, int]]:
    """Return the lines, from and up to, of each function by its name with its classes."""
    found: dict[str, tuple[int, int]] = {}
    for node in ast.iter_child_nodes(tree):
        name = outer
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{outer}.{node.name}".lstrip(".")
            if not isinstance(node, ast.ClassDef):
                found[name] = (node.lineno - 1, node.end_lineno or 0)
        found.update(_functions(node, name))
    return found


def _block(tree: ast.AST, line: int) -> str:
    """Return the number of the innermost block that holds a line; "" outside functions."""
    found = ""
    size = 0
    for number, (owner, body) in enumerate(blocks(tree)):
        first, last = body[0].lineno, body[-1].end_lineno or 0
        if first <= line <= last and (not size or last - first < size):
            found = "" if isinstance(owner, ast.Module | ast.ClassDef) else str(number)
            size = last - first + 1
    return found


def chosen(root: Path, part: str, count: int, seed: int) -> list[Mutant]:
    """Return mutants of a part of the program: lines first, then one of the changes of each line."""
    import libcst
    from libcst.metadata import MetadataWrapper, PositionProvider
    from mutmut.mutation.file_mutation import MutationVisitor
    from mutmut.mutation.mutators import mutation_operators
    from mutmut.mutation.pragma_handling import IgnoredCode

    dice = random.Random(f"{part} {seed}")
    places = {}
    for file in sorted(file for folder in PARTS[part][1] for file in (root / folder).rglob("*.py")):
        if file.stem.endswith(("_en", "_fr")):  # words only
            continue
        code = _read(file)
        wrapper = MetadataWrapper(libcst.parse_module(code))
        visitor = MutationVisitor(mutation_operators, IgnoredCode(set(), set(), set()))
        wrapper.visit(visitor)
        where = wrapper.resolve(PositionProvider)
        for mutation in visitor.mutations:
            if mutation.original_node in where:
                place = file, where[mutation.original_node].start.line
                places.setdefault(place, (code, wrapper.module, []))[2].append(mutation)
    mutants: list[Mutant] = []
    for file, line in dice.sample(sorted(places), len(places)):
        code, module, mutations = places[file, line]
        mutation = dice.choice(mutations)
        changed = module.deep_replace(mutation.original_node, mutation.mutated_node).code
        if _same(code, changed):
            continue
        mutants.append(_mutant(part, file.relative_to(root).as_posix(), code, changed))
        if len(mutants) == count:
            break
    return sorted(mutants, key=lambda each: (each["file"], each["line"]))


def _same(code: str, changed: str) -> bool:
    """Whether both compile to the same, or the change doesn't compile."""
    try:
        return marshal.dumps(compile(code, "", "exec")) == marshal.dumps(compile(changed, "", "exec"))
    except SyntaxError:
        return True


def _mutant(part: str, file: str, code: str, changed: str) -> Mutant:
    olds, news = code.splitlines(), changed.splitlines()
    begin = next(at for at in range(len(olds)) if olds[at] != news[at])
    end = next(at for at in range(1, len(olds)) if olds[-at] != news[-at]) - 1
    after = max(begin + 1, len(olds) - end)
    old = olds[begin:after]
    new = news[begin : len(news) - (len(olds) - after)]
    margin = min((len(line) - len(line.lstrip()) for line in [*old, *new] if line.strip()), default=0)
    functions = _functions(ast.parse(code))
    inside = [name for name, (first, last) in functions.items() if first <= begin < last]
    name = max(inside, key=len, default="")
    start = functions[name][0] if name else 0
    bare = [_bare(line) for line in olds]
    wanted = [_bare(line) for line in old]
    nth = sum(bare[at : at + len(old)] == wanted for at in range(start, begin))
    text = ["\n".join(line[margin:] for line in lines) + "\n" for lines in (old, new)]
    found = {"part": part, "file": file, "line": begin + 1, "function": name, "nth": nth}
    return {**found, "old": text[0], "new": text[1]}
