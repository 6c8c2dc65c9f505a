// Slow motion and faults: how the table works, and how it reacts to failures.

import { complain, request, selected, unselect } from "./actions.js";
import { cardName, small } from "./cards.js";
import { buttonOf, made } from "./elements.js";
import { shortName, zoneName, zones } from "./names.js";
import { isOwner, on, state } from "./store.js";
import { t } from "./words.js";

const slow = document.querySelector("#slow");
let slowAsked = null; // the unanswered request; until the answer, news do not switch it back
const scan = document.querySelector("#scan");
const faults = document.querySelector("#faults");
const faultZone = document.querySelector("#fault-zone");
const faultKeys = faults.querySelector(".fault-keys");
const faultList = document.querySelector("#fault-list");
const FAULTS = ["flaky", "dead", "stacked", "foreign", "tag", "power"];
const ZONELESS = ["tag", "power"];

const ms = (us) => t("ms", ((us ?? 0) / 1000).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 }));

/** The 16 slots of a scan: each silent, with one card's answer, or with several. */
function slots({ slots: list = [], slot: now, what: kind }) {
  const row = made("ol", `slots ${kind}`);
  list.forEach(([what, code], index) => {
    const item = made("li", `slot is-${what}`);
    Object.assign(item.dataset, { slot: index, is: what });
    item.classList.toggle("now", index === now);
    item.setAttribute("aria-label", t(`slot_${what}`, index + 1, code ? cardName(code) : t("a_card")));
    if (what === "collision") item.append("✱");
    else if (what === "card") item.append(code ? small(code) : "▮");
    else item.append("·");
    row.append(item);
  });
  return row;
}

function airTable(section) {
  const table = made("table", "air");
  const body = made("tbody", "");
  for (const [zone, { scans, air_us: air, share }] of Object.entries(section.zones ?? {})) {
    const head = made("th", "", shortName(zone));
    head.scope = "row";
    const bar = made("progress", "");
    bar.max = 1;
    bar.value = share ?? 0;
    bar.setAttribute("aria-label", t("percent", Math.round((share ?? 0) * 100)));
    const line = made("tr", "", head, made("td", "", String(scans)), made("td", "", ms(air)), made("td", "", bar));
    line.classList.toggle("now", zone === section.zone);
    body.append(line);
  }
  const head = made("thead", "", made("tr", "", ...["air_zone", "air_scans", "air_time"].map((key) => made("th", "", t(key))), made("td", "")));
  table.append(made("caption", "", t("air_head", ms(section.total_us))), head, body);
  return table;
}

function drawScan() {
  const section = state.scan;
  slow.checked = slowAsked ?? Boolean(state.pace?.slow);
  slow.disabled = !isOwner() || state.you.kind === "mirror";
  const field = section?.field ?? null;
  for (const zone of document.querySelectorAll(".zone")) zone.classList.toggle("field", zone.dataset.place === field);
  if (!section) return scan.replaceChildren();
  scan.dataset.zone = section.zone ?? "";
  const what = t(`scan_${section.what ?? "inventory"}`);
  const head = section.zone ? t("scan_head", zoneName(section.zone), what, ms(section.air_us)) : t("scan_none");
  scan.replaceChildren(made("p", "scan-head", head), slots(section), airTable(section));
}

function buildFaults() {
  faults.hidden = !isOwner() || state.you.kind === "mirror";
  document.querySelector("#slow-box").hidden = faults.hidden;
  const names = zones();
  const key = names.join() + document.documentElement.lang;
  if (faultZone.dataset.key !== key) {
    const chosen = faultZone.value;
    faultZone.dataset.key = key;
    faultZone.replaceChildren(...names.map((name) => new Option(zoneName(name), name)));
    if (names.includes(chosen)) faultZone.value = chosen;
  }
  if (!faultKeys.children.length) faultKeys.append(...FAULTS.map((fault) => buttonOf("button", "", { fault })));
  drawFaults();
}

const isOn = (what, zone) => (what === "power" ? Boolean(state.faults?.power) : Boolean(state.faults?.[what]?.includes(zone)));

function drawFaults() {
  for (const button of faultKeys.children) {
    const what = button.dataset.fault;
    const active = isOn(what, faultZone.value);
    if (what !== "tag") button.setAttribute("aria-pressed", String(active));
    button.textContent = t(what === "power" && active ? "fault_power_on" : `fault_${what}`);
    button.title = t(`fault_${what}_long`);
  }
  const ofZones = FAULTS.filter((what) => !ZONELESS.includes(what)).flatMap((what) => (state.faults?.[what] ?? []).map((zone) => [what, { zone }, zoneName(zone)]));
  const ofCards = (state.faults?.tag ?? []).map((card) => ["tag", { card }, cardName(card)]);
  faultList.replaceChildren(
    ...[...ofZones, ...ofCards].map(([what, where, name]) => {
      const off = buttonOf("button small", t("off"), {}, () => request({ do: "fault", what, ...where, on: false }));
      off.setAttribute("aria-label", t("fault_off", t(`fault_${what}`), name));
      return made("li", "", `${name} : ${t(`fault_${what}`)} `, off);
    }),
  );
  document.body.classList.toggle("no-power", Boolean(state.faults?.power));
}

/** Break the tags of the picked cards: no reader sees them then. */
async function breakTags() {
  if (!selected.size) return complain({ en: t("fault_tag_pick"), [document.documentElement.lang]: t("fault_tag_pick") });
  const cards = [...selected];
  unselect();
  for (const card of cards) await request({ do: "fault", what: "tag", card, on: true });
}

export function start() {
  on(["scan", "pace", "you", "language", "table"], drawScan);
  on(["table", "match", "language", "you"], buildFaults);
  on(["faults"], drawFaults);
  slow.addEventListener("change", async () => {
    slowAsked = slow.checked;
    await request({ do: "pace", slow: slow.checked });
    slowAsked = null;
    drawScan();
  });
  faultZone.addEventListener("change", drawFaults);
  faultKeys.addEventListener("click", (event) => {
    const what = event.target.dataset.fault;
    if (!what) return;
    if (what === "tag") return breakTags();
    const zone = faultZone.value;
    const action = { do: "fault", what, on: !isOn(what, zone) };
    request(what === "power" ? action : { ...action, zone });
  });
}
