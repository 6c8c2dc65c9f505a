// The wire to the server: gets in with the one-time token, keeps a WebSocket, asks and is answered.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

const address = new URL(location.href);
let socket = null;
let wait = FIRST_WAIT;
let number = 0;
let timer = 0;
let refusals = 0;
const asked = new Map();
const handlers = { message() {}, open() {}, status() {} };

/** Trade the token for a cookie. The address is cleaned, so that it can't be shared by mistake. */
async function enter() {
  const token = address.searchParams.get("token");
  if (!token) return true;
  let answer;
  try {
    answer = await fetch("/enter", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
  } catch {
    handlers.status("lost");
    timer = setTimeout(start, wait);
    return false;
  }
  address.searchParams.delete("token");
  history.replaceState(null, "", address.pathname + address.search + address.hash);
  if (answer.ok) {
    const facts = await answer.json().catch(() => ({}));
    if (Number.isInteger(facts.seat)) {
      address.searchParams.set("seat", facts.seat);
      history.replaceState(null, "", address.pathname + address.search + address.hash);
    }
  }
  // A link that was used before is no harm where the cookie is still good: the socket will tell.
  return true;
}

function open(language) {
  clearTimeout(timer);
  const url = new URL("/ws", location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const seat = address.searchParams.get("seat");
  if (seat !== null) url.searchParams.set("seat", seat);
  url.searchParams.set("lang", language());
  const ours = new WebSocket(url);
  let opened = false;
  socket = ours;
  ours.onopen = () => {
    opened = true;
    wait = FIRST_WAIT;
    refusals = 0;
    handlers.open();
    handlers.status("open");
  };
  ours.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if ("re" in message) {
      const waiting = asked.get(message.re);
      asked.delete(message.re);
      if (message.error) waiting?.reject({ ...message.error, doubt: message.doubt });
      else waiting?.resolve(message);
    }
    handlers.message(message);
  };
  ours.onclose = async (event) => {
    if (socket !== ours) return;
    socket = null;
    for (const { reject } of asked.values()) reject(null);
    asked.clear();
    if (event.code === 4403 || (!opened && (await reachable()) && ++refusals > 1)) {
      handlers.status("denied");
      return;
    }
    if (socket) return; // "online" came first
    handlers.status("lost");
    timer = setTimeout(() => open(language), wait);
    wait = Math.min(wait * 1.7, LONGEST_WAIT);
  };
}

/** A socket that did not open doesn't say why; whether the server is there at all tells the two cases apart. */
async function reachable() {
  try {
    await fetch("/static/icon.svg", { cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}

let languageOf = () => "en";

async function start() {
  if (await enter()) open(languageOf);
}

/** Begin; `given` are {message, open, status}. */
export function connect(given, language) {
  Object.assign(handlers, given);
  languageOf = language;
  addEventListener("online", () => socket || open(language));
  return start();
}

/** Ask the server to do something; resolves with its answer, rejects with the reason in both languages or null. */
export function ask(action) {
  return new Promise((resolve, reject) => {
    if (socket?.readyState !== WebSocket.OPEN) return reject(null);
    const id = ++number;
    asked.set(id, { resolve, reject });
    socket.send(JSON.stringify({ id, ...action }));
  });
}

export const language = () => address.searchParams.get("lang");

/** Let the address say another language, if it says one: a reload goes by it. */
export function setLanguage(next) {
  if (!language()) return;
  address.searchParams.set("lang", next);
  history.replaceState(null, "", address.pathname + address.search + address.hash);
}

export const seat = () => address.searchParams.get("seat");
