// Choices of this browser about the table: hands behind a curtain, all zones numbered, forced steps by themselves; which papers are open.

import { request } from "./actions.js";
import { remember, remembered } from "./memory.js";
import { actsFor, changed, isComputer, isOwner, nearSeat, on, state, useCurtains } from "./store.js";

const html = document.documentElement;
/** Name of a switch -> what it does. */
const SWITCHES = {
  curtain: useCurtains,
  zones: (on) => {
    html.classList.toggle("all-zones", on);
    changed(["table"]);
  },
  forced: () => play(),
};
const DEFAULTS = { curtain: true };

const isOn = (name) => (remembered(name) === null ? Boolean(DEFAULTS[name]) : remembered(name) === "1");

/** The one thing that a seat can do now, as a request; null if it has a choice. */
function forced() {
  const { match, busy, playback, end } = state;
  if (!match || busy || playback || end) return null;
  const seat = nearSeat();
  if (!actsFor(seat) || isComputer(seat)) return null;
  if (match.phase === "deal" && match.dealer === seat) return { do: "deal" };
  if (match.phase === "count" && match.awaited?.includes(seat)) return { do: "act", seat, press: "done" };
  return match.phase === "turn" && match.seat === seat && match.must_draw ? { do: "draw", seat } : null;
}

let asking = false;

async function play() {
  const action = isOn("forced") && !asking ? forced() : null;
  if (!action) return;
  asking = true;
  await request(action);
  asking = false;
}

export function start() {
  for (const [name, apply] of Object.entries(SWITCHES)) {
    const box = document.querySelector(`#option-${name}`);
    box.checked = isOn(name);
    box.addEventListener("change", () => {
      remember(name, box.checked ? "1" : "0");
      apply(box.checked);
    });
    apply(box.checked);
  }
  for (const box of document.querySelectorAll("details.paper")) {
    box.open = remembered(`open ${box.id}`) === "1";
    box.addEventListener("toggle", () => html.classList.contains("projector") || state.you.kind === "mirror" || remember(`open ${box.id}`, box.open ? "1" : "0"));
  }
  on(["you"], () => (document.querySelector("#option-curtain").closest("label").hidden = !isOwner()));
  on(["match", "busy", "end", "playback", "cards"], play);
}
