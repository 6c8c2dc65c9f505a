// What editor.js uses of CodeMirror; base/npm.py bundles it into static/codemirror.js.

export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { python } from "@codemirror/lang-python";
export { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
export { lintGutter, setDiagnostics } from "@codemirror/lint";
export { openSearchPanel, search, searchKeymap } from "@codemirror/search";
export { Compartment, EditorState } from "@codemirror/state";
export { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
export { tags } from "@lezer/highlight";
