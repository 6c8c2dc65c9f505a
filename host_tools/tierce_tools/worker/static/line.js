// The page's port as the worker's Python sees it: promises, for worker/cable.py to wait for.

const asked = new Map();
let number = 0;
let come = []; // bytes that are not taken yet
let isOpen = false;
let wake = () => {};
const keys = []; // what a person has answered

const ask = (act, more = {}) =>
  new Promise((resolve) => {
    asked.set(++number, resolve);
    postMessage({ line: { id: number, act, ...more } });
  });

/** Take what the page says of the port. */
export function hear(said) {
  if (said.key) keys.push(said.key);
  if (said.come) come.push(said.come);
  if (said.gone) isOpen = false;
  if (said.come || said.gone) wake();
  if (!said.re) return;
  asked.get(said.re)?.(said.answer);
  asked.delete(said.re);
}

const waiting = () => come.reduce((sum, part) => sum + part.length, 0);

export const line = {
  isOpen: () => isOpen,
  waiting,
  rest: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  /** Wait until bytes come, for some milliseconds at most; resolves with their number. */
  come: (ms) =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(waiting()), ms);
      wake = () => {
        clearTimeout(timer);
        resolve(waiting());
      };
    }),
  take(size) {
    const all = new Uint8Array(waiting());
    let at = 0;
    for (const part of come) {
      all.set(part, at);
      at += part.length;
    }
    come = [all.subarray(size)];
    return all.slice(0, size);
  },
  there: () => ask("there"),
  async open() {
    come = [];
    const why = await ask("open");
    isOpen = why === "";
    return isOpen ? "" : why || "NotFoundError";
  },
  write: async (bytes) => isOpen && ask("write", { bytes: bytes.toJs() }),
  async close() {
    isOpen = false;
    await ask("close");
  },
  /** Run a function of Python that waits, too, after what runs now. */
  beside: (run) => setTimeout(() => run.callPromising()),
  /** The next answer of the person at the page, "" without one. */
  key: () => keys.shift() ?? "",
  /** Tell the page something, as JSON. */
  tell: (text) => postMessage(JSON.parse(text)),
};
