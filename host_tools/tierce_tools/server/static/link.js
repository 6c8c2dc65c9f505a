// The connection to the server: enters by the session that this page keeps.

import { answered, asking, forget } from "./asking.js";
import { keyOf } from "./memory.js";

// What there is here: windows for seats. A link to this computer opens nowhere else.
export const offers = { share: false, windows: true, demo: false, bench: false };

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const DENIED = 4403;
const TOO_MUCH = 4429;

const address = new URL(location.href);
let socket = null;
let wait = FIRST_WAIT;
let timer = 0;
let refusals = 0;
const handlers = { message() {}, open() {}, status() {} };

// What this window enters with: {session, token}; the token until it is spent. No other window
// has it, not even one of the same browser, and it survives a reload.
let pass = null;
let before = null;

const kept = {
  get() {
    try {
      return JSON.parse(sessionStorage.getItem(keyOf("pass")));
    } catch {
      return null;
    }
  },
  set() {
    try {
      sessionStorage.setItem(keyOf("pass"), JSON.stringify(pass));
    } catch {
      // Without storage, each reload needs a new link.
    }
  },
};

const tokenHere = () => new URLSearchParams(location.hash.slice(1)).get("token");

/** Remove the token from the address, so that it can't be shared by mistake. */
function arrive() {
  pass = before = kept.get();
  const token = tokenHere();
  if (!token) return;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  pass = { session: Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join(""), token };
  kept.set();
  address.hash = "";
  history.replaceState(null, "", address.pathname + address.search);
}

/** The server has admitted this window: its token is spent. */
function entered() {
  if (!pass.token) return;
  pass = { session: pass.session };
  kept.set();
}

/** Whether there is another way in: a link that was used before is no problem with a valid session. */
function fellBack() {
  if (!pass?.token || !before) return false;
  pass = before;
  before = null;
  kept.set();
  return true;
}

function open(language) {
  clearTimeout(timer);
  const url = new URL("/ws", location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  url.search = url.hash = "";
  const ours = new WebSocket(url);
  let opened = false;
  let inside = false;
  socket = ours;
  ours.onopen = () => {
    opened = true;
    ours.send(JSON.stringify({ ...pass, lang: language() }));
  };
  ours.onmessage = (event) => {
    if (!inside) {
      inside = true;
      wait = FIRST_WAIT;
      refusals = 0;
      entered();
      handlers.open();
      handlers.status("open");
    }
    const message = JSON.parse(event.data);
    answered(message);
    handlers.message(message);
  };
  ours.onclose = async (event) => {
    if (socket !== ours) return;
    socket = null;
    forget();
    if (event.code === DENIED && fellBack()) return open(language);
    if (event.code === DENIED || (!opened && (await reachable()) && ++refusals > 1)) {
      handlers.status("denied");
      return;
    }
    if (socket) return; // "online" came first
    handlers.status(event.code === TOO_MUCH ? "busy" : "lost");
    timer = setTimeout(() => open(language), wait);
    wait = Math.min(wait * 1.7, LONGEST_WAIT);
  };
}

/** A socket that did not open doesn't say why; a request shows whether the server is there at all. */
async function reachable() {
  try {
    await fetch("/static/icon.svg", { cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}

/** Start; `given` are {message, open, status}. */
export function connect(given, language) {
  Object.assign(handlers, given);
  arrive();
  addEventListener("online", () => socket || open(language));
  addEventListener("hashchange", () => tokenHere() && location.reload()); // another link was pasted here
  open(language);
}

/** Send a request; see asking.js. Without a connection it rejects with null. */
export function ask(action) {
  if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(null);
  return asking(action, (text) => socket.send(text));
}

/** What the address asks the table for: nothing, as the command has begun what is wanted. */
export const wanted = () => new URLSearchParams();
export const done = () => {};

/** Change the language in the address, if there is one: a reload uses it. */
export function setLanguage(next) {
  if (!address.searchParams.has("lang")) return;
  address.searchParams.set("lang", next);
  history.replaceState(null, "", address.pathname + address.search);
}
