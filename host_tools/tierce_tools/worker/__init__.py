"""One shell around a table: a Web Worker, where Python runs in the browser. No server, no thread."""
