// The dialog for a new match: the game, the players, the house rules.

import { askSurely, request } from "./actions.js";
import { isOwner, on, state } from "./store.js";
import { current, listed, ours, t } from "./words.js";

const NAMES = ["Ana", "Luc", "Zoé", "Jean", "Marie", "Paul"];
const find = (selector) => document.querySelector(selector);
const dialog = find("#new-dialog");
const game = find("#new-game");
const seats = find("#new-seats");
const dealer = find("#new-dealer");
const people = find("#new-players");
const options = find("#new-options");
const error = find("#new-error");
const number = (value) => value.toLocaleString(current());
const given = { names: [], kinds: [] }; // what was typed, also for seats that are hidden now
const touched = new Set(); // options changed by the person

const facts = () => state.table?.games?.[game.value];

function fillGames() {
  const games = Object.entries(state.table?.games ?? {});
  const chosen = game.value || state.match?.game || state.table?.game || "rami51";
  game.replaceChildren(...games.map(([name, one]) => new Option(ours(one.name), name)));
  game.value = games.some(([name]) => name === chosen) ? chosen : games[0]?.[0] ?? "";
}

function fillSeats() {
  const [low, high] = facts()?.seats ?? [2, 2];
  const chosen = Number(seats.value) || state.match?.players.length || 2;
  seats.replaceChildren();
  for (let count = low; count <= high; count++) seats.append(new Option(String(count), count));
  seats.value = Math.max(low, Math.min(high, chosen));
  fillPlayers();
}

function fillPlayers() {
  keep();
  const rows = [];
  for (let seat = 0; seat < Number(seats.value); seat++) {
    const name = document.createElement("input");
    name.name = `name${seat}`;
    name.maxLength = state.table.longest.name;
    name.required = true;
    name.autocomplete = "off";
    name.value = given.names[seat] ?? state.match?.players[seat] ?? NAMES[seat];
    name.setAttribute("aria-label", t("name_of", seat + 1));
    const kind = document.createElement("select");
    kind.name = `kind${seat}`;
    kind.setAttribute("aria-label", t("kind_of", seat + 1));
    for (const one of ["person", "beginner", "computer"]) kind.append(new Option(t(`kind_is_${one}`), one));
    kind.value = given.kinds[seat] ?? (seat ? "computer" : "person");
    const row = document.createElement("p");
    row.className = "new-player";
    row.append(name, kind);
    rows.push(row);
  }
  people.replaceChildren(...rows);
  fillDealer();
}

function fillDealer() {
  const chosen = dealer.value;
  dealer.replaceChildren(...[...people.querySelectorAll("input")].map((input, seat) => new Option(input.value || t("seat_n", seat + 1), seat)));
  if (chosen && Number(chosen) < dealer.options.length) dealer.value = chosen;
}

function keep() {
  for (const input of people.querySelectorAll("[name]")) {
    given[input.name.startsWith("name") ? "names" : "kinds"][Number(input.name.slice(4))] = input.value;
  }
}

function optionField(name, option) {
  const label = document.createElement("label");
  label.className = "option";
  const text = document.createElement("span");
  text.textContent = ours(option.words) || name;
  label.append(text);
  const field = document.createElement(isYesNo(option) || !option.choices.length ? "input" : "select");
  field.name = `option-${name}`;
  if (isYesNo(option)) {
    field.type = "checkbox";
    field.checked = option.value;
  } else if (option.choices.length) {
    field.append(...option.choices.map((value, i) => new Option(said(value), i)));
    if (hasNumbers(option)) field.append(new Option(t("choice_number"), option.choices.length));
    const at = option.choices.indexOf(option.value);
    field.value = at < 0 ? option.choices.length : at;
  }
  if (field.type === "checkbox" || field.tagName === "SELECT") label.append(field);
  if (hasNumbers(option)) {
    const input = field.tagName === "SELECT" ? document.createElement("input") : field;
    const value = typeof option.value === "number" ? option.value : option.min;
    Object.assign(input, { type: "number", min: option.min, max: option.max, step: 1, value, required: true });
    if (input !== field) {
      input.name = `number-${name}`;
      input.setAttribute("aria-label", text.textContent);
      const show = () => (input.disabled = input.hidden = Number(field.value) !== option.choices.length);
      field.addEventListener("change", show);
      show();
    }
    text.append(Object.assign(document.createElement("small"), { textContent: ` ${number(option.min)}–${number(option.max)}` }));
    label.append(input);
  }
  return label;
}

const isYesNo = (option) => option.choices.includes(true);
const hasNumbers = (option) => option.min !== undefined;
const said = (value) => (typeof value === "number" ? number(value) : t(`choice_${value}`));

