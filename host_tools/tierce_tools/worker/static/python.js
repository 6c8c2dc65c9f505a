// Python in this worker, with the modules of tierce.zip.

import { loadPyodide } from "../pyodide/pyodide.mjs";

export const site = new URL("../", import.meta.url);
const PATH = "/tierce";

/** Load it; our modules can be imported then. */
export async function loaded() {
  const modules = fetch(new URL("tierce.zip", site)).then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("pyodide/", site).href });
  python.unpackArchive(await modules, "zip", { extractDir: PATH });
  python.runPython(`import sys; sys.path.insert(0, "${PATH}")`);
  return python;
}
