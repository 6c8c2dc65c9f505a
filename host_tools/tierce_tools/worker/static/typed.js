// A field for cards, typed or clicked; each card may be taken out again. And what is said of them.

import { address, find } from "./bench.js";
import { cardName, small } from "./cards.js";
import { buttonOf, drawn, made } from "./elements.js";
import { ours, t } from "./words.js";

const CARD = /^([A2-9TJQK][SHDC]2?|X\d)$/;
export const cards = find("#cards");
cards.value = address.get("cards") ?? "";
const typed = () => cards.value.split(/[\s,]+/).filter(Boolean);

function cardButton(code, name, act) {
  const key = buttonOf("button small pick", small(code), { pick: code }, act);
  key.setAttribute("aria-label", name);
  return key;
}

/** The cards typed so far, each to take out again. */
function fillHeld() {
  find("#held").replaceChildren(...typed().flatMap((text, at) => {
    const code = text.toUpperCase().replace(/^10/, "T");
    if (!CARD.test(code)) return [];
    return [cardButton(code, t("hand_take", cardName(code)), () => {
      cards.value = typed().filter((_, other) => other !== at).join(" ");
      fillHeld();
      (find("#held").children[at] ?? cards).focus();
    })];
  }));
}

function add(code) {
  const jokers = typed().filter((each) => /^X\d$/i.test(each)).length;
  cards.value = [...typed(), code === "X1" ? `X${jokers + 1}` : code].join(" ");
  fillHeld();
}

/** Fill the field's parts, in this language. */
export function fillCards() {
  const suits = [..."SHDC"].map((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  find("#deck").replaceChildren(...[...suits, ["X1"]].map((codes) => made("div", "suit", ...codes.map((code) => cardButton(code, cardName(code), () => add(code))))));
  fillHeld();
}

/** A part of what is said of cards: a sentence, a joker with its card, or melds under a title. */
export function part(one) {
  if (one.text) return made("p", `said ${one.kind}`, ours(one.text));
  if (one.joker) return made("p", "stands", small(one.joker), ` ${t("hand_stands_for")} `, small(one.card));
  const melds = made("div", "melds", ...one.melds.map((meld) => drawn(meld, one.new)));
  return made("section", "", made("h3", "", ours(one.title)), melds);
}

cards.addEventListener("input", fillHeld);
find("#clear").addEventListener("click", () => {
  cards.value = "";
  fillHeld();
  find("#result").hidden = true;
  cards.focus();
});
