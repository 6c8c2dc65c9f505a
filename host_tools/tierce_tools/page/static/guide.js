// One line that says what to do now, and the button for it. Also a line with the facts of the match.

import { request, selected } from "./actions.js";
import { cardName, small } from "./cards.js";
import { buttonOf, made } from "./elements.js";
import { contractText, seatName, zoneName } from "./names.js";
import { isBigGin } from "./racks.js";
import { actsFor, isComputer, isCurtained, isOwner, isSeen, mySeat, on, seatInHand, state } from "./store.js";
import { listed, of, ours, own, t } from "./words.js";

const guide = document.querySelector("#guide");
const deal = document.querySelector('[data-act="deal"]');
const begin = document.querySelector("#start");
const facts = document.querySelector("#match");
const jokers = document.querySelector("#jokers");
const roomFor = document.querySelector("#room");

const COARSE = matchMedia("(pointer: coarse)"); // a finger has no keys
const BUSY = new Set(["deal", "new", "playback", "boot", "power", "zone"]);

const who = (seat) => (mySeat() === seat ? t("g_you") : t("g_you_name", seatName(seat)));

function playText(match, name) {
  if (match.opening) return t(match.spread ? "g_stock_out" : "g_opening", name);
  if (match.game !== "manipulation" && match.draws > 1) return t("g_too_many", name);
  if (match.knocking) return t(isBigGin(match.seat) ? "g_gin_big" : "g_gin_knock", name);
  if (match.game === "gin") return t(match.draws ? "g_gin_drawn" : "g_gin", name);
  if (match.game === "manipulation") return t(match.draws ? "g_manipulation_drawn" : "g_manipulation", name);
  if (match.spread && !match.draws) return t("g_spread", name);
  if (match.contract?.length && !match.draws) return t("g_contract", name, contractText(match.contract, false));
  return t(match.draws ? "g_drawn" : "g_turn", name);
}

/** The cards of a zone that no reader sees: until they are placed by hand, or repaired, nothing goes on. */
function unseenText() {
  const [zone, codes] = Object.entries(state.unseen ?? {})[0] ?? [];
  return zone && t("g_unseen", zoneName(zone), listed(codes.map(cardName)));
}

function turnText(match) {
  const seat = match.seat;
  const name = seatName(seat);
  if (isComputer(seat)) return t("g_computer", name);
  if (isCurtained(seat)) return t("g_curtain", name);
  if (mySeat() !== null && mySeat() !== undefined && mySeat() !== seat) return t("g_wait", name, of(name));
  const unseen = unseenText();
  if (unseen) return unseen;
  const codes = state.verdict?.event === "refused" ? (state.verdict.why ?? []).map((one) => one.code) : [];
  // A knock that was too high is void: it is the next seat's turn, and nothing has to be put right.
  if (codes.includes("knock_too_high")) return `${t("g_knock_void")} ${playText(match, who(seat))}`;
  if (codes.length && !codes.includes("out_of_turn")) return mySeat() === seat ? t("g_refused_you") : t("g_refused", name);
  return playText(match, who(seat));
}

/** The journal is damaged: the totals that the table knows, and how to confirm them. */
function doubtText({ players, totals }) {
  const known = totals.map((total, seat) => [players[seat], total].filter((word) => word !== undefined).join(" "));
  return t(isOwner() ? "g_doubt" : "g_doubt_seat", known.join(", "));
}

/** What to do now, in a sentence. */
function text() {
  const { match, playback, you, busy } = state;
  if (isSeen()) return t(playback.at < playback.of ? "g_stopped" : "g_seen", playbackTitle());
  if (playback?.demo) return t("g_demo");
  if (playback) return t(playback.paused ? "g_paused" : "g_playback", playbackTitle());
  if (you.connection === "away") return t("g_away");
  if (state.faults?.power) return t("g_dark");
  if (you.kind === "mirror") return t(match ? "g_mirror" : "g_mirror_none");
  if (busy) return t(BUSY.has(busy) ? `busy_${busy}` : "busy_other");
  if (state.doubt) return doubtText(state.doubt);
  if (!match) return t(isOwner() ? "g_none" : "g_none_seat");
  if (selected.size && actsFor(seatInHand())) return t(COARSE.matches ? "g_selected_touch" : "g_selected", selected.size);
  if (match.phase === "deal") return state.end && !state.you.readonly ? t("g_read") : dealText(match);
  if (match.phase === "turn") return turnText(match);
  if (match.phase === "count") {
    const names = (match.awaited ?? []).map(seatName);
    return unseenText() || t(match.game === "gin" ? "g_count_gin" : "g_count", listed(names));
  }
  return t(match.phase === "lost" ? "g_lost" : "g_over");
}

