// The table: Python in this worker. It tells the page what a server would.

import { hear, line } from "./line.js";
import { isChanged, loaded, packed, reason, site, unpack } from "./python.js";

// The folder's name is that of its database, which all sites of one origin share: hence the path.
const HOME = `/kept${site.pathname}`;
const OLD_HOME = "/tables"; // of an earlier version, for all paths

const LOCK = `tierce ${site.pathname}`;
const PATIENCE_MS = 3000; // for a window that may be asleep
const AGAIN_MS = 1000; // between two attempts to reach a board
const windows = new BroadcastChannel(LOCK);
let release; // gives the lock back; undefined without it
let taken = false; // by another window

/** Hold the kept tables until this worker ends or another window takes them; resolves with false if one has them. */
function alone(take) {
  if (!navigator.locks) return Promise.resolve(true);
  const lost = () => {
    taken = true;
    wake();
  };
  return new Promise((resolve) => {
    const held = (lock) => {
      resolve(Boolean(lock));
      return lock ? new Promise((done) => { release = done; }) : undefined;
    };
    const ask = (how) => navigator.locks.request(LOCK, how, held);
    if (!take) return ask({ ifAvailable: true }).catch(lost);
    windows.postMessage("leave"); // it keeps what it has first; one that does not answer is not waited for
    const late = AbortSignal.timeout(PATIENCE_MS);
    ask({ signal: late }).catch(() => (release ? lost() : ask({ steal: true }).catch(lost)));
  });
}

windows.onmessage = () => {
  taken = Boolean(release);
  wake();
};

/** Copy the kept tables from the browser's storage, or back into it. */
const copied = (python, back) =>
  new Promise((resolve, reject) => python.FS.syncfs(!back, (error) => (error ? reject(error) : resolve())));

/** Bring the kept tables in. Those of an earlier version go to the first site that is opened. */
async function broughtIn(python) {
  const { FS } = python;
  const mount = (folder) => {
    FS.mkdirTree(folder);
    FS.mount(FS.filesystems.IDBFS, {}, folder);
  };
  mount(HOME);
  mount(OLD_HOME);
  await copied(python, false);
  const shell = python.pyimport("tierce_tools.worker.shell");
  if (shell.copy_tables(OLD_HOME, HOME)) {
    await copied(python, true); // at the new place, before they are removed at the old one
    shell.remove_tables(OLD_HOME);
    await copied(python, true);
  }
  FS.unmount(OLD_HOME);
}

/** The table of a real board, which is waited for. */
async function atBoard(language) {
  const python = await loaded({}, (bytes, total) => postMessage({ loading: [bytes, total] }));
  unpack(await packed("build.pack"), python.FS);
  python.pyimport("importlib").invalidate_caches();
  python.FS.mkdirTree("/work");
  const board = python.pyimport("tierce_tools.worker.at_board");
  for (;;) {
    const shell = await board.begin.callPromising("/work", language, line);
    if (typeof shell !== "string") return { shell, without: "open" };
    postMessage({ status: "board_away", why: shell });
    await line.rest(AGAIN_MS);
  }
}

async function begin({ language, seed, changes, take, own, board }) {
  if (board) return atBoard(language);
  const ours = own ? false : alone(take);
  const python = await loaded(changes, (bytes, total) => postMessage({ loading: [bytes, total] }));
  let home = "";
  if (await ours) {
    try {
      await broughtIn(python);
      home = HOME;
    } catch (error) {
      console.info("no storage: matches are not kept", String(error)); // a private window, say
    }
  }
  python.FS.mkdirTree("/work");
  const Shell = python.pyimport("tierce_tools.worker.shell").Shell;
  return { python, shell: Shell("/work", home, language, seed ?? undefined), home, without: own ? "own" : (await ours) ? "unkept" : "elsewhere" };
}

const heard = [];
let wake = () => {};

onmessage = ({ data }) => {
  if (data.begin) return run(data.begin);
  if (data.line) return hear(data.line);
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
  postMessage({ status: started.home ? (changed ? "changed" : "open") : started.without });
  try {
    await play(started);
  } catch (error) {
    postMessage({ status: "stopped", why: reason(error) });
  }
}

/** Do what the page asks, and tell it what happens, until another window does that. */
async function play({ python, shell, home }) {
  while (!taken) {
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
          console.info("no longer kept:", String(error));
          postMessage({ status: "unkept" });
        }
      }
      postMessage({ told });
    }
    await (heard.length || taken ? null : rested(rest));
  }
  postMessage({ status: "taken" });
  release?.();
}
