// The phone's reader of tags: Web NFC, in Chrome on Android, on pages that come by HTTPS. Any tag will do that Android
// calls NDEF or can format so: blank NTAG213, 215 and 216 stickers do (chromium: NfcTagHandler.create).

export const offered = () => "NDEFReader" in globalThis;

/** "04:A2:..." as the tables write it. */
const tagOf = (serial) => serial.replace(/[^0-9a-f]/gi, "").toLowerCase();

/** Read tags: `tag(uid)` for each, `trouble(key)` for what keeps one from being read. Resolves once it reads; rejects with a key. */
export async function listen(tag, trouble) {
  const reader = new globalThis.NDEFReader();
  // A tag without a number of its own, and two tags at once, are errors of reading.
  reader.onreading = ({ serialNumber }) => (tagOf(serialNumber ?? "") ? tag(tagOf(serialNumber)) : trouble("unread"));
  reader.onreadingerror = () => trouble("unread");
  try {
    await reader.scan();
  } catch ({ name }) {
    throw { NotAllowedError: "denied", NotReadableError: "off", NotSupportedError: "none" }[name] ?? "off";
  }
  const permission = await navigator.permissions?.query({ name: "nfc" }).catch(() => null);
  permission?.addEventListener("change", () => permission.state === "denied" && trouble("denied"));
}
