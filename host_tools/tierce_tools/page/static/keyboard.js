// The keyboard: everything that the mouse can do. The help panel lists the keys (words: help_keys).

import { draw, moveTo, placeForKey, selected, unselect } from "./actions.js";
import { place, placeOf } from "./places.js";
import { seatInHand } from "./store.js";

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

const last = new WeakMap(); // a place -> its card that last had the focus

/** From card to card of a place; from the place itself to its last focused card. */
function step(event) {
  const here = placeOf(event.target);
  if (!here) return false;
  const cards = [...here.querySelectorAll(".card")];
  if (!cards.length) return false;
  const index = cards.indexOf(event.target);
  let next = index + (STEPS[event.key] ?? 0);
  if (event.key === "Home") next = 0;
  if (event.key === "End") next = cards.length - 1;
  if (index < 0 && event.key in STEPS && cards.includes(last.get(here))) next = cards.indexOf(last.get(here));
  else if (index < 0) next = event.key === "End" || STEPS[event.key] < 0 ? cards.length - 1 : 0;
  const card = cards[Math.max(0, Math.min(next, cards.length - 1))];
  last.set(here, card);
  card.focus();
  return true;
}

/** The cards to move: those selected, else the focused card. */
function inHand(event) {
  if (selected.size) return [...selected];
  const code = event.target.closest?.(".card")?.dataset.card;
  return code ? [code] : [];
}

function press(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, dialog, [contenteditable]")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  let done = true;
  if (key === "Escape") unselect();
  else if (key in STEPS || key === "Home" || key === "End") done = step(event);
  else if (key === "Enter" || key === " ") {
    // On a card the browser turns it into a click; on a place it is handled here.
    done = event.target.matches("[data-place]") && event.target.dataset.place !== "stock" && selected.size > 0;
    if (done) moveTo(event.target.dataset.place, [...selected]);
    else if (event.target.matches('[data-place="stock"]')) {
      done = true;
      if (!event.repeat) draw();
    }
  } else if (key === "t") {
    if (!event.repeat) draw();
  } else if (key === "h") {
    const hand = place(`hand${seatInHand()}`);
    (hand?.querySelector(".card") ?? hand)?.focus();
  } else {
    const to = placeForKey(key);
    const cards = inHand(event);
    done = Boolean(to && cards.length && place(to) && !event.repeat);
    if (done) moveTo(to, cards);
  }
  if (done) event.preventDefault();
}

export function start() {
  document.addEventListener("keydown", press);
}
