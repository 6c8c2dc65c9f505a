// Packs zones on the felt so that cards are as large as possible: melds in columns, the piles in the middle, seats below.

const CARD = 1.4; // a card's height relative to its width
const WIDEST = 4.4; // widest meld, in card widths
const AROUND = 1.1; // a zone's size relative to its contents
const STRIP = 0.46; // a card's corner, relative to the card's width
const SEAT = 0.6; // size of cards in a seat's zone, which is used only in the count, relative to the others

const kind = (name) => name.replace(/\d+$/, "");

/** The card width with this many rows of melds, `cw`, and the width at which a meld of four shows all corners, `reads`; `room` is {width, height, label, gap} in px, `fan` the least width of a meld in card widths. */
function tryRows(rows, { melds, piles, seats }, { width, height, label, gap, fan }) {
  const columns = Math.ceil(melds.length / rows);
  const stacks = Math.ceil(piles.length / rows);
  const line = label + gap;
  const across = (width - (columns + stacks + 1) * gap) / (columns * fan + stacks * AROUND * 1.15);
  const high = rows * CARD * AROUND + (seats.length ? SEAT * CARD * AROUND : 0);
  const down = (height - (rows + (seats.length ? 1 : 0)) * line - gap) / high;
  const cw = Math.min(across, down);
  const wide = Math.min((width - stacks * (cw * AROUND * 1.15 + gap) - (columns + 1) * gap) / columns, cw * WIDEST);
  return { rows, columns, stacks, cw, reads: Math.min(cw, wide / (1 + 3 * STRIP)) };
}

/** The places of zones: {cw, width, height, places: name -> {x, y, w, h, cw}}, in px. */
export function packed(names, room) {
  const of = (...kinds) => names.filter((name) => kinds.includes(kind(name)));
  const zones = { melds: of("meld"), piles: of("stock", "discard"), seats: of("seat") };
  const ways = zones.melds.map((_, at) => tryRows(at + 1, zones, room));
  const best = ways.reduce((one, other) => (other.reads > one.reads ? other : one));
  const { label, gap } = room;
  const { rows, columns, stacks, cw } = best;
  const pile = cw * AROUND * 1.15;
  const left = room.width - stacks * (pile + gap) - (columns + 1) * gap;
  const wide = Math.min(left / columns, cw * WIDEST);
  const high = cw * CARD * AROUND;
  const places = {};
  const before = Math.ceil(columns / 2); // columns of melds at the left of the piles
  const xOf = (column) => gap + column * (wide + gap) + (column >= before ? stacks * (pile + gap) : 0);
  const yOf = (row) => label + row * (high + label + gap);
  zones.melds.forEach((name, at) => {
    places[name] = { x: xOf(at % columns), y: yOf(Math.floor(at / columns)), w: wide, h: high, cw };
  });
  const between = gap + before * (wide + gap);
  zones.piles.forEach((name, at) => {
    const row = (rows - Math.ceil(zones.piles.length / stacks)) / 2 + Math.floor(at / stacks);
    places[name] = { x: between + (at % stacks) * (pile + gap), y: yOf(row), w: pile, h: high, cw };
  });
  const width = columns * (wide + gap) + stacks * (pile + gap) + gap;
  const seat = Math.min((width - gap) / zones.seats.length - gap, wide);
  const start = (width - zones.seats.length * (seat + gap) + gap) / 2;
  zones.seats.forEach((name, at) => {
    places[name] = { x: start + at * (seat + gap), y: yOf(rows), w: seat, h: high * SEAT, cw: cw * SEAT };
  });
  return { cw, width, height: yOf(rows) + (zones.seats.length ? high * SEAT + gap : 0), places };
}
