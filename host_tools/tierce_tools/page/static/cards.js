// One card as an element, and its name in words. A card keeps its element while it is visible,
// wherever it goes: so it keeps the focus, and its moves can be followed.

import { on } from "./store.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const pool = new Map();
const parts = /^([A2-9TJQK])([SHDC])2?$/;

export const isJoker = (code) => /^X\d$/.test(code);
export const rankOf = (code) => "A23456789TJQK".indexOf(code[0]);

/** "7 of hearts", "sept de cœur"; a card of the second deck has the same name. */
export function cardName(code) {
  if (!code) return t("face_down");
  if (isJoker(code)) return t("joker");
  const found = parts.exec(code);
  return found ? t("card_name", t(`rank_${found[1]}`), t(`suit_${found[2]}`)) : code;
}

/** The letter or number in a card's corner, in the page's language. */
export const indexOf = (code) => (isJoker(code) ? "" : t(`index_${code[0]}`));

function picture(name, className) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", className);
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}

function corner(code, suit) {
  const mark = document.createElement("span");
  mark.className = "corner";
  if (suit) {
    const rank = document.createElement("b");
    rank.textContent = indexOf(code);
    mark.append(rank);
  }
  mark.append(picture(suit ? `suit-${suit}` : "joker", "pip"));
  return mark;
}

/** The face of a card (or its back, without a code) as an element to put inside another one. */
export function face(code) {
  const sheet = document.createElement("span");
  sheet.className = "face";
  sheet.setAttribute("aria-hidden", "true");
  if (!code) {
    sheet.classList.add("back");
    return sheet;
  }
  const suit = isJoker(code) ? null : code[1];
  sheet.dataset.suit = suit ?? "X";
  sheet.append(corner(code, suit));
  const middle = document.createElement("span");
  middle.className = "middle";
  if ("JQK".includes(code[0])) {
    const crown = picture(`court-${code[0]}`, "crown");
    crown.setAttribute("viewBox", "0 0 100 60");
    middle.append(crown);
  }
  middle.append(picture(suit ? `suit-${suit}` : "joker", "pip"));
  const turned = corner(code, suit);
  turned.classList.add("turned");
  sheet.append(middle, turned);
  return sheet;
}

/** "7♥" as an inline element for texts. */
export function small(code) {
  const chip = document.createElement("span");
  chip.className = "chip";
  chip.dataset.suit = isJoker(code) ? "X" : code[1];
  chip.setAttribute("role", "img");
  chip.setAttribute("aria-label", cardName(code));
  chip.append(indexOf(code), picture(isJoker(code) ? "joker" : `suit-${code[1]}`, "pip"));
  return chip;
}

function button(code) {
  const card = document.createElement("button");
  card.type = "button";
  card.className = "card";
  card.tabIndex = -1; // a place is one Tab stop; arrow keys move between its cards
  card.dataset.card = code ?? "";
  card.setAttribute("aria-label", cardName(code));
  card.append(face(code));
  return card;
}

/** The element of a face-up card: always the same one. */
export function openCard(code) {
  let card = pool.get(code);
  if (!card) {
    card = button(code);
    card.setAttribute("aria-pressed", "false");
    pool.set(code, card);
  }
  return card;
}

export const hiddenCard = () => button(null);
export const known = (code) => pool.get(code);

/** Drop the elements of cards that are no longer visible. */
export function forget(keep) {
  for (const [code, card] of pool) {
    if (keep.has(code)) continue;
    card.remove();
    pool.delete(code);
  }
}

on(["language"], () => {
  for (const [code, card] of pool) {
    card.setAttribute("aria-label", cardName(code));
    card.firstChild.replaceWith(face(code));
  }
  for (const card of document.querySelectorAll('.card[data-card=""]')) card.setAttribute("aria-label", cardName(null));
});
