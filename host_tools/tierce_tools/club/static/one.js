// One table: who sits there, the melds, the discard, the verdict and the score sheet.

import { drawn, made, named } from "./elements.js";
import { awaited, inShort, leaders, notes } from "./all.js";
import { contractText, shortName, textOfKind } from "./names.js";
import { laidOut } from "./order.js";
import { on, take as store } from "./store.js";
import { own, signed, t } from "./words.js";

const find = (selector) => document.querySelector(selector);
const NOTHING = { match: null, melds: {}, cards: {}, verdict: null, sheet: { rows: [], totals: [] }, warnings: [], doubt: null };
let shown = null; // {name, here, table}; null: not known

function seats(match) {
  const onTurn = awaited(match);
  return match.players.map((name, at) => {
    const tags = [
      leaders(match).includes(at) ? `★ ${t("club_leads")}` : "",
      match.hands[at] && match.phase !== "deal" ? t("cards_n", match.hands[at]) : "",
      match.laid[at] ? t("laid_points", match.laid[at]) : "",
      at === match.dealer ? t("is_dealer") : "",
      at === match.knocker ? t("has_knocked") : "",
    ];
    const total = match.totals[at] ?? 0;
    const item = made("li", onTurn.includes(at) ? "on-turn" : "", made("b", "name", named(name)), made("span", "total", signed(t("points_short", total))), made("span", "tags", tags.filter(Boolean).join(" · ")));
    if (onTurn.includes(at)) item.append(made("span", "turn", t("on_turn")));
    return item;
  });
}

function pile(kind, label, content) {
  const box = made("figure", "lying", content, made("figcaption", "", label));
  box.dataset.place = kind;
  return box;
}

function melds(table) {
  const names = Object.keys(table.cards).filter((name) => name !== "discard" && table.cards[name].length);
  names.sort((a, b) => Number(a.slice(4)) - Number(b.slice(4)));
  return names.map((name) => {
    const meld = own(table.melds, name);
    const codes = laidOut(table.cards[name], meld);
    const kind = meld?.kind === "none" ? t("no_meld") : textOfKind(meld?.kind, codes.length);
    const points = meld && meld.kind !== "none" ? t("points_short", meld.points) : "";
    const box = pile(name, [shortName(name), kind, points].filter(Boolean).join(" · "), drawn(codes, [], meld?.jokers));
    box.classList.toggle("wrong", meld?.kind === "none");
    return box;
  });
}

function felt(table) {
  const discard = table.cards.discard ?? [];
  const piles = [];
  if (table.match.stock !== null) piles.push(pile("stock", `${t("stock")} · ${table.match.stock}`, drawn(table.match.stock ? [null] : [])));
  piles.push(pile("discard", t("discard"), drawn(discard)));
  return [made("div", "piles", ...piles), made("div", "laid", ...melds(table))];
}

function draw() {
  const table = shown?.table ?? NOTHING;
  const { match } = table;
  const line = { warnings: table.warnings, doubt: Boolean(table.doubt), ruled: table.sheet.ruled ?? [] };
  find("#one-match").textContent = match ? [inShort(match), contractText(match.contract)].filter(Boolean).join(" · ") : t("sheet_none");
  find("#one-seats").replaceChildren(...(match ? seats(match) : []));
  find("#one-felt").hidden = !match;
  find("#one-felt").replaceChildren(...(match ? felt(table) : []));
  const said = notes(line);
  if (shown?.here === false) said.unshift(made("p", "club-note", t("club_gone")));
  if (!shown) said.unshift(made("p", "club-note", t("club_unknown")));
  find("#one-notes").replaceChildren(...said);
  find("#one-notes").hidden = !said.length;
}

/** Take what is told of the table that is open; null: there is no such table. */
export function take(whole) {
  shown = whole;
  const table = whole?.table ?? NOTHING;
  store({ match: table.match, melds: table.melds, verdict: table.verdict, sheet: table.sheet });
  draw();
}

/** Open a table, of which nothing is known yet. */
export function open(name) {
  find("#one-head").replaceChildren(named(name));
  take({ name, here: null, table: null });
}

export const start = () => on(["language"], draw);
