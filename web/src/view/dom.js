// Making elements, and a few words about numbers.

/**
 * h("button.primary", {onclick, ariaLabel...}, ...children)
 * @param {string} tag
 * @param {Record<string, any>} attributes
 * @param {...any} children
 * @returns {any} the element, of whatever kind
 */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (/^aria[A-Z]/.test(key)) element.setAttribute(`aria-${key.slice(4).toLowerCase()}`, value);
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== "list" && key !== "form") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** @type {(id: string) => any} */
export const $ = (id) => document.getElementById(id);

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Numbers as the reader's own language writes them.
const whole = new Intl.NumberFormat();
const withDigits = new Map();

function formatter(digits) {
  if (!withDigits.has(digits)) withDigits.set(digits, new Intl.NumberFormat(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits }));
  return withDigits.get(digits);
}

export const grouped = (n, digits = 0) => (digits ? formatter(digits) : whole).format(digits ? n : Math.round(n));
export const percent = (share, digits = 0) => `${grouped(100 * share, digits)} %`;

/** A value of a player's own unit: digits enough to tell moves apart. */
export function compact(n) {
  const size = Math.abs(n);
  if (size >= 1e9) return n.toExponential(4);
  if (size >= 1000) return whole.format(Math.round(n * 10) / 10);
  return formatter(size >= 100 ? 1 : size >= 10 ? 2 : 3).format(n);
}

export function duration(seconds) {
  if (seconds < 0.001) return `${grouped(seconds * 1e6)} µs`;
  if (seconds < 1) return `${grouped(seconds * 1000, 1)} ms`;
  return `${grouped(seconds, 2)} s`;
}

/** Offers text as a file to keep. */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Puts text on the clipboard; false where that is not allowed. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
