// The deal of the day: one round of gin against the best computer, the same cards for all who play it on this date.

import { send } from "./copying.js";
import { offers } from "./link.js";
import { remember, remembered } from "./memory.js";
import { on, state } from "./store.js";
import { current, games, levels, t } from "./words.js";

const GAME = "gin";
const find = (selector) => document.querySelector(selector);

/** The date here, as 2026-11-28. */
const today = () => new Date().toLocaleDateString("sv");

const dateOf = (day) => new Date(`${day}T12:00`).toLocaleDateString(current(), { day: "numeric", month: "long" });

/** What is known of the last deal of the day that was begun here: {day, id of its table, line of its result}. */
function last() {
  try {
    return JSON.parse(remembered("daily")) ?? {};
  } catch {
    return {};
  }
}

const done = () => (last().day === today() ? last().line : undefined);

/** The request that begins it. A total of 1 ends the match with its first round that is won. */
export const request = (players) => ({ do: "new", game: GAME, rules: { target: 1 }, players, dealer: 1, seed: Number(today().replaceAll("-", "")) });

export const level = () => levels().at(-1);

/** It has begun at the table in play. */
export const begun = () => remember("daily", JSON.stringify({ day: today(), id: state.kept?.on ?? "" }));

/** The line to send, once it is over at the table where it was begun. */
function note() {
  const { end, match, kept } = state;
  const { day, id, line } = last();
  if (!day || line || !end?.over || match?.game !== GAME || match.rules.target !== 1 || id !== (kept?.on ?? "")) return;
  const score = match.players.map((name, seat) => `${match.computers[seat] ? t("daily_computer") : name} ${end.seats[seat].total}`).join(", ");
  const where = offers.share ? ` ${location.origin}${location.pathname}` : "";
  remember("daily", JSON.stringify({ day, id, line: t("daily_line", dateOf(day), games()[GAME].name, t(`how_${end.how}`), score) + where }));
}

function draw() {
  note();
  const line = done();
  find("#daily-head").textContent = t("daily", dateOf(today()));
  find("#daily-about").textContent = line ?? t("daily_about", games()[GAME]?.name ?? "");
  find("#daily-play").hidden = Boolean(line);
  find("#daily-send").hidden = !line;
  const here = Boolean(state.end?.over && line && last().id === (state.kept?.on ?? ""));
  find("#end-daily").hidden = !here;
  find("#end-daily-line").textContent = here ? line : "";
}

export function start() {
  on(["end", "match", "kept", "language", "door"], draw);
  find("#daily-send").addEventListener("click", () => send(done(), find("#daily-said"), find("#daily-about")));
  find("#end-daily-send").addEventListener("click", () => send(done(), find("#end-daily-said"), find("#end-daily-line")));
}
