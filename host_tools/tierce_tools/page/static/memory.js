// A person's choices in this browser: language, appearance, sounds.

/** The name of a value in the browser's storage, which all sites of one origin share: with the path of this one. */
export const keyOf = (name) => `tierce ${new URL("../", import.meta.url).pathname} ${name}`;

/** What an earlier version kept for all paths goes to the first site that asks for it. */
function takenOver(name) {
  const old = localStorage.getItem(`tierce.${name}`);
  if (old === null) return null;
  localStorage.setItem(keyOf(name), old);
  localStorage.removeItem(`tierce.${name}`);
  return old;
}

/** The earlier choice; null without one. */
export function remembered(name) {
  try {
    return localStorage.getItem(keyOf(name)) ?? takenOver(name);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(keyOf(name), value);
  } catch {
    // Without storage, it must be chosen again next time.
  }
}
