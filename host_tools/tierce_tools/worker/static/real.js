// The page Real cards: a match whose cards are tapped, on the phone's reader or on keys. The log is this browser's.

import { ask, begin, complain, fillGames, find } from "./bench.js";
import { cardName, indexOf, small } from "./cards.js";
import { buttonOf, made, named, row, scrolling, signatures } from "./elements.js";
import { houseForm } from "./house.js";
import { keyOf, remember, remembered } from "./memory.js";
import { packed, unpacked } from "./packed.js";
import { contractText } from "./names.js";
import * as decks from "./decks.js";
import * as nfc from "./nfc.js";
import * as sound from "./sound.js";
import { changed, on, state } from "./store.js";
import { listed, of, ours, own, signed, t } from "./words.js";

const KEPT = keyOf("real");
const RANKS = "A23456789TJQK";
const SUITS = "SHDC";
const house = houseForm(find("#options"));
const game = find("#game");
let games = {};
let match = null; // {log, begun, tapped, phase}: the header and all events; when it began, in ms; what is tapped and not yet laid
let told = null; // the table as it is now
let rank = ""; // the rank that was pressed, until its suit is
let teaching = null; // {name, cards, at, tags}

const button = (text, act, kind = "", data = {}) => buttonOf(`button ${kind}`, text, data, act);

// --- what is kept

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(match));
  } catch {
    find("#nfc-said").textContent = t("real_unkept");
  }
}

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT));
    return Array.isArray(found?.log) && Array.isArray(found.log[0]?.players) ? found : null;
  } catch {
    return null;
  }
}

// --- asking the referee

/** Do one thing; what is wrong with it is one sentence. */
async function act(what, values = {}) {
  find("#error").hidden = true;
  try {
    const answer = await ask({ do: "real", act: what, t: Math.max(0, Date.now() - (match?.begun ?? 0)), ...values });
    if (what !== "begin") match.log.push(...answer.new);
    match.phase = answer.phase;
    match.tapped = { taken: answer.taken, laid: answer.laid, counted: answer.counted };
    keep();
    rank = "";
    show(answer);
  } catch (reason) {
    if (reason instanceof Error) throw reason;
    if (reason) complain(ours(reason));
  }
}

const again = () => act("begin", { log: match.log, tapped: match.tapped });
const tap = (card, any = true) => act(any ? "face" : "tap", { card });

// --- the table

const who = (seat) => told.players[seat] ?? "";

/** Where a card lies: "Ana's meld", "the pile". */
function where(zone, owner) {
  if (zone === 0) return t("real_in_pile");
  if (zone < 0) return t("real_in_hand", who(-1 - zone), of(who(-1 - zone)));
  return owner >= 0 ? t("real_in_meld", who(owner), of(who(owner))) : t("meld_n", zone);
}

function guide() {
  const { phase, seat } = told;
  const name = who(seat);
  if (phase === "over") return t("real_over");
  if (phase === "deal") return t("real_do_deal", name, told.dealt);
  if (phase === "count") return t("real_do_count", name, told.counted.length, told.due);
  if (told.upcard) return t("real_do_upcard");
  if (told.refused) return t("real_do_refused", name);
  if (told.ways) return t("real_do_ok", name);
  if (told.offered) return t("real_do_offered", name);
  if (told.game === "gin") return told.knocking ? t("real_do_knock", name) : t("real_do_gin", name);
  return told.pile.length ? t("real_do_turn", name) : t("real_do_add", name);
}

const FRESH = ["turn", "refused", "round", "match"];

function meant() {
  const { key, card, zone, owner } = told.said;
  if (!key) return told.short ? t("real_short", told.counted.length, told.due) : "";
  if (["laid", "counted"].includes(key)) return cardName(card);
  if (key === "refused") return t("real_said_refused");
  if (FRESH.includes(key)) return told.happened.findLast(([event]) => event === key)?.[1].replace(/^[\d:]+\s+/, "") ?? "";
  return t(`real_said_${key}`, cardName(card), zone === undefined ? "" : where(zone, owner ?? -1));
}

