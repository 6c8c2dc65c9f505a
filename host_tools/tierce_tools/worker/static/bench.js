// What the pages of the workbench share: language and look, Python in a worker, the place of results.

import * as appearance from "./appearance.js";
import { answered, asking, forget } from "./asking.js";
import { changes } from "./changes.js";
import * as language from "./language.js";
import { keep } from "./offline.js";
import { changed, on } from "./store.js";
import { current, ours, t } from "./words.js";
import { started } from "./workers.js";

/** What the address asks for, behind #, as a lesson's links do. */
export const address = new URLSearchParams(location.hash.slice(1));
export const find = (selector) => document.querySelector(selector);
const status = find("#status");
const error = find("#error");

/** Python in a worker of its own, with changed files {name: text} of the program. `failed(why)` is called if it can't begin. */
export function python(files, failed = complain) {
  const worker = started(document.body.dataset.page === "build" ? "build-worker.js" : "bench-worker.js");
  const key = Object.keys(files).length ? "bench_changed_broken" : "bench_broken";
  const fail = (why) => {
    worker.terminate();
    status.textContent = "";
    failed(t(key, why));
    forget(worker);
  };
  worker.onmessage = ({ data }) => {
    if (data.told) answered(JSON.parse(data.told));
    else if (data.broken) fail(data.broken);
  };
  worker.onerror = ({ message }) => fail(message);
  worker.postMessage({ begin: files });
  return {
    ask: (action) => asking({ language: current(), ...action }, (text) => worker.postMessage({ text }), worker),
    end: () => worker.terminate(),
    worker,
  };
}

// The page of the program has it as it was, and changes a copy; a board gets the program as it was compiled.
const asItWas = ["program", "build"].includes(document.body.dataset.page);
export const { ask, worker } = python(asItWas ? {} : changes(), (why) => {
  complain(why);
  find("#ask").disabled = true;
});

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

export function fillGames(games, first = "rami51") {
  const game = find("#game");
  const asked = address.get("game");
  const chosen = game.value || (Object.hasOwn(games, asked) ? asked : first);
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
  const print = find("#print"); // on pages whose result one prints
  if (print) print.disabled = false;
}

const submitted = (submit) => (event) => {
  event.preventDefault();
  submit();
};

/** Begin a page: `title` is the key of its name, `fill(about)` fills its form, also in another language, before `submit()` can do it. */
export async function begin(title, fill, submit) {
  await language.begin();
  appearance.start();
  language.start();
  const named = () => (document.title = `${t(title)} – Tierce`);
  named();
  changed(["language"]);
  showChanges();
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === `${document.body.dataset.page}.html`) link.setAttribute("aria-current", "page");
  }
  const about = await ask({ do: "about" }).catch(() => null);
  keep(() => complain(t("damaged")));
  if (!about) return;
  status.textContent = "";
  delete status.dataset.t;
  await fill(about);
  on(["language"], () => {
    error.hidden = true;
    named();
    showChanges();
    fill(about);
    if (!find("#result").hidden) submit();
  });
  find("#form").addEventListener("submit", submitted(submit));
  find("#print")?.addEventListener("click", () => window.print());
  find("#ask").disabled = false;
  document.body.dataset.ready = "1";
}
