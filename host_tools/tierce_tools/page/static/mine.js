// My games: how the matches that a person played here have ended, by game.

import { complain, request } from "./actions.js";
import { made, row } from "./elements.js";
import { myName } from "./me.js";
import { saveFile } from "./saving.js";
import { games, signed, t } from "./words.js";

const find = (selector) => document.querySelector(selector);
const dialog = find("#mine-dialog");
let all = []; // the matches: {game, at, players, totals, low, seat, won}

/** One's own seat: the only person's, or the one of one's name; -1 if there is none. */
function seatOf({ players, computers }) {
  const people = players.map((_, seat) => seat).filter((seat) => !computers[seat]);
  return people.length === 1 ? people[0] : people.find((seat) => players[seat] === myName()) ?? -1;
}

/** The figures of some matches: played, won, the best total, the longest run of wins. */
export function figures(matches) {
  let run = 0;
  let longest = 0;
  for (const { won } of matches) longest = Math.max(longest, (run = won ? run + 1 : 0));
  const totals = matches.map(({ totals: each, seat }) => each[seat]);
  const best = matches[0]?.low ? Math.min(...totals) : Math.max(...totals);
  return { played: matches.length, won: matches.filter(({ won }) => won).length, best, longest };
}

async function read() {
  const answer = await request({ do: "results" });
  const found = (answer?.results ?? []).map((one) => ({ ...one, seat: seatOf(one) })).filter(({ seat }) => seat >= 0);
  all = found.map((one) => ({ ...one, won: one.winners.includes(one.seat) }));
}

const percent = (part, of) => (of ? ` (${t("percent", Math.round((100 * part) / of))})`.replaceAll(" ", "\u00a0") : "");

function line(title, matches, best) {
  const { played, won, longest, ...rest } = figures(matches);
  return row(title, [played, `${won}${percent(won, played)}`, best ? signed(rest.best) : "", longest]);
}

function draw() {
  const table = find("#mine-table");
  const names = Object.keys(games()).filter((game) => all.some((one) => one.game === game));
  const head = made("thead", "", row(t("game"), [t("mine_played"), t("mine_won"), t("mine_best"), t("mine_longest")], "th"));
  const body = made("tbody", "", ...names.map((game) => line(games()[game].name, all.filter((one) => one.game === game), true)));
  if (names.length > 1) body.append(line(t("mine_all"), all, false));
  table.replaceChildren(head, body);
  table.hidden = find("#mine-save").hidden = !all.length;
  find("#mine-none").hidden = Boolean(all.length);
}

/** A cell for spreadsheets, which take what begins with = + - @ for a formula. */
const quoted = (value) => `"${String(value).replace(/^[=+@-]/, "'$&").replaceAll('"', '""')}"`;

/** Save all matches as a table for spreadsheets. */
function save() {
  const lines = all.map(({ at, game, players, totals, won, levels, rounds }) => {
    const level = (levels ?? []).filter(Boolean).join(" ");
    return [new Date(at * 1000).toISOString(), game, players.join(", "), totals.join(", "), Number(won), level, rounds ?? ""].map(quoted).join(",");
  });
  saveFile("tierce.csv", [["date,game,players,totals,won,level,rounds", ...lines, ""].join("\n")], "text/csv");
}

export async function open() {
  await read();
  draw();
  dialog.showModal();
}

export function start() {
  find("#door-mine").addEventListener("click", () => open().catch(complain));
  find("#mine-close").addEventListener("click", () => dialog.close());
  find("#mine-save").addEventListener("click", save);
}
