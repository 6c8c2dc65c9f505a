// The page of a reading: in which slots do these cards answer?

import { ask, begin, perform, show } from "./bench.js";
import { drawn, made } from "./elements.js";
import { cards, fillCards } from "./typed.js";
import { current, t } from "./words.js";

function slotOf({ slot, cards: here, asked }) {
  const item = made("section", "answers", made("h3", "", t("reading_slot", slot)), drawn(here));
  item.dataset.slot = slot;
  if (asked.length) item.append(made("p", "said note", t("reading_collision")));
  for (const { ends, cards: answer } of asked) item.append(made("p", "", t("reading_asked", ends)), drawn(answer));
  return item;
}

const submit = () => perform(async (wanted) => {
  const told = await ask({ do: "reading", cards: cards.value });
  if (!wanted()) return;
  const air = made("p", "said head", t("reading_air", told.ms.toLocaleString(current(), { minimumFractionDigits: 1 })));
  const count = made("p", "", t("reading_count", told.silent, told.slots.length, told.extra));
  show(t("reading_result"), air, count, ...told.slots.map(slotOf));
});

begin("reading_page", fillCards, submit);
