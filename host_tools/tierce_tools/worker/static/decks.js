// The decks whose tags this browser knows: {name: {tag: card}}. A deck's file is that of `tierce register`.

import { keyOf } from "./memory.js";

const KEY = keyOf("decks");
const CARD = /^([A2-9TJQK][SHDC]2?|X[1-8])$/;
const TAG = /^([0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{16}|[0-9a-f]{20})$/;
const SUITS = "SHDC";
const RANKS = "A23456789TJQK";

/** All decks; {} where this browser keeps nothing, or something else. */
export function all() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(Object.entries(found).filter(([, deck]) => deck && typeof deck === "object").map(([name, deck]) => [name, checked(Object.entries(deck))]));
  } catch {
    return {};
  }
}

/** Keep a deck, or forget it without tags; whether the browser has kept it. */
export function keep(name, tags) {
  const decks = all();
  if (tags) decks[name] = tags;
  else delete decks[name];
  try {
    localStorage.setItem(KEY, JSON.stringify(decks));
    return true;
  } catch {
    return false;
  }
}

/** The cards to be taught, in order. */
export function cardsOf(packs, jokers) {
  const pack = (copy) => [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit + copy));
  return [...pack(""), ...(packs > 1 ? pack("2") : []), ...Array.from({ length: jokers }, (_, at) => `X${at + 1}`)];
}

/** The deck and the card of a tag: in the chosen deck, else in another. */
export function whose(tag, chosen) {
  const decks = all();
  const names = [chosen, ...Object.keys(decks)];
  const name = names.find((each) => Object.hasOwn(decks, each) && Object.hasOwn(decks[each], tag));
  return name === undefined ? null : { name, card: decks[name][tag] };
}

const checked = (pairs) => Object.fromEntries(pairs.filter(([tag, card]) => TAG.test(tag) && CARD.test(card)));

/** The file of a deck, a line a card. */
export function written(tags) {
  const order = cardsOf(2, 8);
  const rows = Object.entries(tags).sort(([, a], [, b]) => order.indexOf(a) - order.indexOf(b));
  return `{"tierce_deck":1,"cards":{${rows.map(([tag, card]) => `\n"${card}":"${tag}"`).join(",")}\n}}\n`;
}

/** The tags in a deck's file; null if it is none. */
export function read(text) {
  try {
    const { tierce_deck: version, cards } = JSON.parse(text);
    const tags = version === 1 ? checked(Object.entries(cards).map(([card, tag]) => [String(tag).replace(/[\s:-]/g, "").toLowerCase(), card])) : {};
    return Object.keys(tags).length ? tags : null;
  } catch {
    return null;
  }
}
