// The front door: the games, and what else there is. It is read and tapped while the program loads; what is chosen
// meanwhile is carried out as soon as the table is there.

import { complain, request } from "./actions.js";
import { face } from "./cards.js";
import { buttonOf, made } from "./elements.js";
import { GROUPS, TILES, tileOf, VARIANTS } from "./games.js";
import { fillKept, standing, titleOf } from "./kept.js";
import * as daily from "./daily.js";
import * as link from "./link.js";
import { againstComputer, askName, myLevel, myName, nameOnce, setLevel } from "./me.js";
import { remember, remembered } from "./memory.js";
import * as newmatch from "./newmatch.js";
import * as rulebook from "./rulebook.js";
import { changed, isOwner, on, state } from "./store.js";
import { current, games, levels, ours, own, t } from "./words.js";

const find = (selector) => document.querySelector(selector);
const door = find("#door");
const tiles = find("#door-tiles");
const load = find("#door-load");
const level = find("#door-level");
const MB = 1e6;
let chosen = null; // {words, act}, until the table is there
let watched = ""; // the recording that was on the table when the door was opened
let come = null; // [bytes, of how many] of the program

const address = () => new URLSearchParams(`${location.search.slice(1)}&${location.hash.slice(1)}`);
/** Whether the address asks for something, if only for the table as it is. */
const asked = () => ["table", "log", "play", "game"].some((key) => address().has(key));
export const isOpen = () => !door.hidden;

function show(open) {
  door.hidden = !open;
  watched = state.playback?.name;
  document.body.classList.toggle("at-door", open);
  dispatchEvent(new Event("resize")); // the felt is measured again
  changed(open ? ["door"] : ["door", "table", "match", "cards"]);
}

/** Go to the table; the browser's key leads back here. */
export function leave() {
  if (!isOpen()) return;
  show(false);
  scrollTo(0, 0);
  if (!address().has("table")) history.pushState(null, "", "#table");
}

function enter() {
  show(true);
  history.replaceState(null, "", location.pathname + location.search);
  scrollTo(0, 0);
}

/** Do what was chosen; later, if the table is not there yet. */
async function choose(words, act) {
  if (state.table) return act();
  chosen = { words, act };
  sayLoading();
}

/** Carry out what was chosen while the program was loading; tells whether something was. */
export async function carryOut() {
  const { act } = chosen ?? {};
  chosen = null;
  if (act) await act();
  return Boolean(act);
}

/** The program is on its way: `bytes` of `total` have come. */
export function loading(bytes, total) {
  come = [bytes, total];
  sayLoading();
}

