// The page of the program: a class changes a copy of it, and runs the rules tests on that.
// #file=NAME&find=TEXT opens a file at a place; #copy=COMPRESSED a copy that was handed in.

import { ask, begin, complain, find, perform, python, show, showChanges } from "./bench.js";
import { changes, keep } from "./changes.js";
import { tried } from "./clauses.js";
import { inAddress, start as startCopies } from "./copies.js";
import "./editor.js";
import { buttonOf, made } from "./elements.js";
import { t } from "./words.js";

const source = find("#source");
const text = find("#source-text");
const [restore, discard, back] = ["#restore", "#discard", "#back"].map(find);
const original = new Map(); // name: text, of the files seen so far
let copy = changes();
let guest = null; // the copy that is looked at, if it is not one's own
let thrown = null; // the copy last thrown away, or replaced
let names = [];
let running = null; // the Python that runs the tests
let failed = []; // [file, line, what] of the tests that failed
const TYPED_MS = 400; // without a letter, before the text is checked
let typing = 0;

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
  back.hidden = thrown === null;
  showChanges();
}

function kept(files) {
  copy = files;
  if (guest) guest.files = copy;
  else keep(copy);
  mark();
}

const choose = () => perform(async (wanted) => {
  const name = source.value;
  text.disabled = true;
  if (!original.has(name)) original.set(name, (await ask({ do: "source", name })).text);
  if (!wanted()) return;
  text.open(copy[name] ?? original.get(name), name);
  text.disabled = false;
  mark();
  await check();
});

/** Open a file, at a place in it if one is given. */
async function open(name, place = "") {
  if (names.includes(name)) source.value = name;
  await choose();
  if (place && !text.reveal(place)) complain(t("program_no_place"));
}

/** Show the mistakes in this file: those of its text, and in which lines tests failed. */
async function check() {
  const [name, now] = [source.value, text.value];
  const told = await ask({ do: "mistakes", name, text: now }).catch(() => null);
  if (!told || name !== source.value || now !== text.value) return;
  const errors = [...told.errors, ...failed.filter(([file]) => file === name).map(([, line, what]) => ({ line, text: what }))];
  text.mark(errors);
  find("#mistakes").replaceChildren(...errors.map(({ line, text: what }) => {
    return made("p", "", buttonOf("button small", t("referee_line", line), {}, () => text.goTo(line)), ` ${what}`);
  }));
}

function without(name) {
  return Object.fromEntries(Object.entries(copy).filter(([other]) => other !== name));
}

text.addEventListener("input", () => {
  const name = source.value;
  failed = [];
  clearTimeout(typing);
  typing = setTimeout(check, TYPED_MS);
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
  thrown = Object.keys(copy).length ? copy : null;
  kept(before);
  choose();
});
source.addEventListener("change", choose);
find("#search").addEventListener("click", () => text.search());

// --- a copy that was handed in

/** Show a copy in place of one's own, until it is taken or closed. */
function look(other) {
  guest = other;
  copy = guest?.files ?? changes();
  failed = [];
  find("#came").hidden = !guest;
  if (guest) find("#came-said").textContent = t("copies_came", guest.name || t("copies_unnamed"), Object.keys(copy).join(", "));
  const first = Object.keys(copy).find((name) => names.includes(name));
  return open(guest && first ? first : source.value);
}

find("#came-leave").addEventListener("click", () => look(null));
find("#came-take").addEventListener("click", () => {
  const own = changes();
  if (Object.keys(own).length) thrown = own;
  const { files } = guest;
  keep(files);
  look(null);
});

/** Do what the address asks for. */
async function arrive() {
  const asked = new URLSearchParams(location.hash.slice(1));
  try {
    const handedIn = await inAddress(location.hash);
    if (handedIn) return await look(handedIn);
  } catch {
    complain(t("copies_bad", "#copy"));
  }
  await open(asked.get("file") ?? source.value, asked.get("find") ?? "");
}
addEventListener("hashchange", arrive);

/** Run the tests in a Python of their own, which begins with the copy as it is now. */
const submit = () => perform(async (wanted) => {
  running?.end(); // it may hang in somebody's endless loop
  const own = (running = python(copy));
  failed = [];
  try {
    const { modules } = await own.ask({ do: "about" }); // one's own tests among them
    if (!wanted()) return;
    const box = made("div", "");
    show(t("program_result"), box);
    await tried(box, modules, async (module) => {
      const told = await own.ask({ do: "clauses", game: "rami51", rules: {}, module });
      for (const { test, trouble, at } of told.tests) failed.push(...at.slice(1).map(([file, line]) => [file, line, `${test}: ${trouble}`]));
      return told;
    }, wanted);
  } finally {
    own.end();
    await check();
  }
});

begin("program_page", async () => {
  if (!names.length) {
    const told = await ask({ do: "program" });
    names = [told.own, ...told.files];
    source.replaceChildren(...names.map((name) => new Option(name, name)));
    startCopies(() => copy, look);
    await arrive();
  }
  mark();
}, submit);
