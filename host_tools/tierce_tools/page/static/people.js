// "The players decide": rulings as buttons, and what somebody asks for until somebody else agrees.

import { request } from "./actions.js";
import { cardName, known } from "./cards.js";
import { buttonOf } from "./elements.js";
import { seatName, zoneName } from "./names.js";
import { canMove, isOwner, mySeat, on, players, state } from "./store.js";
import { ours, t } from "./words.js";

const find = (selector) => document.querySelector(selector);
const panel = find("#people");
const acts = find("#people-acts");
const goOn = find("#people-go-on");
const form = find("#people-form");
const seat = find("#people-seat");
const sign = find("#people-sign");
const amount = find("#people-amount");
const asked = find("#asked");
const undo = find("#undo");

// In the order of the table's menu. What has a number: the key of the event, its least and its largest value; CARD
// is about a card that no reader sees.
const CARD = "card";
const RULINGS = {
  undo: null, accept: null, void: null, points: ["points", 1, 1000000], count: ["points", 0, 1000],
  hand: ["cards", 1, 200], reshuffle: null, put: CARD, out: CARD, end: null,
};
let chosen = ""; // the ruling whose seat and number, or whose card, is being given

const mine = () => Boolean(state.asked) && (state.asked.by ?? null) === (isOwner() ? null : mySeat());

/** The cards of a section by zone, as "7H meld1". */
const lying = (zones) => Object.entries(zones ?? {}).flatMap(([zone, codes]) => codes.map((code) => `${code} ${zone}`));

/** What there is to rule on: the seats that each ruling may name, or the cards. */
function offered() {
  const may = { ...state.rulings, put: lying(state.unseen), out: lying(state.by_hand) };
  for (const what of ["put", "out"]) if (!may[what].length || !canMove()) delete may[what];
  return may;
}

function draw() {
  const may = offered();
  panel.hidden = !canMove() || !Object.keys(may).length;
  const closed = Boolean(state.busy || state.asked || state.faults?.power);
  for (const button of acts.children) {
    const what = button.dataset.ruling;
    button.hidden = !may[what];
    button.disabled = closed;
    button.textContent = t(`rule_${what}`);
    button.setAttribute("aria-expanded", String(what === chosen));
    if (!RULINGS[what]) button.removeAttribute("aria-expanded");
  }
  goOn.hidden = !isOwner() || !state.match || state.match.phase === "lost";
  goOn.disabled = closed;
  if (chosen && (panel.hidden || !may[chosen] || mine())) choose("");
  if (chosen) fill(may[chosen]);
}

/** Keep the choice up to date, of cards or of seats. */
function fill(those) {
  if (RULINGS[chosen] !== CARD) return fillSeats(those);
  const before = seat.value;
  seat.replaceChildren(...those.map((one) => new Option(`${cardName(one.split(" ")[0])} · ${zoneName(one.split(" ")[1])}`, one)));
  if (those.includes(before)) seat.value = before;
}

/** Keep the choice of seats up to date; the first one is a seat whose number is awaited. */
function fillSeats(seats) {
  const key = [chosen, ...seats, ...players()].join();
  if (seat.dataset.key === key) return;
  const before = seat.dataset.key?.startsWith(`${chosen},`) ? seat.value : "";
  seat.dataset.key = key;
  seat.replaceChildren(...seats.map((one) => new Option(seatName(one), one)));
  const awaited = chosen === "count" ? state.match?.awaited?.find((one) => seats.includes(one)) : undefined;
  const first = awaited ?? (seats.includes(state.match?.seat) ? state.match.seat : seats[0]);
  seat.value = seats.includes(Number(before)) && before !== "" ? before : first;
  figures();
}

/** The number that stands there now, to start from. */
function figures() {
  if (RULINGS[chosen] === CARD) return;
  const [, least, most] = RULINGS[chosen];
  Object.assign(amount, { min: least, max: most });
  amount.value = chosen === "hand" ? state.match?.hands?.[Number(seat.value)] ?? "" : "";
}

