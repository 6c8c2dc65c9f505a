// The answer to "hint": what this hand could lay. Only the page that asked receives it.

import { known, small } from "./cards.js";
import { seatName } from "./names.js";
import { on } from "./store.js";
import { current, of, ours, t } from "./words.js";

const box = document.querySelector("#hint");
const CODE = /\b(?:[A2-9TJQK][SHDC]2?|X[1-8])\b/;
let shown = null; // {seat, hint}

function melds(answer) {
  const list = document.createElement("ul");
  list.className = "hint-melds";
  const groups = [...(answer?.first_lay ?? answer?.melds ?? [])];
  for (const meld of groups) {
    const item = document.createElement("li");
    item.append(...meld.filter((code) => CODE.test(code)).map(small));
    list.append(item);
  }
  return groups.length ? [list] : [];
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
  const title = document.createElement("h2");
  title.textContent = t("hint_for", seatName(shown.seat), of(seatName(shown.seat)));
  const lines = (shown.hint[current()] ?? shown.hint.en ?? []).map((line) => {
    const text = document.createElement("p");
    text.textContent = ours(line);
    return text;
  });
  if (answer?.draw) {
    const advice = document.createElement("p");
    advice.className = "hint-advice";
    advice.textContent = t(`hint_${answer.draw}`, answer.then);
    lines.unshift(advice);
  }
  mark(answer?.discard);
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button small";
  close.textContent = t("close");
  close.addEventListener("click", hide);
  box.replaceChildren(title, ...lines, ...melds(answer), close);
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
