// A class's own copy of the program: its changed files, kept in this browser for all pages of the site.

import { remember, remembered } from "./memory.js";

/** The changed files: {name: text}. */
export function changes() {
  try {
    const kept = Object.entries(JSON.parse(remembered("program")) ?? {});
    return Object.fromEntries(kept.filter(([, text]) => typeof text === "string"));
  } catch {
    return {};
  }
}

export const keep = (files) => remember("program", JSON.stringify(files));
