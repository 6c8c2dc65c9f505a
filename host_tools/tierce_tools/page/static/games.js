// The games as the front door shows them: what they are, three cards, and the minutes of a round between two.
// The minutes are what `tierce study --players good,good` counts in turns, at ten seconds a turn.

export const GROUPS = [
  { group: "rami", games: ["rami51", "contrat", "rami500", "rami_classique", "chamberliens", "kaluki", "rami7"] },
  { group: "gin", games: ["gin"] },
  { group: "table", games: ["manipulation"] },
  { group: "class", games: ["atelier"] },
];

// Games that share a tile and a row of buttons, as players name them: "51 or 30".
export const VARIANTS = { rami51: { rami51: "51", rami30: "30", rami40: "40" } };

/** The game whose tile has this one. */
export const tileOf = (game) => Object.keys(VARIANTS).find((tile) => game in VARIANTS[tile]) ?? game;

// Options that players know by a name, which stand above the folded house rules.
export const NAMED = { gin: { knock_by_upcard: "Oklahoma", hollywood: "Hollywood" } };

export const TILES = {
  rami51: { cards: ["5S", "6S", "7S"], minutes: 3 },
  contrat: { cards: ["KH", "KS", "KD"], minutes: 3 },
  rami500: { cards: ["AS", "2S", "3S"], minutes: 2 },
  rami_classique: { cards: ["9D", "TD", "X1"], minutes: 3 },
  chamberliens: { cards: ["JC", "QC", "KC"], minutes: 3 },
  kaluki: { cards: ["7C", "7H", "7S"], minutes: 3 },
  rami7: { cards: ["4H", "5H", "6H"], minutes: 4 },
  gin: { cards: ["QH", "QC", "QD"], minutes: 3 },
  manipulation: { cards: ["8D", "9D", "TD"], minutes: 3 },
  atelier: { cards: ["3C", "4C", "5C"], minutes: 3 },
};
