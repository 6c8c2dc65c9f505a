// The page of the referee: a log, judged line by line.

import { address, ask, begin, complain, find, perform, show } from "./bench.js";
import "./editor.js";
import { made, named, row, scrolling, signatures } from "./elements.js";
import { packed } from "./packed.js";
import { ours, own, signed, t, typeset } from "./words.js";

const text = find("#log-text");
const sample = find("#sample");
const watch = find("#watch");
const LONGEST = 1 << 20; // letters
const MOODS = { turn: "good", refused: "bad", warning: "note", ruling: "note" };

function sheetOf({ players, sheet }) {
  const table = made("table", "sheet");
  const names = players.map((name, seat) => (sheet.winners.includes(seat) ? made("span", "", "★ ", named(name)) : named(name)));
  const body = sheet.rows.map(({ name, points }) => row(name, points.map(signed)));
  table.append(made("thead", "", row(t("round"), names, "th")), made("tbody", "", ...body), made("tfoot", "", row(t("total"), sheet.totals.map(signed))));
  return made("section", "", made("h3", "", t("sheet")), scrolling(table, t("sheet")), made("p", "about", sheet.note), signatures(players, t("date")));
}

function lineOf({ n, log, said, error }) {
  const item = made("li", "", made("span", "number", t("referee_line", n)), made("code", "", log));
  for (const [event, words] of said) {
    const effect = made("p", "effect", ours(words));
    effect.dataset.mood = own(MOODS, event) ?? "plain";
    effect.dataset.event = event;
    item.append(effect);
  }
  if (error) {
    item.append(made("p", "effect", ours(error)));
    item.lastChild.dataset.mood = "bad";
  }
  item.classList.toggle("quiet", !error && !said.some(([event]) => event !== "meld"));
  item.dataset.line = n;
  return item;
}

function result(told) {
  const { turn, refused, bad, left } = told.count;
  const list = made("ol", "lines", ...told.lines.map(lineOf));
  const only = made("input", "");
  Object.assign(only, { type: "checkbox", id: "only" });
  only.setAttribute("role", "switch");
  only.addEventListener("change", () => list.classList.toggle("only", only.checked));
  return [
    made("p", "said head", [told.title, typeset(told.players.join(", "))].filter(Boolean).join(" · ")),
    made("p", "", t("referee_count", turn, refused, bad)),
    ...(told.sheet ? [sheetOf(told)] : []),
    made("h3", "", t("referee_lines")),
    made("label", "switch", only, made("span", "", t("referee_only"))),
    list,
    ...(left ? [made("p", "about", t("referee_left", left))] : []),
  ];
}

const submit = () => perform(async (wanted) => {
  watch.hidden = true;
  const log = text.value;
  const told = await ask({ do: "referee", text: log });
  const address = told.sheet && !told.count.bad ? `./#log=${await packed(log)}` : ""; // a table takes no bad lines
  if (!wanted()) return;
  text.mark(told.lines.filter(({ error }) => error).map(({ n, error }) => ({ line: n, text: ours(error) })));
  if (address) watch.href = address;
  watch.hidden = !address;
  show(t("referee_result"), ...result(told));
});

async function take(file) {
  if (!file) return;
  if (file.size > LONGEST) return complain(t("too_large"));
  sample.value = "";
  text.value = await file.text();
  submit();
}

find("#file").addEventListener("change", ({ target }) => {
  take(target.files[0]);
  target.value = ""; // the same file may be chosen again
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  if (!event.dataTransfer?.files.length || !document.body.dataset.ready) return;
  event.preventDefault();
  take(event.dataTransfer.files[0]);
});
const choose = () => sample.value && perform(async (wanted) => {
  const told = await ask({ do: "sample", name: sample.value });
  if (!wanted()) return;
  text.value = told.text;
  find("#result").hidden = true;
});
sample.addEventListener("change", choose);

/** A log that a lesson names, with the first line that the lesson gives it. */
async function arrive() {
  sample.value = address.get("sample");
  await choose();
  const header = address.get("header");
  if (header) text.value = text.value.replace(/^.*/, () => header);
}

begin("referee_page", async ({ samples }) => {
  const first = !sample.options.length;
  const chosen = sample.value;
  sample.replaceChildren(new Option(t("referee_none"), ""), ...samples.map((name) => new Option(name, name)));
  sample.value = chosen;
  if (first && samples.includes(address.get("sample"))) await arrive();
}, submit);
