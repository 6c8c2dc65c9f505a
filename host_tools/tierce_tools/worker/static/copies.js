// Copies of the program, as files and as links: one's own, handed in; and those that a class has handed in.

import { complain, python } from "./bench.js";
import { copy as copied } from "./copying.js";
import { buttonOf, made } from "./elements.js";
import { remember, remembered } from "./memory.js";
import { packed, unpacked } from "./packed.js";
import { saveFile } from "./saving.js";
import { ours, t } from "./words.js";

const find = (selector) => document.querySelector(selector);
const LONGEST = 1 << 20; // letters of a copy
const MOST = 100; // copies
const PATIENCE_MS = 120_000; // for the rules tests of one copy

/** How many copies are tested at once: each has a Python of its own, of some 150 MB. */
const atOnce = () => Math.min(4, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));

const isText = (text) => typeof text === "string";

/** A copy {name, files: {name: text}} from its JSON; throws null if it is none. */
function read(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw null;
  }
  const files = found?.tierce === "program" && found.files && typeof found.files === "object" ? found.files : null;
  if (!files || text.length > LONGEST || !Object.values(files).every(isText)) throw null;
  return { name: isText(found.name) ? found.name.slice(0, 80) : "", files: { ...files } };
}

const written = ({ name, files }) => JSON.stringify({ tierce: "program", name, files });

/** The copy in the part of an address behind #; null if there is none. Rejects with null if it is damaged. */
export async function inAddress(hash) {
  const letters = new URLSearchParams(hash.replace(/^#/, "")).get("copy");
  return letters ? read(await unpacked(letters)) : null;
}

const titled = ({ name }) => name || t("copies_unnamed");

/** One's own: `mine()` are the changed files. */
function startMine(mine) {
  const name = find("#copy-name");
  name.value = remembered("program name") ?? "";
  name.addEventListener("input", () => remember("program name", name.value));
  const now = () => written({ name: name.value.trim(), files: mine() });
  find("#copy-save").addEventListener("click", () => {
    const stem = name.value.trim().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
    saveFile(`tierce-${stem || "program"}.json`, [now()], "application/json");
  });
  find("#copy-link").addEventListener("click", async () => {
    find("#copy-text").hidden = true;
    const link = `${location.origin}${location.pathname}#copy=${await packed(now())}`;
    await copied(link, find("#copy-said"), find("#copy-text"));
  });
}

/** Begin: `mine()` are one's own changed files, `look(copy)` shows a copy. */
export function start(mine, look) {
  startMine(mine);
  const list = find("#copies");
  const all = [];

  const item = (one) => {
    const key = buttonOf("button", titled(one), {}, () => look(one));
    one.said = made("span", "", Object.keys(one.files).join(", ").slice(0, 300));
    return made("li", "", key, " ", one.said);
  };
  const add = async (from, reading) => {
    try {
      if (all.length >= MOST) return complain(t("copies_many", MOST));
      all.push(await reading());
      list.append(item(all.at(-1)));
    } catch {
      list.append(made("li", "", made("span", "effect", t("copies_bad", from))));
      list.lastChild.firstChild.dataset.mood = "bad";
    }
    find("#copies-test").hidden = !all.length;
  };

  find("#copy-files").addEventListener("change", async ({ target }) => {
    const files = [...target.files];
    target.value = ""; // the same file may be chosen again
    for (const file of files) await add(file.name, async () => read(file.size > LONGEST * 4 ? "" : await file.text()));
  });
  find("#copies-add").addEventListener("click", async () => {
    const links = find("#copy-links").value.split(/\s+/).filter(Boolean);
    find("#copy-links").value = "";
    for (const link of links) {
      await add(link.slice(0, 60), async () => (await inAddress(link.slice(link.indexOf("#")))) ?? read(""));
    }
  });

  /** What the rules tests say of a copy, in a Python of its own; an endless loop in it ends that Python only. */
  const tested = async ({ files }) => {
    let broken = "";
    const own = python(files, (why) => (broken = why));
    const late = new Promise((_, reject) => setTimeout(() => ((broken ||= t("copies_late")), reject(null)), PATIENCE_MS));
    try {
      const tests = [];
      const ask = (action) => Promise.race([own.ask(action), late]);
      for (const module of (await ask({ do: "about" })).modules) {
        tests.push(...(await ask({ do: "clauses", game: "rami51", rules: {}, module })).tests);
      }
      const failed = tests.filter(({ trouble }) => trouble);
      return failed.length ? [t("copies_fails", failed.length, failed[0].test), "bad"] : [t("copies_passes", tests.length), "good"];
    } catch (reason) {
      return [broken || (reason ? ours(reason) : t("bench_broken")), "bad"];
    } finally {
      own.end();
    }
  };
  find("#copies-test").addEventListener("click", async ({ target }) => {
    target.disabled = true;
    const waiting = [...all];
    let ended = 0;
    const count = () => (find("#copies-state").textContent = t("copies_state", ended, all.length));
    count();
    const test = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        one.said.textContent = t("bench_works");
        const [said, mood] = await tested(one);
        one.said.textContent = said;
        one.said.className = `said ${mood}`;
        ended += 1;
        count();
      }
    };
    await Promise.all(Array.from({ length: atOnce() }, test));
    target.disabled = false;
  });
}
