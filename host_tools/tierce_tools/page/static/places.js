// Which card is shown in which place. The DOM is updated, not rebuilt: focus, selection and animations depend on it.

import { forget, hiddenCard, known, openCard } from "./cards.js";
import { laidOut } from "./order.js";
import { isCovered, on, state } from "./store.js";
import { own, t } from "./words.js";

const DISCARDS_SHOWN = 5;
const MOST_FLYING = 20;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const fans = new Map(); // place -> the element that holds its cards
const moves = []; // requested moves that are not confirmed yet: {cards, to, at}

export const placeOf = (element) => element?.closest?.("[data-place]") ?? null;
export const place = (name) => fans.get(name)?.closest("[data-place]") ?? null;

/** Make `fan` the element for a place's cards. */
export function lend(name, fan) {
  fans.set(name, fan);
  return fan;
}

export function takeBack(name) {
  fans.delete(name);
}

/** The cards of a place as shown: the server's, with the pending moves. */
export function cardsOf(name) {
  const codes = state.cards[name];
  let list = Array.isArray(codes) ? codes : [];
  for (const move of moves) {
    const left = list.filter((code) => code === null || !move.cards.includes(code));
    if (move.to === name) left.splice(Math.min(move.at ?? left.length, left.length), 0, ...move.cards);
    list = left;
  }
  return list;
}

/** The place where a card is shown, or null. */
export function whereIs(code) {
  return placeOf(known(code))?.dataset.place ?? null;
}

/** The cards that are taken with a card: where the pile lies spread, all above it too. */
export function takenWith(code) {
  if (!state.match?.spread || whereIs(code) !== "discard") return [code];
  const pile = cardsOf("discard");
  return pile.slice(pile.indexOf(code));
}

/** Show a move at once. Returns a function to call with the answer: the server sends the new cards before it. */
export function foresee(cards, to, at) {
  const move = { cards, to, at };
  moves.push(move);
  show();
  return () => {
    moves.splice(moves.indexOf(move), 1);
    show();
  };
}

function wanted(name) {
  const codes = cardsOf(name);
  if (name === "discard" && !state.match?.spread) return codes.slice(-DISCARDS_SHOWN);
  if (name.startsWith("hand") && isCovered(Number(name.slice(4)))) return codes.map(() => null);
  if (name.startsWith("meld")) return laidOut(codes, own(state.melds, name));
  return codes;
}

/** Put the wanted cards into a fan, moving as few as possible. */
function fill(fan, codes) {
  const hidden = [...fan.children].filter((node) => node.dataset.card === "");
  const nodes = codes.map((code) => (code === null ? hidden.shift() ?? hiddenCard() : openCard(code)));
  for (const node of hidden) node.remove();
  let next = null;
  for (let index = nodes.length - 1; index >= 0; index--) {
    if (nodes[index].parentNode !== fan || nodes[index].nextSibling !== next) fan.insertBefore(nodes[index], next);
    next = nodes[index];
    next.style.setProperty("--at", index);
  }
  fan.style.setProperty("--count", codes.length);
  fan.dataset.count = codes.length;
}

/** Where a card was last seen: its own place, else face down in the hand of the seat on turn, or the stock. */
function from(code, to) {
  const hand = to.startsWith("hand") ? null : fans.get(`hand${state.match?.seat}`)?.querySelector('.card[data-card=""] .face');
  const before = known(code)?.firstChild ?? hand ?? place("stock")?.querySelector(".face");
  return before?.getBoundingClientRect();
}

/** Let a copy of each card fly above all places; the card itself appears when it has arrived. */
function fly(starts) {
  for (const [card, start] of starts) {
    const sheet = card?.querySelector(".face");
    if (!start || !sheet) continue;
    const end = sheet.getBoundingClientRect();
    if (!end.width || !start.width) continue;
    const copy = sheet.cloneNode(true);
    copy.classList.add("flying");
    const { offsetWidth: width } = sheet;
    for (const [name, value] of [["--cw", width], ["left", end.left], ["top", end.top]]) copy.style.setProperty(name, `${value}px`);
    document.body.append(copy);
    card.classList.add("away");
    const path = `translate(${start.left - end.left}px, ${start.top - end.top}px) scale(${start.width / end.width})`;
    const flight = copy.animate([{ transform: path, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], {
      duration: 280, easing: "cubic-bezier(.25,.7,.2,1)",
    });
    flight.onfinish = flight.oncancel = () => {
      copy.remove();
      card.classList.remove("away");
    };
  }
}

const backs = (list) => list.filter((code) => code === null).length;
const shownBacks = (name) => fans.get(name).querySelectorAll('.card[data-card=""]').length;

/** Update the page to match the cards. */
function show() {
  const seen = new Set();
  const lists = new Map();
  const moved = [];
  for (const [name] of fans) {
    if (name === "stock") continue;
    const list = wanted(name);
    lists.set(name, list);
    for (const code of list) {
      if (code === null) continue;
      seen.add(code);
      if (whereIs(code) !== name) moved.push([code, name]);
    }
  }
  const fast = still.matches || state.playback?.speed > 20 || moved.length > MOST_FLYING || document.hidden;
  const starts = fast ? [] : moved.map(([code, name]) => [code, from(code, name)]);
  const drawn = fast ? [] : [...lists].filter(([name, list]) => /^hand/.test(name) && backs(list) === shownBacks(name) + 1).map(([name]) => name);
  const focused = document.activeElement;
  const around = placeOf(focused);
  for (const [name, list] of lists) {
    const fan = fans.get(name);
    fill(fan, list);
    // The server may still sort the cards.
    fan.ariaBusy = moves.some((move) => move.to === name) ? "true" : null;
  }
  forget(seen);
  // A moved element loses the focus; if the focused card is hidden now, its place gets it.
  if (focused !== document.activeElement && around) {
    (focused.isConnected ? focused : around.isConnected ? around : document.body).focus({ preventScroll: true });
  }
  fly(starts.map(([code, start]) => [known(code), start]));
  const stock = place("stock")?.querySelector(".face")?.getBoundingClientRect();
  fly(drawn.map((name) => [[...fans.get(name).querySelectorAll('.card[data-card=""]')].at(-1), stock]));
}

/** "4 cards", for names of places. */
export const countText = (name) => t("cards_n", cardsOf(name).length);

/** Call this after the modules that make the places: the first listeners run last. */
export function start() {
  on(["cards", "melds", "table", "match", "you", "private", "shown"], show);
}
