// The duration of the computers' turns.

import { request } from "./actions.js";
import { isComputer, isOwner, on, players, state } from "./store.js";
import { current, t } from "./words.js";

const TURNS = [0.5, 1, 2, 4, 8]; // seconds of a plain turn
const box = document.querySelector("#computers");
const takes = document.querySelector("#turn-takes");

function draw() {
  box.hidden = !isOwner() || state.you.readonly || Boolean(state.playback) || !players().some((_, seat) => isComputer(seat));
  if (takes.dataset.lang !== current()) {
    takes.dataset.lang = current();
    takes.replaceChildren(...TURNS.map((one) => new Option(t("turn_s", one.toLocaleString(current())), one)));
  }
  if (document.activeElement !== takes) takes.value = state.pace?.turn ?? 2;
}

export function start() {
  on(["match", "you", "pace", "playback", "language"], draw);
  takes.addEventListener("change", () => request({ do: "pace", turn: Number(takes.value) }));
}
