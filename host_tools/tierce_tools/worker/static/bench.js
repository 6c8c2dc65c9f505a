// What the pages of the workbench share: language and look, Python in a worker, the place of results.

import * as appearance from "./appearance.js";
import { answered, asking, forget } from "./asking.js";
import { cardName, face } from "./cards.js";
import { changes } from "./changes.js";
import { remember, remembered } from "./memory.js";
import { changed, on } from "./store.js";
import { current, languages, ours, speak, t } from "./words.js";

export const find = (selector) => document.querySelector(selector);
const status = find("#status");
const error = find("#error");

/** Python in a worker of its own, with changed files {name: text} of the program. `failed` is called if it can't begin. */
export function python(files, failed = () => {}) {
  const worker = new Worker(new URL("bench-worker.js", import.meta.url), { type: "module" });
  const key = Object.keys(files).length ? "bench_changed_broken" : "bench_broken";
  const fail = (why) => {
    worker.terminate();
    status.textContent = "";
    complain(t(key, why));
    failed();
    forget();
  };
  worker.onmessage = ({ data }) => (data.told ? answered(JSON.parse(data.told)) : fail(data.broken));
  worker.onerror = ({ message }) => fail(message);
  worker.postMessage({ begin: files });
  return {
    ask: (action) => asking({ language: current(), ...action }, (text) => worker.postMessage({ text })),
    end: () => worker.terminate(),
  };
}

// The page of the program has it as it was, and changes a copy.
export const { ask } = python(document.body.dataset.page === "program" ? {} : changes(), () => (find("#ask").disabled = true));

/** Say that a copy of the program is at work here. */
export function showChanges() {
  const files = Object.keys(changes()).length;
  const notice = find("#changed");
  notice.hidden = !files;
  if (files) notice.textContent = t("bench_changed", files);
}

export function complain(text) {
  error.textContent = text;
  error.hidden = false;
}

/** An element with a class and what is in it. */
export function made(tag, className, ...content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content);
  return element;
}

/** A row of a table: its head, then its cells. */
export function row(head, cells, tag = "td") {
  const first = made("th", "", head);
  first.scope = tag === "th" ? "col" : "row";
  const others = cells.map((text) => made(tag, "", text));
  if (tag === "th") for (const each of others) each.scope = "col";
  return made("tr", "", first, ...others);
}

/** A table that scrolls by itself where it is too wide. */
export function scrolling(table, name) {
  const box = made("div", "scroll-x", table);
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  for (const each of [box, table]) each.setAttribute("aria-label", name);
  return box;
}

/** Cards side by side, as on the table; those of `fresh` stand out. */
export function drawn(codes, fresh = []) {
  return made("ul", "cards", ...codes.map((code) => {
    const isNew = fresh.includes(code);
    const item = made("li", isNew ? "still new" : "still", face(code));
    item.append(made("span", "sr", isNew ? t("hand_new", cardName(code)) : cardName(code)));
    item.dataset.drawn = code;
    return item;
  }));
}

export function fillGames(games, first = "rami51") {
  const game = find("#game");
  const chosen = game.value || first;
  game.replaceChildren(...Object.entries(games).map(([name, one]) => new Option(ours(one.name), name)));
  game.value = chosen;
}

let asked = 0;

/** Do what the page is for; what is wrong with the request is said. `work` gets a function that tells whether it is still wanted. */
export async function perform(work) {
  const mine = ++asked;
  const wanted = () => mine === asked;
  error.hidden = true;
  status.textContent = t("bench_works");
  document.body.dataset.busy = "1";
  try {
    await work(wanted);
  } catch (reason) {
    if (!wanted()) return;
    find("#result").hidden = true;
    if (reason instanceof Error) throw reason;
    if (reason) complain(ours(reason)); // without one, it is said why there is no answer
  } finally {
    if (wanted()) {
      status.textContent = "";
      delete document.body.dataset.busy;
    }
  }
}

/** Show a result under its title. */
export function show(title, ...content) {
  find("#result-head").textContent = title;
  find("#shown").replaceChildren(...content);
  find("#result").hidden = false;
}

const submitted = (submit) => (event) => {
  event.preventDefault();
  submit();
};

/** Begin a page: `title` is the key of its name, `fill(about)` fills its form, also in another language; `submit()` does it. */
export async function begin(title, fill, submit) {
  await speak(remembered("language") ?? new URLSearchParams(location.search).get("lang") ?? navigator.language ?? "en");
  appearance.start();
  const language = find("#language");
  language.replaceChildren(...Object.entries(languages()).map(([code, name]) => Object.assign(new Option(name, code), { lang: code })));
  language.value = current();
  const named = () => (document.title = `${t(title)} – Tierce`);
  named();
  changed(["language"]);
  showChanges();
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === `${document.body.dataset.page}.html`) link.setAttribute("aria-current", "page");
  }
  const about = await ask({ do: "about" }).catch(() => null);
  if (!about) return;
  status.textContent = "";
  delete status.dataset.t;
  fill(about);
  on(["language"], () => {
    named();
    showChanges();
    fill(about);
    if (!find("#result").hidden) submit();
  });
  language.addEventListener("change", async () => {
    await speak(language.value);
    remember("language", current());
    error.hidden = true;
    changed(["language"]);
  });
  find("#form").addEventListener("submit", submitted(submit));
  find("#ask").disabled = false;
  document.body.dataset.ready = "1";
}

if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("../sw.js", import.meta.url)).catch(() => {});
