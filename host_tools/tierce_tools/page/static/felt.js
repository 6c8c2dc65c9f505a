// The felt: a place for each zone of the table, as in config.json, and the stock.

import { cardName, hiddenCard, isJoker, known, small } from "./cards.js";
import { shortName, textOfKind, zoneName } from "./names.js";
import { packed } from "./packing.js";
import { cardsOf, countText, lend, place, takeBack } from "./places.js";
import { on, players, state } from "./store.js";
import { t } from "./words.js";

const MARGIN = { x: 20, top: 32, bottom: 18 }; // px of felt around the zones; a label is above each
// The same windows as in small.css and flat.css.
const NARROW = matchMedia("(max-width: 559px), (max-width: 700px) and (min-height: 561px)");
const FLAT = matchMedia("(min-width: 560px) and (max-height: 560px)");
const ENOUGH = 72; // px of a card's width from which zones are placed as on the real table
const SMALL = 50; // px below which labels are short
const felt = document.querySelector("#felt");
const cloth = felt.querySelector(".cloth");
let stockAt = null;

function part(parent, tag, className) {
  const node = document.createElement(tag);
  node.className = className;
  parent.append(node);
  return node;
}

function zoneElement(name, leds) {
  const zone = document.createElement("section");
  zone.className = `zone ${name.replace(/\d+$/, "")}`;
  zone.dataset.place = name;
  zone.tabIndex = 0;
  zone.setAttribute("role", "group");
  part(zone, "p", "zone-label");
  if (name !== "stock") {
    const ring = part(zone, "div", "ring");
    ring.dataset.light = name;
    ring.dataset.mood = "off";
    ring.dataset.colour = "#000000";
    for (let index = 0; index < leds; index++) placeLed(part(ring, "i", "led"), index, leds);
    const number = part(zone, "span", "zone-number");
    number.textContent = name.startsWith("meld") ? name.slice(4) : "";
    number.setAttribute("aria-hidden", "true");
  }
  lend(name, part(zone, "div", "fan"));
  return zone;
}

/** The LEDs around a zone, equally spaced, clockwise from the lower left corner. */
function placeLed(led, index, count) {
  const way = ((index + 0.5) / count) * 4;
  const [x, y] =
    way < 1 ? [0, 1 - way] : way < 2 ? [way - 1, 0] : way < 3 ? [1, way - 2] : [4 - way, 1];
  led.style.left = `${x * 100}%`;
  led.style.top = `${y * 100}%`;
}

/** The stock has no reader and no zone: it is beside the discard, where there is room. */
function besideDiscard(zones) {
  const discard = zones.find((zone) => zone.zone === "discard")?.at ?? [0, 0, 140, 140];
  const [x, y, w, h] = discard;
  const room = w + 60;
  const candidates = [[x - room - 60, y], [x - room, y], [x + room, y], [x, y - h - 60], [x, y + h + 60]];
  const free = ([left, top]) =>
    zones.every(({ at }) => left + w <= at[0] || at[0] + at[2] <= left || top + h <= at[1] || at[1] + at[3] <= top);
  const found = candidates.find(free) ?? [x - room, y];
  return [...found, w, h];
}

/** Seats without a player leave their room to the others. */
const used = (name) => !name.startsWith("seat") || !state.match || Number(name.slice(4)) < players().length;

function build() {
  const zones = state.table?.zones ?? [];
  const names = ["stock", ...zones.map((zone) => zone.zone)];
  for (const old of [...cloth.children]) {
    if (names.includes(old.dataset.place) && old.querySelectorAll(".led").length === ledsOf(old.dataset.place)) continue;
    takeBack(old.dataset.place);
    old.remove();
  }
  for (const name of names) if (!place(name)) cloth.append(zoneElement(name, ledsOf(name)));
  // Tab order is the order of play: stock, discard, melds, then the seats.
  const kinds = ["stock", "discard", "meld", "seat"];
  const rank = (name) => kinds.indexOf(name.replace(/\d+$/, "")) * 1000 + Number(/\d+$/.exec(name) ?? 0);
  names.sort((a, b) => rank(a) - rank(b));
  names.forEach((name, index) => {
    if (cloth.children[index] !== place(name)) cloth.insertBefore(place(name), cloth.children[index] ?? null);
  });
  stockAt = besideDiscard(zones);
  arrange();
}

