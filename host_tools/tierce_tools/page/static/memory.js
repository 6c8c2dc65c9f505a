// A person's choices in this browser: language, appearance, sounds.

/** The earlier choice; null without one. */
export function remembered(name) {
  try {
    return localStorage.getItem(`tierce.${name}`);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`tierce.${name}`, value);
  } catch {
    // Without storage, it must be chosen again next time.
  }
}
