// Starts workers under the page's Content-Security-Policy. A worker has the policy of its own response, and a
// plain web server sends none; but one from a blob inherits its page's, so Python there reaches no other host.

export function started(name) {
  const code = `import ${JSON.stringify(new URL(name, import.meta.url))};`;
  return new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
}
