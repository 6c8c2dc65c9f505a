// A board: MicroPython's WebAssembly build, its serial line and its flash.
//   node board.mjs .../micropython.mjs
// Standard input and output carry frames: a letter, four bytes of length, the content. vmboard.py is
// the other end, and lists the frames. The machine runs in a worker, which may block; this thread
// passes its input on, and ends it. The next machine, of the same board or of another, starts in a
// third of the time, as the build is compiled already.
import fs from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  isMainThread, MessageChannel, receiveMessageOnPort, Worker, workerData,
} from 'node:worker_threads';

const BELL = 0; // counts the arrivals of input
const PEN = 1; // who writes to standard output: nobody, the machine, or for good this thread
const TURNS = 2; // counts the machine's looks at its input
const DOG = 3; // ms without one until its watchdog bites; 0: none is fed, or it sleeps
const NOBODY = 0;
const MACHINE = 1;
const LISTENER = 2;

if (isMainThread) listen();
else await work();

function listen() {
  const engine = pathToFileURL(process.argv[2]);
  const build = new WebAssembly.Module(fs.readFileSync(new URL('micropython.wasm', engine)));
  let machine = null;

  function start() {
    const shared = new Int32Array(new SharedArrayBuffer(16));
    const { port1, port2 } = new MessageChannel();
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { shared, port: port2, engine: engine.href, build }, transferList: [port2],
    });
    machine = { shared, port: port1, worker, turns: 0, since: 0 };
    worker.on('error', (error) => { console.error(error); process.exit(1); });
    worker.on('exit', () => { if (machine?.worker === worker) process.exit(1); });
  }

  // What the machine has begun to write, it writes to the end; nothing comes after it.
  function stop() {
    const { shared, port, worker } = machine;
    machine = null;
    while (Atomics.compareExchange(shared, PEN, NOBODY, LISTENER) === MACHINE) {
      Atomics.wait(shared, PEN, MACHINE);
    }
    worker.terminate();
    port.close();
    write('x', new Uint8Array(0));
  }

  // A program that computes, and never looks at the time, is bitten by the watchdog too.
  setInterval(() => {
    if (!machine) return;
    const { shared, turns, since } = machine;
    const [now, ms] = [Atomics.load(shared, TURNS), Atomics.load(shared, DOG)];
    if (!ms || now !== turns) Object.assign(machine, { turns: now, since: performance.now() });
    else if (performance.now() - since > ms) {
      machine.since = Infinity;
      write('r', Buffer.from('watchdog')); // it is stuck, so it writes nothing
    }
  }, 50);

  let rest = Buffer.alloc(0);
  process.stdin.on('data', (data) => {
    rest = rest.length ? Buffer.concat([rest, data]) : data;
    let at = 0;
    while (rest.length - at >= 5 && rest.length - at >= 5 + rest.readUInt32LE(at + 1)) {
      const end = at + 5 + rest.readUInt32LE(at + 1);
      const kind = String.fromCharCode(rest[at]);
      if (kind === 'S') start();
      else if (kind === 'X') stop();
      else machine.port.postMessage([kind, new Uint8Array(rest.subarray(at + 5, end))]);
      at = end;
    }
    rest = rest.subarray(at);
    if (!machine) return;
    Atomics.add(machine.shared, BELL, 1);
    Atomics.notify(machine.shared, BELL);
  });
  process.stdin.on('end', () => process.exit(0));
}

function write(kind, data) {
  const frame = Buffer.alloc(5 + data.length);
  frame[0] = kind.charCodeAt(0);
  frame.writeUInt32LE(data.length, 1);
  frame.set(data, 5);
  const idle = new Int32Array(new SharedArrayBuffer(4));
  for (let done = 0; done < frame.length; ) {
    try {
      done += fs.writeSync(1, frame, done);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(idle, 0, 0, 1);
    }
  }
}

