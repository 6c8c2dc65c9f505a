// Compiles what each start of Python imports of its standard library, which comes as source: half of a first visit's
// time. Node runs it in Pyodide's folder. The same files give the same bytes.

import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { loadPyodide } = await import(pathToFileURL("pyodide.mjs"));
const python = await loadPyodide({ indexURL: process.cwd(), env: { PYTHONHASHSEED: "0" } });
const compiled = python.runPython(`
import dataclasses, difflib, gettext, uuid  # our modules' own
import io, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

LIBRARY = next(each for each in sys.path if each.endswith(".zip"))
begun = {getattr(module, "__file__", None) for module in sys.modules.values()}
packed = io.BytesIO()
with zipfile.ZipFile(LIBRARY) as sources, zipfile.ZipFile(packed, "w") as library:
    for entry in sources.infolist():
        data, path = sources.read(entry), f"{LIBRARY}/{entry.filename}"
        if path in begun:
            data = _code_to_hash_pyc(compile(data, path, "exec", dont_inherit=True), source_hash(data), False)
            entry = zipfile.ZipInfo(entry.filename + "c")
            entry.compress_type = zipfile.ZIP_DEFLATED
        library.writestr(entry, data, compresslevel=9)
packed.getvalue()
`);
writeFileSync("python_stdlib.zip", compiled.toJs());
process.exit(0);
