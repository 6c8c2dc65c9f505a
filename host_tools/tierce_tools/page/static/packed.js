// A log's text, compressed, as the letters of an address.

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
export async function packed(text) {
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
