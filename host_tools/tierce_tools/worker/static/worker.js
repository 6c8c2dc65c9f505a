// The table: Python in this worker. It tells the page what a server would.

import { isChanged, loaded, reason, site } from "./python.js";

const HOME = "/tables";

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

async function begin({ language, seed, changes }) {
  const ours = alone();
  const python = await loaded(changes);
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
  const Shell = python.pyimport("tierce_tools.worker.shell").Shell;
  return { python, shell: Shell("/work", home, language, seed ?? undefined), home };
}

const heard = [];
let wake = () => {};

onmessage = ({ data }) => {
  if (data.begin) return run(data.begin);
  heard.push(data.text);
  wake();
};

/** Rest for some milliseconds, or until the page asks something. */
const rested = (ms) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });

async function run(how) {
  const changed = isChanged(how.changes);
  let started;
  try {
    started = await begin(how);
  } catch (error) {
    postMessage({ status: changed ? "changed_broken" : "broken", why: reason(error) });
    if (!changed) throw error; // else the fault is in somebody's copy, and is said
    return;
  }
  postMessage({ status: started.home ? (changed ? "changed" : "open") : "unkept" });
  try {
    await play(started);
  } catch (error) {
    postMessage({ status: "stopped", why: reason(error) });
  }
}

/** Do what the page asks, and tell it what happens, for ever. */
async function play({ python, shell, home }) {
  for (;;) {
    // Requests wait until all is kept: they may remove files that are being copied.
    for (const text of heard.splice(0)) shell.hear(text);
    const rest = shell.turn();
    const told = shell.told();
    if (told) {
      if (home && shell.changed()) {
        try {
          await copied(python, true); // kept first, then shown
        } catch (error) {
          home = ""; // no more room, say: the match goes on
          console.info("not kept any more:", String(error));
          postMessage({ status: "unkept" });
        }
      }
      postMessage({ told });
    }
    await (heard.length ? null : rested(rest));
  }
}
