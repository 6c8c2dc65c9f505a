// The club's page: all tables, or one of them. It only looks on: nothing is sent but what it wants to hear.

import * as appearance from "./appearance.js";
import { listen } from "./feed.js";
import * as hall from "./hall.js";
import * as language from "./language.js";
import * as one from "./one.js";
import * as sheet from "./sheet.js";
import { changed, on } from "./store.js";
import * as verdict from "./verdict.js";
import { current, t } from "./words.js";

const find = (selector) => document.querySelector(selector);
const connection = find("#connection");
let status = "connecting";
let broker = true;
let end = () => {};
let leagues = [];

function say() {
  connection.dataset.state = status === "open" && !broker ? "lost" : status;
  connection.textContent = t(status === "open" ? (broker ? "conn_open" : "club_no_broker") : status === "lost" ? "club_lost_line" : "conn_connecting");
}

function news(told) {
  if ("broker" in told) broker = told.broker;
  hall.take(told);
  if ("whole" in told) one.take(told.whole);
  say();
  document.body.dataset.ready = "1";
}

/** Show the table in the address, or all. */
function show() {
  const name = location.hash.slice(1);
  const isOne = /^[\w-]{1,64}$/.test(name);
  find("#hall").hidden = find("#find-field").hidden = isOne;
  find("#one").hidden = !isOne;
  document.title = isOne ? `${name} – Tierce` : `${t("club_tables")} – Tierce`;
  end();
  if (isOne) one.open(name);
  end = listen(isOne ? name : "", { news, status: (next) => ((status = next), say()) });
}

function link() {
  find("#leagues").replaceChildren(...leagues.map((name) => {
    const made = Object.assign(document.createElement("a"), { className: "button", textContent: name });
    made.href = `league?name=${encodeURIComponent(name)}&lang=${current()}`;
    return made;
  }));
}

await language.begin();
for (const part of [appearance, language, verdict, sheet, one]) part.start();
const about = await fetch("about.json").then((answer) => answer.json()).catch(() => ({ games: {}, leagues: [] }));
({ leagues } = about);
hall.start(about.games);
on(["language"], () => (link(), say()));
changed(["language"]);
addEventListener("hashchange", () => (show(), find(find("#one").hidden ? "#main" : "#one-head").focus()));
show();
