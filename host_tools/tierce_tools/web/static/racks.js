// A rack for each seat: its name, its hand, its buttons.

import { request } from "./actions.js";
import { showHint } from "./hint.js";
import { seatName, zoneName } from "./names.js";
import { countText, lend, place, takeBack } from "./places.js";
import { actsFor, canMove, isComputer, isOwner, mySeat, on, players, seatInHand, state } from "./store.js";
import { t } from "./words.js";

const far = document.querySelector("#racks-far");
const near = document.querySelector("#racks-near");
const ACTS = ["draw", "done", "knock", "pass", "hint"];
const racks = new Map();

function button(className, text, data) {
  const node = document.createElement("button");
  node.type = "button";
  node.className = className;
  node.textContent = text;
  Object.assign(node.dataset, data);
  return node;
}

function rackElement(seat) {
  const rack = document.createElement("section");
  rack.className = "rack";
  rack.dataset.seat = seat;
  const head = document.createElement("header");
  const name = document.createElement("h2");
  const tags = document.createElement("p");
  tags.className = "rack-tags";
  const acts = document.createElement("div");
  acts.className = "acts";
  acts.setAttribute("role", "group");
  for (const act of ACTS) acts.append(button(`button act act-${act}`, "", { act, seat }));
  const extras = document.createElement("div");
  extras.className = "extras";
  for (const by of ["suit", "rank"]) extras.append(button("button act ghost small", "", { sort: by, seat }));
  const computer = button("button act ghost small", "", { computer: "", seat });
  extras.append(computer);
  head.append(name, tags, acts, extras);
  const hand = document.createElement("div");
  hand.className = "hand";
  hand.dataset.place = `hand${seat}`;
  hand.tabIndex = 0;
  hand.setAttribute("role", "group");
  const fan = document.createElement("div");
  fan.className = "fan";
  hand.append(fan);
  lend(`hand${seat}`, fan);
  rack.append(head, hand);
  return rack;
}

/** Whether a seat sits on the far side of the table; a seat's own page has it on the near side. */
function isFar(seat) {
  if (!isOwner()) return seat !== mySeat();
  if (players().length === 2) return seat === 1;
  const zones = state.table?.zones ?? [];
  const at = zones.find((zone) => zone.zone === `seat${seat}`)?.at;
  if (!at) return seat > 0;
  const lowest = Math.max(...zones.map((zone) => zone.at[1] + zone.at[3]));
  return at[1] + at[3] / 2 < lowest * 0.7;
}

const acrossOf = (seat) => state.table?.zones.find((zone) => zone.zone === `seat${seat}`)?.at?.[0] ?? seat;

function build() {
  const seats = players().map((_, seat) => seat);
  for (const [seat, rack] of racks) {
    if (seats.includes(seat)) continue;
    takeBack(`hand${seat}`);
    rack.remove();
    racks.delete(seat);
  }
  for (const seat of seats) if (!racks.has(seat)) racks.set(seat, rackElement(seat));
  const order = [...seats].sort((a, b) => acrossOf(a) - acrossOf(b));
  for (const [side, wanted] of [[far, order.filter(isFar)], [near, order.filter((seat) => !isFar(seat))]]) {
    wanted.forEach((seat, index) => {
      if (side.children[index] !== racks.get(seat)) side.insertBefore(racks.get(seat), side.children[index] ?? null);
    });
    side.dataset.count = wanted.length;
  }
}

/** Whether a seat may press a button now. Drawing is no button of the table, so it follows the turn. */
function may(seat, act) {
  const allowed = state.match?.may?.[seat] ?? [];
  if (act !== "draw") return allowed.includes(act);
  return allowed.includes("draw") || (state.match.phase === "turn" && state.match.seat === seat);
}

/** Which buttons a game has at all. */
function has(act) {
  const game = state.match?.game;
  if (act === "knock") return game === "gin" || game === "manipulation";
  return act !== "pass" || game === "gin";
}

function tagsOf(seat) {
  const match = state.match;
  const tags = [];
  const cards = match.hands?.[seat];
  if (cards !== undefined && match.phase !== "deal") tags.push(t("cards_n", cards));
  if (match.totals?.[seat] !== undefined && match.round) tags.push(t("points_n", match.totals[seat]));
  if (seat === match.dealer) tags.push(t("is_dealer"));
  if (match.down?.includes(seat)) tags.push(t("has_laid"));
  if (seat === match.knocker) tags.push(t("has_knocked"));
  if (isComputer(seat)) tags.push(t("computer"));
  return tags.join(" · ");
}

function refresh() {
  const match = state.match;
  if (!match) return;
  const hand = seatInHand();
  for (const [seat, rack] of racks) {
    const onTurn = match.phase === "turn" ? match.seat === seat : match.awaited?.includes(seat) ?? false;
    const mine = isOwner() ? seat === hand : seat === mySeat();
    rack.classList.toggle("on-turn", onTurn);
    rack.classList.toggle("mine", mine);
    rack.setAttribute("aria-label", [zoneName(`hand${seat}`), onTurn ? t("on_turn") : ""].filter(Boolean).join(", "));
    const title = rack.querySelector("h2");
    const name = mySeat() === seat ? t("you_name", seatName(seat)) : seatName(seat);
    if (title.textContent !== name) title.textContent = name;
    const tags = rack.querySelector(".rack-tags");
    if (tags.textContent !== tagsOf(seat)) tags.textContent = tagsOf(seat);
    rack.querySelector(".acts").setAttribute("aria-label", seatName(seat));
    for (const one of rack.querySelectorAll("[data-act]")) {
      one.textContent = t(one.dataset.act);
      one.setAttribute("aria-label", t("act_of", t(one.dataset.act), seatName(seat)));
      one.hidden = !has(one.dataset.act) || !actsFor(seat);
      one.disabled = !may(seat, one.dataset.act) || Boolean(state.busy && one.dataset.act !== "hint");
    }
    for (const one of rack.querySelectorAll("[data-sort]")) {
      one.textContent = t(`sort_${one.dataset.sort}`);
      one.setAttribute("aria-label", t(`sort_${one.dataset.sort}_long`, seatName(seat)));
      one.hidden = !actsFor(seat) || !(state.cards[`hand${seat}`] ?? []).some(Boolean);
    }
    const computer = rack.querySelector("[data-computer]");
    computer.textContent = t("computer");
    computer.setAttribute("aria-label", t("computer_plays", seatName(seat)));
    computer.setAttribute("aria-pressed", String(isComputer(seat)));
    computer.hidden = !isOwner() || !canMove();
    place(`hand${seat}`).setAttribute("aria-label", `${zoneName(`hand${seat}`)}, ${countText(`hand${seat}`)}`);
  }
}

async function pressed(event) {
  const button = event.target.closest("button");
  if (!button) return;
  const { act, sort } = button.dataset;
  const seat = Number(button.dataset.seat);
  if (sort) await request({ do: "sort", seat, by: sort });
  else if ("computer" in button.dataset) await request({ do: "computer", seat, on: !isComputer(seat) });
  else if (act === "deal") await request({ do: "deal" });
  else if (act === "draw") await request({ do: "draw", seat });
  else if (act === "hint") showHint(seat, (await request({ do: "hint", seat }))?.hint);
  else if (act) await request({ do: "act", seat, press: act });
}

export function start() {
  on(["match", "table", "you"], build);
  on(["match", "cards", "you", "busy", "playback", "language", "table"], refresh);
  document.addEventListener("click", pressed);
}
