// The board's port, which only a page may open; the worker's Python reads and writes it by messages.

const FILTERS = [{ usbVendorId: 0x2e8a }]; // Raspberry Pi
const HOW = { baudRate: 115200, bufferSize: 1 << 14 };
let port = null;
let reader = null;

/** Whether this browser has all that it takes: Web Serial, and a Python that can wait for it. */
export const reaches = () => Boolean(navigator.serial && globalThis.WebAssembly?.Suspending);

/** Ask which board. Rejects if none is chosen, or it may not be asked. */
export async function choose() {
  port = await navigator.serial.requestPort({ filters: FILTERS });
}

/** The board's port as it is now: a restarted board is given anew. */
async function present() {
  const there = (await navigator.serial.getPorts()).filter(({ connected }) => connected !== false);
  return there.includes(port) ? port : there.find((one) => one.getInfo().usbVendorId === FILTERS[0].usbVendorId);
}

async function listen(stream, tell) {
  reader = stream.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      tell({ come: value });
    }
  } catch {
    // the cable was pulled
  }
  tell({ gone: true });
}

async function open(tell) {
  const found = await present();
  if (!found) return "NotFoundError";
  port = found;
  try {
    await port.open(HOW);
  } catch ({ name }) {
    return name;
  }
  listen(port.readable, tell);
  return "";
}

async function write(bytes) {
  const writer = port.writable.getWriter();
  try {
    await writer.write(bytes);
  } finally {
    writer.releaseLock();
  }
}

async function close() {
  await reader?.cancel().catch(() => {});
  reader?.releaseLock();
  reader = null;
  await port?.close();
}

/** Do for a worker what it asks of the port. */
export function serve(worker) {
  const tell = (line) => worker.postMessage({ line });
  const acts = { there: async () => Boolean(await present()), open: () => open(tell), write: ({ bytes }) => write(bytes).then(() => true), close };
  worker.addEventListener("message", async ({ data: { line } }) => {
    if (!line) return;
    const answer = await acts[line.act](line).catch(() => false);
    tell({ re: line.id, answer });
  });
}
