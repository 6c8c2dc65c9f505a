// The rest of the page: the menu, the connection, help, windows for other seats.

import { request } from "./actions.js";
import { copy } from "./copying.js";
import { buttonOf, made } from "./elements.js";
import * as language from "./language.js";
import { ask, offers, setLanguage as setAddress } from "./link.js";
import { seatName } from "./names.js";
import { isOwner, on, players, state } from "./store.js";
import { current, own, t, typeset } from "./words.js";

const find = (selector) => document.querySelector(selector);
const connection = find("#connection");
const help = find("#help-dialog");

const AWAKE = ["connecting", "open", "own", "unkept", "elsewhere", "changed"];
const ELSEWHERE = { changed_broken: ["program.html", "program_page"], board_away: ["build.html", "build_page"], board_missing: ["build.html", "build_page"] };
const OUTSIDE = ["denied", "broken", ...Object.keys(ELSEWHERE)]; // there is no table, and the sentence in its place
let status = "connecting";
let why = "";

function sayConnection() {
  connection.textContent = status === "board_away" ? typeset(why) : t(`conn_${status}`, why);
  if (["elsewhere", "taken"].includes(status)) {
    const take = buttonOf("button small", t("take_over"), {}, offers.takeOver);
    connection.append(" ", Object.assign(take, { id: "take-over" }));
  }
  if (!own(ELSEWHERE, status)) return;
  const [href, page] = ELSEWHERE[status];
  connection.append(" ", Object.assign(document.createElement("a"), { href, textContent: t(page) }));
}

/** Show the connection: "connecting", "open", "own", "unkept", "elsewhere", "taken", "changed", "lost", or one of OUTSIDE, "busy" or "stopped". */
export function showConnection(next, reason = "") {
  [status, why] = [next, reason];
  connection.dataset.state = next;
  sayConnection();
  document.body.classList.toggle("offline", !AWAKE.includes(next));
  const outside = OUTSIDE.includes(next);
  const frame = document.querySelector(outside ? "#main" : ".top");
  if (connection.parentElement !== frame) frame.append(connection);
  document.body.classList.toggle("outside", outside);
}

function fillHelp() {
  const lines = (name) => t(name).trim().split("\n").map((line) => line.trim());
  const keys = lines("help_keys").flatMap((line) => {
    const [names, meaning] = line.split("=");
    return [made("dt", "", ...names.split(" ").flatMap((key) => [made("kbd", "", key), " "])), made("dd", "", meaning)];
  });
  const moods = ["white", "green", "red", "blue", "yellow"].map((mood) => {
    const dot = made("i", "mood-dot");
    dot.dataset.mood = mood;
    return made("li", "", dot, t("mood_line", t(`mood_${mood}`), t(`mood_${mood}_means`)));
  });
  find("#help-text").replaceChildren(
    ...lines("help_text").map((line) => made("p", "", line)),
    made("h3", "", t("help_keys_head")),
    made("dl", "", ...keys),
    made("h3", "", t("help_lights_head")),
    made("ul", "moods", ...moods),
  );
}

function fillLinks() {
  find("#link-box").hidden = !isOwner() || !offers.windows;
  const kept = !offers.windows && state.you.kind !== "mirror";
  find("#only-table").hidden = !kept;
  for (const each of document.querySelectorAll(".kept-here")) each.hidden = !kept || status === "own";
  const select = find("#link");
  const key = JSON.stringify(players()) + current();
  if (select.dataset.key === key) return;
  select.dataset.key = key;
  const names = players().length ? players().map((_, at) => at) : [0, 1];
  select.replaceChildren(new Option(t("link_owner"), ""), ...names.map((at) => new Option(seatName(at), at)));
  if (names.length) select.value = "0";
}

async function makeLink() {
  const chosen = find("#link").value;
  const answer = await request({ do: "link", seat: chosen === "" ? null : Number(chosen) });
  if (!answer?.url) return;
  const shown = find("#link-url");
  shown.href = answer.url;
  shown.textContent = answer.url;
  find("#link-out").hidden = false;
}

export function start() {
  language.start(() => {
    setAddress(current());
    ask({ do: "language", to: current() }).catch(() => {});
  });
  on(["language"], () => (sayConnection(), fillHelp()));
  const button = find("#menu");
  const tools = find("#tools");
  const isOpen = () => button.getAttribute("aria-expanded") === "true";
  const menu = (open) => button.setAttribute("aria-expanded", String(open));
  button.addEventListener("click", () => menu(!isOpen()));
  tools.addEventListener("click", (event) => event.target.closest("button") && menu(false));
  document.addEventListener("pointerdown", (event) => event.target.closest("#tools, #menu") || menu(false));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isOpen()) return;
    if (tools.contains(document.activeElement)) button.focus();
    menu(false);
  });
  find("#bench").hidden = !offers.bench;
  find("#print").addEventListener("click", () => print());
  find("#help").addEventListener("click", () => help.showModal());
  find("#help-close").addEventListener("click", () => help.close());
  find("#link-make").addEventListener("click", makeLink);
  find("#link-copy").addEventListener("click", () => copy(find("#link-url").href, find("#link-said"), find("#link-url")));
  on(["match", "you", "language"], fillLinks);
  on(["you", "match", "table"], () => {
    document.body.dataset.kind = state.you.kind;
    document.body.classList.toggle("seat-page", !isOwner());
    const who = isOwner() ? "" : ` · ${seatName(state.you.seat)}`;
    document.title = `Tierce${who}`;
  });
  showConnection("connecting");
  fillHelp();
}
