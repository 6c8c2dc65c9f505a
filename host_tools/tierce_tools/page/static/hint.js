// The answer to "hint": what this hand could lay. Only the page that asked receives it.

import { known, small } from "./cards.js";
import { buttonOf, made } from "./elements.js";
import { seatName } from "./names.js";
import { on } from "./store.js";
import { current, of, ours, t } from "./words.js";

const box = document.querySelector("#hint");
const CODE = /\b(?:[A2-9TJQK][SHDC]2?|X[1-8])\b/;
let shown = null; // {seat, hint}

function melds(answer) {
  const groups = answer?.first_lay ?? answer?.melds ?? [];
  const items = groups.map((meld) => made("li", "", ...meld.filter((code) => CODE.test(code)).map(small)));
  return items.length ? [made("ul", "hint-melds", ...items)] : [];
}

/** Mark the card to discard where it lies. */
function mark(code) {
  for (const card of document.querySelectorAll(".card[data-advised]")) delete card.dataset.advised;
  const card = known(code);
  if (card) card.dataset.advised = "";
}

function draw() {
  if (!shown) return;
  const { answer } = shown.hint;
  const title = made("h2", "", t("hint_for", seatName(shown.seat), of(seatName(shown.seat))));
  const lines = (shown.hint[current()] ?? shown.hint.en ?? []).map((line) => made("p", "", ours(line)));
  if (answer?.draw) lines.unshift(made("p", "hint-advice", t(`hint_${answer.draw}`, answer.then)));
  mark(answer?.discard);
  box.replaceChildren(title, ...lines, ...melds(answer), buttonOf("button small", t("close"), {}, hide));
  box.hidden = false;
}

function hide() {
  shown = null;
  mark(null);
  box.hidden = true;
  box.replaceChildren();
}

/** Show a hint; hide it without one. */
export function showHint(seat, hint) {
  if (!hint) return;
  shown = { seat, hint };
  draw();
  box.scrollIntoView({ block: "nearest" });
  box.tabIndex = -1;
  box.focus({ preventScroll: true });
}

export function start() {
  on(["language"], draw);
  // A turn makes it outdated.
  on(["verdict"], () => shown && hide());
}
