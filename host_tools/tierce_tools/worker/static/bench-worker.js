// The workbench's Python: answers requests in their order. No table; the page keeps its match with real cards.

import { isChanged, loaded, reason } from "./python.js";

let workbench;
let changed = false;

onmessage = async ({ data }) => {
  try {
    if (data.begin) {
      changed = isChanged(data.begin);
      workbench = loaded(data.begin, () => {}, true).then((python) => python.pyimport("tierce_tools.page.workbench"));
      await workbench;
    } else {
      postMessage({ told: (await workbench).answer(data.text) });
    }
  } catch (error) {
    postMessage({ broken: reason(error) });
    if (!changed) throw error; // else the fault is in somebody's copy, and is said
  }
};
