// The Python of the page Build: the workbench's, with the plans and the program for a board besides.

import { hear, line } from "./line.js";
import { loaded, packed, reason, unpack } from "./python.js";

let answer; // a promise of what answers requests
let last = Promise.resolve(); // the request before: a board has one conversation

async function begin() {
  const python = await loaded({});
  unpack(await packed("build.pack"), python.FS);
  python.pyimport("importlib").invalidate_caches();
  const building = python.pyimport("tierce_tools.worker.building");
  if (!WebAssembly.Suspending) return (text) => building.answer(text);
  building.plug(line);
  return (text) => building.answer.callPromising(text);
}

async function heed(data) {
  try {
    if (data.begin) await (answer = begin());
    else postMessage({ told: await (await answer)(data.text) });
  } catch (error) {
    postMessage({ broken: reason(error) });
    throw error;
  }
}

onmessage = ({ data }) => {
  if (data.line) return hear(data.line);
  last = last.then(() => heed(data));
};
