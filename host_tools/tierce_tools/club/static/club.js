// The club's page: all tables, or one of them. It only looks on: nothing is sent but what it wants to hear.

import * as appearance from "./appearance.js";
import { made, named } from "./elements.js";
import { listen } from "./feed.js";
import * as all from "./all.js";
import * as language from "./language.js";
import * as one from "./one.js";
import * as sheet from "./sheet.js";
import { changed, on } from "./store.js";
import * as verdict from "./verdict.js";
import { current, t } from "./words.js";

const LEARN_MS = 60_000;

const find = (selector) => document.querySelector(selector);
const connection = find("#connection");
let status = "connecting";
let broker = true;
let end = () => {};
let about = { games: {}, lowest_wins: [], leagues: [] };

function say() {
  connection.dataset.state = status === "open" && !broker ? "lost" : status;
  connection.textContent = t(status === "open" ? (broker ? "conn_open" : "club_no_broker") : status === "lost" ? "club_lost_line" : "conn_connecting");
}

function news(told) {
  if ("broker" in told) broker = told.broker;
  all.take(told);
  if ("whole" in told) one.take(told.whole);
  say();
  document.body.dataset.ready = "1";
}

/** Show the table in the address, or all. */
function show() {
  const [, name] = /^#\/([\w-]{1,64})$/.exec(location.hash) ?? [];
  const isOne = name !== undefined;
  find("#all").hidden = find("#find-field").hidden = isOne;
  find("#one").hidden = !isOne;
  document.title = isOne ? `${name} – Tierce` : `${t("club_tables")} – Tierce`;
  end();
  if (isOne) one.open(name);
  else all.fit();
  end = listen(isOne ? name : "", { news, status: turned });
}

function turned(next) {
  if (next === "open" && status === "lost") learn();
  status = next;
  say();
}

/** Hear of the leagues, which may begin while the page is open. */
async function learn() {
  const answer = await fetch("about.json").then((found) => found.json()).catch(() => about);
  if (JSON.stringify(answer) === JSON.stringify(about)) return;
  about = answer;
  all.know(about);
  link();
}

function link() {
  find("#leagues").replaceChildren(...about.leagues.map((name) => {
    const link = made("a", "button", named(name));
    link.href = `league?name=${encodeURIComponent(name)}&lang=${current()}`;
    return link;
  }));
}

await language.begin();
for (const part of [appearance, language, verdict, sheet, one]) part.start();
all.start();
await learn();
setInterval(learn, LEARN_MS);
on(["language"], () => (link(), say()));
changed(["language"]);
addEventListener("hashchange", () => (show(), find(find("#one").hidden ? "#main" : "#one-head").focus()));
find(".skip").addEventListener("click", (event) => (event.preventDefault(), find("#main").focus()));
show();
