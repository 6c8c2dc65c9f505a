// A lesson: what pupils do, step by step, each ticked when it is done; and its teacher's view, with answers and a clock.
// #lesson=2 says which. It needs no Python.

import * as appearance from "./appearance.js";
import { made, nodes } from "./elements.js";
import * as language from "./language.js";
import { remember, remembered } from "./memory.js";
import { keep } from "./offline.js";
import { changed, on } from "./store.js";
import { current, t, typeset } from "./words.js";

const find = (selector) => document.querySelector(selector);
const teacher = find("#teacher");
const minutes = find("#minutes");
const MINUTE_MS = 60_000;
const WAIT_MS = 5000; // between two looks at the clock
const books = new Map(); // by language
let lessons = [];
let steps = []; // of this lesson: {title, minutes}, as on the page

const wanted = () => new URLSearchParams(location.hash.slice(1)).get("lesson") ?? "1";
const number = () => (lessons[wanted() - 1] ? Number(wanted()) : 1);
const lesson = () => lessons[number() - 1];

async function fetched() {
  const spoken = current();
  if (!books.has(spoken)) {
    const answer = await fetch(`lessons/${encodeURIComponent(spoken)}.json`).catch(() => null);
    if (!answer?.ok) throw null;
    books.set(spoken, await answer.json());
  }
  return books.get(spoken);
}

// --- steps that are done

const doneKey = () => `lesson ${number()}`;

function doneSteps() {
  try {
    const kept = JSON.parse(remembered(doneKey()));
    return new Set(Array.isArray(kept) ? kept : []);
  } catch {
    return new Set();
  }
}

function tick(at, isDone) {
  const done = doneSteps();
  if (isDone) done.add(at);
  else done.delete(at);
  remember(doneKey(), JSON.stringify([...done]));
  showDone();
}

function showDone() {
  const done = doneSteps();
  find("#lesson-done").textContent = t("lesson_done", steps.filter((_, at) => done.has(at)).length, steps.length);
}

// --- the clock

/** Which step is on in a minute of the hour, and how many minutes it has left; null after the last one. */
function stepAt(minute, spans) {
  const at = spans.findIndex(([from, to]) => minute >= from && minute < to);
  return at < 0 ? null : { at, left: Math.ceil(spans[at][1] - minute) };
}

const spans = () => steps.map((step) => step.minutes[minutes.value]);

function showClock() {
  const begun = Number(remembered("lesson begun")) || 0;
  const minute = (Date.now() - begun) / MINUTE_MS;
  const on = begun && teacher.checked && minute >= 0 ? stepAt(minute, spans()) : null;
  find("#lesson-begin").textContent = t(on ? "lesson_stop" : "lesson_begin");
  find("#clock").textContent = on ? t("lesson_clock", Math.floor(minute) + 1, minutes.value, steps[on.at].title, on.left) : "";
  for (const [at, box] of find("#lesson").querySelectorAll(".step").entries()) box.classList.toggle("now", on?.at === at);
}

find("#lesson-begin").addEventListener("click", () => {
  remember("lesson begun", find("#clock").textContent ? "0" : String(Date.now()));
  showClock();
});
setInterval(showClock, WAIT_MS);

// --- the page

function lessonNodes(html) {
  const box = nodes(html);
  for (const summary of box.querySelectorAll("summary:empty")) summary.textContent = t("lesson_answer");
  return box;
}

function stepBox({ title, minutes: times, html }, at) {
  const box = made("input", "");
  box.type = "checkbox";
  box.checked = doneSteps().has(at);
  box.addEventListener("change", () => tick(at, box.checked));
  const name = typeset(title);
  const label = made("label", "tick", box, made("span", "sr", t("lesson_step_done", name)));
  const [from, to] = times[minutes.value];
  const when = made("small", "notes", ` ${t("lesson_minutes", from, to)}`);
  const item = made("section", "step panel", made("h3", "", label, made("span", "", `${at + 1}. ${name}`), when), lessonNodes(html));
  item.dataset.step = at + 1;
  return item;
}

function chapterBox({ kind, title, html, steps: course, teacher: forTeacher }) {
  const box = made("section", forTeacher ? "notes" : "", made("h2", "", typeset(title)));
  box.dataset.chapter = kind;
  box.append(...(course ? course.map(stepBox) : [lessonNodes(html)]));
  return box;
}

/** The sheets that the lesson has printed, each on a page of its own. */
function sheets(box) {
  const links = [...box.querySelectorAll('a[href^="lessons/"][href$=".svg"]')].map((link) => link.getAttribute("href"));
  const found = [...new Set(links)].filter((href) => !href.includes("board-"));
  return found.map((href) => Object.assign(made("img", "sheet-page"), { src: href, alt: "", loading: "lazy" }));
}

/** Say what is wrong; "": nothing is. */
function complain(text) {
  find("#error").textContent = text;
  find("#error").hidden = !text;
}

async function draw() {
  try {
    lessons = await fetched();
  } catch {
    return complain(t("book_none"));
  }
  complain(Number(wanted()) === number() ? "" : t("lesson_none", wanted(), number()));
  steps = lesson().chapters.find(({ steps: course }) => course).steps.map((step) => ({ ...step, title: typeset(step.title) }));
  find("#lessons").replaceChildren(...lessons.map(({ title }, at) => {
    const link = made("a", "button", typeset(title));
    link.href = `#lesson=${at + 1}`;
    if (at + 1 === number()) link.setAttribute("aria-current", "page");
    return link;
  }));
  const title = typeset(lesson().title);
  find("#lesson-title").textContent = title;
  document.title = `${title} – Tierce`;
  const box = find("#lesson");
  box.replaceChildren(...lesson().chapters.map(chapterBox));
  const printed = sheets(box);
  if (printed.length) {
    const about = made("p", "about screen-only", t("lesson_sheets_about"));
    box.append(made("section", "sheets", made("h2", "screen-only", t("lesson_sheets")), about, ...printed));
  }
  showTeacher();
  showDone();
}

function showTeacher() {
  document.body.classList.toggle("teacher", teacher.checked);
  find("#hour").hidden = !teacher.checked;
  showClock();
}

teacher.addEventListener("change", () => {
  remember("lesson teacher", teacher.checked ? "1" : "");
  showTeacher();
});
minutes.addEventListener("change", () => {
  remember("lesson minutes", minutes.value);
  draw();
});
find("#lesson-print").addEventListener("click", () => print());
addEventListener("hashchange", async () => {
  await draw();
  scrollTo(0, 0);
  find("#lesson-title").focus({ preventScroll: true });
});

await language.begin();
appearance.start();
language.start();
find("#lessons").after(find("#error")); // above the lesson, not below it
teacher.checked = remembered("lesson teacher") === "1";
minutes.value = remembered("lesson minutes") === "45" ? "45" : "55";
changed(["language"]);
find("#status").textContent = "";
await draw();
on(["language"], draw);
for (const link of document.querySelectorAll('nav a[href="lesson.html"]')) link.setAttribute("aria-current", "page");
keep(() => complain(t("damaged")));
document.body.dataset.ready = "1";
