// The log.

import { request } from "./actions.js";
import { clock, made } from "./elements.js";
import { saveFile } from "./saving.js";
import { on, state } from "./store.js";
import { ours, own } from "./words.js";

const MOST_LINES = 400;
const log = document.querySelector("#log");
const save = document.querySelector("#save-log");
const SIGNS = { good: "✓", bad: "✕", note: "!", plain: "" };
let entries = [];

function line(entry) {
  const sign = made("span", "log-sign", own(SIGNS, entry.mood) ?? "");
  sign.setAttribute("aria-hidden", "true");
  const item = made("li", "", made("span", "log-time", clock(entry.t)), sign, made("span", "", ours(entry.text)));
  const code = (entry.why ?? []).map((one) => one.code).join(" ");
  Object.assign(item.dataset, { n: entry.n, event: entry.event, mood: entry.mood, code });
  return item;
}

/** Add entries and return the new ones; a reader who has scrolled up is not moved. */
export function addLog(added) {
  const fresh = added.filter((entry) => !entries.length || entry.n > entries[entries.length - 1].n);
  if (!fresh.length) return fresh;
  const atEnd = log.scrollTop + log.clientHeight > log.scrollHeight - 30;
  entries = [...entries, ...fresh].slice(-MOST_LINES);
  log.append(...fresh.slice(-MOST_LINES).map(line));
  while (log.children.length > MOST_LINES) log.firstChild.remove();
  if (atEnd) log.scrollTop = log.scrollHeight;
  return fresh;
}

/** After a disconnection the whole log is sent again. */
export function clearLog() {
  entries = [];
  log.replaceChildren();
}

/** Let the browser save the log as a file. */
async function saveLog() {
  const answer = await request({ do: "log" });
  if (!answer) return;
  const lines = answer.log.map((event) => `${JSON.stringify(event)}\n`);
  saveFile(`tierce-${answer.log[0].game ?? "game"}.jsonl`, lines, "application/jsonl");
}

export function start() {
  on(["language"], () => {
    log.replaceChildren(...entries.map(line));
    log.scrollTop = log.scrollHeight;
  });
  const buttons = [save, document.querySelector("#save-kept")];
  on(["match"], () => buttons.forEach((each) => (each.hidden = !state.match)));
  for (const each of buttons) each.addEventListener("click", saveLog);
}
