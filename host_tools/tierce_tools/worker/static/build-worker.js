// The Python of the page Build: the workbench's, with the plans and the program for a board besides.

import { loaded, packed, reason, unpack } from "./python.js";

let building;

async function begin() {
  const python = await loaded({});
  unpack(await packed("build.pack"), python.FS);
  python.pyimport("importlib").invalidate_caches();
  return python.pyimport("tierce_tools.worker.building");
}

onmessage = async ({ data }) => {
  try {
    if (data.begin) await (building = begin());
    else postMessage({ told: (await building).answer(data.text) });
  } catch (error) {
    postMessage({ broken: reason(error) });
    throw error;
  }
};
