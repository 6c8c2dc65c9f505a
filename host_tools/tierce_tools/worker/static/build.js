// The page Build: what a table takes, and the file for its board.

import { ask, begin, complain, find, perform, show, worker } from "./bench.js";
import "./editor.js";
import { made, nodes } from "./elements.js";
import * as port from "./port.js";
import * as reach from "./reach.js";
import * as registering from "./registering.js";
import { saveFile } from "./saving.js";
import { ours, t } from "./words.js";

const MOST = 8 << 20; // bytes of a file: no UF2 for a Pico has more
const table = find("#table");
const board = find("#board");
const text = find("#text");
let tables = [];
let planned = null; // {text, board} of the table that is shown

const described = () => ({ text: text.value, board: board.value });

function choose() {
  const one = tables.find(({ name }) => name === table.value);
  if (one) text.open(one.text, "config.json");
}

function folded(title, content, open = false) {
  const box = made("details", "panel pad", made("summary", "", title), content);
  box.open = open;
  for (const scroll of box.querySelectorAll(".text .scroll-x")) {
    scroll.setAttribute("role", "group");
    for (const each of [scroll, scroll.querySelector("table")]) each?.setAttribute("aria-label", title);
  }
  return box;
}

const problem = ({ where, error, text: said }) => {
  const line = made("li", error ? "wrong" : "", made("b", "", error ? t("build_error") : t("build_look")), ` ${where}: ${said}`);
  line.dataset.problem = where;
  return line;
};

const submit = () => perform(async (wanted) => {
  const asked = described();
  find("#make").hidden = true;
  const told = await ask({ do: "plan", ...asked });
  if (!wanted()) return;
  planned = told.pins ? asked : null;
  find("#make").hidden = !planned;
  const list = made("ul", "problems", ...told.problems.map(problem));
  if (!planned) return show(t("build_wrong"), list);
  const link = made("a", "", told.file);
  link.href = told.page;
  link.rel = "noreferrer";
  find("#make-get").replaceChildren(`${t("build_make_get")} `, link);
  find("#made").textContent = "";
  show(
    t("build_result"), list,
    folded(t("build_pins"), nodes(told.pins), true),
    folded(t("build_wiring"), reach.picture(told.wiring, t("build_wiring"))),
    folded(t("build_parts"), nodes(told.parts)),
    folded(t("build_budget"), nodes(told.budget)),
  );
});

// --- the file for the board

const base64 = (bytes) => {
  let said = "";
  for (let at = 0; at < bytes.length; at += 0x8000) said += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(said);
};
const bytesOf = (said) => Uint8Array.from(atob(said), (letter) => letter.charCodeAt(0));

const make = (file) => perform(async (wanted) => {
  find("#made").textContent = "";
  if (!file || !planned) return;
  if (file.size > MOST) return complain(t("build_large", file.name));
  let told;
  try {
    told = await ask({ do: "uf2", ...planned, name: file.name, data: base64(new Uint8Array(await file.arrayBuffer())) });
  } catch (reason) {
    if (reason instanceof DOMException) return complain(t("build_unread", file.name)); // a folder, say
    if (!reason || reason instanceof Error) throw reason;
    return complain(ours(reason)); // the plans stay
  }
  if (!wanted()) return;
  saveFile(told.name, [bytesOf(told.data)], "application/octet-stream");
  find("#made").textContent = t("build_made", told.name, told.version);
});

const drop = find("#drop");
for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
  drop.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", ["dragenter", "dragover"].includes(kind));
    if (kind === "drop") make(event.dataTransfer.files[0]);
  });
}
find("#uf2").addEventListener("change", ({ target }) => {
  make(target.files[0]);
  target.value = "";
});

// --- a board on USB

const keys = ["#usb-deploy", "#usb-both", "#usb-doctor", "#usb-reach", "#usb-watch", "#register-begin"].map(find);
const usbSaid = find("#usb-said");
port.serve(worker);
// A person's answers, each a key as in `tierce register`, go to Python as they come.
find("#usb").addEventListener("click", ({ target: { dataset: { key } } }) => key && worker.postMessage({ line: { key } }));
worker.addEventListener("message", ({ data: { progress } }) => {
  if (progress) usbSaid.textContent = progress.length > 1 ? t("build_copying", Math.floor((100 * progress[0]) / (progress[1] || 1))) : progress[0];
});

