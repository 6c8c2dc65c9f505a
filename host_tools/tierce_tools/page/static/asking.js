// Requests that wait for their answers, in any shell.

const asked = new Map();
let number = 0;

/** Send a request by `send(text)` to `whom`; resolves with its answer, rejects with the reason in all languages, or null. */
export function asking(action, send, whom = null) {
  return new Promise((resolve, reject) => {
    const id = ++number;
    asked.set(id, { resolve, reject, whom });
    send(JSON.stringify({ id, ...action }));
  });
}

/** Give an answer to the request that waits for it. */
export function answered(message) {
  if (!("re" in message)) return;
  const waiting = asked.get(message.re);
  asked.delete(message.re);
  if (message.error) waiting?.reject({ ...message.error, doubt: message.doubt });
  else waiting?.resolve(message);
}

/**
 * Let the table's time pass until nothing is pending, or some `ms`: see virtual/settling.py. Resolves with
 * what the table answers once the page has painted what came of it; null if this page may not ask for that.
 */
export async function settled(ask, ms) {
  const answer = await ask({ do: "settle", ms }).catch(() => null);
  // An answer may have led to another request; one that waits for people stays.
  if (asked.size) await ask({ do: "settle", ms }).catch(() => null);
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  return answer;
}

/** Nothing asked of `whom` so far will be answered. */
export function forget(whom = null) {
  for (const [id, waiting] of asked) {
    if (waiting.whom !== whom) continue;
    asked.delete(id);
    waiting.reject(null);
  }
}
