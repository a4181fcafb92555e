// Numbers in words that fit a table.

import { grouped } from "../view/dom.js";

export { grouped };

export const percent = (share, digits = 1) => `${grouped(100 * share, digits)} %`;

/** "41.2 to 48.0 %" */
export const percentRange = (low, high) => `${grouped(100 * low, 1)} to ${grouped(100 * high, 1)} %`;

/** Ticks of an axis in one unit, with as many digits as tell them apart: "20 k", "27.5 k". */
export function tickTexts(ticks, { share = false } = {}) {
  const most = Math.max(...ticks.map(Math.abs), 0);
  const [unit, name] = share ? [0.01, " %"] : most >= 1e6 ? [1e6, " M"] : most >= 1e4 ? [1e3, " k"] : [1, ""];
  const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) / unit : 1;
  // As many digits as the step needs; a step of 2.5 needs one, however it was computed.
  let digits = 0;
  while (digits < 4 && Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) > 1e-6 * step * 10 ** digits) digits++;
  return ticks.map((tick) => `${grouped(tick / unit, digits)}${name}`);
}

/** Ticks of an axis of time, in seconds, as the reader's own clock and calendar write them. */
export function timeTexts(ticks) {
  const [first, last] = [ticks[0], ticks.at(-1)];
  const options = last - first > 2 * 86400 ? { month: "short", day: "numeric" }
    : last - first < 300 ? { hour: "numeric", minute: "2-digit", second: "2-digit" } : { hour: "numeric", minute: "2-digit" };
  const format = new Intl.DateTimeFormat(undefined, /** @type {any} */ (options));
  const texts = ticks.map((tick) => format.format(new Date(1000 * tick)));
  return texts.map((text, i) => (text === texts[i - 1] ? "" : text)); // closer than a second
}

export const timeText = (seconds) => new Date(1000 * seconds).toLocaleString();

export const range = (low, high) => (low == null || high == null ? "one game tells no interval" : `${grouped(low)} to ${grouped(high)}`);

export function rate(n) {
  if (n >= 1e6) return `${grouped(n / 1e6, 2)} M`;
  if (n >= 100) return grouped(n);
  return grouped(n, n >= 10 ? 1 : n ? 2 : 0);
}

/** A length of time for a person: "3 s", "4 min 10 s", "2 h 5 min", "3 days". */
export function span(seconds) {
  if (!Number.isFinite(seconds)) return "";
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60 ? `${s % 60} s` : ""}`.trim();
  if (s < 172800) return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
  return `${Math.round(s / 86400)} days`;
}

/** A figure of unknown size, in four digits or so. */
export function figure(n) {
  if (typeof n !== "number" || !Number.isFinite(n)) return "";
  const size = Math.abs(n);
  if (size >= 1000) return grouped(n);
  return String(Number(n.toPrecision(4)));
}

export const plural = (n, one, many) => `${grouped(n)} ${n === 1 ? one : many}`;

/** "depth=" where these labels are "depth=1", "depth=2" ...: one name, told once is enough. */
export function sharedName(labels) {
  const [name] = labels[0]?.match(/^[^=]+=/) ?? [""];
  return labels.length > 1 && labels.every((label) => label.startsWith(name) && !label.slice(name.length).includes("=")) ? name : "";
}
