// <text-editor>: a text field for programs and logs, with line numbers and errors in the margin. As a textarea has,
// it has `value`, `disabled` and the event "input"; `data-wrap` breaks long lines. It is CodeMirror, in a shadow root:
// there its styles are constructed ones, which the page's policy allows.

import {
  bracketMatching, Compartment, defaultKeymap, drawSelection, EditorState, EditorView, highlightActiveLine, HighlightStyle, history, historyKeymap,
  indentUnit, indentWithTab, keymap, lineNumbers, lintGutter, openSearchPanel, python, search, searchKeymap, setDiagnostics, syntaxHighlighting, tags,
} from "./codemirror.js";
import { on } from "./store.js";
import { t } from "./words.js";

// CodeMirror's words, and ours for them.
const PHRASES = {
  Find: "edit_find", Replace: "edit_replace", next: "edit_next", previous: "edit_previous", all: "edit_all", "match case": "edit_case",
  regexp: "edit_regexp", "by word": "edit_word", replace: "edit_replace_one", "replace all": "edit_replace_all", close: "close",
};

const LOOK = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--button)", color: "var(--ink)", border: "1px solid var(--button-line)", borderRadius: "0.5rem" },
  "&.cm-focused": { outline: "3px solid var(--focus)", outlineOffset: "1px" },
  ".cm-scroller": { font: "0.9rem/1.4 ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace", overflow: "auto" },
  ".cm-gutters": { backgroundColor: "var(--rack)", color: "var(--soft)", border: "0" },
  ".cm-activeLine": { backgroundColor: "var(--rack)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": { background: "color-mix(in srgb, var(--focus) 30%, transparent) !important" },
  ".cm-panels, .cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-textfield, .cm-button": { background: "var(--button)", color: "var(--ink)", border: "1px solid var(--button-line)", fontSize: "1rem" },
  ".cm-panel.cm-search [name=close]": { color: "var(--ink)", fontSize: "1.4rem" },
  ".cm-panel.cm-search label": { fontSize: "0.9rem" },
});
const COLOURS = syntaxHighlighting(HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null], color: "var(--link)", fontWeight: "bold" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: tags.number, color: "var(--note)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.definition(tags.variableName), tags.className], fontWeight: "bold" },
]));

class TextEditor extends HTMLElement {
  static observedAttributes = ["aria-label"];
  #kind = new Compartment();
  #words = new Compartment();
  #usable = new Compartment();
  #quiet = false; // while a text is set
  #view;

  connectedCallback() {
    if (this.#view) return;
    const root = this.attachShadow({ mode: "open" });
    this.#view = new EditorView({ root, parent: root, state: this.#state("", "") });
    on(["language"], () => this.#set(this.#words, this.#phrases()));
  }

  attributeChangedCallback() {
    this.#view?.dispatch({});
  }

  #phrases() {
    return EditorState.phrases.of(Object.fromEntries(Object.entries(PHRASES).map(([word, key]) => [word, t(key)])));
  }

  #state(doc, name) {
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), search({ top: true }), LOOK, COLOURS,
        indentUnit.of("    "), keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
        this.#kind.of(name.endsWith(".py") ? python() : []), this.#words.of(this.#phrases()), this.#usable.of(EditorView.editable.of(!this.disabled)),
        this.dataset.wrap === undefined ? [] : EditorView.lineWrapping,
        EditorView.contentAttributes.of(() => ({ "aria-label": this.getAttribute("aria-label") ?? "", spellcheck: "false", autocapitalize: "off", tabindex: "0" })),
        EditorView.updateListener.of(({ docChanged }) => docChanged && !this.#quiet && this.dispatchEvent(new Event("input"))),
      ],
    });
  }

  #set(compartment, extension) {
    this.#view.dispatch({ effects: compartment.reconfigure(extension) });
  }

  get value() {
    return this.#view.state.doc.toString();
  }

  set value(text) {
    this.open(text);
  }

  get disabled() {
    return this.hasAttribute("disabled");
  }

  set disabled(off) {
    this.toggleAttribute("disabled", off);
    this.#set(this.#usable, EditorView.editable.of(!off));
  }

  /** Show the text of a file; its name says what it is written in. */
  open(text, name = "") {
    this.#quiet = true;
    this.#view.setState(this.#state(text, name));
    this.#quiet = false;
  }

  /** Show errors {line, text} in the margin, and nothing else there. A line that is not there is the last one. */
  mark(errors) {
    const { doc } = this.#view.state;
    const found = errors.map(({ line, text }) => {
      const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
      return { from, to, severity: "error", message: text };
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, found));
  }

  /** Select what is searched for, in the middle of the field; tell whether it is there. */
  reveal(text) {
    const from = text ? this.value.indexOf(text) : -1;
    if (from >= 0) this.#go(from, from + text.length);
    return from >= 0;
  }

  /** Go to a line. */
  goTo(line) {
    const { from, to } = this.#view.state.doc.line(Math.min(line, this.#view.state.doc.lines));
    this.#go(from, to);
  }

  #go(anchor, head) {
    this.#view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.#view.focus();
  }

  search() {
    openSearchPanel(this.#view);
  }
}

customElements.define("text-editor", TextEditor);
