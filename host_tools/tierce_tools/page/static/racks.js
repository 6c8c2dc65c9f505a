// A rack for each seat: its name, its hand, its buttons.

import { request } from "./actions.js";
import { buttonOf, made, named } from "./elements.js";
import { NARROW } from "./felt.js";
import { showHint } from "./hint.js";
import { seatName, zoneName } from "./names.js";
import { cardsOf, countText, lend, place, takeBack } from "./places.js";
import { actsFor, canMove, isAway, isComputer, isCovered, isCurtained, isOwner, lift, mySeat, nearSeat, on, players, state, turnHand } from "./store.js";
import { release } from "./verdict.js";
import { of, signed, t } from "./words.js";

const far = document.querySelector("#racks-far");
const near = document.querySelector("#racks-near");
const ACTS = ["draw", "done", "knock", "pass", "hint", "back"];
const SORTS = ["suit", "rank", "melds"];
const racks = new Map();
// On a phone the hand is fixed at the bottom, and the page ends above it.
const thumb = new ResizeObserver(([{ target }]) => {
  document.body.style.setProperty("--thumb", `${target.offsetHeight}px`);
});

function rackElement(seat) {
  const acts = made("div", "acts", ...ACTS.map((act) => buttonOf(`button act act-${act}`, "", { act, seat })));
  acts.setAttribute("role", "group");
  const extras = [...SORTS.map((sort) => ({ sort })), { turn: "" }, { computer: "" }];
  const keys = extras.map((what) => buttonOf("button act ghost small", "", { ...what, seat }));
  const head = made("header", "", made("h2", ""), made("p", "rack-tags"), acts, made("div", "extras", ...keys));
  const fan = made("div", "fan");
  const hand = made("div", "hand", fan, buttonOf("button call curtain", "", { curtain: "", seat }));
  hand.dataset.place = `hand${seat}`;
  hand.tabIndex = 0;
  hand.setAttribute("role", "group");
  lend(`hand${seat}`, fan);
  const rack = made("section", "rack", head, hand);
  rack.dataset.seat = seat;
  return rack;
}

/** Whether a hand is shown small, on the far side. With two hands, it is as across a table. */
function isFar(seat) {
  if (!isOwner()) return seat !== mySeat();
  if (NARROW.matches || players().length > 2 || far.parentElement.dataset.layout === "column") return seat !== nearSeat();
  return seat === (isComputer(0) && !isComputer(1) ? 0 : 1);
}

function build() {
  const seats = players().map((_, seat) => seat);
  for (const [seat, rack] of racks) {
    if (seats.includes(seat)) continue;
    takeBack(`hand${seat}`);
    rack.remove();
    racks.delete(seat);
  }
  for (const seat of seats) if (!racks.has(seat)) racks.set(seat, rackElement(seat));
  const focused = document.activeElement;
  for (const [side, wanted] of [[far, seats.filter(isFar)], [near, seats.filter((seat) => !isFar(seat))]]) {
    wanted.forEach((seat, index) => {
      if (side.children[index] !== racks.get(seat)) side.insertBefore(racks.get(seat), side.children[index] ?? null);
    });
    side.dataset.count = wanted.length;
  }
  if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
}

/** Whether a seat may press a button now. Drawing is not a button of the table; it is allowed on turn, once in most games. */
function may(seat, act) {
  const { may: presses, phase, seat: turn, opening, draws, game } = state.match;
  const allowed = presses?.[seat] ?? [];
  if (act === "back") return state.back.includes(seat);
  if (act === "knock" && game === "gin") return allowed.includes(act) && canKnock(seat);
  if (act === "done" && state.match.knocking && cardsOf(`hand${seat}`).length > 10) return allowed.includes(act) && isBigGin(seat);
  if (act !== "draw") return allowed.includes(act);
  const onTurn = phase === "turn" && turn === seat && !opening;
  return allowed.includes("draw") || (onTurn && (!draws || game === "manipulation"));
}

/** Whether a hand of gin is within the limit of a knock, once a card is drawn. */
function canKnock(seat) {
  const { aim, knocking } = state.match;
  const hand = cardsOf(`hand${seat}`);
  return !knocking && hand.length > 10 && state.deadwood?.[seat]?.points <= aim.knock;
}

/** Whether a knock of eleven cards leaves none over: it is laid down without a discard. */
export const isBigGin = (seat) => Boolean(state.match.knocking && state.deadwood?.[seat]?.melds.flat().length > 10);

/** A button's word; Knock has its figure, and Done lays the hand down in the count, and with a big gin. */
function wordOf(seat, act) {
  if (act === "done" && (state.match.phase === "count" || isBigGin(seat))) return t("lay_down");
  const loose = state.deadwood?.[seat];
  return act === "knock" && loose && may(seat, act) ? t("knock_n", loose.points) : t(act);
}

/** Which buttons a game has. */
function has(act, seat) {
  const game = state.match?.game;
  if (act === "back") return Boolean(state.back.includes(seat) || !state.match?.computers?.every(Boolean));
  if (act === "knock") return game === "gin" || game === "manipulation";
  return act !== "pass" || game === "gin" || Boolean(state.match?.spread);
}

