// The dialog for a new match: the game, the players, the house rules.

import { askSurely } from "./actions.js";
import { buttonOf, made } from "./elements.js";
import { NAMED, tileOf, VARIANTS } from "./games.js";
import { houseForm } from "./house.js";
import { fillKept } from "./kept.js";
import { myLevel, myName, others, setLevel } from "./me.js";
import * as rulebook from "./rulebook.js";
import { changed, isOwner, on, state } from "./store.js";
import { levels, ours, own, t } from "./words.js";

const find = (selector) => document.querySelector(selector);
const dialog = find("#new-dialog");
const game = find("#new-game");
const seats = find("#new-seats");
const dealer = find("#new-dealer");
const people = find("#new-players");
const named = find("#new-named");
const house = houseForm(find("#new-options"), named);
const error = find("#new-error");
const carry = find("#new-carry"); // whether totals are brought forward
const rounds = find("#new-rounds");
const given = { names: [], kinds: [], totals: [] }; // what was typed, also for seats that are hidden now

const facts = () => own(state.table?.games, game.value);

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
    const name = made("input", "");
    Object.assign(name, { name: `name${seat}`, maxLength: state.table.longest.name, required: true, autocomplete: "off" });
    name.value = given.names[seat] ?? (state.playback ? null : state.match?.players[seat]) ?? [myName(), ...others()].filter(Boolean)[seat];
    name.setAttribute("aria-label", t("name_of", seat + 1));
    const kind = made("select", "");
    kind.name = `kind${seat}`;
    kind.setAttribute("aria-label", t("kind_of", seat + 1));
    kind.append(new Option(t("kind_is_person"), "person"), ...levels().map((level) => new Option(t("kind_is_computer", t(`level_${level}_name`)), level)));
    kind.value = given.kinds[seat] ?? (seat ? myLevel() : "person");
    const total = made("input", "");
    Object.assign(total, { name: `total${seat}`, type: "number", step: 1, required: true, hidden: !carry.checked, disabled: !carry.checked });
    total.value = given.totals[seat] ?? totalOf(name.value);
    if (given.totals[seat] !== undefined) total.dataset.typed = "1";
    total.setAttribute("aria-label", t("total_of", seat + 1));
    rows.push(made("p", "new-player", name, kind, total));
  }
  people.replaceChildren(...rows);
  find("#new-levels").textContent = levels().map((level) => t("level_line", t(`level_${level}_name`), t(`level_${level}_does`))).join(" ");
  fillDealer();
}

/** The total of a player of the match in play, whatever the seat. */
const totalOf = (name) => state.match?.totals?.[state.match.players.indexOf(name.trim())] ?? 0;

function fillDealer() {
  const chosen = dealer.value;
  const names = [...people.querySelectorAll('[name^="name"]')].map((input, seat) => new Option(input.value || t("seat_n", seat + 1), seat));
  dealer.replaceChildren(...names, new Option(t("by_lot"), "lot"));
  dealer.value = [...dealer.options].some((one) => one.value === chosen) ? chosen : "0";
}

/** Who deals first unless somebody chooses: whose turn it is to deal, by lot where that is the custom, else the first. */
function usualDealer() {
  const next = carry.checked && state.match ? [...dealer.options].find((one) => one.text === state.match.players[state.match.dealer]) : null;
  dealer.value = next?.value ?? (facts()?.by_lot ? "lot" : "0");
  dealer.dataset.game = game.value;
}

const TAKES = { name: "names", kind: "kinds", total: "totals" };

function keep() {
  for (const input of people.querySelectorAll("[name]")) {
    const what = TAKES[input.name.replace(/\d+$/, "")];
    if (what !== "totals" || input.dataset.typed) given[what][Number(/\d+$/.exec(input.name))] = input.value;
  }
}

/** A total that was typed stays; any other one follows the name. */
function typed(event) {
  const { name = "" } = event.target;
  if (name.startsWith("total")) event.target.dataset.typed = "1";
  const total = name.startsWith("name") && people.querySelector(`[name="total${name.slice(4)}"]`);
  if (total && !total.dataset.typed) total.value = totalOf(event.target.value);
  keep();
  fillDealer();
}

/** Whether totals are brought forward: those of the match in play, or from paper. */
function carried() {
  find("#new-rounds-label").hidden = rounds.disabled = !carry.checked;
  const on = ["turn", "count"].includes(state.match?.phase);
  rounds.value = state.match ? Math.max(0, state.match.round - (on ? 1 : 0)) : 0;
  fillPlayers();
  fillOptions();
  usualDealer();
}

