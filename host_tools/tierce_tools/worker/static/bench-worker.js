// The workbench's Python: answers requests in their order. No table, nothing kept.

import { loaded } from "./python.js";

const workbench = loaded().then((python) => python.pyimport("tierce_tools.page.workbench"));

onmessage = async ({ data }) => {
  try {
    postMessage({ told: (await workbench).answer(data.text) });
  } catch (error) {
    postMessage({ status: "broken" });
    throw error;
  }
};
