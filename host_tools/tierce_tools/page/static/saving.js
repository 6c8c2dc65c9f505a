// Files that the browser saves.

/** Let the browser save a file of these parts. */
export function saveFile(name, parts, type) {
  const href = URL.createObjectURL(new Blob(parts, { type }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
