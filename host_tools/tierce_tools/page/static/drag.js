// Dragging cards by finger or mouse. A ghost follows the pointer; the cards themselves stay until they are dropped.

import { draw, movable, moveTo, selected, toggle } from "./actions.js";
import { face } from "./cards.js";
import { made } from "./elements.js";
import { placeOf, takenWith, whereIs } from "./places.js";
import { actsFor, seatInHand } from "./store.js";

const FAR = 7; // px; a longer movement is a drag, not a click
const EDGE = 70; // px from the edge of what is seen of the melds where they scroll
const FASTEST = 14; // px a frame
const [bar, felt, near] = [".top", "#felt", "#racks-near"].map((each) => document.querySelector(each));

let drag = null; // {id, card, cards, x, y, now, ghost, over}
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
  const ghost = made("div", "carried");
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

/** What scrolls the melds, and between which heights they are seen: below the bar, above a hand that lies over the page. */
function view() {
  const own = getComputedStyle(felt).overflowY === "auto" && felt.scrollHeight > felt.clientHeight;
  const { top, bottom } = own ? felt.getBoundingClientRect() : { top: 0, bottom: innerHeight };
  const hand = near.querySelector(".mine");
  const covered = hand && getComputedStyle(hand).position === "fixed" ? hand.getBoundingClientRect().top : innerHeight;
  return { box: own ? felt : document.scrollingElement, top: Math.max(top, bar.getBoundingClientRect().bottom), bottom: Math.min(bottom, covered) };
}

/** Scroll as long as the pointer is near an edge; downwards only once it was further up, as a card may come from the hand below. */
function scroll() {
  if (!drag) return;
  requestAnimationFrame(scroll);
  const { x, y } = drag.now;
  const { box, top, bottom } = view();
  const [up, down] = [top + EDGE - y, y - bottom + EDGE];
  drag.wasUp ||= down < 0;
  const way = up > 0 ? -up : drag.wasUp && down > 0 && !near.contains(drag.over) ? down : 0;
  if (!way) return;
  box.scrollBy(0, Math.sign(way) * Math.min(FASTEST, (Math.abs(way) * FASTEST) / EDGE));
  aim(x, y);
}

function move(event) {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    lift();
    requestAnimationFrame(scroll);
  }
  drag.now = { x: event.clientX, y: event.clientY };
  event.preventDefault();
  drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  aim(event.clientX, event.clientY);
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
