// The secretary's page: the round's tables with their results, the members, and a form for each step.
// Each request is a step of `tierce league`; the answer is the league as it is then.

import * as appearance from "./appearance.js";
import { buttonOf, made, named, row } from "./elements.js";
import * as language from "./language.js";
import { keyOf, remember, remembered } from "./memory.js";
import { changed, on } from "./store.js";
import { current, ours, signed, t } from "./words.js";

const AGAIN_MS = 10_000;
// A step, and the fields of its form: the name of each in the request, and what it takes.
const STEPS = {
  new: { league: "text", game: "game", players: "text", system: "system", seats: "any", rounds: "any" },
  add: { players: "anybody", table: "open", waits: "check" },
  replace: { player: "seated", other: "anybody" },
  swap: { player: "seated", other: "seated" },
  apart: { player: "member", other: "member", off: "check" },
  fixed: { player: "member", table: "number" },
  penalty: { player: "member", points: "text", why: "text" },
  clock: { minutes: "number" },
  rename: { player: "member", other: "newname" },
  remove: { player: "member" },
  season: { players: "joining", rounds: "any" },
};

const find = (selector) => document.querySelector(selector);
let pass = null; // {session, token}
let league = null;
let games = {}; // each game's names: {LANGUAGE: NAME}
let drawn = ""; // what was drawn last
const shown = new Map(); // a table's number -> {told, item}

/** Enter with the key in the address, or as before in this window. */
function arrive() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  try {
    pass = JSON.parse(sessionStorage.getItem(keyOf("office")));
  } catch {
    // Without storage, each reload needs a new link.
  }
  if (!token) return;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  pass = { session: Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join(""), token };
  try {
    sessionStorage.setItem(keyOf("office"), JSON.stringify(pass));
  } catch {
    // As above.
  }
  history.replaceState(null, "", location.pathname + location.search);
}

function tell(text, mood = "good") {
  find("#told").textContent = text;
  find("#told").dataset.mood = mood;
}

/** Ask for a step, and show what came of it; tell whether it was done. */
async function ask(request, quiet = false) {
  let answer = null;
  try {
    const sent = { league: league?.name ?? remembered("office-league") ?? "", ...request, ...pass };
    const response = await fetch("office/ask", { method: "POST", body: JSON.stringify(sent) });
    if (response.ok) answer = await response.json();
    else tell(t(response.status === 403 ? "office_no_key" : "office_bad"), "bad");
  } catch {
    tell(t("club_lost_line"), "bad");
  }
  if (!answer) return false;
  if (answer.error) {
    if (!quiet) tell(ours(answer.error), "bad");
    else if (!league && request.league !== "") return ask({ ...request, league: "" }, true); // it has another name now
    return false;
  }
  if (!quiet) tell(t("office_done"));
  else if (find("#told").dataset.mood === "bad" && !league) tell("");
  take(answer);
  return true;
}

function take({ leagues, league: told }) {
  league = told;
  const select = find("#league");
  select.replaceChildren(...leagues.map((name) => new Option(name)));
  if (league) select.value = league.name;
  if (league) remember("office-league", league.name);
  const all = JSON.stringify(league);
  if (all !== drawn) draw();
  drawn = all;
  document.body.dataset.ready = "1";
}

const button = (key, act, kind = "") => buttonOf(`button ${kind}`, t(key), {}, act);

function draw() {
  const round = league?.round;
  document.title = `${league?.name ?? t("office_none")} – Tierce`;
  find("#head").replaceChildren(league ? named(league.name) : t("office_none"));
  find("#state").textContent = !league ? "" : round ? t("office_round", round.number, league.rounds) : t("office_no_round");
  find("#views").replaceChildren(...(league ? ["league", "wall"].map(view) : []));
  find("#acts").replaceChildren(...(league ? acts(round) : []));
  find("#tables").replaceChildren(...(round?.tables ?? []).map(table));
  people();
  options();
}

