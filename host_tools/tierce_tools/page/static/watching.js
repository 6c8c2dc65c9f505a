// Recorded matches: choosing one, opening a file, and the bar during playback.

import { complain, request } from "./actions.js";
import { isOwner, isSeen, on, state } from "./store.js";
import { ours, t } from "./words.js";

const find = (selector) => document.querySelector(selector);
const recorded = find("#recorded");
const bar = find("#playback");
const pause = find("#pause");
const speed = find("#speed");

function list() {
  const games = state.table?.recorded ?? [];
  const key = JSON.stringify(games) + document.documentElement.lang;
  const may = isOwner() && state.you.kind !== "mirror";
  recorded.closest("label").hidden = !may || !games.length;
  find("#play").hidden = !may || !games.length;
  find("#open").closest("label").hidden = !may;
  if (recorded.dataset.key === key) return;
  recorded.dataset.key = key;
  const chosen = recorded.value;
  recorded.replaceChildren(...games.map((one) => new Option(ours(one.title) || one.name, one.name)));
  if (games.some((one) => one.name === chosen)) recorded.value = chosen;
  follow();
}

// Chosen by hand, and not played yet.
let byHand = false;

/** The selection shows the match that is playing, until another one is chosen. */
function follow() {
  const name = state.playback?.name;
  if (!name || byHand || recorded.dataset.shown === name) return;
  if (![...recorded.options].some((one) => one.value === name)) return;
  recorded.dataset.shown = name;
  recorded.value = name;
}

function draw() {
  const now = state.playback;
  const seen = isSeen();
  follow();
  bar.hidden = !now || (seen && now.at < now.of);
  document.body.classList.toggle("watching", Boolean(now));
  document.body.classList.toggle("playing-back", Boolean(now) && !seen);
  if (!now) return;
  Object.assign(bar.dataset, { at: now.at, of: now.of, paused: Boolean(now.paused), speed: now.speed });
  bar.querySelector(".playback-title").textContent = ours(now.title) || now.name;
  const progress = bar.querySelector("progress");
  progress.max = now.of || 1;
  progress.value = now.at;
  progress.setAttribute("aria-label", t("progress"));
  bar.querySelector(".playback-count").textContent = t("events_n", now.at, now.of);
  pause.textContent = t(now.paused ? "resume" : "pause");
  if (document.activeElement !== speed) {
    if (![...speed.options].some((one) => Number(one.value) === now.speed)) speed.append(new Option(`${now.speed}×`, now.speed));
    speed.value = now.speed;
  }
  for (const control of [pause, speed, find("#step"), find("#stop")]) control.disabled = !isOwner() || seen;
}

async function play() {
  if (!recorded.value) return;
  find("#play").disabled = true;
  await request({ do: "play", log: recorded.value });
  find("#play").disabled = false;
  byHand = false;
}

async function openFile(event) {
  const file = event.target.files[0];
  event.target.value = "";
  if (!file) return;
  if (file.size > state.table.longest.log) return complain({ en: t("too_large"), fr: t("too_large") });
  await request({ do: "open", name: file.name, text: await file.text() });
}

export function start() {
  on(["table", "you", "language"], list);
  on(["playback", "busy", "you", "language"], draw);
  recorded.addEventListener("change", () => { byHand = true; });
  find("#play").addEventListener("click", play);
  find("#open").addEventListener("change", openFile);
  pause.addEventListener("click", () => request({ do: "playback", paused: !state.playback?.paused }));
  find("#step").addEventListener("click", () => request({ do: "playback", step: true }));
  find("#stop").addEventListener("click", () => request({ do: "playback", stop: true }));
  speed.addEventListener("change", () => request({ do: "playback", speed: Number(speed.value) }));
}
