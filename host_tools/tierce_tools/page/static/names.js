// The names of places, in the page's language.

import { players, state } from "./store.js";
import { listed, of, t } from "./words.js";

export const seatName = (seat) => players()[seat] ?? t("seat_n", seat + 1);

export function zoneName(name) {
  const found = /^(meld|seat|hand)(\d+)$/.exec(name ?? "");
  if (!found) return t(name === "box" ? "box" : name === "stock" ? "stock" : "discard");
  if (found[1] === "meld") return t("meld_n", found[2]);
  const seat = Number(found[2]);
  if (!players()[seat]) return t("seat_n", seat + 1);
  const who = seatName(seat);
  return t(found[1] === "seat" ? "zone_of" : "hand_of", who, of(who));
}

/** The short names. */
export function shortName(name) {
  if (name.startsWith("meld")) return t("meld_short", name.slice(4));
  return name.startsWith("seat") ? seatName(Number(name.slice(4))) : zoneName(name);
}

/** "run", "brelan": French has two words for a set, by its size. */
export const textOfKind = (kind, count) => (kind && kind !== "none" ? t(kind === "set" && count > 3 ? "kind_set4" : `kind_${kind}`) : "");
export const zones = () => (state.table?.zones ?? []).map((zone) => zone.zone);

/** What a round of contrat asks for, as numbers of sets and runs; "" in other games. */
export function contractText([sets, runs] = [], named = true) {
  const parts = [sets ? t("sets_n", sets) : "", runs ? t("runs_n", runs) : ""].filter(Boolean);
  return !parts.length ? "" : named ? t("contract_is", listed(parts)) : listed(parts);
}
