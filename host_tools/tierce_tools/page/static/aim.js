// What one plays for, always in sight: the first lay as it grows, a contract, the limit of a knock, the target.

import { contractText } from "./names.js";
import { nearSeat, on, state } from "./store.js";
import { listed, t } from "./words.js";

const line = document.querySelector("#aim");

/** The first lay, counted aloud while it is laid. */
function firstLay({ points, pure, contract, now, first }, seat) {
  if (!first?.includes(seat)) return [];
  const laid = state.match.seat === seat ? now : null;
  if (contract) {
    const [sets, runs] = laid?.contract ?? [0, 0];
    const parts = [contract[0] ? t("aim_sets", sets, contract[0]) : "", contract[1] ? t("aim_runs", runs, contract[1]) : ""];
    return [laid?.melds ? listed(parts.filter(Boolean)) : contractText(contract)];
  }
  const parts = points ? [laid?.melds ? t("aim_points", laid.points, points) : t("aim_first", points)] : [];
  if (pure) parts.push(laid?.melds ? t(laid.pure ? "aim_pure" : "aim_no_pure") : t("aim_with_pure"));
  return parts;
}

function words() {
  const match = state.match;
  if (!match?.aim || match.phase !== "turn") return [];
  const seat = nearSeat();
  const parts = firstLay(match.aim, seat);
  const loose = state.deadwood?.[seat];
  if (match.aim.knock !== undefined) parts.push(t("aim_knock", match.aim.knock), loose ? t("aim_loose", loose.points) : "");
  if (match.aim.target) parts.push(t("aim_target", match.aim.target));
  return parts.filter(Boolean);
}

function draw() {
  const text = words().join(" · ");
  if (line.textContent !== text) line.textContent = text;
  line.hidden = !text;
  const now = state.match?.aim?.now;
  line.classList.toggle("counting", Boolean(now?.melds));
}

export function start() {
  on(["match", "deadwood", "language", "you", "cards", "playback"], draw);
}
