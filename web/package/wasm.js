// The engine's WebAssembly instance: arguments in, JSON out.
//
// Text, bytes and 64-bit generators are copied into the engine's memory for the
// length of one call. The engine runs without a system: the clock is the only
// thing it asks for that is answered; files and the rest are refused.

const EBADF = 8;

function system(memory) {
  const view = () => new DataView(memory().buffer);
  const answers = {
    clock_time_get(_clock, _precision, out) {
      view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
    proc_exit(status) {
      throw new Error(`the engine stopped with status ${status}`);
    },
  };
  return new Proxy({}, { get: (_, name) => answers[name] ?? (() => EBADF) });
}

/** Makes an engine from the bytes of laatta.wasm. */
export async function openEngine(bytes) {
  /** @type {any} */
  let exports = null;
  const module = await WebAssembly.compile(bytes);
  /** @type {any} */
  const imports = {};
  for (const { module: name, kind } of WebAssembly.Module.imports(module))
    if (kind === "function") imports[name] ??= system(() => exports.memory);
  exports = (await WebAssembly.instantiate(module, imports)).exports;
  exports._initialize();

  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  function place(bytes, blocks) {
    const at = exports.engine_alloc(bytes.length + 1);
    if (!at) throw new Error("the engine has no memory left");
    const memory = new Uint8Array(exports.memory.buffer, at, bytes.length + 1);
    memory.set(bytes);
    memory[bytes.length] = 0;
    blocks.push(at);
    return at;
  }

  /** Calls engine_NAME; strings and byte arrays are passed by address. */
  return function call(name, ...args) {
    const blocks = [];
    try {
      const numbers = args.map((arg) => {
        if (arg == null) return 0;
        if (typeof arg === "string") return place(encoder.encode(arg), blocks);
        if (arg instanceof Uint8Array) return place(arg, blocks);
        return arg;
      });
      const at = exports[`engine_${name}`](...numbers);
      const memory = new Uint8Array(exports.memory.buffer);
      const answer = JSON.parse(decoder.decode(memory.subarray(at, memory.indexOf(0, at))));
      if (answer.error) throw new Error(answer.error);
      return answer;
    } finally {
      for (const at of blocks) exports.engine_free(at);
    }
  };
}