function sayLoading() {
  const [bytes, total] = come ?? [0, 0];
  const figure = (n) => (n / MB).toLocaleString(current(), { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const words = [bytes < total || !total ? t("door_loading", figure(bytes), figure(total)) : t("door_starting")];
  words.push(chosen ? t("door_then", chosen.words) : t("door_choose"));
  load.hidden = !link.offers.demo || Boolean(state.table);
  load.querySelector("span").textContent = words.join(" ");
  const bar = load.querySelector("progress");
  bar.setAttribute("aria-label", t("door_bar"));
  bar.max = total || 1;
  bar.value = bytes;
}

// --- what the buttons do

/** A match against the computer, at once. The computer deals, so that the person begins. A kept match only waits. */
async function play(game) {
  const name = await nameOnce();
  if (!name) return;
  await choose(games()[game].name, async () => {
    const sure = Boolean(state.kept?.on);
    if (await request({ do: "new", game, players: againstComputer(name), dealer: 1, sure })) leave();
  });
}

async function playDaily() {
  const name = await nameOnce();
  if (!name) return;
  await choose(t("daily_short"), async () => {
    const sure = Boolean(state.kept?.on);
    if (!(await request({ ...daily.request(againstComputer(name, daily.level())), sure }))) return;
    daily.begun();
    leave();
  });
}

const withFriends = (game) => choose(t("door_friends"), () => newmatch.openFor(game, "person"));

const watch = (game) => choose(t("play"), async () => {
  const log = state.table.recorded.find((one) => one.game === game);
  if (log && (await request({ do: "play", log: log.name }))) leave();
});

const ACTS = { play, friends: withFriends, watch, rules: (game) => rulebook.open(game) };

// --- what it shows

function key(act, game, text, className = "") {
  const button = buttonOf(`button ${className}`, text, { door: act, game });
  button.setAttribute("aria-label", `${text}, ${games()[game].name}`);
  return button;
}

/** The game that a tile plays: the last one of its variants. */
const variantOf = (tile) => {
  const last = remembered(`variant ${tile}`);
  return own(VARIANTS[tile], last) ? last : tile;
};

function variants(tile) {
  if (!VARIANTS[tile]) return "";
  const box = made("span", "tile-variants");
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", t("door_variants"));
  for (const [game, words] of Object.entries(VARIANTS[tile])) {
    const button = buttonOf("button small", words, { variant: game, tile });
    button.setAttribute("aria-label", games()[game].name);
    button.setAttribute("aria-pressed", String(game === variantOf(tile)));
    box.append(button);
  }
  return box;
}

function tile(name) {
  const game = variantOf(name);
  const { name: title, seats: [least, most] } = games()[game];
  const { cards, minutes } = TILES[name];
  const fan = made("span", "tile-fan", ...cards.map(face));
  const facts = [least === most ? t("door_seats_n", least) : t("door_seats", least, most), t("door_minutes", minutes)];
  const words = made("div", "", made("h3", "", title), made("p", "", t(`about_${game}`)), made("small", "", facts.join(" · ")), variants(name));
  const keys = made("div", "tile-keys", key("play", game, t("door_play"), "primary"), key("friends", game, t("door_friends")),
    key("watch", game, t("play")), key("rules", game, t("book")));
  const box = made("article", "tile", fan, words, keys);
  box.dataset.tile = name;
  return box;
}

function drawTiles() {
  const last = tileOf(lastGame());
  tiles.replaceChildren(...GROUPS.map(({ group, games: names }) => {
    const sorted = [...names].sort((a, b) => Number(b === last) - Number(a === last));
    return made("section", names.length > 1 ? "group" : "", made("h2", "", t(`group_${group}`)), made("div", "tiles", ...sorted.map(tile)));
  }).sort((a, b) => Number(Boolean(b.querySelector(`[data-tile="${last}"]`))) - Number(Boolean(a.querySelector(`[data-tile="${last}"]`)))));
}

/** The match in play, or the one that waits to go on; until the table is there, the one that this browser has seen last. */
function going() {
  const { match, playback, kept } = state;
  if (match && !playback && match.phase !== "over") return match;
  if (state.table) return (match ? null : kept?.resumed) ?? kept?.matches[0] ?? null;
  try {
    const seen = JSON.parse(remembered("match"));
    return Array.isArray(seen?.players) && own(games(), seen.game) ? seen : null;
  } catch {
    return null;
  }
}

const lastGame = () => [going()?.game, remembered("game"), state.kept?.me?.game].find((game) => own(games(), game)) ?? "rami51";

/** At the top: the match in play, else the game last played, or the first one. */
function drawLast() {
  const match = going();
  const game = lastGame();
  find("#door-head").textContent = match ? titleOf(match) : t("door_head", games()[game]?.name ?? game);
  find("#door-where").textContent = match ? standing(match) : t(`about_${game}`);
  const button = find("#door-go");
  button.textContent = match ? t("go_on") : t("door_play");
  const on = async () => (!match.id || (await request({ do: "go_on", match: match.id }))) && leave();
  button.onclick = match ? () => choose(t("go_on"), on) : () => play(game);
}

/** A small picture of the recorded match that is being played. */
function drawLive() {
  const { playback, cards, verdict } = state;
  const box = find("#door-live");
  box.hidden = !playback?.demo;
  if (box.hidden || !isOpen()) return;
  find("#door-live-what").textContent = ours(playback.title);
  const melds = Object.entries(cards).filter(([place, codes]) => place.startsWith("meld") && codes.length);
  find("#door-live-melds").replaceChildren(...melds.map(([, codes]) => made("span", "live-meld", ...codes.map(face))));
  find("#door-live-said").replaceChildren(ours(verdict?.head) ?? "");
}

function drawMe() {
  find("#door-name").textContent = myName() || t("door_nobody");
  level.replaceChildren(...levels().map((each) => new Option(t(`level_${each}_name`), each)));
  level.value = myLevel();
  find("#door-does").textContent = t(`level_${level.value}_does`);
  find("#door-kept").hidden = !fillKept(find("#door-kept-list"), leave);
}

/** What this browser shows of the match before the table is there, the next time. */
function noteMatch() {
  const { match, playback } = state;
  if (playback || !state.table || (!match && state.kept?.resumed)) return;
  if (match) remember("game", match.game);
  const { game, players, totals, round, phase, seat } = match ?? {};
  remember("match", match && phase !== "over" ? JSON.stringify({ game, players, totals, round, phase, seat }) : "null");
}

function draw() {
  if (!isOpen()) return;
  drawLast();
  drawMe();
  drawLive();
  sayLoading();
  find("#door-log").hidden = link.offers.bench;
  find("#door-site").hidden = link.offers.bench;
  for (const each of door.querySelectorAll("[data-bench]")) each.hidden = !link.offers.bench;
  for (const each of tiles.querySelectorAll('[data-door="watch"]')) {
    each.disabled = Boolean(state.table) && !state.table.recorded.some((one) => one.game === each.dataset.game);
  }
}

/** Where a page begins, once the table is there: at the table if something is on it that was asked for. */
function arrive() {
  const begun = state.playback ? !state.playback.demo : state.match && !state.kept?.resumed;
  const here = isOwner() && !state.you.readonly && !asked() && !begun;
  if (here !== isOpen()) show(here);
}

export function start() {
  let there = false;
  if (link.offers.demo && !asked()) show(true); // in this shell a page is its owner's
  on(["language"], () => (drawTiles(), draw()));
  on(["table"], () => {
    if (there || !state.table) return;
    there = true;
    arrive();
  });
  on(["match", "playback"], noteMatch);
  on(["match", "kept", "playback", "table", "door"], draw);
  on(["cards", "verdict"], () => isOpen() && drawLive());
  on(["begun"], leave);
  on(["playback"], () => state.playback && !state.playback.demo && state.playback.name !== watched && leave());
  addEventListener("popstate", () => (isOwner() ? show(!address().has("table")) : null));
  find("#home").addEventListener("click", (event) => {
    if (link.offers.demo && state.you.readonly) return; // a page of its own, at a real board
    event.preventDefault();
    if (isOwner() && !state.you.readonly) enter();
  });
  tiles.addEventListener("click", ({ target }) => {
    const { door: act, game, variant, tile: name } = target.closest("button")?.dataset ?? {};
    if (act) ACTS[act](game)?.catch(complain);
    if (!variant) return;
    remember(`variant ${name}`, variant);
    const again = tile(name);
    tiles.querySelector(`[data-tile="${name}"]`).replaceWith(again);
    again.querySelector(`[data-variant="${variant}"]`).focus();
  });
  level.addEventListener("change", () => (setLevel(level.value), drawMe()));
  find("#door-name").addEventListener("click", async () => (await askName()) && draw());
  find("#door-live-see").addEventListener("click", leave);
  find("#daily-play").addEventListener("click", () => playDaily().catch(complain));
  find("#door-build").addEventListener("click", () => rulebook.open());
  find("#door-log").addEventListener("click", () => find("#open").click());
}
