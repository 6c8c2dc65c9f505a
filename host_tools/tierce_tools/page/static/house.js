// The form of a game's house rules.

import { made } from "./elements.js";
import { current, ours, t } from "./words.js";

/** An option's value from its text. */
export const valueOf = (text) => (text === "true" ? true : text === "false" ? false : /^-?\d+$/.test(text) ? Number(text) : text);

/** The house rules in an address, rule=OPTION=VALUE: {option: value}. */
export function rulesIn(address) {
  return Object.fromEntries(address.getAll("rule").map((rule) => {
    const [name, value] = rule.split(/=(.*)/s);
    return [name, valueOf(value ?? "")];
  }));
}

const number = (value) => value.toLocaleString(current());
const isYesNo = ({ choices }) => choices.length === 2 && choices.includes(true);
const hasNumbers = (option) => option.min !== undefined;
/** A value in words. */
export const said = (value) => (typeof value === "number" ? number(value) : t(`choice_${value}`));

function optionField(name, option) {
  const text = made("span", "", ours(option.words) || name);
  const label = made("label", "option", text);
  const field = document.createElement(isYesNo(option) || !option.choices.length ? "input" : "select");
  field.name = `option-${name}`;
  if (isYesNo(option)) {
    field.type = "checkbox";
    field.checked = option.value;
  } else if (option.choices.length) {
    field.append(...option.choices.map((value, i) => new Option(said(value), i)));
    if (hasNumbers(option)) field.append(new Option(t("choice_number"), option.choices.length));
    const at = option.choices.indexOf(option.value);
    field.value = at < 0 ? option.choices.length : at;
  }
  if (field.type === "checkbox" || field.tagName === "SELECT") label.append(field);
  if (hasNumbers(option)) {
    const input = field.tagName === "SELECT" ? document.createElement("input") : field;
    const value = typeof option.value === "number" ? option.value : option.min;
    Object.assign(input, { type: "number", min: option.min, max: option.max, step: 1, value, required: true });
    if (input !== field) {
      input.name = `number-${name}`;
      input.setAttribute("aria-label", text.textContent);
      const show = () => (input.disabled = input.hidden = Number(field.value) !== option.choices.length);
      field.addEventListener("change", show);
      show();
    }
    text.append(made("small", "", ` ${t("range", number(option.min), number(option.max))}`));
    label.append(input);
  }
  return label;
}

/**
 * The form in an element: `fill(options, before, named)` shows options, `rules()` are those that differ from the
 * game's own. Options in `named` {option: name} have a name of their own, and stand in `above`.
 */
export function houseForm(box, above) {
  const touched = new Set(); // options changed by the person
  let all = {};
  const find = (kind, name) => [box, above].map((each) => each?.querySelector(`[name="${kind}-${name}"]`)).find(Boolean);

  /** The value chosen for an option. */
  function chosen(name) {
    const option = all[name];
    const field = find("option", name);
    if (isYesNo(option)) return field.checked;
    if (field.tagName !== "SELECT") return Number(field.value);
    const at = Number(field.value);
    return at < option.choices.length ? option.choices[at] : Number(find("number", name).value);
  }

  /** An option that follows another one keeps following it until the person sets it. */
  function follow(event) {
    const changed = event.target.name?.replace(/^(option|number)-/, "");
    touched.add(changed);
    for (const [name, option] of Object.entries(all)) {
      if (option.follows !== changed || touched.has(name)) continue;
      const value = chosen(changed);
      const at = option.choices.indexOf(value);
      const field = find("option", name);
      field.value = at < 0 ? option.choices.length : at;
      field.dispatchEvent(new Event("change"));
      if (at < 0) find("number", name).value = value;
    }
  }

  /** Show options as they are at first; those that `before` has, as they were. */
  function fill(options, before = {}, named = {}) {
    all = options;
    touched.clear();
    box.replaceChildren();
    above?.replaceChildren();
    for (const [name, option] of Object.entries(all)) {
      if (name in before) touched.add(name);
      const field = optionField(name, name in before ? { ...option, value: before[name] } : option);
      if (name in named) {
        const words = field.querySelector("span");
        words.textContent = words.textContent.replace(` (${named[name]})`, "");
        words.prepend(Object.assign(document.createElement("b"), { textContent: named[name] }), t("check_is", "", ""));
      }
      (name in named ? above : box).append(field);
    }
  }

  function rules() {
    const changed = {};
    for (const [name, option] of Object.entries(all)) {
      const value = chosen(name);
      const own = option.follows ? chosen(option.follows) : option.value;
      if (value !== own) changed[name] = value;
    }
    return changed;
  }

  for (const each of [box, above]) each?.addEventListener("input", follow);
  return { fill, rules };
}
