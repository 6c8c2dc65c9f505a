// The verdict, large, and its explanation: each clause of the rules in words.

import { made } from "./elements.js";
import { canMove, isComputer, on, players, state } from "./store.js";
import { ours, own, t } from "./words.js";

const box = document.querySelector("#verdict");
const why = document.querySelector("#why");
const panel = document.querySelector("#why-panel");
const read = document.querySelector("#verdict-read"); // not on each page: without it nothing stays
const SIGNS = { good: "✓", bad: "✕", note: "!", plain: "·" };

/** The verdict in short, with its points, and its reasons one by one; a log line has them in one sentence. */
function sentences(entry) {
  const reasons = (entry.why ?? []).map((one) => ours(one.sentence)).filter(Boolean);
  const told = entry.mood === "bad" && reasons.length ? reasons : ours(entry.text).split("\n").filter(Boolean);
  const head = ours(entry.head);
  return head ? [head, told] : [told[0] ?? "", told.slice(1)];
}

let shown = null; // the entry in sight

/** Whether an entry stays until it is read: another's good turn does not cover a refusal, or a knock. */
function stays(next) {
  if (!shown || !next || next.event !== "turn" || next.n <= shown.n || next.seat === shown.seat) return false;
  if (!canMove() || players().every((_, seat) => isComputer(seat))) return false;
  return ["refused", "knock"].includes(shown.event) || (shown.event === "turn" && state.match?.knocker === shown.seat);
}

function draw() {
  const held = Boolean(read) && stays(state.verdict);
  if (read) read.hidden = !held;
  if (!held) shown = state.verdict;
  const entry = shown;
  const resumed = entry ? null : state.kept?.resumed;
  const key = `${entry?.n ?? ""} ${resumed ? "resumed" : ""} ${document.documentElement.lang}`;
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.dataset.n = entry?.n ?? "";
  box.dataset.event = entry?.event ?? "";
  box.dataset.mood = entry?.mood ?? "";
  box.dataset.codes = (entry?.why ?? []).map((one) => one.code).join(" ");
  box.closest(".panel").classList.toggle("none", !entry);
  if (!entry) {
    const game = ours(own(state.table?.games, resumed?.game)?.name) || resumed?.game;
    box.replaceChildren(made("p", "verdict-none", resumed ? t("resumed", `${game} (${resumed.players.join(", ")})`) : t("no_verdict")));
    why.hidden = true;
    return close();
  }
  const [head, rest] = sentences(entry);
  const sign = made("span", "verdict-sign", own(SIGNS, entry.mood) ?? "·");
  sign.setAttribute("aria-hidden", "true");
  const first = made("p", "verdict-head", sign, made("span", "", head));
  box.replaceChildren(first, ...rest.map((line) => made("p", "verdict-reason", line)));
  why.hidden = !entry.why?.length;
  fillWhy(entry.why ?? []);
  if (!entry.why?.length || Number(panel.dataset.n) !== entry.n) close();
  panel.dataset.n = entry.n;
}

function fillWhy(reasons) {
  panel.replaceChildren(
    ...reasons.map((one) => {
      const item = made("article", "", made("h2", "", ours(one.clause)));
      item.dataset.code = one.code;
      if (ours(one.sentence)) item.append(made("p", "why-sentence", ours(one.sentence)));
      if (ours(one.explain)) item.append(made("p", "", ours(one.explain)));
      return item;
    }),
  );
}

function close() {
  panel.hidden = true;
  why.setAttribute("aria-expanded", "false");
}

/** Let go of what stays: it is read, or taken back. */
export function release() {
  shown = null;
  draw();
}

export function start() {
  on(["verdict", "language", "kept", "table", "match"], draw);
  draw();
  read?.addEventListener("click", release);
  why.addEventListener("click", () => {
    panel.hidden = !panel.hidden;
    why.setAttribute("aria-expanded", String(!panel.hidden));
    panel.style.setProperty("--below", `${Math.round(panel.getBoundingClientRect().top)}px`); // on a phone it ends with the window
  });
}
