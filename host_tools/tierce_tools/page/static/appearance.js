// How the page looks: as the system asks, or light, dark or with high contrast, as chosen here; or large, for a projector.

import { remember, remembered } from "./memory.js";
import { changed, on } from "./store.js";
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

const projector = document.querySelector("#projector"); // not on each page
const PROJECTED = ["projector", document.body.dataset.page].filter(Boolean).join(" "); // a lesson's page and its tables apart

export const isProjected = () => document.documentElement.classList.contains("projector");

function project(on) {
  projector.setAttribute("aria-pressed", String(on));
  document.documentElement.classList.toggle("projector", on);
  remember(PROJECTED, on ? "1" : "");
  dispatchEvent(new Event("resize"));
  changed(["match"]);
}

export function start() {
  on(["language"], fill);
  if (projector) {
    projector.addEventListener("click", () => project(!isProjected()));
    project(remembered(PROJECTED) === "1");
  }
  select.addEventListener("change", () => (remember("appearance", select.value), show()));
  for (const query of [dark, contrast]) query.addEventListener("change", show);
}
