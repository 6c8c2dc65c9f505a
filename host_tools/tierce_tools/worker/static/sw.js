// Keeps the whole site, so that it opens without a network. A new version replaces it as a whole. A file is kept,
// and answered from there, only with the hash that it was written with.

importScripts("files.js"); // SITE: {version, files: {name: hash}}
const CACHE = `tierce ${registration.scope} ${SITE.version}`;
const at = (name) => new URL(name, registration.scope).href;
const HASHES = new Map(Object.entries({ "./": SITE.files["index.html"], ...SITE.files }).map(([name, hash]) => [at(name), hash]));
const LIST = at("files.js"); // as this version has it, not a newer one
const DAMAGED = "A file of this page is damaged: reload it with a network.\nUn fichier de cette page est abîmé : rechargez-la avec un réseau.\n";

/** A request for a file, which fails if its hash is another. */
const sound = ([url, integrity]) => new Request(url, { cache: "reload", integrity });

addEventListener("install", (event) => {
  const kept = caches.open(CACHE).then((cache) => cache.addAll([...HASHES].map(sound)));
  event.waitUntil(kept.then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(`tierce ${registration.scope} `) && name !== CACHE;
  const cleared = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  event.waitUntil(cleared);
});

async function hashOf(answer) {
  const digest = await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** A file as it was written: the kept one, else from the network. */
async function whole(url, hash) {
  const cache = await caches.open(CACHE);
  const [kept, same] = await Promise.all([cache.match(url), cache.match(url)]); // one of them to read here
  if (kept && (await hashOf(same)) === hash) return kept;
  try {
    const fresh = await fetch(sound([url, hash]));
    await cache.put(url, fresh.clone()).catch(() => {}); // no more room, say
    return fresh;
  } catch {
    return new Response(DAMAGED, { status: 503, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  }
}

addEventListener("fetch", (event) => {
  const url = event.request.url.replace(/[?#].*/s, "");
  const hash = event.request.method === "GET" && HASHES.get(url);
  if (hash) event.respondWith(whole(url, hash));
  else if (url === LIST) event.respondWith(new Response(`self.SITE = ${JSON.stringify(SITE)};`, { headers: { "Content-Type": "text/javascript" } }));
});
