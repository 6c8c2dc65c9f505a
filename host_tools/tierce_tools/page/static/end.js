// The end of a round: counted hands, points, winners; shown until somebody has read it.

import { request } from "./actions.js";
import { small } from "./cards.js";
import { made, named, row } from "./elements.js";
import { seatName } from "./names.js";
import { isOwner, on, state } from "./store.js";
import { listed, ours, signed, t } from "./words.js";

const box = document.querySelector("#end");
const head = document.querySelector("#end-head");
const sheet = document.querySelector("#end-sheet");
const rematch = document.querySelector("#end-rematch");
const read = document.querySelector("#end-read");
const other = document.querySelector("#end-other");

/** What was counted: the cards laid down, and that none was laid before. */
function counted(cards, laid) {
  const shown = cards.flatMap((code) => [small(code), " "]);
  if (!laid) shown.push(t("end_not_laid"));
  return shown.length ? shown : [t("end_none")];
}

function line(winners, { cards, laid, score, total }, seat) {
  const tr = row(named(seatName(seat)), [signed(score), signed(total)]);
  const name = tr.firstChild;
  if (winners.includes(seat)) {
    name.className = "winner";
    name.prepend("★ ");
  }
  name.after(made("td", "end-cards", ...counted(cards, laid)));
  tr.dataset.seat = seat;
  return tr;
}

function draw() {
  const { end } = state;
  box.hidden = !end;
  const again = Boolean(end?.over && isOwner() && !state.playback && !state.you.readonly);
  for (const key of [rematch, other]) key.hidden = !again;
  read.textContent = t(again ? "close" : "end_read");
  read.classList.toggle("primary", !again);
  if (!end) return;
  box.dataset.round = end.round;
  const won = end.winners.length ? t("end_won", end.round, listed(end.winners.map(seatName))) : t("round_n", end.round);
  head.textContent = (end.over && ours(state.verdict?.head)) || won;
  const top = row(t("player"), [t("end_cards"), t("end_points"), t("total")], "th");
  const lines = end.seats.map((seat, at) => line(end.winners, seat, at));
  sheet.replaceChildren(made("thead", "", top), made("tbody", "", ...lines));
}

/** The same players by the same rules; the deal has gone on to the next one already. */
function playAgain() {
  const { game, players, computers, levels, rules, dealer } = state.match;
  const seats = players.map((name, seat) => (computers[seat] ? { name, computer: true, level: levels[seat] } : { name }));
  return request({ do: "new", game, players: seats, rules, dealer });
}

export function start() {
  rematch.addEventListener("click", playAgain);
  other.addEventListener("click", () => document.querySelector("#home").click());
  on(["end", "verdict", "match", "language", "playback", "you"], draw);
  read.addEventListener("click", () => request({ do: "read" }));
}
