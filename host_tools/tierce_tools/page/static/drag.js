// Dragging cards by finger or mouse. A ghost follows the pointer; the cards themselves stay until they are dropped.

import { draw, movable, moveTo, selected, toggle } from "./actions.js";
import { face } from "./cards.js";
import { placeOf, takenWith, whereIs } from "./places.js";
import { actsFor, seatInHand } from "./store.js";

const FAR = 7; // px; a longer movement is a drag, not a click
const EDGE = 70; // px from the window's edge where it scrolls

let drag = null; // {id, card, cards, x, y, ghost, over}
let dragged = false; // the click after a drag is ignored

function begin(event) {
  if (event.button !== 0 || !event.isPrimary) return;
  const card = event.target.closest(".card");
  if (!card) return;
  const stock = placeOf(card)?.dataset.place === "stock";
  if (stock ? !actsFor(seatInHand()) : !movable(card)) return;
  dragged = false;
  drag = { id: event.pointerId, card, stock, x: event.clientX, y: event.clientY, ghost: null, over: null };
}

function lift() {
  const { card, stock } = drag;
  const code = card.dataset.card;
  drag.cards = stock ? [] : selected.has(code) ? [...selected] : takenWith(code);
  const ghost = document.createElement("div");
  ghost.className = "carried";
  ghost.style.setProperty("--cw", `${card.querySelector(".face").offsetWidth}px`);
  for (const one of stock ? [null] : drag.cards) ghost.append(face(one));
  document.body.append(ghost);
  for (const one of document.querySelectorAll(".card")) {
    one.classList.toggle("lifted", stock ? one === card : drag.cards.includes(one.dataset.card));
  }
  document.body.classList.add("dragging");
  drag.ghost = ghost;
}

/** The index among a hand's cards at the pointer, not counting dragged ones. */
function indexAt(hand, x, y) {
  const rest = [...hand.querySelectorAll(".card")].filter((card) => !card.classList.contains("lifted"));
  for (const [index, card] of rest.entries()) {
    const box = card.getBoundingClientRect();
    if (y < box.bottom && x < box.left + Math.min(box.width, 60) / 2 && y > box.top - 30) return [index, card];
  }
  return [rest.length, null];
}

function aim(x, y) {
  const over = placeOf(document.elementFromPoint(x, y));
  for (const one of document.querySelectorAll(".drop, .before")) one.classList.remove("drop", "before");
  drag.over = over;
  drag.at = undefined;
  if (!over) return;
  over.classList.add("drop");
  if (over.dataset.place.startsWith("hand")) {
    const [index, card] = indexAt(over, x, y);
    drag.at = index;
    card?.classList.add("before");
  }
}

function scroll(y) {
  if (y < EDGE) scrollBy(0, -12);
  else if (y > innerHeight - EDGE && !document.querySelector(".racks.near")?.contains(drag.over)) scrollBy(0, 12);
}

function move(event) {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    lift();
  }
  event.preventDefault();
  drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  aim(event.clientX, event.clientY);
  scroll(event.clientY);
}

function finish() {
  drag?.ghost?.remove();
  document.body.classList.remove("dragging");
  for (const one of document.querySelectorAll(".lifted, .drop, .before")) one.classList.remove("lifted", "drop", "before");
  drag = null;
}

function end(event) {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.ghost) return finish();
  aim(event.clientX, event.clientY);
  const { cards, stock, over, at } = drag;
  dragged = true;
  setTimeout(() => (dragged = false), 50);
  finish();
  const to = over?.dataset.place;
  if (!to || (stock && to === "stock")) return;
  if (stock) {
    const hand = /^hand(\d)$/.exec(to);
    draw(hand ? Number(hand[1]) : seatInHand(), to);
  } else {
    moveTo(to, cards, at);
  }
}

/** A click on a card selects it; with cards selected, a click elsewhere moves them there. */
function click(event) {
  if (dragged) {
    dragged = false;
    event.preventDefault();
    return;
  }
  const card = event.target.closest(".card");
  const over = placeOf(event.target);
  if (!over || event.target.closest("select, a, .act")) return;
  const to = over.dataset.place;
  if (to === "stock") {
    draw();
    return;
  }
  const byHand = event.detail > 0; // a click made by a key has no detail
  const elsewhere = byHand && selected.size && ![...selected].some((code) => whereIs(code) === to);
  if (elsewhere || (!card && selected.size && byHand)) moveTo(to, [...selected]);
  else if (card?.dataset.card) toggle(card.dataset.card);
}

export function start() {
  document.addEventListener("pointerdown", begin);
  window.addEventListener("pointermove", move, { passive: false });
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", finish);
  document.addEventListener("click", click);
  document.addEventListener("dragstart", (event) => event.target.closest?.(".card") && event.preventDefault());
  document.addEventListener("keydown", (event) => event.key === "Escape" && finish());
  window.addEventListener("blur", finish);

}
