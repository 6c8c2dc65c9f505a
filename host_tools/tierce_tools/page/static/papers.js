// The score sheet and the log.

import { request } from "./actions.js";
import { on, players, state } from "./store.js";
import { ours, signed, t } from "./words.js";

const MOST_LINES = 400;
const sheet = document.querySelector("#sheet");
const log = document.querySelector("#log");
const save = document.querySelector("#save-log");
const SIGNS = { good: "✓", bad: "✕", note: "!", plain: "" };
let entries = [];

function cell(tag, text, data = {}) {
  const made = document.createElement(tag);
  made.textContent = text;
  Object.assign(made.dataset, data);
  return made;
}

function row(...cells) {
  const made = document.createElement("tr");
  made.append(...cells);
  return made;
}

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
function correction({ t: ms, seat, points, entries }, names) {
  const first = header("", "row");
  first.append(cell("small", t("correction", clock(ms))));
  const line = row(first, ...names.map((_, at) => cell("td", at !== seat ? "" : entries ? beside(entries, at) : `${points > 0 ? "+" : ""}${signed(points)}`, { seat: at })));
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
  const head = document.createElement("thead");
  head.append(row(header(t("round"), "col"), ...names.map((name) => Object.assign(header(name, "col"), { title: name }))));
  const body = document.createElement("tbody");
  const sums = (values) => names.map((_, at) => cell("td", signed(values[at] ?? 0), { seat: at }));
  if (carried) body.append(row(header(t("carried"), "row"), ...sums(carried)));
  for (const round of rows) {
    if (!round.scores) {
      body.append(correction(round, names));
      continue;
    }
    const how = round.how ? t(`how_${round.how}`) : "";
    const first = header(String(round.round), "row");
    if (how) first.append(" ", cell("small", how));
    first.append(...decided(round.ruled));
    const line = row(first, ...round.scores.map((score, at) => {
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
  if (columns) body.append(row(header(t("columns"), "row"), ...names.map((_, at) => cell("td", beside(columns, at), { seat: at }))));
  if (bonuses) body.append(row(header(t("bonuses"), "row"), ...sums(bonuses)));
  const foot = document.createElement("tfoot");
  foot.append(row(header(t("total"), "row"), ...sums(totals)));
  sheet.replaceChildren(...(names.length ? [head, body, foot] : [cell("caption", t("sheet_none"))]));
}

function line(entry) {
  const item = document.createElement("li");
  item.dataset.n = entry.n;
  item.dataset.event = entry.event;
  item.dataset.mood = entry.mood;
  item.dataset.code = (entry.why ?? []).map((one) => one.code).join(" ");
  const time = cell("span", clock(entry.t));
  time.className = "log-time";
  const sign = cell("span", SIGNS[entry.mood] ?? "");
  sign.className = "log-sign";
  sign.setAttribute("aria-hidden", "true");
  item.append(time, sign, cell("span", ours(entry.text)));
  return item;
}

const clock = (ms) => {
  const seconds = Math.floor((ms ?? 0) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** Add entries and return the new ones; a reader who has scrolled up is not moved. */
export function addLog(added) {
  const fresh = added.filter((entry) => !entries.length || entry.n > entries[entries.length - 1].n);
  if (!fresh.length) return fresh;
  const atEnd = log.scrollTop + log.clientHeight > log.scrollHeight - 30;
  entries = [...entries, ...fresh].slice(-MOST_LINES);
  log.append(...fresh.slice(-MOST_LINES).map(line));
  while (log.children.length > MOST_LINES) log.firstChild.remove();
  if (atEnd) log.scrollTop = log.scrollHeight;
  return fresh;
}

/** After a disconnection the whole log is sent again. */
export function clearLog() {
  entries = [];
  log.replaceChildren();
}

/** Let the browser save the log as a file. */
async function saveLog() {
  const answer = await request({ do: "log" });
  if (!answer) return;
  const lines = answer.log.map((event) => `${JSON.stringify(event)}\n`);
  const file = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  Object.assign(document.createElement("a"), { href: file, download: `tierce-${answer.log[0].game ?? "game"}.jsonl` }).click();
  setTimeout(() => URL.revokeObjectURL(file), 10_000);
}

export function start() {
  on(["sheet", "match", "language"], drawSheet);
  on(["language"], () => {
    log.replaceChildren(...entries.map(line));
    log.scrollTop = log.scrollHeight;
  });
  on(["match"], () => (save.hidden = !state.match));
  save.addEventListener("click", saveLog);
}
