// What the page begins with, if its address asks for something, or if nothing is on the table:
// #game=gin&players=Ana,Luc&computers=Luc&rule=OPTION=VALUE, #play=RECORDED&at=EVENT, #log=COMPRESSED.

import { complain, request } from "./actions.js";
import { carryOut } from "./door.js";
import { rulesIn } from "./house.js";
import * as link from "./link.js";
import { others } from "./me.js";
import { unpacked } from "./packed.js";
import { on, state } from "./store.js";
import { own, t } from "./words.js";

const DEMO = "demo-rami51";
const DEMO_SPEED = 10;
const FASTEST = 100;

/** The names or numbers of a list in the address. */
const list = (text) => (text ?? "").split(",").map((each) => each.trim()).filter(Boolean);

/** The request that begins the match which the address asks for. */
function match(wanted) {
  const game = own(state.table.games, wanted.get("game"));
  const asked = list(wanted.get("players"));
  const least = game?.seats[0] ?? 2;
  const names = asked.length ? asked : others().slice(0, least);
  const computers = list(wanted.get("computers"));
  const all = computers.length === 1 && computers[0] === "all";
  const seed = wanted.get("seed");
  return {
    do: "new", game: wanted.get("game"), dealer: game?.by_lot ? "lot" : 0, rules: rulesIn(wanted),
    players: names.map((name, seat) => ({ name, computer: all || computers.includes(name) || computers.includes(String(seat)) })),
    ...(seed === null ? {} : { seed: Number(seed) }),
  };
}

/** Play a recording as fast as it goes until an event, then pause there; at 0 it waits for its first step. */
async function playTo(at) {
  if (at === 0) await link.ask({ do: "playback", paused: true });
  if (!(at > 0)) return;
  await link.ask({ do: "playback", speed: FASTEST });
  on(["playback"], () => {
    if (!(state.playback?.at >= at)) return;
    at = Infinity;
    link.ask({ do: "playback", speed: 1, paused: true }).catch(() => {});
  });
}

/** The request that the address asks for; null without one. */
async function asked(wanted) {
  if (wanted.has("log")) return { do: "open", name: t("shared_match"), text: await unpacked(wanted.get("log")) };
  if (wanted.has("play")) return { do: "play", log: wanted.get("play") };
  return wanted.has("game") ? match(wanted) : null;
}

async function begin() {
  const wanted = link.wanted();
  const first = await asked(wanted);
  if (first) {
    // A match that waits here is left only if the person says so.
    if ((await request(first)) && first.do !== "new") await playTo(Number(wanted.get("at") ?? NaN));
    link.done();
  } else if (await carryOut()) {
    return;
  } else if (link.offers.demo && !wanted.has("table") && !state.match && !state.kept?.resumed) {
    await link.ask({ do: "play", log: DEMO, demo: true });
    await link.ask({ do: "playback", speed: DEMO_SPEED });
  }
}

/** Begin, once the table is there; once. */
export function start() {
  let begun = false;
  on(["table"], () => {
    if (begun || !state.table) return;
    begun = true;
    begin().catch((error) => complain(error ?? t("bad_link")));
  });
}
