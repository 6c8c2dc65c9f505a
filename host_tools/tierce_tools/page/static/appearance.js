// How the page looks: as the system asks, or light, dark or with high contrast, as chosen here.

import { remember, remembered } from "./memory.js";
import { on } from "./store.js";
import { t } from "./words.js";

const LOOKS = ["auto", "light", "dark", "contrast"];
const select = document.querySelector("#appearance");
const theme = document.querySelector("meta[name=theme-color]");
const dark = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more)");

const wanted = () => (LOOKS.includes(remembered("appearance")) ? remembered("appearance") : "auto");

function show() {
  const system = contrast.matches ? "contrast" : dark.matches ? "dark" : "light";
  document.documentElement.dataset.look = wanted() === "auto" ? system : wanted();
  theme.content = getComputedStyle(document.documentElement).getPropertyValue("--bar");
}

function fill() {
  select.replaceChildren(...LOOKS.map((look) => new Option(t(`look_${look}`), look)));
  select.value = wanted();
}

show(); // before the first texts come, so that the page does not change its colours

export function start() {
  on(["language"], fill);
  select.addEventListener("change", () => (remember("appearance", select.value), show()));
  for (const query of [dark, contrast]) query.addEventListener("change", show);
}