const chips = (codes) => made("span", "chips", ...codes.map(small));

/** One line of a proposal: "new: 5♥ 6♥ 7♥"; "to Ana's meld: 9♣". */
function partOf({ kind, cards, came = [], gone = [], owner = -1, jokers = {} }) {
  const line = made("li", "");
  line.dataset.kind = kind;
  const name = owner >= 0 ? t("real_in_meld", who(owner), of(who(owner))) : "";
  if (kind === "to") line.append(t("real_way_to", name), " ", chips(came), " ", made("small", "", "→ ", chips(cards)));
  else if (kind === "swap") line.append(t("real_way_swap", name), " ", chips(came), " ↔ ", chips(gone), " ", made("small", "", "→ ", chips(cards)));
  else line.append(t(`real_way_${kind}`), " ", chips(cards));
  for (const [joker, face] of Object.entries(jokers)) if (cards.includes(joker)) line.append(" ", made("small", "", "(", small(joker), " = ", small(face), ")"));
  return line;
}

function showProposal() {
  const ways = told.ways;
  find("#proposal").hidden = !ways || told.refused;
  if (!ways) return;
  find("#proposal ul").replaceChildren(...ways.parts.map(partOf));
  find("#next").hidden = ways.of < 2;
  find("#next").textContent = t("real_next", ways.at + 1, ways.of);
}

function showTapped() {
  const cards = [...told.taken.filter((card) => !told.laid.includes(card)), ...told.laid, ...told.counted];
  find("#tapped").replaceChildren(...cards.map((card) => {
    const key = button(small(card), () => tap(card, false), told.taken.includes(card) ? "taken" : "", { tapped: card });
    key.setAttribute("aria-label", t("hand_take", cardName(card)));
    return key;
  }));
}

/** The buttons of the table and of the page, for the seat whose taps are awaited. */
function showActs() {
  const keys = [];
  const add = (act, text, run, kind) => keys.push(button(text, run, kind, { act }));
  if (told.phase === "deal") add("deal", t("real_deal"), () => act("press", { button: "deal" }), "primary");
  if (["turn", "count"].includes(told.phase) && !told.upcard) {
    if (told.refused) add("back", t("real_back"), () => act("back"), "primary");
    else if (!told.offered || told.laid.length) add("done", t("real_done"), () => act("done"), told.ways ? "" : "primary");
    for (const name of ["pass", "knock", "draw"]) {
      if (told.phase === "turn" && !told.refused && told.presses.includes(name)) add(name, t(`real_${name}`), () => act("press", { button: name }));
    }
    if (told.may_accept) add("accept_count", t("real_accept_count"), () => act("accept_count"));
  }
  find("#acts").replaceChildren(...keys);
}

/** The keys of cards: the pile's top, ranks, suits; a suit follows its rank. */
function showKeys() {
  const on = ["turn", "count"].includes(told.phase);
  find("#card-keys").hidden = !on;
  if (!on) return;
  const [top] = told.pile;
  find("#pile").replaceChildren(...(top && told.phase === "turn" && !told.upcard ? [button(made("span", "", t("real_take"), " ", small(top)), () => tap(top, false))] : []));
  const rankKeys = [...RANKS].map((each) => {
    const key = button(indexOf(each + "S"), () => {
      rank = rank === each ? "" : each;
      showKeys();
      find(`#suits [data-for]`)?.focus();
    }, "", { rank: each });
    key.setAttribute("aria-pressed", String(rank === each));
    key.setAttribute("aria-label", t(`rank_${each}`));
    return key;
  });
  find("#ranks").replaceChildren(...rankKeys, button(t("joker"), () => tap("X1"), "", { rank: "X" }));
  find("#suits").replaceChildren(...[...SUITS].map((suit) => {
    const key = button(rank ? small(rank + suit) : small("A" + suit).lastChild, () => tap(rank + suit), rank ? "primary" : "", { for: suit });
    key.disabled = !rank;
    key.setAttribute("aria-label", rank ? cardName(rank + suit) : t(`suit_${suit}`));
    return key;
  }));
}

