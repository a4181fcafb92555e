// The full network of 4 × 4: too large to travel inside the page. The server that the page
// came from gives it; the browser keeps it, for later visits and for when the server is away.

const PATH = "/nets/4x4.net";
const KEPT = "laatta-nets";

/** The name by which a player asks the engine for it. */
export const FULL_NET = "4x4-full.net";

export const needsFullNet = (spec) => spec.includes(`net=${FULL_NET}`);

/** A page from a file has no server to ask. */
export const fullNetIsOffered = () => location.protocol.startsWith("http");

/** @type {Promise<Uint8Array> | null} */
let coming = null;
const listeners = new Set();

/** Calls back with {state: "coming" | "here" | "failed", got, of, reason} while it is fetched. */
export function watchFullNet(listener) {
  listeners.add(listener);
}

const tell = (news) => listeners.forEach((listener) => listener(news));

async function received(answer) {
  const of = Number(answer.headers.get("Content-Length"));
  const parts = [];
  let got = 0;
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    got += part.value.length;
    tell({ state: "coming", got, of: Math.max(of, got) });
  }
  if (got !== of) throw new Error("The full network did not come whole.");
  const bytes = new Uint8Array(got);
  for (let at = 0, i = 0; i < parts.length; at += parts[i++].length) bytes.set(parts[i], at);
  return bytes;
}

async function fetched() {
  tell({ state: "coming", got: 0, of: 0 });
  // A browser may keep nothing: on an address that it does not trust, or in a private window.
  const cache = await globalThis.caches?.open(KEPT).catch(() => null);
  const kept = await cache?.match(PATH);
  const now = await fetch(PATH, { method: "HEAD" }).catch(() => null);
  if (kept && (!now?.ok || now.headers.get("ETag") === kept.headers.get("ETag"))) return new Uint8Array(await kept.arrayBuffer());
  if (!now) throw new Error("The server does not answer.");
  if (!now.ok) throw new Error("The server does not have the full network.");
  const answer = await fetch(PATH);
  if (!answer.ok) throw new Error("The server does not have the full network.");
  const bytes = await received(answer);
  await cache?.put(PATH, new Response(bytes, { headers: answer.headers })).catch(() => {});
  return bytes;
}

/** Its bytes; fetched once, however many ask. Rejects with a sentence. */
export function fullNet() {
  coming ??= fetched().then((bytes) => {
    tell({ state: "here", got: bytes.length, of: bytes.length });
    return bytes;
  }, (error) => {
    coming = null;
    tell({ state: "failed", reason: error.message });
    throw error;
  });
  return coming;
}
