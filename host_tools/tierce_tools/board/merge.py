"""Merges the modules of the board's program that are always loaded together, and shortens private names.

Each module costs a board a table of names, a dict of what it imports, and its own copy of constants.
A merged module is its modules one after another, under the name of the last one, GROUPS has them. What
only they use gets a short name; private names are short in all modules, the same everywhere, and
parameters are called by the same few letters. From sources to sources: board.build compiles the
result. `Origins` says of a name in a board's traceback where it comes from.
"""

import array
import ast
import binascii
import builtins
import gc
import io
import json
import os
import re
import struct
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from keyword import iskeyword
from pathlib import Path
from string import ascii_letters, digits
from typing import Any, NoReturn

from tierce.phrases import Words
from tierce_tools.base.paths import board_module, firmware, rules_tests
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.board.kept import kept

# Modules that are always loaded together; the last one imports the others, and gives its name.
GROUPS: tuple[str, ...] = (
    "tierce.phrases tierce.phases tierce.zones tierce.cards tierce.melds tierce.outcomes tierce.records "
    "tierce.bad_data tierce.events tierce.layout tierce.game tierce.view tierce.referee",
    "tierce.gin_sheet tierce.games.gin",
    "tierce.arrange.moves tierce.arrange.laying",
    "tierce.arrange.ranks tierce.arrange.manipulation",
    "drivers.font drivers.canvas",
    "app.files app.unload app.loop app.journal.journal app.sensing.deck app.sensing.presence "
    "app.sensing.readers app.match.show app.match.held app.match.match app.match.table "
    "app.people.words app.people.panel app.people.lights "
    "app.link.link app.program",
    "app.journal.segments app.journal.resume app.start",
    "app.people.text app.people.names app.people.pages",
    "app.people.controls app.people.pressing",
    "app.people.choices app.people.menu app.people.opening",
    "app.link.commands app.link.services",
)
# Modules of groups that others import by their names: main.py, and what the host runs on a board. Each
# stays as a module that imports its names.
NAMED: tuple[str, ...] = (
    "app.files", "app.sensing.deck", "app.unload", "tierce.cards", "tierce.outcomes", "tierce.phases",
    "tierce.phrases", "tierce.zones",
)  # fmt: skip
_WORD = re.compile(r"[A-Za-z_]\w*")
_WORDS = re.compile(r"\w+( \w+)*")
# What speaks with MicroPython's own modules: the names there are not ours
_OUTSIDE = ("main.py", "app/link/usb.py", "app/clock.py", "app/files.py", "app/faults.py", "app/board.py")
_STATE = ("tierce.game", "tierce.layout")  # whose attributes are kept: tierce.state
_SIGNS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda one, other: one + other,
    ast.Sub: lambda one, other: one - other,
    ast.Mult: lambda one, other: one * other,
    ast.FloorDiv: lambda one, other: one // other,
    ast.LShift: lambda one, other: one << other,
    ast.BitOr: lambda one, other: one | other,
}
# The attribute of a node that holds a name of Python.
_NAMES: dict[type[ast.AST], str] = {
    **{ast.Name: "id", ast.Attribute: "attr", ast.FunctionDef: "name", ast.ClassDef: "name"},
    **{ast.alias: "name", ast.arg: "arg", ast.keyword: "arg"},
}
_SHORT = 16  # the most letters of a text that is written where it is used
_ORIGIN = "origin"  # an attribute of a definition's node: (file, line, name)

Sources = Mapping[str, bytes]


@dataclass
class Module:
    """A module being merged: its tree, what it binds at its top, and where that is afterwards."""

    name: str
    file: str
    tree: ast.Module
    home: str = ""  # the module that has it in the end
    own: list[str] = field(default_factory=list[str])  # names that it defines
    inner: frozenset[str] = frozenset()  # names that its functions bind
    became: dict[str, str] = field(default_factory=dict[str, str])  # name -> its name there
    constants: dict[str, int | str] = field(default_factory=dict[str, int | str])  # written where they are used


def merged(sources: Sources) -> dict[str, bytes]:
    """Return the sources of a program with its groups merged; files that are not modules stay.

    Groups that are not whole stay apart. Raises Trouble where a module can't be merged.
    """
    files = {name: data for name, data in sources.items() if not name.endswith(".py")}
    modules = frozenset((name, data) for name, data in sources.items() if name.endswith(".py"))
    return files | _merged(modules)


