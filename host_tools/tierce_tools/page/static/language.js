// The page's language: as chosen here before, else as in the address, else the browser's.

import { remember, remembered } from "./memory.js";
import { changed } from "./store.js";
import { current, languages, speak } from "./words.js";

const select = document.querySelector("#language");

/** Speak it, before anything is shown. It may stand after # too, which no server sees. */
export function begin() {
  const address = new URLSearchParams(`${location.search.slice(1)}&${location.hash.slice(1)}`);
  return speak(remembered("language") ?? address.get("lang") ?? navigator.language ?? "en");
}

/** Let people choose; `chosen` is called before the page's parts hear of it. */
export function start(chosen = () => {}) {
  select.replaceChildren(...Object.entries(languages()).map(([code, name]) => Object.assign(new Option(name, code), { lang: code })));
  select.value = current();
  select.addEventListener("change", async () => {
    await speak(select.value);
    remember("language", current());
    select.value = current();
    chosen();
    changed(["language"]);
  });
}
