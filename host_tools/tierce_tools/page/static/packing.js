// Divides the felt into rows and columns of melds so that cards are as large as possible; felt.css computes the sizes.

const WIDE = 0.06; // what a wider meld is worth, relative to a wider card: its cards overlap less

/** The piles are in the middle, or at the left of an odd number of columns. */
function set(cloth, rows, cols) {
  const before = cols % 2 ? 0 : cols / 2;
  const columns = (count) => (count ? `repeat(${count}, var(--meld))` : "");
  const sizes = { rows, cols, before, stacks: rows > 1 ? 1 : 2, columns: `${columns(before)} auto ${columns(cols - before)}` };
  for (const [name, value] of Object.entries(sizes)) cloth.style.setProperty(`--${name}`, value);
  cloth.dataset.rows = rows;
}

/** Choose the rows for a number of melds: the browser measures each possibility on the piles' zone, which is as wide as a card. */
export function divide(cloth, piles, melds) {
  let best = { worth: 0, rows: 1 };
  for (let rows = 1; rows <= Math.max(1, Math.ceil(melds / 2)); rows++) {
    const cols = Math.max(1, Math.ceil(melds / rows));
    set(cloth, rows, cols);
    const pile = piles.clientWidth;
    const card = rows > 1 ? pile : pile / 2;
    const worth = card + ((cloth.clientWidth - pile) / cols) * WIDE;
    if (worth > best.worth) best = { worth, rows };
  }
  set(cloth, best.rows, Math.max(1, Math.ceil(melds / best.rows)));
}

// On a narrow window, in px: the gap, a label's height, the room of the aim; and what a meld needs for its cards to be told apart.
const [GAP, LABEL, AIM] = [7, 18, 46];
const [LAST, OTHER] = [36, 14]; // its last card, and each other one
const HIGH = 1.4; // a card's height to its width

/** How many columns each meld takes where there are `cols`, and how many rows they fill; `cards` are those of each meld. */
export function spansOf(cards, cols, width) {
  const column = (width - (cols + 1) * GAP) / cols;
  const spans = cards.map((count) => Math.min(cols, Math.max(1, Math.ceil((LAST + (count - 1) * OTHER + GAP) / (column + GAP)))));
  let [rows, left] = [0, 0];
  for (const span of spans) {
    if (span > left) [rows, left] = [rows + 1, cols];
    left -= span;
  }
  return { column, spans, rows };
}

/** On a narrow window: the columns that give the largest cards in what the felt has left below the piles. A long meld takes several. */
export function fit(cloth, felt, melds, cards, seats) {
  let best = { size: 0, cols: 2, spans: [] };
  for (let cols = 2; cols <= 5; cols++) {
    const { column, spans, rows } = spansOf(cards, cols, felt.clientWidth);
    const lines = 1 + rows + (seats ? 1 : 0);
    const down = (felt.clientHeight - AIM - lines * (LABEL + GAP)) / (lines * HIGH);
    const size = Math.min(down, column / 1.9, melds.length ? 64 : 90);
    if (size > best.size + 0.5) best = { size, cols, spans };
  }
  cloth.style.setProperty("--small", `${Math.max(30, Math.floor(best.size))}px`);
  cloth.style.setProperty("--across-melds", best.cols);
  for (const [at, meld] of melds.entries()) meld.style.setProperty("--span", best.spans[at] ?? 1);
}