@cache
def _merged(sources: frozenset[tuple[str, bytes]]) -> dict[str, bytes]:
    """Return the modules merged; kept, as it takes some seconds."""
    decide = [Path(__file__), *_script_files(), *firmware().rglob("*.words"), *rules_tests().glob("*.py")]
    basis = [("groups", repr((groups_of(), NAMED)).encode()), *sorted(sources)]
    basis += [(file.name, file.read_bytes()) for file in sorted(decide)]

    def made() -> dict[str, bytes]:
        linked = _linked(_modules(dict(sorted(sources))))
        return {name: ast.unparse(tree).encode() for name, tree in linked.items()}

    return kept(basis, made)


@dataclass(frozen=True)
class Origins:
    """Where the functions of a merged program come from: (module, name there) -> places in the sources."""

    places: Mapping[tuple[str, str], tuple[str, ...]]

    @classmethod
    def of(cls, sources: Sources) -> "Origins":
        """Return those of the program with these sources."""
        places: dict[tuple[str, str], list[str]] = {}
        for file, tree in _linked(_modules(sources)).items():
            for node in _walk(tree):
                if origin := getattr(node, _ORIGIN, None):
                    path, line, name = origin
                    assert isinstance(node, ast.FunctionDef)
                    places.setdefault((_name_of(file), node.name), []).append(f"{path}:{line} {name}")
        return cls({key: tuple(found) for key, found in places.items()})

    def told(self, text: str) -> str:
        """Return a text of the board with the sources of each line of a traceback in it.

        A method's name may stand for several of a merged module: then all are named.
        """
        return _TRACED.sub(self._place, text)

    def _place(self, line: re.Match[str]) -> str:
        found = self.places.get((line[2], line[3]))
        return f"{line[1]}{' or '.join(found)}" if found else line[0]


_TRACED = re.compile(r'^(\s*)File "([\w.]+)", line \d+, in (\w+)$', re.MULTILINE)


