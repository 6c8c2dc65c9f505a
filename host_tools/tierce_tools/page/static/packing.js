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

/** On a narrow window: the columns of melds that give the largest cards in what the felt has left below the piles. */
export function fit(cloth, felt, melds, seats) {
  const [gap, label, high, padding] = [7, 18, 1.4, 46]; // px; a card's height to its width; the aim below
  const rows = (cols) => Math.ceil(melds / cols);
  let best = { size: 0, cols: 3 };
  for (let cols = 2; cols <= 5; cols++) {
    const lines = 1 + rows(cols) + (seats ? 1 : 0);
    const down = (felt.clientHeight - padding - lines * (label + gap)) / (lines * high);
    const across = ((felt.clientWidth - (cols + 1) * gap) / cols) / 1.9;
    const size = Math.min(down, across, melds ? 64 : 90);
    if (size > best.size + 0.5) best = { size, cols };
  }
  cloth.style.setProperty("--small", `${Math.max(30, Math.floor(best.size))}px`);
  cloth.style.setProperty("--across-melds", best.cols);
}
