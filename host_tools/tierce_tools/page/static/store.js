// The server's latest sections, and their listeners.

export const state = {
  you: { seat: null, kind: "modelled", readonly: false, language: "en" },
  table: null, match: null, cards: {}, melds: {}, checks: {}, jokers: [], deadwood: {}, lights: "", screen: null, verdict: null,
  undo: null, rulings: {}, unseen: {}, by_hand: {}, asked: null, doubt: null, laid_by: {}, back: [], private: [], shown: [],
  sheet: { rows: [], totals: [] }, playback: null, room: null, kept: null, pace: { slow: false, rate: 1 }, scan: null,
  faults: {}, busy: null, phones: null,
};

const listeners = [];

/** Call `listener` after one of these sections has changed; "language" is the page's own. */
export function on(sections, listener) {
  listeners.push({ sections: new Set(sections), listener });
}

/** Report changes; each listener once, in order of subscription. An error in one does not stop the others. */
export function changed(names) {
  for (const { sections, listener } of listeners) {
    if (!names.some((name) => sections.has(name))) continue;
    try {
      listener(names);
    } catch (error) {
      console.error(error);
    }
  }
}

/** Store the sections of a message. */
export function take(sections) {
  Object.assign(state, sections);
  changed(Object.keys(sections));
}

export const players = () => state.match?.players ?? [];
export const mySeat = () => state.you.seat;
export const isOwner = () => state.you.seat === null || state.you.seat === undefined;
export const isComputer = (seat) => Boolean(state.match?.computers?.[seat]);
/** Whether cards can be moved at all. */
export const canMove = () => !state.you.readonly && !state.playback;
/** Whether a recording is over: played to its end, or stopped. Its cards stay until something else begins. */
export const isSeen = () => Boolean(state.playback && !state.busy);
/** Whether a seat has a page of its own, so that the owner's page shows nothing of its hand. */
export const isAway = (seat) => isOwner() && state.private.includes(seat) && !state.shown.includes(seat);
/** The seats of the people who sit at this page. */
const peopleHere = () => players().map((_, seat) => seat).filter((seat) => !isComputer(seat) && !isAway(seat));
let curtains = true;
let lifted = -1; // the seat whose hand is shown, where people share this page
/** Whether people who share this page have a curtain over their hands; without it all see all. */
export function useCurtains(on) {
  curtains = on;
  changed(["cards", "you"]);
}
export function lift(seat) {
  lifted = seat;
  changed(["cards", "you"]);
}
/** Whether a hand waits face down here until its player is alone with the page. */
export const isCurtained = (seat) =>
  curtains && isOwner() && canMove() && lifted !== seat && !isComputer(seat) && peopleHere().length > 1 &&
  ["turn", "count"].includes(state.match?.phase);
/** Whether this page may act for a seat. */
export const actsFor = (seat) => canMove() && (isOwner() ? !isAway(seat) && !isCurtained(seat) : mySeat() === seat);
const shown = new Set(); // seats of computers whose hands are turned up
/** Whether a hand is face down here though this page could see it: a computer's, while people play too; or behind the curtain. */
export const isCovered = (seat) =>
  isCurtained(seat) || (isOwner() && !state.playback && isComputer(seat) && !shown.has(seat) && players().some((_, one) => !isComputer(one)));
/** Turn such a hand up or down. */
export function turnHand(seat) {
  if (!shown.delete(seat)) shown.add(seat);
  changed(["cards"]);
}
let near = 0;

/** The seat whose hand is nearest: one's own; on the owner's page the person's on turn, or the last one's. */
export function nearSeat() {
  if (!isOwner()) return mySeat();
  if (state.playback) return near < players().length ? near : 0;
  const people = peopleHere();
  const waited = state.match?.phase === "turn" ? [state.match.seat] : state.match?.awaited ?? [];
  const next = waited.find((seat) => people.includes(seat));
  if (next !== undefined) near = next;
  else if (!people.includes(near)) near = people[0] ?? 0;
  if (lifted !== near) lifted = -1; // the next one has to be asked again
  return near;
}

/** The seat for the page's own keys: its own, else the one on turn, or -1. */
export function seatInHand() {
  if (!isOwner()) return mySeat();
  if (state.match && state.match.seat >= 0) return state.match.seat;
  return state.match?.awaited?.find((seat) => !isComputer(seat)) ?? state.match?.dealer ?? -1;
}