function showTable() {
  find("#melds").replaceChildren(...told.melds.map(({ zone, owner, cards, jokers }) => {
    const keys = cards.map((card) => {
      if (!card.startsWith("X")) return small(card);
      const key = button(small(card), () => tap(card, false), "small");
      key.setAttribute("aria-label", t("real_take_joker"));
      return own(jokers, card) ? made("span", "chips", key, made("small", "", "=", small(jokers[card]))) : key;
    });
    const line = made("p", "", t("real_line", owner >= 0 ? who(owner) : t("meld_n", zone)), " ", made("span", "chips", ...keys));
    line.dataset.zone = zone;
    return line;
  }));
  const { rows, totals, note } = told.sheet;
  const table = made("table", "sheet");
  table.append(made("thead", "", row(t("round"), told.players.map(named), "th")), made("tbody", "", ...rows.map(({ name, points }) => row(name, points.map(signed)))), made("tfoot", "", row(t("total"), totals.map(signed))));
  find("#sheet").replaceChildren(scrolling(table, t("sheet")), made("p", "about", ours(note)), signatures(told.players, t("date")));
  find("#happened").replaceChildren(...told.happened.map(([event, words]) => Object.assign(made("li", "", ours(words)), { className: event })));
}

function showRulings() {
  find("#rulings").replaceChildren(...told.rulings.filter((name) => name !== "count").map((name) => button(t(`real_rule_${name}`), () => {
    if (["undo", "accept"].includes(name) || confirm(t("real_sure", t(`real_rule_${name}`)))) act("ruling", { name });
  })));
  find("#points").hidden = !told.rulings.includes("count");
}

let verdicts = 0;

function show(answer = told) {
  const fresh = answer !== told;
  told = answer;
  find("#setup").hidden = true;
  find("#play").hidden = false;
  document.body.dataset.phase = told.phase;
  document.body.dataset.seat = told.seat;
  const hand = told.phase === "turn" ? ` (${t("real_cards", told.hands[told.seat] ?? 0)})` : "";
  find("#ask-now").textContent = guide() + (told.ways ? "" : hand) + (told.contract.length ? ` ${contractText(told.contract)}` : "");
  find("#meant").textContent = meant();
  find("#meant").dataset.mood = told.said.mood ?? "";
  find("#meant").dataset.said = told.said.key ?? "";
  const why = told.said.key === "refused" ? told.happened.slice(told.happened.findLastIndex(([, words]) => !words.startsWith("-")) + 1) : [];
  find("#why").replaceChildren(...why.map(([, words]) => made("p", "", ours(words.replace(/^- /, "").replace(/\s+\[\w+\]$/, "").replace(/^[\d:]+\s+/, "")))));
  for (const part of [showProposal, showTapped, showActs, showKeys, showTable, showRulings]) part();
  if (fresh && told.said.mood && told.said.mood !== "note") {
    state.verdict = { n: ++verdicts, mood: told.said.mood };
    changed(["verdict"]);
  }
  if (told.bad) complain(t("real_bad_lines", told.bad));
  packed(match.log.map((line) => JSON.stringify(line)).join("\n")).then((log) => (find("#watch").href = `./#log=${log}`), () => {});
}

// --- a new match

function fillSeats() {
  const [low, high] = games[game.value].seats;
  const count = Math.max(low, Math.min(high, Number(find("#seats").value) || 2));
  find("#seats").replaceChildren(...Array.from({ length: high - low + 1 }, (_, at) => new Option(String(low + at))));
  find("#seats").value = count;
  const before = [...find("#players").querySelectorAll("input")].map(({ value }) => value);
  const names = JSON.parse(remembered("real-names") ?? "[]");
  find("#players").replaceChildren(...Array.from({ length: count }, (_, at) => {
    const input = Object.assign(made("input", ""), { maxLength: 20, required: true, autocomplete: "off", value: before[at] ?? names[at] ?? t("seat_n", at + 1) });
    input.setAttribute("aria-label", t("name_of", at + 1));
    input.addEventListener("input", fillDealer);
    return input;
  }));
  fillDealer();
}