async function work() {
  const { shared, port, engine, build } = workerData;
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (_binary, imports) => {
    const instance = await instantiate(build, imports);
    // The build compares its copy of this table at each call, which takes a sixth of its time.
    const table = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Table);
    const known = [];
    table.get = (at) => known[at] ??= WebAssembly.Table.prototype.get.call(table, at);
    return { module: build, instance };
  };
  const { loadMicroPython } = await import(engine);
  const binary = fileURLToPath(new URL('micropython.wasm', engine));
  const FLASH = '/flash';
  const BLOCK = 4096;
  const WINDOW = 4096; // bytes of a raw paste that may be under way; 128 on a Pico
  Error.stackTraceLimit = 0; // each file that is looked for in vain is an error

  // --- frames

  let heard = -1; // the value of BELL when all input had been taken
  let come = []; // bytes of the serial line
  let taken = 0; // bytes of these taken
  let room = 0; // bytes that the line accepts
  const requests = [];
  let waiting = []; // requests that are answered once something holds, by this machine or the next
  let talked = false; // bytes have passed on the serial line
  const model = [];
  let files = [];
  let given = null;

  function receive() {
    Atomics.add(shared, TURNS, 1);
    const now = Atomics.load(shared, BELL);
    if (now === heard) return;
    heard = now;
    for (let each; (each = receiveMessageOnPort(port)); ) {
      const [kind, data] = each.message;
      if (kind === 'D') { for (const byte of data) come.push(byte); talked = true; }
      else if (kind === 'K') { room += new DataView(data.buffer).getUint32(0, true); talked = true; }
      else if (kind === 'E') requests.push(text(data));
      else if (kind === 'U') { requests.push(text(data)); waiting.push(text(data)); }
      else if (kind === 'F') files.push(named(data));
      else if (kind === 'M') model.push(named(data));
      else if (kind === 'G') given = text(data);
    }
    interrupt();
  }

  function text(data) { return Buffer.from(data).toString('utf8'); }

  function named(data) {
    const end = data.indexOf(0);
    return [text(data.subarray(0, end)), data.subarray(end + 1)];
  }

  // Sleeps until input comes, or for `ms` milliseconds.
  function sleep(ms) {
    flush();
    const dog = Atomics.exchange(shared, DOG, 0);
    Atomics.wait(shared, BELL, heard, ms);
    Atomics.store(shared, DOG, dog);
    receive();
  }

  function send(kind, data) {
    if (Atomics.compareExchange(shared, PEN, NOBODY, MACHINE) === LISTENER) end();
    write(kind, data);
    Atomics.store(shared, PEN, NOBODY);
    Atomics.notify(shared, PEN);
  }

  function end() {
    for (;;) Atomics.wait(shared, BELL, Atomics.load(shared, BELL));
  }

  const out = Buffer.alloc(1024);
  let used = 0;
  let stuck = false; // nobody reads: output is dropped until there is room again

  function flush() {
    if (!used) return;
    const data = Buffer.from(out.subarray(0, used));
    used = 0;
    send('d', data);
  }

  function put(bytes) {
    for (const byte of bytes) {
      if (room <= 0) {
        // As on a board: waits half a second, then drops the output.
        const end = performance.now() + 500;
        while (room <= 0 && !stuck && performance.now() < end) {
          sleep(Math.max(1, end - performance.now()));
        }
        if (room <= 0) { stuck = true; return; }
      }
      stuck = false;
      room--;
      out[used++] = byte;
      if (used === out.length) flush();
    }
  }

  let plain = false; // the next output comes from a program that polled before writing
  let last = 0;

  // On a board, printed text has \r\n, and bytes through sys.stdout.buffer have not. Both come this
  // way: it is bytes if the program polls before it writes, or wants Ctrl-C as a byte.
  function print(bytes) {
    const asked = plain;
    plain = false;
    if (asked || (mp.busy && mp._module._mp_hal_get_interrupt_char() < 0)) return put(bytes);
    const text = [];
    for (const byte of bytes) {
      if (byte === 10 && last !== 13) text.push(13);
      text.push(last = byte);
    }
    put(text);
  }

  function left() { return come.length - taken; }

  function get() {
    const byte = come[taken++];
    if (taken === come.length) { come = []; taken = 0; }
    return byte;
  }

  // --- the flash

  // As littlefs: small files are kept in their folder, block n of others begins with pointers.
  function blocksOf(size) {
    if (size <= 64) return 0;
    let count = 1;
    for (let left = size - BLOCK; left > 0; count++) {
      left -= BLOCK - 4 * (32 - Math.clz32(count & -count));
    }
    return count;
  }

  function blocks(node, folder = 2) {
    return node.contents && !node.contents.subarray && !Array.isArray(node.contents)
      ? folder + Object.values(node.contents).reduce((sum, each) => sum + blocks(each, folder), 0)
      : blocksOf(node.usedBytes);
  }

  function nameOf(FS, node) { return FS.getPath(node).slice(FLASH.length + 1); }

  function tell(change, data = new Uint8Array(0)) {
    send('f', Buffer.concat([Buffer.from(JSON.stringify(change) + '\0'), data]));
  }

  function inside(FS, node) {
    const root = FS.lookupPath(FLASH).node;
    for (let each = node; each.parent !== each; each = each.parent) if (each === root) return true;
    return false;
  }

  function commit(FS, node) {
    if (node.changed === undefined || node.gone || !inside(FS, node)) return;
    const from = Math.min(node.changed, node.usedBytes);
    node.changed = undefined;
    tell({ op: 'write', name: nameOf(FS, node), from },
      Uint8Array.from(node.contents ?? []).subarray(from, node.usedBytes));
  }

  // Changes of the flash are sent as they would survive a power cut: a file when it is flushed.
  function hook(FS) {
    const root = FS.lookupPath(FLASH).node;
    const probe = FS.create('/probe', 0o666);
    const changed = (node, from) => { node.changed = Math.min(node.changed ?? Infinity, from); };
    const folder = root.node_ops;
    const { mknod, rename, unlink, rmdir } = folder;
    folder.mknod = (parent, name, mode, dev) => {
      const node = mknod(parent, name, mode, dev);
      if (inside(FS, node)) {
        if (FS.isDir(mode)) tell({ op: 'mkdir', name: nameOf(FS, node) });
        else tell({ op: 'write', name: nameOf(FS, node), from: 0 });
      }
      return node;
    };
    folder.rename = (node, to, name) => {
      const from = nameOf(FS, node);
      const old = to.contents[name];
      if (old) old.gone = true;
      rename(node, to, name);
      if (inside(FS, to)) {
        const path = FS.getPath(to).slice(FLASH.length + 1);
        tell({ op: 'rename', name: from, to: path ? `${path}/${name}` : name });
      }
    };
    const remove = (original) => (parent, name) => {
      const node = parent.contents[name];
      const path = node && inside(FS, node) ? nameOf(FS, node) : null;
      original(parent, name);
      if (node) node.gone = true;
      if (path !== null) tell({ op: 'remove', name: path });
    };
    folder.unlink = remove(unlink);
    folder.rmdir = remove(rmdir);
    const { setattr } = probe.node_ops;
    probe.node_ops.setattr = (node, attributes) => {
      setattr(node, attributes);
      if (attributes.size !== undefined) changed(node, attributes.size);
    };
    const { write } = probe.stream_ops;
    Object.assign(probe.stream_ops, {
      write(stream, buffer, offset, length, position, own) {
        const node = stream.node;
        const end = position + length;
        if (inside(FS, node)) {
          const more = blocksOf(end) - blocksOf(node.usedBytes);
          if (more > 0 && blocks(root) + more > settings.blocks) {
            throw new FS.ErrnoError(28); // a board's error number
          }
          changed(node, position);
        }
        return write(stream, buffer, offset, length, position, own);
      },
      fsync(stream) { commit(FS, stream.node); return 0; },
      close(stream) { commit(FS, stream.node); },
    });
    FS.unlink('/probe');
  }

  // --- the machine

  let mp = null;
  let settings = null;
  let soft = false; // a soft reset was requested
  let quiet = false; // output is discarded
  let dropped = 0; // bytes of output that are discarded
  let broken = false; // there was a Ctrl-C

  // While Python runs, Ctrl-C is an interrupt, not a byte, unless the program wants it as a byte.
  function interrupt() {
    if (!mp || !mp.busy) return;
    const character = mp._module._mp_hal_get_interrupt_char();
    if (character < 0) return;
    const at = come.lastIndexOf(character);
    if (at < taken) return;
    come = come.slice(at + 1);
    taken = 0;
    broken = true;
    mp._module._mp_sched_keyboard_interrupt();
  }

  const began = performance.now();
  const host = {
    settings: () => JSON.stringify(settings),
    wall: () => Math.round((performance.now() - began) * settings.speed),
    // Returns 1 if there is a request, plus 2 if bytes have passed on the serial line.
    pause(ms) {
      if (ms > 0) sleep(ms / settings.speed);
      else { flush(); receive(); }
      const found = (requests.length > 0 ? 1 : 0) + (talked ? 2 : 0);
      talked = false;
      return found;
    },
    can_read() { receive(); return left() > 0; },
    can_write() { receive(); plain = true; return room > 0; },
    request() { return requests.shift() ?? ''; },
    answer(told) {
      const { id } = JSON.parse(told);
      waiting = waiting.filter((each) => JSON.parse(each).id !== id);
      flush();
      send('a', Buffer.from(told));
    },
    // MicroPython counts the two blocks of a folder twice, but for the top: lfs2_fs_traverse.
    free: () => settings.blocks - blocks(mp.FS.lookupPath(FLASH).node, 4) + 2,
    blocks: () => settings.blocks,
    feed(ms) { Atomics.store(shared, DOG, ms); },
    reset(kind) {
      flush();
      send('r', Buffer.from(kind));
      end(); // until it is stopped
    },
    soft_reset() { soft = true; },
  };

  async function load() {
    mp = await loadMicroPython({
      url: binary, heapsize: 192 * 1024, linebuffer: false, stdin: () => null, stdout() {},
      stderr() {},
    });
    const { FS } = mp;
    FS.mkdirTree(FLASH);
    FS.mkdirTree('/model');
    for (const [name, data] of model) {
      FS.mkdirTree('/model/' + name.split('/').slice(0, -1).join('/'));
      FS.writeFile('/model/' + name, data);
    }
    for (const [name, data] of files) {
      if (data === null || name.endsWith('/')) FS.mkdirTree(`${FLASH}/${name}`);
      else {
        FS.mkdirTree(`${FLASH}/${name.split('/').slice(0, -1).join('/')}`);
        FS.writeFile(`${FLASH}/${name}`, data);
      }
    }
    hook(FS);
    hookStreams(FS);
    for (const each of waiting) if (!requests.includes(each)) requests.push(each);
    mp.registerJsModule('_host', host);
    python("import sys; sys.path[:] = ['/model', '.frozen']; import model; model.begin()");
  }

  function hookStreams(FS) {
    const on = (number, operations) => {
      const stream = FS.streams[number];
      stream.stream_ops = { ...stream.stream_ops, ...operations };
    };
    const output = (_stream, memory, offset, length) => {
      const from = Math.min(dropped, length);
      dropped -= from;
      if (!quiet && from < length) print(memory.slice(offset + from, offset + length));
      return length;
    };
    on(0, {
      read(_stream, memory, offset, length) {
        receive();
        broken = false;
        while (!left()) {
          serve();
          sleep(1000);
          if (broken) throw new FS.ErrnoError(27); // interrupted: MicroPython raises it
        }
        let count = 0;
        while (count < length && left()) memory[offset + count++] = get();
        return count;
      },
    });
    on(1, { write: output });
    on(2, { write: output });
  }

  function python(code) {
    mp.busy = true;
    try {
      mp.runPython(code);
    } catch (error) {
      if (error.type !== 'KeyboardInterrupt') throw error; // it came after the end
    } finally {
      mp.busy = false;
    }
  }

  function serve() {
    while (requests.length) mp.runPython("__import__('model').serve()");
    if (waiting.length) mp.runPython("__import__('model').look()");
  }

  function kept(FS) {
    const found = [];
    const walk = (folder) => {
      for (const name of FS.readdir(folder)) {
        if (name === '.' || name === '..') continue;
        const path = `${folder}/${name}`;
        const short = path.slice(FLASH.length + 1);
        if (FS.isDir(FS.stat(path).mode)) { found.push([short, null]); walk(path); }
        else {
          commit(FS, FS.lookupPath(path).node);
          found.push([short, FS.readFile(path)]);
        }
      }
    };
    walk(FLASH);
    return found;
  }

  async function boot(raw) {
    await load();
    if (!raw) send('s', Buffer.from('run'));
    for (const name of raw ? ['boot.py'] : ['boot.py', 'main.py']) {
      python(`__import__('model').run('${name}', globals())`);
      if (soft) return;
    }
    send('s', Buffer.from('repl'));
    quiet = true;
    mp.replInit();
    quiet = false;
    await mp.replProcessCharWithAsyncify(raw ? 1 : 2);
  }

  function next() {
    while (!left()) { serve(); sleep(1000); }
    return get();
  }

  // Raw paste, which this build announces but can't do: its code goes to the raw REPL. Returns the
  // character that runs it, or 0 after a Ctrl-C.
  function paste() {
    next(); // "A" and Ctrl-A, after the Ctrl-E
    next();
    put([0x52, 1, WINDOW & 0xff, WINDOW >> 8, 1]);
    flush();
    for (let more = WINDOW; ; ) {
      const character = next();
      if (character === 3 || character === 4) {
        put([4]);
        if (character === 4) { dropped = 2; return 4; } // the raw REPL's "OK"
        mp.replProcessChar(3);
        put(Buffer.from('\x04KeyboardInterrupt: \r\n\x04>'));
        flush();
        return 0;
      }
      mp._module._mp_js_repl_process_char(character);
      if (--more === 0) { put([1]); flush(); more = WINDOW; }
    }
  }

  while (!given) sleep(1000);
  settings = JSON.parse(given);
  let raw = false;
  let length = 0;
  await boot(false);
  for (;;) {
    let reset = soft;
    if (!soft) {
      receive();
      let character = next();
      if (raw && length === 0 && character === 5) {
        character = paste();
        if (!character) continue;
      }
      length = character < 5 ? 0 : length + 1;
      const runs = character === 4 || character === 13;
      if (runs) python("__import__('model').catch_up()");
      mp.busy = runs;
      reset = runs ? await mp.replProcessCharWithAsyncify(character)
        : mp.replProcessChar(character);
      mp.busy = false;
      if (character === 1) raw = true;
      else if (character === 2) raw = false;
    }
    if (reset || soft) {
      soft = false;
      put(Buffer.from('MPY: soft reboot\r\n'));
      files = kept(mp.FS);
      await boot(raw);
    }
    flush();
  }
}
