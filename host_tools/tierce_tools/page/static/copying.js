// Sending a text on: by the device's own sheet, by the clipboard, or by hand; and saying which.

import { t } from "./words.js";

/** Mark a text on the page, so that the person can copy it. */
function marked(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}

/** Copy a text and say so in `said`; where the clipboard is refused, show it in `shown`, marked. */
export async function copy(text, said, shown) {
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = t("copied");
  } catch {
    shown.hidden = false;
    shown.textContent = text;
    marked(shown);
    said.textContent = t("copy_by_hand");
  }
}

/** Send a text by the device's sheet where there is one, as on phones; else copy it. */
export async function send(text, said, shown) {
  if (!navigator.share) return copy(text, said, shown);
  try {
    await navigator.share({ text });
    said.textContent = t("sent");
  } catch (error) {
    if (error.name === "AbortError") said.textContent = t("not_sent");
    else await copy(text, said, shown);
  }
}
