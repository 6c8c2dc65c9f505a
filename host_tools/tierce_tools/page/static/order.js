// In which order the cards of a meld are shown. They are laid down in any order; people read them in one.

import { isJoker, rankOf } from "./cards.js";

const SUITS = "SHCD";

/** Cards of a meld as one lays them out; `meld` is what the referee reads there, if anything. */
export function laidOut(codes, meld) {
  if (meld?.kind === "run") return run(codes, meld.jokers ?? {});
  if (meld?.kind === "set") return [...codes].sort((a, b) => setPlace(a, meld) - setPlace(b, meld));
  return codes;
}

const setPlace = (code) => (isJoker(code) ? 9 : SUITS.indexOf(code[1]));

function run(codes, jokers) {
  const rank = (code) => rankOf(isJoker(code) ? jokers[code] ?? code : code);
  const ranks = codes.map(rank);
  const low = ranks.includes(1);
  let lowAces = 0;
  const place = new Map(
    codes.map((code) => {
      // An ace stands below a 2, if there is one and no other ace is there already, else above the king.
      if (rank(code) !== 0) return [code, rank(code)];
      return [code, low && lowAces++ === 0 ? 0 : 13];
    }),
  );
  return [...codes].sort((a, b) => place.get(a) - place.get(b));
}
