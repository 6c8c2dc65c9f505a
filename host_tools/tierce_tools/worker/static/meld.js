// The page "What is this?": are these cards a run, a set or neither, and why?

import { ask, begin, fillGames, find, perform, show } from "./bench.js";
import { drawn } from "./elements.js";
import { cards, fillCards, part } from "./typed.js";
import { t } from "./words.js";

const submit = () => perform(async (wanted) => {
  const told = await ask({ do: "what", game: find("#game").value, cards: cards.value });
  if (!wanted()) return;
  show(t("what"), drawn(told.cards), ...told.parts.map(part));
  find("#result").dataset.mood = told.mood;
});

begin("what", ({ games }) => {
  fillGames(games, "atelier");
  fillCards();
}, submit);
