// The page of house rules: which clauses hold, and how recorded matches come out.

import { address, ask, begin, fillGames, find, perform, show } from "./bench.js";
import { tried } from "./clauses.js";
import { made, row, scrolling } from "./elements.js";
import { houseForm, rulesIn } from "./house.js";
import { listed, ours, signed, t } from "./words.js";

const game = find("#game");
const house = houseForm(find("#options"));
let games = {};
let modules = [];
let filled = ""; // the game whose options are shown

const names = (players, seats) => listed(seats.map((seat) => players[seat]));
const ends = (players, { winners, ahead, rounds }) => (!rounds ? "–" : winners.length ? t("rules_ends", names(players, winners)) : t("rules_leads", names(players, ahead)));

function matchOf({ name, players, as_played: before, under_rules: after }) {
  const line = (head, one) => row(head, one.error ? ["–", "–", "–", "–"] : [ends(players, one), one.totals.map(signed).join(" : "), one.rounds, one.refused]);
  const body = made("tbody", "", line(`${name}, ${t("rules_played")}`, before), line(`${name}, ${t("rules_under")}`, after));
  body.dataset.match = name;
  body.lastChild.className = JSON.stringify(before) === JSON.stringify(after) ? "" : "changed";
  return body;
}

/** What is said of a match below the table: why it can't be played, or its first refusal. */
function noteOf({ name, as_played: before, under_rules: after }) {
  if (after.error) return [made("p", "effect", t("rules_none", name, ours(after.error)))];
  return after.first && after.first !== before.first ? [made("p", "effect", t("rules_first", name, ours(after.first)))] : [];
}

function matches(told) {
  const table = made("table", "sheet");
  const heads = ["rules_ahead", "rules_totals", "rules_rounds", "rules_refused"].map((key) => t(key));
  table.append(made("thead", "", row(t("rules_match"), heads, "th")), ...told.matches.map(matchOf));
  return [scrolling(table, t("rules_matches")), ...told.matches.flatMap(noteOf), made("p", "about", t("rules_same"))];
}

const submit = () => perform(async (wanted) => {
  const rules = house.rules();
  const chosen = game.value;
  const told = await ask({ do: "rules", game: chosen, rules });
  if (!wanted()) return;
  const box = made("div", "");
  show(t("rules_matches"), made("p", "", ours(told.said)), ...matches(told), made("h2", "", t("rules_clauses")), box);
  await tried(box, modules, (module) => ask({ do: "clauses", game: chosen, rules, module }), wanted);
});

/** Show the game's options; in another language those that were changed stay. */
function fillOptions() {
  const before = filled === game.value ? house.rules() : filled ? {} : rulesIn(address);
  house.fill(games[game.value].options, before);
  filled = game.value;
}

game.addEventListener("change", () => {
  fillOptions();
  find("#result").hidden = true;
});

begin("rules_page", (about) => {
  ({ games, modules } = about);
  fillGames(games);
  fillOptions();
}, submit);
