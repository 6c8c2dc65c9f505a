// The page Build: how far a zone of the board reads, measured with a person's help in four steps.

import { ask, find, worker } from "./bench.js";
import { made } from "./elements.js";
import { remember, remembered } from "./memory.js";
import { saveFile } from "./saving.js";
import { ours, t } from "./words.js";

const MOST = 1 << 16; // bytes of a report
const zones = find("#reach-zone");
const asked = find("#usb-said");
const wrong = find("#reach-said");
const answers = find("#reach-answers");
const keys = ["#reach-save", "#reach-picture"].map(find);
let last = null; // what is shown: {report, picture, lines}

/** Ask the person for what is to be laid. */
function person(text) {
  asked.textContent = text;
  answers.hidden = false;
  answers.querySelector("button").focus();
}

/** An SVG as a picture that may be wider than the page. */
export function picture(svg, alt) {
  const image = Object.assign(made("img", "wiring"), { alt, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` });
  const box = Object.assign(made("div", "scroll-x", image), { tabIndex: 0, role: "group", ariaLabel: alt });
  return made("div", "text", box);
}

function show(told) {
  last = told;
  remember("reach", JSON.stringify(told.report)); // a closed page loses nothing
  const [head, ...rest] = told.lines;
  find("#reach-shown").replaceChildren(picture(told.picture, head), made("p", "", head), made("ul", "", ...rest.map((line) => made("li", "", line.trim()))));
  for (const key of keys) key.hidden = false;
}

/** Show a report, which comes from anywhere; what is wrong with it is said. */
async function reopen(report, name) {
  wrong.textContent = "";
  try {
    show(await ask({ do: "reached", report }));
  } catch (reason) {
    if (reason instanceof Error) throw reason;
    if (reason && name) wrong.textContent = `${name}: ${ours(reason)}`;
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Show the last report in the page's language. */
export async function fill() {
  const report = last?.report ?? parsed(remembered("reach"));
  if (report) await reopen(report, "");
}

/** `atBoard(action, tell)` does something with the board. */
export function start(atBoard) {
  worker.addEventListener("message", ({ data: { reached, asks } }) => {
    if (reached) show(reached);
    if (asks) person(asks);
  });
  find("#usb-connect").addEventListener("click", () => zones.replaceChildren()); // another board has other zones
  find("#usb-reach").addEventListener("click", () => atBoard({ do: "reach", zone: zones.value }, (told) => {
    if (told.zones) zones.replaceChildren(...told.zones.map((name) => new Option(name, name)));
    find("#reach-zones").hidden = !zones.length;
    asked.textContent = t(told.zones ? "reach_which" : "reach_over");
  }));
  answers.addEventListener("click", () => {
    asked.textContent = t("build_asking");
    answers.hidden = true;
  });
  const named = (end) => `reach-${last.report.zone}.${end}`;
  keys[0].addEventListener("click", () => saveFile(named("json"), [`${JSON.stringify(last.report, null, 1)}\n`], "application/json"));
  keys[1].addEventListener("click", () => saveFile(named("svg"), [last.picture], "image/svg+xml"));
  find("#reach-open").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    if (file) await reopen(file.size > MOST ? null : parsed(await file.text()), file.name);
    target.value = "";
  });
}