const ledsOf = (name) => state.table?.zones.find((zone) => zone.zone === name)?.leds?.[1] ?? 0;

/** Place all zones on the cloth, as large as the window allows. */
function arrange() {
  const zones = state.table?.zones ?? [];
  if (!zones.length) return;
  const all = [{ zone: "stock", at: stockAt }, ...zones];
  const shown = all.filter(({ zone }) => used(zone));
  for (const { zone } of all) place(zone).hidden = !used(zone);
  const left = Math.min(...shown.map(({ at }) => at[0]));
  const top = Math.min(...shown.map(({ at }) => at[1]));
  const wide = Math.max(...shown.map(({ at }) => at[0] + at[2])) - left;
  const high = Math.max(...shown.map(({ at }) => at[1] + at[3])) - top;
  // With more than two people, or for an audience, the hands of others are beside the felt.
  const seated = players().length;
  const beside = seated > 2 || FLAT.matches || document.documentElement.classList.contains("projector");
  felt.parentElement.dataset.layout = seated && beside ? "column" : "rows";
  if (NARROW.matches) {
    cloth.removeAttribute("style");
    cloth.classList.remove("tiny", "packed");
    for (const { zone } of all) for (const one of ["x", "y", "w", "h", "cw", "own"]) place(zone).style.removeProperty(`--${one}`);
    return;
  }
  const scale = Math.max(
    0.1,
    Math.min((felt.clientWidth - 2 * MARGIN.x) / wide, (felt.clientHeight - MARGIN.top - MARGIN.bottom) / high),
  );
  const narrowest = Math.min(...zones.map(({ at }) => Math.min(at[2], at[3])));
  const cw = ((narrowest * 0.86) / 1.4) * scale;
  // As on the real table if the cards are large enough; otherwise packed.
  const layout = cw < ENOUGH ? pack(shown.map(({ zone }) => zone)) : null;
  cloth.style.width = `${layout?.width ?? wide * scale + 2 * MARGIN.x}px`;
  cloth.style.height = `${layout?.height ?? high * scale + MARGIN.top + MARGIN.bottom}px`;
  cloth.style.setProperty("--cw", `${layout?.cw ?? cw}px`);
  cloth.classList.toggle("packed", Boolean(layout));
  cloth.classList.toggle("tiny", (layout?.cw ?? cw) < SMALL);
  for (const { zone, at } of shown) {
    const box = place(zone);
    const lies = layout?.places[zone] ?? {
      x: (at[0] - left) * scale + MARGIN.x, y: (at[1] - top) * scale + MARGIN.top, w: at[2] * scale, h: at[3] * scale, cw,
    };
    lies.own = lies.cw; // the largest cards of a fan
    for (const one of ["x", "y", "w", "h", "cw", "own"]) box.style.setProperty(`--${one}`, `${lies[one]}px`);
    box.classList.toggle("upright", !layout && at[3] > at[2] * 1.4);
  }
}

/** The packed zones, with room for a label above each. */
function pack(names) {
  const room = { width: felt.clientWidth, height: felt.clientHeight - 6 };
  const line = parseFloat(getComputedStyle(document.documentElement).fontSize) * 1.2;
  if (document.documentElement.classList.contains("projector")) return packed(names, { ...room, label: line + 6, gap: 12, fan: 1.75 });
  const wide = packed(names, { ...room, label: line + 10, gap: 16, fan: 2.1 });
  return wide.cw < SMALL ? packed(names, { ...room, label: line * 0.8 + 3, gap: 8, fan: 1.75 }) : wide;
}

