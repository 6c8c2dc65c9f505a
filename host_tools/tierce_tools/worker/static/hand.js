// The page of a hand: what could it do?

import { ask, begin, drawn, fillGames, find, made, perform, show } from "./bench.js";
import { small } from "./cards.js";
import { cards, fillCards } from "./typed.js";
import { ours, t } from "./words.js";

function part(one) {
  if (one.text) return made("p", `said ${one.kind}`, ours(one.text));
  if (one.joker) return made("p", "stands", small(one.joker), ` ${t("hand_stands_for")} `, small(one.card));
  const melds = made("div", "melds", ...one.melds.map((meld) => drawn(meld, one.new)));
  return made("section", "", made("h3", "", ours(one.title)), melds);
}

const submit = () => perform(async (wanted) => {
  const told = await ask({
    do: "hand", game: find("#game").value, cards: cards.value, table: find("#melds").value, jokers: find("#stands").value, laid: find("#laid").checked,
    round: find("#round-field").hidden ? 1 : Number(find("#round").value),
  });
  if (wanted()) show(t("hand_result"), drawn(told.hand), ...told.parts.map(part));
});

begin("hand_page", ({ games }) => {
  fillGames(games);
  // Where each round has its own contract, the answer depends on the round.
  const rounds = () => {
    const most = games[find("#game").value].rounds;
    find("#round-field").hidden = !most;
    find("#round").max = most;
  };
  find("#game").addEventListener("change", rounds);
  rounds();
  fillCards();
}, submit);
