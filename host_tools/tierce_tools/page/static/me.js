// Who sits at this screen: a name, asked once, and the level of the computer last played against.

import { remember, remembered } from "./memory.js";
import { state } from "./store.js";
import { levels } from "./words.js";

const NAMES = ["Ana", "Luc", "Zoé", "Jean", "Marie", "Paul"];
const dialog = document.querySelector("#me-dialog");
const field = document.querySelector("#me-name");

/** The name, as kept by this browser or by the table; "" if nobody was asked yet. */
export const myName = () => remembered("name") ?? state.kept?.me?.name ?? "";

/** The level of the computer: the last one, else the best. */
export function myLevel() {
  const last = remembered("level") ?? state.kept?.me?.level;
  return levels().includes(last) ? last : levels().at(-1);
}

export const setLevel = (level) => remember("level", level);

/** The players' names that are offered, without one's own. */
export const others = () => NAMES.filter((name) => name !== myName());

/** Ask for the name; resolves with it, or with "" if the person would rather not. */
export function askName() {
  field.value = myName();
  dialog.returnValue = "";
  dialog.showModal();
  field.select();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      const name = dialog.returnValue === "ok" ? field.value.trim() : "";
      if (name) remember("name", name);
      resolve(name);
    }, { once: true });
  });
}

/** The name, asked for the first time only. */
export const nameOnce = async () => myName() || askName();

/** The players of a game against the computer. */
export const againstComputer = (name, level = myLevel()) => [{ name }, { name: others()[0], computer: true, level }];

export function start() {
  document.querySelector("#me-cancel").addEventListener("click", () => dialog.close());
}