function fillOptions() {
  const before = carry.checked && game.value === state.match?.game ? state.match.rules : null;
  house.fill(facts()?.options ?? {}, before ?? {}, NAMED[game.value]);
  fillVariants();
}

/** Games that players tell apart by a figure: "51 or 30". */
function fillVariants() {
  for (const [one, words] of Object.entries(VARIANTS[tileOf(game.value)] ?? {})) {
    const key = buttonOf("button small", words, { variant: one });
    key.setAttribute("aria-label", ours(own(state.table.games, one).name));
    key.setAttribute("aria-pressed", String(one === game.value));
    named.append(key);
  }
  named.hidden = !named.children.length;
}

const player = (name, kind) => ({ name, computer: kind !== "person", ...(kind === "person" ? {} : { level: kind }) });

function order() {
  const count = Number(seats.value);
  const action = {
    do: "new",
    game: game.value,
    players: Array.from({ length: count }, (_, seat) => player(given.names[seat].trim(), given.kinds[seat])),
    rules: house.rules(),
    dealer: dealer.value === "lot" ? "lot" : Number(dealer.value) || 0,
  };
  if (carry.checked) {
    action.totals = [...people.querySelectorAll('[name^="total"]')].map((input) => Number(input.value));
    action.rounds = Number(rounds.value);
  }
  if (find("#new-seed").value) action.seed = Number(find("#new-seed").value);
  return action;
}

let starting = false; // a match was asked for, and the dialog is not closed for it yet

/** Close the dialog once: it may be opened again before the answer comes. */
function close() {
  if (starting) {
    dialog.close();
    changed(["begun"]);
  }
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

/** Open the dialog; to go on with the match in play it begins as that match is. */
function open(goesOn = false) {
  if (dialog.open) return;
  error.hidden = true;
  find("#new-head").textContent = t(goesOn ? "go_on_other" : "new");
  given.totals = [];
  carry.checked = goesOn;
  if (goesOn && state.match) {
    given.names = [...state.match.players];
    given.kinds = given.names.map((_, seat) => (state.match.computers[seat] ? state.match.levels[seat] : "person"));
    game.value = "";
    seats.value = "";
  }
  fillGames();
  fillSeats();
  find("#kept").hidden = !fillKept(find("#kept-list"), () => (dialog.close(), changed(["begun"])));
  const before = dealer.dataset.game === game.value && !goesOn ? dealer.value : "";
  carried();
  if (before) dealer.value = before;
  dialog.showModal();
}

/** Open the dialog for a game, all seats played by people or by computers of a level. */
export function openFor(name, kind) {
  game.value = "";
  game.replaceChildren(new Option(name, name));
  given.kinds = Array(state.table.games[name].seats[1]).fill(kind);
  given.names = [];
  open();
}

export function start() {
  const button = find("#new");
  button.addEventListener("click", () => open());
  find("#people-go-on").addEventListener("click", () => open(true));
  carry.addEventListener("change", () => (keep(), carried()));
  on(["you"], () => (button.hidden = !isOwner() || state.you.readonly));
  game.addEventListener("change", () => (fillSeats(), fillOptions(), usualDealer()));
  seats.addEventListener("change", fillPlayers);
  find("#new-book").addEventListener("click", () => rulebook.open(game.value, house.rules()));
  named.addEventListener("click", ({ target }) => {
    if (!target.dataset.variant) return;
    game.value = target.dataset.variant;
    game.dispatchEvent(new Event("change"));
    named.querySelector(`[data-variant="${game.value}"]`).focus();
  });
  on(["kept"], () => dialog.open && (find("#kept").hidden = !fillKept(find("#kept-list"), () => dialog.close())));
  people.addEventListener("input", typed);
  find("#new-form").addEventListener("submit", submit);
  find("#new-cancel").addEventListener("click", () => dialog.close());
  // A table takes a while to start: it is busy at once, or answers with an error or a doubt.
  on(["busy"], () => state.busy && close());
  people.addEventListener("change", ({ target }) => levels().includes(target.value) && setLevel(target.value));
  on(["language"], () => {
    if (!dialog.open) return;
    keep();
    fillGames();
    fillSeats();
    fillOptions();
  });
}
