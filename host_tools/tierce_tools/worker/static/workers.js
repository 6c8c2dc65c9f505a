// Starts workers under the page's Content-Security-Policy, so that Python there reaches no other host. A worker has the
// policy of its own response, which the service worker gives it. A plain web server sends none: a first visit's worker
// is a blob, which inherits its page's. (Firefox asks the service worker for nothing that a blob imports.)

export function started(name) {
  const url = new URL(name, import.meta.url);
  const blob = () => URL.createObjectURL(new Blob([`import ${JSON.stringify(url)};`], { type: "text/javascript" }));
  const ours = navigator.serviceWorker?.controller?.scriptURL === new URL("../sw.js", import.meta.url).href;
  const worker = new Worker(ours ? url : blob(), { type: "module" });
  // A page that waits in the back/forward cache would keep its Python, and the kept tables from the next page.
  addEventListener("pagehide", () => worker.terminate(), { once: true });
  return worker;
}

// Back from there, it begins again: what was told is kept.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
