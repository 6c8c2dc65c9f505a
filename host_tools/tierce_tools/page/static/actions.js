// Actions on cards: select, move, draw. Mouse, touch and keyboard all end up here.

import { cardName, known } from "./cards.js";
import { ask } from "./link.js";
import { cardsOf, foresee, takenWith, whereIs } from "./places.js";
import { actsFor, canMove, changed, on, seatInHand, state } from "./store.js";
import { listed, ours, t } from "./words.js";
import { zoneName } from "./names.js";

export const selected = new Set();
const notice = document.querySelector("#notice");
const said = document.querySelector("#said");
const doubt = document.querySelector("#doubt");
let noticeTimer = 0;

/** Show an error; null is a broken connection, which #connection shows already. */
export function complain(error) {
  if (!error) return;
  notice.textContent = ours(error);
  notice.hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (notice.hidden = true), 7000);
}

/** Say something to screen readers only. */
export function say(text) {
  said.textContent = text;
}

/** Ask the person to confirm an action; resolves with true or false. */
function meant(error) {
  doubt.querySelector("p").textContent = ours(error);
  doubt.returnValue = "";
  doubt.showModal();
  return new Promise((resolve) => {
    doubt.addEventListener("close", () => resolve(doubt.returnValue === "yes"), { once: true });
  });
}

/** Send a request; one that the table doubts is sent again once it is confirmed. Rejects as `ask` does. */
export async function askSurely(action) {
  try {
    return await ask(action);
  } catch (error) {
    if (!error?.doubt || doubt.open) throw error;
    if (!(await meant(error))) throw undefined; // the person declined
    return await ask({ ...action, sure: true });
  }
}

/** Send a request and show its error. Resolves with the answer, or null. */
export async function request(action) {
  try {
    return await askSurely(action);
  } catch (error) {
    complain(error);
    return null;
  }
}

function mark() {
  for (const code of selected) if (!known(code)) selected.delete(code);
  for (const card of document.querySelectorAll(".card[aria-pressed]")) {
    card.setAttribute("aria-pressed", selected.has(card.dataset.card) ? "true" : "false");
  }
  document.body.dataset.selected = selected.size;
  changed(["selection"]);
}

export function toggle(code) {
  if (!canMove()) return;
  if (state.match?.spread && whereIs(code) === "discard") {
    const pile = cardsOf("discard");
    const before = pile.find((one) => selected.has(one));
    for (const one of pile) selected.delete(one);
    if (before !== code) for (const one of takenWith(code)) selected.add(one);
  } else if (!selected.delete(code)) selected.add(code);
  mark();
}

export function unselect() {
  if (!selected.size) return;
  selected.clear();
  mark();
}

/** Whether a card may be picked up here: it is face up, and cards can be moved at all. */
export const movable = (card) => canMove() && Boolean(card?.dataset.card);

/** Move cards to a place; `at` is the index among the cards there. */
export async function moveTo(to, cards, at) {
  const codes = cards.filter((code) => known(code));
  if (!codes.length || !canMove()) return;
  const stays = codes.every((code) => whereIs(code) === to);
  if (stays && at === undefined) return unselect();
  const answered = foresee(codes, to, at);
  unselect();
  const action = { do: "move", cards: codes, to };
  if (at !== undefined) action.at = at;
  say(t("moved", listed(codes.map(cardName)), zoneName(to)));
  try {
    await askSurely(action);
  } catch (error) {
    complain(error);
  }
  answered();
}

/** Draw the top of the stock for a seat: into its hand, or where it was dropped. */
export function draw(seat = seatInHand(), to) {
  if (seat < 0 || !actsFor(seat)) return;
  const action = { do: "draw", seat };
  if (to && to !== `hand${seat}`) action.to = to;
  say(t("drawing"));
  return request(action);
}

/** The key of a place on the keyboard: 1..9, D, S, R. */
export function placeForKey(key) {
  const seat = seatInHand();
  if (/^[1-9]$/.test(key)) return `meld${key}`;
  if (key === "d") return "discard";
  if (key === "s" && seat >= 0) return `seat${seat}`;
  if (key === "r" && seat >= 0) return `hand${seat}`;
  return null;
}

on(["cards", "you", "playback"], mark);
on(["match"], () => {
  if (!state.match) unselect();
});