def _name_of(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _modules(sources: Sources) -> dict[str, Module]:
    found: dict[str, Module] = {}
    for file, text in sources.items():
        if file.endswith(".py"):
            try:
                tree = ast.parse(text)
            except (SyntaxError, ValueError) as error:
                raise Trouble(
                    "deploy.compile", N_("{name} does not compile: {error}"), name=file, error=str(error)
                ) from None
            name = _name_of(file)
            for node in _walk(tree):
                if isinstance(node, ast.FunctionDef):
                    setattr(node, _ORIGIN, (file, node.lineno, node.name))
            found[name] = Module(name, file, _Bare().visit(tree), name)
    return found


class _Bare(ast.NodeTransformer):
    """Drops annotations and docstrings, which MicroPython does not keep."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        return ast.copy_location(ast.Assign([node.target], node.value), node)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self._body(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._body(node)

    def visit_Module(self, node: ast.Module) -> ast.AST:
        return self._body(node)

    def _body(self, node: Any) -> ast.AST:
        if ast.get_docstring(node, False) is not None:
            del node.body[0]
        self.generic_visit(node)
        node.body = node.body or ([] if isinstance(node, ast.Module) else [ast.Pass()])
        return node


def groups_of() -> list[list[str]]:
    """Return GROUPS and those of the drivers, which drivers/parts.words has."""
    board_module("drivers")  # from here on its words can be read
    drivers = Words("drivers.parts", "").MERGED
    return [each.split() for each in (*GROUPS, *(f"{drivers[kind]} drivers.{kind}" for kind in drivers))]


def _linked(modules: dict[str, Module]) -> dict[str, ast.Module]:
    """Return the modules of the merged program: file -> tree."""
    _shorten(modules)
    groups = [group for group in groups_of() if all(name in modules for name in group)]
    for group in groups:
        for name in group:
            modules[name].home = group[-1]
    for module in modules.values():
        module.constants = _constants(module.tree)
        module.inner = frozenset(_inner(module.tree))
        module.own = [name for name in _bound(module.tree.body) if name not in module.constants]
    wanted = _imported(modules)
    for group in groups:
        _name_all(modules, group, wanted)
    trees: dict[str, ast.Module] = {}
    heads: dict[str, list[str]] = {}
    for module in modules.values():
        if module.home == module.name:
            heads[module.name] = next((group for group in groups if group[-1] == module.name), [module.name])
    for home, members in heads.items():
        body: list[ast.stmt] = []
        taken = {name for each in members for name in (modules[each].became.values() or modules[each].own)}
        taken |= {name for each in members for name in modules[each].inner}
        foreign: dict[tuple[str, str], str] = {}
        for name in members:
            body += _Linker(modules, modules[name], taken, foreign).linked()
        trees[modules[home].file] = ast.fix_missing_locations(ast.Module(_once(body), []))
    for name in NAMED:
        module = modules.get(name)
        if module and module.home != name:
            names = [_alias(now, old) for old, now in sorted(module.became.items()) if not old.startswith("_")]
            body = [ast.ImportFrom(module.home, names, 0), *_constants_of(module)]
            trees[module.file] = ast.fix_missing_locations(ast.Module(body, []))
    keywords = _keywords(modules)
    for file, tree in trees.items():
        if not file.startswith("twin/"):  # tests pass arguments of the modelled chips by name
            _name_parameters(tree, keywords)
    return dict(sorted(trees.items()))


def _alias(name: str, local: str) -> ast.alias:
    return ast.alias(name, None if name == local else local)


def _once(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return statements with one import of each module, and each name in it once; imports first."""
    whole: dict[str, ast.stmt] = {}
    imports: dict[tuple[str | None, int], dict[str, ast.alias]] = {}
    rest: list[ast.stmt] = []
    for each in body:
        if isinstance(each, ast.ImportFrom):
            names = imports.setdefault((each.module, each.level), {})
            names.update({one.asname or one.name: one for one in each.names})
        elif isinstance(each, ast.Import):
            whole.setdefault(ast.unparse(each), each)
        else:
            rest.append(each)
    parts = (ast.ImportFrom(name, list(names.values()), level) for (name, level), names in imports.items())
    return [*whole.values(), *parts, *rest]


# --- constants


def _constants(tree: ast.Module) -> dict[str, int | str]:
    """Return the whole numbers and short texts that a module names in capitals, and assigns once."""
    stored = [each.id for each in _walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
    found: dict[str, int | str] = {}
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(name)], value) if name.isupper() and stored.count(name) == 1:
                known = _value(value, found)
                if type(known) is int or (isinstance(known, str) and len(known) <= _SHORT):
                    found[name] = known
            case _:
                pass
    return found


def _value(node: ast.expr, known: Mapping[str, int | str]) -> object:
    """Return the value of an expression of literals and names known, None of another one."""
    match node:
        case ast.Constant(value):
            return value
        case ast.Name(name):
            return known.get(name)
        case ast.UnaryOp(ast.USub(), one):
            value = _value(one, known)
            return -value if type(value) is int else None
        case ast.BinOp(left, sign, right):
            one, other = _value(left, known), _value(right, known)
            how = _SIGNS.get(type(sign))
            return how(one, other) if how and type(one) is int and type(other) is int else None
        case _:
            return None


def _constants_of(module: Module) -> list[ast.stmt]:
    return [
        ast.Assign([ast.Name(name, ast.Store())], ast.Constant(value), lineno=0)
        for name, value in sorted(module.constants.items())
        if not name.startswith("_")
    ]


# --- short names


def _shorts(taken: Iterable[str] = ()) -> Iterator[str]:
    """Yield names of one letter, then of two, that are not taken."""
    for size in (1, 2, 3):
        for letters in product(ascii_letters, *[ascii_letters + digits] * (size - 1)):
            name = "".join(letters)
            if name not in taken and not iskeyword(name):
                yield name


def _shorten(modules: Mapping[str, Module]) -> None:
    """Give each name that only the program's modules know a short one, the same in all of them."""
    short = _short_names(modules)
    for module in modules.values():
        for node in _walk(module.tree):
            if new := short.get(_name_in(node) or ""):
                setattr(node, _NAMES[type(node)], new)


