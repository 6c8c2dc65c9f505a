// Matches that wait to go on: where each stands, the button to go on, and the one to delete it.

import { request } from "./actions.js";
import { buttonOf, made } from "./elements.js";
import { state } from "./store.js";
import { current, games, listed, t } from "./words.js";

/** A day as people say it, without the year. */
const dayOf = (seconds) => new Date(seconds * 1000).toLocaleDateString(current(), { day: "numeric", month: "long" });

/** "87 to 132", as long as two play; else with names. */
function score({ players, totals }) {
  if (!Array.isArray(totals) || !totals.some(Boolean)) return "";
  return totals.map((total, seat) => `${players[seat]} ${total}`).join(", ");
}

/** Where a match stands: the score, the round, whose turn it is, when it was played. */
export function standing(one) {
  const turn = one.phase === "turn" && one.players[one.seat];
  const words = [score(one), one.round ? t("round_n", one.round) : "", turn ? t("kept_turn", turn) : "", one.at ? dayOf(one.at) : ""];
  return words.filter(Boolean).join(" · ");
}

export const titleOf = (one) => `${games()[one.game]?.name ?? one.game}, ${listed(one.players)}`;

function key(text, label, data, className) {
  const button = buttonOf(`button small ${className}`, text, data);
  button.setAttribute("aria-label", label);
  return button;
}

/** The list, each with its buttons; `went` is called once a match goes on. */
export function fillKept(list, went) {
  const matches = state.kept?.matches ?? [];
  list.replaceChildren(...matches.map((one) => {
    const title = titleOf(one);
    const words = made("span", "kept-words", made("b", "", title), made("small", "", standing(one)));
    return made("li", "", words,
      key(t("go_on"), `${t("go_on")}, ${title}`, { kept: one.id }, ""),
      key(t("kept_delete"), `${t("kept_delete")}, ${title}`, { forget: one.id }, "ghost"));
  }));
  list.onclick = async ({ target }) => {
    const { kept, forget } = target.closest("button")?.dataset ?? {};
    if (forget) await request({ do: "forget", match: forget });
    if (kept && (await request({ do: "go_on", match: kept }))) went();
  };
  return matches.length;
}
