// What lies there: melds checked as they are laid, and without a match "What is this?" of typed cards.

import { request } from "./actions.js";
import { cell } from "./elements.js";
import { textOfKind, zoneName, zones } from "./names.js";
import { cardsOf } from "./places.js";
import { isOwner, on, state } from "./store.js";
import { ours, own, t } from "./words.js";

const find = (selector) => document.querySelector(selector);
const checks = find("#checks");
const panel = find("#what");
const game = find("#what-game");
const cards = find("#what-cards");
const zone = find("#what-zone");
const said = find("#what-said");
const button = find("#what-ask");
const CALM = 600; // ms after a change until the cards count as laid
let timer = 0;
let asking = false;

const line = (text, mood) => cell("p", text, { mood });

/** What lies on a zone that this turn has changed. */
function check(name, reasons) {
  const meld = own(state.melds, name);
  const count = cardsOf(name).length;
  const why = ours(reasons) || [];
  const kind = meld?.kind && meld.kind !== "none" ? textOfKind(meld.kind, count) : "";
  if (!kind && count < 3) return [line(t("check_is", zoneName(name), t("check_yet")), "plain")];
  const words = kind ? [kind, meld.codes?.length ? "" : t("points_short", meld.points)] : [t("no_meld")];
  const mood = !why.length ? "good" : kind ? "plain" : "bad";
  return [line(t("check_is", zoneName(name), words.filter(Boolean).join(" · ")), mood), ...why.map((each) => line(each, "reason"))];
}

function drawChecks() {
  const lines = Object.entries(state.checks ?? {}).flatMap(([name, reasons]) => check(name, reasons));
  const key = lines.map((each) => each.textContent).join("|");
  if (checks.dataset.key === key) return;
  checks.dataset.key = key;
  checks.replaceChildren(...lines);
  checks.hidden = !lines.length;
}

/** Cards that are still being laid are not judged; a table that is cleared says nothing more at once. */
function soon() {
  clearTimeout(timer);
  if (!Object.keys(state.checks ?? {}).length) drawChecks();
  else timer = setTimeout(drawChecks, CALM);
}

function fill() {
  // A recorded match gives way to the question.
  const playing = state.match && state.match.phase !== "over" && !state.playback;
  panel.hidden = !isOwner() || state.you.readonly || Boolean(playing) || Boolean(state.doubt);
  button.disabled = asking || (Boolean(state.busy) && !state.playback);
  const chosen = game.value || "atelier";
  const games = Object.entries(state.table?.games ?? {});
  const names = zones();
  const key = [...names, ...games.map(([, one]) => ours(one.name)), document.documentElement.lang].join("|");
  if (panel.dataset.key === key) return;
  panel.dataset.key = key;
  game.replaceChildren(...games.map(([name, one]) => new Option(ours(one.name), name)));
  game.value = chosen;
  const old = zone.value || "meld1";
  zone.replaceChildren(...names.map((name) => new Option(zoneName(name), name)));
  zone.value = names.includes(old) ? old : names[0] ?? "";
  cards.placeholder = t("what_write");
}

async function submit(event) {
  event.preventDefault();
  asking = true;
  fill();
  const answer = await request({ do: "what", cards: cards.value, zone: zone.value, game: game.value });
  asking = false;
  fill();
  if (answer) said.replaceChildren(...answer.said.filter(Boolean).map((text) => line(text, "")));
}

export function start() {
  on(["checks", "melds", "language"], soon);
  on(["table", "match", "you", "playback", "busy", "doubt", "language"], fill);
  find("#what-form").addEventListener("submit", submit);
}