/** The stock is a pile of backs whose height shows the number of cards. */
function stock() {
  const box = place("stock");
  if (!box) return;
  const count = Number(state.cards.stock ?? state.match?.stock ?? 0);
  const fan = box.querySelector(".fan");
  if (count && !fan.firstChild) fan.append(hiddenCard());
  if (!count) fan.replaceChildren();
  fan.firstChild?.setAttribute("aria-label", t("stock_top", count));
  fan.style.setProperty("--height", Math.min(10, Math.ceil(count / 8)));
  box.dataset.count = count;
  twoWays(box.querySelector(".zone-label"), `${t("stock")} · ${count}`, `${count}`);
  box.setAttribute("aria-label", `${t("stock")}, ${t("cards_n", count)}`);
}

/** A label in full and in short form: with the points, and the kind of meld if there is room. */
function twoWays(line, text, short, words = []) {
  if (line.dataset.text === text) return;
  line.dataset.text = text;
  line.replaceChildren();
  part(line, "span", "long").textContent = text;
  const brief = part(line, "span", "short");
  brief.append(short);
  const [kind, points] = words;
  if (kind) part(brief, "span", "kind").textContent = ` · ${kind}`;
  if (points) brief.append(` · ${points}`);
}

function label(name) {
  const box = place(name);
  if (!box) return;
  const meld = state.melds[name];
  const count = cardsOf(name).length;
  const words = []; // after the name
  const line = box.querySelector(".zone-label");
  if (name.startsWith("meld")) {
    box.dataset.kind = meld?.kind ?? "";
    box.dataset.points = meld?.points ?? "";
    box.dataset.jokers = JSON.stringify(meld?.jokers ?? {});
    const wrong = meld?.kind === "none" && count > 0;
    box.classList.toggle("wrong", wrong);
    box.classList.toggle("broken", Boolean(meld?.codes?.length));
    if (wrong) words.push(t("no_meld"), "");
    else if (meld && count) words.push(textOfKind(meld.kind, count), t("points_short", meld.points));
  }
  // If there is little room the name is left out, as the rest identifies the zone.
  const text = [count && name.startsWith("meld") ? shortName(name) : zoneName(name), ...words].filter(Boolean).join(" · ");
  const short = name.startsWith("meld") ? name.slice(4) : shortName(name);
  twoWays(line, text, short, words);
  standsFor(name, meld?.jokers);
  const faults = ["flaky", "dead", "stacked", "foreign"].filter((what) => state.faults?.[what]?.includes(name));
  box.classList.toggle("faulty", faults.length > 0);
  box.classList.toggle("empty", !count);
  box.style.setProperty("--n", Math.max(1, count));
  const jokers = Object.entries(meld?.jokers ?? {}).map(([, as]) => t("joker_is", cardName(as)));
  const mood = box.querySelector(".ring")?.dataset.mood ?? "off";
  box.setAttribute(
    "aria-label",
    [zoneName(name), ...words, countText(name), ...jokers, ...faults.map((what) => t(`fault_${what}`)), mood === "off" ? "" : t(`mood_${mood}`)]
      .filter(Boolean).join(", "),
  );
}

/** A joker shows the card that it stands for. */
function standsFor(name, jokers) {
  for (const code of cardsOf(name)) {
    if (!code || !isJoker(code)) continue;
    const sheet = known(code)?.firstChild;
    const as = jokers?.[code] ?? "";
    if (!sheet || (sheet.dataset.as ?? "") === as) continue;
    sheet.dataset.as = as;
    sheet.querySelector(".chip")?.remove();
    if (as) sheet.append(small(as));
  }
}

const labels = () => {
  for (const { zone } of state.table?.zones ?? []) label(zone);
};

export function start() {
  on(["table"], build);
  on(["match", "you"], arrange);
  new ResizeObserver(arrange).observe(felt);
  for (const window of [NARROW, FLAT]) window.addEventListener("change", arrange);
  addEventListener("resize", arrange);
}

/** The texts on the zones; to be started after the cards are placed. */
export const labelling = {
  start() {
    on(["cards", "melds", "match", "table", "faults", "language", "moods"], () => (stock(), labels()));
  },
};
