// Keeps the whole site, so that it opens without a network. A new version replaces it as a whole. A file is kept,
// and answered from there, only with the hash that it was written with.

importScripts("files.js"); // SITE: {version, files: {name: hash}}
const CACHE = `tierce ${registration.scope} ${SITE.version}`;
const at = (name) => new URL(name, registration.scope).href;
const [TABLE, NAMED] = [at("./"), at("index.html")]; // one file with two addresses
const HASHES = new Map(Object.entries(SITE.files).map(([name, hash]) => [at(name), hash]));
HASHES.set(TABLE, HASHES.get(NAMED));
for (const other of [NAMED, at("sw.js")]) HASHES.delete(other); // this script, the browser keeps itself
const LIST = at("files.js"); // as this version has it, not a newer one
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"; // as the pages say: see workers.js
const DAMAGED = "A file of this page is damaged: reload it with a network.\nUn fichier de cette page est abîmé : rechargez-la avec un réseau.\n";

/** A file from the network; fails if its hash is another. */
const fresh = ([url, integrity]) => fetch(url, { cache: "reload", integrity });

/** The file that the page or an earlier version has just loaded, so that none comes twice; else from the network. */
const loaded = ([url, integrity]) => fetch(url, { cache: "force-cache", integrity }).catch(() => fresh([url, integrity]));

async function hashOf(answer) {
  const digest = await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** The kept file, if it is as it was written. */
async function sound(cache, [url, hash]) {
  const [kept, same] = await Promise.all([cache.match(url), cache.match(url)]); // one of them to read here
  return kept && (await hashOf(same)) === hash ? kept : null;
}

/** Keep all files; Python has kept the largest ones already (python.js). */
async function keep() {
  const cache = await caches.open(CACHE);
  const missing = async (file) => ((await sound(cache, file)) ? [] : [[file[0], await loaded(file)]]);
  const files = (await Promise.all([...HASHES].map(missing))).flat();
  await Promise.all(files.map(([url, answer]) => cache.put(url, answer)));
  await skipWaiting();
}

addEventListener("install", (event) => event.waitUntil(keep()));

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(`tierce ${registration.scope} `) && name !== CACHE;
  const cleared = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  event.waitUntil(cleared);
});

/** A file as it was written: the kept one, else from the network. */
async function whole(url, hash) {
  const cache = await caches.open(CACHE);
  const kept = await sound(cache, [url, hash]);
  if (kept) return kept;
  try {
    const answer = await fresh([url, hash]);
    await cache.put(url, answer.clone()).catch(() => {}); // no more room, say
    return answer;
  } catch {
    return new Response(DAMAGED, { status: 503, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  }
}

const under = (policy, { body, headers, status }) =>
  new Response(body, { status, headers: { ...Object.fromEntries(headers), "Content-Security-Policy": policy } });

addEventListener("fetch", (event) => {
  const asked = event.request.url.replace(/[?#].*/s, "");
  const url = asked === NAMED ? TABLE : asked;
  const hash = event.request.method === "GET" && HASHES.get(url);
  const answer = hash && whole(url, hash);
  if (hash) event.respondWith(event.request.destination === "worker" ? answer.then((found) => under(POLICY, found)) : answer);
  else if (url === LIST) event.respondWith(new Response(`self.SITE = ${JSON.stringify(SITE)};`, { headers: { "Content-Type": "text/javascript" } }));
});
