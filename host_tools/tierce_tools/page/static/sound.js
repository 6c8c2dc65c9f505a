// A quiet sound for an accepted and for a refused turn. Off until it is chosen.

import { remember, remembered } from "./memory.js";
import { on, state } from "./store.js";
import { own } from "./words.js";

const NOTES = { good: [523, 784], bad: [196, 165] }; // Hz: a fifth up; a low step down
const LOUD = 0.06;
const LONG = 0.16; // s, a note
const choice = document.querySelector("#sound");
let audio = null; // begun by a click or a key only: browsers refuse it before
let last = null;

function ready() {
  if (!choice.checked) return;
  audio ??= new AudioContext();
  if (audio.state !== "running") audio.resume().catch(() => {}); // "interrupted" by a call, on a phone
}

function play(notes) {
  notes.forEach((pitch, index) => {
    const begins = audio.currentTime + index * LONG;
    const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
    const level = new GainNode(audio, { gain: 0 });
    level.gain.setValueAtTime(0, begins);
    level.gain.linearRampToValueAtTime(LOUD, begins + 0.02);
    level.gain.exponentialRampToValueAtTime(0.0001, begins + LONG * 2);
    tone.connect(level).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + LONG * 2);
  });
}

/** A new verdict; not the one that stands when the page is opened. */
function heard() {
  const entry = state.verdict;
  const first = last === null;
  if (entry?.n === last) return;
  last = entry?.n ?? 0;
  if (!first && choice.checked && audio?.state === "running" && own(NOTES, entry?.mood)) play(NOTES[entry.mood]);
}

export function start() {
  choice.checked = remembered("sound") === "1";
  on(["verdict"], heard);
  choice.addEventListener("change", () => {
    remember("sound", choice.checked ? "1" : "");
    ready();
    if (choice.checked) play(NOTES.good);
  });
  // A finger that comes down is no activation yet: it may scroll.
  for (const type of ["pointerup", "keydown"]) addEventListener(type, ready);
}