function view(name) {
  const link = made("a", "button", t(`office_${name}`));
  link.href = `${name}?name=${encodeURIComponent(league.name)}&lang=${current()}`;
  link.target = "_blank";
  return link;
}

function acts(round) {
  const absent = () => [...document.querySelectorAll("#people input:checked")].map((box) => box.value);
  const open = round?.tables.filter((each) => !each.closed) ?? [];
  const found = [];
  if (!open.length) {
    const more = Boolean(round) && round.number >= league.rounds;
    found.push(button(more ? "office_more" : "office_pair", () => ask({ do: "pair", players: absent(), more }), "primary"));
  }
  if (round && open.length === round.tables.length) found.push(button("office_again", () => ask({ do: "pair", players: absent(), again: true })));
  if (open.length) found.push(button("office_find", () => ask({ do: "find" }), "primary"));
  if (league.undo) {
    const undo = button("office_undo", () => ask({ do: "undo" }));
    undo.append(` ${ours(league.undo)}`);
    found.push(undo);
  }
  if (round?.byes.length) found.push(made("p", "", t("office_bye", round.byes.join(", "))));
  return found;
}

/** A table with a field for the points of each, and a box for the players at fault if it is not played. */
function table(one) {
  const told = JSON.stringify([league.name, current(), one]);
  if (shown.get(one.number)?.told === told) return shown.get(one.number).item; // what is typed there stays
  const isUnplayed = one.closed && one.players.every(({ points }) => points === null);
  const item = made("li", "panel", made("h2", "", t("office_table", one.number), isUnplayed ? ` – ${t("office_unplayed")}` : ""));
  item.dataset.closed = String(one.closed);
  item.dataset.table = one.number;
  const seats = made("div", "seats");
  for (const { name, points, place, counts, forfeit } of one.players) {
    const field = Object.assign(document.createElement("input"), { type: "text", value: points ?? "", name, autocomplete: "off" });
    field.setAttribute("aria-label", t("office_points_of", name));
    const box = Object.assign(document.createElement("input"), { type: "checkbox", value: name, checked: forfeit });
    box.setAttribute("aria-label", t("office_fault_of", name));
    const told = place ? ` ${t("office_place", place)}` : "";
    const label = made("span", "name", named(name), counts === null ? told : `${told} · ${counts}`);
    seats.append(label, field, made("label", "field", box, t("office_fault")));
  }
  const points = () => [...seats.querySelectorAll("input[type=text]")].map((field) => `${field.name}=${field.value.trim()}`);
  const faults = () => [...seats.querySelectorAll("input:checked")].map((box) => box.value);
  const asked = { table: one.number, correct: one.closed };
  const enter = button(one.closed ? "office_correct" : "office_enter", () => ask({ do: "enter", players: points(), ...asked }), one.closed ? "" : "primary");
  const unplayed = button("office_unplayed", () => ask({ do: "unplayed", players: faults(), ...asked }));
  item.append(seats, made("div", "acts", enter, unplayed));
  shown.set(one.number, { told, item });
  return item;
}

function people() {
  const rows = (league?.members ?? []).map(({ name, away, table: seat, fixed }) => {
    const box = Object.assign(document.createElement("input"), { type: "checkbox", value: name, disabled: away });
    box.setAttribute("aria-label", t("office_absent_of", name));
    const step = away ? button("office_back", () => ask({ do: "add", players: [name] }), "small") : button("office_leaves", () => ask({ do: "withdraw", players: [name] }), "small");
    const where = away ? t("office_away") : seat ? t("office_table", seat) : seat === 0 ? t("office_bye_short") : "";
    const cells = [named(name), where, fixed ? t("office_table", fixed) : "", box, step];
    return made("tr", "", ...cells.map((each) => made("td", "", each)));
  });
  const others = ["office_sits", "office_fixed", "office_absent", "office_leaves_head"].map((key) => t(key));
  const kept = [
    ...(league?.apart ?? []).map((two) => t("office_apart", ...two)),
    ...(league?.penalties ?? []).map(({ name, points, why }) => t("office_penalty", name, signed(-points), why)),
  ];
  find("#kept").replaceChildren(...kept.map((text) => made("li", "", text)));
  find("#people").replaceChildren(made("thead", "", row(t("office_name"), others, "th")), made("tbody", "", ...rows));
}

