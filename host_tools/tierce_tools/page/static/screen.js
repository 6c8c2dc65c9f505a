// The table's own screen, pixel by pixel, and its buttons.

import { buttonOf } from "./elements.js";
import { ask } from "./link.js";
import { seatName } from "./names.js";
import { isOwner, mySeat, on, players, state } from "./store.js";
import { own, t } from "./words.js";

const canvas = document.querySelector("#screen");
const keys = document.querySelector("#keys");
const large = document.querySelector("#screen-large");
const INK = { epaper: [[238, 236, 226], [24, 26, 24]], oled: [[6, 10, 16], [188, 226, 255]] };

function draw() {
  const screen = state.screen;
  const kind = state.table?.screen?.kind ?? "epaper";
  canvas.closest(".board").classList.toggle("no-screen", !state.table?.screen);
  canvas.dataset.kind = kind;
  if (!screen?.bits) {
    canvas.setAttribute("aria-label", t("screen_hidden"));
    canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
    return;
  }
  if (canvas.width !== screen.w || canvas.height !== screen.h) {
    canvas.width = screen.w;
    canvas.height = screen.h;
  }
  fit();
  const bits = Uint8Array.from(atob(screen.bits), (letter) => letter.charCodeAt(0));
  const row = Math.ceil(screen.w / 8);
  const image = new ImageData(screen.w, screen.h);
  const ink = own(INK, kind) ?? INK.epaper;
  for (let y = 0; y < screen.h; y++) {
    for (let x = 0; x < screen.w; x++) {
      const [r, g, b] = ink[(bits[y * row + (x >> 3)] >> (7 - (x & 7))) & 1];
      image.data.set([r, g, b, 255], (y * screen.w + x) * 4);
    }
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
  const lines = (screen.text ?? []).join("\n");
  canvas.setAttribute("aria-label", lines ? t("screen_says", lines) : t("screen"));
}

/** Each dot is a whole number of display pixels, so that all are equal; small, unless the person enlarges it. */
function fit() {
  const inside = canvas.parentElement.clientWidth - 2 * parseFloat(getComputedStyle(canvas.parentElement).paddingLeft) - 8;
  const pixels = devicePixelRatio || 1;
  const most = large.getAttribute("aria-pressed") === "true" ? inside : Math.min(inside, canvas.width);
  const dot = Math.max(1, Math.floor((most * pixels) / canvas.width)) / pixels;
  canvas.style.width = `${Math.min(dot * canvas.width, inside)}px`;
}

function enlarge(on) {
  large.setAttribute("aria-pressed", String(on));
  canvas.closest(".board").classList.toggle("large", on);
  fit();
}

function build() {
  const given = (state.table?.buttons ?? []).filter((key) => typeof key === "string" || key < Math.max(players().length, 0));
  const wanted = given.filter((key) => isOwner() || key === mySeat());
  if (keys.dataset.list !== JSON.stringify(wanted)) {
    keys.dataset.list = JSON.stringify(wanted);
    keys.replaceChildren(...wanted.map((key) => buttonOf("key", "", { key })));
  }
  for (const button of keys.children) {
    const key = button.dataset.key;
    const seat = /^\d+$/.test(key);
    button.textContent = seat ? seatName(Number(key)) : t(`key_${key}`);
    button.setAttribute("aria-label", seat ? t("key_seat", seatName(Number(key))) : t(`key_${key}_long`));
    button.title = button.getAttribute("aria-label");
    button.disabled = Boolean(state.playback); // those of a real board work, too
  }
}

const held = new Map(); // the button -> what holds it down
const last = new Map(); // the button -> when its last change was told

function tell(button, down) {
  const key = button.dataset.key;
  last.set(button, performance.now());
  ask({ do: "key", button: /^\d+$/.test(key) ? Number(key) : key, down }).catch(() => {});
}

function contact(button, down, by) {
  if (down ? held.has(button) || button.disabled : held.get(button) !== by) return;
  if (down) held.set(button, by);
  else held.delete(button);
  button.classList.toggle("down", down);
  tell(button, down);
}

/** A key is down as long as the finger is: the table itself distinguishes short, long and double presses. */
function wire() {
  keys.addEventListener("pointerdown", (event) => {
    const button = event.target.closest(".key");
    if (!button || event.button !== 0) return;
    button.setPointerCapture?.(event.pointerId);
    contact(button, true, "pointer");
  });
  for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) {
    keys.addEventListener(type, (event) => event.target.closest(".key") && contact(event.target.closest(".key"), false, "pointer"));
  }
  keys.addEventListener("keydown", (event) => {
    if ((event.key !== "Enter" && event.key !== " ") || !event.target.matches(".key")) return;
    event.preventDefault();
    if (!event.repeat) contact(event.target, true, "key");
  });
  for (const type of ["keyup", "focusout"]) {
    keys.addEventListener(type, (event) => event.target.matches(".key") && contact(event.target, false, "key"));
  }
  // A click without a pointer or a key comes from a screen reader or voice control.
  keys.addEventListener("click", (event) => {
    const button = event.target.closest(".key");
    if (!button || button.disabled || event.detail > 0 || performance.now() - (last.get(button) ?? -Infinity) < 500) return;
    tell(button, true);
    tell(button, false);
  });
  keys.addEventListener("contextmenu", (event) => event.preventDefault());
}

export function start() {
  on(["screen", "table", "language"], draw);
  on(["table", "match", "you", "language", "playback"], build);
  // At a real board these are what one plays with, from the start.
  let shown = false;
  on(["you"], () => {
    if (shown || state.you.kind !== "mirror") return;
    shown = document.querySelector("#board-box").open = true;
  });
  large.addEventListener("click", () => enlarge(large.getAttribute("aria-pressed") !== "true"));
  document.addEventListener("keydown", (event) => event.key === "Escape" && enlarge(false));
  new ResizeObserver(draw).observe(canvas.parentElement); // WebKitGTK shows a canvas blank that has another size
  wire();
}
