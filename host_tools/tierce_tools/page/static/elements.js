// Elements that several pages are made of.

import { cardName, face, isJoker, small } from "./cards.js";
import { own, t, typeset } from "./words.js";

/** An element with a class and what is in it. */
export function made(tag, className, ...content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content);
  return element;
}

/** An element with a text and data attributes. */
export function cell(tag, text, data = {}) {
  const element = made(tag, "", text);
  Object.assign(element.dataset, data);
  return element;
}

/** A button with its text and data attributes; `act` is what a click does. */
export function buttonOf(className, text, data = {}, act = null) {
  const key = made("button", className, text);
  key.type = "button";
  Object.assign(key.dataset, data);
  if (act) key.addEventListener("click", act);
  return key;
}

/** A name, whose direction is its own. */
export const named = (name) => made("bdi", "", name);

/** A time of a match, from its milliseconds. */
export const clock = (ms) => {
  const seconds = Math.floor((ms ?? 0) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** A row of a table: its head, then its cells. */
export function row(head, cells, tag = "td") {
  const first = made("th", "", head);
  first.scope = tag === "th" ? "col" : "row";
  const others = cells.map((text) => made(tag, "", text));
  if (tag === "th") for (const each of others) each.scope = "col";
  return made("tr", "", first, ...others);
}

/** Places to sign, for paper: a line for each name, and one for the date. */
export const signatures = (names, date) => made("ul", "signatures", ...[...names.map(named), date].map((each) => made("li", "", each)));

/** A table that scrolls by itself where it is too wide. */
export function scrolling(table, name) {
  const box = made("div", "scroll-x", table);
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  for (const each of [box, table]) each.setAttribute("aria-label", name);
  return box;
}

/** Cards side by side, as on the table; those of `fresh` stand out; `jokers` says what each joker stands for. */
export function drawn(codes, fresh = [], jokers = {}) {
  return made("ul", "cards", ...codes.map((code) => {
    const isNew = fresh.includes(code);
    const sheet = face(code);
    const as = isJoker(code) && own(jokers, code);
    if (as) {
      sheet.dataset.as = as;
      sheet.append(small(as));
    }
    const item = made("li", isNew ? "still new" : "still", sheet);
    item.append(made("span", "sr", isNew ? t("hand_new", cardName(code)) : cardName(code)));
    item.dataset.drawn = code ?? "";
    return item;
  }));
}

/** The nodes of a part, from HTML that is ours. */
export function nodes(html) {
  const box = made("div", "text");
  box.append(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  for (const table of box.querySelectorAll("table")) {
    const scroll = made("div", "scroll-x");
    scroll.tabIndex = 0;
    table.className = "sheet";
    table.replaceWith(scroll);
    scroll.append(table);
  }
  for (const corner of box.querySelectorAll("th:empty")) corner.replaceWith(made("td", ""));
  for (const code of box.querySelectorAll("pre")) code.tabIndex = 0;
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    if (!texts.currentNode.parentElement.closest("pre, code")) texts.currentNode.data = typeset(texts.currentNode.data);
  }
  return box;
}
