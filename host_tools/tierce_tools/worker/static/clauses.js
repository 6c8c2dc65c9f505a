// The clauses of the rules: which of them hold, by their tests.

import { made } from "./elements.js";
import { ours, t } from "./words.js";

/** Add one module's tests to what was found of each clause. */
function count(found, tests) {
  for (const { clause, words, test, trouble } of tests) {
    const one = found.get(clause) ?? { words, failed: [] };
    if (trouble) one.failed.push(`${test}: ${trouble}`);
    found.set(clause, one);
  }
}

function shown(found) {
  const failing = [...found].filter(([, { failed }]) => failed.length);
  const items = failing.map(([clause, { words, failed }]) => {
    const item = made("details", "clause", made("summary", "", t("rules_fails", ours(words))), made("ul", "", ...failed.map((each) => made("li", "", made("code", "", each)))));
    item.dataset.clause = clause;
    return item;
  });
  const good = [...found].filter(([, { failed }]) => !failed.length).map(([clause, { words }]) => {
    const item = made("li", "", `✓ ${ours(words)}`);
    item.dataset.holds = clause;
    return item;
  });
  return [made("p", "said head", t("rules_hold", found.size - failing.length, found.size)), ...(failing.length ? [made("p", "about", t("rules_tests_about"))] : []), ...items, made("ul", "holding", ...good)];
}

/** Run the tests of these modules, one by one, in `box`; `run(module)` asks for those of one. */
export async function tried(box, modules, run, wanted) {
  const progress = made("progress", "");
  progress.max = modules.length;
  progress.setAttribute("aria-label", t("rules_progress"));
  box.replaceChildren(progress);
  const found = new Map();
  for (const [at, module] of modules.entries()) {
    count(found, (await run(module)).tests);
    if (!wanted()) return;
    progress.value = at + 1;
  }
  box.replaceChildren(...shown(found));
}
