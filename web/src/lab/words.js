// Numbers in words that fit a table.

import { grouped } from "../view/dom.js";

export { grouped };

export const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)} %`;

/** "41.2 to 48.0 %" */
export const percentRange = (low, high) => `${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)} %`;

export const range = (low, high) => (low == null || high == null ? "one game tells no interval" : `${grouped(low)} to ${grouped(high)}`);

export function rate(n) {
  if (n >= 1e6) return `${(n / 1e6).toFixed(2)} M`;
  if (n >= 100) return grouped(n);
  return n.toFixed(n >= 10 ? 1 : 2);
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
