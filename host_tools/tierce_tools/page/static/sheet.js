// The score sheet.

import { cell, clock, made, named, signatures } from "./elements.js";
import { on, players, state } from "./store.js";
import { games, signed, t } from "./words.js";

const sheet = document.querySelector("#sheet");

const tr = (...cells) => made("tr", "", ...cells);

function header(text, scope) {
  const made = cell("th", text);
  made.scope = scope;
  return made;
}

/** What the people have ruled in a round, as a mark. */
function decided(ruled = []) {
  if (!ruled.length) return [];
  const said = `${t("people")}: ${[...new Set(ruled)].map((one) => t(`rule_${one}`)).join(", ")}`;
  return [" ", Object.assign(cell("abbr", "⚑", { ruled: ruled.join(" ") }), { title: said }), Object.assign(cell("span", said), { className: "sr" })];
}

/** A correction of a total: a row with its sign and its time. */
function correction({ t: ms, seat, points, entries, recave }, names) {
  const first = header("", "row");
  first.append(cell("small", t(recave ? "recave" : "correction", clock(ms))));
  const line = tr(first, ...names.map((_, at) => cell("td", at !== seat ? "" : entries ? beside(entries, at) : `${points > 0 ? "+" : ""}${signed(points)}`, { seat: at })));
  line.dataset.correction = seat;
  return line;
}

/** A seat's figures in Hollywood's three columns, side by side. */
function beside(columns, seat) {
  return columns.slice(3 * seat, 3 * seat + 3).map((points) => (points ? signed(points) : "–")).join(" | ");
}

function drawSheet() {
  const names = players();
  sheet.dataset.seats = names.length;
  const { rows = [], totals = [], carried, columns, bonuses } = state.sheet ?? {};
  const head = made("thead", "", tr(header(t("round"), "col"), ...names.map((name) => Object.assign(header(named(name), "col"), { title: name }))));
  const body = made("tbody", "");
  const sums = (values) => names.map((_, at) => cell("td", signed(values[at] ?? 0), { seat: at }));
  if (carried) body.append(tr(header(t("carried"), "row"), ...sums(carried)));
  for (const round of rows) {
    if (!round.scores) {
      body.append(correction(round, names));
      continue;
    }
    const how = round.how ? t(`how_${round.how}`) : "";
    const first = header(String(round.round), "row");
    if (how) first.append(" ", cell("small", how));
    first.append(...decided(round.ruled));
    const line = tr(first, ...round.scores.map((score, at) => {
      const made = cell("td", round.entries ? beside(round.entries, at) : signed(score), { seat: at });
      if (round.short?.includes(at)) made.append(Object.assign(cell("abbr", "*"), { title: t("short_count") }));
      if (round.winners?.includes(at)) {
        made.className = "winner";
        made.append(Object.assign(cell("span", ` ${t("won")}`), { className: "sr" }));
      }
      return made;
    }));
    line.dataset.round = round.round;
    body.append(line);
  }
  if (columns) body.append(tr(header(t("columns"), "row"), ...names.map((_, at) => cell("td", beside(columns, at), { seat: at }))));
  if (bonuses) body.append(tr(header(t("bonuses"), "row"), ...sums(bonuses)));
  const foot = made("tfoot", "", tr(header(t("total"), "row"), ...sums(totals)));
  const below = document.querySelector("#sheet-signed"); // not on each page with a sheet
  if (below) {
    below.replaceChildren(...(names.length ? [signatures(names, t("date"))] : []));
    document.querySelector("#sheet-of").textContent = state.match ? games()[state.match.game].name : "";
  }
  sheet.replaceChildren(...(names.length ? [head, body, foot] : [cell("caption", t("sheet_none"))]));
}

export function start() {
  on(["sheet", "match", "language"], drawSheet);
}