function choose(what) {
  chosen = what;
  form.hidden = !what;
  seat.dataset.key = "";
  if (!what) return;
  find("#people-what").textContent = t(`rule_${what}`);
  find("#people-unit").textContent = t(RULINGS[what][0] === "cards" ? "cards_word" : "points_word");
  find("#people-who").textContent = t(RULINGS[what] === CARD ? "card_word" : "player");
  find("#people-figure").hidden = amount.disabled = RULINGS[what] === CARD;
  sign.hidden = what !== "points";
  sign.value = "1";
  draw();
  (amount.disabled ? seat : amount).focus();
}

function press(event) {
  const what = event.target.closest("[data-ruling]")?.dataset.ruling;
  if (!what) return;
  if (RULINGS[what]) return choose(chosen === what ? "" : what);
  choose("");
  request({ do: "ruling", ruling: what });
}

async function submit(event) {
  event.preventDefault();
  const what = chosen;
  if (RULINGS[what] === CARD) {
    const [card, zone] = seat.value.split(" ");
    if (await request({ do: "by_hand", card, zone, on: what === "put" })) choose("");
    return;
  }
  const number = Number(amount.value) * (what === "points" ? Number(sign.value) : 1);
  if (await request({ do: "ruling", ruling: what, seat: Number(seat.value), [RULINGS[what][0]]: number })) choose("");
}

/** Mark the cards that no reader sees: those put by hand, and those of which the table knows nothing. */
function mark() {
  for (const card of document.querySelectorAll(".card[data-mark]")) delete card.dataset.mark;
  for (const [mark, zones] of [["unseen", state.unseen], ["hand", state.by_hand]]) {
    for (const one of lying(zones)) {
      const card = known(one.split(" ")[0]);
      if (card?.closest("[data-place]")?.dataset.place !== one.split(" ")[1]) continue;
      card.dataset.mark = mark;
      card.title = t(`mark_${mark}`);
    }
  }
  for (const card of document.querySelectorAll(".card[title]:not([data-mark])")) card.removeAttribute("title");
}

/** A refusal that may concern the turn before offers to take that back; other rulings are in their panel. */
function drawUndo() {
  const back = state.undo;
  undo.hidden = !back?.offered || Boolean(state.asked) || !canMove();
  if (back) undo.textContent = t("undo_turn", seatName(back.seat));
}

/** Who asks for what, and the button that agrees; for the player who asks, the one that takes it back. */
function drawAsked() {
  const now = state.asked;
  asked.hidden = !now;
  if (!now) return;
  const own = mine();
  asked.dataset.by = now.by ?? "";
  asked.dataset.own = String(own);
  const who = own ? t("asked_own") : (now.by ?? null) === null ? t("asked_owner") : t("asked_by", seatName(now.by));
  const words = `${who} ${ours(now.text)}`;
  const line = find("#asked-text");
  if (line.textContent !== words) line.textContent = words;
  find("#asked-left").textContent = t("seconds_left", now.left);
  const button = find("#asked-do");
  button.textContent = t(own ? "take_back" : "agree");
  button.classList.toggle("primary", !own);
}

function answer() {
  if (state.asked) request({ do: mine() ? "unask" : "agree", n: state.asked.n });
}

export function start() {
  for (const what of Object.keys(RULINGS)) {
    acts.append(buttonOf("button", "", { ruling: what }));
  }
  on(["rulings", "unseen", "by_hand", "asked", "match", "you", "busy", "playback", "faults", "language"], draw);
  on(["asked", "match", "you", "language"], drawAsked);
  on(["undo", "asked", "match", "busy", "playback", "you", "table", "language"], drawUndo);
  on(["cards", "unseen", "by_hand", "language"], mark);
  drawUndo();
  undo.addEventListener("click", () => request({ do: "ruling", ruling: "undo" }));
  acts.addEventListener("click", press);
  seat.addEventListener("change", figures);
  form.addEventListener("submit", submit);
  find("#people-cancel").addEventListener("click", () => choose(""));
  find("#asked-do").addEventListener("click", answer);
}