const playbackTitle = () => ours(state.playback.title) || state.playback.name || "";

function dealText(match) {
  const name = seatName(match.dealer);
  if (isComputer(match.dealer)) return t("g_computer_deals", name);
  return actsFor(match.dealer) ? t("g_deal", name) : t("g_wait_deal", name);
}

function draw() {
  const { match, playback, busy, doubt } = state;
  const words = text();
  if (guide.textContent !== words) guide.textContent = words;
  const mayDeal = match?.phase === "deal" && !state.end && actsFor(match.dealer) && !isComputer(match.dealer) && !busy;
  deal.hidden = !mayDeal;
  deal.dataset.seat = match?.dealer ?? "";
  deal.textContent = t("deal_cards");
  const going = playback ? !isSeen() && !playback.demo : doubt || (match && match.phase !== "over");
  begin.hidden = Boolean(busy || going || !isOwner() || state.you.readonly);
  begin.textContent = t("choose_game");
  document.body.classList.toggle("demo", Boolean(playback?.demo));
  document.body.dataset.phase = match?.phase ?? "";
}

function matchFacts() {
  const match = state.match;
  const set = (name, value) => (facts.dataset[name] = value);
  set("phase", match?.phase ?? "");
  set("seat", match?.seat ?? -1);
  set("dealer", match?.dealer ?? "");
  set("round", match?.round ?? "");
  set("awaited", (match?.awaited ?? []).join(" "));
  set("down", (match?.down ?? []).join(" "));
  set("contract", (match?.contract ?? []).join(" "));
  set("opening", Boolean(match?.opening));
  set("game", match?.game ?? "");
  set("busy", state.busy ?? "");
  const game = own(state.table?.games, match?.game)?.name;
  const slower = state.pace?.rate < 0.9 && !state.pace.slow ? t("slower", Math.round(1 / state.pace.rate)) : "";
  const words = [t(`kind_${state.you.kind}`), slower];
  if (match) words.unshift(ours(game) || match.game, match.round ? t("round_n", match.round) : "", contractText(match.contract));
  const text = words.filter(Boolean).join(" · ");
  facts.textContent = facts.title = text;
}

/** A joker with several possible faces: the player declares one. */
function ambiguous() {
  const open = (state.jokers ?? []).filter((one) => one.faces?.length > 1 && actsFor(seatInHand()));
  jokers.hidden = !open.length;
  jokers.replaceChildren(
    ...open.map(({ zone, joker, faces }) => {
      const line = made("p", "", t("joker_which", t("meld_n", zone.slice(4))), " ");
      for (const as of faces) {
        const key = buttonOf("button", small(as), { declare: as, zone, joker }, () => request({ do: "declare", zone, joker, as }));
        key.setAttribute("aria-pressed", String(state.melds[zone]?.jokers?.[joker] === as));
        line.append(key);
      }
      return line;
    }),
  );
}

/** All meld zones are in use: said before another one is needed; the virtual table can add one. */
function noRoom() {
  const { room } = state;
  const full = Boolean(room?.full) && !state.playback;
  roomFor.hidden = !full;
  const words = full ? t("zones_full", room.melds) : "";
  const line = roomFor.querySelector("p");
  if (line.textContent !== words) line.textContent = words;
  const add = roomFor.querySelector("button");
  add.hidden = !room?.add;
  add.disabled = Boolean(state.busy);
}

export function start() {
  on(["room", "playback", "busy", "language"], noRoom);
  roomFor.querySelector("button").addEventListener("click", () => request({ do: "zone" }));
  on(["match", "doubt", "playback", "you", "busy", "verdict", "selection", "language", "table", "cards", "faults", "unseen", "end"], draw);
  on(["match", "table", "language", "busy", "you", "pace"], matchFacts);
  on(["jokers", "language", "match", "melds"], ambiguous);
  begin.addEventListener("click", () => document.querySelector("#home").click());
}