function tagsOf(seat) {
  const match = state.match;
  const tags = [];
  if (match.phase !== "deal") tags.push(t("cards_n", cardsOf(`hand${seat}`).length));
  if (match.round || match.totals?.some(Boolean)) tags.push(signed(t("points_short", match.totals[seat])));
  if (match.laid?.[seat] && match.phase !== "deal") tags.push(t("laid_points", match.laid[seat]));
  if (seat === match.dealer) tags.push(t("is_dealer"));
  if (match.down?.includes(seat)) tags.push(t("hand_down"));
  if (seat === match.knocker) tags.push(t("has_knocked"));
  if (isComputer(seat)) tags.push(t(`level_${match.levels?.[seat] ?? "good"}`));
  const loose = state.deadwood?.[seat];
  if (loose && !isComputer(seat)) tags.unshift(t("deadwood_n", loose.points));
  // A narrow place has room for the cards and the points of each.
  return tags.slice(0, NARROW.matches && players().length > 3 && seat !== nearSeat() ? 2 : undefined).join(" · ");
}

function refresh() {
  const match = state.match;
  if (!match) return;
  for (const [seat, rack] of racks) {
    const onTurn = match.phase === "turn" ? match.seat === seat : match.awaited?.includes(seat) ?? false;
    const mine = seat === nearSeat();
    rack.classList.toggle("on-turn", onTurn);
    if (mine && !rack.classList.contains("mine")) {
      thumb.disconnect();
      thumb.observe(rack);
    }
    rack.classList.toggle("mine", mine);
    rack.classList.toggle("covered", isCovered(seat) || !(state.cards[`hand${seat}`] ?? []).some(Boolean));
    rack.setAttribute("aria-label", [zoneName(`hand${seat}`), onTurn ? t("on_turn") : ""].filter(Boolean).join(", "));
    const title = rack.querySelector("h2");
    const name = mySeat() === seat ? t("you_name", seatName(seat)) : seatName(seat);
    if (title.textContent !== name) title.replaceChildren(named(name));
    const tags = rack.querySelector(".rack-tags");
    if (tags.textContent !== tagsOf(seat)) tags.textContent = tags.title = tagsOf(seat);
    rack.querySelector(".acts").setAttribute("aria-label", seatName(seat));
    for (const one of rack.querySelectorAll("[data-act]")) {
      one.textContent = wordOf(seat, one.dataset.act);
      one.setAttribute("aria-label", t("act_of", one.textContent, seatName(seat)));
      one.hidden = !has(one.dataset.act, seat) || !actsFor(seat) || isComputer(seat);
      const call = { draw: onTurn && match.draws === 0 && !match.opening, done: match.phase === "count" || isBigGin(seat) }[one.dataset.act];
      one.classList.toggle("call", Boolean(call) && may(seat, one.dataset.act));
      one.disabled = !may(seat, one.dataset.act) || Boolean(state.busy && one.dataset.act !== "hint");
    }
    const next = SORTS[(SORTS.indexOf(match.sorts?.[seat]) + 1) % SORTS.length];
    for (const one of rack.querySelectorAll("[data-sort]")) {
      one.classList.toggle("next", one.dataset.sort === next);
      one.textContent = t(`sort_${one.dataset.sort}`);
      one.setAttribute("aria-pressed", String(match.sorts?.[seat] === one.dataset.sort));
      one.setAttribute("aria-label", t(`sort_${one.dataset.sort}_long`, seatName(seat), of(seatName(seat))));
      one.title = one.getAttribute("aria-label");
      one.hidden = !actsFor(seat) || isComputer(seat) || !(state.cards[`hand${seat}`] ?? []).some(Boolean);
    }
    const curtain = rack.querySelector("[data-curtain]");
    curtain.hidden = !mine || !isCurtained(seat);
    curtain.textContent = t("curtain", seatName(seat), of(seatName(seat)));
    const turn = rack.querySelector("[data-turn]");
    const turned = isCovered(seat) || isAway(seat) ? "show_hand" : "hide_hand";
    turn.textContent = t(turned);
    turn.title = t(`${turned}_long`, seatName(seat), of(seatName(seat)));
    turn.setAttribute("aria-label", turn.title);
    const open = !isComputer(seat) || players().every((_, one) => isComputer(one));
    turn.hidden = !isOwner() || !canMove() || (open && !state.private.includes(seat));
    const computer = rack.querySelector("[data-computer]");
    computer.textContent = t("auto");
    computer.setAttribute("aria-label", t("computer_plays", seatName(seat)));
    computer.title = computer.getAttribute("aria-label");
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
  else if ("curtain" in button.dataset) lift(seat);
  else if ("turn" in button.dataset && state.private.includes(seat)) await request({ do: "show", seat, on: isAway(seat) });
  else if ("turn" in button.dataset) turnHand(seat);
  else if ("computer" in button.dataset) await request({ do: "computer", seat, on: !isComputer(seat) });
  else if (act === "deal") await request({ do: "deal" });
  else if (act === "draw") await request({ do: "draw", seat });
  else if (act === "back") (await request({ do: "back", seat })) && release();
  else if (act === "hint") showHint(seat, (await request({ do: "hint", seat }))?.hint);
  else if (act) await request({ do: "act", seat, press: act });
}

export function start() {
  on(["match", "table", "you", "private", "shown"], build);
  on(["match", "cards", "deadwood", "you", "busy", "playback", "language", "table", "back", "private", "shown"], refresh);
  NARROW.addEventListener("change", build);
  document.addEventListener("click", pressed);
}
