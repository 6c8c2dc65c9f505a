// Lets the service worker keep the site: see sw.js.

let asked = false;

/** Once all that a page needs has come, so that nothing comes twice. `failed` is called if a file does not arrive whole: nothing is kept. */
export async function keep(failed) {
  if (asked) return;
  asked = true;
  const registered = navigator.serviceWorker?.register(new URL("../sw.js", import.meta.url));
  const registration = await registered?.catch(() => undefined); // a plain http address, say
  const watch = () =>
    registration.installing?.addEventListener("statechange", ({ target }) => target.state === "redundant" && failed(), { once: true });
  registration?.addEventListener("updatefound", watch);
  if (registration) watch();
}
