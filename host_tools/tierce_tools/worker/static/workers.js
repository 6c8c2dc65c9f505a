// Starts workers under the page's Content-Security-Policy. A worker has the policy of its own response, and a
// plain web server sends none; but one from a blob inherits its page's, so Python there reaches no other host.

export function started(name) {
  const code = `import ${JSON.stringify(new URL(name, import.meta.url))};`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
  // A page that waits in the back/forward cache would keep its Python, and the kept tables from the next page.
  addEventListener("pagehide", () => worker.terminate(), { once: true });
  return worker;
}

// Back from there, it begins again: what was told is kept.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
