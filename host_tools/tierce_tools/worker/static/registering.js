// The page Build: a board is taught its deck, card by card, as by `tierce register`.

import { find, worker } from "./bench.js";
import { small } from "./cards.js";
import { saveFile } from "./saving.js";
import { t, typeset } from "./words.js";

const choice = ["new", "old"].map((name) => find(`#register-${name}`));
let deck = "";

/** Ask for a card, or say what happened; `names` are those of the card and of the one whose tag it has. */
function told({ what, text, card, names }) {
  find("#usb-said").textContent = "";
  find("#register-now").hidden = false;
  const twice = what === "twice";
  for (const key of find("#register-now").querySelectorAll("button")) key.hidden = choice.includes(key) !== twice;
  if (twice) for (const [at, text] of ["register_new", "register_old"].entries()) choice[at].textContent = t(text, names[at]);
  const ask = find("#register-ask");
  if (what === "ask") {
    ask.replaceChildren(small(card), ` ${typeset(text)}`);
    ask.dataset.asked = card;
  } else if (text) {
    find("#register-said").textContent = twice ? t("register_twice", names[1]) : typeset(text);
  }
}

function ended({ of, missing, deck: file }) {
  deck = file;
  find("#register-save").hidden = missing.length === of;
  find("#usb-said").textContent = missing.length ? t("register_missing", of - missing.length, of, missing.join(" ")) : t("register_all", of);
}

/** Begin; `atBoard(action, tell)` does something with the board. */
export function start(atBoard) {
  worker.addEventListener("message", ({ data: { walk } }) => walk && told(walk));
  find("#register-begin").addEventListener("click", async () => {
    const [packs, jokers] = ["#register-packs", "#register-jokers"].map((each) => Number(find(each).value));
    find("#register-said").textContent = "";
    await atBoard({ do: "register", packs, jokers, again: find("#register-again").checked }, ended);
    find("#register-now").hidden = true;
  });
  find("#register-save").addEventListener("click", () => saveFile("deck.json", [deck], "application/json"));
}