function fillDealer() {
  const chosen = find("#dealer").value;
  find("#dealer").replaceChildren(...[...find("#players").children].map(({ value }, at) => new Option(value, at)));
  find("#dealer").value = [...find("#dealer").options].some(({ value }) => value === chosen) ? chosen : "0";
}

function submit() {
  const before = kept();
  if (before && before.phase !== "over" && !confirm(t("real_replace", listed(before.log[0].players.map(String))))) return;
  const players = [...find("#players").children].map(({ value }) => value.trim());
  remember("real-names", JSON.stringify(players));
  match = { log: [{ tierce: 1, game: game.value, players, dealer: Number(find("#dealer").value), rules: house.rules() }], begun: Date.now() };
  navigator.storage?.persist?.().catch(() => {});
  put("");
  again();
}

function goOn(found) {
  match = found;
  again();
}

// --- tags

function put(words) {
  for (const place of ["#nfc-said", "#deck-said"]) find(place).textContent = words;
}

const say = (key, ...values) => put(t(key, ...values));

function tagged(tag) {
  if (teaching) return taught(tag);
  const chosen = find("#deck-name").value;
  const found = decks.whose(tag, chosen);
  if (!found) return say("real_unknown_tag");
  if (found.name !== chosen) return say("real_other_deck", cardName(found.card), found.name);
  put(cardName(found.card));
  if (match && told) tap(found.card, false);
}

let listening = false;

async function listen() {
  if (listening || !nfc.offered()) return;
  try {
    await nfc.listen(tagged, (key) => say(`real_nfc_${key}`));
    listening = true;
    find("#nfc").hidden = true;
    say("real_nfc_on");
  } catch (key) {
    if (key instanceof Error) throw key;
    say(`real_nfc_${key}`);
  }
}

function fillDecks() {
  const names = Object.keys(decks.all());
  const chosen = find("#deck-name").value || remembered("real-deck");
  find("#deck-name").replaceChildren(...(names.length ? names : [""]).map((name) => new Option(name || t("real_no_deck"), name)));
  if (names.includes(chosen)) find("#deck-name").value = chosen;
  for (const id of ["#deck-export", "#deck-link", "#deck-forget"]) find(id).disabled = !names.length;
  find("#nfc-about").textContent = t(nfc.offered() ? "real_nfc_here" : "real_nfc_not_here");
  find("#teach-start").disabled = !nfc.offered();
  find("#nfc").hidden = !nfc.offered() || listening;
}

function askTaught() {
  const { cards, at, tags } = teaching;
  find("#teach").hidden = false;
  find("#teach-ask").replaceChildren(...(at < cards.length ? [t("real_teach_tap", at + 1, cards.length), " ", small(cards[at]), ` ${cardName(cards[at])}`] : [t("real_taught", Object.keys(tags).length)]));
  if (at >= cards.length) teaching = null;
}

function taught(tag) {
  const { name, cards, at, tags } = teaching;
  if (Object.hasOwn(tags, tag) && tags[tag] !== cards[at]) return say("real_twice", cardName(tags[tag]));
  tags[tag] = cards[at];
  teaching.at += 1;
  put(decks.keep(name, tags) ? cardName(cards[at]) : t("real_unkept"));
  fillDecks();
  askTaught();
}

async function teach() {
  const name = find("#teach-name").value.trim() || t("real_my_deck");
  teaching = { name, cards: decks.cardsOf(Number(find("#teach-packs").value), Number(find("#teach-jokers").value)), at: 0, tags: {} };
  await listen();
  find("#deck-name").append(new Option(name, name));
  find("#deck-name").value = name;
  askTaught();
}

function move(step) {
  if (!teaching) return;
  const { tags, cards } = teaching;
  if (step < 0 && teaching.at > 0) {
    const before = Object.keys(tags).find((tag) => tags[tag] === cards[teaching.at - 1]);
    if (before) delete tags[before];
  }
  teaching.at = Math.max(0, teaching.at + step);
  askTaught();
}

