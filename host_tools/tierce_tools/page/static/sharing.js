// A match as a link: its log, compressed, after #. Nothing is sent anywhere.

import { request } from "./actions.js";
import { offers } from "./link.js";
import { on, state } from "./store.js";
import { t } from "./words.js";

const find = (selector) => document.querySelector(selector);
const LONGEST = 2 << 20; // bytes of a log out of a link

async function through(bytes, stream) {
  const read = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await read.read();
    if (done) return new Blob(parts).arrayBuffer().then((whole) => new Uint8Array(whole));
    length += value.length;
    if (length > LONGEST) throw null; // a small link may hold a very long text
    parts.push(value);
  }
}

/** A log's text in the letters of an address. */
async function packed(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The log in a link; rejects with null if it is damaged. */
export async function unpacked(letters) {
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    throw null;
  }
}

async function share() {
  const answer = await request({ do: "log" });
  if (!answer?.log) return;
  const log = await packed(answer.log.map((line) => JSON.stringify(line)).join("\n"));
  const url = `${location.origin}${location.pathname}#log=${log}`;
  const shown = find("#share-url");
  shown.href = url;
  shown.textContent = t("share_link", Math.ceil(url.length / 1000));
  find("#share-dialog").showModal();
}

export function start() {
  const key = find("#share");
  const show = () => { key.hidden = !offers.share || !state.match || Boolean(state.playback); };
  key.addEventListener("click", share);
  find("#share-copy").addEventListener("click", () => navigator.clipboard?.writeText(find("#share-url").href));
  find("#share-close").addEventListener("click", () => find("#share-dialog").close());
  on(["match", "playback"], show);
  show();
}
