// The LED rings as the firmware drives them, and the meaning of a ring's colour in one word.

import { changed, on, state } from "./store.js";

const DARK_FOR = 1300; // ms after which a ring is off; shorter darkness is part of a pattern
const lit = new Map(); // zone -> when it was last lit, ms

const bytes = (hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) || 0);

/** One of red, green, blue, yellow, white, off. Purple counts as red: something is wrong. */
function moodOf([r, g, b]) {
  const high = Math.max(r, g, b);
  const low = Math.min(r, g, b);
  if (high < 4) return "off";
  if (high - low < high * 0.6) return "white";
  const span = high - low;
  const hue = high === r ? ((g - b) / span) * 60 : high === g ? 120 + ((b - r) / span) * 60 : 240 + ((r - g) / span) * 60;
  if (hue < 24) return "red";
  if (hue < 75) return "yellow";
  if (hue < 175) return "green";
  return hue < 280 ? "blue" : "red";
}

/** The strip is dimmed so as not to dazzle; a screen is less bright, so `full` is shown as bright. */
function paint(led, hex, full) {
  if (led.dataset.hex === hex) return;
  led.dataset.hex = hex;
  const colour = bytes(hex);
  const high = Math.max(...colour);
  const level = Math.min(1, high / full);
  const [r, g, b] = high ? colour.map((value) => Math.round((value / high) * 255)) : [0, 0, 0];
  led.style.setProperty("--colour", `rgb(${r} ${g} ${b})`);
  led.style.setProperty("--level", (level ** 0.55).toFixed(2));
}

function draw() {
  const now = performance.now();
  const full = state.table?.bright || 64;
  let news = false;
  for (const { zone, leds } of state.table?.zones ?? []) {
    const ring = document.querySelector(`[data-light="${zone}"]`);
    if (!ring || !leds) continue;
    let best = "000000";
    [...ring.querySelectorAll(".led")].forEach((led, index) => {
      const at = (leds[0] + index) * 6;
      const hex = state.lights.slice(at, at + 6) || "000000";
      paint(led, hex, full);
      if (Math.max(...bytes(hex)) > Math.max(...bytes(best))) best = hex;
    });
    ring.dataset.colour = `#${best}`;
    const seen = moodOf(bytes(best));
    // What gin forbids before its end is not praised, though it is a meld.
    const early = seen === "green" && zone.startsWith("meld") && state.match?.game === "gin" && state.match.phase === "turn" && !state.match.knocking;
    const mood = early ? "white" : seen;
    if (mood !== "off") lit.set(zone, now);
    const shown = mood === "off" && now - (lit.get(zone) ?? -DARK_FOR) < DARK_FOR ? ring.dataset.mood : mood;
    if (shown !== ring.dataset.mood) {
      ring.dataset.mood = shown;
      news = true;
    }
  }
  if (news) changed(["moods"]);
}

export function start() {
  on(["lights", "table"], draw);
  // A ring that went dark for good sends no more updates.
  setInterval(draw, 700);
}
