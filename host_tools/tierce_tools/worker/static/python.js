// Python in this worker, with the modules of tierce.pack.
//
// The first visit keeps the memory of a Python that has let a table begin and end, beside the site's files.
// The next ones begin with that: it takes a third of the time. Pyodide's names for it begin with
// _, so a later version may call it otherwise; site.py names the version that is used.

import { loadPyodide } from "../pyodide/pyodide.mjs";
import "../pyodide/pyodide.asm.js"; // loadPyodide would ask for it later
import "../files.js"; // SITE: {version, files: {name: hash}, sizes: {name: bytes}}

export const site = new URL("../", import.meta.url);
const PATH = "/tierce";
const MEMORY = new URL("memory", site);
const TRIED = new URL("memory-tried", site);
// No packages but what it begins with: Pyodide's list of them would be 120 KB.
const HOW = { indexURL: new URL("pyodide/", site).href, lockFileContents: { info: { abi_version: "2025_0" }, packages: {} } };

/** The service worker's cache of this version; undefined where pages have none. */
const kept = () => globalThis.caches?.open(`tierce ${site.href} ${SITE.version}`);

const STEP = 1 << 17; // bytes between two tellings

/**
 * Tell what comes of the program, and how much: `tell(bytes, total)`. Return what is being put into the cache: it grows
 * as files come, and what is not there when the service worker begins is loaded twice.
 */
function counted(tell, cache) {
  const given = globalThis.fetch;
  const puts = [];
  const total = Object.values(SITE.sizes).reduce((sum, size) => sum + size, 0);
  let come = 0;
  let told = -STEP;
  const count = (bytes) => {
    come += bytes;
    if (come < told + STEP && come < total) return;
    told = come;
    tell(come, total);
  };
  globalThis.fetch = async (asked, ...how) => {
    const answer = await given(asked, ...how);
    const name = new URL(asked.url ?? asked, site).href.slice(site.href.length);
    if (!Object.hasOwn(SITE.sizes, name) || !answer.body) return answer;
    if (cache) puts.push(cache.put(new URL(name, site), answer.clone()).catch(() => {})); // no more room, say
    const counter = new TransformStream({ transform: (part, out) => (count(part.length), out.enqueue(part)) });
    return new Response(answer.body.pipeThrough(counter), answer);
  };
  return puts;
}

/** Begin with the kept memory. It is thrown away where a visit has not come this far with it, or it can't be read. */
async function remembered(cache, memory) {
  if (!memory) return null;
  const bytes = (await cache.match(TRIED)) ? null : await memory.arrayBuffer().catch(() => null);
  if (!bytes) {
    console.info("the kept memory does not work: begun without it");
    await Promise.all([MEMORY, TRIED].map((each) => cache.delete(each)));
    return null;
  }
  if (!(await cache.put(TRIED, new Response()).then(() => true, () => false))) return null;
  const python = await loadPyodide({ ...HOW, _loadSnapshot: bytes });
  await cache.delete(TRIED); // before this visit can end
  return python;
}

/** The .tar of an archive of the site. */
export async function packed(name) {
  const { body } = await fetch(new URL(name, site), { integrity: SITE.files[name] });
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Write the files of a .tar into Python's file system: a header of 512 bytes each, then the file in whole blocks. */
export function unpack(tar, FS) {
  const text = (...place) => new TextDecoder().decode(new Uint8Array(tar, ...place)).replace(/\0.*/s, "");
  const folders = new Set();
  for (let at = 0, name; (name = text(at, 100)); ) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    const path = `${PATH}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    FS.writeFile(path, new Uint8Array(tar, at + 512, size), { canOwn: true });
    at += 512 * (1 + Math.ceil(size / 512));
  }
}

const PLACE = /File "\S*\/([^/"]+)", line (\d+)/g;

/** Why Python could not begin, in one line: where, and the last of what it says. */
export function reason(error) {
  const said = String(error?.message ?? error).trim();
  const [, file, line] = [...said.matchAll(PLACE)].at(-1) ?? [];
  const last = said.split("\n").at(-1).trim();
  return file ? `${file}:${line}: ${last}` : last;
}

// What Python could reach by these: what the browser keeps for this site, other pages of it, the network.
const REACH = [
  ...["indexedDB", "caches", "cookieStore", "BroadcastChannel", "Worker", "fetch", "XMLHttpRequest"],
  ...["WebSocket", "WebTransport", "EventSource", "importScripts", "storage", "storageBuckets", "locks", "serviceWorker"],
];

/** Take from this worker what a program that came from somebody has no use for. */
function enclose() {
  for (const from of [globalThis, navigator]) {
    for (let at = from; at; at = Object.getPrototypeOf(at)) for (const name of REACH) delete at[name];
  }
}

export const isChanged = (changes) => Object.keys(changes).length > 0;

/**
 * Load it, with changed files {name: text} of the program, if any; our modules can be imported then. `alone`: these
 * files may be anybody's.
 */
export async function loaded(changes, tell = () => {}, alone = false) {
  const changed = isChanged(changes); // a kept memory has the program as it is
  const cache = changed ? undefined : await kept()?.catch(() => undefined);
  const memory = await cache?.match(MEMORY);
  // Later visits have it all here. Of an answer that was counted the browser keeps no compiled code.
  const puts = memory ? [] : counted(tell, cache);
  const modules = packed("tierce.pack");
  const before = await remembered(cache, memory);
  const python = before ?? (await loadPyodide({ ...HOW, _makeSnapshot: Boolean(cache) }));
  unpack(await modules, python.FS);
  if (before) return python;
  python.runPython(`import sys; sys.path.insert(0, "${PATH}")`);
  if (changed && alone) enclose();
  if (changed) python.pyimport("tierce_tools.rules.program").change(python.toPy(changes));
  if (!cache) return python;
  python.pyimport("tierce_tools.worker.shell").rehearse();
  await Promise.all(puts);
  // No matter if there is no room for it.
  cache.put(MEMORY, new Response(python.makeMemorySnapshot())).catch(() => {});
  return python;
}
