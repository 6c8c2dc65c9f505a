// Lets the service worker keep the site: see sw.js.

/** `failed` is called if a file does not arrive whole, so that nothing is kept. */
export async function keep(failed) {
  const asked = navigator.serviceWorker?.register(new URL("../sw.js", import.meta.url));
  const registration = await asked?.catch(() => undefined); // a plain http address, say
  const watch = () =>
    registration.installing?.addEventListener("statechange", ({ target }) => target.state === "redundant" && failed(), { once: true });
  registration?.addEventListener("updatefound", watch);
  if (registration) watch();
}
