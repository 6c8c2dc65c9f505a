// The page's texts in its language: `t` for texts made by scripts, data-t for those in the HTML.

import { TEXTS } from "./texts.js";

// What the server says of the language: `texts` in it, `plural`, the form for 0, 1, 2 ... things; and all `languages`.
// Besides the `games` {key: {name, seats}} and the computers' `levels`, which are needed before the table is there.
let said = { language: "en", texts: {}, plural: [], languages: {}, games: {}, levels: [] };

export const current = () => said.language;
export const languages = () => said.languages;
export const games = () => said.games;
export const levels = () => said.levels;

const formOf = (n) => said.plural[n < 200 ? n : 100 + (n % 100)] ?? 1;

/** What an object has of its own under a key; a key from outside may be "constructor". */
export const own = (object, key) => (object && Object.hasOwn(object, key) ? object[key] : undefined);

// A name that is written from right to left; as in base/markup.py.
const WORD = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc][\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\d]*";
const RIGHT_TO_LEFT = new RegExp(`${WORD}(?:[ -]${WORD})*`, "g");

/**
 * Typographic apostrophes, also in plain texts from the table. Names written from right to left don't move the
 * figures beside them: marks do in a sentence what <bdi> does.
 */
export const typeset = (text) =>
  text.replace(/(\p{L})'(?=\p{L})/gu, "$1’").replace(RIGHT_TO_LEFT, "\u2068$&\u2069");

/** A text; {0}, {1} stand for the arguments. Of several forms, argument 0 chooses. */
export function t(key, ...args) {
  const english = own(TEXTS, key) ?? key;
  const found = own(said.texts, Array.isArray(english) ? english[0] : english) ?? english;
  const form = Array.isArray(found) ? found[formOf(Math.abs(args[0]))] : found;
  const text = form.slice(form.indexOf("\u0004") + 1);
  return typeset(text.replace(/\{(\d)\}/g, (_, n) => args[n] ?? ""));
}

/** The page's language of a text in several. */
export function ours(texts) {
  const text = (texts && typeof texts === "object" ? texts[current()] ?? texts.en : texts) ?? "";
  return typeof text === "string" ? typeset(text) : text;
}

/** A figure with a true minus sign. */
export const signed = (figure) => String(figure).replace("-", "−");

/** A list in words: "Ana, Luc and Zoé". */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${t("and")} ${words[words.length - 1]}`;
}

const ELIDES = /^([aeiouàâäéèêëîïôöùûüœ]|y(?![aeiouàâäéèêëîïôöùûüœ])|h[éè])/i;

/** "de Luc", "d'Ana", "de Yann". English does not use it. */
export const of = (name) => (ELIDES.test(name) ? `d’${name}` : `de ${name}`);

/** Speak a language, or the one nearest to it that there is; without an answer the page keeps its own. */
export async function speak(wanted) {
  for (const each of new Set([wanted.split("-")[0], "en"])) {
    try {
      const answer = await fetch(`texts/${encodeURIComponent(each)}.json`);
      if (!answer.ok) continue;
      said = await answer.json();
      break;
    } catch {
      break; // The server is away: so is the table, and the page says so in its present language.
    }
  }
  document.documentElement.lang = current();
  for (const node of document.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of document.querySelectorAll("[data-t-label]")) node.setAttribute("aria-label", t(node.dataset.tLabel));
  for (const node of document.querySelectorAll("[data-t-title]")) node.title = t(node.dataset.tTitle);
}
