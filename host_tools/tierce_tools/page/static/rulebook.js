// The rules of a game, from RULES.md, with the options in force in words.

import { said, valueOf } from "./house.js";
import { made } from "./elements.js";
import { on, state } from "./store.js";
import { current, games, own, t, typeset } from "./words.js";

const find = (selector) => document.querySelector(selector);
const dialog = find("#book-dialog");
const books = new Map(); // by language
let shown = null; // [game, rules]

/** The book in the page's language; rejects with null if it does not come. */
async function book() {
  const language = current();
  if (!books.has(language)) {
    const answer = await fetch(`rulebook/${encodeURIComponent(language)}.json`).catch(() => null);
    if (!answer?.ok) throw null;
    books.set(language, await answer.json());
  }
  return books.get(language);
}

/** What stands in quotes is a word of the options; numbers stand bare. */
const written = (text) => said(valueOf(text.replace(/^"|"$/g, "")));

/** A section, in which each option has its words, its value, and what the house has set instead. */
function section(html, options, words, rules) {
  const box = made("section", "");
  box.append(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  for (const mark of box.querySelectorAll("[data-option]")) {
    const name = mark.dataset.option;
    const here = own(rules, name);
    const value = mark.dataset.value === undefined ? own(options, name) : valueOf(mark.dataset.value.replace(/^"|"$/g, ""));
    const usual = value === undefined || value === null ? words[name] : t("check_is", words[name], said(value));
    mark.textContent = usual + (here === undefined || here === value ? "" : ` (${t("book_here", said(here))})`);
  }
  for (const mark of box.querySelectorAll("[data-value]:not([data-option])")) mark.textContent = written(mark.dataset.value);
  for (const corner of box.querySelectorAll("th:empty")) corner.replaceWith(made("td", ""));
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = typeset(texts.currentNode.data);
  return box;
}

/** All options of the game with the values in force; those that the house has set come first. */
function allOptions(options, words, rules) {
  const list = made("dl", "in-force");
  const set = (name) => Number(name in rules);
  for (const name of Object.keys(options).sort((a, b) => set(b) - set(a))) {
    const value = own(rules, name) ?? options[name];
    const line = made("div", name in rules ? "changed" : "", made("dt", "", typeset(words[name])), made("dd", "", said(value)));
    if (value !== null) list.append(line);
  }
  return list;
}

function folded(title, ...content) {
  return made("details", "", made("summary", "", title), ...content);
}

async function draw() {
  const [game, rules] = shown;
  find("#book-head").textContent = game ? games()[game].name : t("door_build");
  const box = find("#book-text");
  try {
    const { sections, games: all, options: words, build } = await book();
    if (!game) return box.replaceChildren(section(build, {}, {}, {}), made("p", "", t("book_build")));
    const { parts, fine, options } = all[game];
    const part = (name) => section(sections[name], options, words, rules);
    const changed = Object.keys(rules).length;
    const force = folded(changed ? t("book_changed", changed) : t("book_usual"), allOptions(options, words, rules));
    force.open = Boolean(changed);
    box.replaceChildren(...parts.slice(0, 1).map(part), force, ...parts.slice(1).map(part), folded(t("book_fine"), ...fine.map(part)));
  } catch {
    box.replaceChildren(made("p", "", t("book_none")));
  }
}

/** Show the rules of a game, with those of a house: {option: value}; without a game, how a table is built. */
export function open(game = "", rules = {}) {
  shown = [game, rules];
  draw();
  if (!dialog.open) dialog.showModal();
  find("#book-text").scrollTop = 0;
}

export function start() {
  find("#book-close").addEventListener("click", () => dialog.close());
  const key = find("#book");
  key.addEventListener("click", () => open(state.match.game, state.match.rules));
  on(["match", "language"], () => (key.hidden = !state.match));
  on(["language"], () => dialog.open && draw());
}
