// The page's texts in its language: `t` for texts made by scripts, data-t for those in the HTML.

import { WORDS as en } from "./words_en.js";
import { WORDS as fr } from "./words_fr.js";

const WORDS = { en, fr };
let language = "en";

export const current = () => language;

const one = (n) => Math.abs(n) === 1 || (language === "fr" && Number(n) === 0);

/** Typographic apostrophes and, in French, spaces; also in plain texts from the table. */
export function typeset(text) {
  const curly = text.replace(/(\p{L})'(?=\p{L})/gu, "$1’");
  if (language !== "fr") return curly;
  return curly.replace(/(?<=\S) (?=[:%])/g, "\u00a0").replace(/(?<=\S) (?=[;!?»])|(?<=«) /g, "\u202f");
}

/** A text; {0}, {1} stand for the arguments. A list holds singular and plural for argument 0. */
export function t(key, ...args) {
  let text = WORDS[language][key] ?? WORDS.en[key] ?? key;
  if (Array.isArray(text)) text = text[one(args[0]) ? 0 : 1];
  return typeset(text.replace(/\{(\d)\}/g, (_, n) => args[n] ?? ""));
}

/** The page's language of a text in both. */
export function ours(texts) {
  const text = (texts && typeof texts === "object" ? texts[language] ?? texts.en : texts) ?? "";
  return typeof text === "string" ? typeset(text) : text;
}

/** A list in words: "Ana, Luc and Zoé". */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${t("and")} ${words[words.length - 1]}`;
}

/** "de Luc", "d'Ana". English does not use it. */
export const of = (name) => (/^[aeiouhyàâéèêîïôœ]/i.test(name) ? `d’${name}` : `de ${name}`);

export function speak(next) {
  language = next in WORDS ? next : "en";
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of document.querySelectorAll("[data-t-label]")) node.setAttribute("aria-label", t(node.dataset.tLabel));
  for (const node of document.querySelectorAll("[data-t-title]")) node.title = t(node.dataset.tTitle);
}
