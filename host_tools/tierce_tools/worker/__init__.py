"""One shell around a table: a Web Worker, with Python in the browser. No server, no thread."""