/** The value chosen for an option. */
function chosen(name, option) {
  const field = options.querySelector(`[name="option-${name}"]`);
  if (isYesNo(option)) return field.checked;
  if (field.tagName !== "SELECT") return Number(field.value);
  const at = Number(field.value);
  return at < option.choices.length ? option.choices[at] : Number(options.querySelector(`[name="number-${name}"]`).value);
}

/** An option that follows another one keeps following it until the person sets it. */
function follow(event) {
  const all = facts()?.options ?? {};
  const changed = event.target.name?.replace(/^(option|number)-/, "");
  touched.add(changed);
  for (const [name, option] of Object.entries(all)) {
    if (option.follows !== changed || touched.has(name)) continue;
    const value = chosen(changed, all[changed]);
    const at = option.choices.indexOf(value);
    const field = options.querySelector(`[name="option-${name}"]`);
    field.value = at < 0 ? option.choices.length : at;
    field.dispatchEvent(new Event("change"));
    if (at < 0) options.querySelector(`[name="number-${name}"]`).value = value;
  }
}

function fillOptions() {
  touched.clear();
  options.replaceChildren(...Object.entries(facts()?.options ?? {}).map(([name, option]) => optionField(name, option)));
}

/** The rules that differ from the game's defaults. */
function rules() {
  const changed = {};
  const all = facts()?.options ?? {};
  for (const [name, option] of Object.entries(all)) {
    const value = chosen(name, option);
    const own = option.follows ? chosen(option.follows, all[option.follows]) : option.value;
    if (value !== own) changed[name] = value;
  }
  return changed;
}

const player = (name, kind) => ({
  name, computer: kind !== "person", ...(kind === "person" ? {} : { level: kind === "beginner" ? "beginner" : "good" }),
});

function order() {
  const count = Number(seats.value);
  const action = {
    do: "new",
    game: game.value,
    players: Array.from({ length: count }, (_, seat) => player(given.names[seat].trim(), given.kinds[seat])),
    rules: rules(),
    dealer: Number(dealer.value) || 0,
  };
  if (find("#new-seed").value) action.seed = Number(find("#new-seed").value);
  return action;
}

let starting = false; // a match was asked for, and the dialog is not closed for it yet

/** Close the dialog once: it may be opened again before the answer comes. */
function close() {
  if (starting) dialog.close();
  starting = false;
}

async function submit(event) {
  event.preventDefault();
  keep();
  error.hidden = true;
  const button = find("#new-start");
  button.disabled = true;
  starting = true;
  try {
    await askSurely(order());
    close();
  } catch (reason) {
    if (reason === undefined) return; // the person declined
    error.textContent = reason ? ours(reason) : t("conn_lost");
    error.hidden = false;
    if (!dialog.open) dialog.showModal();
  } finally {
    starting = false;
    button.disabled = false;
  }
}

/** Unfinished matches that can be resumed. */
function fillKept() {
  const matches = state.kept?.matches ?? [];
  const list = find("#kept-list");
  find("#kept").hidden = !matches.length;
  list.replaceChildren(...matches.map((one) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small";
    button.dataset.kept = one.id;
    button.textContent = t("go_on");
    const name = ours(state.table.games[one.game]?.name) || one.game;
    const words = [name, listed(one.players), one.round ? t("round_n", one.round) : ""];
    button.setAttribute("aria-label", [t("go_on"), ...words].filter(Boolean).join(", "));
    item.append(words.filter(Boolean).join(" · "), " ", button);
    return item;
  }));
}

async function goOn(event) {
  const id = event.target.closest("[data-kept]")?.dataset.kept;
  if (!id) return;
  dialog.close();
  await request({ do: "go_on", match: id });
}

function open() {
  if (dialog.open) return;
  error.hidden = true;
  fillGames();
  fillSeats();
  fillOptions();
  fillKept();
  dialog.showModal();
}

export function start() {
  const button = find("#new");
  button.addEventListener("click", open);
  on(["you"], () => (button.hidden = !isOwner() || state.you.readonly));
  game.addEventListener("change", () => (fillSeats(), fillOptions()));
  seats.addEventListener("change", fillPlayers);
  find("#kept-list").addEventListener("click", goOn);
  options.addEventListener("input", follow);
  people.addEventListener("input", () => (keep(), fillDealer()));
  find("#new-form").addEventListener("submit", submit);
  find("#new-cancel").addEventListener("click", () => dialog.close());
  // A table takes a while to start: it is busy at once, or answers with an error or a doubt.
  on(["busy"], () => state.busy && close());
  on(["language"], () => {
    if (!dialog.open) return;
    keep();
    fillGames();
    fillSeats();
    fillOptions();
  });
}
