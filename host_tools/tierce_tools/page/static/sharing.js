// A match as a link: its log, compressed, after #. Nothing is sent anywhere.

import { request } from "./actions.js";
import { copy } from "./copying.js";
import { offers } from "./link.js";
import { packed } from "./packed.js";
import { on, state } from "./store.js";
import { t } from "./words.js";

const find = (selector) => document.querySelector(selector);

async function share() {
  const answer = await request({ do: "log" });
  if (!answer?.log) return;
  const log = await packed(answer.log.map((line) => JSON.stringify(line)).join("\n"));
  const url = `${location.origin}${location.pathname}#log=${log}`;
  const shown = find("#share-url");
  shown.href = url;
  shown.textContent = t("share_link", Math.ceil(url.length / 1000));
  find("#share-said").textContent = "";
  find("#share-text").hidden = true;
  find("#share-dialog").showModal();
}

export function start() {
  const key = find("#share");
  const show = () => { key.hidden = !offers.share || !state.match || Boolean(state.playback); };
  key.addEventListener("click", share);
  find("#share-copy").addEventListener("click", () => copy(find("#share-url").href, find("#share-said"), find("#share-text")));
  find("#share-close").addEventListener("click", () => find("#share-dialog").close());
  on(["match", "playback"], show);
  show();
}
