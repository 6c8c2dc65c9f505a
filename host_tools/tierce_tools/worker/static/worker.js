// The table: Python in this worker, with the modules of tierce.zip. It tells the page what a server would.

import { loadPyodide } from "../pyodide/pyodide.mjs";

const site = new URL("../", import.meta.url);
const HOME = "/tables";
const PATH = "/tierce";

/** Wait until no other window has the kept tables, or say that one has. */
function alone() {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks.request(`tierce ${site.pathname}`, { ifAvailable: true }, (lock) => {
      resolve(Boolean(lock));
      return lock ? new Promise(() => {}) : undefined; // until this worker ends
    });
  });
}

/** Copy the kept tables from the browser's storage, or back into it. */
const copied = (python, back) =>
  new Promise((resolve, reject) => python.FS.syncfs(!back, (error) => (error ? reject(error) : resolve())));

async function begin({ language, seed }) {
  const modules = fetch(new URL("tierce.zip", site)).then((answer) => answer.arrayBuffer());
  const ours = alone();
  const python = await loadPyodide({ indexURL: new URL("pyodide/", site).href });
  python.unpackArchive(await modules, "zip", { extractDir: PATH });
  let home = "";
  if (await ours) {
    try {
      python.FS.mkdirTree(HOME);
      python.FS.mount(python.FS.filesystems.IDBFS, {}, HOME);
      await copied(python, false);
      home = HOME;
    } catch (error) {
      console.info("no storage: matches are not kept", String(error)); // a private window, say
    }
  }
  python.FS.mkdirTree("/work");
  python.runPython(`import sys; sys.path.insert(0, "${PATH}")`);
  const Shell = python.pyimport("tierce_tools.worker.shell").Shell;
  return { python, shell: Shell("/work", home, language, seed ?? undefined), home };
}

const heard = [];
let table = null;

onmessage = ({ data }) => {
  if (data.begin) run(data.begin);
  else if (table) table.hear(data.text);
  else heard.push(data.text);
};

async function run(how) {
  let started;
  try {
    started = await begin(how);
  } catch (error) {
    postMessage({ status: "broken" });
    throw error;
  }
  const { python, shell, home } = started;
  table = shell;
  for (const text of heard) table.hear(text);
  postMessage({ status: home ? "open" : "unkept" });
  for (;;) {
    const rest = shell.turn();
    const told = shell.told();
    if (told) {
      if (shell.changed()) await copied(python, true); // kept first, then shown
      postMessage({ told });
    }
    await new Promise((resolve) => setTimeout(resolve, rest));
  }
}