/** A deck that came as a file or in a link. */
function imported(text, name) {
  const tags = text && decks.read(text);
  if (!tags) return say("real_bad_deck");
  say(decks.keep(name, tags) ? "real_imported" : "real_unkept", Object.keys(tags).length);
  find("#deck-name").replaceChildren();
  remember("real-deck", name);
  fillDecks();
}

function saved(text, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

find("#deck-export").addEventListener("click", () => saved(decks.written(decks.all()[find("#deck-name").value] ?? {}), `${find("#deck-name").value || "deck"}.json`));
find("#deck-link").addEventListener("click", async () => {
  const name = find("#deck-name").value;
  const link = find("#deck-url");
  link.href = `${location.origin}${location.pathname}#${new URLSearchParams({ deck: await packed(decks.written(decks.all()[name] ?? {})), name })}`;
  link.textContent = t("real_link_of", name);
  link.hidden = false;
});
find("#deck-forget").addEventListener("click", () => {
  if (!confirm(t("real_forget_sure", find("#deck-name").value))) return;
  decks.keep(find("#deck-name").value, null);
  find("#deck-name").replaceChildren();
  fillDecks();
});
find("#deck-import").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) imported(file.size < 1 << 16 ? await file.text() : "", file.name.replace(/\.json$/i, "").slice(0, 30));
  target.value = "";
});
find("#deck-name").addEventListener("change", ({ target }) => remember("real-deck", target.value));
find("#teach-start").addEventListener("click", teach);
find("#teach-back").addEventListener("click", () => move(-1));
find("#teach-skip").addEventListener("click", () => move(1));
find("#teach-stop").addEventListener("click", () => {
  teaching = null;
  find("#teach").hidden = true;
});
find("#nfc").addEventListener("click", listen);
find("#ok").addEventListener("click", () => act("ok"));
find("#next").addEventListener("click", () => act("next"));
find("#points").addEventListener("submit", (event) => {
  event.preventDefault();
  act("ruling", { name: "count", points: Number(find("#points-number").value) });
});
find("#save").addEventListener("click", () => saved(match.log.map((line) => `${JSON.stringify(line)}\n`).join(""), `tierce-${match.log[0].game}.jsonl`));
find("#leave").addEventListener("click", () => {
  find("#play").hidden = true;
  find("#setup").hidden = false;
  showKept();
});
find("#kept-go").addEventListener("click", () => goOn(kept()));
game.addEventListener("change", () => (fillSeats(), house.fill(games[game.value].options)));
find("#seats").addEventListener("change", fillSeats);

/** On a computer a card is two letters: its rank, its suit; the suits' letters are the page's. */
addEventListener("keydown", (event) => {
  if (find("#play").hidden || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  const letter = event.key.toUpperCase();
  const place = [...RANKS].find((each) => indexOf(each + "S") === letter || each === letter || (letter === "0" && each === "T"));
  const suit = rank && [...SUITS].find((each) => t("real_suit_letters")[SUITS.indexOf(each)] === letter);
  if (event.key === "Enter" && event.target === document.body) find("#proposal:not([hidden]) #ok, #acts .primary")?.click();
  else if (suit) tap(rank + suit);
  else if (place) {
    rank = place;
    showKeys();
  }
});

addEventListener("storage", ({ key }) => key === KEPT && told && complain(t("real_elsewhere")));

function showKept() {
  const found = kept();
  find("#kept-match").hidden = !found;
  if (found) find("#kept-what").textContent = t("real_kept", ours(own(games, found.log[0].game)?.name) ?? "", listed(found.log[0].players.map(String)));
}

begin("real_page", async (about) => {
  ({ games } = about);
  fillGames(games);
  fillSeats();
  house.fill(games[game.value].options, document.body.dataset.ready ? house.rules() : {});
  fillDecks();
  showKept();
  if (document.body.dataset.ready) return match && !find("#play").hidden && again();
  sound.start();
  state.verdict = { n: 0 };
  changed(["verdict"]);
  const address = new URLSearchParams(location.hash.slice(1));
  if (address.has("deck")) imported(await unpacked(address.get("deck")).catch(() => ""), (address.get("name") || t("real_my_deck")).slice(0, 30));
}, submit);
on(["language"], fillDecks);