def _short_names(modules: Mapping[str, Module]) -> dict[str, str]:
    """Return name -> short name, for the names that may be changed.

    Those stay that are of another program or of a class, in capitals, or in a text: what is looked up by
    text; and those that something is imported or caught as, or that a function shares. Attributes of a match
    stay as they are, as tierce.state writes them to the flash.
    """
    defined: dict[str, int] = {}
    known = set(_of_others()) | {part for name in modules for part in name.split(".")}
    for module in modules.values():
        kept = module.name.startswith(_STATE)
        for node in _walk(module.tree):
            if name := _name_in(node):
                if isinstance(node, (ast.ClassDef, ast.keyword, ast.alias)) and not name.startswith("_"):
                    known.add(name)
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and kept:
                    known.add(name)
                if isinstance(node, (ast.FunctionDef, ast.arg)) or isinstance(getattr(node, "ctx", None), ast.Store):
                    defined.setdefault(name, 0)
                if name in defined:
                    defined[name] += 1
                known |= {name} if len(name) < 3 else set()
            match node:
                case ast.Constant(str(text)):
                    known |= _looked_up(text)
                case ast.alias(asname=str(name)) | ast.ExceptHandler(name=str(name)):
                    known.add(name)
                case ast.Global(names) | ast.Nonlocal(names):
                    known |= {*names}
                case _:
                    pass
    # A name that is put together stays: getattr(self, "_on_" + what).
    begun = tuple(word for word in known if word.endswith("_") and len(word) > 2)
    may = [name for name in defined if not (name in known or name.isupper() or name.startswith(("__", *begun)))]
    order = sorted(may, key=lambda name: (-defined[name], name))
    return dict(zip(order, _shorts(known), strict=False))


def _keywords(modules: Mapping[str, Module]) -> set[str]:
    """Return the names by which somebody may pass an argument."""
    trees = [*(module.tree for module in modules.values()), *_scripts()]
    return {node.arg for tree in trees for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg}


def _name_parameters(tree: ast.AST, keywords: set[str]) -> None:
    """Call the parameters of each function by the same letters, unless they may be passed by name.

    A board keeps the names of parameters, those of other local variables it does not.
    """
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            body = node.body if isinstance(node, ast.FunctionDef) else [node.body]
            inside = [each for part in (node.args, *body) for each in ast.walk(part)]
            told = [(each, name) for each in inside for name in _told(each)]
            letters = _shorts({name for _, name in told})
            fixed = keywords | {name for each, name in told if not isinstance(each, (ast.Name, ast.arg))}
            args = [*node.args.args, *node.args.kwonlyargs]
            new = {arg.arg: next(letters) for arg in args if len(arg.arg) > 1 and arg.arg not in fixed}
            for each in args:
                each.arg = new.get(each.arg, each.arg)
            for each in (each for part in body for each in ast.walk(part)):
                if isinstance(each, ast.Name):
                    each.id = new.get(each.id, each.id)
                elif isinstance(each, ast.arg):
                    each.arg = new.get(each.arg, each.arg)


def _told(node: ast.AST) -> Iterable[str]:
    """Return the names that a node binds or reads in its scope."""
    match node:
        case ast.Name(name) | ast.arg(name) | ast.ExceptHandler(name=str(name)) | ast.FunctionDef(name):
            return [name]
        case ast.alias(name, asname):
            return [asname or name]
        case ast.Global(names) | ast.Nonlocal(names):
            return names
        case _:
            return []


def _looked_up(text: str) -> set[str]:
    """Return the words of a text by which something may be looked up: of a name, some names, or a table."""
    return set(_WORD.findall(text)) if "\n" in text or _WORDS.fullmatch(text) else set()


def _script_files() -> list[Path]:
    """Return main.py and the like, the host's scripts and the modelled chips."""
    here = Path(__file__).parents[1]
    files = [firmware() / each for each in _OUTSIDE]
    return [*files, *(here / "board/on_board").glob("*.py"), *(here / "twin").glob("*.py")]


@cache
def _scripts() -> tuple[ast.AST, ...]:
    return tuple(_Bare().visit(ast.parse(file.read_bytes())) for file in _script_files())


