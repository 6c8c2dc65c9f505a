// Phones on the local network: a code for each seat on the owner's page, a warning on the phone's page.

import { request } from "./actions.js";
import { buttonOf } from "./elements.js";
import { seatName } from "./names.js";
import { isComputer, isOwner, on, players, state } from "./store.js";
import { t } from "./words.js";

const find = (selector) => document.querySelector(selector);
const dialog = find("#phones-dialog");
const codes = new Map(); // seat: {url, qr}
let chosen = 0;
let spent = {}; // seat: number of codes used by its phones

const people = () => (players().length ? players().map((_, seat) => seat) : [0, 1]).filter((seat) => !isComputer(seat));
const isHere = (seat) => state.phones?.here.includes(seat) ?? false;

/** Request a seat's code, if it has no valid one. A phone that has joined keeps its place. */
async function code(seat) {
  if (codes.has(seat)) return;
  codes.set(seat, null);
  const answer = await request({ do: "phone", seat });
  if (answer) codes.set(seat, answer);
  else codes.delete(seat);
  draw();
}

function choose(seat) {
  chosen = seat;
  draw();
  if (!isHere(seat)) code(seat);
}

function draw() {
  find("#phones").hidden = !isOwner() || !state.phones;
  if (!dialog.open) return;
  const keys = people().map((seat) => {
    const words = isHere(seat) ? t("phones_here", seatName(seat)) : seatName(seat);
    const key = buttonOf("button", words, { phone: seat }, () => choose(seat));
    key.setAttribute("aria-pressed", String(seat === chosen));
    return key;
  });
  const focus = document.activeElement?.dataset.phone;
  find("#phones-seats").replaceChildren(...keys);
  if (focus) find(`#phones-seats [data-phone="${focus}"]`)?.focus();
  const known = codes.get(chosen);
  find("#phones-code").hidden = !known;
  if (known) {
    find("#phones-qr").src = known.qr;
    find("#phones-qr").alt = t("phones_code", seatName(chosen));
    find("#phones-url").textContent = known.url;
  }
  const there = isHere(chosen) && !known;
  find("#phones-in").textContent = there ? t("phones_in", seatName(chosen)) : "";
  find("#phones-again").hidden = !there;
  find("#phones-again").textContent = t("phones_again", seatName(chosen));
}

/** A seat whose phone has joined has used its code; the next seat's code is shown. */
function arrived() {
  const now = state.phones?.spent ?? {};
  const fresh = Object.keys(now).filter((seat) => now[seat] !== spent[seat]).map(Number);
  spent = now;
  for (const seat of fresh) codes.delete(seat);
  if (dialog.open && fresh.includes(chosen)) {
    const next = people().find((seat) => !isHere(seat));
    if (next !== undefined) return choose(next);
  }
  draw();
}

/** Warn on a page that came over a network that others there can read it. */
function warn() {
  const plain = find("#plain");
  const near = ["127.0.0.1", "localhost"].includes(location.hostname);
  plain.hidden = near || location.protocol === "https:";
  find("#plain-ok").addEventListener("click", () => (plain.hidden = true));
}

export function start() {
  find("#phones").addEventListener("click", () => {
    dialog.showModal();
    choose(people().find((seat) => !isHere(seat)) ?? people()[0] ?? 0);
  });
  find("#phones-close").addEventListener("click", () => dialog.close());
  find("#phones-again").addEventListener("click", () => code(chosen));
  on(["phones"], arrived);
  on(["match", "you", "language"], draw);
  warn();
}
