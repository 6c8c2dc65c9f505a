// What is marked on cards: the card drawn, until the next draw; what the last turn has changed; gaps between groups in a hand.

import { isJoker, known, rankOf } from "./cards.js";
import { cardsOf } from "./places.js";
import { on, players, state } from "./store.js";

const held = new Map(); // hand -> its cards of this round
let drawn = new Set();
let laid = new Set(); // "card zone" as it lay when the last turn ended
let fresh = new Set();
let judged; // the number of the last turn's verdict
let round = "";

/** Cards that a hand had not held before are drawn; while cards are dealt, none is. */
function noteDrawn() {
  const match = state.match;
  const now = `${match?.players} ${match?.round}`;
  if (now !== round || match?.phase !== "turn" || state.busy === "deal") {
    [round, drawn] = [now, new Set()];
    held.clear();
  }
  for (const seat of players().keys()) {
    const cards = cardsOf(`hand${seat}`).filter(Boolean);
    const before = held.get(seat) ?? new Set(cards);
    const come = cards.filter((code) => !before.has(code));
    if (come.length) drawn = new Set(come);
    held.set(seat, new Set([...before, ...cards]));
  }
}

const onTable = () => Object.keys(state.cards).filter((place) => place.startsWith("meld")).flatMap((zone) => cardsOf(zone).map((code) => `${code} ${zone}`));

/** What an accepted turn has laid glows until the next one. */
function noteFresh() {
  const { verdict } = state;
  if (verdict?.event !== "turn" || verdict.n === judged) return;
  judged = verdict.n;
  const now = new Set(onTable());
  fresh = new Set([...now].filter((one) => !laid.has(one)).map((one) => one.split(" ")[0]));
  laid = now;
}

/** Whether cards side by side are a set or a run, jokers left out. */
function isGroup(codes) {
  if (codes.length < 3 || codes.some(isJoker)) return false;
  const ranks = codes.map(rankOf);
  if (ranks.every((rank) => rank === ranks[0])) return true;
  if (codes.some((code) => code[1] !== codes[0][1])) return false;
  const sorted = [...ranks].sort((a, b) => a - b);
  const high = sorted[0] === 0 && sorted[1] !== 1 ? [...sorted.slice(1), 13] : sorted;
  return high.every((rank, at) => !at || rank === high[at - 1] + 1);
}

/** The cards of a hand before which there is a gap: at each suit, or around each meld. */
function gaps(codes, by) {
  const found = new Set();
  if (by === "suit") {
    for (const [at, code] of codes.entries()) if (at && (isJoker(code) ? "X" : code[1]) !== (isJoker(codes[at - 1]) ? "X" : codes[at - 1][1])) found.add(code);
    return found;
  }
  for (let at = 0; by !== "rank" && at < codes.length - 2; ) {
    let end = codes.length;
    while (end - at > 2 && !isGroup(codes.slice(at, end))) end--;
    if (end - at < 3) {
      at++;
      continue;
    }
    if (at) found.add(codes[at]);
    if (end < codes.length) found.add(codes[end]);
    at = end;
  }
  return found;
}

function toggle(card, name, on) {
  if (on) card.dataset[name] = "";
  else delete card.dataset[name];
}

function draw() {
  noteDrawn();
  noteFresh();
  for (const seat of players().keys()) {
    const codes = cardsOf(`hand${seat}`);
    const after = codes.includes(null) ? new Set() : gaps(codes, state.match?.sorts?.[seat]);
    known(codes[0])?.parentElement?.style.setProperty("--gapped", after.size);
    for (const code of codes.filter(Boolean)) {
      const card = known(code);
      if (!card) continue;
      toggle(card, "drawn", drawn.has(code));
      toggle(card, "gap", after.has(code));
      toggle(card, "fresh", false);
    }
  }
  for (const one of onTable()) {
    const code = one.split(" ")[0];
    const card = known(code);
    if (!card) continue;
    toggle(card, "fresh", fresh.has(code));
    toggle(card, "drawn", false);
    toggle(card, "gap", false);
  }
}

/** To be started after the cards are placed. */
export function start() {
  on(["cards", "match", "verdict", "busy", "you"], draw);
}
