// All tables, each as a card of its own: who plays, the totals, whose turn it is, what is wrong.

import { isProjected } from "./appearance.js";
import { made, named } from "./elements.js";
import { on } from "./store.js";
import { current, ours, own, signed, t } from "./words.js";

const PAGE_MS = 10_000; // for which a projector shows the tables that fit on it
const LARGEST = 3; // times the usual size, on a projector with few tables
const MANY = 60; // tables that never fit on one screen

const list = document.querySelector("#tables");
const none = document.querySelector("#none");
const count = document.querySelector("#count");
const find = document.querySelector("#find");
const tables = new Map(); // name -> {line, item}
let names = {}; // game -> its name in each language
let lowest = []; // the games in which the lowest total wins
let grown = 1;

const nameOfGame = (match) => (match ? ours(own(names, match.game)) || match.game : "");
export const SIGNS = { good: "✓", bad: "✕", note: "!", plain: "·" };

/** The seats that a table waits for. */
export function awaited(match) {
  if (match.awaited.length) return match.awaited;
  if (match.phase === "deal") return [match.dealer];
  return match.phase === "turn" ? [match.seat] : [];
}

/** The match in a few words: its game, round, and where it stands. */
export function inShort(match) {
  const phase = own({ count: t("club_count"), over: t("club_over"), lost: t("club_lost"), deal: t("club_deal") }, match.phase);
  const parts = [nameOfGame(match), match.round ? t("round_n", match.round) : "", phase].filter(Boolean);
  return parts.map((part) => part.replaceAll(" ", "\u00a0")).join(" · ");
}

/** What is wrong at a table, and what the people have ruled: lines with their sign. */
export function notes(line) {
  const found = line.warnings.map((text) => ["note", "!", ours(text)]);
  if (line.doubt) found.unshift(["bad", "!", t("club_doubt")]);
  const ruled = [...new Set(line.ruled)].map((one) => t(`rule_${one}`)).join(", ");
  if (ruled) found.push(["ruled", "⚑", `${t("people")}: ${ruled}`]);
  return found.map(([kind, sign, text]) => {
    const mark = made("span", "sign", sign);
    mark.setAttribute("aria-hidden", "true");
    const item = made("p", "club-note", mark, text);
    item.dataset.kind = kind;
    return item;
  });
}

/** The seats that lead; none while all have the same. */
export function leaders({ game, totals }) {
  const best = lowest.includes(game) ? Math.min(...totals) : Math.max(...totals);
  const seats = [...totals.keys()].filter((seat) => totals[seat] === best);
  return seats.length < totals.length ? seats : [];
}

function seat(match, name, at) {
  const row = made("li", "", made("span", "name", named(name)));
  if (leaders(match).includes(at)) {
    const star = made("span", "lead", "★");
    star.setAttribute("aria-hidden", "true");
    row.append(star, made("span", "sr", t("club_leads")));
  }
  row.append(made("b", "total", signed(match.totals[at] ?? 0)));
  if (!awaited(match).includes(at)) return row;
  row.className = "on-turn";
  row.append(made("span", "sr", t("on_turn")));
  return row;
}

function draw(name) {
  const { line, item } = tables.get(name);
  const link = item.querySelector("a");
  const match = line.match;
  item.dataset.here = String(line.here);
  item.dataset.state = line.doubt || line.warnings?.length ? "warned" : "";
  link.replaceChildren(named(name));
  const parts = [];
  if (line.here === false) parts.push(made("p", "club-gone", t("club_gone")));
  if (match) {
    parts.push(made("p", "club-match", inShort(match)), made("ol", "club-seats", ...match.players.map((each, at) => seat(match, each, at))));
    if (line.verdict) {
      const sign = made("span", "sign", own(SIGNS, line.verdict.mood) ?? "·");
      sign.setAttribute("aria-hidden", "true");
      const said = made("p", "club-verdict", sign, ours(line.verdict.text));
      said.dataset.mood = line.verdict.mood;
      parts.push(said);
    }
  } else parts.push(made("p", "club-match", t("sheet_none")));
  if (line.warnings) parts.push(...notes(line));
  item.replaceChildren(item.firstChild, ...parts);
}

function add(name) {
  const link = made("a", "");
  link.href = `#/${name}`;
  const item = made("li", "panel club-table", made("h2", "", link));
  item.dataset.table = name;
  tables.set(name, { line: null, item });
}

/** In the order of their names, with numbers by their value. */
function arrange() {
  const order = new Intl.Collator(current(), { numeric: true }).compare;
  const items = [...tables].sort(([a], [b]) => order(a, b)).map(([, { item }]) => item);
  items.forEach((item, at) => list.children[at] === item || list.insertBefore(item, list.children[at] ?? null));
}

function sift() {
  const wanted = find.value.trim().toLocaleLowerCase();
  let shown = 0;
  for (const [name, { line, item }] of tables) {
    const text = [name, ...(line.match?.players ?? []), nameOfGame(line.match)].join(" ").toLocaleLowerCase();
    item.hidden = !text.includes(wanted);
    shown += !item.hidden;
  }
  count.textContent = tables.size ? t("club_n", tables.size) : "";
  none.hidden = shown > 0;
  none.textContent = t(tables.size ? "club_not_found" : "club_none");
}

/** Take news of tables. */
export function take({ all, tables: lines, left = [] }) {
  if (!lines) return;
  const gone = all ? [...tables.keys()].filter((name) => !lines.some((line) => line.name === name)) : left;
  for (const name of gone) {
    tables.get(name)?.item.remove();
    tables.delete(name);
  }
  const before = tables.size;
  for (const line of lines) {
    if (!tables.has(line.name)) add(line.name);
    tables.get(line.name).line = line;
    try {
      draw(line.name);
    } catch (error) {
      console.error(line.name, error); // what a table says of itself must not keep the others from being shown
    }
  }
  if (tables.size !== before) arrange();
  sift();
  fit(tables.size > before || gone.length > 0);
}

/** On a projector make the tables as large as they fit on the screen; without `anew` only smaller than now. */
export function fit(anew = true) {
  const set = (size) => list.style.setProperty("--grow", (grown = size));
  if (!isProjected() || tables.size > MANY) return set(1);
  if (list.closest("[hidden]")) return;
  if (anew) set(LARGEST);
  while (grown > 1 && document.documentElement.scrollHeight > innerHeight) set(Math.max(1, grown - 0.1));
}

/** On a projector the tables that do not fit follow each other by themselves. */
function turnPage() {
  if (!isProjected() || list.closest("[hidden]") || document.documentElement.scrollHeight <= innerHeight) return;
  const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 4;
  scrollTo({ top: atEnd ? 0 : scrollY + innerHeight * 0.85 });
}

function redraw() {
  for (const name of tables.keys()) draw(name);
  sift();
}

/** Know the names of the games, in each language, and in which the lowest total wins. */
export function know(about) {
  names = about.games;
  lowest = about.lowest_wins;
  redraw();
}

export function start() {
  on(["language"], redraw);
  find.addEventListener("input", sift);
  addEventListener("resize", () => fit());
  setInterval(turnPage, PAGE_MS);
}