@cache
def _of_others() -> frozenset[str]:
    """Return the names that Python has, and those in main.py, the host's scripts, modelled chips and rules tests."""
    # What a table names, a file of words without a language, is looked up by text.
    tables = [file for file in firmware().rglob("*.words") if not file.stem.endswith(("_en", "_fr"))]
    names = {name for table in tables for name in _WORD.findall(re.sub("(?m)^#.*", "", table.read_text("utf-8")))}
    for node in (node for script in _scripts() for node in _walk(script)):
        if name := _name_in(node):
            names.add(name)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names |= _looked_up(node.value)
    # The rules tests run on a board with the engine that is there.
    for node in (node for test in rules_tests().glob("*.py") for node in _walk(ast.parse(test.read_bytes()))):
        if isinstance(node, (ast.Attribute, ast.alias, ast.keyword)) and (name := _name_in(node)):
            names.add(name)
    things: tuple[Any, ...] = ("", b"", bytearray(), 0, [], (), {}, set[int](), memoryview(b""), iter([]), io.BytesIO())
    modules: tuple[Any, ...] = (builtins, array, array.array("b"), binascii, io, json, os, struct, sys, time, gc)
    return frozenset(names.union(*(dir(each) for each in (*things, *modules, io.StringIO(), LookupError()))))


def _name_in(node: ast.AST) -> str | None:
    """Return the name of Python that a node has, if it has one."""
    kind = _NAMES.get(type(node))
    return getattr(node, kind) if kind else None


# --- what is where


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all below it, as ast.walk does in twice the time."""
    todo = [node]
    for each in todo:
        yield each
        for name in each._fields:
            match getattr(each, name, None):
                case ast.AST() as one:
                    todo.append(one)
                case list(many):  # pyright: ignore[reportUnknownVariableType]
                    todo += [one for one in many if isinstance(one, ast.AST)]  # pyright: ignore[reportUnknownVariableType]
                case _:
                    pass


def _bound(body: Iterable[ast.stmt], imports: bool = False) -> Iterator[str]:
    """Yield the names that statements bind in their own scope, once each; with or without imports."""
    seen: set[str] = set()
    for node in _scope(body):
        found: list[str] = []
        match node:
            case ast.Name(name, ast.Store()) | ast.ExceptHandler(name=str(name)):
                found = [name]
            case ast.FunctionDef(name) | ast.ClassDef(name):
                found = [name]
            case ast.Import(names) | ast.ImportFrom(names=names) if imports:
                found = [one.asname or one.name.partition(".")[0] for one in names]
            case _:
                pass
        yield from (name for name in found if name not in seen)
        seen.update(found)


def _scope(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes of a scope, without what lies in scopes inside it."""
    for node in body:
        yield node
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
            continue
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            yield from _scope([node.generators[0].iter])
            continue
        yield from _scope(ast.iter_child_nodes(node))


