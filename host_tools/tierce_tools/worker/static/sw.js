// Keeps the whole site, so that it opens without a network. A new version replaces it as a whole.

importScripts("files.js"); // SITE: {version, files}
const CACHE = `tierce ${registration.scope} ${SITE.version}`;

addEventListener("install", (event) => {
  const kept = caches.open(CACHE).then((cache) => cache.addAll(["./", "files.js", ...SITE.files].map((each) => new Request(each, { cache: "reload" }))));
  event.waitUntil(kept.then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(`tierce ${registration.scope} `) && name !== CACHE;
  const cleared = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  event.waitUntil(cleared);
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const found = caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(found.then((kept) => kept ?? fetch(event.request)));
});