/** Do something with the board; what is wrong is said, and what is shown of the table stays. */
async function atBoard(action, tell) {
  find("#error").hidden = true;
  find("#usb-found").replaceChildren();
  usbSaid.textContent = t("build_asking");
  for (const key of keys) key.disabled = true;
  try {
    tell(await ask(action));
  } catch (reason) {
    usbSaid.textContent = "";
    if (reason instanceof Error) throw reason;
    if (reason) usbSaid.textContent = ours(reason);
  }
  for (const key of keys) key.disabled = false;
}

const line = (text, kind = "") => made("li", kind, text);

function installed({ hello, copied, bytes, silent, errors, said }) {
  usbSaid.textContent = hello ? t("build_installed", hello.firmware, hello.micropython, copied, bytes) : t("build_no_hello");
  const lines = hello ? [
    ...errors.map(([part, error]) => line(`${part}: ${error}`, "wrong")),
    ...(silent.length ? [line(t("build_silent", silent.join(", ")), "wrong")] : []),
  ] : said.map((one) => line(one, "wrong"));
  find("#usb-found").replaceChildren(...lines);
}

function examined({ findings }) {
  const bad = findings.filter(({ verdict }) => verdict === "bad").length;
  usbSaid.textContent = t("build_examined", bad);
  find("#usb-found").replaceChildren(...findings.map(({ what, zone, button, verdict, found, text: advice }) => {
    const item = line(`${[zone ?? button, found].filter(Boolean).join(": ")}${advice ? ` – ${advice}` : ""}`, verdict === "bad" ? "wrong" : "");
    Object.assign(item.dataset, { what, verdict });
    return item;
  }));
}

find("#usb-connect").addEventListener("click", async () => {
  try {
    await port.choose();
  } catch ({ name }) {
    usbSaid.textContent = t(name === "SecurityError" ? "build_refused" : "build_none");
    return;
  }
  for (const key of [...keys, find("#register")]) key.hidden = false;
  usbSaid.textContent = t("build_connected");
});
find("#usb-deploy").addEventListener("click", () => atBoard({ do: "deploy" }, installed));
find("#usb-both").addEventListener("click", () => atBoard({ do: "deploy", with: true, ...described() }, installed));
registering.start(atBoard);
find("#usb-watch").addEventListener("click", () => location.assign("./#table=board")); // the table's page: worker/at_board.py
find("#usb-doctor").addEventListener("click", () => atBoard({ do: "doctor" }, examined));

reach.start(atBoard);

table.addEventListener("change", () => {
  choose();
  submit();
});
board.addEventListener("change", submit);
text.addEventListener("input", () => { table.value = ""; });
find("#save").addEventListener("click", () => saveFile("config.json", [text.value], "application/json"));
find("#open").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file?.size > MOST) complain(t("build_large", file.name));
  else if (file) {
    text.open(await file.text(), "config.json");
    table.value = "";
    submit();
  }
  target.value = "";
});

begin("build_page", async () => {
  const told = await ask({ do: "tables" });
  const [chosen, as] = [table.value, board.value];
  const label = ({ name, zones, seats }) => t("build_named", zones, name, seats);
  const own = new Option(t("build_mine"), "");
  table.replaceChildren(...told.tables.map((one) => new Option(label(one), one.name)), own);
  board.replaceChildren(new Option(t("build_board_own"), ""), ...Object.entries(told.boards).map(([key, title]) => new Option(title, key)));
  board.value = as;
  find("#usb-about").textContent = t(port.reaches() ? "build_usb_about" : "build_usb_missing");
  find("#usb-connect").hidden = !port.reaches();
  const first = !tables.length;
  tables = told.tables;
  table.value = first ? "tap" : chosen;
  if (first) choose();
  await reach.fill();
}, submit);