def _imported(modules: Mapping[str, Module]) -> set[tuple[str, str]]:
    """Return (module, name) of all that one module takes from another with another home."""
    wanted: set[tuple[str, str]] = set()
    for module in modules.values():
        for node in _walk(module.tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for one in node.names:
                    whole = f"{node.module}.{one.name}"
                    if whole in modules:
                        if modules[whole].home != module.home:
                            used = one.asname or one.name
                            wanted |= {(whole, attr) for attr in _attributes(module.tree, used)}
                    elif node.module in modules and modules[node.module].home != module.home:
                        wanted.add((node.module, one.name))
    return wanted


def _outside(modules: Mapping[str, Module], tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module takes from modules that are not the program's."""
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            whole = f"{getattr(node, 'module', None)}"
            yield from (
                one.asname or one.name for one in node.names if not {whole, f"{whole}.{one.name}"} & modules.keys()
            )


def _attributes(tree: ast.AST, name: str) -> set[str]:
    return {
        node.attr
        for node in _walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name
    }


def _name_all(modules: Mapping[str, Module], group: list[str], wanted: set[tuple[str, str]]) -> None:
    """Choose the names of a group's globals: those that others take keep theirs if they can."""
    members = [modules[name] for name in group]
    # Names of functions' own, by which a global would be hidden, and what is imported.
    taken = {name for member in members for name in (*member.inner, *_outside(modules, member.tree))}
    used = {name for name in members[-1].own if not name.startswith("_")}
    shorts = _shorts(taken)
    for member in members:
        head = member.name == group[-1]
        for name in member.own:
            if head and not name.startswith("_"):
                new = name
            elif (member.name, name) in wanted or (member.name in NAMED and not name.startswith("_")):
                choice = (name, *(f"{name}{number}" for number in range(2, 99)))
                new = next(each for each in choice if each not in used | taken)
            elif name.isupper():  # the compiler writes a constant into the code: build.constants_marked
                new = next(each for each in (f"_C{number}" for number in range(9999)) if each not in used)
            else:
                new = next(each for each in shorts if each not in used)
            used.add(new)
            member.became[name] = new


class _Linker(ast.NodeTransformer):
    """Rewrites a module for its place: names of its own and of others as they are there."""

    def __init__(
        self, modules: Mapping[str, Module], module: Module, taken: set[str], foreign: dict[tuple[str, str], str]
    ) -> None:
        self.modules = modules
        self.module = module
        self.taken = taken  # names that the merged module has
        self.foreign = foreign  # (home, name there) -> name here, of what the merged module imports
        self.names: dict[str, str] = dict(module.became)  # global here -> name there
        self.constants: dict[str, int | str] = dict(module.constants) if module.became else {}
        self.others: dict[str, Module] = {}  # global here -> the module that it is
        self.scopes: list[tuple[bool, set[str]]] = []  # (whether of a class, names bound there), inmost last
        self.inner: dict[str, Module] = {}  # name in a function -> the module that it is
        self.extra: list[ast.stmt] = []

    def linked(self) -> list[ast.stmt]:
        """Return the statements of the module."""
        body: list[ast.stmt] = []
        for node in self.module.tree.body:
            match node:
                case ast.ImportFrom():
                    body += self._import(node, True)
                case ast.Assign([ast.Name(name)]) if self.module.became and name in self.module.constants:
                    pass
                case _:
                    body.append(self.visit(node))
        return [*self.extra, *body]

    def _import(self, node: ast.ImportFrom, top: bool) -> list[ast.stmt]:
        """Return what stands for an import: of what is at home nothing, or an assignment in a function."""
        found: list[ast.stmt] = []
        for one in node.names:
            local = one.asname or one.name
            whole = self.modules.get(f"{node.module}.{one.name}")
            source = self.modules.get(node.module or "")
            if source and top and one.name in source.constants:
                self.constants[local] = source.constants[one.name]
            elif whole and whole.home != whole.name:
                if not top:
                    self.inner[local] = whole
                    parent, _, last = whole.home.rpartition(".")
                    found.append(ast.ImportFrom(parent, [ast.alias(last, local)], 0))
                    continue
                self.others[local] = whole
                self._check(local)
                if whole.home != self.module.home:
                    for attr in sorted(_attributes(self.module.tree, local) - whole.constants.keys()):
                        there = whole.became.get(attr) or self._refuse(node, f"{local}.{attr}")
                        self.extra.append(ast.ImportFrom(whole.home, [_alias(there, self._here(whole.home, there))], 0))
            elif (source and source.home != source.name) or (source and source.became):
                there = source.became.get(one.name)
                if there is None:
                    self._refuse(node, one.name)
                if source.home != self.module.home and top:
                    self.names[local] = self._here(source.home, there)
                    found.append(ast.ImportFrom(source.home, [_alias(there, self.names[local])], 0))
                elif source.home != self.module.home:
                    found.append(ast.ImportFrom(source.home, [_alias(there, local)], 0))
                elif top:
                    self.names[local] = there
                else:
                    found.append(ast.Assign([ast.Name(local, ast.Store())], ast.Name(there, ast.Load()), lineno=0))
            else:
                found.append(ast.ImportFrom(node.module, [one], node.level))
        return found

    def _here(self, home: str, there: str) -> str:
        """Return the name here of what comes from elsewhere, like there if nothing here is called so."""
        name = self.foreign.get((home, there), there)
        while name in self.taken and (home, there) not in self.foreign:
            name += "_"
        self.taken.add(name)
        return self.foreign.setdefault((home, there), name)

    def _refuse(self, node: ast.AST, name: str) -> NoReturn:
        raise Trouble(
            "deploy.merge",
            N_("{name} can't be merged: line {line} uses {what} in a way that is not known"),
            name=self.module.file,
            line=getattr(node, "lineno", 0),
            what=name,
        )

    def _check(self, name: str) -> None:
        """Refuse a module that is more than the left side of a dot."""
        inside = {id(node.value) for node in _walk(self.module.tree) if isinstance(node, ast.Attribute)}
        for node in _walk(self.module.tree):
            if isinstance(node, ast.Name) and node.id == name and id(node) not in inside and not self._is_local(node):
                self._refuse(node, name)

    def _is_local(self, node: ast.Name) -> bool:
        """Tell whether a name is bound by a function around it."""
        for each in _walk(self.module.tree):
            if isinstance(each, ast.FunctionDef) and any(inner is node for inner in _walk(each)):
                if node.id in _locals(each):
                    return True
        return False

    # --- scopes

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        return self._import(node, False)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self._now(node.name)
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        node.args.defaults = [self.visit(each) for each in node.args.defaults]
        node.args.kw_defaults = [each and self.visit(each) for each in node.args.kw_defaults]
        self.scopes.append((False, _locals(node)))
        node.body = self._all(node.body)
        self.scopes.pop()
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.scopes.append((False, {each.arg for each in node.args.args}))
        node.body = self.visit(node.body)
        self.scopes.pop()
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.name = self._now(node.name)
        node.bases = [self.visit(each) for each in node.bases]
        self.scopes.append((True, set(_bound(node.body, True))))
        node.body = self._all(node.body)
        self.scopes.pop()
        return node

    def _all(self, body: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for each in body:
            made = self.visit(each)
            found += made if isinstance(made, list) else [made]
        return found

    def _comprehension(self, node: Any) -> ast.AST:
        # The first source is evaluated outside.
        first = self.visit(node.generators[0].iter)
        node.generators[0].iter = ast.Constant(None)
        names = {each.id for one in node.generators for each in _walk(one.target) if isinstance(each, ast.Name)}
        self.scopes.append((False, names))
        self.generic_visit(node)
        self.scopes.pop()
        node.generators[0].iter = first
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_Global(self, node: ast.Global) -> ast.AST:
        node.names = [self.names.get(name, name) for name in node.names]
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.constants and isinstance(node.ctx, ast.Load) and not self._bound_here(node.id):
            return ast.copy_location(ast.Constant(self.constants[node.id]), node)
        node.id = self._now(node.id)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        match node.value:
            case ast.Name(name) if name in self.others and not self._bound_here(name):
                other = self.others[name]
                if node.attr in other.constants:
                    return ast.copy_location(ast.Constant(other.constants[node.attr]), node)
                if node.attr not in other.became:
                    self._refuse(node, f"{name}.{node.attr}")
                there = other.became[node.attr]
                here = there if other.home == self.module.home else self._here(other.home, there)
                return ast.copy_location(ast.Name(here, node.ctx), node)
            case ast.Name(name) if name in self.inner and self._bound_here(name):
                other = self.inner[name]
                if node.attr in other.constants:
                    return ast.copy_location(ast.Constant(other.constants[node.attr]), node)
                node.attr = other.became.get(node.attr, node.attr)
                return node
            case _:
                self.generic_visit(node)
                return node

    def _now(self, name: str) -> str:
        if self._bound_here(name):
            return name
        now = self.names.get(name, name)
        if now != name and any(now in names for is_class, names in self.scopes if not is_class):
            self._refuse(self.module.tree, now)
        return now

    def _bound_here(self, name: str) -> bool:
        """Tell whether a scope around binds a name: a class binds for its own statements only."""
        for depth, (is_class, names) in enumerate(reversed(self.scopes)):
            if name in names and not (is_class and depth):
                return True
        return False


def _inner(tree: ast.AST) -> Iterator[str]:
    """Yield the names that the functions of a module bind."""
    for node in _walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield from _locals(node)
        elif isinstance(node, ast.comprehension):
            yield from (each.id for each in _walk(node.target) if isinstance(each, ast.Name))


def _locals(node: ast.FunctionDef) -> set[str]:
    """Return the names that a function binds."""
    args = node.args
    own = {each.arg for each in (*args.args, *args.kwonlyargs, *args.posonlyargs)}
    own |= {each.arg for each in (args.vararg, args.kwarg) if each}
    shared = {name for each in _walk(node) if isinstance(each, (ast.Global, ast.Nonlocal)) for name in each.names}
    return (own | set(_bound(node.body, True))) - shared
