// The page of the program: a class changes a copy of it, and runs the rules tests on that.

import { ask, begin, find, perform, python, show, showChanges } from "./bench.js";
import { changes, keep } from "./changes.js";
import { tried } from "./clauses.js";
import { made } from "./elements.js";
import { t } from "./words.js";

const source = find("#source");
const text = find("#source-text");
const [restore, discard, back] = ["#restore", "#discard", "#back"].map(find);
const original = new Map(); // name: text, of the files seen so far
let copy = changes();
let thrown = null; // the copy last thrown away
let names = [];
let running = null; // the Python that runs the tests

/** Say which files are changed. */
function mark() {
  const own = (name, at) => (at ? name : t("program_own", name));
  for (const [at, option] of [...source.options].entries()) {
    const name = own(option.value, at);
    option.textContent = option.value in copy ? t("program_changed", name) : name;
  }
  restore.disabled = !(source.value in copy);
  discard.disabled = !Object.keys(copy).length;
  discard.hidden = discard.disabled && thrown !== null;
  back.hidden = !discard.hidden;
  showChanges();
}

function kept(files) {
  copy = files;
  keep(copy);
  mark();
}

const choose = () => perform(async (wanted) => {
  const name = source.value;
  text.disabled = true;
  if (!original.has(name)) original.set(name, (await ask({ do: "source", name })).text);
  if (!wanted()) return;
  text.value = copy[name] ?? original.get(name);
  text.disabled = false;
  mark();
});

function without(name) {
  return Object.fromEntries(Object.entries(copy).filter(([other]) => other !== name));
}

text.addEventListener("input", () => {
  const name = source.value;
  thrown = null;
  kept(text.value === original.get(name) ? without(name) : { ...copy, [name]: text.value });
});
restore.addEventListener("click", () => {
  kept(without(source.value));
  choose();
});
discard.addEventListener("click", () => {
  thrown = copy;
  kept({});
  choose();
});
back.addEventListener("click", () => {
  const before = thrown;
  thrown = null;
  kept(before);
  choose();
});
source.addEventListener("change", choose);

/** Run the tests in a Python of their own, which begins with the copy as it is now. */
const submit = () => perform(async (wanted) => {
  running?.end(); // it may hang in somebody's endless loop
  const own = (running = python(copy));
  try {
    const { modules } = await own.ask({ do: "about" });
    if (!wanted()) return;
    const box = made("div", "");
    show(t("program_result"), box);
    await tried(box, modules, (module) => own.ask({ do: "clauses", game: "rami51", rules: {}, module }), wanted);
  } finally {
    own.end();
  }
});

begin("program_page", async () => {
  if (!names.length) {
    const told = await ask({ do: "program" });
    names = [told.own, ...told.files];
    source.replaceChildren(...names.map((name) => new Option(name, name)));
    await choose();
  }
  mark();
}, submit);
