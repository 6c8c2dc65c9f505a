// The page of a hand: what could it do?

import { ask, begin, fillGames, find, perform, show } from "./bench.js";
import { drawn } from "./elements.js";
import { cards, fillCards, part } from "./typed.js";
import { t } from "./words.js";

const submit = () => perform(async (wanted) => {
  const told = await ask({
    do: "hand", game: find("#game").value, cards: cards.value, table: find("#melds").value, jokers: find("#stands").value, laid: find("#laid").checked,
    round: Number(find("#round").value),
  });
  if (wanted()) show(t("hand_result"), drawn(told.hand), ...told.parts.map(part));
});

begin("hand_page", ({ games }) => {
  fillGames(games);
  // Where each round has its own contract, the answer depends on the round.
  const rounds = () => {
    const most = games[find("#game").value].rounds;
    find("#round-field").hidden = !most;
    find("#round").disabled = !most;  // or the browser would check it
    if (most) find("#round").max = most;
  };
  find("#game").addEventListener("change", rounds);
  rounds();
  fillCards();
}, submit);
