// A league on the wall: the page is fetched again and again, the round's clock counts down, and what does not fit on
// the screen follows by itself.

const AGAIN_MS = 10_000;
const OVER_S = 3600; // for which a clock that has run out is shown
let skew = 0; // seconds by which the club's computer is ahead of this one

const clock = () => document.querySelector("#clock");

function learn() {
  skew = Number(clock().dataset.now) - Date.now() / 1000;
}

function tick() {
  const { ends, over } = clock().dataset;
  const left = Math.ceil(Number(ends) - skew - Date.now() / 1000);
  const minutes = Math.floor(Math.max(left, 0) / 60);
  const told = left > 0 ? `${minutes}:${String(left % 60).padStart(2, "0")}` : over;
  clock().textContent = Number(ends) && left > -OVER_S ? told : "";
}

async function renew() {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return; // the club's computer is away: what it said last stays
  const main = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  document.querySelector("main").replaceWith(main);
  learn();
  tick();
}

/** Show the next screenful; after the last one the first. */
function turn() {
  const page = document.documentElement;
  if (page.scrollHeight <= innerHeight) return;
  const atEnd = scrollY + innerHeight >= page.scrollHeight - 4;
  scrollTo({ top: atEnd ? 0 : scrollY + innerHeight * 0.85 });
}

learn();
tick();
setInterval(tick, 1000);
setInterval(() => renew().then(turn), AGAIN_MS);
