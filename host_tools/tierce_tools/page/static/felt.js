// The felt: a place for each zone of the table, and the stock.

import { cardName, hiddenCard, isJoker, known, small } from "./cards.js";
import { made, named } from "./elements.js";
import { seatName, shortName, textOfKind, zoneName } from "./names.js";
import { divide, fit } from "./packing.js";
import { cardsOf, countText, lend, place, takeBack } from "./places.js";
import { on, players, state } from "./store.js";
import { own, t } from "./words.js";

// The same windows as in small.css and flat.css.
export const NARROW = matchMedia("(max-width: 559px), (max-width: 700px) and (min-height: 561px)");
const FLAT = matchMedia("(min-width: 560px) and (max-height: 560px)");
const felt = document.querySelector("#felt");
const cloth = felt.querySelector(".cloth");
const piles = cloth.querySelector(".piles");
const seats = cloth.querySelector(".seats");

function part(parent, tag, className) {
  const node = made(tag, className);
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

const html = document.documentElement;
const isFull = (name) => cardsOf(name).length > 0;

/**
 * The zones that are shown. Of the empty ones for melds the first, "new meld"; none where the game lays none now. The
 * seats' zones are for the count. All of them on demand, for a projector, and where somebody else lays the cards.
 */
function shown(names) {
  const { match } = state;
  const all = !match || state.you.readonly || ["all-zones", "projector"].some((name) => html.classList.contains(name));
  const lays = match?.game === "gin" ? match.knocking || match.phase !== "turn" : match?.phase !== "count";
  const free = lays ? names.find((name) => name.startsWith("meld") && !isFull(name)) : undefined;
  return names.filter((name) => {
    if (name === "discard") return all || match.game !== "manipulation" || isFull(name);
    const seated = !name.startsWith("seat") || !match || Number(name.slice(4)) < players().length;
    return seated && (all || isFull(name) || name === free || (name.startsWith("seat") && match.phase === "count"));
  });
}

/** The parent of a zone, and its zones in order. */
const PARTS = [[piles, /^(stock|discard)$/], [cloth, /^meld/], [seats, /^seat/]];

function build() {
  const names = ["stock", ...(state.table?.zones ?? []).map((zone) => zone.zone)];
  for (const old of cloth.querySelectorAll(".zone")) {
    const name = old.dataset.place;
    if (names.includes(name) && old.querySelectorAll(".led").length === ledsOf(name)) continue;
    takeBack(name);
    old.remove();
  }
  // Tab order is the order of play: stock, discard, melds, then the seats.
  names.sort((a, b) => Number(b === "stock") - Number(a === "stock") || Number(/\d+$/.exec(a) ?? 0) - Number(/\d+$/.exec(b) ?? 0));
  for (const [parent, kind] of PARTS) {
    const before = parent === cloth ? seats : null;
    for (const name of names.filter((one) => kind.test(one))) if (!place(name)) parent.insertBefore(zoneElement(name, ledsOf(name)), before);
  }
  arrange();
}

const ledsOf = (name) => state.table?.zones.find((zone) => zone.zone === name)?.leds?.[1] ?? 0;

let laid = ""; // what the felt is divided for

/** Show the zones in use, in as many rows as give the largest cards. */
function arrange() {
  const zones = (state.table?.zones ?? []).map((zone) => zone.zone);
  if (!zones.length) return;
  const used = new Set(shown(zones));
  for (const zone of zones) place(zone).hidden = !used.has(zone);
  const boxes = [...cloth.querySelectorAll(".zone.meld:not([hidden])")];
  const cards = NARROW.matches ? boxes.map((box) => cardsOf(box.dataset.place).length) : [];
  const melds = boxes.length;
  const seats = used.size - melds - Number(used.has("discard"));
  cloth.classList.toggle("no-seats", !seats);
  // With more than two people, or for an audience, the hands of others are beside the felt.
  const seated = players().length;
  const beside = seated > 2 || FLAT.matches || html.classList.contains("projector");
  felt.parentElement.dataset.layout = seated && beside ? "column" : "rows";
  const room = Math.round(felt.getBoundingClientRect().top + scrollY);
  if (NARROW.matches) felt.style.setProperty("--above", `${room}px`);
  const key = [melds, cards, seats, felt.clientWidth, felt.clientHeight, NARROW.matches, state.match?.spread].join();
  if (key === laid || document.body.classList.contains("dragging")) return;
  laid = key;
  if (NARROW.matches) fit(cloth, felt, boxes, cards, seats);
  else divide(cloth, piles, melds);
}

/** What matters now, for the felt to bring it forward: "draw", "discard" or "count". */
function now() {
  const { match, playback } = state;
  const turn = match?.phase === "turn" && !playback;
  const waits = match?.draws || match?.opening ? (match.game === "manipulation" ? "" : "discard") : "draw";
  cloth.classList.toggle("spread", Boolean(match?.spread));
  felt.dataset.now = turn ? waits : match?.phase === "count" ? "count" : "";
  for (const zone of seats.children) zone.classList.toggle("awaited", Boolean(match?.awaited?.includes(Number(zone.dataset.place.slice(4)))) && match.phase === "count");
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
  brief.append(named(short));
  const [kind, points] = words;
  if (kind) part(brief, "span", "kind").textContent = ` · ${kind}`;
  if (points) part(brief, "span", "worth").textContent = ` · ${points}`;
}

function label(name) {
  const box = place(name);
  if (!box) return;
  const meld = own(state.melds, name);
  const count = cardsOf(name).length;
  const words = []; // after the name
  const line = box.querySelector(".zone-label");
  if (name.startsWith("meld")) {
    box.dataset.kind = meld?.kind ?? "";
    box.dataset.points = meld?.points ?? "";
    box.dataset.jokers = JSON.stringify(meld?.jokers ?? {});
    // Where melds are checked as they are laid, fewer than three cards are not called wrong.
    const laying = count > 0 && count < 3 && Boolean(state.checks?.[name]);
    const wrong = meld?.kind === "none" && count > 0 && !laying;
    box.classList.toggle("wrong", wrong);
    box.classList.toggle("broken", Boolean(meld?.codes?.length) && !laying);
    if (laying) words.push(t("check_yet"), "");
    else if (wrong) words.push(t("no_meld"), "");
    else if (meld && count) words.push(textOfKind(meld.kind, count), t("points_short", meld.points));
  }
  // If there is little room the name is left out, as the rest identifies the zone.
  const free = name.startsWith("meld") && !count && !html.classList.contains("all-zones");
  const seat = own(state.laid_by, name);
  const whose = seat === undefined ? "" : seatName(seat);
  const text = free ? t("new_meld") : [count && name.startsWith("meld") ? whose || shortName(name) : zoneName(name), ...words].filter(Boolean).join(" · ");
  const short = free ? t("new_meld") : whose || (name.startsWith("meld") ? name.slice(4) : shortName(name));
  box.classList.toggle("free", free && Boolean(state.match));
  twoWays(line, text, short, words);
  standsFor(name, meld?.jokers);
  const faults = ["flaky", "dead", "stacked", "foreign"].filter((what) => state.faults?.[what]?.includes(name));
  box.classList.toggle("faulty", faults.length > 0);
  box.classList.toggle("empty", !count);
  const jokers = Object.entries(meld?.jokers ?? {}).map(([, as]) => t("joker_is", cardName(as)));
  const mood = box.querySelector(".ring")?.dataset.mood ?? "off";
  box.setAttribute(
    "aria-label",
    [free ? t("new_meld") : zoneName(name), whose, ...words, countText(name), ...jokers, ...faults.map((what) => t(`fault_${what}`)), mood === "off" ? "" : t(`mood_${mood}`)]
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
  on(["match", "playback", "table"], now);
  const watch = new ResizeObserver(arrange);
  for (const each of [felt, ...document.querySelectorAll(".top, #room, #jokers, #verdict-box, #racks-far")]) watch.observe(each);
  for (const window of [NARROW, FLAT]) window.addEventListener("change", arrange);
  addEventListener("resize", arrange);
}

/** The texts on the zones; to be started after the cards are placed. */
export const labelling = {
  start() {
    on(["cards", "melds", "laid_by", "checks", "match", "table", "faults", "language", "moods"], () => (stock(), labels()));
    on(["cards", "match", "you", "table", "verdict", "end"], arrange);
  },
};
