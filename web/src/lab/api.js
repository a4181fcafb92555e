// Asking the server: JSON, changes with the token, and the stream of events.
// EventSource cannot send a token, so the stream is read with fetch().

const KEY = "laatta.token";
let token = null;
try {
  token = sessionStorage.getItem(KEY);
} catch {}

/** Keeps the token for this tab, or forgets it (null). */
export function useToken(text) {
  token = text;
  try {
    if (text) sessionStorage.setItem(KEY, text);
    else sessionStorage.removeItem(KEY);
  } catch {}
}

const headers = () => (token ? { Authorization: `Bearer ${token}` } : {});

/** An answer that is not what was asked for; `status` 0: no answer at all. */
export class Refusal extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

async function request(path, options = {}) {
  let response;
  try {
    response = await fetch(`/lab/api/${path}`, { cache: "no-store", ...options, headers: headers() });
  } catch {
    throw new Refusal(0, "The server does not answer.");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, answer.error ?? `The server answers ${response.status}.`);
  return answer;
}

export const ask = (path, query = {}) => {
  const text = new URLSearchParams(query).toString();
  return request(text ? `${path}?${text}` : path);
};
export const change = (name, verb) => request(`experiments/${name}/${verb}`, { method: "POST" });

/** Splits a stream of text into messages; hands on the data of each. */
export function* messagesIn(buffer) {
  for (;;) {
    const end = buffer.text.indexOf("\n\n");
    if (end < 0) return;
    const lines = buffer.text.slice(0, end).split("\n");
    buffer.text = buffer.text.slice(end + 2);
    const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trimStart());
    if (data.length) yield JSON.parse(data.join("\n"));
  }
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Listens until the page is hidden, and again when it is seen; tries again when the
 * stream breaks. on.message(data), on.lost(refusal), on.refused(refusal). */
export function listen(on) {
  let abort = null;
  async function once(signal) {
    const response = await fetch("/lab/events", { headers: headers(), signal, cache: "no-store" });
    if (!response.ok) throw new Refusal(response.status, (await response.json().catch(() => ({}))).error ?? "The server refuses.");
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const buffer = { text: "" };
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffer.text += value;
      for (const message of messagesIn(buffer)) on.message(message);
    }
  }
  async function run(controller) {
    for (let wait = 1000; !controller.signal.aborted; wait = Math.min(wait * 1.6, 8000)) {
      const began = performance.now();
      try {
        await once(controller.signal);
        throw new Refusal(0, "The server has ended the stream.");
      } catch (error) {
        if (controller.signal.aborted) return;
        if (error.status === 401) return on.refused(error);
        on.lost(error instanceof Refusal ? error : new Refusal(0, "The server does not answer."));
      }
      if (performance.now() - began > 10_000) wait = 1000;
      await pause(wait);
    }
  }
  const start = () => {
    if (abort || document.hidden) return;
    abort = new AbortController();
    run(abort);
  };
  const stop = () => {
    abort?.abort();
    abort = null;
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
  start();
  return { restart: () => (stop(), start()) };
}
