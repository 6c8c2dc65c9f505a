// The order in which a meld's cards are shown. They are laid down in any order, but read in one.

import { isJoker, rankOf } from "./cards.js";
import { own } from "./words.js";

const SUITS = "SHCD";

/** The cards of a meld in reading order; `meld` is the referee's reading, if there is one. */
export function laidOut(codes, meld) {
  if (meld?.kind === "run") return run(codes, meld.jokers ?? {});
  if (meld?.kind === "set") return [...codes].sort((a, b) => setPlace(a, meld) - setPlace(b, meld));
  return codes;
}

const setPlace = (code) => (isJoker(code) ? 9 : SUITS.indexOf(code[1]));

function run(codes, jokers) {
  const rank = (code) => rankOf(isJoker(code) ? own(jokers, code) ?? code : code);
  const ranks = codes.map(rank);
  const low = ranks.includes(1);
  let lowAces = 0;
  const place = new Map(
    codes.map((code) => {
      // One ace is below a 2, if there is one; any other ace is above the king.
      if (rank(code) !== 0) return [code, rank(code)];
      return [code, low && lowAces++ === 0 ? 0 : 13];
    }),
  );
  return [...codes].sort((a, b) => place.get(a) - place.get(b));
}
