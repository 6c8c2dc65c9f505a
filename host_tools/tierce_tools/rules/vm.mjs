// Runs Python files, one after another, in the WebAssembly build of MicroPython.
//   node vm.mjs .../micropython.mjs start.py...
// The current folder is copied into the VM's file system and is the current folder there.
// Standard input, output and error are the VM's own, and so is the exit code.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , engine, ...starts] = process.argv;
const ROOT = '/vm'; // the VM's own root holds /dev and the like

const { loadMicroPython } = await import(pathToFileURL(engine).href);
const vm = await loadMicroPython({});

function load(from, to) {
  vm.FS.mkdirTree(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), `${to}/${entry.name}`];
    if (entry.isDirectory()) load(source, target);
    else vm.FS.writeFile(target, fs.readFileSync(source));
  }
}

// The port's own hooks work byte by byte, and its default input breaks UTF-8 at every 256th byte;
// these pass whole blocks unchanged.
function onStream(fd, operations) {
  const stream = vm.FS.streams[fd];
  stream.stream_ops = { ...stream.stream_ops, ...operations };
}

function writeAll(fd, bytes) {
  for (let done = 0; done < bytes.length; ) done += fs.writeSync(fd, bytes, done);
}

// `print` writes its text and its newline separately: collect them, and send whole lines.
const pending = Buffer.alloc(1 << 16);
let used = 0;
function flush() {
  writeAll(1, pending.subarray(0, used));
  used = 0;
}

// Lines are read byte by byte: read a block, and return its bytes.
const block = Buffer.alloc(1 << 16);
let [next, end] = [0, 0];
onStream(0, {
  read(_stream, memory, offset, length) {
    if (next === end) [next, end] = [0, fs.readSync(0, block)];
    const given = Math.min(length, end - next);
    for (let i = 0; i < given; i++) memory[offset + i] = block[next + i];
    next += given;
    return given;
  },
});
onStream(1, {
  write(_stream, memory, offset, length) {
    const bytes = memory.subarray(offset, offset + length);
    if (used + length > pending.length) flush();
    if (length > pending.length) writeAll(1, bytes);
    else {
      pending.set(bytes, used);
      used += length;
      if (bytes[length - 1] === 10) flush();
    }
    return length;
  },
});
onStream(2, {
  write(_stream, memory, offset, length) {
    flush();
    writeAll(2, memory.subarray(offset, offset + length));
    return length;
  },
});

load(process.cwd(), ROOT);
vm.FS.chdir(ROOT);
try {
  for (const start of starts) vm.runPython(fs.readFileSync(start, 'utf8'));
} catch (error) {
  if (error.type !== 'SystemExit') throw error; // the VM itself failed: node prints the error
  process.exitCode = exitCode(/SystemExit: (.*)\n$/s.exec(error.message)[1]);
} finally {
  flush();
}

function exitCode(value) {
  if (value === '' || value === 'None') return 0;
  if (/^-?\d+$/.test(value)) return Number(value) & 0xff;
  writeAll(2, Buffer.from(`${value}\n`));
  return 1;
}