// --- the forms of the steps: made once, so that nothing typed is lost

function form(step) {
  const fields = Object.entries(STEPS[step]).map(([name, kind]) => field(name, kind));
  const submit = made("button", "button", t(`office_do_${step}`));
  const made_ = made("form", "panel", made("h3", "", t(`office_step_${step}`)), ...fields, submit);
  made_.dataset.step = step;
  made_.addEventListener("submit", async (event) => {
    event.preventDefault();
    const asked = { do: step };
    for (const [name, kind] of Object.entries(STEPS[step])) {
      const input = made_.elements[name];
      if (kind === "check") asked[name] = input.checked;
      else if (["number", "any", "open"].includes(kind)) asked[name] = Number(input.value) || 0;
      else asked[name] = name === "players" ? input.value.split(",").map((each) => each.trim()).filter(Boolean) : input.value;
    }
    if (await ask(asked)) made_.reset();
  });
  return made_;
}

function field(name, kind) {
  const input = document.createElement(["member", "seated", "open", "game", "system"].includes(kind) ? "select" : "input");
  input.name = name;
  input.dataset.kind = kind;
  if (kind === "check") input.type = "checkbox";
  if (kind === "number") Object.assign(input, { type: "number", min: 0, max: 999, required: true });
  if (kind === "any") Object.assign(input, { type: "number", min: 1, max: name === "seats" ? 6 : 200 });
  if (["text", "newname", "anybody"].includes(kind)) Object.assign(input, { required: true, autocomplete: "off" });
  if (kind === "anybody") input.setAttribute("list", "names");
  return made("label", kind === "check" ? "field" : "field block", made("span", "", t(`office_field_${["newname", "open", "joining"].includes(kind) ? kind : name}`)), input);
}

/** Offer in the forms who and which tables there are now. */
function options() {
  const members = league?.members ?? [];
  const offered = {
    member: members.map(({ name }) => [name, name]),
    seated: members.filter(({ table: seat }) => Number.isInteger(seat)).map(({ name, table: seat }) => [`${name} (${seat || t("office_bye_short")})`, name]),
    game: Object.entries(games).map(([game, names]) => [ours(names), game]),
    system: ["swiss", "round-robin"].map((system) => [t(`office_system_${system}`), system]),
    open: [[t("office_any"), ""], ...(league?.round?.tables ?? []).filter((each) => !each.closed).map((each) => [t("office_table", each.number), each.number])],
  };
  for (const select of document.querySelectorAll("#steps select")) {
    const before = select.value;
    select.replaceChildren(...offered[select.dataset.kind].map(([label, value]) => new Option(label, value)));
    if ([...select.options].some((each) => each.value === before)) select.value = before;
  }
  for (const form of document.querySelectorAll("#steps form")) form.hidden = !league && form.dataset.step !== "new";
  find("#names").replaceChildren(...members.map(({ name }) => new Option(name)));
}

function speak() {
  find("#steps").replaceChildren(...Object.keys(STEPS).map(form));
  draw();
}

arrive();
await language.begin();
for (const part of [appearance, language]) part.start();
on(["language"], speak);
changed(["language"]);
find("#league").addEventListener("change", (event) => {
  league = null;
  remember("office-league", event.target.value);
  ask({ do: "look", league: event.target.value }, true);
});
try {
  games = (await (await fetch("about.json")).json()).games;
} catch {
  tell(t("club_lost_line"), "bad");
}
await ask({ do: "look" }, true);
setInterval(() => {
  if (!find("#main").contains(document.activeElement) || document.activeElement.tagName !== "INPUT") ask({ do: "look" }, true);
}, AGAIN_MS);
