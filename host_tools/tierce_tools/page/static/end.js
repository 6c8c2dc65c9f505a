// The end of a round: counted hands, points, winners; shown until somebody has read it.

import { request } from "./actions.js";
import { small } from "./cards.js";
import { named } from "./elements.js";
import { seatName } from "./names.js";
import { on, state } from "./store.js";
import { listed, ours, signed, t } from "./words.js";

const box = document.querySelector("#end");
const head = document.querySelector("#end-head");
const sheet = document.querySelector("#end-sheet");

function cell(tag, ...content) {
  const made = document.createElement(tag);
  made.append(...content);
  if (tag === "th") made.scope = "col";
  return made;
}

/** What was counted: the cards laid down, and that none was laid before. */
function counted(cards, laid) {
  const shown = cards.flatMap((code) => [small(code), " "]);
  if (!laid) shown.push(t("end_not_laid"));
  return shown.length ? shown : [t("end_none")];
}

function line(winners, { cards, laid, score, total }, seat) {
  const name = cell("th", named(seatName(seat)));
  name.scope = "row";
  if (winners.includes(seat)) {
    name.className = "winner";
    name.prepend("★ ");
  }
  const held = cell("td", ...counted(cards, laid));
  held.className = "end-cards";
  const row = document.createElement("tr");
  row.dataset.seat = seat;
  row.append(name, held, cell("td", signed(score)), cell("td", signed(total)));
  return row;
}

function draw() {
  const { end } = state;
  box.hidden = !end;
  if (!end) return;
  box.dataset.round = end.round;
  const won = end.winners.length ? t("end_won", end.round, listed(end.winners.map(seatName))) : t("round_n", end.round);
  head.textContent = (end.over && ours(state.verdict?.head)) || won;
  const top = document.createElement("tr");
  top.append(cell("th", t("player")), cell("th", t("end_cards")), cell("th", t("end_points")), cell("th", t("total")));
  const first = document.createElement("thead");
  first.append(top);
  const body = document.createElement("tbody");
  body.append(...end.seats.map((seat, at) => line(end.winners, seat, at)));
  sheet.replaceChildren(first, body);
}

export function start() {
  on(["end", "verdict", "match", "language"], draw);
  document.querySelector("#end-read").addEventListener("click", () => request({ do: "read" }));
}
