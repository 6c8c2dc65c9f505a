// The connection to the table: a worker beside this page.

import { answered, asking, forget } from "./asking.js";
import { changes } from "./changes.js";
import { keep } from "./offline.js";
import * as port from "./port.js";
import { started } from "./workers.js";

const address = new URL(location.href);
const handlers = { message() {}, open() {}, status() {}, loading() {}, damaged() {} };
let gone = false; // the table does not go on in this window
const worker = started("worker.js");

// A lesson has a page of its own, but its address may be that of the site.
if (wanted().has("lesson")) location.replace(`lesson.html${location.hash}`);

// What there is here, and what needs a server: windows for seats.
export const offers = { share: true, windows: false, demo: true, bench: true, takeOver };

const TAKE = `tierce ${address.pathname} take`;

/** Open the page again; the table that another window has open goes on here. */
function takeOver() {
  sessionStorage.setItem(TAKE, "1");
  location.reload();
}

function takes() {
  const take = sessionStorage.getItem(TAKE) !== null;
  sessionStorage.removeItem(TAKE);
  return take;
}

/** What the address asks for: after ?, or after #, which no server sees. */
export function wanted() {
  return new URLSearchParams(`${location.search.slice(1)}&${location.hash.slice(1)}`);
}

const isBoard = () => wanted().get("table") === "board";

/** Whether this is a table of its own, as a lesson opens several side by side: it keeps nothing, and a reload begins it again. */
const isOwn = () => wanted().get("table") === "lesson" || isBoard();

worker.onmessage = ({ data }) => {
  if (data.line) return; // port.js does what it asks
  gone = gone || ["stopped", "taken"].includes(data.status);
  if (gone) forget();
  if (data.status === "stopped") done(); // what has stopped it is not asked for again by a reload
  if (data.loading) return handlers.loading(...data.loading);
  if (data.status) {
    keep(handlers.damaged);
    return handlers.status(data.status, data.why);
  }
  for (const message of JSON.parse(data.told)) {
    answered(message);
    handlers.message(message);
  }
};
let broken = false; // perhaps before the page can say so
worker.onerror = () => {
  broken = true;
  handlers.status("broken");
};

/** Start; `given` are {message, open, status, loading, damaged}; `language()` is the page's. */
export function connect(given, language) {
  Object.assign(handlers, given);
  if (isBoard() && !port.reaches()) return handlers.status("board_missing");
  handlers.open();
  if (broken) return handlers.status("broken");
  if (isBoard()) port.serve(worker);
  const seed = wanted().get("seed");
  worker.postMessage({ begin: { language: language(), seed: seed === null ? null : Number(seed), changes: changes(), take: takes(), own: isOwn(), board: isBoard() } });
}

/** Send a request; see asking.js. Once the table is gone it rejects with null. Storage with a match in it is asked to last: a browser may clear it else. */
export function ask(action) {
  if (gone) return Promise.reject(null);
  if (action.do === "new") navigator.storage?.persist?.().catch(() => {});
  return asking(action, (text) => worker.postMessage({ text }));
}

/** What the address asked for is done: a reload goes on with the table as it is. */
export function done() {
  if (isOwn()) return;
  const rest = new URLSearchParams(location.hash.slice(1));
  rest.set("table", "");
  for (const each of ["log", "play", "at", "game", "players", "computers", "seed"]) rest.delete(each);
  history.replaceState(null, "", `${location.pathname}${location.search}#${rest}`);
}

/** Change the language in the address, if there is one: a reload uses it. */
export function setLanguage(next) {
  if (!address.searchParams.has("lang")) return;
  address.searchParams.set("lang", next);
  history.replaceState(null, "", address.pathname + address.search + location.hash);
}
